import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { MessageId } from "@/generated/messages";
import { remember } from "@/start";
import { Catalogue, capitalised, type Language, type Parameters } from "./catalogue";

export type { Language, MessageId, Parameters };

/** What pages write with: the texts and names of the reader's language. */
export interface Texts {
  language: Language;
  /** Writes a text of the pages. */
  t: (id: MessageId, parameters?: Parameters) => string;
  /** Writes a name of a closed vocabulary of the science, as inside a sentence. */
  term: (name: string) => string;
  /** Writes such a name where a label begins. */
  label: (name: string) => string;
  choose: (language: Language) => void;
}

const SOURCES: Record<Language, () => Promise<{ default: string }[]>> = {
  en: () => Promise.all([import("../../messages/en.ftl?raw"), import("virtual:science-texts/en")]),
  zh: () => Promise.all([import("../../messages/zh.ftl?raw"), import("virtual:science-texts/zh")]),
};

export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const parts = await SOURCES[language]();
  return new Catalogue(language, ...parts.map((part) => part.default));
}

const textsOf = (catalogue: Catalogue, choose: Texts["choose"]): Texts => ({
  language: catalogue.language,
  t: (id, parameters) => catalogue.text(id, parameters),
  term: (name) => catalogue.term(name),
  label: (name) => capitalised(catalogue.term(name)),
  choose,
});

interface Given {
  catalogue: Catalogue;
  texts: Texts;
}

const Context = createContext<Given | null>(null);

/** Gives all below it the texts of a language, which they can change. */
export function TextProvider({ first, children }: { first: Catalogue; children: ReactNode }) {
  const [catalogue, setCatalogue] = useState(first);
  useEffect(() => {
    document.documentElement.lang = catalogue.language === "zh" ? "zh-Hans" : "en";
  }, [catalogue]);
  const value = useMemo<Given>(() => {
    const choose = (language: Language) => {
      remember("hvrmet_language", language);
      void loadCatalogue(language).then((next) => startTransition(() => setCatalogue(next)));
    };
    return { catalogue, texts: textsOf(catalogue, choose) };
  }, [catalogue]);
  return <Context value={value}>{children}</Context>;
}

/** Texts that only one page needs: they come with it. */
export type Part = Record<Language, () => Promise<{ default: string }>>;

const requested = new WeakMap<Part, Map<Language, Promise<string>>>();

function sourceOf(part: Part, language: Language): Promise<string> {
  const known = requested.get(part) ?? new Map<Language, Promise<string>>();
  requested.set(part, known);
  const before = known.get(language);
  if (before) return before;
  const source = part[language]().then((module) => module.default);
  // What is lost stays lost until the page is loaded again: asked for at each drawing, it would be
  // asked for hundreds of times a second while the server is away.
  known.set(language, source);
  return source;
}

/** Gives all below it the texts of a part too; it suspends until they are there. */
export function MoreTexts({ part, children }: { part: Part; children: ReactNode }) {
  const outer = useGiven();
  const source = use(sourceOf(part, outer.texts.language));
  const value = useMemo<Given>(() => {
    const catalogue = outer.catalogue.with(source);
    return { catalogue, texts: textsOf(catalogue, outer.texts.choose) };
  }, [outer, source]);
  return <Context value={value}>{children}</Context>;
}

/**
 * Loads, just after the first view, what is not part of it but shown next, with its texts.
 *
 * What is lost here is asked for again, or said, where it is shown.
 */
export function useSoon(modules: Record<string, () => Promise<unknown>>, part: Part) {
  const { language } = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [...Object.values(modules), () => sourceOf(part, language)])
        load().catch(() => undefined);
    }, 0);
    return () => clearTimeout(timer);
  }, [modules, part, language]);
}

function useGiven(): Given {
  const given = useContext(Context);
  if (!given) throw new Error("texts need a TextProvider above them");
  return given;
}

/** All that is loaded in the reader's language, for what writes messages of the platform. */
export const useCatalogue = (): Catalogue => useGiven().catalogue;

/**
 * The texts of the reader's language.
 *
 * @throws Error outside a `TextProvider`.
 */
export const useTexts = (): Texts => useGiven().texts;
