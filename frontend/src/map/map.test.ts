import Event from "ol/events/Event.js";
import { getForViewAndSize } from "ol/extent.js";
import type Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import type Polygon from "ol/geom/Polygon.js";
import type OpenLayersMap from "ol/Map.js";
import Observable from "ol/Observable.js";
import { transform } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import { describe, expect, test } from "vitest";
import { AreaSources, areaOf, placeOf } from "./areas";
import { coastsOf, featuresOf, townsOf, unpack } from "./baseMap";
import { boxAround, boxOf, boxToShow, LEAST_DEG, WORLD_BOX } from "./fit";
import { latitudeText, linesBetween, longitudeText, stepAt } from "./graticule";
import { keepImagesWide } from "./images";
import type { Box, MapArea } from "./model";
import { type Palette, sheer, sixDigits } from "./palette";
import { fromMap, projection, SHRINK, toMap, WORLD } from "./projection";
import { areaStyle, baseStyles, isNamed, liveStyles, symbolStyles, townStyle } from "./styles";

const box = (west: number, east: number, south = 10, north = 20): Box => ({
  west,
  east,
  south,
  north,
});

const area = (change: Partial<MapArea> = {}): MapArea => ({
  key: "one",
  group: "diagnosis",
  finding: "gale",
  outline: [],
  box: box(120, 130),
  symbol: null,
  track: [],
  weight: 2,
  label: "Gale",
  ...change,
});

describe("the projection", () => {
  test("comes back to where it began, also beyond 180 degrees", () => {
    for (const longitude of [-180, -75.5, 0, 113.25, 179.5, 190, 400])
      for (const latitude of [-90, -12.5, 0, 67.5]) {
        const [east, north] = fromMap(toMap([longitude, latitude]));
        expect(Math.cos(((east - longitude) * Math.PI) / 180)).toBeCloseTo(1, 12);
        expect(east).toBeGreaterThanOrEqual(-180);
        expect(east).toBeLessThan(180);
        expect(north).toBe(latitude);
      }
  });

  test("is known to OpenLayers, once", () => {
    expect(projection()).toBe(projection());
    expect(projection().canWrapX()).toBe(true);
    const there = transform([100, 30], "EPSG:4326", projection());
    expect(there).toEqual([100 * SHRINK, 30]);
    expect(transform(there, projection(), "EPSG:4326")).toEqual([expect.closeTo(100), 30]);
  });
});

describe("what a view shows", () => {
  test("the smallest box is found on either side of 180 degrees", () => {
    expect(boxAround([box(100, 110), box(130, 140, -5, 5)])).toEqual(box(100, 140, -5, 20));
    expect(boxAround([box(170, 175), box(-178, -170)])).toEqual(box(170, 190));
    expect(boxAround([box(175, 190), box(-175, -160)])).toEqual(box(175, 200));
    expect(boxAround([box(-10, 5), box(0, 20)])).toEqual(box(-10, 20));
  });

  test("events all around the earth are shown on the whole of it", () => {
    const all = boxAround([box(-170, -60), box(-60, 60), box(60, 170, -40, 0)]);
    expect(all).toEqual({ ...WORLD_BOX, south: -40, north: 20 });
  });

  test("a small event is seen in its surroundings, and without events the world", () => {
    const shown = boxToShow([area({ box: box(120, 121, 30, 31) })]);
    expect(shown.east - shown.west).toBe(LEAST_DEG);
    expect(shown.north - shown.south).toBe(LEAST_DEG);
    expect((shown.east + shown.west) / 2).toBe(120.5);
    expect(boxToShow([])).toBe(WORLD_BOX);
    expect(boxToShow([area({ box: box(0, 20, 84, 89) })]).north).toBe(90);
  });

  test("an outline says more than a box", () => {
    const outline = [[[[178, 1] as const, [184, 2] as const, [181, 7] as const]]];
    expect(boxOf(area({ outline }))).toEqual(box(178, 184, 1, 7));
    expect(boxOf(area())).toEqual(box(120, 130));
  });
});

/** Writes what `scripts/map_data.py` writes. */
const packed = (...numbers: number[]): Uint8Array =>
  new Uint8Array(
    numbers.flatMap((number) => {
      const bytes = [];
      let rest = number;
      for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
      return [...bytes, rest];
    }),
  );
const signed = (...steps: number[]) => steps.map((step) => (step < 0 ? -2 * step - 1 : 2 * step));

describe("the base map", () => {
  const triangle = [3, ...signed(1000, 200, 500, 0, 0, -700)];
  const border = [2, ...signed(-1000, 0, 1, -1)];

  test("is unpacked with its steps", () => {
    const found = unpack(packed(100, 1, 1, ...triangle, 1, ...border));
    expect(found.land).toEqual([[[10, 2, 15, 2, 15, -5]]]);
    expect(found.borders).toEqual([[5, -5, 5.01, -5.01]]);
  });

  test("that ends too early is refused", () => {
    const whole = packed(100, 1, 1, ...triangle, 0);
    expect(() => unpack(whole.slice(0, -3))).toThrow(RangeError);
  });

  test("draws an island with its coast, and land that is cut without the cut", () => {
    const island = [0, 0, 5, 0, 5, 5];
    const cut = [170, 10, 180.1, 8, 180.1, -8, 170, -10];
    const features = featuresOf({ land: [[island], [cut]], borders: [[1, 1, 2, 2]] });
    expect(features.map((feature) => feature.get("kind"))).toEqual([
      "island",
      "land",
      "coast",
      "border",
    ]);
    expect(((features[0] as Feature).getGeometry() as Polygon).getFlatCoordinates()).toHaveLength(
      8,
    );
    expect(coastsOf(cut)).toEqual([[180.1, -8, 170, -10, 170, 10, 180.1, 8]]);
  });

  test("has no coast at the pole or along 180 degrees", () => {
    const antarctic = [-180.1, -84, 0, -70, 180.1, -84, 180.1, -90, -180.1, -90];
    expect(coastsOf(antarctic)).toEqual([[-180.1, -84, 0, -70, 180.1, -84]]);
  });

  test("names towns in English where their Chinese name is not known", () => {
    const towns = townsOf([
      ["Nasinu", "", 178, -18, 4],
      ["Beijing", "北京", 116, 40, 0],
    ]);
    expect(towns.map((town) => town.get("town").names.zh)).toEqual(["Nasinu", "北京"]);
    expect(((towns[1] as Feature).getGeometry() as Point).getCoordinates()).toEqual(
      toMap([116, 40]),
    );
  });
});

describe("areas in their sources", () => {
  const sources = () =>
    new AreaSources(new VectorSource({ wrapX: false }), new VectorSource({ wrapX: false }));

  test("what is the same stays the same feature", () => {
    const shown = sources();
    expect(shown.update([area(), area({ key: "two", label: "Other" })])).toBe(true);
    const before = shown.outlines.getFeatureById("one 0");
    const other = shown.outlines.getFeatureById("two 0");
    expect(shown.update([area(), area({ key: "two", label: "Newer" })])).toBe(true);
    expect(shown.outlines.getFeatureById("one 0")).toBe(before);
    const newer = shown.outlines.getFeatureById("two 0");
    expect(newer).not.toBe(other);
    expect(newer && areaOf(newer).label).toBe("Newer");
    expect(shown.update([area(), area({ key: "two", label: "Newer" })])).toBe(false);
    shown.update([area()]);
    expect(shown.outlines.getFeatures()).toHaveLength(3);
    expect(shown.symbols.getFeatures()).toHaveLength(3);
  });

  test("a pointer finds a symbol, then the smallest area, on any turn around the earth", () => {
    const shown = sources();
    const small = area({
      key: "small",
      group: "s",
      box: box(178, 184, 12, 16),
      symbol: [-179, 13],
    });
    const large = area({ key: "large", group: "l", box: box(160, 200, 0, 30) });
    shown.update([large, small]);
    const at = (longitude: number, latitude: number) =>
      shown.at(toMap([longitude, latitude]), 0.05)?.key;
    expect(at(183, 15)).toBe("small");
    expect(at(-177, 15)).toBe("small");
    expect(at(170, 25)).toBe("large");
    expect(at(-168, 25)).toBe("large");
    expect(at(180, 15.3)).toBe("large");
    expect(at(150, 15)).toBeUndefined();
    expect(shown.at(toMap([181, 13]), 0.05)?.key).toBe("small");
    expect(shown.of("s")).toHaveLength(3);
  });

  test("a symbol stands at the peak, else in the middle of the box, beside its outline", () => {
    expect(placeOf(area())).toEqual([125, 15]);
    const shown = sources();
    shown.update([area({ box: box(178, 184), symbol: [-178, 15] })]);
    const point = shown.symbols.getFeatureById("one 0")?.getGeometry() as Point;
    expect(point).toBeInstanceOf(Point);
    expect(point.getCoordinates()[0]).toBeCloseTo(182 * SHRINK);
  });
});

describe("the pictures of layers", () => {
  const frame = (x: number, resolution: number, isMoving: boolean) => ({
    viewHints: [0, isMoving ? 1 : 0],
    viewState: { center: [x, 0], resolution },
    size: [1000, 500],
    extent: getForViewAndSize([x, 0], resolution, 0, [1000, 500]),
  });

  test("are carried along while they reach, and drawn again at their edge or when they blur", () => {
    const map = new Observable();
    keepImagesWide(map as unknown as OpenLayersMap);
    const isDrawn = (x: number, resolution: number, isMoving = true) => {
      const frameState = frame(x, resolution, isMoving);
      map.dispatchEvent(Object.assign(new Event("precompose"), { frameState }));
      const isResting = frameState.viewHints[1] === 0;
      map.dispatchEvent(Object.assign(new Event("postcompose"), { frameState }));
      expect(frameState.viewHints[1]).toBe(isMoving ? 1 : 0);
      return isResting;
    };
    expect(isDrawn(0, 0.1)).toBe(true);
    expect(isDrawn(20, 0.1)).toBe(false);
    expect(isDrawn(40, 0.1)).toBe(false);
    expect(isDrawn(49, 0.1)).toBe(true);
    expect(isDrawn(60, 0.1)).toBe(false);
    expect(isDrawn(60, 0.07)).toBe(false);
    expect(isDrawn(60, 0.05)).toBe(true);
    expect(isDrawn(60, 0.06, false)).toBe(true);
  });
});

describe("styles", () => {
  const palette: Palette = {
    ...{ sea: "#000001", land: "#000002", coast: "#000003", border: "#000004", grid: "#00000512" },
    ...{
      town: "#000006",
      ink: "#000007",
      quiet: "#000008",
      accent: "#00000a",
      surface: "#000009",
      font: "sans",
    },
    events: {
      ...{ rainstorm: "#100000", snowstorm: "#200000", gale: "#300000", heat_wave: "#400000" },
      ...{ cold_wave: "#500000", none: "#000008", unknown: "#000008" },
      ...{ finished: "#600000", cancelled: "#000008", withdrawn: "#700000" },
    },
  };
  const outline = [[[[120, 10] as const, [130, 10] as const, [125, 20] as const]]];
  const strokeOf = (change: Partial<MapArea>, selected: string | null = null) =>
    areaStyle(area({ outline, ...change }), palette, selected).getStroke();

  test("a stronger event has a wider line", () => {
    const widths = [0, 1, 2, 3, 4].map((weight) => strokeOf({ weight })?.getWidth() ?? 0);
    expect(widths).toEqual([...widths].sort((one, other) => one - other));
    expect(new Set(widths).size).toBe(5);
    expect(strokeOf({ weight: 9 })?.getWidth()).toBe(widths[4]);
  });

  test("dashes say that only the box is known, or that nothing was found", () => {
    expect(strokeOf({})?.getLineDash()).toBeNull();
    const kinds = [{}, { finding: "none" }, { finding: "unknown" }] as const;
    const dashes = kinds.map((kind) => String(strokeOf({ outline: [], ...kind })?.getLineDash()));
    expect(new Set(dashes).size).toBe(3);
  });

  test("borders are left out where a centre has its own", () => {
    const [land, , , border] = featuresOf({
      land: [[[0, 0, 5, 0, 5, 5]], [[170, 10, 180.1, 8, 180.1, -8]]],
      borders: [[1, 1, 2, 2]],
    });
    const drawn = [true, false].map((hasBorders) =>
      [land, border].map((one) => one && baseStyles(palette, hasBorders)(one) !== undefined),
    );
    expect(drawn).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  test("others step back when a group is selected", () => {
    expect(strokeOf({})?.getColor()).toBe("#300000ff");
    expect(strokeOf({}, "diagnosis")?.getColor()).toBe("#300000ff");
    expect(strokeOf({}, "other")?.getColor()).toBe(sheer("#300000", 0.45));
  });

  test("a shortened colour is written out before it lets something through", () => {
    expect(sheer(sixDigits("#fff"), 0.5)).toBe("#ffffff80");
    expect(sixDigits("#12ab34")).toBe("#12ab34");
  });

  test("a track is drawn for what is selected, with an arrow at its end", () => {
    const moving = area({
      outline,
      track: [
        [120, 10],
        [124, 14],
      ],
    });
    const pointed = liveStyles(moving, palette, 1, false);
    const selected = liveStyles(moving, palette, 1, true);
    expect(selected.length).toBeGreaterThan(pointed.length);
    const arrow = selected.at(-1)?.getGeometry() as Point;
    expect(arrow.getCoordinates()).toEqual([124 * SHRINK + WORLD, 14]);
    expect(liveStyles(area({ outline, track: [[1, 1]] }), palette, 0, true)).toHaveLength(2);
  });

  test("the selected symbol is filled, comes first and is bold", () => {
    const looks: boolean[] = [];
    const picture = (look: { isFilled: boolean }) => {
      looks.push(look.isFilled);
      return undefined as never;
    };
    const quiet = symbolStyles(area({ weight: 4 }), palette, null, picture);
    const chosen = symbolStyles(area({ weight: 0 }), palette, "diagnosis", picture);
    expect(looks).toEqual([false, true]);
    const [symbol, label] = chosen.map((style) => style.getZIndex() ?? 0);
    expect(symbol).toBeGreaterThan(quiet[0].getZIndex() ?? 0);
    expect(label).toBeGreaterThan(quiet[1].getZIndex() ?? 0);
    expect(label).toBeLessThan(quiet[0].getZIndex() ?? 0);
    expect(chosen[1].getText()?.getText()).toBe("Gale");
  });

  test("towns are named by rank, nearer views name more, in the language of the reader", () => {
    const town = { names: { en: "Beijing", zh: "北京" }, rank: 0 };
    expect(townStyle(town, palette, "zh").getText()?.getText()).toBe("北京");
    expect(isNamed(town, 0.5)).toBe(true);
    const named = [0.2, 0.1, 0.05, 0.02].map(
      (resolution) => [0, 1, 2, 3].filter((rank) => isNamed({ ...town, rank }, resolution)).length,
    );
    expect(named).toEqual([1, 2, 3, 4]);
  });
});

describe("lines of latitude and longitude", () => {
  test("are as many as fit", () => {
    expect(stepAt(0.3)).toBe(45);
    expect(stepAt(0.05)).toBe(10);
    expect(stepAt(0.002)).toBe(0.5);
    expect(linesBetween(-12, 21, 10)).toEqual([-10, 0, 10, 20]);
    expect(linesBetween(175, 196, 10)).toEqual([180, 190]);
  });

  test("are written as on charts", () => {
    expect([latitudeText(20), latitudeText(-12.5), latitudeText(0)]).toEqual([
      "20°N",
      "12.5°S",
      "0°",
    ]);
    expect([longitudeText(110), longitudeText(-70), longitudeText(-180)]).toEqual([
      "110°E",
      "70°W",
      "180°",
    ]);
    expect(`${latitudeText(12.34, 1)} ${longitudeText(113, 1)}`).toBe("12.3°N 113.0°E");
  });
});
