import { expect, it } from "vitest";
import type { ItemDifference, ReleaseDifference, ReleaseInfo, Touch } from "@/generated/schema";
import type { Shown } from "../search";
import { comparedAtFirst, countsOf, groupsOf, isEarlier } from "./difference";

const item = (
  kind: ItemDifference["kind"],
  key: string,
  change: ItemDifference["change"],
  ...touches: Touch[]
): ItemDifference => ({
  ...{ kind, key, change },
  fields: touches.map((touch, number) => ({
    ...{ path: `field${number}`, touches: touch, before: null, after: number, unit: "" },
  })),
});

const difference: ReleaseDifference = {
  ...{ before: "a", after: "b" },
  items: [
    item("cause", "gale/low", "changed", "text"),
    item("entry", "g_one", "changed", "verdict", "verdict", "text"),
    item("entry", "g_two", "added", "choice", "text"),
    item("entry", "g_three", "removed", "verdict"),
  ],
};

it("counts an item once for what its fields decide", () => {
  expect(countsOf(difference)).toEqual({
    changes: { added: 1, changed: 2, removed: 1 },
    touches: { verdict: 2, choice: 1, text: 3 },
  });
});

const FILES = new Set(["entry g_two", "cause gale/low"]);
const shown = (show?: Shown) =>
  groupsOf(difference, show, FILES).map(([kind, items]) => [
    kind,
    items.map(({ key, fields }) => `${key} ${fields.length}`),
  ]);

it("groups by kind, entries first, and keeps the order of the release", () => {
  expect(shown()).toEqual([
    ["entry", ["g_one 3", "g_two 2", "g_three 1"]],
    ["cause", ["gale/low 1"]],
  ]);
});

it("filters by what fields decide, and leaves out what has none", () => {
  expect(shown("verdict")).toEqual([["entry", ["g_one 2", "g_three 1"]]]);
  expect(shown("choice")).toEqual([["entry", ["g_two 1"]]]);
  expect(groupsOf({ ...difference, items: [] }, undefined, FILES)).toEqual([]);
});

it("shows all fields of what came from files", () => {
  expect(shown("file")).toEqual([
    ["entry", ["g_two 2"]],
    ["cause", ["gale/low 1"]],
  ]);
});

const release = (
  digest: string,
  loaded_at: string,
  more: Partial<ReleaseInfo> = {},
): ReleaseInfo => ({
  ...{ id: "x", version: digest, title: "x", digest, entries: 1, loaded_at, note: "" },
  ...{ approved_by: [], in_use: false, overlay: null, base: null },
  ...more,
});

it("compares with the release in use, and that one with the one before it", () => {
  const [newest, used, oldest] = [
    release("c", "2026-11-03T00:00:00Z"),
    release("b", "2026-11-02T00:00:00Z", { in_use: true }),
    release("a", "2026-11-01T00:00:00Z"),
  ];
  const all = [newest, used, oldest];
  expect(comparedAtFirst(newest, used, all, false)).toBe(used);
  expect(comparedAtFirst(oldest, used, all, true)).toBe(used);
  expect(comparedAtFirst(used, used, all, false)).toBe(oldest);
  expect(comparedAtFirst(used, used, [newest, used], false)).toBeUndefined();
  expect(all.map((one) => isEarlier(one, used, all))).toEqual([false, false, true]);
});

it("compares what is in use with a centre's adjustments in it with the shared release", () => {
  const base = release("b", "2026-11-02T00:00:00Z", { in_use: true });
  const older = release("a", "2026-11-01T00:00:00Z");
  const newer = release("c", "2026-11-03T00:00:00Z");
  const used = release("u", "2026-11-04T00:00:00Z", { in_use: true, overlay: 2, base: "b" });
  const before = release("t", "2026-11-03T00:00:00Z", { overlay: 1, base: "b" });
  const all = [newer, base, older];
  expect(comparedAtFirst(used, used, all, false)).toBe(base);
  expect(comparedAtFirst(before, used, all, false)).toBe(used);
  // They stay with a newer release; what is proposed as it is has them no more.
  expect(comparedAtFirst(newer, used, all, false)).toBe(base);
  expect(comparedAtFirst(base, used, all, false)).toBe(older);
  expect(comparedAtFirst(base, used, all, true)).toBe(used);
  // Adjustments that were made after a newer release do not make that an older one.
  expect([newer, base, older, before].map((one) => isEarlier(one, used, all))).toEqual([
    ...[false, false, true, true],
  ]);
});
