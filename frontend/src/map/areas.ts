import Feature from "ol/Feature.js";
import MultiPolygon from "ol/geom/MultiPolygon.js";
import Point from "ol/geom/Point.js";
import { fromExtent } from "ol/geom/Polygon.js";
import type VectorSource from "ol/source/Vector.js";
import { boxOf } from "./fit";
import type { Box, MapArea, Position } from "./model";
import { toExtent, toMap, WORLD } from "./projection";

/** Each area is drawn once for each turn around the earth that a view can reach. */
const TURNS = [-1, 0, 1] as const;
/** How near to a symbol a pointer or a finger must come, in pixels. */
const SYMBOL_REACH = 16;

export const areaOf = (feature: Feature): MapArea => feature.get("area");

const middleOf = (box: Box): Position => [(box.west + box.east) / 2, (box.south + box.north) / 2];

/** Where the symbol stands. */
export const placeOf = (area: MapArea): Position => area.symbol ?? middleOf(area.box);

function outlineOf(area: MapArea) {
  if (area.outline.length === 0) return fromExtent(toExtent(area.box));
  return new MultiPolygon(area.outline.map((rings) => rings.map((ring) => ring.map(toMap))));
}

/** The longitude nearest to another one that means the same place. */
const near = (longitude: number, other: number): number =>
  longitude - 360 * Math.round((longitude - other) / 360);

/** The shapes and symbols of an area: one of each for a turn around the earth. */
function featuresOf(area: MapArea): { outlines: Feature[]; symbols: Feature[] } {
  const outline = outlineOf(area);
  const box = boxOf(area);
  const size = (box.east - box.west) * (box.north - box.south);
  const [longitude, latitude] = placeOf(area);
  const place = toMap([near(longitude, (box.west + box.east) / 2), latitude]);
  const outlines: Feature[] = [];
  const symbols: Feature[] = [];
  for (const turn of TURNS) {
    const shape = outline.clone();
    shape.translate(turn * WORLD, 0);
    const features = [
      new Feature({ geometry: shape, area, size, turn }),
      new Feature({ geometry: new Point([place[0] + turn * WORLD, place[1]]), area, turn }),
    ] as const;
    for (const feature of features) feature.setId(`${area.key} ${turn}`);
    outlines.push(features[0]);
    symbols.push(features[1]);
  }
  return { outlines, symbols };
}

/**
 * Keeps sources in step with areas: what is the same stays, so that nothing flashes.
 *
 * @returns Whether something changed.
 */
export class AreaSources {
  private shown = new Map<string, MapArea>();

  constructor(
    readonly outlines: VectorSource,
    readonly symbols: VectorSource,
  ) {}

  update(areas: readonly MapArea[]): boolean {
    const wanted = new Map(areas.map((area) => [area.key, area]));
    const isSame = (key: string, area: MapArea) => {
      const other = wanted.get(key);
      return other === area || (other && JSON.stringify(other) === JSON.stringify(area));
    };
    const gone = [...this.shown].filter(([key, area]) => !isSame(key, area)).map(([key]) => key);
    for (const key of gone) this.remove(key);
    const added = [...wanted.values()].filter((area) => !this.shown.has(area.key)).map(featuresOf);
    this.outlines.addFeatures(added.flatMap((features) => features.outlines));
    this.symbols.addFeatures(added.flatMap((features) => features.symbols));
    for (const [key, area] of wanted) if (!this.shown.has(key)) this.shown.set(key, area);
    return gone.length + added.length > 0;
  }

  private remove(key: string) {
    this.shown.delete(key);
    for (const source of [this.outlines, this.symbols])
      for (const turn of TURNS) {
        const feature = source.getFeatureById(`${key} ${turn}`);
        if (feature) source.removeFeature(feature);
      }
  }

  /** The shapes of a group. */
  of(group: string): Feature[] {
    return this.outlines.getFeatures().filter((feature) => areaOf(feature).group === group);
  }

  /** What is at a point of the map: the nearest symbol, else the smallest area around it. */
  at(point: readonly number[], resolution: number): MapArea | null {
    const [x = 0, y = 0] = point;
    const reach = SYMBOL_REACH * resolution;
    let nearest: MapArea | null = null;
    let least = reach;
    for (const symbol of this.symbols.getFeaturesInExtent([
      x - reach,
      y - reach,
      x + reach,
      y + reach,
    ])) {
      const [east = 0, north = 0] = (symbol.getGeometry() as Point).getFlatCoordinates();
      const distance = Math.hypot(east - x, north - y);
      if (distance <= least) {
        least = distance;
        nearest = areaOf(symbol);
      }
    }
    if (nearest) return nearest;
    const around = this.outlines.getFeaturesAtCoordinate([x, y]);
    const smallest = around.sort((one, other) => one.get("size") - other.get("size"))[0];
    return smallest ? areaOf(smallest) : null;
  }
}
