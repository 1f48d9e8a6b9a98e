/** What of the situation is looked at: it stands in the address, so that a link shows the same. */
export interface SituationSearch {
  /** How far back, where it is not the usual span. */
  days?: Days;
  /** The diagnosis that is looked at. */
  at?: string;
}

export const SPANS = [1, 3, 7, 31] as const;
export type Days = (typeof SPANS)[number];
export const USUAL: Days = 3;

/** What is not known is left out, so that an old link still opens. */
export const situationSearch = (given: Record<string, unknown>): SituationSearch => ({
  days: SPANS.find((days) => days === Number(given.days) && days !== USUAL),
  at: typeof given.at === "string" && given.at !== "" ? given.at : undefined,
});
