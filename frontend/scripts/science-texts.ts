import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Sections of the catalogue of messages of the science that pages show: vocabularies, reasons of
 * verdicts and criteria, findings of data checks, and why a diagnosis failed (the sections of errors and
 * refusals). Texts of the command line stay out.
 */
const SECTIONS = new Set([
  ...["term", "format", "event", "verdict", "detect", "detector", "check", "lack", "inapplicable"],
  ...["index", "quantity", "chart", "report", "progress", "data", "arrival", "opinion", "reader"],
  ...["question", "map", "plan", "refusal"],
]);
const ERRORS = /^(?!command)\w*error$/;
const NAME = "virtual:science-texts";

const isShown = (section: string) => SECTIONS.has(section) || ERRORS.test(section);

export function sectionsOf(source: string): string {
  return source
    .split(/^(?=### section: )/m)
    .filter((part) => isShown(/^### section: (\w+)/.exec(part)?.[1] ?? ""))
    .join("");
}

/** Gives the pages the texts of `diagnostics/messages`: one truth, no copy in this folder. */
export function scienceTexts(folder: string): Plugin {
  return {
    name: "science-texts",
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${NAME}`) {
        const loaders = ["en", "zh"].map((code) => `${code}: () => import("${NAME}/${code}")`);
        return `export const load = { ${loaders.join(", ")} };`;
      }
      const language = /^\0virtual:science-texts\/(\w+)$/.exec(id)?.[1];
      if (!language) return null;
      const path = `${folder}/${language}.ftl`;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(sectionsOf(readFileSync(path, "utf8")))};`;
    },
  };
}
