// Moves two maps of the same content by program and counts frames: one drawn in each frame, as
// OpenLayers does by itself, and that of the application. `bench/run.ts` asks for both alternately.
import VectorLayer from "ol/layer/Vector.js";
import OpenLayersMap from "ol/Map.js";
import VectorSource from "ol/source/Vector.js";
import View from "ol/View.js";
import "../../platform/hvrmet/core/static/core/tokens.css";
import "./page.css";
import { EVENTS } from "../src/design/components/Marks";
import { AreaSources } from "../src/map/areas";
import { loadDetail } from "../src/map/baseMap";
import { MapView } from "../src/map/mapView";
import type { MapArea, Position } from "../src/map/model";
import { paletteOf } from "../src/map/palette";
import { projection, toMap } from "../src/map/projection";
import { areaStyle, baseStyles, symbolStyles } from "../src/map/styles";
import { pictures } from "../src/map/symbols";

const OUTLINES = 500;
const VERTICES = 60;
const SECONDS = 6;
/** How far the view goes to each side, in pixels: beyond the margin of the pictures. */
const REACH = [700, 160] as const;
const CENTRE = toMap([112, 30]);
const RESOLUTION = 0.04;

export interface Frames {
  perSecond: number;
  /** The length that one frame in twenty exceeds, and the greatest, in milliseconds. */
  p95: number;
  longest: number;
}

/** The same scatter at each run. */
function* scatter(): Generator<number, never> {
  let state = 1;
  for (;;) {
    state = (state * 48271) % 2147483647;
    yield state / 2147483647;
  }
}

function areas(): MapArea[] {
  const random = scatter();
  const between = (low: number, high: number) => low + (high - low) * random.next().value;
  return Array.from({ length: OUTLINES }, (_, number): MapArea => {
    const [west, south] = [between(60, 160), between(-5, 60)];
    const [width, height] = [between(2, 6), between(1.5, 4)];
    const ring = Array.from({ length: VERTICES + 1 }, (_, at): Position => {
      const angle = (2 * Math.PI * at) / VERTICES;
      const wave = 1 + 0.1 * Math.sin(7 * angle);
      return [
        west + (width / 2) * (1 + wave * Math.cos(angle)),
        south + (height / 2) * (1 + wave * Math.sin(angle)),
      ];
    });
    return {
      key: `${number}`,
      group: `${number}`,
      finding: EVENTS[number % EVENTS.length] ?? "gale",
      outline: [[ring]],
      box: { west, south, east: west + width, north: south + height },
      symbol: null,
      track: [],
      weight: number % 5,
      label: `${number}`,
    };
  });
}

async function plain(target: HTMLElement): Promise<View> {
  const palette = paletteOf(target);
  const base = new VectorSource({ features: await loadDetail() });
  const [outlines, symbols] = [new VectorSource(), new VectorSource()];
  new AreaSources(outlines, symbols).update(areas());
  const picture = pictures(palette);
  const view = new View({ projection: projection(), center: CENTRE, resolution: RESOLUTION });
  new OpenLayersMap({
    target,
    view,
    controls: [],
    layers: [
      new VectorLayer({ source: base, style: baseStyles(palette, true) }),
      new VectorLayer({
        source: outlines,
        style: (feature) => areaStyle(feature.get("area"), palette, null),
      }),
      new VectorLayer({
        source: symbols,
        declutter: true,
        style: (feature) => symbolStyles(feature.get("area"), palette, null, picture),
      }),
    ],
  });
  return view;
}

async function pictured(target: HTMLElement): Promise<View> {
  const nothing = () => undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  const map = new MapView(target, {
    selected: nothing,
    hovered: nothing,
    pointed: nothing,
    base: nothing,
    drawn: resolve,
    edited: nothing,
    drawing: nothing,
  });
  map.show(areas());
  await promise;
  map.view.setCenter(CENTRE);
  map.view.setResolution(RESOLUTION);
  return map.view;
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function moved(view: View): Promise<Frames> {
  const lengths: number[] = [];
  view.beginInteraction();
  const began = await frame();
  for (let before = began; before - began < SECONDS * 1000; ) {
    const now = await frame();
    lengths.push(now - before);
    before = now;
    const turn = (2 * Math.PI * (now - began)) / (SECONDS * 1000);
    view.setCenter([
      CENTRE[0] + REACH[0] * RESOLUTION * Math.sin(turn),
      CENTRE[1] + REACH[1] * RESOLUTION * Math.sin(2 * turn),
    ]);
  }
  view.endInteraction();
  lengths.sort((one, other) => one - other);
  const sum = lengths.reduce((all, length) => all + length, 0);
  return {
    perSecond: (1000 * lengths.length) / sum,
    p95: lengths[Math.floor(lengths.length * 0.95)] ?? 0,
    longest: lengths.at(-1) ?? 0,
  };
}

const WAYS = { plain, pictured };
export type Way = keyof typeof WAYS;

declare global {
  interface Window {
    measure: (way: Way) => Promise<Frames>;
  }
}

window.measure = async (way) => {
  const target = document.getElementById("map");
  if (!target) throw new Error("the page has no place for the map");
  const view = await WAYS[way](target);
  await pause(2000);
  return moved(view);
};
