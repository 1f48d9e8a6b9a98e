import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { correctionsOf, sendCorrection } from "@/api/correctionQueries";
import { useApp, useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import { TextField } from "@/design/components/TextField";
import { Time } from "@/design/components/Time";
import { Icon, type IconName } from "@/design/icons";
import type { CorrectionInfo, CorrectionProblem } from "@/generated/schema";
import { type MessageId, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { useReader, useStanding, useVersion } from "../reader";
import { editOfProblem, LONGEST_NOTE, takenUp } from "./correct";
import styles from "./correct.module.css";
import { EditItem } from "./correctSaid";
import { useCorrection } from "./draft";
import { NextSteps } from "./NextSteps";
import { VersionLink } from "./VersionLink";

/** The correction that is being written, and what the check answered to those that were sent. */
export function Corrections() {
  const { may } = useCentre();
  if (!may("report.review")) return null;
  return (
    <div className={styles.corrections} data-corrections>
      <Draft />
      <Sent />
    </div>
  );
}

function Draft() {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const version = useVersion();
  const after = useStanding()?.after_correction;
  const { part } = useReader();
  const client = useQueryClient();
  const { draft, change } = useCorrection();
  const [isTried, setTried] = useState(false);
  // What was pressed goes away with the draft: the focus stays above the answer.
  const section = useRef<HTMLElement>(null);
  const { edits } = draft;
  const note = draft.note.trim();
  const mistake =
    note === ""
      ? t("correct-note-missing")
      : note.length > LONGEST_NOTE
        ? t("correct-note-long", { most: LONGEST_NOTE })
        : null;
  const sending = useMutation({
    mutationFn: () =>
      sendCorrection(api, version.diagnosis, {
        ...{ version: version.number, note, edits, quantities: [] },
      }),
    onSuccess: () => {
      setTried(false);
      change({ note: "", edits: [] });
      section.current?.focus();
    },
    // An answer that was lost may have been a yes.
    onSettled: () =>
      client.invalidateQueries({ queryKey: correctionsOf(api, centre, version).queryKey }),
  });
  const send = () => {
    setTried(true);
    if (!mistake) sending.mutate();
  };
  return (
    <section ref={section} tabIndex={-1} className={styles.corrections}>
      <h3>{t("correct-draft")}</h3>
      {/* Where nobody could publish it, the chosen part says so already. */}
      {(after?.publish.length !== 0 || !part) && <NextSteps of="correction" steps={after} />}
      {edits.length === 0 ? (
        <p className={styles.quiet}>{t("correct-draft-none")}</p>
      ) : (
        <>
          <ol aria-label={t("correct-edits")}>
            {edits.map((edit) => (
              <EditItem
                key={JSON.stringify(edit)}
                edit={edit}
                onRemove={() => change({ edits: edits.filter((one) => one !== edit) })}
              />
            ))}
          </ol>
          <TextField
            label={t("correct-note")}
            value={draft.note}
            mistake={isTried ? mistake : null}
            onChange={(next) => change({ note: next })}
          />
          <p className={styles.quiet}>{t("correct-send-hint")}</p>
          <p className={styles.acts}>
            <Button kind="main" isPending={sending.isPending} onPress={send}>
              {t("correct-send")}
            </Button>
          </p>
          {sending.isError && <ProblemNotice error={sending.error} onRetry={send} />}
        </>
      )}
    </section>
  );
}

function Sent() {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(correctionsOf(api, centre, useVersion()));
  if (query.isError && !query.data) {
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || query.data.length === 0) return null;
  return (
    <section>
      <h3>{t("correct-sent")}</h3>
      <ol>
        {query.data.map((correction) => (
          <Answer key={correction.id} correction={correction} />
        ))}
      </ol>
    </section>
  );
}

const SIGNS: Record<CorrectionInfo["status"], IconName> = {
  pending: "queued",
  accepted: "finished",
  refused: "failed",
};
const TONES = { pending: "plain", accepted: "good", refused: "doubt" } as const;

/** A correction that was sent: by whom, what for, and what the check says. */
function Answer({ correction }: { correction: CorrectionInfo }) {
  const { t } = useTexts();
  const { session } = useApp();
  const { reading } = useReader();
  const { number } = useVersion();
  const { draft, change } = useCorrection();
  const { status, edits, problems, result, author, note } = correction;
  const about = problems.map((problem) => editOfProblem(edits, reading, problem));
  const saidOf = (edit: number) => problems.filter((_, at) => about[at] === edit);
  const isMine = author === `person:${session.person}`;
  const again = () =>
    change({ edits: takenUp(draft.edits, edits), note: draft.note === "" ? note : draft.note });
  return (
    <li className={styles.answer} data-correction={status}>
      <p className={styles.head}>
        <Icon name={SIGNS[status]} size={14} />
        <strong>
          {t(`correct-${status}`, status === "accepted" ? { number: result ?? 0 } : {})}
        </strong>
      </p>
      <p className={styles.quiet}>
        {actorName(author)} · <Time at={correction.created_at} />
      </p>
      <p>{note}</p>
      <Notice tone={TONES[status]} live>
        <p>{t(`correct-${status}-hint`)}</p>
        {result !== null && (
          <p className={styles.acts}>
            <VersionLink number={result}>{t("correct-read", { number: result })}</VersionLink>
            <VersionLink number={result} search={{ against: number }}>
              {t("correct-compare")}
            </VersionLink>
          </p>
        )}
        <Problems problems={saidOf(-1)} />
        {status === "refused" && isMine && <Button onPress={again}>{t("correct-again")}</Button>}
      </Notice>
      <details open={status === "refused"}>
        <summary>{t("correct-changes", { count: edits.length })}</summary>
        <ol>
          {edits.map((edit, at) => {
            const key = `${at} ${edit.op} ${edit.at}`;
            const problems = <Problems problems={saidOf(at)} />;
            return (
              <EditItem key={key} edit={edit} author={actorName(author)} problems={problems} />
            );
          })}
        </ol>
      </details>
    </li>
  );
}

/** Problems of the check that have words of their own here. */
const KNOWN = {
  unbound_number: "correct-problem-unbound_number",
  unbound_direction: "correct-problem-unbound_direction",
  unbound_comparison: "correct-problem-unbound_comparison",
  unknown_claim: "correct-problem-unknown_claim",
  unknown_source: "correct-problem-unknown_source",
  contradicted: "correct-problem-contradicted",
  unknown_subject: "correct-problem-unknown_subject",
  no_value: "correct-problem-no_value",
  unknown_tool: "correct-problem-unknown_tool",
  nothing_changed: "correct-problem-nothing_changed",
  data_changed: "correct-problem-data_changed",
  internal_error: "correct-problem-internal_error",
} as const satisfies Record<string, MessageId>;

function Problems({ problems }: { problems: readonly CorrectionProblem[] }) {
  const { t } = useTexts();
  return problems.map(({ where, kind, message }) => (
    <div key={`${where} ${kind} ${message}`} className={styles.problem}>
      <p>{t(kind in KNOWN ? KNOWN[kind as keyof typeof KNOWN] : "correct-problem-other")}</p>
      <p lang="en">{message}</p>
    </div>
  ));
}
