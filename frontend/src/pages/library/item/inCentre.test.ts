import { expect, it } from "vitest";
import type { AdjustmentInfo, OverlayInfo } from "@/generated/schema";
import { usedFields } from "./InCentre";

const change = (path: string, theirs: unknown, used: unknown, value: unknown) =>
  ({ path, theirs, used, value, unit: "m/s" }) as AdjustmentInfo;

it("tells what diagnoses go by from what the draft says", () => {
  const changes = [
    change("expected.absolute.value", 14, 13, 11),
    change("weight", 3, 3, 5),
    change("", null, null, null),
  ];
  const undone = [{ path: "where.reach_km", value: 400, unit: "" }] as OverlayInfo["undone"];
  expect(usedFields(changes, undone)).toEqual([
    { path: "expected.absolute.value", theirs: 14, used: 13, unit: "m/s" },
    { path: "where.reach_km", theirs: undefined, used: 400, unit: "" },
  ]);
});
