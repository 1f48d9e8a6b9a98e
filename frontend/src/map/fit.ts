import type { Box, MapArea } from "./model";

/** What a view shows at least, in degrees of latitude: a single small event is seen in its surroundings. */
export const LEAST_DEG = 10;
/** What a map without events shows: most land, without the emptiest part of the south. */
export const WORLD_BOX: Box = { west: -170, south: -58, east: 190, north: 80 };
const NEARLY_ALL_DEG = 300;

const turned = (longitude: number): number => ((longitude % 360) + 360) % 360;

/** Where an area is: its outline, or its box. */
export function boxOf(area: MapArea): Box {
  const points = area.outline.flatMap((polygon) => polygon[0] ?? []);
  if (points.length === 0) return area.box;
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [longitude, latitude] of points) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

/** The smallest box around all, on whichever side of the earth it lies; null if there is none. */
export function boxAround(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const south = Math.min(...boxes.map((box) => box.south));
  const north = Math.max(...boxes.map((box) => box.north));
  const spans = boxes
    .map(
      (box) => [turned(box.west), turned(box.west) + Math.min(box.east - box.west, 360)] as const,
    )
    .sort((one, other) => one[0] - other[0]);
  // The widest stretch without any is left out: the box begins where it ends.
  let reach = spans[0]?.[1] ?? 0;
  const first = spans[0]?.[0] ?? 0;
  let widest = { gap: -Infinity, west: first };
  for (const [west, east] of [...spans.slice(1), [first + 360, 0] as const]) {
    if (west - reach > widest.gap) widest = { gap: west - reach, west };
    reach = Math.max(reach, east);
  }
  if (360 - widest.gap > NEARLY_ALL_DEG) return { ...WORLD_BOX, south, north };
  const west = turned(widest.west + 180) - 180;
  return { west, south, east: west + 360 - widest.gap, north };
}

/** What a view shows that is opened on areas. */
export function boxToShow(areas: readonly MapArea[]): Box {
  const box = boxAround(areas.map(boxOf));
  return box ? withRoom(box) : WORLD_BOX;
}

/** A box that shows a small one in its surroundings. */
export function withRoom(box: Box): Box {
  const wider = Math.max(0, LEAST_DEG - (box.east - box.west)) / 2;
  const higher = Math.max(0, LEAST_DEG - (box.north - box.south)) / 2;
  return {
    west: box.west - wider,
    south: Math.max(-90, box.south - higher),
    east: box.east + wider,
    north: Math.min(90, box.north + higher),
  };
}
