import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { bodyOf } from "@/api/client";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import { EventMark, type Finding, JobMark } from "@/design/components/Marks";
import { Region } from "@/design/components/Region";
import { Period, Time, useNow } from "@/design/components/Time";
import type { RunView } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { libraryVersion } from "@/text/libraryVersion";
import { useAgain } from "../again";
import { FailureText } from "../FailureText";
import { foundOf } from "../found";
import { searchOf } from "../new/draft";
import { NewestLink } from "../ReportLink";
import { useSourceTitles } from "../sourceTitle";
import { clockText, closedTo, isOver, type Order, secondsOf } from "./model";
import styles from "./run.module.css";

interface HeadProps {
  run: RunView;
  onOrder: (order: Order) => void;
}

/** What is diagnosed, how far it is, and what one may do with it. */
export function Head({ run, onOrder }: HeadProps) {
  const texts = useTexts();
  const { t, label } = texts;
  const titleOf = useSourceTitles();
  const { centre } = useCentre();
  const { conclusion } = run;
  const period = run.period ?? run.request.window;
  const found: { finding: Finding; name: string } = conclusion
    ? foundOf(conclusion.occurrence, conclusion.event ?? null, conclusion.grade_name, texts)
    : run.event
      ? { finding: run.event, name: label(run.event) }
      : {
          finding: "unknown",
          name: t(isOver(run.status) ? "event-unknown" : "event-not-yet"),
        };
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>
          <EventMark {...found} />
        </h1>
        <p>
          <Region region={run.request.region} />
          {period && (
            <>
              {" · "}
              <Period start={period.start} end={period.end} />
            </>
          )}
          {" · "}
          {titleOf(run.request.source)} · {t("run-asked-by")} {actorName(run.requested_by)},{" "}
          <Time at={run.created_at} />
          {" · "}
          <Link
            to="/c/$centre/library/releases/$digest"
            params={{ centre, digest: run.library.digest }}
          >
            {t("run-library", { version: libraryVersion(run.library.version, texts) })}
          </Link>
        </p>
      </div>
      <Acts run={run} onOrder={onOrder} />
      <Progress run={run} />
      <Ends run={run} />
    </header>
  );
}

/** What is done now, and how much of it: numbers that are counted, no share that is guessed. */
function Progress({ run }: { run: RunView }) {
  const { t, term } = useTexts();
  const seconds = secondsOf(run, useNow());
  const over = isOver(run.status);
  return (
    <div className={styles.progress}>
      <JobMark status={run.status} />
      <span role="status">
        {t(`run-stage-${run.stage}`)}
        {run.role && ` · ${t("run-works", { role: term(run.role) })}`}
      </span>
      {run.turn > 0 && (
        <span>
          {over
            ? t("run-round", { turn: run.turn })
            : t("run-round-of", { turn: run.turn, most: run.max_turns })}
        </span>
      )}
      {run.turn > 0 && (
        <span className={styles.counted}>
          <Pips counted={run.counted} wanted={run.wanted} />
          {t("run-counted", { counted: run.counted, wanted: run.wanted })}
        </span>
      )}
      {!over && run.left !== null && run.left !== undefined && (
        <span>{t("run-left", { count: run.left })}</span>
      )}
      {seconds !== null && (
        <span className={styles.clock}>
          {t(over ? "run-took" : "run-since", { time: clockText(seconds) })}
        </span>
      )}
      {run.cancel_requested && !over && <span>{t("run-cancelling")}</span>}
      {run.attempt > 1 && <span>{t("run-attempt", { attempt: run.attempt })}</span>}
    </div>
  );
}

/** One mark for each factor that is sought: filled where it is confirmed and counts. */
function Pips({ counted, wanted }: { counted: number; wanted: number }) {
  return (
    <span className={styles.pips} aria-hidden="true">
      {Array.from({ length: Math.max(wanted, counted) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks of a count are alike
        <i key={at} data-full={at < counted || undefined} />
      ))}
    </span>
  );
}

function Acts({ run, onOrder }: Pick<HeadProps, "run" | "onOrder">) {
  const { t } = useTexts();
  const { may } = useCentre();
  const over = isOver(run.status);
  const searches = run.criteria.some((one) => one.examined);
  const canSteer = may("diagnosis.steer") && closedTo(run, "conclude") === null;
  return (
    <div className={styles.acts}>
      {run.report_version !== null && <NewestLink diagnosis={run.id}>{t("run-read")}</NewestLink>}
      {canSteer && (
        <span className={styles.quiet}>{t(searches ? "run-order-until" : "run-order-from")}</span>
      )}
      {canSteer && searches && (
        <>
          <Button icon="plus" onPress={() => onOrder({ act: "ask" })}>
            {t("run-order")}
          </Button>
          <Button onPress={() => onOrder({ act: "conclude" })}>{t("run-conclude")}</Button>
        </>
      )}
      {may("diagnosis.cancel") && !over && !run.cancel_requested && (
        <Button kind="bare" icon="close" onPress={() => onOrder({ act: "stop" })}>
          {t("run-stop")}
        </Button>
      )}
      {over && may("diagnosis.create") && <Again run={run} />}
      {!over && !may("diagnosis.steer") && (
        <span className={styles.quiet}>{t("run-no-steer")}</span>
      )}
    </div>
  );
}

/** The same request once more, as a run of its own. */
function Again({ run }: { run: RunView }) {
  const { t } = useTexts();
  const { centre } = useCentre();
  const navigate = useNavigate();
  const again = useAgain(
    (made) =>
      void navigate({
        to: "/c/$centre/diagnoses/$diagnosis",
        params: { centre, diagnosis: made },
      }),
  );
  return (
    <>
      <Button isPending={again.isPending} onPress={() => again.mutate(run.id)}>
        {t("run-again")}
      </Button>
      {again.error && <ProblemNotice error={again.error} />}
    </>
  );
}

/** Of a run that ended without a report: what failed, what stands, what to do. */
function Ends({ run }: { run: RunView }) {
  const { t } = useTexts();
  const judged = run.factors.filter((factor) => factor.evidence_id !== "").length;
  if (run.status === "cancelled") {
    return (
      <Notice>
        <p>
          {t("run-cancelled")}. {t("run-stands", { count: judged })}
        </p>
      </Notice>
    );
  }
  if (!run.failure) return null;
  return (
    <Notice tone={run.status === "parked" ? "doubt" : "bad"} live>
      <p>
        <strong>{t(run.status === "parked" ? "run-parked" : "run-failed")}</strong>
      </p>
      <p>
        <FailureText failure={run.failure} />
      </p>
      <p>{t("run-stands", { count: judged })}</p>
      <Cures run={run} />
    </Notice>
  );
}

function Cures({ run }: { run: RunView }) {
  const { t } = useTexts();
  const { api, centre, may } = useCentre();
  const retry = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST("/api/v1/diagnoses/{job_id}/retry/", {
          params: { path: { job_id: run.id } },
          body: { reason: "", deadline: null },
        }),
      ),
  });
  if (!may("diagnosis.create")) return null;
  return (
    <>
      <p>{t("run-cure-retry")}</p>
      <div className={styles.acts}>
        <Button isPending={retry.isPending} onPress={() => retry.mutate()}>
          {t("run-retry")}
        </Button>
        <Link to="/c/$centre/new" params={{ centre }} search={searchOf(run.request)}>
          {t("run-cure-change")}
        </Link>
      </div>
      {retry.error && <ProblemNotice error={retry.error} />}
    </>
  );
}
