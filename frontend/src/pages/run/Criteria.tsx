import { EventMark } from "@/design/components/Marks";
import type { RunCriterion, RunView } from "@/generated/schema";
import { useTexts } from "@/text";
import { capitalised } from "@/text/catalogue";
import { measure } from "@/text/measures";
import { examinedFirst, isOver, marginText, shareOf } from "./model";
import styles from "./run.module.css";

/** The five types of event, each with its test and how far it is from its threshold. */
export function Criteria({ run }: { run: RunView }) {
  const { t } = useTexts();
  return (
    <section className={styles.part} aria-labelledby="run-criteria">
      <h2 id="run-criteria">{t("run-criteria")}</h2>
      {run.criteria.length === 0 ? (
        <p className={styles.quiet}>{t(isOver(run.status) ? "run-never" : "run-criteria-none")}</p>
      ) : (
        <ul className={styles.criteria}>
          {examinedFirst(run.criteria).map((one) => (
            <Criterion key={one.event} criterion={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Criterion({ criterion }: { criterion: RunCriterion }) {
  const { t, term, label } = useTexts();
  const { event, firing, value, threshold, unit, examined } = criterion;
  const share = shareOf(criterion);
  const finding = firing === "fired" ? event : firing === "not_fired" ? "none" : "unknown";
  const isMeasured = typeof value === "number" && typeof threshold === "number";
  const isRuledOut = firing === "not_fired" && typeof threshold !== "number";
  return (
    <li data-firing={firing}>
      <details open={examined}>
        <summary>
          <EventMark finding={finding} name={label(event)} />
          <span className={styles.firing}>
            {isRuledOut ? t("run-ruled-out") : term(firing)}
            {examined && <em>{t("run-examined")}</em>}
          </span>
          <span className={styles.bar} aria-hidden="true">
            {share !== null && <i style={{ width: `${share * 100}%` }} />}
          </span>
          <span className={styles.margin}>
            {isMeasured && (
              <>
                <strong>{marginText(value - threshold, unit)}</strong>{" "}
                {t("run-against", {
                  value: measure(value, unit),
                  threshold: measure(threshold, unit),
                })}
              </>
            )}
          </span>
        </summary>
        <p>{capitalised(criterion.reason)}</p>
      </details>
    </li>
  );
}
