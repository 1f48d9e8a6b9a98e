import type { Finding } from "@/design/components/Marks";

/** Longitude and latitude, in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** Edges in degrees; `east` is beyond 180 where a box crosses that meridian. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** What stands at a place: an event, none, or the verdict on a factor there. */
export type Sign = Finding | "finished" | "cancelled" | "withdrawn";

/** An event on the map, what was looked at where nothing was found, or where a factor was judged. */
export interface MapArea {
  /** Its own; what has the key of one before is the same event with newer data. */
  key: string;
  /** What it belongs to, a diagnosis: areas of one group are selected together. */
  group: string;
  finding: Sign;
  /** Polygons with their holes, as in GeoJSON; longitudes may exceed 180. Empty: only the box is known. */
  outline: readonly (readonly (readonly Position[])[])[];
  /** Drawn with dashes where there is no outline. */
  box: Box;
  /** Where the peak is: the symbol of the event stands there. Null: in the middle of the box. */
  symbol: Position | null;
  /** The path of the centre, drawn while its group is selected. */
  track: readonly Position[];
  /** The track is an axis or an outline, on which nothing moves. */
  isLine?: boolean;
  /** How strong it is, from 0 to 4: width of the line, strength of the fill, and who finds room first. */
  weight: number;
  /** A short text beside the symbol, where there is room. */
  label: string;
}
