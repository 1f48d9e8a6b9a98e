import { Link } from "@tanstack/react-router";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { Notice } from "@/design/components/Feedback";
import { VersionMark } from "@/design/components/Marks";
import { Menu } from "@/design/components/Menu";
import { Time } from "@/design/components/Time";
import type { ListedReport, ReportVersionInfo } from "@/generated/schema";
import { type Texts, useTexts } from "@/text";
import { actorName } from "@/text/actors";
import type { Language } from "@/text/catalogue";
import styles from "./Head.module.css";
import { langOf } from "./model";
import { useReader, useStand, useStanding, useVersion } from "./reader";
import { Pieces } from "./Sentences";

interface HeadProps {
  versions: readonly ListedReport[];
  languages: readonly Language[];
  onLanguage: (language: Language) => void;
  onVersion: (number: number) => void;
  onCompare: (number: number) => void;
}

const LANGUAGE_NAMES: Record<Language, string> = { en: "English", zh: "中文" };
/** How an inventory names data that were made, not measured or modelled. */
const IDEALISED = "idealised";
const KINDS = ["html", "md", "json"] as const;

/** Who wrote a version; of a correction, all whose corrections led to it. */
export function authorship(
  { author, corrects }: Pick<ReportVersionInfo, "author" | "corrects">,
  versions: readonly Pick<ListedReport, "number" | "author" | "corrects">[],
  { t, language }: Pick<Texts, "t" | "language">,
): string {
  const people: string[] = [];
  let one: (typeof versions)[number] | undefined = { number: 0, author, corrects };
  while (one && one.corrects !== null) {
    const { author: by, corrects: before }: typeof one = one;
    if (!people.includes(by)) people.unshift(by);
    one = versions.find(({ number }) => number === before);
  }
  if (people.length > 0)
    return t("report-corrected", {
      people: people.map(actorName).join(language === "zh" ? "、" : ", "),
    });
  return t("report-written", {
    author: author.startsWith("person:") ? actorName(author) : t("report-by-platform"),
  });
}

/** The title, where the version stands, and the ways from here: versions, languages, files. */
export function Head(props: HeadProps) {
  const texts = useTexts();
  const { t } = texts;
  const { reading } = useReader();
  const stand = useStand();
  const isUnread = stand.status === "draft" || stand.status === "in_review";
  return (
    <header className={styles.head}>
      <h1 id="title" lang={langOf(reading.language)}>
        <Pieces pieces={reading.title.pieces} isFirst />
      </h1>
      <div className={styles.line}>
        <VersionMark status={stand.status} />
        {isUnread && <span>{t("report-draft")}</span>}
        <Versions {...props} />
        <span className={styles.written}>
          {authorship(stand, props.versions, texts)} · <Time at={stand.created_at} />
        </span>
        <div className={styles.ways}>
          <NextAct />
          <Languages {...props} />
          <Files />
        </div>
      </div>
      <Notices {...props} />
    </header>
  );
}

/** The version that is shown, the others, and the ways to compare with them. */
function Versions({ versions, onVersion, onCompare }: HeadProps) {
  const { t } = useTexts();
  const { number } = useVersion();
  const name = t("report-version-of", { number, count: Math.max(versions.length, 1) });
  if (versions.length < 2) return <span>{name}</span>;
  return (
    <Menu
      label={name}
      groups={[
        {
          id: "versions",
          heading: t("report-versions"),
          chosen: String(number),
          choices: versions.map((version) => ({
            id: String(version.number),
            name: `${t("report-compare", { number: version.number })} · ${t(`version-${version.status}`)}`,
            run: () => onVersion(version.number),
          })),
        },
        {
          id: "compare",
          heading: t("report-compare-heading"),
          choices: versions
            .filter((version) => version.number !== number)
            .map((version) => ({
              id: `compare ${version.number}`,
              name: t("report-compare", { number: version.number }),
              run: () => onCompare(version.number),
            })),
        },
      ]}
    />
  );
}

/** What of the life of a version comes next, in the order in which it is offered. */
const NEXT = ["publish", "approve", "submit"] as const;

/** Leads to what the person can do next with the version; nothing where that is not theirs. */
function NextAct() {
  const { t } = useTexts();
  const { openReviews, isDesk } = useReader();
  const standing = useStanding();
  const waits = standing?.status === "draft" || standing?.status === "in_review";
  const act = NEXT.find(
    (name) =>
      (waits || name === "publish") &&
      standing?.acts.some(
        (one) =>
          one.act === name && one.hindrances.every(({ code }) => code === "version_not_opened"),
      ),
  );
  if (!act || isDesk) return null;
  return (
    <Button kind="main" icon="approved" onPress={openReviews}>
      {t(`report-next-${act}`)}
    </Button>
  );
}

/** The languages in which the version is kept. */
function Languages({ languages, onLanguage }: HeadProps) {
  const { t } = useTexts();
  const { reading } = useReader();
  return (
    <fieldset className={styles.languages} aria-label={t("report-language")}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={langOf(language)}
          aria-pressed={reading.language === language}
          onClick={() => onLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </fieldset>
  );
}

/** The version as files, and on paper. */
function Files() {
  const { t } = useTexts();
  const { centre } = useCentre();
  const { diagnosis, number } = useVersion();
  const folder = `/c/${centre}/diagnoses/${diagnosis}/report/${number}/export`;
  return (
    <Menu
      label={t("report-files")}
      icon="reports"
      groups={[
        {
          id: "files",
          choices: [
            ...KINDS.map((kind) => ({
              id: kind,
              name: t(`report-file-${kind}`),
              href: `${folder}/${kind}/`,
            })),
            { id: "print", name: t("report-print"), run: () => print() },
          ],
        },
      ]}
    />
  );
}

/** What one must know before one reads: withdrawn, superseded, disagreed with, not the newest. */
function Notices({ versions, languages, onVersion }: HeadProps) {
  const { t } = useTexts();
  const { centre } = useCentre();
  const { diagnosis, number } = useVersion();
  const stand = useStand();
  const { reading } = useReader();
  const isIdealised = reading.claims.some(
    (claim) => claim.source === "inventory" && claim.path === "origin" && claim.value === IDEALISED,
  );
  const newest = Math.max(number, ...versions.map((version) => version.number));
  return (
    <>
      {isIdealised && <Notice tone="doubt">{t("report-idealised")}</Notice>}
      {stand.status === "withdrawn" && (
        <Notice tone="bad">
          {t("report-withdrawn", {
            who: actorName(stand.withdrawn_by),
            reason: stand.withdrawal_reason,
          })}
        </Notice>
      )}
      {stand.superseded_by !== null && (
        <Notice tone="doubt">{t("report-superseded", { number: stand.superseded_by })}</Notice>
      )}
      {stand.dissent.map((one) => (
        <Notice key={one.review} tone="doubt">
          {t("report-dissent", { who: actorName(one.reviewer), text: one.text })}
        </Notice>
      ))}
      {newest > number && (
        <Notice>
          <span>
            {t("report-newer", { number: newest })}{" "}
            <Link
              to="/c/$centre/diagnoses/$diagnosis/report/$number"
              params={{ centre, diagnosis, number: newest }}
              onClick={() => onVersion(newest)}
            >
              {t("report-newer-open")}
            </Link>
          </span>
        </Notice>
      )}
      {languages.length < 2 && <p className={styles.draft}>{t("report-one-language")}</p>}
    </>
  );
}

/** Back from a comparison to the version itself. */
export function BackToVersion({ onBack }: { onBack: () => void }) {
  const { t } = useTexts();
  const { number } = useVersion();
  return (
    <Button icon="back" onPress={onBack}>
      {t("report-diff-back", { number })}
    </Button>
  );
}
