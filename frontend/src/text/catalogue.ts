import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { MessageId } from "@/generated/messages";
import { isolated } from "./isolated";

export type Language = "en" | "zh";
export const LANGUAGES: readonly Language[] = ["en", "zh"];
export type Parameters = Record<string, string | number>;

/** Begins with a capital and leaves the rest alone; Chinese stays as it is. */
export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** All texts of one language: those of the pages, and the names that the science uses. */
export class Catalogue {
  readonly language: Language;
  private readonly sources: readonly string[];
  private readonly bundle: FluentBundle;

  constructor(language: Language, ...sources: string[]) {
    this.language = language;
    this.sources = sources;
    this.bundle = new FluentBundle(language === "zh" ? "zh-Hans" : "en", {
      useIsolating: false,
      functions: {
        CAPITALISED: ([name]) => capitalised(String(name ?? "")),
        UNCAPITALISED: ([name]) => String(name ?? ""),
      },
    });
    for (const source of sources) {
      const errors = this.bundle.addResource(new FluentResource(source));
      if (errors.length > 0) throw errors[0];
    }
  }

  /** The same texts and those of one more source. */
  with(source: string): Catalogue {
    return new Catalogue(this.language, ...this.sources, source);
  }

  has(id: string): boolean {
    return this.bundle.hasMessage(id);
  }

  /**
   * Writes a text.
   *
   * @throws Error when the text is missing, or a parameter that it needs.
   */
  text(id: MessageId, parameters: Parameters = {}): string {
    return this.format(id, parameters);
  }

  /**
   * Writes a text that the platform names.
   *
   * @throws Error when the text is not among those that are loaded, or a parameter is missing.
   */
  named(id: string, parameters: Parameters): string {
    return this.format(id, parameters);
  }

  /** Writes a name of a closed vocabulary of the science; an unknown one shows its own words. */
  term(name: string): string {
    const id = `term-${name.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "")}`;
    return this.has(id) ? this.format(id, {}) : name.replaceAll("_", " ");
  }

  private format(id: string, parameters: Parameters): string {
    const pattern = this.bundle.getMessage(id)?.value;
    if (!pattern) throw new Error(`${this.language}: no text ${id}`);
    const errors: Error[] = [];
    const apart = Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === "string" ? isolated(value) : value,
    ]);
    const text = this.bundle.formatPattern(pattern, Object.fromEntries(apart), errors);
    if (errors.length > 0) throw new Error(`${this.language}: ${id}: ${errors[0]?.message}`);
    return text;
  }
}
