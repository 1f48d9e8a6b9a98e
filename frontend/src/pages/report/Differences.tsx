import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { differences } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Change } from "@/design/components/Change";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import type { ReportDiff } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./Differences.module.css";
import { useVersion } from "./reader";

/** What changed from one version to another: sentences, values, conclusion, charts. */
export default function Differences({ against }: { against: number }) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const version = useVersion();
  const query = useQuery(differences(api, centre, version, against));
  if (query.isError) return <ProblemNotice error={query.error} />;
  if (!query.data) return <Skeleton lines={8} />;
  const { diff } = query.data;
  return (
    <div className={styles.differences}>
      <h2>{t("report-diff", { before: against, after: version.number })}</h2>
      {diff.same ? <p>{t("report-diff-same")}</p> : <Changes diff={diff} />}
    </div>
  );
}

const shown = (value: unknown): string | null =>
  value === null || value === undefined
    ? null
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

function Changes({ diff }: { diff: ReportDiff }) {
  const { t } = useTexts();
  return (
    <>
      {diff.title && <Change before={diff.title.before} after={diff.title.after} />}
      {(diff.sections ?? []).map((section) => (
        <Part key={section.id} title={section.title}>
          {(section.lines ?? []).map((line) => (
            <Change key={line.place} before={line.before} after={line.after} />
          ))}
        </Part>
      ))}
      <Part title={t("report-diff-values")}>
        {(diff.claims_changed ?? []).map(({ before, after }) => (
          <Change
            key={after.id}
            name={<code>{after.path}</code>}
            before={shown(before.value)}
            after={shown(after.value)}
          />
        ))}
      </Part>
      <Part title={t("report-diff-conclusion")}>
        {(diff.conclusion ?? []).map(({ field, before, after }) => (
          <Change
            key={field}
            name={<code>{field}</code>}
            before={shown(before)}
            after={shown(after)}
          />
        ))}
      </Part>
      <Part title={t("report-diff-charts")}>
        {(diff.figures ?? []).map((figure) => (
          <Change
            key={figure.artifact}
            before={figure.caption_before}
            after={figure.caption_after}
          />
        ))}
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
