import type { EffectOnCases, EffectOnRuns } from "@/generated/schema";
import type { Texts } from "@/text";
import { changedEnds, distinct, sumOf } from "./model";

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
  const sum = sumOf(verdicts, changedEnds(result));
  const changed = distinct(verdicts.map((one) => one.case));
  const said = changed
    ? texts.t("effect-cases-change", { changed, cases, what: changesSaid(sum, texts) })
    : texts.t("effect-cases-same", { cases });
  return [said, ...endsSaid(sum, texts)];
}
