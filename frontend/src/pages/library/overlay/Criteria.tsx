import { useQuery } from "@tanstack/react-query";
import { overlay, presets } from "@/api/libraryQueries";
import { useTrouble } from "@/api/useTrouble";
import { useCentre } from "@/app/context";
import { useTitle } from "@/app/title";
import { Empty, Notice, ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { EventMark } from "@/design/components/Marks";
import { Segments } from "@/design/components/Segments";
import type { OverlayInfo, PresetInfo } from "@/generated/schema";
import { PRESETS, type Preset } from "@/pages/new/search";
import { MoreTexts, type Part, useTexts } from "@/text";
import { unitText } from "@/text/messages";
import frame from "../item/item.module.css";
import { CriteriaNumber, Origin, Wrong } from "./CriteriaNumber";
import { commonOf, type Row, type Section, sectionsOf, withoutEvent } from "./criteria";
import styles from "./criteria.module.css";
import { OverlayDraftProvider, useOverlayDraft } from "./draft";
import { OverlayFrame } from "./frame";
import { CentreLink, Standing } from "./Standing";

const TEXTS: Part = {
  en: () => import("../../../../messages/criteria.en.ftl?raw"),
  zh: () => import("../../../../messages/criteria.zh.ftl?raw"),
};

interface CriteriaProps {
  preset: string;
  onPreset: (preset: Preset) => void;
}

/** The criteria of events of an authority, as the centre has them. */
export default function Criteria(props: CriteriaProps) {
  return (
    <OverlayFrame>
      <MoreTexts part={TEXTS}>
        <Loaded {...props} />
      </MoreTexts>
    </OverlayFrame>
  );
}

function Loaded({ preset, onPreset }: CriteriaProps) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const standing = useQuery(overlay(api, centre));
  const criteria = useQuery(presets(api, centre));
  useTitle(t("criteria-title"), centre);
  const ours = useTrouble(standing);
  const theirs = useTrouble(criteria);
  const trouble = ours ?? theirs;
  if (trouble)
    return (
      <ProblemNotice
        error={trouble}
        onRetry={() => void (ours ? standing.refetch() : criteria.refetch())}
      />
    );
  if (!standing.data || !criteria.data) return <Skeleton lines={10} height={28} />;
  const shown = criteria.data.find(({ name }) => name === preset);
  const name = PRESETS.find((one) => one === preset);
  if (!shown || !name) {
    return (
      <Empty title={t("criteria-unknown")}>
        <CentreLink />
      </Empty>
    );
  }
  return (
    <OverlayDraftProvider
      key={preset}
      item={{ kind: "preset", key: preset }}
      standing={standing.data}
      isOwn={false}
    >
      <Page preset={shown} name={name} standing={standing.data} onPreset={onPreset} />
    </OverlayDraftProvider>
  );
}

interface PageProps {
  preset: PresetInfo;
  name: Preset;
  standing: OverlayInfo;
  onPreset: (preset: Preset) => void;
}

function Page({ preset, name, standing, onPreset }: PageProps) {
  const { t, language } = useTexts();
  const draft = useOverlayDraft();
  const problems = standing.problems.filter((one) => one.kind === "preset" && one.key === name);
  const elsewhere = problems.filter(
    ({ field }) => !preset.numbers.some(({ path }) => path === field),
  );
  return (
    <article className={frame.page}>
      <header className={styles.head}>
        <p className={frame.kind}>{t("overlay-edit-of")}</p>
        <h1>{t("criteria-title")}</h1>
        <p>{t("criteria-lead")}</p>
        <p className={styles.quiet}>
          {t("criteria-chosen", { name: t(`lib-preset-${PRESETS[0]}`) })}
        </p>
        <Segments
          label={t("criteria-whose")}
          options={PRESETS.map((one) => ({ value: one, name: t(`lib-preset-${one}`) }))}
          value={name}
          onChange={onPreset}
        />
        <p className={styles.quiet}>
          <span lang="en">{preset.authority}</span> ·{" "}
          {t("criteria-since", { date: preset.effective })}
        </p>
      </header>
      {draft.changes.some(({ conflict }) => conflict !== null) && (
        <Notice tone="doubt">
          <p>
            {t("overlay-conflict-see")} <CentreLink />
          </p>
        </Notice>
      )}
      <div className={frame.columns}>
        <div className={frame.main}>
          {sectionsOf(preset.numbers, language).map((section) => (
            <OfEvent key={section.event} section={section} />
          ))}
        </div>
        <aside className={frame.side}>
          <Standing of={{ kind: "preset", item: name }} problems={problems} elsewhere={elsewhere} />
        </aside>
      </div>
    </article>
  );
}

function OfEvent({ section }: { section: Section }) {
  const { t, label } = useTexts();
  const { event, grades, rows, singles } = section;
  const id = `criteria-${event ?? "days"}`;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>
        {event ? <EventMark finding={event} name={label(event)} /> : t("criteria-days-areas")}
      </h2>
      {rows.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {grades.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: grades are known by their place
                <th key={at} scope="col">
                  <GradeName at={at} name={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Graded key={keyOf(row)} row={row} grades={grades} />
            ))}
          </tbody>
        </table>
      )}
      {singles.length > 0 && (
        <ul className={styles.singles}>
          {singles.map((row) => (
            <Single key={keyOf(row)} row={row} event={event ? label(event) : ""} />
          ))}
        </ul>
      )}
    </section>
  );
}

const keyOf = ({ numbers }: Row): string => numbers.find((one) => one !== undefined)?.path ?? "";

function GradeName({ at, name }: { at: number; name: string }) {
  const { t } = useTexts();
  return (
    <>
      {t("criteria-grade", { number: at + 1 })}
      {name && <small>{name}</small>}
    </>
  );
}

/** Numbers of one kind, grade by grade. */
function Graded({ row, grades }: { row: Row; grades: readonly string[] }) {
  const { t } = useTexts();
  return (
    <>
      <tr>
        <th scope="row">
          <span className={styles.name}>
            {row.way > 0 ? t("criteria-or", { what: row.name }) : row.name}
          </span>
          <Common row={row} />
        </th>
        {row.numbers.map((number, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grades are known by their place
          <td key={at} data-none={number ? undefined : true}>
            {number && (
              <>
                <span className={styles.grade} aria-hidden="true">
                  <GradeName at={at} name={grades[at] ?? ""} />
                </span>
                <CriteriaNumber number={number} isSourceShown={originOf(row) === undefined} />
              </>
            )}
          </td>
        ))}
      </tr>
      <Wrong row={row} columns={row.numbers.length} />
    </>
  );
}

function Single({ row, event }: { row: Row; event: string }) {
  const number = row.numbers[0];
  if (!number) return null;
  return (
    <li>
      <div className={styles.what}>
        <span className={styles.name}>{withoutEvent(row.name, event)}</span>
        <Common row={row} />
      </div>
      <div>
        <CriteriaNumber number={number} isSourceShown={false} />
        <Wrong row={row} />
      </div>
    </li>
  );
}

/** Where the numbers of a row are from, where it is the same of all. */
const originOf = (row: Row) => commonOf(row, ({ label, source }) => `${label} ${source}`);

/** What is to be known of all numbers of a row: what is sensible, and where they are from. */
function Common({ row }: { row: Row }) {
  const { t, language } = useTexts();
  const first = row.numbers.find((one) => one !== undefined);
  if (!first) return null;
  const range = commonOf(row, ({ least, greatest }) => `${least} ${greatest}`);
  const written = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const [low, high] = [first.least, first.greatest].map((one) =>
    written.format(one).replace("-", "−"),
  );
  const unit = first.unit === "" || first.unit === "1" ? "none" : unitText(first.unit);
  return (
    <span className={styles.quiet}>
      {range !== undefined && t("criteria-range", { low: low ?? "", high: high ?? "", unit })}
      {originOf(row) !== undefined && <Origin label={first.label} source={first.source} />}
    </span>
  );
}
