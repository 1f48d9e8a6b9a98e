import type {
  ChangeKind,
  ItemDifference,
  ReleaseDifference,
  ReleaseInfo,
  Touch,
} from "@/generated/schema";
import { type Shown, TOUCHES } from "../search";

export const CHANGES: readonly ChangeKind[] = ["added", "changed", "removed"];
const KINDS: readonly ItemDifference["kind"][] = ["entry", "cause"];

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

/** What a release is compared with at first: the one in use; of that one, the one before it. */
export function comparedAtFirst(
  digest: string,
  releases: readonly ReleaseInfo[],
): ReleaseInfo | undefined {
  const used = releases.find(({ in_use }) => in_use);
  if (used?.digest !== digest) return used;
  return releases[releases.indexOf(used) + 1];
}

/** Whether a release was made before the one in use: to adopt it is to go back. */
export function isEarlier(release: ReleaseInfo, releases: readonly ReleaseInfo[]): boolean {
  const used = releases.find(({ in_use }) => in_use);
  return used !== undefined && Date.parse(release.loaded_at) < Date.parse(used.loaded_at);
}
