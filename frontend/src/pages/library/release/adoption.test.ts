import { expect, it } from "vitest";
import type { AdoptionInfo } from "@/generated/schema";
import { decisionFor, isOpen } from "./adoption";

const adoption = (id: string, digest: string, more: Partial<AdoptionInfo> = {}): AdoptionInfo => ({
  ...{ id, digest, release: digest, reason: "", proposed_by: "person:li" },
  ...{ created_at: "2026-11-01T00:00:00Z", adopted_by: "", adopted_at: null },
  ...{ withdrawn_by: "", withdrawn_at: null, version: digest, overlay: null },
  ...more,
});
const rows = [
  adoption("4", "b"),
  adoption("3", "a", { withdrawn_at: "2026-11-05T00:00:00Z" }),
  adoption("2", "a", { adopted_at: "2026-11-03T00:00:00Z" }),
  adoption("1", "b", { adopted_at: "2026-11-04T00:00:00Z" }),
];

it("takes the newest decision, whatever was proposed last", () => {
  expect(decisionFor("b", rows)?.id).toBe("1");
  expect(decisionFor("a", rows)).toBeUndefined();
  expect(decisionFor("b", rows.slice(0, 2))).toBeUndefined();
});

it("knows what waits", () => {
  expect(rows.filter(isOpen).map(({ id }) => id)).toEqual(["4"]);
});
