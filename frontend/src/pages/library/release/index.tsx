import { useQuery } from "@tanstack/react-query";
import { releaseDifference, releases } from "@/api/libraryQueries";
import { Problem } from "@/api/problems";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Select } from "@/design/components/Select";
import { Time } from "@/design/components/Time";
import type { ReleaseInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import type { ReleaseSearch } from "../search";
import { Difference } from "./Difference";
import { comparedAtFirst, isEarlier } from "./difference";
import { ReleaseFrame } from "./frame";
import { Digest, Facts } from "./parts";
import styles from "./release.module.css";
import { Use } from "./Use";

interface ReleasePageProps {
  digest: string;
  search: ReleaseSearch;
  onSearch: (search: ReleaseSearch) => void;
}

/** A release: what it changes for the centre, and whether the centre works with it. */
export default function ReleasePage(props: ReleasePageProps) {
  return (
    <ReleaseFrame>
      <Page {...props} />
    </ReleaseFrame>
  );
}

function Page(props: ReleasePageProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(releases(api, centre));
  const trouble = useTrouble(query);
  const all = query.data?.results;
  const release = all?.find((one) => one.digest === props.digest);
  useTitle(release ? t("release-title", { version: release.version }) : t("lib-releases"), centre);
  if (!all) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={8} height={36} />;
  }
  if (!release) return <ProblemNotice error={new Problem({ status: 404, code: "not_found" })} />;
  return <Whole {...props} release={release} all={all} />;
}

interface WholeProps extends ReleasePageProps {
  release: ReleaseInfo;
  all: readonly ReleaseInfo[];
}

function Whole({ release, all, search, onSearch }: WholeProps) {
  const { t } = useTexts();
  const first = comparedAtFirst(release.digest, all);
  const other = all.find((one) => one.digest === search.with) ?? first;
  // To have been shown the difference from the release in use is to have opened it.
  const isRead = useDifference(release, release.in_use ? undefined : first, other === first).data;
  return (
    <>
      <Head release={release} />
      <div className={styles.page}>
        <Use
          release={release}
          isBack={isEarlier(release, all)}
          isRead={isRead !== undefined}
          onRead={() => onSearch({})}
        />
        <section className={styles.changes} aria-labelledby="release-changes">
          <div className={styles.changesHead}>
            <h2 id="release-changes">{t("release-changes")}</h2>
            {first && (
              <Select
                label={t("release-compared")}
                any={t(release.in_use ? "release-before-it" : "release-with-used", {
                  version: first.version,
                })}
                options={all
                  .filter((one) => one !== release && one !== first)
                  .map(({ digest, version }) => ({ value: digest, name: version }))}
                value={other === first ? undefined : other?.digest}
                onChange={(chosen) => onSearch({ ...search, with: chosen })}
              />
            )}
          </div>
          {other ? (
            <Compared release={release} other={other} search={search} onSearch={onSearch} />
          ) : (
            <p>{t("release-first")}</p>
          )}
        </section>
      </div>
    </>
  );
}

function useDifference(release: ReleaseInfo, other: ReleaseInfo | undefined, isShown: boolean) {
  const { api, centre } = useCentre();
  const digest = other?.digest ?? "";
  return useQuery({
    ...releaseDifference(api, centre, release.digest, digest),
    enabled: isShown && other !== undefined,
  });
}

interface ComparedProps extends Omit<ReleasePageProps, "digest"> {
  release: ReleaseInfo;
  other: ReleaseInfo;
}

function Compared({ release, other, search, onSearch }: ComparedProps) {
  const query = useDifference(release, other, true);
  const trouble = useTrouble(query);
  if (!query.data) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={8} height={36} />;
  }
  return (
    <Difference
      difference={query.data}
      show={search.show}
      onShow={(show) => onSearch({ ...search, show })}
    />
  );
}

function Head({ release }: { release: ReleaseInfo }) {
  const { t } = useTexts();
  const { version, title, note, approved_by, loaded_at, entries, digest } = release;
  return (
    <header className={styles.head}>
      <h1>{t("release-title", { version })}</h1>
      <p className={styles.note}>{note || t("release-packaged")}</p>
      <Facts
        facts={[
          [t("release-name"), title],
          [t("release-loaded"), <Time key="at" at={loaded_at} />],
          [t("lib-entries"), entries],
          [
            t("release-approved-by"),
            approved_by.length > 0
              ? approved_by.map(actorName).join(", ")
              : t("release-approved-by-nobody"),
          ],
          [t("release-digest"), <Digest key="digest" digest={digest} />],
        ]}
      />
    </header>
  );
}
