import type { Claim, Report, Sentence } from "@/api/schema";
import { formatNumber, prettyUnit } from "@/texts/numbers";

/** A piece of a written sentence: plain words, or the value of a claim. */
export interface Piece {
  text: string;
  claim: string | null;
}

const PLACE = /\{claim:([A-Za-z0-9_]+)\}/;
const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** How a claim probably begins where it is written; a hint for finding where it ends. */
export function guess(claim: Claim | undefined, chinese: boolean): string {
  if (!claim || claim.value === null) return "";
  const { value, kind } = claim;
  if (kind === "time" && typeof value === "string") {
    const at = new Date(value);
    const clock = at.toISOString().slice(11, 16);
    if (!chinese) {
      return `${clock} UTC ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
    }
    const hour = clock.endsWith(":00") ? `${clock.slice(0, 2)}时` : clock;
    return `${at.getUTCFullYear()}年${at.getUTCMonth() + 1}月${at.getUTCDate()}日${hour}（UTC）`;
  }
  if (kind === "place" && Array.isArray(value) && value.length === 2) {
    const [latitude, longitude] = value as [number, number];
    const gap = chinese ? "" : " ";
    const north = `${Math.abs(latitude).toFixed(1)}°${gap}${latitude < 0 ? "S" : "N"}`;
    const east = `${Math.abs(longitude).toFixed(1)}°${gap}${longitude < 0 ? "W" : "E"}`;
    return `${north}${chinese ? "、" : ", "}${east}`;
  }
  if (typeof value === "number") {
    if (claim.unit === "fraction")
      return formatNumber(100 * value, value > 0 && value < 0.995 ? 1 : 0);
    const number = kind === "count" ? String(value) : formatNumber(value, claim.digits);
    const unit = prettyUnit(claim.unit ?? "");
    return unit && unit !== "°" ? `${number} ${unit}` : `${number}${unit}`;
  }
  return typeof value === "string" && kind === "text" ? value : "";
}

/**
 * Finds the pieces of a template in the text that the report was written with.
 *
 * Literal words of the template are found one after the other; between them are the claims. Null
 * where the text is not of this template.
 */
export function pieces(
  template: string,
  text: string,
  claims: Map<string, Claim>,
  chinese = false,
): Piece[] | null {
  const parts = template.split(PLACE);
  const found: Piece[] = [];
  const first = parts[0] ?? "";
  if (!text.startsWith(first)) return null;
  if (first) found.push({ text: first, claim: null });
  let at = first.length;
  for (let index = 1; index < parts.length; index += 2) {
    const id = parts[index] ?? "";
    const literal = parts[index + 1] ?? "";
    const last = index + 2 >= parts.length;
    const end = endOf(text, at, literal, last, guess(claims.get(id), chinese));
    if (end < 0) return null;
    found.push({ text: text.slice(at, end), claim: id });
    if (literal) found.push({ text: literal, claim: null });
    at = end + literal.length;
  }
  return at === text.length ? found : null;
}

function endOf(text: string, at: number, literal: string, last: boolean, hint: string): number {
  if (last && literal === "") return text.length;
  if (last)
    return text.endsWith(literal) && text.length - literal.length >= at
      ? text.length - literal.length
      : -1;
  if (hint && text.startsWith(hint, at)) {
    const after = at + hint.length;
    if (text.startsWith(literal, after)) {
      // A position may be followed by the name of its place, which belongs to it.
      return after;
    }
    const aside = /^(?: \([^()]*\)|（[^（）]*）)/.exec(text.slice(after))?.[0] ?? "";
    if (aside && text.startsWith(literal, after + aside.length)) return after + aside.length;
  }
  if (literal === "") return hint ? at + hint.length : -1;
  return text.indexOf(literal, at + 1);
}

/** What stands for a claim where its text was not found. */
function otherwise(template: string, claims: Map<string, Claim>, chinese: boolean): Piece[] {
  return template
    .split(PLACE)
    .map((part, index) =>
      index % 2 === 0
        ? { text: part, claim: null }
        : {
            text: guess(claims.get(part), chinese) || String(claims.get(part)?.value ?? "–"),
            claim: part,
          },
    )
    .filter((piece) => piece.text !== "");
}

export interface WrittenSection {
  id: string;
  title: string;
  sentences: { address: string; pieces: Piece[]; own: Sentence["own"] }[];
  table: { pieces: Piece[]; claims: string[] }[][];
  figures: { artifact: string; evidenceId: string; caption: Piece[] }[];
}

/** Lines of the Markdown form without its signs. */
export function plainLines(markdown: string): string[] {
  return markdown
    .split("\n")
    .map((line) => line.replace(/^(?:#+ |> |[-*] )/, "").replace(/^\*([^*].*[^*])\*$/, "$1"))
    .map((line) => line.replace(/\\([\\`*_{}[\]()#+\-.!|<>])/g, "$1").trim())
    .filter(Boolean);
}

/** Puts a report's document and its written text together: sentences whose claims are known. */
export function written(
  report: Report,
  markdown: string,
): { title: Piece[]; sections: WrittenSection[] } {
  const claims = new Map(report.claims.map((claim) => [claim.id, claim]));
  const chinese = report.language === "zh";
  const lines = plainLines(markdown);
  const rows = lines.filter((line) => line.startsWith("|")).map(cellsOf);
  const captions = new Map(
    [...markdown.matchAll(/^!\[(.*)\]\((.*?)\)$/gm)].map((match) => [
      match[2] ?? "",
      plainLines(match[1] ?? "")[0] ?? "",
    ]),
  );
  // Sentences may share a template: each line is one sentence's, and they come in the same order.
  const taken = new Set<string | string[]>();
  const find = (template: string): Piece[] => {
    for (const line of lines) {
      if (taken.has(line)) continue;
      const found = pieces(template, line, claims, chinese);
      if (!found) continue;
      taken.add(line);
      return found;
    }
    return otherwise(template, claims, chinese);
  };
  const caption = (artifact: string, template: string) =>
    pieces(template, captions.get(artifact) ?? "", claims, chinese) ??
    otherwise(template, claims, chinese);
  const row = (cells: Sentence[]) => {
    for (const candidate of rows) {
      if (candidate.length !== cells.length || taken.has(candidate)) continue;
      const found = cells.map((cell, index) =>
        pieces(cell.text, candidate[index] ?? "", claims, chinese),
      );
      if (!found.every((one) => one !== null)) continue;
      taken.add(candidate);
      return found as Piece[][];
    }
    return cells.map((cell) => otherwise(cell.text, claims, chinese));
  };
  return {
    title: find(report.title.text),
    sections: report.sections.map((section) => ({
      id: section.id,
      title: section.title,
      sentences: section.sentences.map((sentence, index) => ({
        address: `${section.id}.${index + 1}`,
        pieces: find(sentence.text),
        own: sentence.own,
      })),
      table: section.table.map((cells) =>
        row(cells).map((found, index) => ({ pieces: found, claims: cells[index]?.claims ?? [] })),
      ),
      figures: section.figures.map((figure) => ({
        artifact: figure.artifact,
        evidenceId: figure.evidence_id,
        caption: caption(figure.artifact, figure.caption.text),
      })),
    })),
  };
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|\s*|\s*\|$/g, "")
    .split(/\s+\|\s+/)
    .map((cell) => cell.trim());
}

/** The piece of evidence that a claim rests on; null for the classification, the data and others. */
export function evidenceOf(claim: Claim | undefined): string | null {
  return claim?.source.startsWith("evidence:") ? claim.source.slice("evidence:".length) : null;
}
