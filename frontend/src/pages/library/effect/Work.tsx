import type { ReactNode } from "react";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice } from "@/design/components/Feedback";
import { Ago } from "@/design/components/Time";
import type { EffectInCases, EffectInRuns, EffectPart } from "@/generated/schema";
import { FailureText } from "@/pages/FailureText";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import styles from "./effect.module.css";
import { stageOf } from "./model";

interface WorkProps {
  part: EffectPart;
  work: EffectInRuns | EffectInCases;
  onRetry: () => void;
  /** What came of it. */
  children: ReactNode;
}

/** One part of an effect: how far it is measured, and then what came of it. */
export function Work({ part, work, onRetry, children }: WorkProps) {
  const { t } = useTexts();
  const { may } = useCentre();
  const stage = stageOf(work);
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
      {stage === "running" && <Progress part={part} done={work.done} total={work.total} />}
      {stage === "failed" && (
        <Notice tone="bad">
          {work.failure && (
            <p>
              <FailureText failure={work.failure} />
            </p>
          )}
          {may("library.edit") && <Button onPress={onRetry}>{t("try-again")}</Button>}
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
