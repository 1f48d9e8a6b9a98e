import type { ProblemInfo } from "@/generated/schema";
import type { Language } from "@/text";

/** What is wrong with an item, in the reader's language. */
export const problemIn = ({ texts, problem }: ProblemInfo, language: Language): string =>
  texts[language] ?? problem;
