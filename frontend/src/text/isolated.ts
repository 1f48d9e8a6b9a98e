/** Letters that run from right to left, and signs that turn the direction of what follows. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name as it can stand in a sentence: which way its letters run changes nothing around it. */
export const isolated = (name: string): string => (TURNS.test(name) ? `\u2068${name}\u2069` : name);
