import type {
  ChangeKind,
  ItemDifference,
  ReleaseDifference,
  ReleaseInfo,
  Touch,
} from "@/generated/schema";
import { type Shown, TOUCHES } from "../search";

export const CHANGES: readonly ChangeKind[] = ["added", "changed", "removed"];
const KINDS: readonly ItemDifference["kind"][] = ["preset", "entry", "cause"];

export interface Counts {
  changes: Record<ChangeKind, number>;
  /** Items with at least one field that decides this. */
  touches: Record<Touch, number>;
}

export const touchesOf = (item: ItemDifference): readonly Touch[] =>
  TOUCHES.filter((touch) => item.fields.some(({ touches }) => touches === touch));

/** How many items were added, changed and removed, and what they decide. */
export function countsOf({ items }: ReleaseDifference): Counts {
  const counts: Counts = {
    changes: { added: 0, changed: 0, removed: 0 },
    touches: { verdict: 0, choice: 0, text: 0 },
  };
  for (const item of items) {
    counts.changes[item.change] += 1;
    for (const touch of touchesOf(item)) counts.touches[touch] += 1;
  }
  return counts;
}

/** The names of what came from files, without a review by field, as the platform writes them. */
export type FromFiles = ReadonlySet<string>;
export const isFrom = (files: FromFiles, { kind, key }: ItemDifference): boolean =>
  files.has(`${kind} ${key}`);

/** Items by their kind, with the fields that are shown; kinds and items without one are left out. */
export function groupsOf(
  { items }: ReleaseDifference,
  show: Shown | undefined,
  files: FromFiles,
): readonly (readonly [ItemDifference["kind"], readonly ItemDifference[]])[] {
  const shown = items
    .filter((item) => show !== "file" || isFrom(files, item))
    .map((item) => ({
      ...item,
      fields: item.fields.filter(
        ({ touches }) => show === undefined || show === "file" || touches === show,
      ),
    }))
    .filter(({ fields }) => fields.length > 0);
  return KINDS.map((kind) => [kind, shown.filter((item) => item.kind === kind)] as const).filter(
    ([, found]) => found.length > 0,
  );
}

/** What a release is compared with at first: what is in use; that with the shared release in which the centre's
 * adjustments are, or else with the one before it. Where the centre's adjustments stay, shared releases are compared
 * with each other; only where one is proposed as it is, they go. */
export function comparedAtFirst(
  release: ReleaseInfo,
  used: ReleaseInfo,
  releases: readonly ReleaseInfo[],
  isProposed: boolean,
): ReleaseInfo | undefined {
  const base = releases.find(({ digest }) => digest === used.base);
  const isKept = base !== undefined && release.base === null && !isProposed;
  const inUse = isKept ? base : used;
  if (release.digest !== inUse.digest) return inUse;
  return (
    (isKept ? undefined : base) ??
    releases[releases.findIndex(({ digest }) => digest === release.digest) + 1]
  );
}

/** Whether a release, or a state of the centre's adjustments, was made before what is in use: to adopt it is to go
 * back. Adjustments are as old as the shared release that they are in. */
export function isEarlier(
  release: ReleaseInfo,
  used: ReleaseInfo,
  releases: readonly ReleaseInfo[],
): boolean {
  const sharedIn = (one: ReleaseInfo) => releases.find(({ digest }) => digest === one.base) ?? one;
  const [shared, inUse] = [sharedIn(release), sharedIn(used)];
  if (shared.digest !== inUse.digest)
    return Date.parse(shared.loaded_at) < Date.parse(inUse.loaded_at);
  return release.overlay !== null && used.overlay !== null && release.overlay < used.overlay;
}
