import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
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

const Context = createContext<Texts | null>(null);

/** Gives all below it the texts of a language, which they can change. */
export function TextProvider({ first, children }: { first: Catalogue; children: ReactNode }) {
  const [catalogue, setCatalogue] = useState(first);
  useEffect(() => {
    document.documentElement.lang = catalogue.language === "zh" ? "zh-Hans" : "en";
  }, [catalogue]);
  const texts = useMemo<Texts>(
    () => ({
      language: catalogue.language,
      t: (id, parameters) => catalogue.text(id, parameters),
      term: (name) => catalogue.term(name),
      label: (name) => capitalised(catalogue.term(name)),
      choose: (language) => {
        remember("hvrmet_language", language);
        void loadCatalogue(language).then(setCatalogue);
      },
    }),
    [catalogue],
  );
  return <Context value={texts}>{children}</Context>;
}

/**
 * The texts of the reader's language.
 *
 * @throws Error outside a `TextProvider`.
 */
export function useTexts(): Texts {
  const texts = useContext(Context);
  if (!texts) throw new Error("useTexts needs a TextProvider above it");
  return texts;
}
