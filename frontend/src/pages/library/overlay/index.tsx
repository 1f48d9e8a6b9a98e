import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { adoptions, overlay, overlayVersions, releases } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useApp, useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { Button } from "@/design/components/Button";
import button from "@/design/components/Button.module.css";
import { Empty, Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Mark } from "@/design/components/Marks";
import { Time } from "@/design/components/Time";
import type { AdoptionInfo, OverlayInfo } from "@/generated/schema";
import { PRESETS } from "@/pages/new/search";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { libraryVersion } from "@/text/libraryVersion";
import { AddOwnEntry } from "../AddOwnEntry";
import { EffectPane } from "../EffectPane";
import { CriteriaLink } from "../parts";
import { ReleaseLink } from "../release/parts";
import type { OverlaySearch } from "../search";
import { TakeBack } from "../TakeBack";
import { Adjusted } from "./Adjusted";
import { Refused } from "./acts";
import { Conflicts } from "./Conflicts";
import { OverlayFrame } from "./frame";
import { groupsOf, settledOf, stateOf } from "./model";
import styles from "./overlay.module.css";
import { Propose } from "./Propose";
import { Undone } from "./Undone";

interface CentreProps {
  search: OverlaySearch;
  onSearch: (search: OverlaySearch) => void;
}

/** What the centre says otherwise than the shared library: in use, in the draft, and in conflict. */
export default function Centre(props: CentreProps) {
  return (
    <OverlayFrame>
      <Page {...props} />
    </OverlayFrame>
  );
}

function Page({ search, onSearch }: CentreProps) {
  const { t } = useTexts();
  const { api, centre, may } = useCentre();
  const query = useQuery(overlay(api, centre, search.release));
  const trouble = useTrouble(query);
  useTitle(t("lib-centre"), centre);
  const standing = query.data;
  if (!standing) {
    if (trouble) return <ProblemNotice error={trouble} onRetry={() => void query.refetch()} />;
    return <Skeleton lines={8} height={36} />;
  }
  const groups = groupsOf(standing);
  return (
    <div className={styles.page}>
      <Head standing={standing} search={search} onSearch={onSearch} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {standing.proposed && <Waiting adoption={standing.proposed} />}
          <Conflicts groups={groups} release={standing.release} shownIn={search.release} />
          <Undone undone={standing.undone} />
          {groups.length > 0 ? (
            <Adjusted groups={settledOf(groups)} standing={standing} shownIn={search.release} />
          ) : (
            <Nothing standing={standing} />
          )}
          {standing.changed && groups.length > 0 && !search.release && (
            <EffectPane
              of={{ kind: "overlay" }}
              state={stateOf(standing)}
              isWrong={standing.problems.length > 0}
              changes={standing.changes}
            />
          )}
          <Versions />
        </div>
        <aside className={styles.side}>
          {(standing.changed || groups.length > 0) && (
            <Propose standing={standing} search={search} onSearch={onSearch} />
          )}
          {may("library.propose") && groups.length > 0 && <AddOwnEntry />}
          <CriteriaLink preset={PRESETS[0]}>{t("overlay-criteria")}</CriteriaLink>
        </aside>
      </div>
    </div>
  );
}

function Head({ standing, search, onSearch }: CentreProps & { standing: OverlayInfo }) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const own = useQuery({ ...overlay(api, centre), enabled: search.release !== undefined }).data;
  const used = search.release === undefined ? standing : own;
  const decided = useQuery(adoptions(api, centre)).data?.results.find(
    ({ adopted_at, digest }) => adopted_at !== null && digest === standing.in_use,
  );
  return (
    <header className={styles.head}>
      <h1>{t("lib-centre")}</h1>
      <p className={styles.lead}>{t("overlay-lead")}</p>
      {used && (
        <p>
          {used.number === null
            ? t("overlay-works-plain", { version: used.version })
            : t("overlay-works-with", { version: used.version, number: used.number })}{" "}
          {used.number !== null && decided?.adopted_at && (
            <span className={styles.quiet}>
              {t("overlay-works-since", {
                proposer: actorName(decided.proposed_by),
                adopter: actorName(decided.adopted_by),
              })}{" "}
              · <Time at={decided.adopted_at} />
            </span>
          )}
        </p>
      )}
      {search.release && used && used.release !== standing.release && (
        <Notice tone="doubt">
          <p>{t("overlay-shown-in", { version: standing.version })}</p>
          <Button icon="back" onPress={() => onSearch({ release: undefined })}>
            {t("overlay-shown-back")}
          </Button>
        </Notice>
      )}
    </header>
  );
}

function Nothing({ standing }: { standing: OverlayInfo }) {
  const { t } = useTexts();
  const { centre, may } = useCentre();
  const words = standing.changed ? "overlay-empty-undone" : "overlay-empty";
  return (
    <Empty title={t(words)}>
      <p>{t(standing.changed ? "overlay-empty-undone-text" : "overlay-empty-text")}</p>
      {may("library.propose") && (
        <div className={styles.buttons}>
          <Link
            to="/c/$centre/library/entries"
            params={{ centre }}
            className={[button.button, standing.changed ? "" : button.main].join(" ")}
          >
            {t("overlay-empty-begin")}
          </Link>
          <AddOwnEntry />
          <CriteriaLink preset={PRESETS[0]} className={button.button}>
            {t("overlay-criteria")}
          </CriteriaLink>
        </div>
      )}
    </Empty>
  );
}

/** What one person has proposed and another has to adopt. */
function Waiting({ adoption }: { adoption: AdoptionInfo }) {
  const texts = useTexts();
  const { t } = texts;
  const { may } = useCentre();
  const { session } = useApp();
  const isMine = adoption.proposed_by === `person:${session.person}`;
  const mayAdopt = !isMine && may("library.adopt");
  return (
    <section className={styles.card} aria-labelledby="overlay-waits">
      <h2 id="overlay-waits">{t("overlay-waits")}</h2>
      <p>
        <strong>{libraryVersion(adoption.version, texts)}</strong>
      </p>
      <p>
        {t("overlay-waits-by", { person: actorName(adoption.proposed_by) })} ·{" "}
        <Time at={adoption.created_at} />
      </p>
      {adoption.reason && <p>{t("overlay-waits-why", { text: adoption.reason })}</p>}
      {isMine && <p className={styles.quiet}>{t("overlay-waits-mine")}</p>}
      <div className={styles.buttons}>
        <ReleaseLink
          digest={adoption.digest}
          className={[button.button, mayAdopt ? button.main : ""].join(" ")}
        >
          {t(mayAdopt ? "overlay-waits-adopt" : "overlay-waits-look")}
        </ReleaseLink>
        {isMine && <TakeBack adoption={adoption} refusal={(error) => <Refused error={error} />} />}
      </div>
    </section>
  );
}

/** What was proposed so far: each state can be read and proposed again on its page. */
function Versions() {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(overlayVersions(api, centre));
  const known = useQuery(releases(api, centre)).data?.results;
  if (query.isError) {
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || query.data.length === 0) return null;
  const nameOf = (digest: string, version: string) =>
    known?.find((one) => one.digest === digest)?.version ?? version;
  return (
    <section className={styles.versions} aria-labelledby="overlay-versions">
      <h2 id="overlay-versions">{t("overlay-versions")}</h2>
      <p className={styles.quiet}>{t("overlay-versions-text")}</p>
      <ul>
        {query.data.map((one) => (
          <li key={one.digest}>
            <ReleaseLink digest={one.digest}>
              {t("overlay-version-title", {
                number: one.number,
                version: nameOf(one.base, one.base_version),
              })}
            </ReleaseLink>
            {one.in_use && <Mark tone="good" icon="published" name={t("overlay-in-force")} />}
            <span className={styles.quiet}>
              {t("overlay-version-count", { count: one.adjusted })} · {actorName(one.made_by)} ·{" "}
              <Time at={one.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
