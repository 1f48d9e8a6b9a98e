import { useApp } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import type { NextSteps as Steps } from "@/generated/schema";
import { anyOf } from "@/pages/waits";
import { type Texts, useTexts } from "@/text";
import styles from "./desk.module.css";

/** Of the version as it is, after the reader's approval, or after their correction. */
export type Of = "now" | "approval" | "correction";

/** Says who can take a version to publication, or what an administrator can do where nobody can. */
export function wordsOf(of: Of, steps: Steps, person: string, texts: Texts): string {
  const { t } = texts;
  if (steps.publish.length === 0) {
    const lacks = steps.lacks.map((act) =>
      t(act === "publish" ? "desk-lack-publish" : "desk-lack-approve"),
    );
    return [t(`desk-next-${of}-nobody`), ...lacks].join(" ");
  }
  const publish = anyOf(steps.publish, person, texts);
  if (steps.awaits_approval) {
    const approve = anyOf(steps.approve, person, texts);
    return t(`desk-next-${of}-approve`, { approve, publish });
  }
  return t(`desk-next-${of === "approval" ? of : "now"}-publish`, { publish });
}

interface NextStepsProps {
  of: Of;
  steps: Steps | null | undefined;
}

/** Who can take a version to publication. */
export function NextSteps({ of, steps }: NextStepsProps) {
  const texts = useTexts();
  const { session } = useApp();
  if (!steps) return null;
  const words = wordsOf(of, steps, session.person, texts);
  if (steps.publish.length === 0) return <Notice tone="doubt">{words}</Notice>;
  return <p className={styles.quiet}>{words}</p>;
}
