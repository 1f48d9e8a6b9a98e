import Feature from "ol/Feature.js";
import MultiPoint from "ol/geom/MultiPoint.js";
import { fromExtent } from "ol/geom/Polygon.js";
import PointerInteraction from "ol/interaction/Pointer.js";
import VectorLayer from "ol/layer/Vector.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import VectorSource from "ol/source/Vector.js";
import Circle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import { boxBetween, type Grip, gripAt, moved, withEdges } from "./box";
import type { Box } from "./model";
import { type Palette, sheer } from "./palette";
import { SHRINK, toExtent, WORLD } from "./projection";

const TURNS = [-1, 0, 1] as const;
/** How near to an edge a pointer or a finger must come, in pixels. */
const REACH = 9;

/** A box that can be drawn and changed, and the extent of the data that it should lie in. */
export interface BoxToEdit {
  box: Box | null;
  extent: Box | null;
}

type Point = [longitude: number, latitude: number];

const pointOf = (coordinate: readonly number[]): Point => [
  (coordinate[0] ?? 0) / SHRINK,
  coordinate[1] ?? 0,
];

interface Drag {
  from: Point;
  /** What is pulled; without, a new box is drawn. */
  pulled: { grip: Grip; box: Box } | null;
}

/**
 * Draws a box by drag, moves its edges, and moves it by keys. A drag elsewhere moves the map, unless a box
 * is about to be drawn.
 */
export class BoxTool {
  readonly layer = new VectorLayer({ source: new VectorSource({ wrapX: false }) });
  readonly interaction: PointerInteraction;
  private shown: BoxToEdit = { box: null, extent: null };
  private palette: Palette | null = null;
  private drag: Drag | null = null;
  private isDrawing = false;

  constructor(
    private readonly target: HTMLElement,
    private readonly resolution: () => number,
    private readonly listener: { edited: (box: Box) => void; drawing: (isOn: boolean) => void },
  ) {
    this.interaction = new PointerInteraction({
      handleDownEvent: (event) => this.down(event),
      handleDragEvent: (event) => this.pull(event),
      handleUpEvent: () => this.up(),
      handleMoveEvent: (event) => this.over(event),
    });
  }

  show(shown: BoxToEdit) {
    this.shown = shown;
    if (!this.drag) this.redraw(shown.box);
  }

  paint(palette: Palette) {
    this.palette = palette;
    this.redraw(this.shown.box);
  }

  /** Whether the next drag draws a new box. */
  draw(isOn: boolean) {
    this.isDrawing = isOn;
    this.target.toggleAttribute("data-drawing", isOn);
  }

  /** Moves the box, or its north-east corner, by steps to the east and to the north. */
  step(east: number, north: number, isCorner: boolean) {
    const { box } = this.shown;
    if (!box) return;
    const next = isCorner
      ? withEdges(box, { x: east === 0 ? 0 : 1, y: north === 0 ? 0 : 1 }, [east, north])
      : moved(box, east, north);
    this.listener.edited(next);
  }

  private grip(event: MapBrowserEvent): Grip | null {
    const reach = REACH * this.resolution();
    const { box } = this.shown;
    return box ? gripAt(box, pointOf(event.coordinate), [reach / SHRINK, reach]) : null;
  }

  private down(event: MapBrowserEvent): boolean {
    if (this.interaction.getPointerCount() > 1) return false;
    const from = pointOf(event.coordinate);
    const grip = this.isDrawing ? null : this.grip(event);
    const { box } = this.shown;
    if (!this.isDrawing && !(grip && box)) return false;
    this.drag = { from, pulled: grip && box ? { grip, box } : null };
    return true;
  }

  private boxAt(event: MapBrowserEvent): Box | null {
    const to = pointOf(event.coordinate);
    if (!this.drag) return null;
    const { from, pulled } = this.drag;
    if (!pulled) return boxBetween(from, to);
    return withEdges(pulled.box, pulled.grip, [to[0] - from[0], to[1] - from[1]]);
  }

  private pulledTo: Box | null = null;

  private pull(event: MapBrowserEvent) {
    this.pulledTo = this.boxAt(event) ?? this.pulledTo;
    this.redraw(this.pulledTo ?? this.shown.box);
  }

  private up(): boolean {
    const { pulledTo } = this;
    this.drag = null;
    this.pulledTo = null;
    if (pulledTo) {
      this.draw(false);
      this.listener.drawing(false);
      this.listener.edited(pulledTo);
    } else this.redraw(this.shown.box);
    return false;
  }

  private over(event: MapBrowserEvent) {
    if (event.dragging) return;
    const grip = this.isDrawing ? null : this.grip(event);
    const { x = 0, y = 0 } = grip ?? {};
    const shape = x === 0 ? "ns" : y === 0 ? "ew" : x === y ? "nesw" : "nwse";
    if (grip) this.target.dataset.grip = shape;
    else delete this.target.dataset.grip;
  }

  private redraw(box: Box | null) {
    const { palette } = this;
    const source = this.layer.getSource();
    if (!palette || !source) return;
    const { extent } = this.shown;
    const isWorld = extent && extent.east - extent.west >= 359;
    source.clear(true);
    for (const turn of TURNS) {
      if (extent && !isWorld) source.addFeature(framed(extent, turn, extentStyle(palette)));
      if (box) source.addFeature(framed(box, turn, boxStyle(palette, box, turn)));
    }
    source.changed();
  }
}

function framed(box: Box, turn: number, style: Style | Style[]): Feature {
  const shape = fromExtent(toExtent(box));
  shape.translate(turn * WORLD, 0);
  const feature = new Feature(shape);
  feature.setStyle(style);
  return feature;
}

const extentStyle = (palette: Palette) =>
  new Style({
    stroke: new Stroke({ color: sheer(palette.quiet, 0.9), width: 1.25, lineDash: [6, 5] }),
  });

function boxStyle(palette: Palette, { west, south, east, north }: Box, turn: number): Style[] {
  const shift = turn * WORLD;
  const [left, right] = [west * SHRINK + shift, east * SHRINK + shift];
  const [x, y] = [(left + right) / 2, (south + north) / 2];
  const handles = [
    ...[left, x, right].flatMap((at) => [
      [at, south],
      [at, north],
    ]),
    [left, y],
    [right, y],
  ];
  return [
    new Style({
      fill: new Fill({ color: sheer(palette.accent, 0.12) }),
      stroke: new Stroke({ color: sheer(palette.surface, 0.8), width: 4.5 }),
    }),
    new Style({ stroke: new Stroke({ color: palette.accent, width: 2 }) }),
    new Style({
      geometry: new MultiPoint(handles),
      image: new Circle({
        radius: 4,
        fill: new Fill({ color: palette.surface }),
        stroke: new Stroke({ color: palette.accent, width: 1.75 }),
      }),
    }),
  ];
}
