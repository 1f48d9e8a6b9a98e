import { addCoordinateTransforms, addProjection, get, Projection } from "ol/proj.js";
import type { Box, Position } from "./model";

/** Lengths are true along this parallel: a compromise between the tropics and the middle latitudes. */
const TRUE_AT_DEG = 35;
export const SHRINK = Math.cos((TRUE_AT_DEG * Math.PI) / 180);
/** The width of the world on the map. */
export const WORLD = 360 * SHRINK;
const CODE = "HVRMET:EQUIDISTANT-35";
const METRES_OF_A_DEGREE = 111_195;

/** Where a position lies on the map: boxes of longitude and latitude are rectangles there. */
export const toMap = ([longitude, latitude]: Position): [number, number] => [
  longitude * SHRINK,
  latitude,
];

/** The position of a point of the map, with its longitude from -180 up to 180. */
export function fromMap([x = 0, y = 0]: readonly number[]): [number, number] {
  const longitude = x / SHRINK;
  return [longitude - 360 * Math.floor((longitude + 180) / 360), y];
}

export const toExtent = ({ west, south, east, north }: Box): [number, number, number, number] => [
  west * SHRINK,
  south,
  east * SHRINK,
  north,
];

/** Equidistant cylindrical, true at 35 degrees. A degree of latitude is one unit. */
export function projection(): Projection {
  const known = get(CODE);
  if (known) return known;
  const made = new Projection({
    code: CODE,
    units: "degrees",
    extent: [-WORLD / 2, -90, WORLD / 2, 90],
    worldExtent: [-180, -90, 180, 90],
    global: true,
    metersPerUnit: METRES_OF_A_DEGREE,
  });
  addProjection(made);
  addCoordinateTransforms(
    "EPSG:4326",
    made,
    ([longitude = 0, latitude = 0]) => toMap([longitude, latitude]),
    ([x = 0, y = 0]) => [x / SHRINK, y],
  );
  return made;
}
