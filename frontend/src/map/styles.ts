import type { FeatureLike } from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import MultiPoint from "ol/geom/MultiPoint.js";
import Point from "ol/geom/Point.js";
import Circle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import type Icon from "ol/style/Icon.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { Kind, Town } from "./baseMap";
import type { MapArea, Sign } from "./model";
import { type Palette, sheer } from "./palette";
import { toMap, WORLD } from "./projection";

const STROKE = [1.25, 1.5, 1.9, 2.3, 2.8];
const FILL = [0.1, 0.13, 0.16, 0.2, 0.24];
const FILL_OF_BOX = 0.05;
/** What is left of colours when another group is selected. */
const MUTED = 0.45;
const DASHES: Partial<Record<Sign, number[]>> = { none: [7, 4, 1, 4], unknown: [2, 4] };
const DASH = [7, 5];
/** The coarsest view, in degrees a pixel, that names towns of each rank. */
const NAMED_BELOW = [Number.POSITIVE_INFINITY, 0.13, 0.065, 0.03, 0.13];
const DRAWN_OVER: Record<Kind, number> = { island: 0, land: 0, border: 1, coast: 2 };

/** Which group is selected, if one is: the others step back. */
export type Selected = string | null;

/** A symbol as a picture, drawn once for each of its looks. */
export type Picture = (look: { finding: Sign; colour: string; isFilled: boolean }) => Icon;

const at = (values: readonly number[], weight: number): number =>
  values[Math.max(0, Math.min(values.length - 1, Math.round(weight)))] ?? 1;

const fontOf = (palette: Palette, size: number, weight: number): string =>
  `${weight} ${size}px ${palette.font}`;

/** The styles of the base map, by kind; without borders where a centre has others than the build. */
export function baseStyles(
  palette: Palette,
  hasBorders: boolean,
): (feature: FeatureLike) => Style | undefined {
  const land = new Fill({ color: palette.land });
  const coast = new Stroke({ color: palette.coast, width: 0.9 });
  const border = new Stroke({ color: palette.border, width: 0.9 });
  const styles: Record<Kind, Style> = {
    island: new Style({ fill: land, stroke: coast }),
    land: new Style({ fill: land }),
    coast: new Style({ stroke: coast }),
    border: new Style({ stroke: border }),
  };
  for (const [kind, style] of Object.entries(styles)) style.setZIndex(DRAWN_OVER[kind as Kind]);
  return (feature) => {
    const kind: Kind = feature.get("kind");
    return kind === "border" && !hasBorders ? undefined : styles[kind];
  };
}

/** The outline of an area: colour of its event, width by weight, dashes where only its box is known. */
export function areaStyle(area: MapArea, palette: Palette, selected: Selected): Style {
  const colour = palette.events[area.finding];
  const isMuted = selected !== null && selected !== area.group;
  const share = isMuted ? MUTED : 1;
  const isBox = area.outline.length === 0;
  const isFound = area.finding !== "none" && area.finding !== "unknown";
  const fill = !isFound ? 0 : isBox ? FILL_OF_BOX : at(FILL, area.weight);
  const dash = DASHES[area.finding] ?? (isBox ? DASH : undefined);
  return new Style({
    zIndex: area.weight,
    fill: new Fill({ color: sheer(colour, fill * share) }),
    stroke: new Stroke({
      color: sheer(colour, share),
      width: isBox ? STROKE[0] : at(STROKE, area.weight),
      ...(dash && { lineDash: dash, lineCap: "butt" as const }),
    }),
  });
}

/** What lies over an area while it is selected or pointed at: its line on a rim of paper. */
export function liveStyles(area: MapArea, palette: Palette, turn: number, isSelected: boolean) {
  const colour = palette.events[area.finding];
  const isBox = area.outline.length === 0;
  const width = (isBox ? at(STROKE, 0) : at(STROKE, area.weight)) + 1;
  const dash = DASHES[area.finding] ?? (isBox ? DASH : undefined);
  const line = { color: colour, width, ...(dash && { lineDash: dash, lineCap: "butt" as const }) };
  const styles = [
    new Style({
      fill: new Fill({ color: sheer(colour, isSelected ? 0.1 : 0.06) }),
      stroke: new Stroke({ color: sheer(palette.surface, 0.8), width: width + 3 }),
    }),
    new Style({ stroke: new Stroke(line) }),
  ];
  return isSelected ? [...styles, ...trackStyles(area, palette, turn)] : styles;
}

/** The path of the centre, with a point for each position and an arrow at its end; or a bare line. */
function trackStyles(area: MapArea, palette: Palette, turn: number): Style[] {
  const points = area.track.map((position) => {
    const [x, y] = toMap(position);
    return [x + turn * WORLD, y];
  });
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end || !before) return [];
  const line = new LineString(points);
  const heading = Math.atan2((end[0] ?? 0) - (before[0] ?? 0), (end[1] ?? 0) - (before[1] ?? 0));
  const ink = new Fill({ color: palette.ink });
  const rim = new Stroke({ color: palette.surface, width: 2 });
  const drawn = [
    new Style({ geometry: line, stroke: new Stroke({ color: palette.surface, width: 4.5 }) }),
    new Style({ geometry: line, stroke: new Stroke({ color: palette.ink, width: 1.75 }) }),
  ];
  if (area.isLine) return drawn;
  return [
    ...drawn,
    new Style({
      geometry: new MultiPoint(points.slice(0, -1)),
      image: new Circle({ radius: 3, fill: ink, stroke: rim }),
    }),
    new Style({
      geometry: new Point(end),
      image: new RegularShape({
        points: 3,
        radius: 8,
        rotation: heading,
        rotateWithView: true,
        fill: ink,
        stroke: rim,
      }),
    }),
  ];
}

/** The symbol of an area, which is always drawn, and its label where there is room. */
export function symbolStyles(
  area: MapArea,
  palette: Palette,
  selected: Selected,
  picture: Picture,
): [symbol: Style, label: Style] {
  const isSelected = selected === area.group;
  const isMuted = selected !== null && !isSelected;
  const colour = palette.events[area.finding];
  // Higher ones find room first, and cover others; every symbol finds it before every label.
  const rank = area.weight + (isSelected ? 10 : 0);
  return [
    new Style({
      zIndex: 100 + rank,
      image: picture({
        finding: area.finding,
        colour: isMuted ? sheer(colour, 0.7) : colour,
        isFilled: isSelected,
      }),
    }),
    new Style({
      zIndex: 10 + rank,
      text: new Text({
        text: area.label,
        font: fontOf(palette, 12, isSelected ? 650 : 550),
        textAlign: "left",
        offsetX: 18,
        offsetY: 1,
        padding: [3, 4, 3, 0],
        fill: new Fill({ color: isMuted ? palette.quiet : palette.ink }),
        stroke: new Stroke({ color: sheer(palette.surface, 0.9), width: 3.5 }),
      }),
    }),
  ];
}

/** The coarsest view in which a town is named, in degrees a pixel. */
export const isNamed = (town: Town, resolution: number): boolean =>
  resolution < (NAMED_BELOW[town.rank] ?? 0);

/** A town: a point and its name, or nothing where the view is too wide or the room is taken. */
export function townStyle(town: Town, palette: Palette, language: "en" | "zh"): Style {
  const isLarge = town.rank < 2;
  return new Style({
    zIndex: -town.rank,
    image: new Circle({
      radius: isLarge ? 2 : 1.6,
      fill: new Fill({ color: palette.town }),
      stroke: new Stroke({ color: sheer(palette.land, 0.7), width: 1.5 }),
      declutterMode: "declutter",
    }),
    text: new Text({
      text: town.names[language],
      font: fontOf(palette, isLarge ? 11.5 : 11, 420),
      textAlign: "left",
      offsetX: 6,
      offsetY: 1,
      padding: [5, 10, 5, 10],
      fill: new Fill({ color: palette.town }),
      stroke: new Stroke({ color: sheer(palette.land, 0.75), width: 2.5 }),
    }),
  });
}
