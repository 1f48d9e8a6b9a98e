import {
  FluentBundle,
  FluentNumber,
  FluentResource,
  type FluentValue,
  type FluentVariable,
} from "@fluent/bundle";
import { formatNumber, prettyUnit } from "./numbers";

export type Language = "en" | "zh";
/** A parameter of a message, as `diagnostics/messages/message.py` defines it. */
export type Param =
  | boolean
  | number
  | string
  | { measure: number; unit?: string; digits?: number | null }
  | { moment: string }
  | { term: string }
  | { items: readonly Param[]; style?: string }
  | Wording;
export interface Wording {
  id: string;
  params?: Record<string, Param>;
}

const SIGNS: Record<string, string> = { ">=": "at-least", "<=": "at-most" };
const WINDOWS: [RegExp, string][] = [
  [/^rolling (?<part>[\d.]+) of (?<whole>[\d.]+) h$/, "report-window_part"],
  [/^rolling (?<part>[\d.]+) h$/, "report-window_rolling"],
  [/^maximum of (?<part>[\d.]+) h$/, "report-window_maximum"],
];
const SCALED = "model-scaled equivalent of ";

/** Begins with a capital and leaves the rest alone; Chinese stays as it is. */
export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Begins with a capital where a word begins; signs and units (`dBZ`, `e01`) stay as they are. */
export const sentence = (text: string): string =>
  /^(a\s|[a-z][a-z])/.test(text) ? capitalised(text) : text;

function uncapitalised([name]: FluentValue[]): FluentValue {
  const text = String(name ?? "");
  const inside = /^.[a-z]/.test(text);
  return inside ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}

/** All texts of one language: those of the pages, and those of the science once they are loaded. */
export class Catalogue {
  readonly language: Language;
  private readonly bundle: FluentBundle;
  missing: (id: string) => void = () => {};

  constructor(language: Language, ...sources: string[]) {
    this.language = language;
    this.bundle = new FluentBundle(language, {
      useIsolating: false,
      functions: {
        CAPITALISED: ([name]) => capitalised(String(name ?? "")),
        UNCAPITALISED: uncapitalised,
      },
    });
    for (const source of sources) this.add(source);
  }

  add(source: string): void {
    this.bundle.addResource(new FluentResource(source), { allowOverrides: true });
  }

  has(id: string): boolean {
    return this.bundle.hasMessage(id);
  }

  /** Writes an entry; one that is missing shows its identifier, and is reported. */
  text(id: string, params: Record<string, Param> = {}): string {
    const pattern = this.bundle.getMessage(id)?.value;
    if (!pattern) {
      this.missing(id);
      return id;
    }
    const written: Record<string, FluentVariable> = {};
    for (const [name, value] of Object.entries(params)) {
      written[name] =
        typeof value === "number" && Number.isInteger(value)
          ? new FluentNumber(value, { useGrouping: false })
          : this.write(value);
    }
    const errors: Error[] = [];
    const text = this.bundle.formatPattern(pattern, written, errors);
    if (errors.length > 0) this.missing(id);
    return text;
  }

  /** Writes a message that the platform sent, in this language. */
  say(wording: Wording): string {
    return this.text(wording.id, wording.params ?? {});
  }

  /** Writes a name of a closed vocabulary: an event type, a field, a grade. */
  term(name: string): string {
    const plain = SIGNS[name] ?? name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
    if (this.has(`term-${plain}`)) return this.text(`term-${plain}`);
    if (name.startsWith(SCALED)) {
      return this.text("report-scaled_grade", { grade: this.term(name.slice(SCALED.length)) });
    }
    for (const [pattern, id] of WINDOWS) {
      const found = pattern.exec(name)?.groups;
      if (found && this.has(id)) return this.text(id, { ...found });
    }
    if (name.includes("+"))
      return name
        .split("+")
        .map((part) => this.term(part))
        .join(" + ");
    return name.replaceAll("_", " ");
  }

  /** Writes the title of an index, chart or detector of the catalogue. */
  tool(name: string): string {
    for (const section of ["index", "chart", "detector", "quantity", "term"]) {
      if (this.has(`${section}-${name}`)) return this.text(`${section}-${name}`);
    }
    return name.replaceAll("_", " ");
  }

  write(param: Param): string {
    if (typeof param === "boolean") return this.text(param ? "format-yes" : "format-no");
    if (typeof param === "number") return formatNumber(param);
    if (typeof param === "string") return param;
    if ("measure" in param) {
      const number = formatNumber(param.measure, param.digits);
      const unit = prettyUnit(param.unit ?? "");
      if (unit === "°") return `${number}${unit}`;
      return unit ? this.text("format-measure", { number, unit }) : number;
    }
    if ("moment" in param) return this.moment(param.moment);
    if ("term" in param) return this.term(param.term);
    if ("items" in param) return this.listing(param.items, param.style ?? "comma");
    return this.say(param);
  }

  private moment(instant: string): string {
    const iso = new Date(instant).toISOString();
    const [date = "", rest = ""] = iso.split("T");
    const [year = "", month = "", day = ""] = date.split("-");
    const parts = { date, clock: rest.slice(0, 5), year };
    return this.text("format-moment", { ...parts, month: String(+month), day: String(+day) });
  }

  private listing(items: readonly Param[], style: string): string {
    const written = items.map((item) => this.write(item));
    const joined = (id: string, parts: string[]) =>
      parts.reduce((first, second) => this.text(id, { first, second }));
    if (written.length < 2) return written.join("");
    if (style === "comma" || style === "clauses") return joined(`format-${style}`, written);
    const head = joined("format-comma", written.slice(0, -1));
    return this.text(`format-${style}`, { first: head, second: written.at(-1) ?? "" });
  }
}
