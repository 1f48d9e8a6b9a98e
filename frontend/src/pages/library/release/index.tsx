import { useQuery } from "@tanstack/react-query";
import { adoptions, overlay, release, releaseDifference, releases } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Select } from "@/design/components/Select";
import { Time } from "@/design/components/Time";
import type { ReleaseInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { libraryVersion } from "@/text/libraryVersion";
import { EffectPane } from "../EffectPane";
import type { ReleaseSearch } from "../search";
import { isOpen } from "./adoption";
import { Difference } from "./Difference";
import { comparedAtFirst, isEarlier } from "./difference";
import { ReleaseFrame } from "./frame";
import { Digest, Facts, ReleaseLink } from "./parts";
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
  const pinned = useQuery(overlay(api, centre));
  const trouble = useTrouble(query);
  const noPin = useTrouble(pinned);
  const all = query.data?.results;
  const found = useRelease(props.digest, all);
  const used = useRelease(pinned.data?.in_use, all);
  const title = useReleaseTitle(found.release);
  useTitle(title ?? t("lib-releases"), centre);
  if (found.error) return <ProblemNotice error={found.error} />;
  if (!all || !found.release || !used.release) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    if (noPin) return <ProblemNotice error={noPin} onRetry={() => void pinned.refetch()} />;
    return <Skeleton lines={8} height={36} />;
  }
  return <Whole {...props} release={found.release} used={used.release} all={all} />;
}

/** A release by its digest: of those that all centres have, or with the centre's own adjustments in it. */
function useRelease(digest: string | undefined, all: readonly ReleaseInfo[] | undefined) {
  const { api, centre } = useCentre();
  const shared = all?.find((one) => one.digest === digest);
  const own = useQuery({
    ...release(api, centre, digest ?? ""),
    enabled: digest !== undefined && all !== undefined && shared === undefined,
  });
  return { release: shared ?? own.data, error: shared ? null : own.error };
}

/** What a release is called; with the centre's adjustments in it, it says so. */
function useReleaseTitle(found: ReleaseInfo | undefined): string | undefined {
  const texts = useTexts();
  return found && texts.t("release-title", { version: libraryVersion(found.version, texts) });
}

interface WholeProps extends ReleasePageProps {
  release: ReleaseInfo;
  /** What new diagnoses are pinned to. */
  used: ReleaseInfo;
  all: readonly ReleaseInfo[];
}

function Whole({ release, used, all, search, onSearch }: WholeProps) {
  const texts = useTexts();
  const { t } = texts;
  const isUsed = release.digest === used.digest;
  const { api, centre } = useCentre();
  const proposed = useQuery(adoptions(api, centre)).data?.results.find(
    (one) => isOpen(one) && one.digest === release.digest,
  );
  const first = comparedAtFirst(release, used, all, proposed !== undefined);
  const known = used.base === null ? all : [used, ...all];
  const other = known.find((one) => one.digest === search.with) ?? first;
  // To have been shown the difference from the release in use is to have opened it.
  const isRead = useDifference(release, isUsed ? undefined : first, other === first).data;
  return (
    <>
      <Head release={release} />
      <div className={styles.page}>
        <Use
          release={release}
          used={used}
          isBack={isEarlier(release, used, all)}
          isRead={isRead !== undefined}
          onRead={() => onSearch({})}
        />
        <section className={styles.changes} aria-labelledby="release-changes">
          <div className={styles.changesHead}>
            <h2 id="release-changes">{t("release-changes")}</h2>
            {first && (
              <Select
                label={t("release-compared")}
                any={t(
                  isUsed && first.digest === used.base
                    ? "release-with-base"
                    : first.digest === used.digest || first.digest === used.base
                      ? "release-with-used"
                      : "release-before-it",
                  { version: libraryVersion(first.version, texts) },
                )}
                options={known
                  .filter(({ digest }) => digest !== release.digest && digest !== first.digest)
                  .map(({ digest, version }) => ({
                    value: digest,
                    name: libraryVersion(version, texts),
                  }))}
                value={other === first ? undefined : other?.digest}
                onChange={(chosen) => onSearch({ ...search, with: chosen })}
              />
            )}
          </div>
          {proposed && <EffectPane of={{ kind: "adoption", id: proposed.id }} isBrief />}
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
  const { title, note, approved_by, loaded_at, entries, digest, overlay: number } = release;
  return (
    <header className={styles.head}>
      <h1>{useReleaseTitle(release)}</h1>
      <p className={styles.note}>
        {number !== null ? t("release-of-centre") : note || t("release-packaged")}
        {number !== null && release.base !== null && (
          <>
            {" "}
            <ReleaseLink digest={release.base}>{t("release-to-base")}</ReleaseLink>
          </>
        )}
      </p>
      <Facts
        facts={[
          [t("release-name"), title],
          [
            t(number === null ? "release-loaded" : "release-made"),
            <Time key="at" at={loaded_at} />,
          ],
          [t("lib-entries"), entries],
          ...(number === null
            ? ([
                [
                  t("release-approved-by"),
                  approved_by.length > 0
                    ? approved_by.map(actorName).join(", ")
                    : t("release-approved-by-nobody"),
                ],
              ] as const)
            : []),
          [t("release-digest"), <Digest key="digest" digest={digest} />],
        ]}
      />
    </header>
  );
}
