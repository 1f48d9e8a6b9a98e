import { EVENTS } from "@/design/components/Marks";
import type {
  AdjustmentInfo,
  EventType,
  GuidelineEntry,
  OverlayInfo,
  ProblemInfo,
  ReleaseInfo,
} from "@/generated/schema";
import type { Document } from "../item/fields";

/** What the centre says otherwise of one item. */
export interface Group {
  kind: AdjustmentInfo["kind"];
  item: string;
  factor: string;
  /** Whether the item is the centre's own. */
  isOwn: boolean;
  /** Whether the centre does not use it. */
  isUnused: boolean;
  events: readonly EventType[];
  changes: AdjustmentInfo[];
  /** What is wrong with the item, and with none of these fields. */
  problems: ProblemInfo[];
}

const isOf = ({ kind, key }: ProblemInfo, of: Pick<AdjustmentInfo, "kind" | "item">): boolean =>
  kind === of.kind && key === of.item;

/** What is wrong with a field, or with a part of it. */
export const problemsOf = (
  change: Pick<AdjustmentInfo, "kind" | "item" | "path">,
  problems: readonly ProblemInfo[],
): ProblemInfo[] =>
  problems.filter(
    (problem) =>
      isOf(problem, change) &&
      (change.path === "" || `${problem.field}.`.startsWith(`${change.path}.`)),
  );

/** The draft by the items that it is about, in the order in which they were begun. */
export function groupsOf({
  changes,
  problems,
}: Pick<OverlayInfo, "changes" | "problems">): Group[] {
  const rows = new Map<string, AdjustmentInfo[]>();
  for (const change of changes) {
    const name = `${change.kind} ${change.item}`;
    rows.set(name, [...(rows.get(name) ?? []), change]);
  }
  return [...rows.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { kind, item, factor, own: isOwn } = first;
    const shown = new Set(own.flatMap((change) => problemsOf(change, problems)));
    return {
      ...{ kind, item, factor, isOwn, changes: own },
      isUnused: !isOwn && own.some(({ path }) => path === ""),
      events: EVENTS.filter((event) => own.some((one) => one.event_types.includes(event))),
      problems: problems.filter((one) => isOf(one, first) && !shown.has(one)),
    };
  });
}

/** A choice between what the centre says and what the library says by now. */
export interface Choice {
  kind: NonNullable<AdjustmentInfo["conflict"]>;
  /** The one that is chosen of; where the item itself came or went, all of it follows. */
  change: AdjustmentInfo;
  group: Group;
}

/** What there is to choose: each changed field, and once each item that came or went. */
export const choicesOf = (groups: readonly Group[]): Choice[] =>
  groups.flatMap((group) => {
    const open = group.changes.filter(({ conflict }) => conflict !== null);
    const whole = open.find(({ conflict }) => conflict !== "changed");
    return (whole ? [whole] : open).map((change) => ({
      kind: change.conflict ?? "changed",
      change,
      group,
    }));
  });

/** The draft without what there is to choose. */
export const settledOf = (groups: readonly Group[]): Group[] =>
  groups
    .map((group) => ({
      ...group,
      changes: group.changes.filter(({ conflict }) => conflict === null),
    }))
    .filter(({ changes }) => changes.length > 0);

export type Block = "conflict" | "problems" | "same";

/** Why the draft cannot be proposed; null where it can. */
export function blockOf(standing: OverlayInfo, isInUse: boolean): Block | null {
  if (standing.changes.some(({ conflict }) => conflict !== null)) return "conflict";
  if (standing.problems.length > 0) return "problems";
  return standing.changed || !isInUse ? null : "same";
}

/** Shared releases that were made after the one in use, the newest first. */
export function newerThan(release: string, releases: readonly ReleaseInfo[]): ReleaseInfo[] {
  const used = releases.find(({ digest }) => digest === release);
  if (!used) return [];
  return releases.filter((one) => Date.parse(one.loaded_at) > Date.parse(used.loaded_at));
}

/** What the draft says now, in any form. */
export const stateOf = ({ changes, release }: Pick<OverlayInfo, "changes" | "release">): string =>
  [release, ...changes.map(({ id, saved_at }) => `${id} ${saved_at}`)].join(" ");

const FREE =
  /^(expected\.(absolute|floor|clim|bands|also|detectors|require)|where|conditions_machine|weight)(\.|$)/;
const TEXT = /^((rationale|timing|conditions|note)(_zh)?)(\.|$)/;
const OF_CAUSE = /^(name|chain)(_zh)?$/;

/** Whether a centre may set a field of a shared item: the platform decides, and says no otherwise. */
export const isAdjustable = (kind: AdjustmentInfo["kind"], path: string): boolean =>
  kind === "preset" ||
  (kind === "entry" ? FREE.test(path) || TEXT.test(path) : OF_CAUSE.test(path));

/** Values that are kept for another spacing of grids: no form writes them. */
function withoutCoarse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCoarse);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "value_coarse")
      .map(([name, inner]) => [name, withoutCoarse(inner)]),
  );
}

/** An entry of a release as its form reads it. */
export function documentOf(entry: GuidelineEntry): Document {
  const { references, curation: _, ...said } = entry;
  const citations = references.map(({ key, text, page, passage, quoted }) => ({
    ...{ reference: key ?? text, page, passage, quoted },
  }));
  return { ...(withoutCoarse(said) as Document), citations };
}
