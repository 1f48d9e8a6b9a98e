/** A part of a text, and whether the other text has it. */
export interface Part {
  text: string;
  changed: boolean;
}

/** Words, single characters of Chinese and Japanese, spaces, and signs one by one. */
const TOKENS =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{M}\p{N}])+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;
const tokensOf = (text: string): string[] => text.match(TOKENS) ?? [];

/** Texts with more pairs of words than these are marked as a whole where they differ. */
const MOST_PAIRS = 4_000_000;

/** What of two texts differs, word by word; the parts of each, joined, are the text again. */
export function differenceOf(before: string, after: string): { before: Part[]; after: Part[] } {
  const [old, young] = [tokensOf(before), tokensOf(after)];
  const first = sharedAtStart(old, young);
  const last = sharedAtEnd(old.slice(first), young.slice(first));
  const kept = pairsOf(
    old.slice(first, old.length - last),
    young.slice(first, young.length - last),
  );
  return {
    before: partsOf(old, first, last, kept.before),
    after: partsOf(young, first, last, kept.after),
  };
}

function sharedAtStart(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one[count] === other[count]) count += 1;
  return count;
}

const sharedAtEnd = (one: readonly string[], other: readonly string[]): number =>
  sharedAtStart([...one].reverse(), [...other].reverse());

/** The places of the longest sequence of words that both have. */
function pairsOf(old: readonly string[], young: readonly string[]) {
  const kept = { before: new Set<number>(), after: new Set<number>() };
  if (old.length * young.length > MOST_PAIRS) return kept;
  const width = young.length + 1;
  /** How many words both have from these places on. */
  const common = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = young.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        old[row] === young[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < old.length && column < young.length; ) {
    if (old[row] === young[column]) {
      kept.before.add(row);
      kept.after.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return kept;
}

function partsOf(
  tokens: readonly string[],
  first: number,
  last: number,
  kept: ReadonlySet<number>,
): Part[] {
  const changed = tokens.map(
    (_, place) => place >= first && place < tokens.length - last && !kept.has(place - first),
  );
  const parts: Part[] = [];
  tokens.forEach((text, place) => {
    // A space between two changed words belongs to them.
    const isBetween = text.trim() === "" && changed[place - 1] && changed[place + 1];
    const isChanged = Boolean(changed[place] || isBetween);
    const before = parts.at(-1);
    if (before?.changed === isChanged) before.text += text;
    else parts.push({ text, changed: isChanged });
  });
  return parts;
}
