import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { api, dataAs } from "@/api/client";
import type { ReportSummary } from "@/api/schema";
import { Loading } from "@/design";

/** The address of a version by its own id, as lists and webhooks name it: leads to its diagnosis. */
export function ReportAddress() {
  const { id = "" } = useParams();
  const found = useQuery({
    queryKey: ["report", id],
    queryFn: () =>
      dataAs<ReportSummary>(
        api.GET("/api/v1/reports/{version_id}/", { params: { path: { version_id: id } } }),
      ),
  });
  return (
    <div className="sheet">
      <Loading query={found} lines={6}>
        {(report) => (
          <Navigate to={`/diagnoses/${report.diagnosis}/report?version=${report.number}`} replace />
        )}
      </Loading>
    </div>
  );
}
