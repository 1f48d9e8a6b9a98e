import { describe, expect, it } from "vitest";
import type {
  AdjustmentInfo,
  GuidelineEntry,
  OverlayInfo,
  ProblemInfo,
  ReleaseInfo,
} from "@/generated/schema";
import {
  blockOf,
  choicesOf,
  documentOf,
  groupsOf,
  isAdjustable,
  newerThan,
  problemsOf,
  settledOf,
} from "./model";

const change = (
  item: string,
  path: string,
  more: Partial<AdjustmentInfo> = {},
): AdjustmentInfo => ({
  ...{ id: `${item} ${path}`, kind: "entry" as const, item, factor: "gust", path },
  event_types: ["gale"],
  ...{ own: false, touches: "verdict" as const, was: 1, theirs: 1, used: 1, value: 2 },
  ...{ unit: "", given: "", by: "person:li", saved_at: "2026-11-29T04:00:00Z" },
  ...{ conflict: null, in_force: true },
  ...more,
});
const problem = (key: string, field: string): ProblemInfo =>
  ({ kind: "entry", key, field, problem: "wrong", texts: {} }) as ProblemInfo;
const standing = (more: Partial<OverlayInfo> = {}): OverlayInfo => ({
  ...{ release: "b", version: "2026.11", in_use: "b", number: null, changed: false },
  ...{ proposed: null, changes: [], undone: [], problems: [] },
  ...more,
});

const LIMIT = change("g_gale_gust", "expected.absolute.value");
const WEIGHT = change("g_gale_gust", "weight", { in_force: false });
const UNUSED = change("g_gale_jet", "", { value: null });
const OWN = [
  change("ours_front", "event_types", { own: true, event_types: ["cold_wave"] }),
  change("ours_front", "weight", { own: true, event_types: ["cold_wave"] }),
];

const RAIN = change("cma", "criteria.rainstorm.windows.0.grades.0.value", {
  ...{ kind: "preset", event_types: ["rainstorm"], in_force: false },
});
const GUST = change("cma", "criteria.gale.gust.0.value", { kind: "preset" });

describe("criteria of events in the draft", () => {
  it("are about all types of event of which numbers are set", () => {
    const [group] = groupsOf({ changes: [GUST, RAIN], problems: [] });
    expect(group?.events).toEqual(["rainstorm", "gale"]);
    expect(isAdjustable("preset", RAIN.path)).toBe(true);
  });
});

describe("the draft", () => {
  it("is read item by item, each with its types of event and what is wrong with it", () => {
    const problems = [problem("g_gale_gust", "expected.absolute"), problem("ours_front", "factor")];
    const groups = groupsOf({ changes: [LIMIT, UNUSED, WEIGHT, ...OWN], problems });
    expect(groups.map(({ item, changes }) => [item, changes.length])).toEqual([
      ["g_gale_gust", 2],
      ["g_gale_jet", 1],
      ["ours_front", 2],
    ]);
    expect(groups.map(({ events }) => events)).toEqual([["gale"], ["gale"], ["cold_wave"]]);
    expect(groups.map(({ isOwn, isUnused }) => [isOwn, isUnused])).toEqual([
      [false, false],
      [false, true],
      [true, false],
    ]);
    // What stands at no field of the draft stands at the item.
    expect(groups[0]?.problems).toEqual([problems[0]]);
    expect(groups[2]?.problems).toEqual([problems[1]]);
  });

  it("has a problem at the field that it lies in", () => {
    const wrong = problem("g_gale_gust", "expected.absolute.value");
    expect(problemsOf(LIMIT, [wrong])).toEqual([wrong]);
    expect(problemsOf(WEIGHT, [wrong])).toEqual([]);
    expect(problemsOf(change("g_gale_gust", ""), [wrong])).toEqual([wrong]);
  });

  it("cannot be proposed while something is open, wrong, or nothing differs from what is in use", () => {
    const open = [change("g_gale_gust", "weight", { conflict: "changed" })];
    expect(blockOf(standing({ changed: true, changes: open }), true)).toBe("conflict");
    const problems = [problem("g_gale_gust", "weight")];
    expect(blockOf(standing({ changed: true, problems }), true)).toBe("problems");
    expect(blockOf(standing(), true)).toBe("same");
    expect(blockOf(standing({ changed: true }), true)).toBeNull();
    // Another release is worth a proposal, whatever the draft says.
    expect(blockOf(standing(), false)).toBeNull();
  });
});

it("asks of each changed field, and once of an item that came or went", () => {
  const changed = [
    change("g_gale_gust", "expected.absolute.value", { conflict: "changed" }),
    change("g_gale_gust", "weight", { conflict: "changed" }),
    change("g_gale_gust", "timing"),
  ];
  const gone = ["weight", "timing"].map((path) =>
    change("g_gale_low", path, { conflict: "removed" }),
  );
  const there = OWN.map((one) => ({ ...one, conflict: "added" as const }));
  const groups = groupsOf({ changes: [...changed, ...gone, ...there], problems: [] });
  expect(choicesOf(groups).map(({ kind, change: { id } }) => [kind, id])).toEqual([
    ["changed", "g_gale_gust expected.absolute.value"],
    ["changed", "g_gale_gust weight"],
    ["removed", "g_gale_low weight"],
    ["added", "ours_front event_types"],
  ]);
  // What is asked is not listed again.
  expect(settledOf(groups).map(({ changes: [one] }) => one?.id)).toEqual(["g_gale_gust timing"]);
});

it("lets a centre set limits, place, hours, conditions, weight and texts of a shared entry", () => {
  const of = (path: string) => isAdjustable("entry", path);
  const free = ["expected.absolute.value", "expected.clim.threshold", "expected.bands", "weight"];
  const texts = ["rationale_zh", "timing", "conditions.season", "conditions_zh.region", "note"];
  for (const path of [...free, ...texts, "where.lag_hours", "conditions_machine.months_nh"])
    expect(of(path), path).toBe(true);
  const fixed = ["factor", "event_types", "expected.reduction", "expected.unit", "supports"];
  for (const path of [...fixed, "citations", "finding", "tags", "confidence", "weightless"])
    expect(of(path), path).toBe(false);
  expect(["name_zh", "chain", "feeds"].map((path) => isAdjustable("cause", path))).toEqual([
    ...[true, true, false],
  ]);
});

it("offers the shared releases that were made since the one in use", () => {
  const release = (digest: string, day: number) =>
    ({ digest, loaded_at: `2026-11-0${day}T00:00:00Z` }) as ReleaseInfo;
  const all = [release("c", 3), release("b", 2), release("a", 1)];
  expect(newerThan("b", all).map(({ digest }) => digest)).toEqual(["c"]);
  expect(newerThan("c", all)).toEqual([]);
  expect(newerThan("unknown", all)).toEqual([]);
});

it("reads an entry of a release as its form writes it", () => {
  const entry = {
    id: "g_gale_gust",
    expected: { absolute: { op: ">=", value: 17, value_coarse: 15 } },
    references: [{ key: "knox2011", text: "Knox, 2011", page: "3", passage: "", quoted: "" }],
    curation: { status: "draft" },
  } as unknown as GuidelineEntry;
  expect(documentOf(entry)).toEqual({
    id: "g_gale_gust",
    expected: { absolute: { op: ">=", value: 17 } },
    citations: [{ reference: "knox2011", page: "3", passage: "", quoted: "" }],
  });
});
