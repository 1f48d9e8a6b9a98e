import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { candidate as candidateQuery, candidates } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Mark } from "@/design/components/Marks";
import { Time } from "@/design/components/Time";
import type { CandidateDetail } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { EffectPane } from "../EffectPane";
import type { DifferenceSearch } from "../search";
import { Approvals } from "./Approvals";
import { Difference } from "./Difference";
import { ReleaseFrame } from "./frame";
import { Digest, Facts, ReleaseLink } from "./parts";
import styles from "./release.module.css";

interface CandidateProps {
  candidate: string;
  search: DifferenceSearch;
  onSearch: (search: DifferenceSearch) => void;
}

/** A prepared release: what it changes, and the two approvals that it takes. */
export default function CandidatePage(props: CandidateProps) {
  return (
    <ReleaseFrame>
      <Page {...props} />
    </ReleaseFrame>
  );
}

function Page({ candidate, search, onSearch }: CandidateProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(candidateQuery(api, centre, candidate));
  const trouble = useTrouble(query);
  const state = useQuery(candidates(api, centre)).data?.results.find(({ id }) => id === candidate);
  const row = query.data && { ...query.data, ...state };
  const unreviewed = query.data?.unreviewed;
  const files = useMemo(() => new Set(unreviewed), [unreviewed]);
  useTitle(row ? t("release-prepared-title", { version: row.version }) : t("lib-releases"), centre);
  if (!row) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={8} height={36} />;
  }
  return (
    <>
      <Head row={row} />
      <div className={styles.page}>
        <Approvals row={row} />
        <div className={styles.changes}>
          <EffectPane of={{ kind: "candidate", id: row.id }} isBrief />
          <section className={styles.changes} aria-labelledby="release-changes">
            <h2 id="release-changes">{t("release-changes")}</h2>
            <p className={styles.quiet}>
              {t("release-since-version")}{" "}
              <ReleaseLink digest={row.since}>{row.since_version}</ReleaseLink>.{" "}
              {t("release-publications")}
            </p>
            {files.size > 0 && (
              <Notice tone="doubt">
                <p>{t("release-unreviewed", { count: files.size })}</p>
              </Notice>
            )}
            <Difference
              difference={row.difference}
              files={files}
              show={search.show}
              onShow={(show) => onSearch({ show })}
            />
          </section>
        </div>
      </div>
    </>
  );
}

function Head({ row }: { row: CandidateDetail }) {
  const { t } = useTexts();
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{t("release-prepared-title", { version: row.version })}</h1>
        {row.released ? (
          <Mark tone="good" icon="published" name={t("release-state-released")} />
        ) : row.withdrawn_at ? (
          <Mark tone="idle" icon="withdrawn" name={t("release-state-withdrawn")} />
        ) : (
          <Mark tone="doubt" icon="in_review" name={t("release-state-waits")} />
        )}
      </div>
      <p className={styles.note}>{row.note}</p>
      <Facts
        facts={[
          [t("release-name"), row.title],
          [t("release-prepared-by"), actorName(row.prepared_by)],
          [t("release-prepared-at"), <Time key="at" at={row.created_at} />],
          [t("release-digest"), <Digest key="digest" digest={row.digest} />],
        ]}
      />
    </header>
  );
}
