import Icon from "ol/style/Icon.js";
import { pathOf } from "@/design/icons";
import { type Palette, sheer } from "./palette";
import type { Picture } from "./styles";

const RADIUS = 11;
const RIM = 1.5;
const SIDE = 2 * (RADIUS + RIM);
/** Sharp on a dense screen, and on one that is zoomed. */
const DENSITY = 3;
const GRID = 16;
const GLYPH = 14;

/** Draws the symbols of the design on a disc of paper; a selected one is a disc of its colour. */
export function pictures({ surface }: Palette): Picture {
  const drawn = new Map<string, Icon>();
  return ({ finding, colour, isFilled }) => {
    const key = `${finding} ${colour} ${isFilled}`;
    const known = drawn.get(key);
    if (known) return known;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIDE * DENSITY;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("a symbol cannot be drawn: the browser gives no canvas");
    context.scale(DENSITY, DENSITY);
    context.translate(SIDE / 2, SIDE / 2);
    const disc = (radius: number) => {
      context.beginPath();
      context.arc(0, 0, radius, 0, 2 * Math.PI);
    };
    disc(RADIUS + RIM);
    context.fillStyle = sheer(surface, 0.55);
    context.fill();
    disc(RADIUS - 0.75);
    context.fillStyle = isFilled ? colour : surface;
    context.fill();
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.stroke();
    context.scale(GLYPH / GRID, GLYPH / GRID);
    context.translate(-GRID / 2, -GRID / 2);
    context.strokeStyle = isFilled ? surface : colour;
    context.lineWidth = 1.5;
    context.lineCap = context.lineJoin = "round";
    context.stroke(new Path2D(pathOf(finding)));
    const icon = new Icon({ img: canvas, scale: 1 / DENSITY, declutterMode: "obstacle" });
    drawn.set(key, icon);
    return icon;
  };
}
