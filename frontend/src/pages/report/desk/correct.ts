import type {
  CorrectionProblem,
  Edit,
  EvidenceItem,
  FeaturesAnswer,
  Reading,
  Report,
  Statement,
  WrittenSentence,
} from "@/generated/schema";
import { allSentences, sameClaim } from "../model";

export const LONGEST_WORDS = 2000;
export const LONGEST_NOTE = 1000;

/** A value that own words can keep: the document's claim, and how the field names it. */
export interface Value {
  claim: string;
  name: string;
}

/** A line that people type: the platform's no-break spaces and joiners are only how it is set. */
export const asLine = (text: string): string =>
  text.replace(/\r\n?|[\n\t\p{Z}]/gu, " ").replace(/\p{Cf}/gu, "");

/** Knows the claims of the document as the reading writes them. */
export class Values {
  private readonly claims = new Map<string, string>();
  private readonly written = new Map<string, string>();

  constructor(reading: Reading, report: Report) {
    for (const claim of reading.claims) {
      const id = sameClaim(report.claims, claim)?.id;
      if (id) this.claims.set(claim.id, id);
    }
    // What only the document writes stands there as it is stored.
    for (const { id, value } of report.claims) {
      this.written.set(id, typeof value === "object" ? "…" : asLine(String(value)));
    }
    // A name has a capital in cells and where a sentence begins: words within sentences come last.
    const within = reading.sections.flatMap(({ sentences }) =>
      sentences.map(({ pieces }) => ({ pieces: pieces.slice(1) })),
    );
    for (const { pieces } of [...within, ...allSentences(reading)].toReversed()) {
      for (const { claim, text } of pieces) {
        const id = this.claims.get(claim ?? "");
        if (id) this.written.set(id, asLine(text));
      }
    }
  }

  /** What a claim of the document is in the language that is read. */
  textOf(claim: string): string {
    return this.written.get(claim) ?? "…";
  }

  /** The values of a sentence and of own words, each once, by names that differ. */
  namesFor(sentence: WrittenSentence, words: string): Value[] {
    const inSentence = sentence.pieces.flatMap(({ claim }) => this.claims.get(claim ?? "") ?? []);
    const inWords = partsOf(words).flatMap(({ claim }) => claim ?? []);
    const used = new Map<string, number>();
    return [...new Set([...inSentence, ...inWords])].map((claim) => {
      const text = this.textOf(claim);
      const count = (used.get(text) ?? 0) + 1;
      used.set(text, count);
      return { claim, name: count === 1 ? text : `${text} #${count}` };
    });
  }

  /** A sentence as own words to begin with: its values stay bound, as far as the document has them. */
  wordsOf(sentence: WrittenSentence): string {
    const parts = sentence.pieces.map(({ claim, text }) => {
      const id = this.claims.get(claim ?? "");
      return id ? placeholder(id) : asLine(text);
    });
    return parts.join("").trim();
  }
}

const placeholder = (claim: string) => `{claim:${claim}}`;
const PLACEHOLDER = /\{claim:([^{}]*)\}/g;

/** Own words, cut at their values. */
export function partsOf(words: string): { text: string; claim?: string }[] {
  const parts: { text: string; claim?: string }[] = [];
  let from = 0;
  for (const found of words.matchAll(PLACEHOLDER)) {
    if (found.index > from) parts.push({ text: words.slice(from, found.index) });
    parts.push({ text: "", claim: found[1] ?? "" });
    from = found.index + found[0].length;
  }
  if (from < words.length) parts.push({ text: words.slice(from) });
  return parts;
}

/** Own words as the field shows them: `{52.5 kg m−2}` stands for a value. */
export const toField = (words: string, values: readonly Value[]): string =>
  words.replace(PLACEHOLDER, (whole, claim: string) => {
    const value = values.find((one) => one.claim === claim);
    return value ? `{${value.name}}` : whole;
  });

/** What the field holds as own words; braces around anything else stay, and are refused. */
export const fromField = (field: string, values: readonly Value[]): string =>
  asLine(field).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = values.find((one) => one.name === name);
    return value ? placeholder(value.claim) : whole;
  });

export type Fault = "empty" | "unknown_value" | "markup" | "unprintable" | "too_long";

const MARKUP = /[<>`|\\]|\]\(|!\[|^\s*[#>*+-]/;

/** Why own words would be refused: the rule of `diagnostics/contracts/corrections.py`. */
export function faultOf(words: string): Fault | null {
  const plain = words.replace(PLACEHOLDER, "");
  if (words.trim() === "") return "empty";
  if (/[{}]/.test(plain)) return "unknown_value";
  if (MARKUP.test(plain)) return "markup";
  if (/\p{C}/u.test(words)) return "unprintable";
  return words.length > LONGEST_WORDS ? "too_long" : null;
}

const statement = (rest: Pick<Statement, "of" | "id"> & Partial<Statement>): Statement => ({
  detector: null,
  number: 1,
  ...rest,
});

/** A statement that can be chosen; a feature comes with the answer that holds it. */
export interface Sayable {
  statement: Statement;
  answer?: FeaturesAnswer;
}

const MOST_FEATURES = 20;

function featuresOf(item: EvidenceItem): Sayable[] {
  const answers = [...(item.detection ? [item.detection] : []), ...(item.figure?.features ?? [])];
  return answers
    .filter(
      // Of several answers of one detector a statement reaches the first.
      (answer, at) => answers.findIndex((one) => one.detector === answer.detector) === at,
    )
    .filter((answer) => answer.features.length > 0 || answer.passed !== null)
    .flatMap((answer) => {
      const count = Math.min(Math.max(answer.features.length, 1), MOST_FEATURES);
      return Array.from({ length: count }, (_, at) => ({
        answer,
        statement: statement({
          of: "feature",
          id: item.id,
          detector: answer.detector,
          number: at + 1,
        }),
      }));
    });
}

/** All that the platform can say of what a version has, by what it is about. */
export function sayable(report: Report): Record<Statement["of"], Sayable[]> {
  const valued = report.evidence.filter(({ index }) => typeof index?.value === "number");
  const causes = report.conclusion.event ? report.conclusion.causes : [];
  return {
    value: valued.map(({ id }) => ({ statement: statement({ of: "value", id }) })),
    feature: report.evidence.flatMap(featuresOf),
    explanation: causes.map(({ cause }) => ({
      statement: statement({ of: "explanation", id: cause }),
    })),
  };
}

/** The name of an explanation as the reading writes it. */
export function causeName(reading: Reading, report: Report, cause: string): string | undefined {
  const source = `cause:${report.conclusion.event}.${cause}`;
  const path = reading.language === "zh" ? "name_zh" : "name";
  const claim = reading.claims.find((one) => one.source === source && one.path === path);
  return typeof claim?.value === "string" ? claim.value : undefined;
}

const keyOf = (edit: Edit) => JSON.stringify([edit.op, edit.at, edit.text, edit.statement]);
const isInPlace = (edit: Edit) => edit.op !== "insert_after";

/** Adds an edit: a sentence is replaced or left out once, and the last word on it counts. */
export function withEdit(edits: readonly Edit[], edit: Edit): Edit[] {
  const at = edits.findIndex(
    (one) =>
      keyOf(one) === keyOf(edit) || (isInPlace(edit) && isInPlace(one) && one.at === edit.at),
  );
  return at < 0 ? [...edits, edit] : edits.with(at, edit);
}

/** Takes edits up again; what has been written since then on the same sentence stays. */
export const takenUp = (edits: readonly Edit[], again: readonly Edit[]): Edit[] =>
  edits.reduce(withEdit, [...again]);

/** Statements of which the check says that they cannot be written, by what they are about. */
const OF_STATEMENT: ReadonlySet<string> = new Set(["unknown_subject", "no_value", "unknown_tool"]);

/**
 * The edit that a problem of the check is about; -1 where it is about none.
 *
 * The check counts the sentences of the corrected report, and names the evidence of a statement.
 */
export function editOfProblem(
  edits: readonly Edit[],
  reading: Reading,
  { where, kind, message }: CorrectionProblem,
): number {
  if (OF_STATEMENT.has(kind)) {
    const named = new Set(message.split(/[^\w.-]+/));
    return edits.findIndex((edit) => edit.statement && named.has(edit.statement.id));
  }
  const [, section, number] = /^(.+), sentence (\d+)$/.exec(where) ?? [];
  if (section) return writers(edits, reading, section)[Number(number) - 1] ?? -1;
  const [, artifact] = /, caption of (.+)$/.exec(where) ?? [];
  return edits.findIndex((edit) => edit.at === `caption:${artifact}`);
}

/** For each sentence of a corrected section the edit that wrote it, or -1. */
function writers(edits: readonly Edit[], reading: Reading, section: string): number[] {
  const before = reading.sections.find(({ id }) => id === section)?.sentences ?? [];
  return before.flatMap(({ address }) => {
    const here = edits.map((edit, at) => ({ edit, at })).filter(({ edit }) => edit.at === address);
    const of = (op: Edit["op"]) => here.filter(({ edit }) => edit.op === op).map(({ at }) => at);
    const itself = of("remove").length > 0 ? [] : [of("replace")[0] ?? -1];
    return [...itself, ...of("insert_after")];
  });
}
