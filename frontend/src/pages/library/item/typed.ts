/** `1,234`: a thousand and more, or one and a part of one. */
const OF_TWO_READINGS = /^[-−]?\d{1,3}(,\d{3})+$/;

/** The number in a text: null where it is empty, undefined where it is none, or could be two. */
export function numberIn(text: string): number | null | undefined {
  if (OF_TWO_READINGS.test(text.trim())) return undefined;
  const written = text
    .trim()
    .replace("−", "-")
    .replace(/^(-?\d+),(\d+)$/, "$1.$2");
  if (written === "") return null;
  const number = Number(written);
  return Number.isFinite(number) ? number : undefined;
}

/** A number, and its unit where one is written behind it. */
export interface Measure {
  number: number;
  unit?: string;
}

/** The number in a text that may end in a unit: null where it is empty, undefined where it is neither. */
export function measureIn(text: string, units: readonly string[]): Measure | null | undefined {
  const unit = units.find((one) => text.trim().endsWith(one));
  const number = numberIn(unit ? text.trim().slice(0, -unit.length) : text);
  if (typeof number !== "number") return unit ? undefined : number;
  return unit ? { number, unit } : { number };
}

/** Whether two texts are one number: `62`, `62.0`. */
export const sameNumber = (one: string, other: string): boolean =>
  numberIn(one) !== undefined && numberIn(one) === numberIn(other);

/** Units in which people write a limit, beside the one in which it is judged; all have its zero. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "m/s": ["km/h", "kt", "mph"],
  hPa: ["Pa", "inHg"],
  Pa: ["hPa"],
  mm: ["cm", "inch"],
  "mm/h": ["inch/h"],
  gpm: ["dam"],
  m: ["km", "ft"],
  km: ["m", "mile"],
  "hPa/100km": [],
};

export const unitsBeside = (unit: string): readonly string[] => BESIDE[unit] ?? [];
