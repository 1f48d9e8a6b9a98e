import type {
  CaseClassification,
  CaseConclusion,
  CaseVerdict,
  EffectInfo,
  EffectOnCases,
  EffectOnRuns,
  EventType,
  RunClassification,
  RunVerdict,
  ShortConclusion,
  StoredRunConclusion,
  UnclassifiedRun,
  UndecidedRun,
  WordedAssessment,
  WordedVerdict,
} from "@/generated/schema";
import type { Language } from "@/text";

/** How far one part of an effect is. */
export type Stage = "unmeasured" | "waiting" | "running" | "measured" | "failed";

type Work = Pick<EffectInfo["runs"], "status"> & { result: unknown };

/** What is measured on generated cases is there for every centre, whoever had it measured. */
export function stageOf({ status, result }: Work): Stage {
  if (result) return "measured";
  if (status === null || status === "cancelled") return "unmeasured";
  if (status === "queued" || status === "parked") return "waiting";
  if (status === "running") return "running";
  return "failed";
}

/** Whether what is shown is being measured again. */
export const isRenewed = ({ status, result }: Work): boolean =>
  Boolean(result) && (status === "queued" || status === "running");

export const CHANGES = ["lost", "won", "open", "decided", "begun", "dropped", "counts"] as const;
export type VerdictChange = (typeof CHANGES)[number];

interface Both<Side> {
  before: Side;
  after: Side;
}

/** In which way a verdict is another one. */
export function changeOf({ before, after }: Both<WordedVerdict | null>): VerdictChange {
  if (!before) return "begun";
  if (!after) return "dropped";
  const [was, is] = [before.verdict, after.verdict];
  if (was === is) return "counts";
  if (is === "undetermined") return "open";
  if (is === "confirmed") return "won";
  return was === "confirmed" ? "lost" : "decided";
}

/** In which ways a conclusion can be another one that its headline names. */
export const ENDS = [
  ...(["unexplained", "explained", "cause", "partly", "fully"] as const),
  ...(["status", "support", "unsure", "surer", "causes"] as const),
] as const;
/** Where only the order of causes or factors differs, no headline names it. */
export type EndChange = (typeof ENDS)[number] | "order";

export const LEVELS = ["high", "moderate", "low", "very_low"] as const;

const isExplained = ({ status }: ShortConclusion): boolean =>
  status === "confirmed" || status === "partly";

const RISING: readonly string[] = [...LEVELS].reverse();

/** How sure a conclusion is, from 0 where it does not say. */
const surenessOf = ({ confidence_level }: ShortConclusion): number =>
  RISING.indexOf(confidence_level) + 1;

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  [...onlyIn(one, other), ...onlyIn(other, one)].length === 0;

/** In which way a conclusion is another one: the first that is true of it. */
export function endOf({ before, after }: Both<ShortConclusion>): EndChange {
  if (isExplained(before) !== isExplained(after))
    return isExplained(after) ? "explained" : "unexplained";
  if (isExplained(before) && before.causes[0] !== after.causes[0]) return "cause";
  if (before.status !== after.status) {
    if (!isExplained(before)) return "status";
    return after.status === "partly" ? "partly" : "fully";
  }
  if (!isSameSet(before.factors, after.factors)) return "support";
  const [was, is] = [surenessOf(before), surenessOf(after)];
  if (was !== is) return is < was ? "unsure" : "surer";
  return isSameSet(before.causes, after.causes) ? "order" : "causes";
}

/** How many there are of each kind, in the order of the kinds; kinds without any are left out. */
export function counted<Kind>(
  kinds: readonly Kind[],
  found: readonly unknown[],
): { kind: Kind; count: number }[] {
  return kinds
    .map((kind) => ({ kind, count: found.filter((one) => one === kind).length }))
    .filter(({ count }) => count > 0);
}

/** How many runs or cases there are, each counted once. */
export const distinct = (names: readonly string[]): number => new Set(names).size;

/** What counts for a conclusion on one side alone. */
export const onlyIn = (one: readonly string[], other: readonly string[]): string[] =>
  one.filter((item) => !other.includes(item));

/** Whether two conclusions differ in the order of their factors alone. */
export const isReorderedFrom = (one: ShortConclusion, other: ShortConclusion): boolean =>
  String(one.factors) !== String(other.factors) &&
  isSameSet(one.factors, other.factors) &&
  JSON.stringify({ ...one, factors: [] }) === JSON.stringify({ ...other, factors: [] });

/** What is said of one entry in the centre's diagnoses. */
export interface EntryInRuns {
  entry: string;
  rates: EffectOnRuns["rates"][number] | undefined;
  verdicts: RunVerdict[];
  /** The newest in which it fires, though nothing changes. */
  fired: RunVerdict[];
  undecided: UndecidedRun[];
}

const namesIn = (rows: readonly { entry_id: string }[]): string[] =>
  rows.map((row) => row.entry_id);

/** The entries of an effect, the wanted one first. */
function entriesFirst(names: readonly string[], first: string | undefined): string[] {
  const all = [...new Set(names)];
  return all.sort((one, other) => Number(other === first) - Number(one === first));
}

export function entriesInRuns(result: EffectOnRuns, first?: string): EntryInRuns[] {
  const { rates, verdicts, fired, undecided } = result;
  const changed = new Set(verdicts.map(({ run, entry_id }) => `${run.job} ${entry_id}`));
  const same = fired.filter(({ run, entry_id }) => !changed.has(`${run.job} ${entry_id}`));
  const names = [rates, verdicts, fired, undecided].flatMap(namesIn);
  return entriesFirst(names, first).map((entry) => {
    const isOfIt = (row: { entry_id: string }) => row.entry_id === entry;
    return {
      entry,
      rates: rates.find(isOfIt),
      verdicts: verdicts.filter(isOfIt),
      fired: same.filter(isOfIt),
      undecided: undecided.filter(isOfIt),
    };
  });
}

/** What is said of one entry on the generated cases. */
export interface EntryInCases {
  entry: string;
  rates: EffectOnCases["rates"][number] | undefined;
  /** Those that turn wrong come first, then those that turn right. */
  verdicts: CaseVerdict[];
}

export function entriesInCases(result: EffectOnCases, first?: string): EntryInCases[] {
  const { rates, verdicts } = result;
  return entriesFirst([rates, verdicts].flatMap(namesIn), first).map((entry) => ({
    entry,
    rates: rates.find((row) => row.entry_id === entry),
    verdicts: turnedFirst(verdicts.filter((row) => row.entry_id === entry)),
  }));
}

/** Whether a result on a generated case was right and is wrong after, or the reverse. */
export type Turned = Pick<CaseVerdict, "turned_wrong" | "turned_right">;

const weightOf = ({ turned_wrong, turned_right }: Turned): number =>
  turned_wrong ? 2 : Number(turned_right);

/** What turns wrong comes first, then what turns right. */
export const turnedFirst = <Row extends Turned>(rows: readonly Row[]): Row[] =>
  [...rows].sort((one, other) => weightOf(other) - weightOf(one));

/** How many verdicts, conclusions and classifications turn wrong, and how many right. */
export function turnedIn({ verdicts, conclusions, criteria }: EffectOnCases) {
  const classified = criteria.flatMap(({ classifications }) => classifications);
  const all: Turned[] = [...verdicts, ...conclusions, ...classified];
  return {
    wrong: all.filter((one) => one.turned_wrong).length,
    right: all.filter((one) => one.turned_right).length,
  };
}

/** In how many diagnoses an entry was judged, before the change or with it. */
export const judgedIn = ({ before, after }: EffectOnRuns["rates"][number]): number =>
  Math.max(
    ...[before, after].map(
      ({ confirmed, refuted, undetermined }) => confirmed + refuted + undetermined,
    ),
  );

const sidesOf = ({ before, after }: Both<ShortConclusion>) =>
  [before, after].map((side) => JSON.stringify(side));

/** The conclusions on generated cases that change. */
export const changedEnds = ({ conclusions }: EffectOnCases): CaseConclusion[] =>
  conclusions.filter((one) => {
    const [before, after] = sidesOf(one);
    return before !== after;
  });

/** Why nothing could be decided, with the number of diagnoses, the commonest reason first. */
export function reasonsOf(
  undecided: readonly (UndecidedRun | UnclassifiedRun)[],
  language: Language,
): { text: string; count: number }[] {
  const counts = new Map<string, Set<string>>();
  for (const { run, texts } of undecided) {
    const text = texts[language] ?? "";
    counts.set(text, (counts.get(text) ?? new Set()).add(run.job));
  }
  return [...counts]
    .map(([text, jobs]) => ({ text, count: jobs.size }))
    .sort((one, other) => other.count - one.count);
}

/** What the verdicts and conclusions of an effect come to, each kind with its number. */
export function sumOf(
  verdicts: readonly Both<WordedVerdict | null>[],
  ends: readonly Pick<StoredRunConclusion, "before" | "after">[],
) {
  return {
    verdicts: counted(CHANGES, verdicts.map(changeOf)),
    ends: counted(ENDS, ends.map(endOf)),
  };
}

export const TYPE_CHANGES = ["gone", "come", "graded", "moved", "open"] as const;
export type TypeKind = (typeof TYPE_CHANGES)[number];

/** In which way a type of event is classified otherwise. */
export function typeChangeOf({ before, after }: Both<WordedAssessment>): TypeKind {
  const [was, is] = [before, after].map(({ firing }) => firing === "fired");
  if (was !== is) return is ? "come" : "gone";
  if (!is) return "open";
  return before.grade === after.grade ? "moved" : "graded";
}

export const EVENT_CHANGES = ["none", "first", "other"] as const;

/** In which way the event is another one that is diagnosed; undefined where it is the same. */
export function eventChangeOf({ before, after }: Both<EventType | null>) {
  if (before === after) return undefined;
  if (!after) return "none";
  return before ? "other" : "first";
}

/** What classifications come to, each kind with its number. */
export const classifiedSum = (rows: readonly (CaseClassification | RunClassification)[]) => ({
  types: counted(
    TYPE_CHANGES,
    rows.flatMap(({ types }) => types.map(typeChangeOf)),
  ),
  events: counted(EVENT_CHANGES, rows.map(eventChangeOf)),
});
