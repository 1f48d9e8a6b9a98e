// Colours for values. Both scales are even in lightness and legible for every kind of colour vision:
// cividis (Nunez, Anderton, Renslow 2018) for amounts, vik (Crameri 2018) for what has two signs.

type Colour = readonly [number, number, number];

const AMOUNT: Colour[] = [
  [0, 34, 78],
  [28, 56, 109],
  [66, 78, 108],
  [96, 101, 111],
  [124, 123, 120],
  [154, 148, 117],
  [187, 173, 107],
  [221, 200, 85],
  [254, 232, 56],
];
const SIGNED: Colour[] = [
  [0, 18, 97],
  [3, 67, 125],
  [30, 111, 157],
  [113, 168, 196],
  [201, 221, 231],
  [236, 229, 224],
  [228, 189, 166],
  [209, 143, 107],
  [185, 86, 38],
  [139, 37, 6],
  [89, 0, 8],
];

export interface Scale {
  minimum: number;
  maximum: number;
  signed: boolean;
  /** Limits of classes, where the chart has fixed ones; else the colours run evenly. */
  levels: number[];
}

/** The scale of a field: around zero where it has values on both sides of it. */
export function scaleOf(minimum: number, maximum: number, levels: readonly number[] = []): Scale {
  if (levels.length > 1) {
    return {
      minimum: levels[0] ?? 0,
      maximum: levels.at(-1) ?? 1,
      signed: false,
      levels: [...levels],
    };
  }
  if (
    minimum < 0 &&
    maximum > 0 &&
    Math.min(-minimum, maximum) > 0.1 * Math.max(-minimum, maximum)
  ) {
    const reach = Math.max(-minimum, maximum);
    return { minimum: -reach, maximum: reach, signed: true, levels: [] };
  }
  return { minimum, maximum: maximum > minimum ? maximum : minimum + 1, signed: false, levels: [] };
}

/** The colour of a value, 0 to 255 each. */
export function colourOf(scale: Scale, value: number): Colour {
  const colours = scale.signed ? SIGNED : AMOUNT;
  let share = (value - scale.minimum) / (scale.maximum - scale.minimum);
  if (scale.levels.length > 1) {
    const above = scale.levels.filter((level) => value >= level).length;
    share = above / scale.levels.length;
  }
  const at = Math.max(0, Math.min(1, share)) * (colours.length - 1);
  const below = colours[Math.floor(at)] ?? [0, 0, 0];
  const over = colours[Math.ceil(at)] ?? below;
  const part = at - Math.floor(at);
  const mixed = (index: 0 | 1 | 2) =>
    Math.round(below[index] + (over[index] - below[index]) * part);
  return [mixed(0), mixed(1), mixed(2)];
}

/** A round step of which about `count` fit into a range: 1, 2, 2.5 or 5 times a power of ten. */
export function roundStep(range: number, count: number): number {
  const rough = range / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10;
  return step * power;
}

/** Round values within a scale, for a legend and for contour lines. */
export function ticksOf({ minimum, maximum, levels }: Scale, count = 6): number[] {
  if (levels.length > 1) return levels;
  const step = roundStep(maximum - minimum, count);
  const first = Math.ceil(minimum / step) * step;
  const ticks: number[] = [];
  for (let tick = first; tick <= maximum + step * 1e-6; tick += step)
    ticks.push(Number(tick.toPrecision(12)));
  return ticks;
}
