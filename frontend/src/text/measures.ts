const UNITS: Readonly<Record<string, string>> = { "m s-1": "m/s", degC: "°C" };

/** A value with its unit, as a map can write it: `39.7 m/s`. */
export function measure(value: number, unit: string): string {
  const digits = unit === "mm" && value >= 10 ? 0 : 1;
  return `${value.toFixed(digits).replace("-", "−")} ${UNITS[unit] ?? unit}`;
}
