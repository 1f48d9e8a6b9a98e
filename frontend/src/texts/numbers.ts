// Numbers and units as the reports write them: `diagnostics/messages/numbers.py` has the same rules.

const SUPERSCRIPT: Record<string, string> = {
  ...Object.fromEntries(
    [..."0123456789"].map((digit, index) => [digit, "⁰¹²³⁴⁵⁶⁷⁸⁹"[index] ?? ""]),
  ),
  "-": "⁻",
};
const SIGNIFICANT = 3;

function raised(text: string): string {
  return [...text].map((sign) => SUPERSCRIPT[sign] ?? sign).join("");
}

/** Decimals that show three significant figures; none for zero. */
export function significantDigits(value: number): number {
  if (!value) return 0;
  return Math.max(0, SIGNIFICANT - 1 - Math.floor(Math.log10(Math.abs(value))));
}

/** Writes a number with `digits` decimals, or three significant figures, and a true minus. */
export function formatNumber(value: number, digits?: number | null): string {
  let text = value.toFixed(Math.min(digits ?? significantDigits(value), 20));
  if (Number(text) === 0) text = text.replace(/^-/, "");
  return text.replace("-", "−");
}

/** Writes a unit with superscripts: `1e-5 s-1` becomes `×10⁻⁵ s⁻¹`, `m/s` becomes `m s⁻¹`. */
export function prettyUnit(given: string): string {
  if (given === "1" || given === "") return "";
  if (/^10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+ /.test(given)) return `×${given}`;
  if (given === "deg") return "°";
  let unit = given.replace(/\/(\d+)([A-Za-z])/g, "/$1 $2");
  const quotient = /^([^/]+)\/([A-Za-z]+)$/.exec(unit);
  if (quotient) unit = `${quotient[1]} ${quotient[2]}-1`;
  if (unit === "degC" || unit === "deg_C") return "°C";
  if (unit === "degF") return "°F";
  if (unit === "deg_E" || unit === "deg_N") return `°${unit.at(-1)}`;
  const factor = /^1e(-?\d+)\s+(.*)$/.exec(unit);
  if (factor) return `×10${raised(factor[1] ?? "")} ${prettyUnit(factor[2] ?? "")}`;
  return unit.replace(/(?<=[A-Za-z])\^?(?:\*\*)?(-?\d)(?!\w)/g, (_, power: string) =>
    raised(power),
  );
}

/** Writes a value with its unit, as in `17.3 m s⁻¹`. */
export function formatMeasure(value: number, unit = "", digits?: number | null): string {
  const pretty = prettyUnit(unit);
  const number = formatNumber(value, digits);
  if (pretty === "°") return `${number}°`;
  return pretty ? `${number} ${pretty}` : number;
}
