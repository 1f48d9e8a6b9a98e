import type { Box } from "./model";

/** Drawn edges are tenths of a degree: no source here is finer. */
const STEP = 0.1;
const TOLERANCE = 1e-4;

const rounded = (value: number): number => Math.round(value / STEP) / Math.round(1 / STEP);
const wrapped = (longitude: number): number =>
  longitude >= -180 && longitude < 180
    ? longitude
    : longitude - 360 * Math.floor((longitude + 180) / 360);

/** The box of a region `[W, S, E, N]`: its east edge is beyond 180 where it crosses that meridian. */
export function boxFrom([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Box {
  const from = wrapped(west);
  const width = east - west < 0 ? east - west + 360 : Math.min(east - west, 360);
  return { west: from, south, east: from + width, north };
}

/** The region `[W, S, E, N]` of a box: longitudes from -180 to 180, a full circle stays whole. */
export function regionOf({ west, south, east, north }: Box): number[] {
  const from = wrapped(west);
  const width = Math.min(east - west, 360);
  const to = from + width;
  const tidy = (value: number) => Math.round(value * 1e4) / 1e4;
  return [from, south, to > 180 && width < 360 ? to - 360 : to, north].map(tidy);
}

export type Inside = "inside" | "partly" | "outside";

/** The part of a region that lies in an extent; null where none does. Where there are two, the wider. */
export function common(region: readonly number[], extent: readonly number[]): number[] | null {
  const [one, other] = [boxFrom(region), boxFrom(extent)];
  const south = Math.max(one.south, other.south);
  const north = Math.min(one.north, other.north);
  if (north - south <= TOLERANCE) return null;
  if (other.east - other.west >= 360 - TOLERANCE) return regionOf({ ...one, south, north });
  const shared = [-360, 0, 360].map((turn) => ({
    west: Math.max(one.west, other.west + turn),
    south,
    east: Math.min(one.east, other.east + turn),
    north,
  }));
  const widest = shared.reduce((best, next) =>
    next.east - next.west > best.east - best.west ? next : best,
  );
  return widest.east - widest.west > TOLERANCE ? regionOf(widest) : null;
}

/** Whether a region lies in the extent of the data. */
export function insideOf(region: readonly number[], extent: readonly number[]): Inside {
  const shared = common(region, extent);
  if (!shared) return "outside";
  const [all, part] = [boxFrom(region), boxFrom(shared)];
  const isWhole =
    Math.abs(all.east - all.west - (part.east - part.west)) < 2 * TOLERANCE &&
    Math.abs(all.north - all.south - (part.north - part.south)) < 2 * TOLERANCE;
  return isWhole ? "inside" : "partly";
}

/** What of a box is under a pointer: its edges, as signs to the east and to the north. */
export interface Grip {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

type Point = readonly [longitude: number, latitude: number];

/** The edge or corner within reach of a point, in degrees; null where there is none. */
export function gripAt(
  box: Box,
  [longitude, latitude]: Point,
  reach: readonly [number, number],
): Grip | null {
  const turn = 360 * Math.round((longitude - (box.west + box.east) / 2) / 360);
  const x = longitude - turn;
  const isWithin =
    x > box.west - reach[0] &&
    x < box.east + reach[0] &&
    latitude > box.south - reach[1] &&
    latitude < box.north + reach[1];
  if (!isWithin) return null;
  const side = (value: number, low: number, high: number, near: number): -1 | 0 | 1 => {
    if (Math.min(Math.abs(value - low), Math.abs(value - high)) > near) return 0;
    return Math.abs(value - low) < Math.abs(value - high) ? -1 : 1;
  };
  const grip: Grip = {
    x: side(x, box.west, box.east, reach[0]),
    y: side(latitude, box.south, box.north, reach[1]),
  };
  return grip.x === 0 && grip.y === 0 ? null : grip;
}

/** The box between two points of one drag, whichever way it went; null while it has no area. */
export function boxBetween(from: Point, to: Point): Box | null {
  const limited = (latitude: number) => Math.max(-90, Math.min(90, rounded(latitude)));
  const west = rounded(Math.min(from[0], to[0]));
  const east = Math.min(rounded(Math.max(from[0], to[0])), west + 360);
  const south = limited(Math.min(from[1], to[1]));
  const north = limited(Math.max(from[1], to[1]));
  return east > west && north > south ? { west, south, east, north } : null;
}

/** A box whose gripped edges were moved by degrees; an edge does not pass the one opposite. */
export function withEdges(box: Box, { x, y }: Grip, [east, north]: Point): Box {
  const next = { ...box };
  if (x < 0)
    next.west = Math.max(Math.min(rounded(box.west + east), box.east - STEP), box.east - 360);
  if (x > 0)
    next.east = Math.min(Math.max(rounded(box.east + east), box.west + STEP), box.west + 360);
  if (y < 0) next.south = Math.max(Math.min(rounded(box.south + north), box.north - STEP), -90);
  if (y > 0) next.north = Math.min(Math.max(rounded(box.north + north), box.south + STEP), 90);
  return next;
}

/** A box moved by degrees; it stops at the poles. */
export function moved(box: Box, east: number, north: number): Box {
  const up = Math.max(-90 - box.south, Math.min(90 - box.north, north));
  return {
    west: box.west + east,
    south: box.south + up,
    east: box.east + east,
    north: box.north + up,
  };
}
