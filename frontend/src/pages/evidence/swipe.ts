import { utc } from "@/design";
import type { Texts } from "@/texts";
import type { PaneState } from "./FieldPane";

/** Steps of the divider in hundredths of the map's width. */
const STEP = 2;
const LEAP = 10;
const within = (share: number) => Math.max(0, Math.min(100, share));

/** Where a key moves the divider to; null for a key that does not move it. */
export function movedBy(key: string, share: number): number | null {
  if (key === "ArrowLeft" || key === "ArrowDown") return within(share - STEP);
  if (key === "ArrowRight" || key === "ArrowUp") return within(share + STEP);
  if (key === "PageDown") return within(share - LEAP);
  if (key === "PageUp") return within(share + LEAP);
  if (key === "Home") return 0;
  if (key === "End") return 100;
  return null;
}

/** Where a pointer at `x` puts the divider on a map that begins at `left`. */
export const pointedAt = (x: number, { left, width }: { left: number; width: number }): number =>
  width > 0 ? within(Math.round(((x - left) / width) * 100)) : 0;

/** A pane in the words in which it differs from the other; its time where they are alike. */
export function nameOf(state: PaneState, other: PaneState, { t, tool }: Texts): string {
  const [name = "", level] = state.quantity.split("@");
  const parts: string[] = [];
  if (state.source !== other.source) parts.push(state.source);
  if (state.quantity !== other.quantity) parts.push(level ? `${level} hPa` : tool(name));
  if (state.time !== other.time || parts.length === 0)
    parts.push(state.time ? utc(new Date(state.time)) : t("ui-time"));
  return parts.join(" · ");
}
