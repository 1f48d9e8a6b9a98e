import { useQuery } from "@tanstack/react-query";
import { api, data } from "@/api/client";
import type { JsonValue } from "@/api/schema";
import { Empty, Loading } from "@/design";
import { useTexts } from "@/texts";

const shown = (value: JsonValue | undefined) =>
  value === null || value === undefined
    ? "–"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

/** What changed from one version to another: sentences, values, charts. */
export function DiffView({
  jobId,
  number,
  against,
}: {
  jobId: string;
  number: number;
  against: number;
}) {
  const { t } = useTexts();
  const found = useQuery({
    queryKey: ["diagnosis", jobId, "diff", number, against],
    queryFn: () =>
      data(
        api.GET("/api/v1/diagnoses/{job_id}/report/versions/{number}/diff/", {
          params: { path: { job_id: jobId, number }, query: { against } },
        }),
      ),
  });
  return (
    <Loading query={found} lines={6}>
      {({ diff }) => (
        <div className="diff stack wide">
          <h2>{t("ui-diff-title", { from: against, to: number })}</h2>
          {diff.same && <Empty title={t("ui-diff-same")} />}
          {diff.sections.map((section) => (
            <section key={section.id}>
              <h3>{section.title}</h3>
              {section.lines.map((line) => (
                <div key={line.place} className="diff-line">
                  <code className="tiny quiet">{line.place}</code>
                  {line.before && (
                    <p>
                      <del>{line.before}</del>
                    </p>
                  )}
                  {line.after && (
                    <p>
                      <ins>{line.after}</ins>
                    </p>
                  )}
                </div>
              ))}
            </section>
          ))}
          {diff.claims_changed.length > 0 && (
            <section>
              <h3>{t("ui-diff-values")}</h3>
              {diff.claims_changed.map((change) => (
                <p key={change.after.id} className="small">
                  <code className="tiny quiet">{change.after.path}</code>{" "}
                  <del>{shown(change.before.value)}</del> <ins>{shown(change.after.value)}</ins>
                </p>
              ))}
            </section>
          )}
          {diff.conclusion.length > 0 && (
            <section>
              <h3>{t("ui-conclusion")}</h3>
              {diff.conclusion.map((change) => (
                <p key={change.field} className="small">
                  <code className="tiny quiet">{change.field}</code>{" "}
                  <del>{shown(change.before)}</del> <ins>{shown(change.after)}</ins>
                </p>
              ))}
            </section>
          )}
        </div>
      )}
    </Loading>
  );
}
