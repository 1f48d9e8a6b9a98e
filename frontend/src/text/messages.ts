import type { Message } from "@/generated/schema";
import type { Catalogue } from "./catalogue";

type Param = Message["params"][string];

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const raised = (digits: string) =>
  digits.replaceAll(/\d/g, (digit) => SUPERSCRIPT[Number(digit)] ?? "").replace("-", "⁻");

/** A unit as people write it: `m s-1` becomes `m s⁻¹`. */
export function unitText(unit: string): string {
  if (unit === "degC" || unit === "deg_C") return "°C";
  if (unit === "deg") return "°";
  const [, power = "", rest = unit] = /^1e(-?\d+) (.*)$/.exec(unit) ?? [];
  const own = rest.replaceAll(/(?<=[A-Za-z])-?\d\b/g, raised);
  return power ? `× 10${raised(power)} ${own}` : own;
}

/** A number with three significant figures, or with the decimals that are asked for. */
function numberText(value: number, digits?: number | null): string {
  const usual = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(digits ?? usual).replace("-", "−");
}

const is = <Key extends string>(
  param: Param,
  key: Key,
): param is Extract<Param, Record<Key, unknown>> => typeof param === "object" && key in param;

/**
 * Writes a message of the platform in the reader's language.
 *
 * @returns null where these pages do not have its text.
 */
export function messageText(catalogue: Catalogue, message: Message): string | null {
  try {
    return written(catalogue, message);
  } catch {
    return null;
  }
}

function written(catalogue: Catalogue, { id, params }: Message): string {
  const given = Object.entries(params ?? {}).map(([name, param]) => [
    name,
    // Whole numbers decide about the plural.
    Number.isInteger(param) ? param : paramText(catalogue, param),
  ]);
  return catalogue.named(id, Object.fromEntries(given));
}

/** Writes one parameter of a message, as it stands in a sentence. */
export function paramText(catalogue: Catalogue, param: Param): string {
  const format = (name: string, given: Record<string, string>) =>
    catalogue.named(`format-${name}`, given);
  if (typeof param === "boolean") return format(param ? "yes" : "no", {});
  if (typeof param === "number") return numberText(param);
  if (typeof param === "string") return param;
  if (is(param, "term")) return catalogue.term(param.term);
  if (is(param, "moment")) {
    const [date = "", clock = ""] = new Date(param.moment).toISOString().split("T");
    return format("moment", { date, clock: clock.slice(0, 5) });
  }
  if (is(param, "measure")) {
    const number = numberText(param.measure, param.digits);
    const unit = unitText(param.unit ?? "");
    if (unit === "" || unit === "1" || unit === "°") return unit === "°" ? `${number}°` : number;
    const own = unit === "%" ? "percent" : unit === "h" ? "hours" : "measure";
    return format(own, own === "measure" ? { number, unit } : { number });
  }
  if (is(param, "items")) {
    const items = (param.items as Param[]).map((item) => paramText(catalogue, item));
    const style = param.style ?? "comma";
    const join = (name: string, parts: string[]) =>
      parts.reduce((first, second) => format(name, { first, second }));
    if (items.length < 2) return items.join("");
    if (style === "comma" || style === "clauses") return join(style, items);
    return format(style, { first: join("comma", items.slice(0, -1)), second: items.at(-1) ?? "" });
  }
  return written(catalogue, param as Message);
}
