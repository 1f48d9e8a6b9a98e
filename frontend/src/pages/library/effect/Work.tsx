import type { ReactNode } from "react";
import { Button } from "@/design/components/Button";
import { Notice } from "@/design/components/Feedback";
import { Ago } from "@/design/components/Time";
import type { EffectInCases, EffectInRuns, EffectPart } from "@/generated/schema";
import { FailureText } from "@/pages/FailureText";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import styles from "./effect.module.css";
import { isRenewed, stageOf } from "./model";

interface WorkProps {
  part: EffectPart;
  work: EffectInRuns | EffectInCases;
  mayMeasure: boolean;
  isPending: boolean;
  /** Has it measured, again where it is out of date. */
  onMeasure: () => void;
  /** What came of it. */
  children: ReactNode;
}

/** One part of an effect: how far it is measured, and then what came of it. */
export function Work(props: WorkProps) {
  const { part, work, mayMeasure, isPending, onMeasure, children } = props;
  const { t } = useTexts();
  const stage = stageOf(work);
  const isAgain = isRenewed(work);
  if (stage === "unmeasured") return null;
  const title = `effect-${part}` as const;
  return (
    <section className={styles.part} aria-labelledby={`${title}-title`} data-stage={stage}>
      <header>
        <h3 id={`${title}-title`}>{t(title)}</h3>
        <span role="status" className={stage === "measured" ? styles.unseen : styles.quiet}>
          {t(`effect-stage-${stage}`)}
        </span>
        {work.asked_at && (
          <span className={styles.quiet}>
            <Ago at={work.asked_at} /> · {actorName(work.asked_by)}
          </span>
        )}
      </header>
      {isAgain && <p className={styles.quiet}>{t("effect-renewed")}</p>}
      {(stage === "running" || work.status === "running") && (
        <Progress part={part} done={work.done} total={work.total} />
      )}
      {stage === "failed" && (
        <Notice tone="bad">
          {work.failure && (
            <p>
              <FailureText failure={work.failure} />
            </p>
          )}
          {mayMeasure && <Button onPress={onMeasure}>{t("try-again")}</Button>}
        </Notice>
      )}
      {stage === "measured" && !isAgain && work.outdated.length > 0 && (
        <Notice tone="doubt">
          {work.status === "failed" && <p>{t("effect-again-failed")}</p>}
          {work.outdated.map((why) => (
            <p key={why}>{t(`effect-outdated-${why}`)}</p>
          ))}
          {mayMeasure && (
            <Button isPending={isPending} onPress={onMeasure}>
              {t("effect-again")}
            </Button>
          )}
        </Notice>
      )}
      {stage === "measured" && children}
    </section>
  );
}

function Progress({ part, done, total }: { part: EffectPart; done: number; total: number }) {
  const { t } = useTexts();
  if (total === 0) return <progress aria-label={t("effect-stage-running")} />;
  const said = t(`effect-progress-${part}`, { done, total });
  return (
    <p className={styles.progress}>
      <progress aria-label={t("effect-stage-running")} value={done} max={total} />
      <span>{said}</span>
    </p>
  );
}
