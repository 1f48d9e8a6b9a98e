import { describe, expect, it } from "vitest";
import { around, boxText, placeText, ringOf } from "./boxes";
import { boxBetween } from "./drawBox";

describe("boxBetween", () => {
  it("is the same from whichever corner it is drawn", () => {
    const one = { lng: 110.1, lat: 26.9 };
    const other = { lng: 126, lat: 35 };
    expect(boxBetween(one, other)).toEqual([110, 27, 126, 35]);
    expect(boxBetween(other, one)).toEqual([110, 27, 126, 35]);
  });

  it("is none for a click", () => {
    expect(boxBetween({ lng: 1, lat: 1 }, { lng: 1.05, lat: 1.02 })).toBeNull();
  });

  it("crosses the date line", () => {
    expect(boxBetween({ lng: 170, lat: -20 }, { lng: 195, lat: -10 })).toEqual([
      170, -20, -165, -10,
    ]);
  });
});

describe("boxes", () => {
  it("go on beyond 180 over the date line", () => {
    expect(ringOf([170, -20, -165, -10])[1]).toEqual([195, -20]);
    expect(
      around([
        [170, -20, -165, -10],
        [160, 0, 165, 5],
      ]),
    ).toEqual([160, -20, 195, 5]);
  });

  it("are written as forecasters write them", () => {
    expect(boxText([110, 27, 126, 35])).toBe("27–35°N 110–126°E");
    expect(boxText([-10, -5, 15, 5.5])).toBe("5°S–5.5°N 10°W–15°E");
  });
});

describe("placeText", () => {
  it("has both sides of the globe, and turns beyond the date line", () => {
    expect(placeText(31.968, 118.02)).toBe("31.97°N 118.02°E");
    expect(placeText(-20, 190)).toBe("20.00°S 170.00°W");
    expect(placeText(0, -185.5)).toBe("0.00°N 174.50°E");
  });
});
