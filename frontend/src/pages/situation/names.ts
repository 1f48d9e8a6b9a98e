/** A box on the screen, in pixels. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A name and the box that it names; the first ones take their place first. */
export interface Named {
  text: string;
  box: Rect;
  /** Where it may lie: in its box, or outside at its edge. */
  inside: boolean;
  size: number;
}

export type Anchor = "top-left" | "top-right" | "bottom-left" | "bottom-right";
export interface Placed {
  anchor: Anchor;
  /** Side of the box at which it lies. */
  at: { x: "left" | "right"; y: "top" | "bottom" };
}

/** Between a name and the edge of its box. */
const GAP = 5;
const WIDE = /[\u2e80-\u9fff\uff00-\uffef]/;

/** About as wide as a name is drawn. */
export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + size * (WIDE.test(sign) ? 1 : 0.58), 0);

const meet = (one: Rect, other: Rect) =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/** Names begin at the upper left, as one reads; the other corners are for what finds that taken. */
const CORNERS = [
  { x: "left", y: "top" },
  { x: "right", y: "top" },
  { x: "left", y: "bottom" },
  { x: "right", y: "bottom" },
] as const;

function placeAt({ text, box, inside, size }: Named, at: Placed["at"]): Rect {
  const [width, height] = [widthOf(text, size) + 2 * GAP, 1.3 * size + GAP];
  const left = at.x === "left" ? box.left : box.right - width;
  const below = (at.y === "top") === inside;
  const edge = at.y === "top" ? box.top : box.bottom;
  const top = below ? edge : edge - height;
  return { left, right: left + width, top, bottom: top + height };
}

/**
 * Gives each name a corner of its box where it lies on no other name and on nothing that is taken; null
 * where there is none: a name that cannot be read says nothing.
 */
export function placed(names: readonly Named[], taken: readonly Rect[]): (Placed | null)[] {
  const occupied = [...taken];
  return names.map((name) => {
    for (const at of CORNERS) {
      const rect = placeAt(name, at);
      if (occupied.some((other) => meet(rect, other))) continue;
      occupied.push(rect);
      const below = (at.y === "top") === name.inside;
      return { anchor: `${below ? "top" : "bottom"}-${at.x}`, at };
    }
    return null;
  });
}
