import type { ListedKind } from "@/api/libraryQueries";
import type {
  FieldInfo,
  ProblemInfo,
  ProposalDetail,
  ProposalInfo,
  ProposalState,
  WordingInfo,
} from "@/generated/schema";
import { type Control, controlAt, plain } from "../item/fields";

/** The fields of one item of the library that a proposal changes. */
export interface Group {
  kind: ListedKind;
  item: string;
  fields: FieldInfo[];
  /** What is wrong with the item, and with none of these fields. */
  problems: ProblemInfo[];
}

const isOf = (problem: ProblemInfo, { kind, item }: Pick<FieldInfo, "kind" | "item">): boolean =>
  problem.kind === kind && problem.key === item;

/** What is wrong with a field, or with a part of it: `citations.0` is one of `citations`. */
export const problemsOf = (field: FieldInfo, problems: readonly ProblemInfo[]): ProblemInfo[] =>
  problems.filter(
    (problem) =>
      isOf(problem, field) &&
      (field.path === "" || `${problem.field}.`.startsWith(`${field.path}.`)),
  );

/** Fields by the item that they belong to, in the order in which they were proposed. */
export function groupsOf(
  fields: readonly FieldInfo[],
  problems: readonly ProblemInfo[] = [],
): Group[] {
  const groups = new Map<string, Group>();
  for (const field of fields) {
    const { kind, item } = field;
    const name = `${kind} ${item}`;
    const group = groups.get(name) ?? { kind, item, fields: [], problems: [] };
    group.fields.push(field);
    groups.set(name, group);
  }
  for (const group of groups.values()) {
    const shown = new Set(group.fields.flatMap((field) => problemsOf(field, problems)));
    group.problems = problems.filter((problem) => isOf(problem, group) && !shown.has(problem));
  }
  return [...groups.values()];
}

/** Kind and name of an item, as a proposal lists it: `entry g_gale_surface_wind_speed`. */
export function itemOf(listed: string): { kind: ListedKind; item: string } {
  const [kind = "", ...rest] = listed.split(" ");
  return { kind: kind as ListedKind, item: rest.join(" ") };
}

/** The wording that is reviewed; none of what was never handed in. */
export const lastOf = (field: FieldInfo): WordingInfo | undefined => field.wordings.at(-1);

/** What the owner had declared of their interests when they handed it in last. */
export const interestOf = ({ owner, changes }: ProposalDetail): string =>
  changes
    .flatMap((field) => field.wordings)
    .filter((wording) => wording.by === owner)
    .sort((one, other) => one.at.localeCompare(other.at))
    .at(-1)?.interest ?? "";

/** The field that has, or had, a wording. */
export const fieldOf = (wording: unknown, fields: readonly FieldInfo[]): FieldInfo | undefined =>
  fields.find((field) => field.wordings.some((one) => one.id === wording));

/** Whose decision a field in review waits for: the author whose words it corrects, or any who may. */
export function deciderOf(field: FieldInfo): string | null {
  const last = lastOf(field);
  return field.wordings.find((wording) => wording.id === last?.corrects)?.by ?? null;
}

/** Whether the field takes a whole item out of the library. */
export const isRemoval = (field: FieldInfo): boolean => field.path === "" && field.value === null;

/**
 * The control in which a reviewer writes another value of a field: that of the form, or a plain one where the form
 * has none. Whole items are approved or returned.
 */
export function correctionOf(field: FieldInfo): Control | null {
  const { kind, path, value, was } = field;
  if (path === "") return null;
  const sample = value ?? was;
  const ofForm = kind === "preset" ? null : controlAt(kind, path);
  return ofForm ?? plainControl(sample);
}

function plainControl(sample: unknown): Control | null {
  if (typeof sample === "number") return { kind: "number" };
  if (typeof sample === "string") return { kind: "text" };
  const areTexts = Array.isArray(sample) && sample.every((one) => typeof one === "string");
  return areTexts ? { kind: "lines" } : null;
}

/** What hinders a value from being a correction: it says what is proposed, or what the library says. */
export const isNoCorrection = (field: FieldInfo, value: unknown, unit: string): boolean =>
  unit === "" &&
  [field.value, field.was].some(
    (said) => JSON.stringify(plain(said ?? null)) === JSON.stringify(plain(value ?? null)),
  );

/** Whether a proposal has come to its end. */
export const isClosed = (state: ProposalState): state is "accepted" | "withdrawn" =>
  state === "accepted" || state === "withdrawn";

export type Next =
  | "empty"
  | "conflict"
  | "problems"
  | "reason"
  | "ready"
  | "returned-ready"
  | "theirs"
  | "decide"
  | "wait"
  | "returned-theirs"
  | "accepted"
  | "withdrawn";

/** What comes next of a proposal, for who reads it. */
export function nextOf(proposal: ProposalDetail): Next {
  const { state, mine } = proposal;
  if (isClosed(state)) return state;
  if (state === "in_review") return proposal.waits_for_me ? "decide" : "wait";
  if (!mine) return state === "returned" ? "returned-theirs" : "theirs";
  if (proposal.changes.length === 0) return "empty";
  if (proposal.conflicts > 0) return "conflict";
  if (proposal.problems.length > 0) return "problems";
  if (!/\p{L}/u.test(proposal.reason)) return "reason";
  return state === "returned" ? "returned-ready" : "ready";
}

/** A page of proposals with those that wait for the reader before all others. */
export function waitingFirst(
  page: readonly ProposalInfo[],
  waiting: readonly ProposalInfo[],
  isFirst: boolean,
): ProposalInfo[] {
  const known = new Set(waiting.map((one) => one.id));
  const others = page.filter((one) => !known.has(one.id));
  return isFirst ? [...waiting, ...others] : others;
}
