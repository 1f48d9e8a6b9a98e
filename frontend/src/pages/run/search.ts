import { textIn } from "../search";

/** What of a diagnosis is looked at: it stands in the address, so that a link shows the same. */
export interface RunSearch {
  /** Entry of the library: the factor that is selected. */
  factor?: string;
  /** Name of the chart that is shown large. */
  chart?: string;
}

/** What is not known is left out, so that an old link still opens. */
export const runSearch = (given: Record<string, unknown>): RunSearch => ({
  factor: textIn(given.factor),
  chart: textIn(given.chart),
});
