import Collection from "ol/Collection.js";
import { containsCoordinate, containsExtent, getCenter, getHeight, getWidth } from "ol/extent.js";
import Feature from "ol/Feature.js";
import DoubleClickZoom from "ol/interaction/DoubleClickZoom.js";
import DragPan from "ol/interaction/DragPan.js";
import KeyboardPan from "ol/interaction/KeyboardPan.js";
import MouseWheelZoom from "ol/interaction/MouseWheelZoom.js";
import PinchZoom from "ol/interaction/PinchZoom.js";
import Kinetic from "ol/Kinetic.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorImageLayer from "ol/layer/VectorImage.js";
import OpenLayersMap from "ol/Map.js";
import type RenderEvent from "ol/render/Event.js";
import VectorSource from "ol/source/Vector.js";
import View from "ol/View.js";
import { AreaSources, areaOf, placeOf } from "./areas";
import { loadDetail, loadTowns, loadWorld, type Town } from "./baseMap";
import { type BoxToEdit, BoxTool } from "./boxTool";
import { boxToShow, withRoom } from "./fit";
import { drawDegrees, drawLines } from "./graticule";
import { IMAGE_RATIO, keepImagesWide } from "./images";
import type { Box, MapArea, Position } from "./model";
import { type Palette, paletteOf } from "./palette";
import { fromMap, projection, SHRINK, toExtent, toMap, WORLD } from "./projection";
import {
  areaStyle,
  baseStyles,
  isNamed,
  liveStyles,
  type Selected,
  symbolStyles,
  townStyle,
} from "./styles";
import { pictures } from "./symbols";

/** Views finer than this, in degrees a pixel, show the boundaries in detail. */
const DETAIL_BELOW = 0.05;
/** Much nearer than this the boundaries are no longer true. OpenLayers takes up to twice as much. */
const FINEST = 0.0025;
const PADDING = [44, 110, 44, 60] as const;
const MOVE_MS = 180;
/** The width of the controls, which degrees leave free. */
const CONTROLS = 96;
const FAR = 1e6;
/** A box that takes less of the width than this is brought nearer. */
const LEAST_SHARE = 0.12;
const ARROWS: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
};

/** Whether what lies below the events is there. */
export type BaseState = "loading" | "there" | "failed";

export interface Listener {
  selected: (group: Selected) => void;
  hovered: (group: Selected) => void;
  pointed: (position: Position | null) => void;
  base: (state: BaseState) => void;
  /** All that can be shown is drawn. */
  drawn: () => void;
  /** The box was drawn or changed by hand. */
  edited: (box: Box) => void;
  /** Whether the next drag draws a box. */
  drawing: (isOn: boolean) => void;
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const imageLayer = (options: { wrapX?: boolean; declutter?: boolean } = {}) =>
  new VectorImageLayer({
    source: new VectorSource({ wrapX: options.wrapX ?? false }),
    imageRatio: IMAGE_RATIO,
    declutter: options.declutter ?? false,
    renderBuffer: 120,
  });

/** The map in an element: layers, view and what a person does with them. React stays outside. */
export class MapView {
  private readonly world = imageLayer({ wrapX: true });
  private readonly detail = imageLayer({ wrapX: true });
  private readonly shapes = imageLayer();
  private readonly live = new VectorLayer({ source: new VectorSource({ wrapX: false }) });
  private readonly names = imageLayer({ declutter: true });
  /** Holds nothing: degrees are written when everything else is drawn. */
  private readonly edges = new VectorLayer({ source: new VectorSource() });
  private readonly areas = new AreaSources(sourceOf(this.shapes), sourceOf(this.names));
  /** What shows where the map is, and moves it. */
  readonly view = new View({
    projection: projection(),
    center: [0, 0],
    resolution: 1,
    minResolution: FINEST,
    extent: [-FAR, -90, FAR, 90],
    multiWorld: true,
    smoothExtentConstraint: false,
    smoothResolutionConstraint: false,
    enableRotation: false,
  });
  private readonly map: OpenLayersMap;
  /** Only on a map where a box is chosen. */
  private tool: BoxTool | null = null;
  private home: Box | null = null;
  private readonly theme = new MutationObserver(() => this.paint());
  private palette: Palette;
  private shown: readonly MapArea[] = [];
  private selected: Selected = null;
  private hovered: Selected = null;
  private pointedAt: Selected = null;
  private language: "en" | "zh" = "en";
  private hasBorders = true;
  private base: BaseState = "loading";
  private hasDetail = false;
  private isFitted = false;
  private isMoved = false;

  constructor(
    private readonly target: HTMLElement,
    private readonly listener: Listener,
  ) {
    this.palette = paletteOf(target);
    this.detail.setVisible(false);
    this.map = new OpenLayersMap({
      target,
      view: this.view,
      layers: [this.world, this.detail, this.shapes, this.live, this.names, this.edges],
      controls: new Collection([]),
      interactions: new Collection([
        new DragPan(isStill() ? {} : { kinetic: new Kinetic(-0.005, 0.05, 100) }),
        new MouseWheelZoom({ duration: this.duration }),
        new DoubleClickZoom({ duration: this.duration }),
        new PinchZoom({ duration: this.duration }),
        new KeyboardPan({ duration: this.duration }),
      ]),
    });
    keepImagesWide(this.map);
    this.listen();
    this.paint();
    this.resized();
    this.theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.loadBase();
  }

  dispose() {
    this.theme.disconnect();
    this.map.setTarget(undefined);
    this.map.dispose();
  }

  /** Shows areas in place of those before. Only the first ones decide where the view is. */
  show(areas: readonly MapArea[]) {
    this.shown = areas;
    if (this.areas.update(areas)) this.drawLive();
    if (!this.isFitted && !this.isMoved && areas.length > 0) this.fit(0);
  }

  /** Shows a box to be edited, in the extent of the data; the view is on the one, else on the other, until it is moved. */
  edit(shown: BoxToEdit) {
    const tool = this.tool ?? this.withTool();
    tool.show(shown);
    this.home = shown.box ?? shown.extent;
    if (this.isMoved || !this.home) return;
    if (this.isFitted && shown.box) this.bring(shown.box);
    else this.fit(0);
    this.isFitted = true;
  }

  drawBox(isOn: boolean) {
    this.tool?.draw(isOn);
  }

  /** Moves the view to a box, unless all of it can be seen well. */
  bring(box: Box) {
    this.home = box;
    const [west, south, east, north] = toExtent(box);
    const view = this.view.calculateExtent(this.map.getSize());
    const isSeen = [-WORLD, 0, WORLD].some((turn) =>
      containsExtent(view, [west + turn, south, east + turn, north]),
    );
    if (!isSeen || (east - west) / getWidth(view) < LEAST_SHARE) this.fit(this.duration);
  }

  /** The middle half of what is in view, in tenths of a degree. */
  get middle(): Box {
    const view = this.view.calculateExtent(this.map.getSize());
    const [x = 0, y = 0] = getCenter(view);
    const across = Math.min(getWidth(view) / SHRINK / 4, 180);
    const up = getHeight(view) / 4;
    const tenths = (value: number) => Math.round(value * 10) / 10;
    return {
      west: tenths(x / SHRINK - across),
      south: Math.max(-90, tenths(y - up)),
      east: tenths(x / SHRINK + across),
      north: Math.min(90, tenths(y + up)),
    };
  }

  private withTool(): BoxTool {
    const tool = new BoxTool(this.target, () => this.view.getResolution() ?? 1, {
      edited: (box) => {
        this.isMoved = true;
        this.listener.edited(box);
      },
      drawing: (isOn) => this.listener.drawing(isOn),
    });
    this.tool = tool;
    tool.paint(this.palette);
    this.map.addLayer(tool.layer);
    this.map.addInteraction(tool.interaction);
    this.target.addEventListener("keydown", (event) => this.stepBox(event));
    return tool;
  }

  /** Shift and an arrow move the box; with the control key too, its north-east corner. */
  private stepBox(event: KeyboardEvent) {
    const [east, north] = ARROWS[event.key] ?? [0, 0];
    if (!event.shiftKey || (east === 0 && north === 0)) return;
    event.preventDefault();
    const step = (this.view.getResolution() ?? 1) > DETAIL_BELOW ? 1 : 0.1;
    this.tool?.step(east * step, north * step, event.ctrlKey || event.metaKey);
  }

  select(group: Selected) {
    if (group === this.selected) return;
    this.selected = group;
    this.reveal();
    this.shapes.changed();
    this.names.changed();
    this.drawLive();
  }

  hover(group: Selected) {
    if (group === this.hovered) return;
    this.hovered = group;
    this.drawLive();
  }

  /** Names towns in a language, and draws borders or leaves them out. */
  draw(language: "en" | "zh", hasBorders: boolean) {
    if (language === this.language && hasBorders === this.hasBorders) return;
    this.language = language;
    this.hasBorders = hasBorders;
    this.paint();
  }

  /** Goes nearer or farther; what is selected and in view stays where it is. */
  zoomBy(steps: number) {
    this.isMoved = true;
    const zoom = (this.view.getZoom() ?? 0) + steps;
    const anchor = this.selectedPlace();
    this.view.animate({ zoom, duration: this.duration, ...(anchor && { anchor }) });
  }

  /** Brings what was selected elsewhere into view, as near as the view is. */
  private reveal() {
    const area = this.shown.find((one) => one.group === this.selected);
    if (!area || !this.isFitted || this.selectedPlace()) return;
    const [x, y] = toMap(placeOf(area));
    const from = this.view.getCenter()?.[0] ?? 0;
    const center = [x + WORLD * Math.round((from - x) / WORLD), y];
    this.view.animate({ center, duration: this.duration });
  }

  /** Where the first selected area has its symbol, if that is in view. */
  private selectedPlace(): number[] | undefined {
    const area = this.shown.find((one) => one.group === this.selected);
    if (!area) return undefined;
    const [x, y] = toMap(placeOf(area));
    const view = this.view.calculateExtent(this.map.getSize());
    return [-WORLD, 0, WORLD]
      .map((turn) => [x + turn, y])
      .find((place) => containsCoordinate(view, place));
  }

  /** Moves the view to a group, beside what covers its left side; to everything where none is named. */
  goTo(group: Selected, covered = 0) {
    this.isMoved = true;
    const areas = this.shown.filter((area) => group === null || area.group === group);
    if (areas.length > 0 || this.home) this.fit(this.duration, areas, covered);
  }

  /** Loads the base map, or what of it could not be loaded. */
  loadBase() {
    this.enter("loading");
    Promise.all([loadWorld(), loadTowns()]).then(
      ([boundaries, towns]) => {
        fill(sourceOf(this.world), boundaries);
        sourceOf(this.names).addFeatures(turned(towns));
        this.enter("there");
        this.adaptDetail();
      },
      () => this.enter("failed"),
    );
  }

  private get duration(): number {
    return isStill() ? 0 : MOVE_MS;
  }

  private enter(state: BaseState) {
    this.base = state;
    this.listener.base(state);
    this.map.render();
  }

  private fit(duration: number, areas = this.shown, covered = 0) {
    const size = this.map.getSize();
    if (!size?.[0] || !size[1]) return;
    this.isFitted ||= areas.length > 0;
    const hasAny = areas.length > 0 || this.home !== null;
    const [top, right, bottom, left] = hasAny ? PADDING : [0, 0, 0, 0];
    const padding = [top, right, bottom, left + covered];
    const [west, south, east, north] = toExtent(
      areas.length === 0 && this.home ? withRoom(this.home) : boxToShow(areas),
    );
    // The way there is the short one around the earth.
    const from = this.view.getCenter()?.[0] ?? 0;
    const shift = WORLD * Math.round((from - (west + east) / 2) / WORLD);
    this.view.fit([west + shift, south, east + shift, north], { size, padding, duration });
  }

  /** No view is wider than the world: what is there is there once. */
  private resized() {
    const width = this.map.getSize()?.[0];
    if (!width) return;
    this.view.setMinZoom(this.view.getZoomForResolution(WORLD / width) ?? 0);
    if (!this.isFitted && !this.isMoved) this.fit(0);
  }

  private listen() {
    const { map, target } = this;
    map.on("change:size", () => this.resized());
    map.on("moveend", () => this.settled());
    map.on("rendercomplete", () => {
      if (this.base !== "loading") this.listener.drawn();
    });
    map.on("click", (event) => this.listener.selected(this.at(event.coordinate)?.group ?? null));
    map.on("pointermove", (event) => {
      if (event.dragging) {
        this.isMoved = true;
        return;
      }
      this.listener.pointed(fromMap(event.coordinate));
      this.point(this.at(event.coordinate)?.group ?? null);
    });
    target.addEventListener("pointerleave", () => {
      this.listener.pointed(null);
      this.point(null);
    });
    const moves = () => {
      this.isMoved = true;
    };
    target.addEventListener("wheel", moves, { passive: true });
    target.addEventListener("keydown", ({ key }) => {
      if (key.startsWith("Arrow")) moves();
    });
    this.live.on("prerender", (event) => drawLines(this.linesOf(event)));
    this.edges.on("postrender", (event) => drawDegrees(this.linesOf(event), CONTROLS));
  }

  private linesOf(event: RenderEvent) {
    const { context, frameState } = event;
    if (!(context instanceof CanvasRenderingContext2D) || !frameState)
      throw new Error("the map is drawn on a canvas");
    return { context, frame: frameState, palette: this.palette };
  }

  private at(coordinate: readonly number[]): MapArea | null {
    return this.areas.at(coordinate, this.view.getResolution() ?? 1);
  }

  private point(group: Selected) {
    if (group === this.pointedAt) return;
    this.pointedAt = group;
    this.target.toggleAttribute("data-over", group !== null);
    this.listener.hovered(group);
  }

  /** The view rests: it comes back from other turns around the earth, and gets its detail. */
  private settled() {
    const [x = 0, y = 0] = this.view.getCenter() ?? [];
    const turns = Math.round(x / WORLD);
    if (turns !== 0) this.view.setCenter([x - turns * WORLD, y]);
    this.adaptDetail();
  }

  private adaptDetail() {
    if (this.base !== "there") return;
    const isFine = (this.view.getResolution() ?? 1) < DETAIL_BELOW;
    if (isFine && !this.hasDetail)
      // Without it the coarser boundaries stay; the next rest of the view tries again.
      loadDetail().then(
        (boundaries) => {
          this.hasDetail = true;
          fill(sourceOf(this.detail), boundaries);
          this.adaptDetail();
        },
        () => undefined,
      );
    this.detail.setVisible(isFine && this.hasDetail);
    this.world.setVisible(!(isFine && this.hasDetail));
  }

  /** Gives every layer its colours and words. */
  private paint() {
    this.palette = paletteOf(this.target);
    const { palette, language } = this;
    const base = baseStyles(palette, this.hasBorders);
    this.tool?.paint(palette);
    this.world.setStyle(base);
    this.detail.setStyle(base);
    this.shapes.setStyle((feature) => areaStyle(feature.get("area"), palette, this.selected));
    const picture = pictures(palette);
    const towns = new Map<Town, ReturnType<typeof townStyle>>();
    this.names.setStyle((feature, resolution) => {
      const town: Town | undefined = feature.get("town");
      if (!town) return symbolStyles(feature.get("area"), palette, this.selected, picture);
      if (!isNamed(town, resolution)) return undefined;
      const style = towns.get(town) ?? townStyle(town, palette, language);
      towns.set(town, style);
      return style;
    });
    this.drawLive();
  }

  private drawLive() {
    const source = sourceOf(this.live);
    const groups = new Set([this.hovered, this.selected].filter((group) => group !== null));
    const features = [...groups].flatMap((group) =>
      this.areas.of(group).map((shape) => {
        const copy = new Feature(shape.getGeometry());
        const isSelected = group === this.selected;
        copy.setStyle(liveStyles(areaOf(shape), this.palette, shape.get("turn"), isSelected));
        return copy;
      }),
    );
    source.clear(true);
    source.addFeatures(features);
    source.changed();
  }
}

function sourceOf(layer: VectorImageLayer | VectorLayer): VectorSource {
  const source = layer.getSource();
  if (!source) throw new Error("a layer of the map has no source");
  return source;
}

function fill(source: VectorSource, features: readonly Feature[]) {
  if (source.isEmpty()) source.addFeatures([...features]);
}

/** Towns on this turn around the earth and on both beside it. */
const turned = (towns: readonly Feature[]): Feature[] =>
  [-WORLD, 0, WORLD].flatMap((shift) =>
    towns.map((town) => {
      const copy = town.clone();
      copy.getGeometry()?.translate(shift, 0);
      return copy;
    }),
  );
