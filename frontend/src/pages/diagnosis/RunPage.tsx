import { useQuery } from "@tanstack/react-query";
import { artifacts } from "@/api/queries";
import type { Diagnosis } from "@/api/schema";
import { Bones, Notice, ProblemNotice, span, Time, useNow } from "@/design";
import { pace, searchIsOver, standing } from "@/live/run";
import type { Followed } from "@/live/useRun";
import { useTexts, type Wording } from "@/texts";
import { Causes } from "./Causes";
import { ConclusionPanel } from "./ConclusionPanel";
import { Criteria } from "./Criteria";
import { DataPanel } from "./DataPanel";
import { RoundPanel } from "./RoundPanel";
import { Steering } from "./Steering";

/** The loop as it grows: criteria, rounds with their factors, and what they add up to. */
export function RunPage({ job, followed }: { job: Diagnosis; followed: Followed }) {
  const { t, say, who } = useTexts();
  const { run, ready, error } = followed;
  const files = useQuery({ ...artifacts(job.id), enabled: run.figures.length > 0 });
  const wanted = new Set(run.figures.map((figure) => figure.artifact));
  const known = new Map((files.data ?? []).map((file) => [file.name, file.url]));
  const missing = files.data && [...wanted].some((name) => !known.has(name));
  if (missing && !files.isFetching) void files.refetch();
  if (error) return <ProblemNotice error={error} retry={followed.retry} />;
  if (!ready) return <Bones lines={8} height={28} />;
  const failure = run.failure ?? job.state.failure ?? null;

  return (
    <div className="run">
      <div className="run-main stack wide">
        <Progress run={run} job={job} />
        {failure && (
          <Notice tone="bad">
            <p>{say(failure.wording as Wording | null, failure.message)}</p>
            <p className="tiny quiet">
              <code>{failure.code}</code>
            </p>
          </Notice>
        )}
        {run.notes
          .filter((note) => note.kind !== "claimed")
          .map((note) =>
            note.kind === "cancelled" ? (
              <Notice key={note.seq}>
                <p>
                  <strong>{t("ui-cancelled-by", { by: who(note.by) })}</strong> ·{" "}
                  <Time at={note.at} />
                </p>
                {note.reason && <p>{note.reason}</p>}
                <p className="small soft">{t("ui-cancelled-what")}</p>
              </Notice>
            ) : (
              <p key={note.seq} className="small quiet">
                <Time at={note.at} /> {t(`ui-note-${note.kind}`, { by: who(note.by) })}{" "}
                {note.reason}
              </p>
            ),
          )}
        {run.classification && <Criteria classification={run.classification} />}
        {run.rounds.map((round) => (
          <RoundPanel key={round.turn} round={round} run={run} jobId={job.id} addresses={known} />
        ))}
        {run.status === "queued" && !run.startedAt && <p className="quiet">{t("ui-run-queued")}</p>}
      </div>
      <aside className="run-side stack wide">
        {run.conclusion ? (
          <ConclusionPanel conclusion={run.conclusion} run={run} job={job} />
        ) : (
          job.status === "running" && <p className="small quiet">{t("ui-no-conclusion-yet")}</p>
        )}
        <Causes run={run} />
        <Steering job={job} run={run} />
        <DataPanel run={run} />
      </aside>
    </div>
  );
}

/** Five places, as the search fills them: what counts, what is being tested, what fell. */
function Progress({ run, job }: { run: Followed["run"]; job: Diagnosis }) {
  const { t } = useTexts();
  const now = standing(run);
  if (searchIsOver(run) && now.judged === 0) return null;
  const target = job.request.options.target_factors;
  const places = Array.from({ length: target }, (_, index) => index);
  return (
    <section className="progress" aria-label={t("ui-progress")}>
      <div className="places" aria-hidden="true">
        {places.map((place) => (
          <span
            key={place}
            className={
              place < now.counting ? "full" : place < now.counting + now.open ? "open" : ""
            }
          />
        ))}
      </div>
      <p className="small">
        <strong>
          {t(now.counting > target ? "ui-progress-beyond" : "ui-progress-count", {
            n: now.counting,
            target,
          })}
        </strong>{" "}
        <span className="soft">
          {t("ui-progress-rest", {
            turn: now.turn,
            confirmed: now.confirmed,
            refuted: now.refuted,
            undetermined: now.undetermined,
          })}
          {now.left !== null &&
            run.status === "running" &&
            ` · ${t("ui-progress-left", { n: now.left })}`}
          <Pace run={run} target={target} />
        </span>
      </p>
    </section>
  );
}

/** For how long a run has worked, and about how long it still takes. */
function Pace({ run, target }: { run: Followed["run"]; target: number }) {
  const { t } = useTexts();
  const time = pace(run, target, useNow());
  if (!time) return null;
  const write = (seconds: number) => {
    const { id, n } = span(seconds);
    return t(id, { n });
  };
  return (
    <>
      {" · "}
      {t("ui-progress-elapsed", { span: write(time.elapsed) })}
      {time.rest !== null && `, ${t("ui-progress-rest-time", { span: write(time.rest) })}`}
    </>
  );
}
