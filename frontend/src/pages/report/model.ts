import type { RunEventType } from "@/api/reportQueries";
import type {
  Claim,
  Comment,
  EvidenceItem,
  Reading,
  Recipe,
  Report,
  ReportFigure,
  WrittenFigure,
  WrittenSection,
  WrittenSentence,
} from "@/generated/schema";
import type { Language } from "@/text";

/** Where the value of a claim is: in evidence, in an entry of the library, at an operator, or at a step of the run. */
export type Source =
  | { kind: "evidence"; id: string }
  | { kind: "entry"; id: string }
  | { kind: "tool"; id: string }
  | { kind: "cause"; id: string }
  | { kind: "step"; id: Step };

const STEPS = {
  classification: ["event_classified"],
  systems: ["systems_found"],
  inventory: ["data_retrieved"],
  request: ["run_started"],
  conclusion: ["concluded"],
  software: ["run_started"],
  retrieval: ["data_checked", "data_retrieved"],
  steering: ["steered"],
} as const satisfies Record<string, readonly RunEventType[]>;

/** A part of the run whose outcome a report may quote. */
export type Step = keyof typeof STEPS;

/** The events of the run that recorded the outcome of a step. */
export const eventsOfStep = (step: Step): RunEventType[] => [...STEPS[step]];

const isStep = (name: string): name is Step => Object.hasOwn(STEPS, name);

/**
 * Reads where a claim points.
 *
 * @throws Error when the claim names a source that no release knows.
 */
export function sourceOf(claim: Claim): Source {
  const [kind = "", ...rest] = claim.source.split(":");
  const id = rest.join(":");
  if (kind === "evidence" || kind === "entry" || kind === "tool" || kind === "cause") {
    return { kind, id };
  }
  if (isStep(claim.source)) return { kind: "step", id: claim.source };
  throw new Error(`claim ${claim.id} has the unknown source ${claim.source}`);
}

/**
 * The claim among others that is bound to the same as one of another language, or undefined.
 *
 * The ids of a reading are those of its document in one language only, and each lacks what is bound in
 * the other alone (a name in Chinese). The same value may be written with other digits elsewhere: the one
 * that is written alike comes first.
 */
export function sameClaim(claims: readonly Claim[], claim: Claim): Claim | undefined {
  const same = claims.filter(
    ({ source, path, kind }) =>
      source === claim.source && path === claim.path && kind === claim.kind,
  );
  const alike = same.filter(
    ({ unit, digits }) => (unit ?? null) === (claim.unit ?? null) && digits === claim.digits,
  );
  return alike.find(({ id }) => id === claim.id) ?? alike[0] ?? same[0];
}

/** How a value of a reading is made: the document says so, in the language of the request. */
export function recipeOf(report: Report | undefined, claim: Claim): Recipe | undefined {
  const known = report && sameClaim(report.claims, claim);
  return known && report.recipes?.find(({ gives }) => known.id in gives);
}

/** The id that a claim of the document has in a reading. */
export function claimRead(
  reading: Reading,
  report: Report | undefined,
  id: string,
): string | undefined {
  const known = report?.claims.find((claim) => claim.id === id);
  if (!known) return report ? undefined : id;
  return sameClaim(reading.claims, known)?.id;
}

/** The language of a text for those who hear it. */
export const langOf = (language: Language): string => (language === "zh" ? "zh-Hans" : "en");

export const textOf = (sentence: WrittenSentence): string =>
  sentence.pieces.map((piece) => piece.text).join("");

const sentencesOf = (section: WrittenSection): WrittenSentence[] => [
  ...section.table.flat(),
  ...section.sentences,
  ...section.figures.map((figure) => figure.caption),
];

/** All sentences of a reading, in the order in which they are read. */
export const allSentences = (reading: Reading): WrittenSentence[] => [
  reading.title,
  ...reading.facts.flatMap((fact) => fact.lines),
  ...reading.sections.flatMap(sentencesOf),
];

/** The paragraphs and captions that people wrote in words of their own, which are not checked. */
export const ownWords = (reading: Reading): WrittenSentence[] =>
  allSentences(reading).filter((sentence) => sentence.mark);

/** What readers see for each claim, where it is first written. */
export function writtenClaims(reading: Reading): Map<string, string> {
  const found = new Map<string, string>();
  for (const { pieces } of allSentences(reading)) {
    for (const { claim, text } of pieces) {
      if (claim && !found.has(claim)) found.set(claim, text);
    }
  }
  return found;
}

/** How often the text names each piece of evidence: values bound to it, and charts of it. */
export function mentions(reading: Reading): Map<string, number> {
  const sources = new Map(reading.claims.map((claim) => [claim.id, claim.source]));
  const found = new Map<string, number>();
  for (const { pieces } of allSentences(reading)) {
    for (const { claim } of pieces) {
      const source = claim ? sources.get(claim) : undefined;
      if (source?.startsWith("evidence:")) {
        const id = source.slice("evidence:".length);
        found.set(id, (found.get(id) ?? 0) + 1);
      }
    }
  }
  return found;
}

export interface Chart {
  /** Its number in the report, from 1. */
  number: number;
  figure: WrittenFigure;
}

/** The charts of a reading, numbered through. */
export const chartsOf = (reading: Reading): Chart[] =>
  reading.sections
    .flatMap((section) => section.figures)
    .map((figure, at) => ({ number: at + 1, figure }));

/** The address of the sentence or caption that a comment is on; of a value's, its claim. */
export const addressOf = (comment: Comment): string =>
  comment.on === "figure" ? `caption:${comment.id}` : comment.id;

export const addressOfFigure = (figure: ReportFigure): string => `caption:${figure.artifact}`;

/** The value at a dotted path (numbers index lists), or undefined. */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of path) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

export type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "";

/** The plain values that stand beside the one at a claim's path: the rest of its record. */
export function besides(document: unknown, path: string): [string, Plain][] {
  const [first = ""] = path.split("+");
  const parent = valueAt(document, first.split(".").slice(0, -1));
  if (parent === null || typeof parent !== "object" || Array.isArray(parent)) return [];
  return Object.entries(parent).filter((pair): pair is [string, Plain] => isPlain(pair[1]));
}

/** A position in degrees: `32.5° N, 119.5° E`. */
export function position(latitude: number, longitude: number): string {
  const east = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const written = (value: number, letters: string) =>
    `${Math.abs(value).toFixed(1)}°\u00a0${letters[value < 0 ? 1 : 0]}`;
  return `${written(latitude, "NS")}, ${written(east, "EW")}`;
}

/** When and where an index had the value that decided; without a verdict, its own. */
export function decisive(item: EvidenceItem): { time: string | null; at: [number, number] | null } {
  const { index, judgement } = item;
  const time = judgement?.decisive_time ?? null;
  // The index's own time and place are those of its extreme, which another time may have decided.
  const point = time === null ? index : index?.series?.find((one) => one.time === time);
  const known = typeof point?.time === "string" ? point.time : null;
  const { latitude = null, longitude = null } = point ?? {};
  return {
    time: time ?? known,
    at: latitude === null || longitude === null ? null : [latitude, longitude],
  };
}
