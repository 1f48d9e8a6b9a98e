import { expect, it } from "vitest";
import type { FieldInfo } from "@/generated/schema";
import {
  isPassed,
  NOTHING,
  nextUndecided,
  toSend,
  type Word,
  withDecided,
  withStarted,
  withUndone,
  wordOn,
} from "./decisions";

const field = (id: string, wording = `${id}1`, more: Partial<FieldInfo> = {}) =>
  ({ id, unit: "", waits_for_me: true, wordings: [{ id: wording }], ...more }) as FieldInfo;
const APPROVE: Word = { verdict: "approve", reason: "", value: 4, unit: "" };
const CORRECT: Word = { verdict: "correct", reason: " too low ", value: 62, unit: "km/h" };

it("gathers one decision for each field, and sends those on what the field says now", () => {
  const [a, b] = [field("a"), field("b", "b1", { unit: "m/s" })];
  const gathered = withDecided(withDecided(NOTHING, a, APPROVE), b, CORRECT);
  expect(toSend(gathered, [a, b])).toEqual([
    { wording: "a1", verdict: "approve", reason: "" },
    { wording: "b1", verdict: "correct", reason: "too low", value: 62, unit: "km/h" },
  ]);
  const later = field("b", "b2");
  expect(wordOn(gathered, later)).toBeUndefined();
  expect(isPassed(gathered, later)).toBe(true);
  expect(toSend(gathered, [a, later])).toHaveLength(1);
  expect(toSend(gathered, [{ ...a, waits_for_me: false }])).toEqual([]);
});

it("sends an empty value as null, and no unit where it is the field's own", () => {
  const a = field("a");
  const emptied: Word = { ...CORRECT, value: undefined, unit: "" };
  const [sent] = toSend(withDecided(NOTHING, a, emptied), [a]);
  expect(sent).toMatchObject({ value: null, unit: null });
});

it("a decision that is taken back leaves what was written in it", () => {
  const a = field("a");
  const begun = withStarted(NOTHING, a, CORRECT);
  const given = withDecided(begun, a, CORRECT);
  expect(given.started).toEqual({});
  expect(withUndone(given, a)).toEqual(begun);
  expect(withUndone(withDecided(NOTHING, a, APPROVE), a)).toEqual(NOTHING);
  expect(withStarted(begun, a, null)).toEqual(NOTHING);
});

it("goes on with the next undecided field, and from the last to the first", () => {
  const [a, b, c] = [field("a"), field("b", "b1", { waits_for_me: false }), field("c")];
  expect(nextUndecided(NOTHING, [a, b, c], "a")?.id).toBe("c");
  expect(nextUndecided(NOTHING, [a, b, c])?.id).toBe("a");
  const gathered = withDecided(NOTHING, c, APPROVE);
  expect(nextUndecided(gathered, [a, b, c], "c")?.id).toBe("a");
  expect(nextUndecided(withDecided(gathered, a, APPROVE), [a, b, c], "a")).toBeUndefined();
});
