import type { ReactNode } from "react";
import { EVENTS, EventMark, Mark } from "@/design/components/Marks";
import { Period } from "@/design/components/Time";
import type {
  CaseClassification,
  CriteriaOnCases,
  CriteriaOnRuns,
  CriterionRates,
  EventType,
  FiringCounts,
  TypeChange,
  WordedAssessment,
} from "@/generated/schema";
import { useTexts } from "@/text";
import { TwoHits } from "../Hits";
import { rateOf } from "../hits";
import { useNames } from "../names";
import { ItemLink } from "../parts";
import styles from "./effect.module.css";
import { reasonsOf, turnedFirst } from "./model";
import { Rows, RunName, Said, Sides, Undecided } from "./parts";
import { criteriaOnCasesSentences, criteriaOnRunsSentences } from "./sentence";
import { Sentence, useSentenceLanguage } from "./sentences";

/** What changed criteria of events do in the centre's own diagnoses. */
export function CriteriaInRuns({ found }: { found: CriteriaOnRuns }) {
  const texts = useTexts();
  const { t } = texts;
  const language = useSentenceLanguage();
  const { preset, runs, of, rates, classifications, undecided } = found;
  return (
    <Criteria preset={preset} rates={rates} sentences={criteriaOnRunsSentences(found, texts)}>
      {of > runs && <p className={styles.quiet}>{t("effect-runs-newest", { runs, of })}</p>}
      <Rows
        title={t("effect-criteria-runs", { count: classifications.length })}
        rows={classifications}
        keyOf={({ run }) => run.job}
      >
        {(row) => (
          <>
            <p className={styles.line}>
              <RunName run={row.run} />
            </p>
            <Changes {...row} />
          </>
        )}
      </Rows>
      <Undecided reasons={reasonsOf(undecided, language)} />
    </Criteria>
  );
}

/** What changed criteria of events do on the generated cases. */
export function CriteriaInCases({ found }: { found: CriteriaOnCases }) {
  const texts = useTexts();
  const { t } = texts;
  const { preset, rates } = found;
  const rows = turnedFirst(found.classifications);
  return (
    <Criteria preset={preset} rates={rates} sentences={criteriaOnCasesSentences(found, texts)}>
      <Rows
        title={t("effect-criteria-cases", { count: rows.length })}
        isUrgent={rows.some((one) => one.turned_wrong)}
        rows={rows}
        keyOf={(one) => one.case}
      >
        {(row) => (
          <>
            <CaseName row={row} />
            <Changes {...row} />
          </>
        )}
      </Rows>
    </Criteria>
  );
}

interface CriteriaProps {
  preset: string;
  rates: readonly CriterionRates[];
  sentences: readonly string[];
  children: ReactNode;
}

function Criteria({ preset, rates, sentences, children }: CriteriaProps) {
  const { t, label } = useTexts();
  const names = useNames();
  return (
    <section className={styles.entry}>
      <h4>
        <ItemLink kind="preset" item={preset}>
          {names.item("preset", preset)}
        </ItemLink>
      </h4>
      <Said sentences={sentences} />
      {rates.map(({ event, before, after }) => (
        <TwoHits
          key={event}
          name={t("effect-criteria-rate", { event: label(event) })}
          sides={[t("effect-now"), t("effect-then")]}
          before={rateOf(before.met, testedIn(before))}
          after={rateOf(after.met, testedIn(after))}
        />
      ))}
      {children}
    </section>
  );
}

const testedIn = ({ met, likely, not_met }: FiringCounts): number => met + likely + not_met;

interface ChangesProps {
  before: EventType | null;
  after: EventType | null;
  types: readonly TypeChange[];
}

/** The event that is diagnosed, where it is another one, and every type that is classified otherwise. */
function Changes({ before, after, types }: ChangesProps) {
  const { t, label } = useTexts();
  return (
    <>
      {before !== after && (
        <>
          <p>{t("effect-criteria-event")}</p>
          <Sides before={<Found event={before} />} after={<Found event={after} />} />
        </>
      )}
      {types.map((one) => (
        <div key={one.event}>
          <p>
            <EventMark finding={one.event} name={label(one.event)} />
          </p>
          <Sides
            before={<AssessmentLine worded={one.before} />}
            after={<AssessmentLine worded={one.after} />}
          />
        </div>
      ))}
    </>
  );
}

function Found({ event }: { event: EventType | null }) {
  const { t, label } = useTexts();
  return (
    <EventMark
      finding={event ?? "none"}
      name={event ? label(event) : t("effect-criteria-no-event")}
    />
  );
}

/** How a type of event is classified, with its grade, its time and the reason. */
function AssessmentLine({ worded }: { worded: WordedAssessment }) {
  const { term } = useTexts();
  const language = useSentenceLanguage();
  const { firing, grade_names, onset, end, texts } = worded;
  return (
    <>
      <strong>{grade_names[language] ?? term(firing)}</strong>
      <div>
        <p>
          <Sentence texts={texts} />
        </p>
        {onset && end && (
          <p className={styles.quiet}>
            <Period start={onset} end={end} />
          </p>
        )}
      </div>
    </>
  );
}

/** A generated case, by the event that it was made with. */
function CaseName({ row }: { row: CaseClassification }) {
  const { t, term } = useTexts();
  const made = EVENTS.find((one) => one === row.case);
  return (
    <p className={styles.line}>
      <span>{made ? t("effect-case-other", { event: term(made) }) : t("effect-case-none")}</span>
      {row.turned_wrong && <Mark tone="bad" icon="warning" name={t("effect-turned-wrong")} />}
      {row.turned_right && <Mark tone="good" icon="finished" name={t("effect-turned-right")} />}
    </p>
  );
}
