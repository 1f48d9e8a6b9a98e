import type { ItemState } from "@/api/libraryQueries";
import { type Document, leavesOf, plain, valueAt } from "./fields";

/** One field that a revision says otherwise than the one before it. */
export interface Step {
  path: string;
  before: unknown;
  after: unknown;
  /** Of a limit's number. */
  unit: string;
}

/** Counts of hits are measured, not written: a history of words leaves them out. */
const MEASURED = /^(experience|revision)\b/;

/** A limit in the unit in which the index is judged. */
export const IS_LIMIT = /^expected\.(absolute|floor)\.value$/;

/** What a state says otherwise than the one before it, by field. */
export function stepsBetween(before: Document, after: Document): Step[] {
  const paths = new Set([...leavesOf(before), ...leavesOf(after)].map(([path]) => path));
  return [...paths]
    .filter((path) => !MEASURED.test(path))
    .map((path) => ({
      path,
      before: plain(valueAt(before, path)),
      after: plain(valueAt(after, path)),
      unit: IS_LIMIT.test(path) ? String(valueAt(after, "expected.unit") ?? "") : "",
    }))
    .filter((step) => JSON.stringify(step.before) !== JSON.stringify(step.after));
}

/** A state of an item with what it changed; null where it was the first. */
export interface Past {
  state: Omit<ItemState, "document">;
  steps: Step[] | null;
}

/** The states of an item, the newest first, each with what it changed. */
export const pastOf = (states: readonly ItemState[]): Past[] =>
  states.map((state, at) => {
    const before = states[at + 1];
    if (!before || before.removed || state.removed) return { state, steps: null };
    return { state, steps: stepsBetween(before.document, state.document) };
  });
