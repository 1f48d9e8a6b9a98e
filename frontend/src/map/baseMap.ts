import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import Polygon from "ol/geom/Polygon.js";
import detailAt from "@/generated/map/detail.bin?url";
import townsAt from "@/generated/map/towns.json?url";
import worldAt from "@/generated/map/world.bin?url";
import { toMap } from "./projection";

/** Lines of the base map, as `scripts/map_data.py` packs them: longitude and latitude alternately. */
export interface Boundaries {
  land: number[][][];
  borders: number[][];
}

export interface Town {
  names: { en: string; zh: string };
  /** 0 for those that every view names, up to 4. */
  rank: number;
}

/** Whether a point is where land is cut, at 180 degrees or at the pole. */
const isCut = (longitude: number, latitude: number): boolean =>
  Math.abs(longitude) > 180 || latitude <= -89.99;

/** Reads a packed file; `scripts/map_data.py` describes it. */
export function unpack(bytes: Uint8Array): Boundaries {
  let at = 0;
  let x = 0;
  let y = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError("the base map ends too early");
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const step = (): number => {
    const value = number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const several = <Item>(one: () => Item): Item[] => Array.from({ length: number() }, one);
  const perDegree = number();
  const line = (): number[] =>
    several(() => {
      x += step();
      y += step();
      return [x / perDegree, y / perDegree];
    }).flat();
  const land = several(() => several(line));
  return { land, borders: several(line) };
}

/** The stretches of a ring that are coast: without what runs along a cut. */
export function coastsOf(ring: readonly number[]): number[][] {
  const count = ring.length / 2;
  const point = (at: number): [number, number] => [
    ring[(at % count) * 2] ?? 0,
    ring[(at % count) * 2 + 1] ?? 0,
  ];
  const cuts = Array.from({ length: count }, (_, at) => isCut(...point(at)));
  const from = cuts.indexOf(true);
  if (from < 0) return [[...ring, ...ring.slice(0, 2)]];
  const found: number[][] = [];
  let line: number[] = [...point(from)];
  for (let at = from + 1; at <= from + count; at += 1) {
    const isAlong = cuts[at % count] && cuts[(at - 1) % count];
    if (isAlong) {
      if (line.length > 2) found.push(line);
      line = [];
    }
    line.push(...point(at));
  }
  if (line.length > 2) found.push(line);
  return found;
}

const placed = (flat: readonly number[]): number[] => {
  const points: number[] = [];
  for (let at = 0; at < flat.length; at += 2)
    points.push(...toMap([flat[at] ?? 0, flat[at + 1] ?? 0]));
  return points;
};

/** `island`: land that is drawn with its coast. `land`: without, for it is cut; `coast` is beside it. */
export type Kind = "island" | "land" | "coast" | "border";

/** What the map draws of boundaries; each feature has its `kind`. */
export function featuresOf({ land, borders }: Boundaries): Feature[] {
  const made = (kind: Kind, geometry: Polygon | LineString) => new Feature({ kind, geometry });
  const path = (kind: Kind, flat: readonly number[]) =>
    made(kind, new LineString(placed(flat), "XY"));
  const found: Feature[] = [];
  for (const rings of land) {
    const flat: number[] = [];
    const ends: number[] = [];
    for (const ring of rings) {
      flat.push(...placed([...ring, ...ring.slice(0, 2)]));
      ends.push(flat.length);
    }
    const area = new Polygon(flat, "XY", ends);
    const isWhole = rings.every((ring) =>
      ring.every((value, at) => at % 2 === 1 || !isCut(value, ring[at + 1] ?? 0)),
    );
    found.push(made(isWhole ? "island" : "land", area));
    if (!isWhole)
      for (const ring of rings) found.push(...coastsOf(ring).map((flat) => path("coast", flat)));
  }
  return found.concat(borders.map((flat) => path("border", flat)));
}

type TownRow = [en: string, zh: string, longitude: number, latitude: number, rank: number];

/** Towns as points, each with its `town`. A name that is not known in Chinese is the English one. */
export const townsOf = (rows: readonly TownRow[]): Feature[] =>
  rows.map(
    ([en, zh, longitude, latitude, rank]) =>
      new Feature({
        geometry: new Point(toMap([longitude, latitude])),
        town: { names: { en, zh: zh || en }, rank } satisfies Town,
      }),
  );

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

const boundaries = async (address: string) =>
  featuresOf(unpack(new Uint8Array(await (await fetched(address)).arrayBuffer())));

/** Keeps what was loaded for the next map; what failed is asked for again. */
function kept<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () => {
    value ??= load().catch((error: unknown) => {
      value = null;
      throw error;
    });
    return value;
  };
}

export const loadWorld = kept(() => boundaries(worldAt));
export const loadDetail = kept(() => boundaries(detailAt));
export const loadTowns = kept(async () => townsOf(await (await fetched(townsAt)).json()));
