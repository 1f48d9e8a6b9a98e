import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Problem } from "@/api/problems";
import { diagnosis as diagnosisQuery, type VersionKey } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Empty, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import type { JobStatus } from "@/generated/schema";
import { useTexts } from "@/text";
import { failureIn } from "../found";

const UNDER_WAY: readonly JobStatus[] = ["queued", "running", "parked"];

/** Why there is nothing to read at this address, and where to go. */
export function NoReport({ version, problem }: { version: VersionKey; problem: Problem }) {
  const { t, language } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(diagnosisQuery(api, centre, version.diagnosis));
  if (problem.code === "reading_missing") {
    const folder = `/c/${centre}/diagnoses/${version.diagnosis}/report/${version.number}/export`;
    return (
      <Empty title={t("report-missing-title")} level={1}>
        <p>{t("report-missing-text")}</p>
        <a href={`${folder}/html/`}>{t("report-file-html")}</a>
      </Empty>
    );
  }
  if (query.error instanceof Problem && query.error.status === 404) {
    return <ProblemNotice error={query.error} />;
  }
  if (!query.data) return <Skeleton lines={4} />;
  const { status, state } = query.data;
  const text = UNDER_WAY.includes(status)
    ? t("report-none-running")
    : status === "failed"
      ? t("report-none-failed", {
          reason: state.failure ? failureIn(state.failure, language).text : "",
        })
      : status === "cancelled"
        ? t("report-none-cancelled")
        : t("report-none-version");
  return (
    <Empty title={t("report-none-title")} level={1}>
      <p>{text}</p>
      <Link to="/c/$centre/diagnoses/$diagnosis" params={{ centre, diagnosis: version.diagnosis }}>
        {t("report-none-run")}
      </Link>
    </Empty>
  );
}
