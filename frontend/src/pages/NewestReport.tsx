import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { versionsOf } from "@/api/reportQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { Empty, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { useTexts } from "@/text";

/** Goes to the newest version of a diagnosis' report. */
export default function NewestReport({ diagnosis }: { diagnosis: string }) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(versionsOf(api, centre, diagnosis));
  const trouble = useTrouble(query);
  if (!query.data) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={10} height={28} />;
  }
  const numbers = query.data.results.map((version) => version.number);
  if (numbers.length === 0) {
    return (
      <Empty title={t("no-report-title")} level={1}>
        <p>{t("no-report-text")}</p>
      </Empty>
    );
  }
  return (
    <Navigate
      to="/c/$centre/diagnoses/$diagnosis/report/$number"
      params={{ centre, diagnosis, number: Math.max(...numbers) }}
      replace
    />
  );
}
