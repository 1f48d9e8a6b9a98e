import { type FormEvent, useState } from "react";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import { Segments } from "@/design/components/Segments";
import { TextArea } from "@/design/components/TextArea";
import type { ReviewVerdict } from "@/generated/schema";
import { useAct } from "@/pages/acts";
import { useTexts } from "@/text";
import { addressOf } from "../model";
import { useStanding, useVersion } from "../reader";
import styles from "./desk.module.css";
import { Objections } from "./Earlier";
import { Newer } from "./Newer";
import { NextSteps } from "./NextSteps";
import { Target } from "./Reviews";
import { Unopened } from "./Unopened";
import { hindrancesOf, Why } from "./Why";
import { isWhole, useWord, withComment } from "./word";

/** Verdicts, in the order of their weight. */
const VERDICTS: readonly ReviewVerdict[] = ["comment", "request_changes", "approve", "reject"];

/** The person's word on the version: its comments, the verdict and the reason, and what hinders one. */
export function WordForm() {
  const { t } = useTexts();
  const { api } = useCentre();
  const { diagnosis, number } = useVersion();
  const standing = useStanding();
  const [word, setWord, end] = useWord();
  const [sent, setSent] = useState<ReviewVerdict | null>(null);
  const saying = useAct(
    () =>
      bodyOf(
        api.POST("/api/v1/diagnoses/{job_id}/reviews/", {
          params: { path: { job_id: diagnosis } },
          body: { ...word, version: number, text: word.text.trim(), comments: [...word.comments] },
        }),
      ),
    (review) => {
      end();
      setSent(review.verdict);
    },
  );
  if (!standing) return null;
  const hindering = (verdict: ReviewVerdict) => hindrancesOf(standing.acts, verdict);
  const offered = VERDICTS.filter((verdict) => hindering(verdict).length === 0);
  const refused = VERDICTS.filter((verdict) => hindering(verdict).length > 0);
  if (offered.length === 0) {
    return (
      <section>
        <h3>{t("desk-word")}</h3>
        <Why hindrances={hindering("comment")} />
      </section>
    );
  }
  const verdict = offered.includes(word.verdict) ? word.verdict : "comment";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saying.mutate(undefined);
  };
  const isReasonNeeded = verdict === "request_changes" || verdict === "reject";
  return (
    <section aria-label={t("desk-word")}>
      <h3>{t("desk-word")}</h3>
      <form className={styles.form} onSubmit={submit}>
        {word.comments.length > 0 && (
          <ul className={styles.comments} aria-label={t("desk-comments-waiting")}>
            {word.comments.map((comment) => (
              <li key={addressOf(comment)}>
                <Target comment={comment} />
                <p>{comment.text}</p>
                <Button
                  kind="bare"
                  icon="close"
                  onPress={() =>
                    setWord({
                      ...word,
                      comments: withComment(word.comments, { ...comment, text: "" }),
                    })
                  }
                >
                  {t("desk-comment-drop")}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {word.comments.length === 0 && <p className={styles.quiet}>{t("desk-comment-how")}</p>}
        <Segments
          label={t("desk-verdict")}
          options={offered.map((value) => ({ value, name: t(`desk-verdict-${value}`) }))}
          value={verdict}
          onChange={(next) => setWord({ ...word, verdict: next })}
        />
        {verdict === "approve" && standing.after_approval ? (
          <NextSteps of="approval" steps={standing.after_approval} />
        ) : (
          <p className={styles.quiet}>{t(`desk-verdict-means-${verdict}`)}</p>
        )}
        <TextArea
          label={t(isReasonNeeded ? "desk-reason" : "desk-text")}
          value={word.text}
          maxLength={10_000}
          isRequired={isReasonNeeded}
          onChange={(text) => setWord({ ...word, text })}
        />
        {verdict === "approve" && <Newer />}
        {verdict === "approve" && <Objections />}
        {verdict === "approve" && standing.unopened.length > 0 && (
          <Notice tone="doubt">
            <p>{t("desk-approve-unopened", { count: standing.unopened.length })}</p>
            <Unopened parts={standing.unopened} />
            <p>{t("desk-unopened-how")}</p>
          </Notice>
        )}
        {saying.error && <ProblemNotice error={saying.error} />}
        <Button
          type="submit"
          kind={verdict === "reject" ? "danger" : "main"}
          isPending={saying.isPending}
          isDisabled={!isWhole({ ...word, verdict })}
        >
          {t(`desk-send-${verdict}`)}
        </Button>
        {sent && word.text === "" && word.comments.length === 0 && (
          <Notice tone="good" live>
            {t(`desk-sent-${sent}`)}
          </Notice>
        )}
      </form>
      {refused.map((one) => (
        <Why key={one} act={t(`desk-verdict-${one}`)} hindrances={hindering(one)} />
      ))}
      {hindering("approve").some(({ code }) => code === "version_not_opened") && (
        <Unopened parts={standing.unopened.filter(({ on }) => on === "section")} />
      )}
    </section>
  );
}
