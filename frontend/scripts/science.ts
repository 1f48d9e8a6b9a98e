import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { sectionsOf } from "./texts.ts";

const NAME = "virtual:science-texts";
/** Sections that pages show: names of the closed vocabularies, and how measures are written. */
export const SHOWN: ReadonlySet<string> = new Set(["term", "format"]);
/** Sections that say what data lack, and why a source could not be read. */
export const OF_SOURCES: ReadonlySet<string> = new Set([
  "support",
  "lack",
  "inapplicable",
  "detect",
  "error",
  "dataerror",
  "detectionerror",
]);

/** Gives the pages the texts of `diagnostics/messages`: one truth, no copy in this folder. */
export function scienceTexts(folder: string): Plugin {
  return {
    name: "science-texts",
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : null),
    load(id) {
      const [, part, language] = /^\0virtual:science-texts\/(sources\/)?(\w+)$/.exec(id) ?? [];
      if (!language) return null;
      const path = `${folder}/${language}.ftl`;
      this.addWatchFile(path);
      return `export default ${JSON.stringify(sectionsOf(readFileSync(path, "utf8"), part ? OF_SOURCES : SHOWN))};`;
    },
  };
}
