import type {
  CriteriaOnCases,
  CriteriaOnRuns,
  EffectOnCases,
  EffectOnRuns,
} from "@/generated/schema";
import type { Texts } from "@/text";
import { changedEnds, classifiedSum, distinct, sumOf } from "./model";

/** Several clauses as one: in English with `and`, in Chinese with commas. */
const joined = (clauses: readonly string[], { language }: Texts): string =>
  language === "zh" ? clauses.join("，") : new Intl.ListFormat(language).format(clauses);

type Sum = ReturnType<typeof sumOf>;

const changesSaid = ({ verdicts }: Sum, texts: Texts): string =>
  joined(
    verdicts.map(({ kind, count }) => texts.t(`effect-change-${kind}`, { count })),
    texts,
  );

/** What becomes of the conclusions, in a sentence of its own; none where they stay. */
function endsSaid({ ends }: Sum, texts: Texts): string[] {
  if (ends.length === 0) return [];
  const clauses = ends.map(({ kind, count }) => texts.t(`effect-end-${kind}`, { count }));
  return [texts.t("effect-ends", { what: joined(clauses, texts) })];
}

/** What a forecaster reads at once: in how many diagnoses something changes, and what. */
export function runsSentences(result: EffectOnRuns, texts: Texts): string[] {
  const { runs, verdicts, conclusions } = result;
  if (isOfCriteriaAlone(result)) return [];
  if (runs === 0) return [texts.t("effect-runs-none")];
  const sum = sumOf(verdicts, conclusions);
  const changed = distinct(verdicts.map(({ run }) => run.job));
  const said = changed
    ? texts.t("effect-runs-change", { changed, runs, what: changesSaid(sum, texts) })
    : texts.t("effect-runs-same", { runs });
  return [said, ...endsSaid(sum, texts)];
}

/** On how many generated cases something changes, and what. */
export function casesSentences(result: EffectOnCases, texts: Texts): string[] {
  const { cases, verdicts } = result;
  if (isOfCriteriaAlone(result)) return [];
  const sum = sumOf(verdicts, changedEnds(result));
  const changed = distinct(verdicts.map((one) => one.case));
  const said = changed
    ? texts.t("effect-cases-change", { changed, cases, what: changesSaid(sum, texts) })
    : texts.t("effect-cases-same", { cases });
  return [said, ...endsSaid(sum, texts)];
}

/** Each changed entry has its rates. */
const isOfCriteriaAlone = ({ rates, criteria }: EffectOnCases | EffectOnRuns): boolean =>
  rates.length === 0 && criteria.length > 0;

/** In how many diagnoses events are classified otherwise by criteria, and how. */
export function criteriaOnRunsSentences(found: CriteriaOnRuns, texts: Texts): string[] {
  const { runs, undecided, classifications } = found;
  if (runs === 0) return [texts.t("effect-criteria-runs-none")];
  const decided = runs - undecided.length;
  if (decided === 0) return [texts.t("effect-criteria-runs-undecided", { runs })];
  const changed = classifications.length;
  if (changed === 0) return [texts.t("effect-criteria-runs-same", { runs: decided })];
  return [
    texts.t("effect-criteria-runs-change", {
      ...{ changed, runs: decided, what: typesSaid(classifications, texts) },
    }),
    ...eventsSaid(classifications, texts),
  ];
}

/** On how many generated cases events are classified otherwise by criteria, and how. */
export function criteriaOnCasesSentences(
  { classifications }: CriteriaOnCases,
  texts: Texts,
): string[] {
  const changed = classifications.length;
  if (changed === 0) return [texts.t("effect-criteria-cases-same")];
  return [
    texts.t("effect-criteria-cases-change", { changed, what: typesSaid(classifications, texts) }),
    ...eventsSaid(classifications, texts),
  ];
}

type Classified = Parameters<typeof classifiedSum>[0];

const typesSaid = (rows: Classified, texts: Texts): string =>
  joined(
    classifiedSum(rows).types.map(({ kind, count }) => texts.t(`effect-type-${kind}`, { count })),
    texts,
  );

/** What becomes of the event that is diagnosed, in a sentence of its own; none where it stays. */
function eventsSaid(rows: Classified, texts: Texts): string[] {
  const { events } = classifiedSum(rows);
  if (events.length === 0) return [];
  const clauses = events.map(({ kind, count }) => texts.t(`effect-event-${kind}`, { count }));
  return [texts.t("effect-events", { what: joined(clauses, texts) })];
}
