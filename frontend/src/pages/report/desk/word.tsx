import { createContext, type ReactNode, useContext } from "react";
import type { IconName } from "@/design/icons";
import type { Comment, ReviewInfo, ReviewVerdict } from "@/generated/schema";
import { addressOf } from "../model";
import { useKept } from "./kept";

/** What a person is about to say of a version: comments on its parts, a verdict and a text. */
export interface Word {
  verdict: ReviewVerdict;
  text: string;
  comments: readonly Comment[];
}

const NOTHING: Word = { verdict: "comment", text: "", comments: [] };

/** The comment on the part at an address, as reviews name it. */
export function commentOn(address: string, text: string): Comment {
  const [, artifact] = /^caption:(.*)$/.exec(address) ?? [];
  return artifact === undefined
    ? { on: "sentence", id: address, text }
    : { on: "figure", id: artifact, text };
}

/** The comments with another one on a part; without a text there is none. */
export function withComment(comments: readonly Comment[], comment: Comment): Comment[] {
  const at = comments.findIndex((one) => addressOf(one) === addressOf(comment));
  if (at < 0) return comment.text === "" ? [...comments] : [...comments, comment];
  return comments.flatMap((one, place) =>
    place !== at ? [one] : comment.text === "" ? [] : [comment],
  );
}

/** The last word of each reviewer, the newest first; a comment takes none back. */
export function wordsInForce(reviews: readonly ReviewInfo[]): ReviewInfo[] {
  const seen = new Set<string>();
  return [...reviews]
    .sort((one, other) => other.created_at.localeCompare(one.created_at))
    .filter(({ verdict, reviewer }) => {
      if (verdict === "comment" || seen.has(reviewer)) return false;
      seen.add(reviewer);
      return true;
    });
}

export const SIGNS: Record<ReviewVerdict, IconName> = {
  approve: "approved",
  request_changes: "in_review",
  reject: "close",
  comment: "draft",
};

/** A word on an earlier version, and the version that its author has approved since. */
export interface Before {
  review: ReviewInfo;
  approved: number | null;
  /** Whether it is an objection that its author has met neither by an approval nor by this version. */
  stands: boolean;
}

/** What was objected to or remarked on versions before one, the newest first. */
export function saidBefore(
  reviews: readonly ReviewInfo[],
  number: number,
  author: string,
): Before[] {
  const known = reviews
    .filter((one) => one.version <= number)
    .sort((one, other) => other.created_at.localeCompare(one.created_at));
  return known
    .filter((one) => one.version < number && one.verdict !== "approve")
    .map((review) => {
      const since = known.find(
        (one) =>
          one.verdict === "approve" &&
          one.reviewer === review.reviewer &&
          one.created_at > review.created_at,
      );
      const isMet = since !== undefined || review.reviewer === author;
      const stands = review.verdict !== "comment" && !isMet;
      return { review, approved: since?.version ?? null, stands };
    });
}

/** How many remarks were made on a version and those before it: comments on parts, and texts of comments. */
export const remarksUntil = (reviews: readonly ReviewInfo[], number: number): number =>
  reviews
    .filter((one) => one.version <= number)
    .reduce(
      (sum, { verdict, text, comments }) =>
        sum + comments.length + (verdict === "comment" && text !== "" ? 1 : 0),
      0,
    );

/** Whether a verdict has what it needs: a reason, or something said. */
export function isWhole({ verdict, text, comments }: Word): boolean {
  if (comments.some((comment) => comment.text.trim() === "")) return false;
  if (verdict === "approve") return true;
  return text.trim() !== "" || (verdict === "comment" && comments.length > 0);
}

const Context = createContext<[Word, (word: Word) => void, () => void] | null>(null);

/** Gives the parts of the desk one word that is being written; a reload keeps it. */
export function WordProvider({ children }: { children: ReactNode }) {
  const [word, setWord] = useKept<Word>("word", NOTHING);
  return <Context value={[word, setWord, () => setWord(NOTHING)]}>{children}</Context>;
}

/** The word that is being written, what changes it, and what ends it. */
export function useWord() {
  const value = useContext(Context);
  if (!value) throw new Error("useWord needs a WordProvider above it");
  return value;
}
