import type { Span, UnreadWords } from "@/generated/schema";
import type { Slot } from "./draft";

/** A stretch of the text that is marked in one way. */
export interface Piece {
  text: string;
  /** The part that these words say. */
  slot: Slot["slot"] | null;
  isUnread: boolean;
}

/** Cuts a text where a part begins or ends. Spans count code points, not the halves of JavaScript's strings. */
export function piecesOf(
  text: string,
  slots: readonly Pick<Slot, "slot" | "spans">[],
  unread: readonly Pick<UnreadWords, "span">[],
): Piece[] {
  const signs = Array.from(text);
  const marks: { slot: Piece["slot"]; isUnread: boolean }[] = signs.map(() => ({
    slot: null,
    isUnread: false,
  }));
  const mark = ({ start, end }: Span, as: Partial<Piece>) => {
    for (const one of marks.slice(start, end)) Object.assign(one, as);
  };
  for (const { slot, spans } of slots) for (const span of spans) mark(span, { slot });
  for (const { span } of unread) if (span) mark(span, { isUnread: true });
  const pieces: Piece[] = [];
  for (const [at, sign] of signs.entries()) {
    const { slot = null, isUnread = false } = marks[at] ?? {};
    const last = pieces.at(-1);
    if (last && last.slot === slot && last.isUnread === isUnread) last.text += sign;
    else pieces.push({ text: sign, slot, isUnread });
  }
  return pieces;
}

/** The text without some of its words, and without the gap and the mark that they leave. */
export function without(text: string, spans: readonly Pick<Span, "start" | "end">[]): string {
  const isGone = (at: number) => spans.some(({ start, end }) => at >= start && at < end);
  return Array.from(text)
    .map((sign, at) => (isGone(at) ? " " : sign))
    .join("")
    .replace(/\s+([,.;，。；、])/g, "$1")
    .replace(/([,;，；、])\s*(?=[,.;，。；、])/g, "")
    .replace(/^[\s,.;，。；、]+|[\s,;，；、]+$/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
