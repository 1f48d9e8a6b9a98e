import type { Attention, EventArea, SituationDiagnosis } from "@/generated/schema";
import type { Box, MapArea, Position } from "@/map/model";
import type { Language, Texts } from "@/text";
import { measure } from "@/text/measures";
import { place } from "@/text/places";
import { type Found, foundOf } from "../found";

/** What a diagnosis waits for: the reader, or what the platform says. */
export type Group = Attention | "mine";

/** In the order in which they are listed: what waits for the reader, then the platform's own. */
export const GROUPS: readonly Group[] = [
  "mine",
  "failed",
  "review",
  "publication",
  "deadline",
  "none",
];

const OVER: ReadonlySet<string> = new Set(["failed", "cancelled"]);
const HEAVIEST = 4;

/** What a diagnosis found, in a word: an event only where its criterion is met. */
export function foundIn(row: SituationDiagnosis, texts: Texts): Found {
  if (row.occurrence) return foundOf(row.occurrence, row.event, row.grade_name, texts);
  return {
    finding: "unknown",
    name: texts.t(OVER.has(row.status) ? "event-unknown" : "event-not-yet"),
  };
}

/** The strongest value of an event: `39.7 m/s`, an amount with its hours. */
export function peakOf(area: EventArea, { t }: Texts): string {
  const value = measure(area.peak, area.unit);
  const hours = area.peak_hours;
  return hours === null ? value : t("situation-in-hours", { measure: value, hours });
}

/** The largest value of a diagnosis, and what it is of: `10-m gust`. */
export function strongest(
  row: SituationDiagnosis,
  texts: Texts,
): { value: string; of: string } | null {
  const [first] = row.areas;
  if (first) return { value: peakOf(first, texts), of: texts.term(first.quantity) };
  const { measured } = row;
  if (!measured || row.occurrence === "cannot_be_tested") return null;
  return { value: measure(measured.value, measured.unit), of: texts.term(measured.quantity) };
}

/** Events that are of days: their times of day mean nothing. */
export const isOfDays = (area: EventArea): boolean =>
  area.event === "heat_wave" || area.event === "cold_wave";

const BRACKETED = /\s*[(（][^()（）]*°[^()（）]*[)）]$/;

/** What the report calls the region, without the degrees that follow; undefined where it has no name. */
export function regionName(row: SituationDiagnosis, language: Language): string | undefined {
  const said = row.report?.where;
  const name = (said?.[language] ?? Object.values(said ?? {})[0])?.[0]?.replace(BRACKETED, "");
  return name?.includes("°") ? undefined : name;
}

/** What it says of the place of the peak, where it says something. */
export const peakSaid = (row: SituationDiagnosis, language: Language): string | undefined =>
  row.report?.where[language]?.[1];

/** Where its peak is: `29.5° N, 106.5° E`. */
export const peakPlace = (area: EventArea): string =>
  place(area.peak_latitude, area.peak_longitude);

const boxOf = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Box => ({
  west,
  south,
  east,
  north,
});

/** Whether a diagnosis without an event is shown by the region that it looks at. */
const isLookedAt = (row: SituationDiagnosis): boolean =>
  row.attention !== "none" || row.status === "queued" || row.status === "running";

/** What of the diagnoses a map shows: their events, and what is near a limit; of others, while they are
 * selected or pointed at, under way or in need of attention, the region. */
export function mapAreas(
  rows: readonly SituationDiagnosis[],
  pointed: readonly (string | null | undefined)[],
  texts: Texts,
): MapArea[] {
  return rows.flatMap((row) => {
    if (row.areas.length > 0) {
      // The weaker events of a diagnosis show their values once it is looked at.
      const isPointed = pointed.includes(row.id);
      return row.areas.map((area, at) =>
        eventOnMap(row, area, at === 0 || isPointed ? peakOf(area, texts) : ""),
      );
    }
    const { finding } = foundIn(row, texts);
    const isNear = row.occurrence === "reached_here" || row.occurrence === "likely_at_stations";
    const near = isNear ? row.measured : null;
    const isShown = near !== null || pointed.includes(row.id) || isLookedAt(row);
    return isShown ? [regionOnMap(row, finding, near)] : [];
  });
}

function regionOnMap(
  row: SituationDiagnosis,
  finding: MapArea["finding"],
  near: SituationDiagnosis["measured"],
): MapArea {
  const { latitude = null, longitude = null, value = 0, unit = "" } = near ?? {};
  const place: Position | null =
    latitude === null || longitude === null ? null : [longitude, latitude];
  return {
    key: row.id,
    group: row.id,
    // In the middle of a region stands no symbol of an event: there is none.
    finding: place || finding === "none" ? finding : "unknown",
    outline: [],
    box: boxOf(row.region),
    symbol: place,
    track: [],
    weight: 0,
    label: place ? measure(value, unit) : "",
  };
}

function eventOnMap(row: SituationDiagnosis, area: EventArea, label: string): MapArea {
  // Only a whole area of wind has a path: others stand still, or are cut so that their middle wanders.
  const hasPath = area.event === "gale" && !area.cut_by_region;
  return {
    key: `${row.id} ${area.id}`,
    group: row.id,
    finding: area.event,
    outline: area.outline as unknown as MapArea["outline"],
    box: boxOf(area.box),
    symbol: [area.peak_longitude, area.peak_latitude],
    track: hasPath
      ? area.track.map(({ longitude, latitude }): Position => [longitude, latitude])
      : [],
    weight: Math.min(area.severity, HEAVIEST),
    label,
  };
}
