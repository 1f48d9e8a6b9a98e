import { EVENTS } from "@/design/components/Marks";
import type {
  Category,
  CheckOutcome,
  EventType,
  Modality,
  Need,
  ProposalState,
  ProposedKind,
  Touch,
} from "@/generated/schema";
import { cursorIn, type Given, oneOf, textIn } from "../search";

export const CATEGORIES: readonly Category[] = ["dynamics", "thermodynamics", "moisture"];
export const MODALITIES: readonly Modality[] = ["index", "figure"];
export const OUTCOMES: readonly CheckOutcome[] = [
  "not_found",
  "unchecked",
  "contradicted",
  "corrected",
  "agrees",
];
export const STATES: readonly ProposalState[] = [
  "in_review",
  "returned",
  "draft",
  "accepted",
  "withdrawn",
];
export const KINDS: readonly ProposedKind[] = ["entry", "cause", "preset", "reference"];
/** In the order in which readers look for them. */
export const TOUCHES: readonly Touch[] = ["verdict", "choice", "text"];
/** What needs attention, in the order of its urgency. */
export const NEEDS: readonly Need[] = [
  "conflict",
  "returned",
  "review",
  "release",
  "adoption",
  "remark",
  "draft",
  "unverified",
  "low_hits",
  "stale",
  "thin",
];

/** A cell of the matrix of the library: type of event, category and kind of factor. */
export interface Cell {
  event?: EventType;
  category?: Category;
  modality?: Modality;
}

export interface QueueSearch extends Cell {
  need?: Need;
}

export interface EntrySearch extends Cell {
  /** Whether curators have found them right as a whole. */
  reviewed?: boolean;
  text?: string;
  cursor?: string;
}

export interface WordSearch {
  q?: string;
  kind?: ProposedKind;
  page?: number;
}

export interface ReferenceSearch {
  outcome?: CheckOutcome;
  text?: string;
  cursor?: string;
}

export interface ProposalSearch {
  state?: ProposalState;
  mine?: true;
  cursor?: string;
}

/** What of a difference is shown: what its fields decide, or what nobody approved field by field. */
export type Shown = Touch | "file";

export interface DifferenceSearch {
  show?: Shown;
}

export interface ReleaseSearch extends DifferenceSearch {
  /** Digest of the release that it is compared with. */
  with?: string;
}

export interface OverlaySearch {
  /** Digest of the shared release in which the draft is shown, where it is not the one in use. */
  release?: string;
}

const digestIn = (given: unknown): string | undefined => /^[0-9a-f]{64}$/.exec(String(given))?.[0];

const cellIn = (given: Given): Cell => ({
  event: oneOf(given.event, EVENTS),
  category: oneOf(given.category, CATEGORIES),
  modality: oneOf(given.modality, MODALITIES),
});

export const queueSearch = (given: Given): QueueSearch => ({
  ...cellIn(given),
  need: oneOf(given.need, NEEDS),
});

export const entrySearch = (given: Given): EntrySearch => ({
  ...cellIn(given),
  reviewed: typeof given.reviewed === "boolean" ? given.reviewed : undefined,
  text: textIn(given.text),
  cursor: cursorIn(given),
});

export const wordSearch = (given: Given): WordSearch => ({
  // The address holds a query of digits as a number.
  q: typeof given.q === "number" ? `${given.q}` : textIn(given.q),
  kind: oneOf(given.kind, KINDS),
  page: typeof given.page === "number" && given.page > 1 ? Math.floor(given.page) : undefined,
});

export const referenceSearch = (given: Given): ReferenceSearch => ({
  outcome: oneOf(given.outcome, OUTCOMES),
  text: textIn(given.text),
  cursor: cursorIn(given),
});

export const proposalSearch = (given: Given): ProposalSearch => ({
  state: oneOf(given.state, STATES),
  mine: given.mine === true ? true : undefined,
  cursor: cursorIn(given),
});

export const differenceSearch = (given: Given): DifferenceSearch => ({
  show: oneOf(given.show, [...TOUCHES, "file"] as const),
});

export const releaseSearch = (given: Given): ReleaseSearch => ({
  ...differenceSearch(given),
  with: digestIn(given.with),
});

export const overlaySearch = (given: Given): OverlaySearch => ({
  release: digestIn(given.release),
});
