import type { FeatureCollection, Position } from "geojson";

/** Corners of a box as a ring; one over the date line goes on beyond 180. */
export function ringOf(box: readonly number[]): Position[] {
  const [west = 0, south = 0, given = 0, north = 0] = box;
  const east = given < west ? given + 360 : given;
  const sides = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return sides as Position[];
}

/** The smallest box around several; null for none. */
export function around(boxes: readonly (readonly number[])[]): number[] | null {
  if (boxes.length === 0) return null;
  const sides = boxes.map(([west = 0, south = 0, east = 0, north = 0]) => [
    west,
    south,
    east < west ? east + 360 : east,
    north,
  ]) as [number, number, number, number][];
  return [
    Math.min(...sides.map((box) => box[0])),
    Math.min(...sides.map((box) => box[1])),
    Math.max(...sides.map((box) => box[2])),
    Math.max(...sides.map((box) => box[3])),
  ];
}

export const EMPTY: FeatureCollection = { type: "FeatureCollection", features: [] };

const degrees = (value: number, [plus, minus]: readonly [string, string]) =>
  `${Number(Math.abs(value).toFixed(2))}°${value < 0 ? minus : plus}`;

const turn = (value: number) => ((((value + 180) % 360) + 360) % 360) - 180;

/** A place as forecasters write it: `31.97°N 118.02°E`. */
export const placeText = (latitude: number, longitude: number): string =>
  [
    `${Math.abs(latitude).toFixed(2)}°${latitude < 0 ? "S" : "N"}`,
    `${Math.abs(turn(longitude)).toFixed(2)}°${turn(longitude) < 0 ? "W" : "E"}`,
  ].join(" ");

/** A box as forecasters write it: `27–35°N 110–126°E`. */
export function boxText(box: readonly number[]): string {
  const [west = 0, south = 0, east = 0, north = 0] = box;
  const range = (from: number, to: number, signs: readonly [string, string]) => {
    const first = degrees(from, signs);
    const second = degrees(to, signs);
    return first.at(-1) === second.at(-1)
      ? `${first.slice(0, -2)}–${second}`
      : `${first}–${second}`;
  };
  return `${range(south, north, ["N", "S"])} ${range(turn(west), turn(east), ["E", "W"])}`;
}
