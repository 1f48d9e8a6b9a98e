import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { api, data } from "@/api/client";
import { Problem } from "@/api/problems";
import { queryClient } from "@/api/queries";
import type { Diagnosis, EvidenceItem, ReportVersionOut, ReviewVerdict } from "@/api/schema";
import {
  ActButton,
  Button,
  Dialog,
  Field,
  Loading,
  Notice,
  ProblemNotice,
  say,
  Time,
} from "@/design";
import { useTexts } from "@/texts";
import { Corrections } from "./Corrections";
import type { Draft } from "./draft";

interface Props {
  job: Diagnosis;
  version: ReportVersionOut;
  items: EvidenceItem[];
  draft: Draft;
}

/** What comes next with a version, and who does it: the path to publication at a glance. */
const NEXT = new Set(["draft", "in_review", "approved"]);
const CLOSED = new Set(["superseded", "withdrawn"]);

/** What can be done with a version, by whom, and what others have said of it. */
export function ReviewPanel({ job, version, items, draft }: Props) {
  const { t, tool } = useTexts();
  const path = { job_id: job.id, number: version.number };
  const [asking, setAsking] = useState<"approve" | "withdraw" | null>(null);
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ["diagnosis", job.id] });
    void queryClient.invalidateQueries({ queryKey: ["reports"] });
  };
  const move = useMutation({
    mutationFn: (verb: "submit" | "publish") =>
      verb === "submit"
        ? api.POST("/api/v1/diagnoses/{job_id}/report/versions/{number}/submit/", {
            params: { path },
          })
        : api.POST("/api/v1/diagnoses/{job_id}/report/versions/{number}/publish/", {
            params: { path },
          }),
    onSuccess: (_, verb) => {
      say(t(`ui-${verb}-done`));
      refresh();
    },
  });
  const review = useMutation({
    mutationFn: (verdict: ReviewVerdict) =>
      api.POST("/api/v1/diagnoses/{job_id}/reviews/", {
        params: { path: { job_id: job.id } },
        body: { version: version.number, verdict, text: draft.text, comments: draft.comments },
      }),
    onSuccess: (_, verdict) => {
      say(t(`ui-${verdict}-done`));
      draft.clear();
      setAsking(null);
      refresh();
    },
  });
  const unopened = items.filter((item) => !draft.opened.includes(item.id));
  const status = version.status;
  const open = !CLOSED.has(status);
  return (
    <section className="review-panel stack">
      <h2 className="side-head">{t("ui-review")}</h2>
      {open && status !== "published" && (
        <Field
          label={t("ui-review-text")}
          hint={t("ui-review-comments", { n: draft.comments.length })}
        >
          {(props) => (
            <textarea
              {...props}
              className="input"
              maxLength={4000}
              value={draft.text}
              onChange={(event) => draft.write({ text: event.target.value })}
            />
          )}
        </Field>
      )}
      {open && (
        <div className="stack close acts">
          {NEXT.has(status) && <p className="small soft">{t(`ui-next-${status}`)}</p>}
          {status === "draft" && (
            <ActButton
              act="diagnosis.create"
              kind="main"
              busy={move.isPending}
              onClick={() => move.mutate("submit")}
            >
              {t("ui-submit")}
            </ActButton>
          )}
          {status !== "published" && (
            <div className="row">
              <ActButton
                act="report.review"
                kind={status === "in_review" ? "main" : "plain"}
                busy={review.isPending}
                onClick={() =>
                  unopened.length > 0 ? setAsking("approve") : review.mutate("approve")
                }
              >
                {t("ui-approve")}
              </ActButton>
              <ReviewOther draft={draft} onReview={(verdict) => review.mutate(verdict)} />
            </div>
          )}
          {status === "approved" && (
            <ActButton
              act="report.publish"
              kind="main"
              busy={move.isPending}
              onClick={() => move.mutate("publish")}
            >
              {t("ui-publish")}
            </ActButton>
          )}
          <ActButton act="report.publish" kind="danger" small onClick={() => setAsking("withdraw")}>
            {t("ui-withdraw")}
          </ActButton>
        </div>
      )}
      {[move.error, review.error].map(
        (error) => error && <Refusal key={String(error)} error={error} />,
      )}
      <Corrections job={job} version={version} draft={draft} />
      <Exports jobId={job.id} number={version.number} />
      <Reviews jobId={job.id} number={version.number} />
      <Dialog
        title={t("ui-unopened-title")}
        open={asking === "approve"}
        onClose={() => setAsking(null)}
      >
        <div className="stack">
          <p>{t("ui-unopened-text", { n: unopened.length })}</p>
          <ul className="small">
            {unopened.map((item) => (
              <li key={item.id}>
                <Link
                  to={`/diagnoses/${job.id}/evidence/${item.id}`}
                  onClick={() => draft.open(item.id)}
                >
                  {item.id} {tool(item.index?.name ?? item.figure?.name ?? "")}
                </Link>
              </li>
            ))}
          </ul>
          <div className="row">
            <Link
              className="button main"
              to={`/diagnoses/${job.id}/evidence/${unopened[0]?.id}`}
              onClick={() => unopened[0] && draft.open(unopened[0].id)}
            >
              {t("ui-unopened-look")}
            </Link>
            <Button busy={review.isPending} onClick={() => review.mutate("approve")}>
              {t("ui-unopened-approve")}
            </Button>
          </div>
        </div>
      </Dialog>
      <Dialog title={t("ui-withdraw")} open={asking === "withdraw"} onClose={() => setAsking(null)}>
        <Withdrawal
          path={path}
          onDone={() => {
            setAsking(null);
            refresh();
          }}
        />
      </Dialog>
    </section>
  );
}

function ReviewOther({
  draft,
  onReview,
}: {
  draft: Draft;
  onReview: (verdict: ReviewVerdict) => void;
}) {
  const { t } = useTexts();
  const silent = !draft.text.trim();
  const why = silent ? t("ui-review-say-why") : null;
  return (
    <>
      <ActButton act="report.review" why={why} onClick={() => onReview("request_changes")}>
        {t("ui-request-changes")}
      </ActButton>
      <ActButton
        act="report.review"
        kind="danger"
        disabled={silent}
        onClick={() => onReview("reject")}
      >
        {t("ui-reject")}
      </ActButton>
    </>
  );
}

/** A refusal; where a version was not opened the way there is given. */
function Refusal({ error }: { error: unknown }) {
  const { t } = useTexts();
  const again = error instanceof Problem && error.code === "version_not_opened";
  return (
    <div className="stack close">
      <ProblemNotice error={error} />
      {again && (
        <Button small onClick={() => void queryClient.invalidateQueries()}>
          {t("ui-open")}
        </Button>
      )}
    </div>
  );
}

function Withdrawal({
  path,
  onDone,
}: {
  path: { job_id: string; number: number };
  onDone: () => void;
}) {
  const { t } = useTexts();
  const [reason, setReason] = useState("");
  const withdraw = useMutation({
    mutationFn: () =>
      api.POST("/api/v1/diagnoses/{job_id}/report/versions/{number}/withdraw/", {
        params: { path },
        body: { reason },
      }),
    onSuccess: onDone,
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        withdraw.mutate();
      }}
    >
      <Notice tone="doubt">{t("ui-withdraw-what")}</Notice>
      <Field label={t("ui-reason")}>
        {(props) => (
          <textarea
            {...props}
            className="input"
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {withdraw.error && <ProblemNotice error={withdraw.error} />}
      <Button kind="danger" type="submit" busy={withdraw.isPending}>
        {t("ui-withdraw")}
      </Button>
    </form>
  );
}

function Exports({ jobId, number }: { jobId: string; number: number }) {
  const { t } = useTexts();
  const address = (kind: string) =>
    `/api/v1/diagnoses/${jobId}/report/versions/${number}/export/${kind}/`;
  return (
    <Part title={t("ui-exports")}>
      <div className="row">
        {["html", "md", "json"].map((kind) => (
          <a
            key={kind}
            className="button small"
            href={address(kind)}
            target="_blank"
            rel="noreferrer"
          >
            {t(`ui-export-${kind}`)}
          </a>
        ))}
      </div>
    </Part>
  );
}

function Reviews({ jobId, number }: { jobId: string; number: number }) {
  const { t, who } = useTexts();
  const list = useQuery({
    queryKey: ["diagnosis", jobId, "reviews", number],
    queryFn: async () =>
      (
        await data(
          api.GET("/api/v1/diagnoses/{job_id}/reviews/", {
            params: { path: { job_id: jobId }, query: { version: number } },
          }),
        )
      ).results,
  });
  return (
    <Part title={t("ui-reviews")}>
      <Loading query={list} lines={2}>
        {(reviews) =>
          reviews.length === 0 ? (
            <p className="small quiet">{t("ui-reviews-none")}</p>
          ) : (
            <ul className="reviews">
              {reviews.map((one) => (
                <li key={one.id} className="small">
                  <strong>{t(`ui-verdict-of-${one.verdict}`)}</strong>{" "}
                  <span className="quiet">
                    {who(one.reviewer)} · <Time at={one.created_at} short />
                  </span>
                  {one.text && <p>{one.text}</p>}
                  {one.comments.map((comment) => (
                    <p key={`${comment.on}${comment.id}`} className="soft">
                      <code className="tiny">{comment.id}</code> {comment.text}
                    </p>
                  ))}
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </Part>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack close">
      <h3 className="label">{title}</h3>
      {children}
    </div>
  );
}
