import { readdirSync, readFileSync } from "node:fs";

const SECTION = /^(?=### section: )/m;

/** The named sections of a catalogue of the science (`diagnostics/messages`). */
export function sectionsOf(source: string, names: ReadonlySet<string>): string {
  return source
    .split(SECTION)
    .filter((part) => names.has(/^### section: (\w+)/.exec(part)?.[1] ?? ""))
    .join("");
}

/** Identifiers of the messages of a Fluent file, in its order. */
export function identifiersOf(source: string): string[] {
  return [...source.matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1] ?? "");
}

/** The catalogues of a language: what every page has (`en.ftl`), and what one page brings (`report.en.ftl`). */
export const catalogues = (folder: string, language: string): string[] =>
  readdirSync(folder)
    .filter((name) => `.${name}`.endsWith(`.${language}.ftl`))
    // The same order in every language: that of the pages, first what all have.
    .map((name) => name.slice(0, -`${language}.ftl`.length))
    .sort()
    .map((page) => `${folder}/${page}${language}.ftl`);

/** A type that names every message, so that a text that does not exist fails the type check. */
export function typeOfIdentifiers(paths: readonly string[]): string {
  const names = paths.flatMap((path) => identifiersOf(readFileSync(path, "utf8"))).sort();
  return `export type MessageId =\n${names.map((name) => `  | "${name}"`).join("\n")};\n`;
}
