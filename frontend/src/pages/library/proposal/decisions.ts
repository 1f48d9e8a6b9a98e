import type { DecisionVerdict, FieldInfo, NewDecision } from "@/generated/schema";
import { lastOf } from "./model";

/** What a reviewer says of a wording. */
export interface Word {
  verdict: DecisionVerdict;
  reason: string;
  /** The reviewer's own value, and its unit where it is another than that of the limit; of a correction alone. */
  value: unknown;
  unit: string;
}

/** What was said, and of which wording. */
interface Said extends Word {
  wording: string;
}

/** What was decided and not sent, and what is being written, each by the field that it is on. */
export interface Gathered {
  decided: Readonly<Record<string, Said>>;
  started: Readonly<Record<string, Word>>;
}

export const NOTHING: Gathered = { decided: {}, started: {} };

function without<T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> {
  const { [name]: _, ...others } = all;
  return others;
}

/** Keeps what is being written of a field; null ends it. */
export function withStarted(gathered: Gathered, field: FieldInfo, word: Word | null): Gathered {
  const others = without(gathered.started, field.id);
  return { ...gathered, started: word ? { ...others, [field.id]: word } : others };
}

/** Decides on the last wording of a field, in place of any decision before. */
export function withDecided(gathered: Gathered, field: FieldInfo, word: Word): Gathered {
  const wording = lastOf(field)?.id;
  if (!wording) return gathered;
  return {
    decided: { ...gathered.decided, [field.id]: { ...word, wording } },
    started: without(gathered.started, field.id),
  };
}

/** Takes a decision back; what was written in it is gone on with. */
export function withUndone(gathered: Gathered, field: FieldInfo): Gathered {
  const said = gathered.decided[field.id];
  if (!said) return gathered;
  const { wording: _, ...word } = said;
  return {
    decided: without(gathered.decided, field.id),
    started:
      word.verdict === "approve" ? gathered.started : { ...gathered.started, [field.id]: word },
  };
}

/** What was decided on the last wording of a field that waits for the reader. */
export function wordOn(gathered: Gathered, field: FieldInfo): Word | undefined {
  const said = gathered.decided[field.id];
  return field.waits_for_me && said?.wording === lastOf(field)?.id ? said : undefined;
}

/** Whether the field has another wording since the reader decided on it. */
export function isPassed(gathered: Gathered, field: FieldInfo): boolean {
  const said = gathered.decided[field.id];
  return said !== undefined && said.wording !== lastOf(field)?.id;
}

/** The decisions that can be sent: each on the last wording of a field that waits for the reader. */
export function toSend(gathered: Gathered, fields: readonly FieldInfo[]): NewDecision[] {
  return fields.flatMap((field) => {
    const word = wordOn(gathered, field);
    const wording = lastOf(field)?.id;
    if (!word || !wording) return [];
    const { verdict, value, unit } = word;
    const said = { wording, verdict, reason: word.reason.trim() };
    // A value, even an empty one, belongs to a correction alone.
    if (verdict !== "correct") return [said as NewDecision];
    return [{ ...said, value: (value ?? null) as NewDecision["value"], unit: unit || null }];
  });
}

/** The next field after one that the reader has to decide; after the last comes the first. */
export function nextUndecided(
  gathered: Gathered,
  fields: readonly FieldInfo[],
  after?: string,
): FieldInfo | undefined {
  const at = fields.findIndex((field) => field.id === after);
  return [...fields.slice(at + 1), ...fields.slice(0, at + 1)].find(
    (field) => field.waits_for_me && !wordOn(gathered, field),
  );
}
