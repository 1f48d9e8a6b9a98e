import { readFileSync } from "node:fs";

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

/** A type that names every message, so that a text that does not exist fails the type check. */
export function typeOfIdentifiers(path: URL): string {
  const names = identifiersOf(readFileSync(path, "utf8")).sort();
  return `export type MessageId =\n${names.map((name) => `  | "${name}"`).join("\n")};\n`;
}
