import type { FrameState } from "ol/Map.js";
import { type Palette, sheer } from "./palette";
import { fromMap, SHRINK } from "./projection";

const STEPS_DEG = [45, 30, 20, 10, 5, 2, 1, 0.5, 0.2];
/** The least distance between lines, in pixels. */
const LEAST = 90;
const EDGE = 6;

/** The step between lines, in degrees: the finest that leaves them far enough apart. */
export const stepAt = (resolution: number): number =>
  STEPS_DEG.findLast((step) => (step * SHRINK) / resolution >= LEAST) ?? 45;

/** Values of lines between two others. */
export function linesBetween(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, at) => (first + at) * step);
}

const short = (value: number, digits: number): string =>
  digits > 0 ? value.toFixed(digits) : `${Math.round(value * 10) / 10}`;

/** A latitude, as charts write it. */
export const latitudeText = (latitude: number, digits = 0): string =>
  `${short(Math.abs(latitude), digits)}°${latitude > 0 ? "N" : latitude < 0 ? "S" : ""}`;

/** A longitude, as charts write it. */
export function longitudeText(longitude: number, digits = 0): string {
  const size = Math.abs(longitude);
  const side = size === 0 || size === 180 ? "" : longitude > 0 ? "E" : "W";
  return `${short(size, digits)}°${side}`;
}

interface Lines {
  context: CanvasRenderingContext2D;
  frame: FrameState;
  palette: Palette;
}

function eachLine(
  { frame }: Lines,
  across: (y: number, latitude: number) => void,
  down: (x: number, longitude: number) => void,
) {
  const { center, resolution } = frame.viewState;
  const [width = 0, height = 0] = frame.size;
  const [x = 0, y = 0] = center;
  const west = x - (width / 2) * resolution;
  const north = y + (height / 2) * resolution;
  const step = stepAt(resolution);
  for (const latitude of linesBetween(north - height * resolution, north, step))
    across((north - latitude) / resolution, latitude);
  for (const turned of linesBetween(
    west / SHRINK,
    west / SHRINK + (width * resolution) / SHRINK,
    step,
  ))
    down((turned * SHRINK - west) / resolution, fromMap([turned * SHRINK, 0])[0]);
}

function inPixels({ context, frame }: Lines, draw: () => void) {
  context.save();
  context.setTransform(frame.pixelRatio, 0, 0, frame.pixelRatio, 0, 0);
  draw();
  context.restore();
}

/** Draws the lines of latitude and longitude. */
export function drawLines(lines: Lines) {
  const { context, frame, palette } = lines;
  const [width = 0, height = 0] = frame.size;
  inPixels(lines, () => {
    context.beginPath();
    eachLine(
      lines,
      (y) => {
        context.moveTo(0, Math.round(y) + 0.5);
        context.lineTo(width, Math.round(y) + 0.5);
      },
      (x) => {
        context.moveTo(Math.round(x) + 0.5, 0);
        context.lineTo(Math.round(x) + 0.5, height);
      },
    );
    context.strokeStyle = palette.grid;
    context.lineWidth = 1;
    context.stroke();
  });
}

/** Writes their degrees along the left and the upper edge, but for `kept` pixels at the right. */
export function drawDegrees(lines: Lines, kept: number) {
  const { context, frame, palette } = lines;
  const [width = 0, height = 0] = frame.size;
  inPixels(lines, () => {
    context.font = `450 11px ${palette.font}`;
    context.textBaseline = "middle";
    context.fillStyle = palette.quiet;
    context.strokeStyle = sheer(palette.sea, 0.9);
    context.lineWidth = 4.5;
    context.lineJoin = "round";
    const write = (text: string, x: number, y: number) => {
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    };
    eachLine(
      lines,
      (y, latitude) => {
        if (y < 28 || y > height - 34) return;
        context.textAlign = "left";
        write(latitudeText(latitude), EDGE, y);
      },
      (x, longitude) => {
        if (x < 36 || x > width - kept) return;
        context.textAlign = "center";
        write(longitudeText(longitude), x, EDGE + 7);
      },
    );
  });
}
