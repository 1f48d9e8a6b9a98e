import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { adoptions, candidates, overlay, releases } from "@/api/libraryQueries";
import { useApp, useCentre } from "@/app/context";
import button from "@/design/components/Button.module.css";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { Mark } from "@/design/components/Marks";
import type { Column } from "@/design/components/Table";
import { Time } from "@/design/components/Time";
import type { AdoptionInfo, CandidateInfo, OverlayInfo, ReleaseInfo } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { libraryVersion } from "@/text/libraryVersion";
import { ListPage } from "../../ListPage";
import { TakeBack } from "../TakeBack";
import { decisionFor, isOpen } from "./adoption";
import { ReleaseFrame } from "./frame";
import { Prepare } from "./Prepare";
import { Refusal, ReleaseLink } from "./parts";
import styles from "./release.module.css";
import { ProposedBy, Since } from "./Use";

/** Which release the centre works with, what waits for a decision, and all releases. */
export default function Releases() {
  return (
    <ReleaseFrame>
      <Page />
    </ReleaseFrame>
  );
}

function Page() {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre } = useCentre();
  const query = useQuery(releases(api, centre));
  const used = query.data?.results.find(({ in_use }) => in_use);
  const pinned = useQuery(overlay(api, centre)).data;
  return (
    <ListPage
      title={t("lib-releases")}
      lead={t("release-lead")}
      query={query}
      columns={columns(texts)}
      keyOf={(row) => row.digest}
      empty={{ title: t("release-none"), text: t("release-none-text") }}
      tools={<Prepare />}
      above={
        <div className={styles.cards}>
          {used && pinned && <InUse release={used} pinned={pinned} />}
          <Proposed />
          <Prepared />
        </div>
      }
    />
  );
}

function columns({ t }: Texts): readonly Column<ReleaseInfo>[] {
  return [
    {
      id: "version",
      name: t("version"),
      width: "18%",
      cell: (row) => <ReleaseLink digest={row.digest}>{row.version}</ReleaseLink>,
      more: (row) => row.title,
    },
    {
      id: "state",
      name: t("state"),
      width: "14%",
      cell: (row) =>
        row.in_use ? <Mark tone="good" icon="published" name={t("release-used")} /> : "–",
    },
    {
      id: "note",
      name: t("release-note"),
      width: "30%",
      cell: (row) => <span className={styles.begin}>{row.note || t("release-packaged")}</span>,
    },
    { id: "entries", name: t("lib-entries"), width: "8%", cell: (row) => row.entries },
    {
      id: "approved",
      name: t("release-approved-by"),
      width: "13%",
      cell: (row) => row.approved_by.map(actorName).join(", ") || "–",
    },
    {
      id: "loaded",
      name: t("release-loaded"),
      width: "17%",
      cell: (row) => <Time at={row.loaded_at} />,
    },
  ];
}

/** Rows of something that waits; nothing is shown where there is none. */
function Waiting<Row extends { id: string }>(props: {
  title: string;
  query: UseQueryResult<{ results: readonly Row[] }>;
  waits: (row: Row) => boolean;
  row: (row: Row) => ReactNode;
}) {
  const { title, query, waits, row } = props;
  if (query.isError) {
    return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton lines={2} />;
  const rows = query.data.results.filter(waits);
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.waiting}>
        {rows.map((one) => (
          <li key={one.id}>{row(one)}</li>
        ))}
      </ul>
    </section>
  );
}

function InUse({ release, pinned }: { release: ReleaseInfo; pinned: OverlayInfo }) {
  const texts = useTexts();
  const { t } = texts;
  const { api, centre } = useCentre();
  const found = useQuery(adoptions(api, centre)).data?.results;
  return (
    <section className={styles.card} aria-labelledby="release-in-use">
      <h2 id="release-in-use">
        {t("release-works-with")}{" "}
        <ReleaseLink digest={pinned.in_use}>
          {pinned.number === null
            ? release.version
            : t("library-with-overlay", { version: release.version, number: pinned.number })}
        </ReleaseLink>
      </h2>
      {found && <Since decision={decisionFor(pinned.in_use, found)} />}
    </section>
  );
}

function Proposed() {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const query = useQuery(adoptions(api, centre));
  return (
    <Waiting
      title={t("release-adoptions")}
      query={query}
      waits={isOpen}
      row={(adoption) => <Adoption adoption={adoption} />}
    />
  );
}

function Adoption({ adoption }: { adoption: AdoptionInfo }) {
  const texts = useTexts();
  const { t } = texts;
  const { may } = useCentre();
  const { session } = useApp();
  const isMine = adoption.proposed_by === `person:${session.person}`;
  const look = isMine || !may("library.adopt") ? "release-look" : "release-look-adopt";
  return (
    <>
      <div>
        <strong>{t("release-title", { version: libraryVersion(adoption.version, texts) })}</strong>
        <ProposedBy adoption={adoption} />
        {isMine && <p className={styles.quiet}>{t("release-mine")}</p>}
      </div>
      <ReleaseLink
        digest={adoption.digest}
        className={[button.button, look === "release-look-adopt" ? button.main : ""].join(" ")}
      >
        {t(look)}
      </ReleaseLink>
      {isMine && <TakeBack adoption={adoption} refusal={(error) => <Refusal error={error} />} />}
    </>
  );
}

function Prepared() {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  return (
    <Waiting
      title={t("release-candidates")}
      query={useQuery(candidates(api, centre))}
      waits={(row) => !row.released && !row.withdrawn_at}
      row={(row) => <Candidate row={row} />}
    />
  );
}

function Candidate({ row }: { row: CandidateInfo }) {
  const { t } = useTexts();
  const { centre, may } = useCentre();
  const { session } = useApp();
  const isGiven = row.approvals.some(({ by }) => by === `person:${session.person}`);
  const waitsForMe = may("library.review") && !isGiven;
  return (
    <>
      <div>
        <strong>{t("release-prepared-title", { version: row.version })}</strong>
        <p className={styles.begin}>{row.note}</p>
        <p className={styles.quiet}>
          {t("release-prepared-of", {
            person: actorName(row.prepared_by),
            count: row.approvals.length,
          })}
          {" · "}
          <Time at={row.created_at} />
        </p>
        {isGiven && <p className={styles.quiet}>{t("release-given")}</p>}
      </div>
      <Link
        to="/c/$centre/library/candidates/$candidate"
        params={{ centre, candidate: row.id }}
        className={[button.button, waitsForMe ? button.main : ""].join(" ")}
      >
        {t(waitsForMe ? "release-look-approve" : "release-look")}
      </Link>
    </>
  );
}
