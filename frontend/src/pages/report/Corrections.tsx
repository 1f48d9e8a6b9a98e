import { useMutation, useQuery } from "@tanstack/react-query";
import { useAccess } from "@/api/access";
import { api, data } from "@/api/client";
import { queryClient } from "@/api/queries";
import type { Diagnosis, ReportVersionOut } from "@/api/schema";
import { ActButton, Button, Field, Mark, ProblemNotice, say, Time } from "@/design";
import { useTexts } from "@/texts";
import type { Draft } from "./draft";
import { Part } from "./ReviewPanel";

const STATUS = {
  waiting: ["live", "running"],
  queued: ["live", "running"],
  made: ["good", "confirmed"],
  refused: ["bad", "refuted"],
} as const;

/** Edits that are collected in the text, sent together; a worker makes a version of them. */
export function Corrections({
  job,
  version,
  draft,
}: {
  job: Diagnosis;
  version: ReportVersionOut;
  draft: Draft;
}) {
  const { t, who } = useTexts();
  const key = ["diagnosis", job.id, "corrections"];
  const reviews = useAccess().may("report.review");
  const list = useQuery({
    queryKey: key,
    enabled: reviews,
    queryFn: async () =>
      (
        await data(
          api.GET("/api/v1/diagnoses/{job_id}/corrections/", {
            params: { path: { job_id: job.id } },
          }),
        )
      ).results,
    refetchInterval: (query) => (query.state.data?.some((one) => !one.ended_at) ? 2000 : false),
  });
  const own = (list.data ?? []).filter((one) => one.version === version.number);
  const finished = own.filter((one) => one.result).length;
  const shown = useQuery({
    queryKey: ["diagnosis", job.id, "report", "after", finished],
    queryFn: async () => {
      await queryClient.invalidateQueries({
        queryKey: ["diagnosis", job.id, "report"],
        exact: true,
      });
      return finished;
    },
    enabled: finished > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  void shown.data;
  const correct = useMutation({
    mutationFn: () =>
      api.POST("/api/v1/diagnoses/{job_id}/corrections/", {
        params: { path: { job_id: job.id } },
        body: { version: version.number, note: draft.note, edits: draft.edits, quantities: [] },
      }),
    onSuccess: () => {
      say(t("ui-correction-sent"));
      draft.clear();
      void queryClient.invalidateQueries({ queryKey: key });
    },
  });
  if (draft.edits.length === 0 && own.length === 0) return null;
  return (
    <Part title={t("ui-corrections")}>
      {draft.edits.length > 0 && (
        <form
          className="stack close"
          onSubmit={(event) => {
            event.preventDefault();
            correct.mutate();
          }}
        >
          <p className="small">{t("ui-edits-count", { n: draft.edits.length })}</p>
          <Field label={t("ui-correction-note")}>
            {(props) => (
              <input
                {...props}
                className="input"
                required
                maxLength={1000}
                value={draft.note}
                onChange={(event) => draft.write({ note: event.target.value })}
              />
            )}
          </Field>
          {correct.error && <ProblemNotice error={correct.error} />}
          <div className="row">
            <ActButton act="report.review" kind="main" type="submit" busy={correct.isPending}>
              {t("ui-correction-send")}
            </ActButton>
            <Button kind="bare" onClick={() => draft.clear()}>
              {t("ui-leave")}
            </Button>
          </div>
        </form>
      )}
      {own.map((one) => {
        const [tone, icon] = one.ended_at
          ? one.result
            ? STATUS.made
            : STATUS.refused
          : STATUS.waiting;
        return (
          <div key={one.id} className="small">
            <Mark tone={tone} icon={icon}>
              {one.result
                ? t("ui-correction-made", { n: one.result })
                : t(`ui-correction-${one.ended_at ? "refused" : "waiting"}`)}
            </Mark>{" "}
            <span className="quiet">
              {who(one.author)} · <Time at={one.created_at} short /> · {one.note}
            </span>
            {one.problems.map((problem) => (
              <p key={`${problem.where}${problem.kind}`} className="soft">
                <code className="tiny">{problem.where}</code> {problem.message}
              </p>
            ))}
          </div>
        );
      })}
    </Part>
  );
}
