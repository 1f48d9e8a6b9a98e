import { describe, expect, test } from "vitest";
import type { RunCriterion, RunFactor, RunView } from "@/generated/schema";
import {
  clockText,
  examinedFirst,
  mapAreas,
  marginText,
  roundsOf,
  secondsOf,
  shareOf,
} from "./model";

const factor = (changes: Partial<RunFactor>): RunFactor => ({
  entry_id: "g_cape",
  factor: "cape",
  name: "CAPE",
  category: "thermodynamics",
  modality: "index",
  turn: 1,
  ordered: false,
  stand: "proposed",
  uncounted: null,
  why: "",
  reason: "",
  strength: "",
  evidence_id: "",
  place: null,
  speaks_for: [],
  speaks_against: [],
  instead_of: "",
  ...changes,
});

const run = (changes: Partial<RunView>): RunView =>
  ({
    request: { region: [110, 27, 126, 35] },
    rounds: [],
    factors: [],
    areas: [],
    started_at: null,
    ended_at: null,
    now: "2026-07-05T06:00:10Z",
    ...changes,
  }) as RunView;

const round = (turn: number, factors: string[]) => ({
  turn,
  begun_at: "2026-07-05T06:00:00Z",
  factors,
  decision: "",
  reason: "",
  left: null,
});

test("every factor stands in one round, ordered ones in the last", () => {
  const factors = [
    factor({ entry_id: "a", turn: 1 }),
    factor({ entry_id: "b", turn: 2 }),
    factor({ entry_id: "ordered", turn: 7 }),
  ];
  const shown = roundsOf(run({ factors, rounds: [round(1, ["a"]), round(2, ["a", "b"])] }));
  expect(shown.map((one) => one.factors.map((item) => item.entry_id))).toEqual([
    ["a"],
    ["b", "ordered"],
  ]);
});

test("a margin is a difference in the unit of the value", () => {
  expect(marginText(101.38, "mm")).toBe("+101 mm");
  expect(marginText(-3.28, "m s-1")).toBe("−3.3 m/s");
});

test("a bar shows how near a value is to the threshold beside it: a half is the threshold", () => {
  const share = (value: number | null, threshold: number, unit: string, margin: number) =>
    shareOf({ value, threshold, unit, margin } as RunCriterion);
  // A fall just missed, whose final minimum is far from what the criterion asks for.
  expect(share(7.8, 8, "K", -1.6)).toBeCloseTo(0.4875);
  expect(share(33.5, 35, "degC", -0.75)).toBeCloseTo(0.125);
  expect([share(50, 50, "mm", 0), share(151, 50, "mm", 2), share(0, 50, "mm", -1)]).toEqual([
    0.5, 1, 0,
  ]);
  expect(share(null, 8, "K", -1)).toBeNull();
});

test("the type that is diagnosed comes first", () => {
  const of = (event: string, examined: boolean) => ({ event, examined }) as never;
  const sorted = examinedFirst([of("gale", false), of("rainstorm", true), of("cold_wave", false)]);
  expect(sorted.map((one) => one.event)).toEqual(["rainstorm", "gale", "cold_wave"]);
});

describe("seconds", () => {
  const started = "2026-07-05T06:00:00Z";

  test("are counted while it runs, and none where the clock is not quite right", () => {
    const now = Date.parse("2026-07-05T06:00:15Z");
    expect(secondsOf(run({ started_at: started }), now)).toBe(15);
    expect(secondsOf(run({ started_at: started }), now - 16_000)).toBe(0);
  });

  test("stand still once it has ended, and are none before it has begun", () => {
    const ended = run({ started_at: started, ended_at: "2026-07-05T06:01:15Z" });
    expect(secondsOf(ended, 99_000)).toBe(75);
    expect(secondsOf(run({}), 0)).toBeNull();
  });

  test("are written as a clock shows them", () => {
    expect([0, 75, 3700].map(clockText)).toEqual(["0:00", "1:15", "1:01:40"]);
  });
});

describe("the map", () => {
  const place = { latitude: 30, longitude: 118, time: null, box: null, line: [] };

  test("shows the region until an event is found in it", () => {
    expect(mapAreas(run({})).map((area) => area.finding)).toEqual(["none"]);
  });

  test("keeps a box over the date line whole", () => {
    const [area] = mapAreas(run({ request: { region: [170, -10, -170, 10] } as never }));
    expect(area?.box).toEqual({ west: 170, south: -10, east: 190, north: 10 });
  });

  test("shows each factor that was judged at a place, by its verdict", () => {
    const factors = [
      factor({ entry_id: "a", stand: "confirmed", place }),
      factor({ entry_id: "b", stand: "not_counted", place }),
      factor({ entry_id: "c", stand: "working", place }),
      factor({ entry_id: "d", stand: "refuted", place: { ...place, latitude: null } }),
    ];
    const shown = mapAreas(run({ factors })).slice(1);
    expect(shown.map((area) => [area.group, area.finding])).toEqual([
      ["a", "finished"],
      ["b", "cancelled"],
    ]);
  });
});
