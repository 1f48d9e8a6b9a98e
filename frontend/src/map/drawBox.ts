import type { Map as MapLibre, MapMouseEvent, MapTouchEvent } from "maplibre-gl";

type Box = [number, number, number, number];
const STEP = 0.25;
const round = (value: number) => Math.round(value / STEP) * STEP;
const turned = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** The box between two points, on quarters of a degree; null where it is too small to mean one. */
export function boxBetween(
  one: { lng: number; lat: number },
  other: { lng: number; lat: number },
): Box | null {
  const west = round(Math.min(one.lng, other.lng));
  const east = round(Math.max(one.lng, other.lng));
  const south = Math.max(-90, round(Math.min(one.lat, other.lat)));
  const north = Math.min(90, round(Math.max(one.lat, other.lat)));
  if (east - west < STEP || north - south < STEP) return null;
  return [turned(west), south, turned(east), north];
}

/** Lets a person draw a box on a map, once; returns what gives the map back. */
export function drawBox(
  map: MapLibre,
  { onDraw, onDone }: { onDraw: (box: Box) => void; onDone: () => void },
): () => void {
  let from: { lng: number; lat: number } | null = null;
  const canvas = map.getCanvas();
  canvas.style.cursor = "crosshair";
  map.dragPan.disable();
  map.boxZoom.disable();
  const begin = (event: MapMouseEvent | MapTouchEvent) => {
    event.preventDefault();
    from = event.lngLat;
  };
  const move = (event: MapMouseEvent | MapTouchEvent) => {
    const box = from && boxBetween(from, event.lngLat);
    if (box) onDraw(box);
  };
  const end = (event: MapMouseEvent | MapTouchEvent) => {
    if (!from) return;
    move(event);
    from = null;
    onDone();
  };
  map.on("mousedown", begin);
  map.on("mousemove", move);
  map.on("mouseup", end);
  map.on("touchstart", begin);
  map.on("touchmove", move);
  map.on("touchend", end);
  return () => {
    canvas.style.cursor = "";
    map.dragPan.enable();
    map.boxZoom.enable();
    map.off("mousedown", begin);
    map.off("mousemove", move);
    map.off("mouseup", end);
    map.off("touchstart", begin);
    map.off("touchmove", move);
    map.off("touchend", end);
  };
}
