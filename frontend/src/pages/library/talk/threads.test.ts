import { expect, test } from "vitest";
import type { RemarkInfo } from "@/generated/schema";
import { threadOf } from "./threads";

const SAID = [
  { id: "1", field: null },
  { id: "2", field: "weight" },
  { id: "3", field: "dropped" },
] as RemarkInfo[];
const ids = (found: readonly RemarkInfo[]) => found.map((one) => one.id);

test("a field has its own thread, and what was said of a field that is gone stands with the whole", () => {
  expect(ids(threadOf(SAID, "weight", []))).toEqual(["2"]);
  expect(ids(threadOf(SAID, undefined, ["weight"]))).toEqual(["1", "3"]);
});
