import { describe, expect, it } from "vitest";
import { actsOf, PATHS, valueIn, type What } from "./model";

describe("a value for many entries", () => {
  it.each<[What, string, unknown]>([
    ["weight", " 3 ", 3],
    ["weight", "three", undefined],
    ["confidence", "0.8", 0.8],
    ["months", "4-6, 11", [4, 5, 6, 11]],
    ["months", "11-2", [1, 2, 11, 12]],
    ["months", "4、5", [4, 5]],
    ["months", "0-3", undefined],
    ["months", "", undefined],
    ["latitudes", "20 to 45", [20, 45]],
    ["latitudes", "20至45", [20, 45]],
    ["latitudes", "20", undefined],
    ["limit", "−5.5", -5.5],
    ["limit", "2 to 5", [2, 5]],
    ["limit", "", undefined],
    ["tags", " coast ", "coast"],
    ["tags", "  ", undefined],
    ["whole", "", null],
  ])("of %s is read from '%s'", (what, text, wanted) => {
    expect(valueIn(what, actsOf(what)[0] ?? "set", text)).toEqual(wanted);
  });

  it("is a single number where a limit is scaled or shifted", () => {
    expect(valueIn("limit", "scale", "1.1")).toBe(1.1);
    expect(valueIn("limit", "shift", "2 to 5")).toBeUndefined();
  });

  it("has an act for everything that can be changed", () => {
    for (const what of Object.keys(PATHS) as What[]) expect(actsOf(what)).not.toHaveLength(0);
  });
});
