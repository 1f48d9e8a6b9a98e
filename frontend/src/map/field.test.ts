import { describe, expect, it } from "vitest";
import { between, decoded, type Field, rowsOf, valueAt } from "./field";
import { colourOf, roundStep, scaleOf, ticksOf } from "./scales";

/** Two columns and two rows between the equator and 60 degrees north. */
function field(): Field {
  const pixels = new Uint8ClampedArray([0, 0, 0, 255, 0, 10, 0, 255, 1, 0, 0, 255, 0, 0, 255, 255]);
  const raster = { width: 2, height: 2, bounds: [10, 0, 30, 60], scale: 0.5, offset: 100 };
  return decoded(raster as never, pixels);
}

describe("a field", () => {
  it("has the numbers that its picture stands for", () => {
    const [a, b, c, d] = field().values;
    expect([a, b, c]).toEqual([100, 105, 228]);
    expect(d).toBeNaN();
  });

  it("gives the value of the cell that a place lies in, up to its edges", () => {
    expect(valueAt(field(), 12, 40)).toBe(100);
    expect(valueAt(field(), 28, 30.01)).toBe(105);
    expect(valueAt(field(), 12, 29.99)).toBe(228);
    expect(valueAt(field(), 19.99, 59.9)).toBe(100);
    expect(valueAt(field(), 20.01, 59.9)).toBe(105);
  });

  it("is drawn with each row where its latitudes are on Mercator's map", () => {
    const rows = rowsOf(field());
    const share = rows.filter((row) => row < 0.5).length / rows.length;
    // 30 degrees lie at 0.5493 of Mercator's y, 60 degrees at 1.31696.
    expect(share).toBeCloseTo(1 - 0.5493 / 1.31696, 2);
  });

  it("is drawn with values that go over into each other between the middles of cells", () => {
    expect(between(field(), 0, 0)).toBe(100);
    expect(between(field(), 0.5, 0)).toBe(102.5);
    expect(between(field(), 0, 0.25)).toBe(132);
    // Half a cell at the edges has no neighbour.
    expect(between(field(), -0.5, -0.5)).toBe(100);
  });

  it("is drawn as its cells are beside one that is missing", () => {
    expect(between(field(), 0.4, 0.4)).toBe(100);
    expect(between(field(), 0.8, 0.4)).toBe(105);
    expect(between(field(), 0.8, 0.9)).toBeNaN();
  });

  it("has none where it is missing, and none outside", () => {
    expect(valueAt(field(), 28, 10)).toBeNull();
    expect(valueAt(field(), 9, 10)).toBeNull();
    expect(valueAt(field(), 12, 61)).toBeNull();
  });

  it("is found a turn of the globe apart", () => {
    expect(valueAt(field(), 12 - 360, 40)).toBe(100);
  });
});

describe("a scale", () => {
  it("lies around zero where values have both signs", () => {
    expect(scaleOf(-3, 8)).toMatchObject({ minimum: -8, maximum: 8, signed: true });
    expect(scaleOf(-0.1, 8).signed).toBe(false);
    expect(scaleOf(2, 8)).toMatchObject({ minimum: 2, maximum: 8, signed: false });
  });

  it("has the chart's classes where there are some", () => {
    const scale = scaleOf(0, 300, [10, 25, 50]);
    expect(colourOf(scale, 26)).toEqual(colourOf(scale, 49));
    expect(colourOf(scale, 26)).not.toEqual(colourOf(scale, 51));
    expect(ticksOf(scale)).toEqual([10, 25, 50]);
  });

  it("stays within its colours", () => {
    const scale = scaleOf(0, 1);
    expect(colourOf(scale, -5)).toEqual(colourOf(scale, 0));
    expect(colourOf(scale, 5)).toEqual(colourOf(scale, 1));
  });

  it("is divided by round steps", () => {
    expect(roundStep(51, 6)).toBe(10);
    expect(roundStep(0.9, 6)).toBe(0.2);
    expect(ticksOf(scaleOf(305, 356))).toEqual([310, 320, 330, 340, 350]);
  });

  it("grows lighter from end to end, so that it reads without colours", () => {
    const scale = scaleOf(0, 1);
    const light = [0, 0.25, 0.5, 0.75, 1].map((value) => {
      const [r, g, b] = colourOf(scale, value);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    expect(light).toEqual([...light].sort((one, other) => one - other));
  });
});
