import { LANGUAGES, type Language } from "@/text/catalogue";
import { textIn } from "../search";

/** What of a report is looked at: it stands in the address, so that a link shows the same. */
export interface ReadingSearch {
  /** Language of the report, where it is not that of the pages. */
  in?: Language;
  claim?: string;
  evidence?: string;
  /** Number of the chart that is shown large. */
  chart?: number;
  /** Number of the version to compare with. */
  against?: number;
  side?: "reviews";
  /** What is commented on or corrected: the address of a sentence or caption, or `claim:c7`. */
  part?: string;
}

const counted = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
};

/** What is not known is left out, so that an old link still opens. */
export const readingSearch = (given: Record<string, unknown>): ReadingSearch => ({
  in: LANGUAGES.find((language) => language === given.in),
  claim: textIn(given.claim),
  evidence: textIn(given.evidence),
  chart: counted(given.chart),
  against: counted(given.against),
  side: given.side === "reviews" ? "reviews" : undefined,
  part: textIn(given.part),
});
