import "./report.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { api, data, dataAs, send } from "@/api/client";
import { evidence } from "@/api/queries";
import type { Diagnosis, JobStatus, ReportVersionOut } from "@/api/schema";
import { Bones, Empty, Loading, Notice, ProblemNotice, Time, VersionMark } from "@/design";
import { useTexts } from "@/texts";
import { DiffView } from "./DiffView";
import { useDraft } from "./draft";
import { EvidenceSide } from "./EvidenceSide";
import { Reading } from "./Reading";
import { ReviewPanel } from "./ReviewPanel";
import { written } from "./written";

/** Why a run that has ended has no report. */
const NEVER: Partial<Record<JobStatus, string>> = {
  failed: "ui-report-failed",
  cancelled: "ui-report-cancelled",
};

/** The report: a reading view whose claims and evidence lead to each other, and what is done with it. */
export default function ReportPage({ job }: { job: Diagnosis }) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const list = useQuery({
    queryKey: ["diagnosis", job.id, "report"],
    queryFn: () =>
      data(api.GET("/api/v1/diagnoses/{job_id}/report/", { params: { path: { job_id: job.id } } })),
    enabled: job.status === "finished" || Boolean(job.state.report_version),
  });
  if (!job.state.report_version && job.status !== "finished") {
    const why = NEVER[job.status];
    return (
      <Empty title={t(why ? "ui-report-never" : "ui-report-none")}>
        <p>{t(why ?? "ui-report-later")}</p>
      </Empty>
    );
  }
  return (
    <Loading query={list} lines={10}>
      {(report) => {
        const newest = Math.max(...report.versions.map((version) => version.number));
        const number = Number(search.get("version")) || newest;
        const against = Number(search.get("against")) || null;
        return (
          <div className="report">
            <nav className="versions row" aria-label={t("ui-versions")}>
              {report.versions.map((version) => (
                <button
                  key={version.number}
                  type="button"
                  className="button small"
                  aria-pressed={version.number === number && !against}
                  onClick={() =>
                    setSearch(version.number === newest ? {} : { version: String(version.number) })
                  }
                >
                  {t("ui-version", { n: version.number })} <VersionMark status={version.status} />
                </button>
              ))}
              {number > 1 && (
                <button
                  type="button"
                  className="button small bare"
                  aria-pressed={Boolean(against)}
                  onClick={() =>
                    setSearch({ version: String(number), against: String(number - 1) })
                  }
                >
                  {t("ui-compare", { n: number - 1 })}
                </button>
              )}
            </nav>
            {against ? (
              <DiffView jobId={job.id} number={number} against={against} />
            ) : (
              <Version key={number} job={job} number={number} />
            )}
          </div>
        );
      }}
    </Loading>
  );
}

function Version({ job, number }: { job: Diagnosis; number: number }) {
  const path = { job_id: job.id, number };
  const found = useQuery({
    queryKey: ["diagnosis", job.id, "report", number],
    queryFn: () =>
      dataAs<ReportVersionOut>(
        api.GET("/api/v1/diagnoses/{job_id}/report/versions/{number}/", { params: { path } }),
      ),
  });
  const text = useQuery({
    queryKey: ["diagnosis", job.id, "report", number, "text"],
    queryFn: async () => {
      const address = `/api/v1/diagnoses/${job.id}/report/versions/${number}/export/md/`;
      return (await send(new Request(new URL(address, location.origin)))).text();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (found.error) return <ProblemNotice error={found.error} retry={() => void found.refetch()} />;
  if (!found.data || text.isPending) return <Bones lines={12} />;
  return <VersionView job={job} version={found.data} markdown={text.data ?? ""} />;
}

function VersionView({
  job,
  version,
  markdown,
}: {
  job: Diagnosis;
  version: ReportVersionOut;
  markdown: string;
}) {
  const { t, who } = useTexts();
  const report = version.document;
  const content = useMemo(() => written(report, markdown), [report, markdown]);
  const claims = useMemo(() => new Map(report.claims.map((claim) => [claim.id, claim])), [report]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const draft = useDraft(job.id, version.number);
  const items = useQuery(evidence(job.id)).data ?? report.evidence;
  return (
    <div className="report-frame">
      <div className="report-text">
        {version.status === "withdrawn" && (
          <Notice tone="bad">
            {t("ui-withdrawn-by", { by: who(version.withdrawn_by ?? "") })}{" "}
            {version.withdrawal_reason}
          </Notice>
        )}
        {version.superseded_by && (
          <Notice tone="doubt">{t("ui-superseded-by", { n: version.superseded_by })}</Notice>
        )}
        {version.dissent.map((one) => (
          <Notice key={one.review} tone="doubt">
            {t("ui-dissent-of", { by: who(one.reviewer) })} {one.text}
          </Notice>
        ))}
        <p className="tiny quiet">
          {t("ui-version-of", { author: who(version.author) })} ·{" "}
          <Time at={version.created_at} both />
          {version.note && ` · ${version.note}`}
        </p>
        <Reading
          jobId={job.id}
          content={content}
          claims={claims}
          chosen={pointed ?? chosen}
          onChoose={setChosen}
          onPoint={setPointed}
          draft={draft}
        />
      </div>
      <aside className="report-side">
        <EvidenceSide
          jobId={job.id}
          items={items}
          claims={claims}
          chosen={pointed ?? chosen}
          onChoose={setChosen}
          opened={draft.opened}
          onOpened={draft.open}
        />
        <ReviewPanel job={job} version={version} items={items} draft={draft} />
      </aside>
    </div>
  );
}
