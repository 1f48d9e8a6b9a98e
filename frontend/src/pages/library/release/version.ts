/** What the platform takes as a version. */
const VERSION = /^[0-9A-Za-z][0-9A-Za-z._-]{0,49}$/;

/** Whether something can be the name of a version. */
export const isVersion = (given: string): boolean => VERSION.test(given);

/** A version for a release of this day (UTC) that no other has: `2026.11.29`, then `2026.11.29.2`. */
export function versionOf(now: Date, taken: ReadonlySet<string>): string {
  const day = now.toISOString().slice(0, 10).replaceAll("-", ".");
  let version = day;
  for (let number = 2; taken.has(version); number += 1) version = `${day}.${number}`;
  return version;
}
