import type { EffectOnRuns, RunVerdict, VerdictCounts } from "@/generated/schema";
import { useTexts } from "@/text";
import { TwoHits } from "../Hits";
import { rateOf } from "../hits";
import { CriteriaInRuns } from "./Criteria";
import styles from "./effect.module.css";
import { type EntryInRuns, entriesInRuns, judgedIn, reasonsOf } from "./model";
import {
  Ends,
  Entries,
  Rows,
  RunName,
  Said,
  Sides,
  Touched,
  Undecided,
  VerdictLine,
} from "./parts";
import { runsSentences } from "./sentence";
import { useSentenceLanguage } from "./sentences";

/** The effect on the centre's own diagnoses. */
export function Runs({ result, entry }: { result: EffectOnRuns; entry: string | undefined }) {
  const texts = useTexts();
  const { t } = texts;
  const { runs, of, conclusions, criteria } = result;
  return (
    <>
      <Said sentences={runsSentences(result, texts)} />
      <p className={styles.quiet}>
        {of > runs && `${t("effect-runs-newest", { runs, of })} `}
        {t("effect-runs-own")}
      </p>
      {criteria.map((one) => (
        <CriteriaInRuns key={one.preset} found={one} />
      ))}
      <Entries all={entriesInRuns(result, entry)} entry={entry}>
        {(one) => <Entry of={one} />}
      </Entries>
      <Rows
        title={t("effect-conclusions", { count: conclusions.length })}
        hint={t("effect-conclusions-hint")}
        rows={conclusions}
        keyOf={({ run }) => run.job}
      >
        {({ run, before, after }) => (
          <>
            <RunName run={run} />
            <Ends before={before} after={after} />
          </>
        )}
      </Rows>
    </>
  );
}

function Entry({ of: { rates, verdicts, fired, undecided } }: { of: EntryInRuns }) {
  const { t } = useTexts();
  const language = useSentenceLanguage();
  const notCounted = ({ not_counted }: VerdictCounts) =>
    not_counted > 0 ? t("effect-runs-not-counted", { count: not_counted }) : "";
  return (
    <>
      {rates && (
        <>
          <TwoHits
            name={t("effect-runs-rate")}
            sides={[t("effect-now"), t("effect-then")]}
            before={rateOf(rates.before.confirmed, toldIn(rates.before))}
            after={rateOf(rates.after.confirmed, toldIn(rates.after))}
            notes={[notCounted(rates.before), notCounted(rates.after)]}
          />
          <Touched part="runs" touched={rates.touched} judged={judgedIn(rates)} />
        </>
      )}
      <Rows
        title={t("effect-verdicts", { count: verdicts.length })}
        rows={verdicts}
        keyOf={({ run }) => run.job}
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
      <Rows
        title={t("effect-fired", { count: fired.length })}
        isAside
        rows={fired}
        keyOf={({ run }) => run.job}
      >
        {(row) => (
          <>
            <Head row={row} />
            <div className={styles.one}>
              <VerdictLine worded={row.after ?? row.before} />
            </div>
          </>
        )}
      </Rows>
      <Undecided reasons={reasonsOf(undecided, language)} />
    </>
  );
}

const toldIn = ({ confirmed, refuted }: { confirmed: number; refuted: number }): number =>
  confirmed + refuted;

function Head({ row: { run, entry_id, basis } }: { row: RunVerdict }) {
  const { t } = useTexts();
  return (
    <p className={styles.line}>
      <RunName run={run} entry={entry_id} />
      <span className={styles.quiet}>{t(`effect-basis-${basis}`)}</span>
    </p>
  );
}
