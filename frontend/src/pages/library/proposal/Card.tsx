import type { ReactNode } from "react";
import { Mark } from "@/design/components/Marks";
import { Ago } from "@/design/components/Time";
import type { FieldInfo, ProposalDetail } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { useNames } from "../names";
import { TouchMark } from "../parts";
import { Remarks } from "../talk";
import { FieldChange } from "./FieldChange";
import { Declared, History } from "./History";
import { deciderOf, isClosed, lastOf, problemsOf } from "./model";
import { Problems } from "./Problems";
import styles from "./proposal.module.css";

interface CardProps {
  field: FieldInfo;
  /** The proposal that it belongs to. */
  proposal: Pick<ProposalDetail, "id" | "owner" | "problems" | "state">;
  /** How it stands. */
  mark?: ReactNode;
  /** What has to be read before anything else. */
  notice?: ReactNode;
  /** In place of what it said and is to say. */
  change?: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A field that is to change: what it said, what it is to say, who wrote that, and what was said of it. */
export function Card({ field, proposal, mark, notice, change, children }: CardProps) {
  const { t } = useTexts();
  const names = useNames(field.kind);
  const { id, owner, problems, state } = proposal;
  const last = lastOf(field);
  const title = `field-${field.id}`;
  return (
    <article className={styles.card} data-field={field.id} tabIndex={-1} aria-labelledby={title}>
      <header className={styles.line}>
        <h3 id={title}>{names.field(field.path, field)}</h3>
        <TouchMark touches={field.touches} of={field.kind} />
        <span className={styles.stand}>{mark}</span>
      </header>
      {notice}
      {change ?? <FieldChange field={field} />}
      <Problems problems={problemsOf(field, problems)} at={field.path} />
      {last && last.by !== owner && <Declared person={actorName(last.by)} text={last.interest} />}
      <History field={field} />
      <Remarks about={{ proposal: id }} field={field.id} isClosed={isClosed(state)} />
      <div className={styles.foot}>
        {children}
        {(last || field.by !== owner) && (
          <p className={[styles.quiet, styles.written].join(" ")}>
            {t("proposal-written-by", { person: actorName(field.by) })}
            {last && (
              <>
                {" · "}
                <Ago at={last.at} />
              </>
            )}
          </p>
        )}
      </div>
    </article>
  );
}

/** Whether a field is approved or returned or, in review, who decides on it next. */
export function FieldMark({ field, isInReview }: { field: FieldInfo; isInReview: boolean }) {
  const { t } = useTexts();
  if (field.approved) {
    return <Mark tone="good" icon="approved" name={t("proposal-field-approved")} />;
  }
  if (!isInReview) {
    const isReturned = lastOf(field)?.decisions.at(-1)?.verdict === "return";
    return isReturned && <Mark tone="bad" icon="back" name={t("proposal-field-returned")} />;
  }
  if (field.waits_for_me) {
    return <Mark tone="doubt" icon="next" name={t("proposal-field-waits")} />;
  }
  const decider = deciderOf(field);
  const name = decider
    ? t("proposal-field-waits-other", { person: actorName(decider) })
    : t("proposal-field-waits-any");
  return <Mark tone="idle" icon="queued" name={name} />;
}
