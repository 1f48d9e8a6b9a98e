import { useState } from "react";

/** What a list shows, and how much of it is not yet where it belongs. */
export interface Steady<Row> {
  rows: readonly Placed<Row>[];
  /** Rows that have come since, or belong to another group by now. */
  waiting: number;
  /** Puts everything where it belongs now. */
  settle: () => void;
}

/** A row, and the group in which it stands. */
export interface Placed<Row> {
  key: string;
  group: string;
  row: Row;
}

/**
 * Keeps the places of rows while somebody points at them: what they say is renewed where they stand, new
 * ones wait, and one that has gone stays as it was last.
 */
export function useSteady<Row>(now: readonly Placed<Row>[], isHeld: boolean): Steady<Row> {
  const [kept, setKept] = useState(now);
  const [wasHeld, setWasHeld] = useState(isHeld);
  if (isHeld !== wasHeld) {
    setWasHeld(isHeld);
    setKept(now);
  }
  const present = new Map(now.map((one) => [one.key, one]));
  const places = isHeld && wasHeld ? kept : now;
  const rows = places.map((one) => ({ ...one, row: present.get(one.key)?.row ?? one.row }));
  const groups = new Map(rows.map((one) => [one.key, one.group]));
  return {
    rows,
    waiting: now.filter((one) => groups.get(one.key) !== one.group).length,
    settle: () => setKept(now),
  };
}
