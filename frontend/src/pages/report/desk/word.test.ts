import { expect, it } from "vitest";
import type { ReviewInfo } from "@/generated/schema";
import { commentOn, isWhole, remarksUntil, saidBefore, withComment, wordsInForce } from "./word";

const review = (reviewer: string, verdict: ReviewInfo["verdict"], at: number): ReviewInfo => ({
  ...{ id: `${reviewer} ${at}`, version: 1, reviewer, verdict, text: "", comments: [] },
  ...{ dissent: false, unopened: [], created_at: `2026-07-05T0${at}:00:00Z` },
});

it("names the part of a comment as reviews do", () => {
  expect(commentOn("summary.2", "a")).toEqual({ on: "sentence", id: "summary.2", text: "a" });
  expect(commentOn("title", "a")).toEqual({ on: "sentence", id: "title", text: "a" });
  expect(commentOn("caption:figures/ivt.png", "a")).toEqual({
    ...{ on: "figure", id: "figures/ivt.png", text: "a" },
  });
});

it("keeps one comment on each part, in its place, and none without a text", () => {
  const first = commentOn("summary.1", "one");
  const second = commentOn("caption:a.png", "two");
  const both = withComment(withComment([], first), second);
  expect(both).toEqual([first, second]);
  const changed = commentOn("summary.1", "another");
  expect(withComment(both, changed)).toEqual([changed, second]);
  expect(withComment(both, commentOn("summary.1", ""))).toEqual([second]);
  expect(withComment([], commentOn("summary.1", ""))).toEqual([]);
});

it("counts what was remarked until a version", () => {
  const comments = [commentOn("summary.1", "one"), commentOn("summary.2", "two")];
  const reviews = [
    { ...review("wang", "comment", 1), text: "Thin." },
    { ...review("zhao", "approve", 2), text: "Good.", comments },
    { ...review("zhao", "comment", 3), version: 3, comments },
  ];
  expect([0, 1, 2, 3].map((number) => remarksUntil(reviews, number))).toEqual([0, 3, 3, 5]);
});

it("takes the last word of each reviewer, over which a comment does not go", () => {
  const words = wordsInForce([
    review("wang", "request_changes", 1),
    review("zhao", "approve", 2),
    review("wang", "approve", 3),
    review("wang", "comment", 4),
  ]);
  expect(words.map(({ reviewer, verdict }) => `${reviewer} ${verdict}`)).toEqual([
    "wang approve",
    "zhao approve",
  ]);
});

it("keeps what was said of earlier versions, and who has approved one since", () => {
  const of = (version: number, one: ReviewInfo) => ({ ...one, version });
  const reviews = [
    of(1, review("wang", "approve", 1)),
    of(1, review("wang", "request_changes", 2)),
    of(1, review("zhao", "reject", 3)),
    of(2, review("chen", "comment", 4)),
    of(2, review("wang", "approve", 5)),
    of(3, review("zhao", "comment", 6)),
    of(4, review("zhao", "approve", 7)),
  ];
  const said = saidBefore(reviews, 3, "hvrmet");
  expect(said.map(({ review: { id }, approved, stands }) => [id, approved, stands])).toEqual([
    ["chen 4", null, false],
    ["zhao 3", null, true],
    ["wang 2", 2, false],
  ]);
  // Who objected and wrote this version themselves has met it.
  expect(saidBefore(reviews, 3, "zhao").some(({ stands }) => stands)).toBe(false);
  expect(saidBefore(reviews, 1, "hvrmet")).toEqual([]);
});

it("sends what says something, and a refusal with its reason", () => {
  const comments = [commentOn("summary.1", "one")];
  const word = { verdict: "comment", text: " ", comments: [] } as const;
  expect(isWhole(word)).toBe(false);
  expect(isWhole({ ...word, comments })).toBe(true);
  expect(isWhole({ ...word, text: "one" })).toBe(true);
  expect(isWhole({ ...word, verdict: "approve" })).toBe(true);
  expect(isWhole({ ...word, verdict: "reject", comments })).toBe(false);
  expect(isWhole({ ...word, verdict: "request_changes", text: "why" })).toBe(true);
  expect(isWhole({ ...word, verdict: "approve", comments: [commentOn("title", " ")] })).toBe(false);
});
