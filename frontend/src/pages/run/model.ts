import type { IconName } from "@/design/icons";
import type {
  EventArea,
  FactorStand,
  JobStatus,
  RunCriterion,
  RunFactor,
  RunView,
} from "@/generated/schema";
import type { MapArea, Position, Sign } from "@/map/model";
import { measure } from "@/text/measures";

export const STANDS: Record<FactorStand, { icon: IconName; sign: Sign | null }> = {
  proposed: { icon: "queued", sign: null },
  working: { icon: "running", sign: null },
  confirmed: { icon: "finished", sign: "finished" },
  not_counted: { icon: "cancelled", sign: "cancelled" },
  refuted: { icon: "withdrawn", sign: "withdrawn" },
  undetermined: { icon: "unknown", sign: null },
  blocked: { icon: "parked", sign: null },
  failed: { icon: "failed", sign: null },
  set_aside: { icon: "minus", sign: null },
};

const OVER: readonly JobStatus[] = ["finished", "failed", "cancelled"];

export const isOver = (status: JobStatus): boolean => OVER.includes(status);

/** What a person is about to order. */
export type Order =
  | { act: "ask"; factor?: string }
  | { act: "veto"; factor: string }
  | { act: "conclude" }
  | { act: "stop" };

/** Stands of factors that can still be asked for. */
const UNTRIED: readonly FactorStand[] = ["proposed", "working", "set_aside"];

/** Why a run takes an order no more; null while it does. */
export function closedTo(run: RunView, act: Order["act"], factor?: RunFactor) {
  if (act === "stop" && isOver(run.status)) return "over";
  if (act === "stop") return run.cancel_requested ? "stopping" : null;
  if (isOver(run.status)) return "ended";
  if (run.status === "parked") return "parked";
  if (run.conclusion !== null) return "concluded";
  if (act === "ask" && factor && !UNTRIED.includes(factor.stand)) return "tested";
  if (act === "veto" && factor?.stand === "set_aside") return "aside";
  return null;
}

/** What is selected when no factor is: the event itself. */
export const EVENT = "event";

export interface RoundShown {
  turn: number;
  begunAt: string;
  factors: readonly RunFactor[];
  decision: string;
  reason: string;
  left: number | null;
}

/** The rounds with their factors: each factor once, where it was first proposed or ordered. */
export function roundsOf(run: RunView): RoundShown[] {
  const shown = run.rounds.map((round) => ({
    turn: round.turn,
    begunAt: round.begun_at,
    decision: round.decision,
    reason: round.reason,
    left: round.left ?? null,
    factors: run.factors.filter((factor) => factor.turn === round.turn),
  }));
  const last = shown.at(-1);
  const placed = new Set(shown.flatMap((round) => round.factors));
  const others = run.factors.filter((factor) => !placed.has(factor));
  return last && others.length > 0
    ? [...shown.slice(0, -1), { ...last, factors: [...last.factors, ...others] }]
    : shown;
}

export const inCategory = (factors: readonly RunFactor[], category: RunFactor["category"]) =>
  factors.filter((factor) => factor.category === category);

/** What of the bar of a criterion is filled, from 0 to 1: a half is the threshold, as beside the bar. */
export function shareOf({ value, threshold, unit, margin }: RunCriterion): number | null {
  if (value === null || threshold === null || margin === null) return null;
  // A temperature has no zero of its own: it is taken by the scale of its criterion.
  const beyond = unit === "degC" || threshold === 0 ? margin : value / threshold - 1;
  return Math.min(1, Math.max(0, (beyond + 1) / 2));
}

/** How far beyond its threshold a value lies: `+101 mm`, `−3.3 m/s`. */
export const marginText = (difference: number, unit: string): string =>
  `${difference < 0 ? "" : "+"}${measure(difference, unit)}`;

/** The type that is diagnosed, then the others as the platform lists them. */
export const examinedFirst = (criteria: readonly RunCriterion[]): RunCriterion[] => [
  ...criteria.filter((one) => one.examined),
  ...criteria.filter((one) => !one.examined),
];

/** Seconds since the run began; `now` is by the server's clock. */
export function secondsOf(run: RunView, now: number): number | null {
  if (!run.started_at) return null;
  const begun = Date.parse(run.started_at);
  const until = run.ended_at ? Date.parse(run.ended_at) : now;
  return Math.max(0, Math.round((until - begun) / 1000));
}

/** `75` as `1:15`, `3700` as `1:01:40`. */
export function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown
    .map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, "0")))
    .join(":");
}

const boxAround = ([longitude, latitude]: Position) => ({
  west: longitude,
  south: latitude,
  east: longitude,
  north: latitude,
});

const boxOf = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]) => ({
  west,
  south,
  east: east < west ? east + 360 : east,
  north,
});

/** The map of a run: the event's areas, or the region where none is found yet, and the factors. */
export function mapAreas(run: RunView): MapArea[] {
  const found = run.areas.map(areaOf);
  const looked: MapArea = {
    key: "region",
    group: EVENT,
    finding: "none",
    outline: [],
    box: boxOf(run.request.region),
    symbol: null,
    track: [],
    weight: 0,
    label: "",
  };
  return [...(found.length > 0 ? found : [looked]), ...run.factors.flatMap(factorArea)];
}

function areaOf(area: EventArea): MapArea {
  return {
    key: area.id,
    group: EVENT,
    finding: area.event,
    outline: area.outline as unknown as MapArea["outline"],
    box: boxOf(area.box),
    symbol: [area.peak_longitude, area.peak_latitude],
    track: area.track.map(({ longitude, latitude }) => [longitude, latitude] as const),
    weight: area.severity,
    label: "",
  };
}

function factorArea(factor: RunFactor): MapArea[] {
  const { sign } = STANDS[factor.stand];
  const place = factor.place;
  if (!sign || !place || place.latitude === null || place.longitude === null) return [];
  const symbol = [place.longitude, place.latitude] as const;
  return [
    {
      key: `factor ${factor.entry_id}`,
      group: factor.entry_id,
      finding: sign,
      outline: [],
      box: boxAround(symbol),
      symbol,
      track: place.line as unknown as readonly Position[],
      // Of factors at one place, that which counts is seen.
      weight: factor.stand === "confirmed" ? 2 : 1,
      label: factor.name,
      isLine: true,
    },
  ];
}
