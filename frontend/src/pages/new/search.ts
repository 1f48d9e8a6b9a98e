import { EVENTS } from "@/design/components/Marks";
import type { EventType, Language, Priority } from "@/generated/schema";
import { LANGUAGES } from "@/text/catalogue";

export const PRESETS = ["cma", "nws", "etccdi"] as const;
export type Preset = (typeof PRESETS)[number];
export const PRIORITIES: readonly Priority[] = ["low", "normal", "high"];

/**
 * The draft of a request as the address keeps it: the words, and every part that the person has set by
 * a control. What is not here follows from the words, or is assumed.
 */
export interface NewSearch {
  text?: string;
  /** A whole diagnosis, although the words ask for a chart. */
  what?: "diagnosis";
  source?: string;
  /** Of the ensemble, read in the place of a forecast: `mean`, `p90`. */
  statistic?: string;
  /** `W,S,E,N` in degrees. */
  region?: string;
  /** What the region is called. */
  place?: string;
  /** Begin and end, UTC, to the minute: `2026-07-05T06:00Z`. */
  start?: string;
  end?: string;
  event?: EventType | "any";
  preset?: Preset;
  language?: Language;
  priority?: Priority;
  deadline?: string;
}

type Given = Record<string, unknown>;
const LONGEST = 2000;

const oneOf = <Value extends string>(value: unknown, known: readonly Value[]): Value | undefined =>
  known.find((one) => one === value);

const written = (value: unknown, longest: number): string | undefined => {
  // A text of digits alone comes back from an address as a number.
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text.slice(0, longest) : undefined;
};

/** A time to the minute in UTC; undefined where the text is none. */
export function minuteOf(value: unknown): string | undefined {
  if (
    typeof value !== "string" ||
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(value)
  )
    return undefined;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : `${at.toISOString().slice(0, 16)}Z`;
}

/** The numbers of `W,S,E,N`; null where they are no region. `170,-20,-170,-10` crosses the date line. */
export function regionFrom(text: string | undefined): number[] | null {
  const parts = (text ?? "").split(",");
  const numbers = parts.map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [west = 0, south = 0, east = 0, north = 0] = numbers;
  const isRegion =
    numbers.length === 4 &&
    numbers.every(Number.isFinite) &&
    Math.min(west, east) >= -360 &&
    Math.max(west, east) <= 540 &&
    Math.abs(east - west) <= 360 &&
    Math.abs(south) <= 90 &&
    Math.abs(north) <= 90;
  return isRegion ? numbers : null;
}

export const regionText = (region: readonly number[]): string =>
  region.map((degrees) => Number(degrees.toFixed(4))).join(",");

/** The draft of an address; what is not known is left out, so that an old link still opens. */
export const newSearch = (given: Given): NewSearch => {
  const region = regionFrom(written(given.region, 100));
  return {
    text: written(given.text, LONGEST),
    what: oneOf(given.what, ["diagnosis"] as const),
    source: written(given.source, 200),
    statistic: written(given.statistic, 20),
    region: region ? regionText(region) : undefined,
    place: region ? written(given.place, 100) : undefined,
    start: minuteOf(given.start),
    end: minuteOf(given.end),
    event: oneOf(given.event, ["any", ...EVENTS] as const),
    preset: oneOf(given.preset, PRESETS),
    language: oneOf(given.language, LANGUAGES),
    priority: oneOf(given.priority, PRIORITIES),
    deadline: minuteOf(given.deadline),
  };
};
