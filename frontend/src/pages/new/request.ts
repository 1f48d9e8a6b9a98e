import type { DiagnosisRequest, EventType, Language, Priority, SourceInfo } from "@/api/schema";

/** What the form holds; empty means that it is left to the platform. */
export interface Asked {
  source: string;
  region: [number, number, number, number] | null;
  start: string;
  end: string;
  event: EventType | "";
  language: Language;
  priority: Priority;
  deadline: string;
}

export const NOTHING: Asked = {
  source: "",
  region: null,
  start: "",
  end: "",
  event: "",
  language: "en",
  priority: "normal",
  deadline: "",
};

const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2})(?::?(\d{2}))?)?\s*(?:Z|UTC)?$/;

/** Reads a time in UTC as it is typed: `2026-07-05 06:00`, `2026-07-05 06`, `2026-07-05`. */
export function readTime(text: string): Date | null {
  const found = FORM.exec(text.trim());
  if (!found) return null;
  const [, year = "", month = "", day = "", hour = "00", minute = "00"] = found;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:00Z`;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso.slice(0, 10)
    ? null
    : date;
}

export const writeTime = (instant: string | null | undefined): string =>
  instant ? new Date(instant).toISOString().slice(0, 16).replace("T", " ") : "";

export type Mistakes = Partial<Record<keyof Asked, string>>;

/** What is wrong with a form, by field, as identifiers of texts. */
export function mistakes(asked: Asked): Mistakes {
  const found: Mistakes = {};
  if (!asked.source) found.source = "ui-new-source-missing";
  if (!asked.region) found.region = "ui-new-region-missing";
  else {
    const [west, south, east, north] = asked.region;
    if (![west, south, east, north].every(Number.isFinite)) found.region = "ui-new-region-number";
    else if (south >= north || Math.abs(south) > 90 || Math.abs(north) > 90)
      found.region = "ui-new-region-latitudes";
    else if (west === east) found.region = "ui-new-region-narrow";
  }
  for (const name of ["start", "end", "deadline"] as const) {
    if (asked[name] && !readTime(asked[name])) found[name] = "ui-new-time-form";
  }
  const [start, end] = [readTime(asked.start), readTime(asked.end)];
  if (!found.end && start && end && start > end) found.end = "ui-new-end-before-start";
  if (Boolean(asked.start) !== Boolean(asked.end))
    found[asked.start ? "end" : "start"] ??= "ui-new-both-times";
  return found;
}

/** The body of a request, of a form without mistakes. */
export function bodyOf(asked: Asked) {
  const [start, end, deadline] = [
    readTime(asked.start),
    readTime(asked.end),
    readTime(asked.deadline),
  ];
  return {
    source: asked.source,
    region: asked.region,
    window: start && end ? { start: start.toISOString(), end: end.toISOString() } : null,
    event: asked.event || null,
    language: asked.language,
    priority: asked.priority,
    deadline: deadline?.toISOString() ?? null,
  };
}

/** What a request that was sent, or read from words, puts into the form. */
export function askedOf(request: DiagnosisRequest, before: Asked): Asked {
  return {
    ...before,
    source: request.source,
    region: request.region.length === 4 ? (request.region as Asked["region"]) : before.region,
    start: writeTime(request.window?.start),
    end: writeTime(request.window?.end),
    event: request.event ?? "",
  };
}

/** Whether a region lies outside what a source covers: worth a word before anything is sent. */
export function outside(region: Asked["region"], source: SourceInfo | undefined): boolean {
  if (!region || !source?.region || source.region.length !== 4) return false;
  const [west = 0, south = 0, east = 0, north = 0] = source.region;
  if (region[1] > north || region[3] < south) return true;
  if (east - west >= 359) return false;
  const turn = (value: number) => (((value - west) % 360) + 360) % 360;
  const width = turn(east) || 360;
  return turn(region[0]) > width && turn(region[2]) > width && turn(region[0]) < turn(region[2]);
}
