import { EVENTS } from "@/design/components/Marks";
import type { Sign } from "./model";

/** The colours of the map, as the tokens of the theme have them. */
export interface Palette {
  sea: string;
  land: string;
  coast: string;
  border: string;
  grid: string;
  town: string;
  ink: string;
  quiet: string;
  accent: string;
  surface: string;
  font: string;
  events: Record<Sign, string>;
}

/** Six digits of a colour: a build shortens `#ffffff` to three. */
export const sixDigits = (colour: string): string =>
  colour.length === 4 ? colour.replaceAll(/[0-9a-f]/gi, "$&$&") : colour;

/** Reads the tokens that apply to an element. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const written = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const token = (name: string) => sixDigits(written(name));
  const quiet = token("ink-2");
  return {
    sea: token("map-sea"),
    land: token("map-land"),
    coast: token("map-coast"),
    border: token("map-border"),
    grid: token("map-grid"),
    town: token("map-town"),
    ink: token("ink"),
    quiet,
    accent: token("accent"),
    surface: token("raised"),
    font: written("sans").replaceAll(/\s+/g, " "),
    events: {
      ...(Object.fromEntries(EVENTS.map((event) => [event, token(event)])) as Record<
        (typeof EVENTS)[number],
        string
      >),
      none: quiet,
      unknown: quiet,
      finished: token("good"),
      cancelled: quiet,
      withdrawn: token("bad"),
    },
  };
}

/** A colour of six hexadecimal digits that lets through what lies below. */
export const sheer = (colour: string, share: number): string =>
  `${colour}${Math.round(share * 255)
    .toString(16)
    .padStart(2, "0")}`;
