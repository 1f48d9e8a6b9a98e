import { EVENTS, EventMark, Mark } from "@/design/components/Marks";
import type { EffectOnCases, EventType } from "@/generated/schema";
import { useTexts } from "@/text";
import { TwoHits } from "../Hits";
import { ratesOf } from "../hits";
import { CriteriaInCases } from "./Criteria";
import styles from "./effect.module.css";
import { changedEnds, type EntryInCases, entriesInCases, type Turned, turnedFirst } from "./model";
import { Ends, Entries, Rows, Said, Sides, Touched, VerdictLine } from "./parts";
import { casesSentences } from "./sentence";

/** The effect on cases that are made with a known event, or with none. */
export function Cases({ result, entry }: { result: EffectOnCases; entry: string | undefined }) {
  const texts = useTexts();
  const { t } = texts;
  const ends = turnedFirst(changedEnds(result));
  return (
    <>
      <Said sentences={casesSentences(result, texts)} />
      {result.criteria.map((one) => (
        <CriteriaInCases key={one.preset} found={one} />
      ))}
      <Entries all={entriesInCases(result, entry)} entry={entry}>
        {(one) => <Entry of={one} cases={result.cases} />}
      </Entries>
      <Rows
        title={t("effect-conclusions", { count: ends.length })}
        hint={t("effect-conclusions-cases-hint")}
        isUrgent={hasWrong(ends)}
        rows={ends}
        keyOf={(one) => one.case}
      >
        {(row) => (
          <>
            <Head row={row} />
            <Ends before={row.before} after={row.after} />
          </>
        )}
      </Rows>
    </>
  );
}

const hasWrong = (rows: readonly Turned[]): boolean => rows.some((one) => one.turned_wrong);

function Entry({ of: { rates, verdicts }, cases }: { of: EntryInCases; cases: number }) {
  const { t } = useTexts();
  const sides = [t("effect-now"), t("effect-then")] as const;
  const [before, after] = [ratesOf(rates?.before), ratesOf(rates?.after)];
  return (
    <>
      <TwoHits name={t("lib-hits-found")} sides={sides} before={before.found} after={after.found} />
      <TwoHits
        name={t("lib-hits-false")}
        sides={sides}
        before={before.falsely}
        after={after.falsely}
      />
      {rates && (
        <>
          <p className={styles.quiet}>{t("effect-cases-rates", { judged: rates.judged, cases })}</p>
          <Touched part="cases" touched={rates.touched} judged={rates.judged} />
        </>
      )}
      <Rows
        title={t("effect-verdicts", { count: verdicts.length })}
        isUrgent={hasWrong(verdicts)}
        rows={verdicts}
        keyOf={(one) => `${one.case} ${one.event}`}
      >
        {(row) => (
          <>
            <Head row={row} />
            <Sides
              before={<VerdictLine worded={row.before} />}
              after={<VerdictLine worded={row.after} />}
            />
          </>
        )}
      </Rows>
    </>
  );
}

interface HeadProps {
  row: Turned & { case: string; event: EventType };
}

/** A generated case: for which type of event it was looked at, and with which it was made. */
function Head({ row: { case: name, event, turned_wrong, turned_right } }: HeadProps) {
  const { t, term, label } = useTexts();
  const made = EVENTS.find((one) => one === name);
  const where =
    made === event
      ? t("effect-case-own")
      : made
        ? t("effect-case-other", { event: term(made) })
        : t("effect-case-none");
  return (
    <p className={styles.line}>
      <span className={styles.name}>
        <EventMark finding={event} name={label(event)} />
        <span className={styles.quiet}>{where}</span>
      </span>
      {turned_wrong && <Mark tone="bad" icon="warning" name={t("effect-turned-wrong")} />}
      {turned_right && <Mark tone="good" icon="finished" name={t("effect-turned-right")} />}
    </p>
  );
}
