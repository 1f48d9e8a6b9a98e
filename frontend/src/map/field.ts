import { send } from "@/api/client";
import type { RasterAnswer } from "@/api/schema";
import { colourOf, type Scale } from "./scales";

/**
 * A field as numbers in rows from north to south, even in latitude; NaN where there is no value. Its
 * cells are those of the data's grid, so that the value at a place is that of the cell it lies in.
 */
export interface Field {
  width: number;
  height: number;
  /** Outer edges west, south, east, north in degrees. */
  bounds: readonly number[];
  values: Float32Array;
}

const RADIANS = Math.PI / 180;
/** Beyond this latitude Mercator's map ends. */
const HIGHEST = 85;
const within = (latitude: number) => Math.max(-HIGHEST, Math.min(HIGHEST, latitude));
const mercator = (latitude: number) =>
  Math.log(Math.tan(Math.PI / 4 + (within(latitude) * RADIANS) / 2));
const latitudeOf = (y: number) => (2 * Math.atan(Math.exp(y)) - Math.PI / 2) / RADIANS;
const LEAST_PIXELS = 360;
const MISSING = 255;

/** Reads the numbers of a raster out of the pixels of its picture: 256 R + G, B where missing. */
export function decoded(
  raster: Pick<RasterAnswer, "width" | "height" | "bounds" | "scale" | "offset">,
  pixels: Uint8ClampedArray,
): Field {
  const values = new Float32Array(raster.width * raster.height);
  for (let index = 0; index < values.length; index += 1) {
    const at = 4 * index;
    const number = 256 * (pixels[at] ?? 0) + (pixels[at + 1] ?? 0);
    values[index] = pixels[at + 2] === MISSING ? Number.NaN : raster.offset + raster.scale * number;
  }
  return { width: raster.width, height: raster.height, bounds: raster.bounds as number[], values };
}

/** Fetches a raster by the address of its content. */
export async function fetchField(raster: RasterAnswer, url: string): Promise<Field> {
  const reply = await send(new Request(new URL(url, location.origin)));
  const picture = await createImageBitmap(await reply.blob(), {
    colorSpaceConversion: "none",
    premultiplyAlpha: "none",
  });
  const canvas = document.createElement("canvas");
  canvas.width = raster.width;
  canvas.height = raster.height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser draws no pictures");
  context.drawImage(picture, 0, 0);
  return decoded(raster, context.getImageData(0, 0, raster.width, raster.height).data);
}

/** The value of the cell at a position, as the file has it; null outside and where it is missing. */
export function valueAt(field: Field, longitude: number, latitude: number): number | null {
  const [west = 0, south = 0, east = 0, north = 0] = field.bounds;
  const turned =
    longitude < west ? longitude + 360 : longitude > east ? longitude - 360 : longitude;
  const across = (turned - west) / (east - west);
  const down = (north - latitude) / (north - south);
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return null;
  const value =
    field.values[Math.floor(down * field.height) * field.width + Math.floor(across * field.width)];
  return value === undefined || Number.isNaN(value) ? null : value;
}

/**
 * Where each row of a picture that is even in Mercator's y lies in a field, in rows from the middle of
 * its first one.
 */
export function rowsOf({ height, bounds }: Field): number[] {
  const [, south = 0, , north = 0] = bounds;
  const [top, bottom] = [mercator(north), mercator(south)];
  const count = Math.max(2 * height, LEAST_PIXELS);
  return Array.from({ length: count }, (_, row) => {
    const latitude = latitudeOf(top + ((row + 0.5) / count) * (bottom - top));
    return ((north - latitude) / (north - south)) * height - 0.5;
  });
}

/**
 * The value between the middles of cells, linear in both directions, so that colours change where
 * contours run; where one of the four is missing, that of the cell.
 */
export function between({ values, width, height }: Field, column: number, row: number): number {
  const inside = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
  const [x, y] = [inside(column, width), inside(row, height)];
  const [left, up] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [Math.min(left + 1, width - 1), Math.min(up + 1, height - 1)];
  const cell = (across: number, below: number) => values[below * width + across] ?? Number.NaN;
  const part = (from: number, to: number, share: number) =>
    share === 0 ? from : from + (to - from) * share;
  const mixed = part(
    part(cell(left, up), cell(right, up), x - left),
    part(cell(left, down), cell(right, down), x - left),
    y - up,
  );
  return Number.isNaN(mixed) ? cell(Math.round(x), Math.round(y)) : mixed;
}

/** Draws a field with the colours of a scale on Mercator's map; missing cells stay clear. */
export function painted(field: Field, scale: Scale): HTMLCanvasElement {
  const rows = rowsOf(field);
  const columns = Math.max(field.width, LEAST_PIXELS);
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows.length;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const image = context.createImageData(columns, rows.length);
  rows.forEach((down, row) => {
    for (let column = 0; column < columns; column += 1) {
      const value = between(field, ((column + 0.5) / columns) * field.width - 0.5, down);
      if (Number.isNaN(value)) continue;
      image.data.set([...colourOf(scale, value), 255], 4 * (row * columns + column));
    }
  });
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Corners of a field as a map's picture needs them, from the upper left on. */
export function cornersOf({
  bounds,
}: Field): [[number, number], [number, number], [number, number], [number, number]] {
  const [west = 0, low = 0, east = 0, high = 0] = bounds;
  const [south, north] = [within(low), within(high)];
  return [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
}
