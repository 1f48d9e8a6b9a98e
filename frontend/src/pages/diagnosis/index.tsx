import "./diagnosis.css";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { NavLink, Route, Routes, useNavigate, useParams } from "react-router";
import { useAccess } from "@/api/access";
import { api, data } from "@/api/client";
import { diagnosis } from "@/api/queries";
import type { Diagnosis } from "@/api/schema";
import {
  Ago,
  Bones,
  Button,
  classified,
  DiagnosisMark,
  Empty,
  Loading,
  Menu,
  Notice,
  StatusMark,
  say,
  sayProblem,
  Time,
  useNow,
} from "@/design";
import { type Followed, useRun } from "@/live/useRun";
import { boxText } from "@/map/boxes";
import { useTexts } from "@/texts";
import { Cancel } from "./Cancel";
import { RunPage } from "./RunPage";
import { remedyOf } from "./remedy";

const ReportPage = lazy(() => import("@/pages/report"));
const EvidencePage = lazy(() => import("@/pages/evidence"));

/** One diagnosis: its run as it grows, its evidence, its report. */
export default function DiagnosisPage() {
  const { id = "" } = useParams();
  const { t } = useTexts();
  const found = useQuery(diagnosis(id));
  const followed = useRun(id);
  return (
    <div className="diagnosis">
      <Loading query={found} lines={4}>
        {(job) => (
          <>
            <Head job={job} followed={followed} />
            <nav className="tabs" aria-label={t("ui-diagnosis-parts")}>
              <NavLink to={`/diagnoses/${id}`} end>
                {t("ui-tab-run")}
              </NavLink>
              <NavLink to={`/diagnoses/${id}/evidence`}>{t("ui-tab-evidence")}</NavLink>
              <NavLink to={`/diagnoses/${id}/report`}>{t("ui-tab-report")}</NavLink>
            </nav>
            <Suspense fallback={<Bones lines={8} />}>
              <Routes>
                <Route index element={<RunPage job={job} followed={followed} />} />
                <Route path="evidence/*" element={<EvidencePage job={job} run={followed.run} />} />
                <Route path="report/*" element={<ReportPage job={job} />} />
                <Route path="*" element={<Empty title={t("ui-not-found-title")} />} />
              </Routes>
            </Suspense>
          </>
        )}
      </Loading>
    </div>
  );
}

function Head({ job, followed }: { job: Diagnosis; followed: Followed }) {
  const { t } = useTexts();
  const found = followed.run.classification;
  const event = job.state.event ?? found?.declared ?? found?.primary ?? job.request.event ?? null;
  const named = job.status === "finished" ? classified(job) : found !== null;
  const status =
    followed.ready && followed.link.state !== "ended" ? followed.run.status : job.status;
  const window = followed.run.time?.window ?? job.request.window;
  return (
    <header className="diagnosis-head">
      <h1>
        <DiagnosisMark event={event} status={status} classified={named} />{" "}
        <span className="soft">{boxText(job.request.region)}</span>
      </h1>
      {(event || status !== "failed") && <StatusMark status={status} />}
      <span className="small soft">{job.source}</span>
      {window && (
        <span className="small soft">
          <Time at={window.start} /> – <Time at={window.end} />
        </span>
      )}
      {job.deadline && (
        <span className="small">
          {t("ui-deadline")} <Ago at={job.deadline} />
        </span>
      )}
      <span className="grow" />
      <LinkLine followed={followed} />
      <Acts job={job} />
    </header>
  );
}

/**
 * Says how live the page is: quiet while all is well. The reason of a close is in the language of the
 * handshake, which a page cannot choose: what a code asks for is said in the reader's.
 */
export function LinkLine({ followed }: { followed: Followed }) {
  const { t } = useTexts();
  const now = useNow();
  const { link, away } = followed;
  if (link.state === "away") {
    const seconds = Math.max(0, Math.round((now - link.since) / 1000));
    return (
      <Notice tone="doubt" live>
        {t("ui-away", { n: seconds, code: link.code })}
      </Notice>
    );
  }
  if (link.state === "refused") {
    return (
      <Notice tone="bad" live>
        {t("ui-live-refused", { code: link.code })}
      </Notice>
    );
  }
  if (away) {
    return (
      <Notice tone="live" live>
        {t("ui-was-away", { n: Math.max(1, Math.round(away.ms / 1000)), events: away.events })}
      </Notice>
    );
  }
  return link.state === "open" ? <span className="small quiet">{t("ui-live")}</span> : null;
}

const OPEN = new Set(["queued", "running", "parked"]);

function Acts({ job }: { job: Diagnosis }) {
  const { t } = useTexts();
  const access = useAccess();
  const navigate = useNavigate();
  const path = { params: { path: { job_id: job.id } } };
  const retry = useMutation({
    mutationFn: () =>
      api.POST("/api/v1/diagnoses/{job_id}/retry/", {
        ...path,
        body: { reason: "", deadline: null },
      }),
    onSuccess: () => {
      say(t("ui-retry-asked"));
      location.reload();
    },
    onError: sayProblem,
  });
  const rerun = useMutation({
    mutationFn: async () =>
      data(api.POST("/api/v1/diagnoses/{job_id}/rerun/", { ...path, body: {} as never })),
    onSuccess: (made) => navigate(`/diagnoses/${(made as Diagnosis).id}`),
    onError: sayProblem,
  });
  const may = access.may("diagnosis.create");
  const acts = {
    retry: { id: "retry", text: t("ui-retry"), run: () => retry.mutate() },
    rerun: { id: "rerun", text: t("ui-rerun"), run: () => rerun.mutate() },
    change: {
      id: "change",
      text: t("ui-rerun-changed"),
      run: () => navigate("/new", { state: { request: job.request } }),
    },
  };
  const remedy = remedyOf(job, Date.now());
  const offered = remedy && acts[remedy];
  const choices = [acts.rerun, acts.change].filter((act) => act !== offered);
  return (
    <span className="row">
      {offered && (
        <Button
          kind="main"
          disabled={!may}
          busy={retry.isPending || rerun.isPending}
          onClick={offered.run}
        >
          {offered.text}
        </Button>
      )}
      {OPEN.has(job.status) && <Cancel job={job} />}
      {may && <Menu label={t("ui-more")} button={t("ui-more")} groups={[{ choices }]} />}
    </span>
  );
}
