import type { Attention, EventArea, SituationDiagnosis } from "@/generated/schema";
import type { Box, MapArea, Position } from "@/map/model";
import type { Texts } from "@/text";
import { place } from "@/text/places";
import { type Found, foundOf } from "../found";

/** In the order in which they are listed: the platform's own. */
export const ATTENTION: readonly Attention[] = [
  "failed",
  "review",
  "publication",
  "deadline",
  "none",
];

const OVER: ReadonlySet<string> = new Set(["failed", "cancelled"]);
const HEAVIEST = 4;
const UNITS: Readonly<Record<string, string>> = { "m s-1": "m/s", degC: "°C" };

/** What a diagnosis found, in a word: an event only where its criterion is met. */
export function foundIn(row: SituationDiagnosis, texts: Texts): Found {
  if (row.occurrence) return foundOf(row.occurrence, row.event, row.grade_name, texts);
  return {
    finding: "unknown",
    name: texts.t(OVER.has(row.status) ? "event-unknown" : "event-not-yet"),
  };
}

/** The strongest value of an event with its unit: `121 mm in 24 h`. */
export function peakOf(area: EventArea, { t }: Texts): string {
  const unit = UNITS[area.unit] ?? area.unit;
  const digits = area.unit === "mm" && area.peak >= 10 ? 0 : 1;
  const measure = `${area.peak.toFixed(digits).replace("-", "−")} ${unit}`;
  const hours = area.peak_hours;
  return hours === null ? measure : t("situation-in-hours", { measure, hours });
}

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

/** What of the diagnoses a map shows: their events; of the selected one, and of what is under way, the region. */
export function mapAreas(
  rows: readonly SituationDiagnosis[],
  selected: string | undefined,
  texts: Texts,
): MapArea[] {
  return rows.flatMap((row) => {
    if (row.areas.length > 0) return row.areas.map((area) => eventOnMap(row, area, texts));
    if (row.id !== selected && !isLookedAt(row)) return [];
    return [
      {
        key: row.id,
        group: row.id,
        finding: foundIn(row, texts).finding,
        outline: [],
        box: boxOf(row.region),
        symbol: null,
        track: [],
        weight: 0,
        label: "",
      },
    ];
  });
}

function eventOnMap(row: SituationDiagnosis, area: EventArea, texts: Texts): MapArea {
  return {
    key: `${row.id} ${area.id}`,
    group: row.id,
    finding: area.event,
    outline: area.outline as unknown as MapArea["outline"],
    box: boxOf(area.box),
    symbol: [area.peak_longitude, area.peak_latitude],
    track: area.track.map(({ longitude, latitude }): Position => [longitude, latitude]),
    weight: Math.min(area.grade, HEAVIEST),
    label: peakOf(area, texts),
  };
}
