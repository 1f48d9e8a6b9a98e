import { describe, expect, it } from "vitest";
import { boxBetween, boxFrom, common, gripAt, insideOf, moved, regionOf, withEdges } from "./box";

const CHINA = [105, 20, 130, 42];
const PACIFIC = [150, -30, -140, 30];

describe("a region and its box", () => {
  it.each([
    [[110, 27, 126, 35], { west: 110, south: 27, east: 126, north: 35 }],
    [[170, -20, -170, -10], { west: 170, south: -20, east: 190, north: -10 }],
    [[-180, -90, 180, 90], { west: -180, south: -90, east: 180, north: 90 }],
    [[350, 40, 370, 50], { west: -10, south: 40, east: 10, north: 50 }],
  ])("%j is %j", (region, box) => expect(boxFrom(region)).toEqual(box));

  it("is the same after a way there and back, on every side of the date line", () => {
    for (let west = -180; west < 180; west += 7)
      for (const width of [0.5, 20, 190, 360]) {
        const box = { west, south: -3, east: west + width, north: 4 };
        expect(boxFrom(regionOf(box))).toEqual(box);
      }
  });

  it("keeps longitudes in -180 to 180, and a full circle whole", () => {
    expect(regionOf({ west: 175, south: 0, east: 190, north: 5 })).toEqual([175, 0, -170, 5]);
    expect(regionOf({ west: 535, south: 0, east: 550, north: 5 })).toEqual([175, 0, -170, 5]);
    expect(regionOf({ west: -180, south: 0, east: 180, north: 5 })).toEqual([-180, 0, 180, 5]);
  });
});

describe("what data hold of a region", () => {
  it.each([
    [[110, 27, 126, 35], CHINA, "inside"],
    [CHINA, CHINA, "inside"],
    [[120, 27, 140, 35], CHINA, "partly"],
    [[-120, 27, -100, 35], CHINA, "outside"],
    [[110, 43, 126, 50], CHINA, "outside"],
    [[170, -20, -170, -10], PACIFIC, "inside"],
    [[-175, -20, -170, -10], PACIFIC, "inside"],
    [[170, -20, -130, -10], PACIFIC, "partly"],
    [[170, -20, -170, -10], [-180, -90, 180, 90], "inside"],
    [[170, -20, -170, -10], [0, -90, 360, 90], "inside"],
    [[170, -20, -170, -10], [0, -90, 170, 90], "outside"],
  ] as const)("%j in %j: %s", (region, extent, is) => expect(insideOf(region, extent)).toBe(is));

  it("is cut where the data end", () => {
    expect(common([120, 27, 140, 50], CHINA)).toEqual([120, 27, 130, 42]);
    expect(common([170, -20, -130, -10], PACIFIC)).toEqual([170, -20, -140, -10]);
    expect(common([0, 0, 10, 10], CHINA)).toBeNull();
  });
});

describe("a box under the hand", () => {
  const box = { west: 170, south: -20, east: 190, north: -10 };

  it("is gripped at its edges and corners, on whichever turn the pointer is", () => {
    expect(gripAt(box, [190, -15], [1, 1])).toEqual({ x: 1, y: 0 });
    expect(gripAt(box, [-170, -10], [1, 1])).toEqual({ x: 1, y: 1 });
    expect(gripAt(box, [180, -20.5], [1, 1])).toEqual({ x: 0, y: -1 });
    expect(gripAt(box, [180, -15], [1, 1])).toBeNull();
    expect(gripAt(box, [180, -25], [1, 1])).toBeNull();
  });

  it("is drawn in any direction, in tenths of a degree, and not without an area", () => {
    const drawn = { west: 170, south: -20.1, east: 190.1, north: -10 };
    expect(boxBetween([190.06, -20.06], [170.04, -10.04])).toEqual(drawn);
    expect(boxBetween([170, -95], [171, -80])).toMatchObject({ south: -90 });
    expect(boxBetween([170, -20], [170.01, -10])).toBeNull();
  });

  it("has edges that do not pass one another, nor the poles", () => {
    expect(withEdges(box, { x: 1, y: 0 }, [5, 3])).toEqual({ ...box, east: 195 });
    expect(withEdges(box, { x: -1, y: 1 }, [50, 500])).toEqual({ ...box, west: 189.9, north: 90 });
    expect(withEdges(box, { x: 1, y: 0 }, [500, 0]).east).toBe(530);
  });

  it("moves as it is, and stops at the poles", () => {
    expect(moved(box, 1, -1)).toEqual({ west: 171, south: -21, east: 191, north: -11 });
    expect(moved(box, 0, -100)).toEqual({ ...box, south: -90, north: -80 });
  });
});
