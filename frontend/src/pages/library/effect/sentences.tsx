import { createContext, type ReactNode, useContext, useState } from "react";
import { Button } from "@/design/components/Button";
import type { WordedVerdict } from "@/generated/schema";
import { type Language, useTexts } from "@/text";

interface Sentences {
  language: Language;
  toggle: () => void;
}

const Context = createContext<Sentences | null>(null);

/** Gives the sentences of reports below it one language: that of the page, until the other is asked for. */
export function SentencesProvider({ children }: { children: ReactNode }) {
  const { language } = useTexts();
  const [isOther, setOther] = useState(false);
  const other = language === "zh" ? "en" : "zh";
  const given = { language: isOther ? other : language, toggle: () => setOther(!isOther) };
  return <Context value={given}>{children}</Context>;
}

function useSentences(): Sentences {
  const given = useContext(Context);
  if (!given) throw new Error("sentences need a SentencesProvider above them");
  return given;
}

/** The language in which sentences of reports are shown. */
export const useSentenceLanguage = (): Language => useSentences().language;

/** A sentence as a report prints it. */
export function Sentence({ texts }: { texts: WordedVerdict["texts"] }) {
  const { language } = useSentences();
  return <span lang={language === "zh" ? "zh-Hans" : "en"}>{texts[language]}</span>;
}

/** Shows the sentences in the other language, and back. */
export function OtherLanguage() {
  const { t, language } = useTexts();
  const sentences = useSentences();
  return (
    <Button kind="bare" aria-pressed={sentences.language !== language} onPress={sentences.toggle}>
      {t("effect-other-language")}
    </Button>
  );
}
