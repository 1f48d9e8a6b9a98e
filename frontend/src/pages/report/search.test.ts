import { expect, it } from "vitest";
import { readingSearch } from "./search";

it("reads what of a report is looked at, and leaves out what it does not know", () => {
  expect(readingSearch({ in: "zh", claim: "c7", chart: "2", against: 1, side: "reviews" })).toEqual(
    {
      ...{ in: "zh", claim: "c7", evidence: undefined, chart: 2, against: 1, side: "reviews" },
    },
  );
  expect(readingSearch({ in: "fr", claim: 7, chart: -1, against: "one", side: "x" })).toEqual({
    in: undefined,
    claim: undefined,
    evidence: undefined,
    chart: undefined,
    against: undefined,
    side: undefined,
  });
});
