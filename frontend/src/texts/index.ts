import { load as loadScience } from "virtual:science-texts";
import { useSyncExternalStore } from "react";
import {
  Catalogue,
  capitalised,
  type Language,
  type Param,
  sentence,
  type Wording,
} from "./catalogue";
import { formatMeasure } from "./numbers";

export type { Language, Param, Wording };

interface Named {
  en: string;
  zh: string;
}
interface Vocabulary {
  causes: Record<string, Named & { chain: Named }>;
  tools: Record<string, Named & { kind: string; category: string }>;
}

const OWN: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import("./en.ftl?raw"),
  zh: () => import("./zh.ftl?raw"),
};
const STORED = "hvrmet.language";
const EMPTY: Vocabulary = { causes: {}, tools: {} };

/** What pages write with: the texts, names and numbers of the reader's language. */
export interface Texts {
  language: Language;
  /** Writes a text of the pages. */
  t: (id: string, params?: Record<string, Param>) => string;
  /** Writes a name of a closed vocabulary. */
  term: (name: string | null | undefined) => string;
  /** Writes such a name where a label begins. */
  label: (name: string | null | undefined) => string;
  /** Writes a message that the platform sent as a sentence; `otherwise` where it sent none. */
  say: (wording: Wording | null | undefined, otherwise?: string) => string;
  /** Title of an index, a chart or a detector. */
  tool: (name: string) => string;
  /** Physical family of a tool: dynamics, thermodynamics, moisture; empty where it is unknown. */
  category: (name: string) => string;
  cause: (id: string) => string;
  causeChain: (id: string) => string;
  /** Somebody, of the label that logs have: a person's name, or that it is a program. */
  who: (label: string) => string;
  measure: (value: number, unit?: string, digits?: number | null) => string;
}

/** Signs as they are printed, without the letters by which the library marks its thresholds. */
const legible = (text: string): string =>
  text
    .replaceAll(">=", "≥")
    .replaceAll("<=", "≤")
    .replace(/ ?\[[SKD]\]/g, "");

function textsOf(catalogue: Catalogue, vocabulary: Vocabulary): Texts {
  const { language } = catalogue;
  return {
    language,
    // Lists of the API are open: of a name that is newer than the pages the words are shown.
    t: (id, params) =>
      catalogue.has(id)
        ? catalogue.text(id, params)
        : id.replace(/^ui-[a-z]+-/, "").replaceAll("_", " "),
    term: (name) => (name ? catalogue.term(name) : ""),
    label: (name) => (name ? capitalised(catalogue.term(name)) : ""),
    say: (wording, otherwise = "") =>
      legible(sentence(wording && catalogue.has(wording.id) ? catalogue.say(wording) : otherwise)),
    tool: (name) => {
      const own = `ui-tool-${name}`;
      const known = vocabulary.tools[name]?.[language];
      return known ?? (catalogue.has(own) ? catalogue.text(own) : catalogue.term(name));
    },
    category: (name) => vocabulary.tools[name]?.category ?? "",
    cause: (id) => vocabulary.causes[id]?.[language] ?? id.replaceAll("_", " "),
    causeChain: (id) => vocabulary.causes[id]?.chain[language] ?? "",
    who: (label) => {
      const [, kind = "", name = ""] = /^(person|service):(.+)$/.exec(label) ?? [];
      return kind === "service" ? catalogue.text("ui-who-service", { name }) : name || label;
    },
    measure: formatMeasure,
  };
}

let current: Texts = textsOf(new Catalogue("en"), EMPTY);
const listeners = new Set<() => void>();

export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  if (stored === "en" || stored === "zh") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** Shows the pages in a language: first their own texts, then those of the science. */
export async function showIn(language: Language): Promise<void> {
  const catalogue = new Catalogue(language, (await OWN[language]()).default);
  const publish = (vocabulary: Vocabulary) => {
    current = textsOf(catalogue, vocabulary);
    for (const listener of listeners) listener();
  };
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  publish(EMPTY);
  const [science, vocabulary] = await Promise.all([
    loadScience[language](),
    import("./vocabulary.json"),
  ]);
  catalogue.add(science.default);
  publish(vocabulary.default as unknown as Vocabulary);
}

/** The texts outside a component, for what is not drawn by React. */
export const texts = (): Texts => current;

export function useTexts(): Texts {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, texts);
}
