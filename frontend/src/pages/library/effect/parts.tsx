import { Link } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext } from "react";
import type { ListedKind } from "@/api/libraryQueries";
import { useCentre } from "@/app/context";
import { Notice } from "@/design/components/Feedback";
import { EventMark, Mark, type Tone } from "@/design/components/Marks";
import { Region } from "@/design/components/Region";
import { Period, Time } from "@/design/components/Time";
import type {
  EffectPart,
  FieldInfo,
  ShortConclusion,
  StoredRunLabel,
  Verdict,
  WordedVerdict,
} from "@/generated/schema";
import { useSourceTitles } from "@/pages/sourceTitle";
import { VERDICT_ICONS } from "@/pages/verdictIcons";
import { useTexts } from "@/text";
import { type Names, useNames } from "../names";
import { ItemLink } from "../parts";
import styles from "./effect.module.css";
import { isReorderedFrom, LEVELS, onlyIn, type reasonsOf } from "./model";
import { Sentence, useSentenceLanguage } from "./sentences";

const TONES: Record<Verdict, Tone> = { confirmed: "good", refuted: "bad", undetermined: "doubt" };

function VerdictMark({ worded }: { worded: WordedVerdict | null }) {
  const { t, label } = useTexts();
  if (!worded) return <Mark tone="idle" icon="minus" name={t("effect-not-asked")} />;
  if (worded.counts === false)
    return <Mark tone="idle" icon="cancelled" name={label("confirmed")} />;
  const { verdict } = worded;
  return <Mark tone={TONES[verdict]} icon={VERDICT_ICONS[verdict]} name={label(verdict)} />;
}

/** What an effect comes to, in sentences. */
export function Said({ sentences }: { sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <p key={sentence} className={styles.sentence}>
      {sentence}
    </p>
  ));
}

/** A verdict with its reason. */
export function VerdictLine({ worded }: { worded: WordedVerdict | null }) {
  const { t } = useTexts();
  const isFound = worded?.verdict === "confirmed";
  const note =
    isFound && worded.counts === null
      ? "effect-counts-unknown"
      : worded?.counts === false && "effect-not-counted";
  return (
    <>
      <VerdictMark worded={worded} />
      {worded && (
        <p>
          <Sentence texts={worded.texts} />
          {note && <span className={styles.quiet}> ({t(note)})</span>}
        </p>
      )}
    </>
  );
}

interface SidesProps {
  before: ReactNode;
  after: ReactNode;
}

/** What holds now, and above each other with it, what would hold with the change. */
export function Sides({ before, after }: SidesProps) {
  const { t } = useTexts();
  return (
    <dl className={styles.sides}>
      <div>
        <dt>{t("effect-now")}</dt>
        <dd>{before}</dd>
      </div>
      <div>
        <dt>{t("effect-then")}</dt>
        <dd>{after}</dd>
      </div>
    </dl>
  );
}

interface TouchedProps {
  part: EffectPart;
  touched: number;
  judged: number;
}

/** Where a change has no say in a judgement, what stays the same says nothing of it. */
export function Touched({ part, touched, judged }: TouchedProps) {
  const { t } = useTexts();
  if (touched >= judged) return null;
  if (touched > 0)
    return <p className={styles.quiet}>{t(`effect-touched-${part}`, { touched, judged })}</p>;
  return (
    <Notice tone="doubt">
      <p>{t(`effect-untouched-${part}`, { judged })}</p>
    </Notice>
  );
}

/** Leads to a diagnosis, and to a factor in it. */
export function RunName({ run, entry }: { run: StoredRunLabel; entry?: string }) {
  const { t, label } = useTexts();
  const { centre } = useCentre();
  const { region, period } = run;
  const titleOf = useSourceTitles();
  return (
    <span className={styles.name}>
      <Link
        className={styles.run}
        to="/c/$centre/diagnoses/$diagnosis"
        params={{ centre, diagnosis: run.job }}
        search={entry ? { factor: entry } : {}}
      >
        <EventMark
          finding={run.event ?? "none"}
          name={run.event ? label(run.event) : t("effect-criteria-no-event")}
        />
        <span>
          <Region region={region} />
          {period && (
            <>
              {" · "}
              <Period {...period} />
            </>
          )}
        </span>
      </Link>
      <span className={styles.quiet}>
        {titleOf(run.source)} · {t("effect-run-asked")} <Time at={run.at} />
      </span>
    </span>
  );
}

/** How a conclusion ends, on one side of the change. */
function End({ end, other }: { end: ShortConclusion; other?: ShortConclusion }) {
  const { t } = useTexts();
  const names = useNames();
  const nameOf = useEntryNames();
  const listed = (entries: readonly string[]) => names.all(entries.map(nameOf));
  const gone = other ? onlyIn(other.factors, end.factors) : [];
  const come = other ? onlyIn(end.factors, other.factors) : [];
  const isReordered = other !== undefined && isReorderedFrom(other, end);
  const causes = end.causes.length > 0 && names.value("supports", end.causes);
  return (
    <>
      <strong>{t(`effect-status-${end.status}`)}</strong>
      <div>
        <p>{[causes, confidenceOf(end, t)].filter(Boolean).join(" · ")}</p>
        {gone.length > 0 && <p>{t("effect-factor-gone", { names: listed(gone) })}</p>}
        {come.length > 0 && <p>{t("effect-factor-new", { names: listed(come) })}</p>}
        {isReordered && <p>{t("effect-factor-order")}</p>}
      </div>
    </>
  );
}

function confidenceOf({ confidence_level }: ShortConclusion, t: ReturnType<typeof useTexts>["t"]) {
  const level = LEVELS.find((one) => one === confidence_level);
  return level && t(`effect-confidence-${level}`);
}

export function Ends({ before, after }: { before: ShortConclusion; after: ShortConclusion }) {
  return <Sides before={<End end={before} />} after={<End end={after} other={before} />} />;
}

/** More rows than these wait until they are wanted. */
const MOST_AT_ONCE = 4;

const BriefContext = createContext(false);
/** Below it, every list waits until it is wanted. */
export const Brief = BriefContext.Provider;

/** What names an entry that the library does not have: a field of its draft. */
export type Named = Pick<FieldInfo, "item" | "path" | "value"> & { kind: ListedKind };

const ChangesContext = createContext<readonly Named[]>([]);
/** Below it, an entry that is not in the library yet has the name of the factor that is proposed for it. */
export const Changes = ChangesContext.Provider;

/** What an entry is called: by the library, or by what is proposed for it. */
export function entryName(entry: string, changes: readonly Named[], names: Names): string {
  const known = names.item("entry", entry);
  if (known !== entry) return known;
  const factor = changes.find(
    ({ kind, item, path }) => kind === "entry" && item === entry && path === "factor",
  )?.value;
  return typeof factor === "string" ? names.tool(factor) : entry;
}

function useEntryNames() {
  const names = useNames();
  const changes = useContext(ChangesContext);
  return (entry: string) => entryName(entry, changes, names);
}

interface ListProps<Row> {
  title: string;
  rows: readonly Row[];
  /** What is to be known of all of them. */
  hint?: string;
  /** Whether it is beside the point, and waits until it is wanted. */
  isAside?: boolean;
  /** Whether something in it has to be seen: it does not wait. */
  isUrgent?: boolean;
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

/** Rows behind their number: a few are shown at once, more when they are wanted. */
export function Rows<Row>(props: ListProps<Row>) {
  const { title, rows, hint, isAside = false, isUrgent = false, keyOf, children } = props;
  const isBrief = useContext(BriefContext);
  if (rows.length === 0) return null;
  const isShort = !isBrief && !isAside && rows.length <= MOST_AT_ONCE;
  return (
    <details open={isUrgent || isShort} className={styles.rows}>
      <summary>{title}</summary>
      {hint && <p className={styles.quiet}>{hint}</p>}
      <ul>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
    </details>
  );
}

interface EntriesProps<One extends { entry: string }> {
  all: readonly One[];
  /** The entry on whose page this stands: it is shown, the others wait behind their number. */
  entry: string | undefined;
  children: (one: One) => ReactNode;
}

/** What is said of each entry, under its name where there are several. */
export function Entries<One extends { entry: string }>(props: EntriesProps<One>) {
  const { t } = useTexts();
  const { all, entry, children } = props;
  const own = entry === undefined ? all : all.filter((one) => one.entry === entry);
  const others = all.filter((one) => !own.includes(one));
  const named = (one: One) => (
    <section key={one.entry} className={styles.entry}>
      {all.length > 1 && <EntryName entry={one.entry} />}
      {children(one)}
    </section>
  );
  return (
    <>
      {own.map(named)}
      {others.length > 0 && (
        <details className={styles.rows}>
          <summary>{t("effect-entry-others", { count: others.length })}</summary>
          {others.map(named)}
        </details>
      )}
    </>
  );
}

function EntryName({ entry }: { entry: string }) {
  const nameOf = useEntryNames();
  return (
    <h4>
      <ItemLink kind="entry" item={entry}>
        {nameOf(entry)}
      </ItemLink>
    </h4>
  );
}

/** Where nothing could be decided, by the reason. */
export function Undecided({ reasons }: { reasons: ReturnType<typeof reasonsOf> }) {
  const { t } = useTexts();
  const language = useSentenceLanguage();
  return (
    <Rows
      isAside
      title={t("effect-undecided", { count: reasons.reduce((sum, { count }) => sum + count, 0) })}
      rows={reasons}
      keyOf={({ text }) => text}
    >
      {({ text, count }) => (
        <p>
          <span lang={language === "zh" ? "zh-Hans" : "en"}>{text}</span>{" "}
          <span className={styles.quiet}>{t("effect-undecided-runs", { count })}</span>
        </p>
      )}
    </Rows>
  );
}
