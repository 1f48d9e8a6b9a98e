import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import {
  eventsOf,
  libraryEntry,
  operatorPage,
  type Recorded,
  type RunEventType,
} from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import { Button } from "@/design/components/Button";
import { ProblemNotice, Skeleton } from "@/design/components/Feedback";
import { localTime, Time } from "@/design/components/Time";
import type { Claim, EvidenceItem, Provenance, Report, SecondOpinion } from "@/generated/schema";
import { MoreTexts, useTexts } from "@/text";
import { libraryVersion } from "@/text/libraryVersion";
import { Picture } from "./Charts";
import {
  besides,
  decisive,
  eventsOfStep,
  position,
  recipeOf,
  type Source,
  type Step,
} from "./model";
import { ORIGIN_TEXTS } from "./originTexts";
import { Line, Part } from "./Part";
import { HowMade } from "./Recipe";
import { useReader, useVersion } from "./reader";
import styles from "./Side.module.css";
import { VerdictLine } from "./Verdict";

interface OriginProps {
  source: Source;
  /** The value that was chosen; without, the evidence itself was. */
  claim?: Claim;
  report: Report | undefined;
}

/** Where a value, or a piece of evidence, comes from: operator, inputs, formula, library, run. */
export default function Origin(props: OriginProps) {
  return (
    <MoreTexts part={ORIGIN_TEXTS}>
      <Whole {...props} />
    </MoreTexts>
  );
}

function Whole({ source, claim, report }: OriginProps) {
  const recipe = claim && recipeOf(report, claim);
  return (
    <div className={styles.origin}>
      {claim && <ShownValue claim={claim} />}
      {recipe && source.kind !== "evidence" && <HowMade recipe={recipe} />}
      {source.kind === "evidence" && (
        <FromEvidence id={source.id} report={report}>
          {recipe && <HowMade recipe={recipe} />}
        </FromEvidence>
      )}
      {source.kind === "step" && <FromStep step={source.id} report={report} />}
      {source.kind === "entry" && <FromEntry id={source.id} report={report} />}
      {source.kind === "tool" && <FromTool name={source.id} />}
      {source.kind === "cause" && <FromCause id={source.id} />}
      {claim && <Besides claim={claim} source={source} report={report} />}
    </div>
  );
}

function ShownValue({ claim }: { claim: Claim }) {
  const { t } = useTexts();
  const { written } = useReader();
  return (
    <p className={styles.value}>
      <span className={styles.small}>{t("report-shown-value")}</span>
      <strong>{written.get(claim.id)}</strong>
      {claim.kind === "time" && typeof claim.value === "string" && (
        <span className={styles.small}>
          {t("local-time", { time: localTime(new Date(claim.value)) })}
        </span>
      )}
    </p>
  );
}

interface FromEvidenceProps {
  id: string;
  report: Report | undefined;
  /** How the chosen value of it is made. */
  children?: ReactNode;
}

function FromEvidence({ id, report, children }: FromEvidenceProps) {
  const { t } = useTexts();
  const { reading, charts, openChart } = useReader();
  const note = reading.evidence.find((one) => one.id === id);
  const item = [...(report?.measured ?? []), ...(report?.evidence ?? [])].find(
    (one) => one.id === id,
  );
  const chart = charts.find((one) => one.figure.evidence_id === id);
  return (
    <>
      {note && (
        <Part title={t("report-from-evidence")}>
          <p className={styles.name}>{note.name}</p>
          <VerdictLine note={note} />
          {note.reason && <p className={styles.small}>{note.reason}</p>}
          <Places id={id} />
        </Part>
      )}
      {children}
      {item ? <Computed item={item} brief={Boolean(children)} /> : <Skeleton lines={6} />}
      {chart && (
        <button
          type="button"
          className={styles.thumb}
          aria-label={t("report-chart-open", { number: chart.number })}
          onClick={() => openChart(chart.number)}
        >
          <Picture artifact={chart.figure.artifact} evidence={id} alt="" />
        </button>
      )}
      {item?.entry_id && <FromEntry id={item.entry_id} report={report} />}
      <Run recorded={{ evidence: id }} />
    </>
  );
}

/** Leads from evidence to the places of the text that name it, one after the other. */
function Places({ id }: { id: string }) {
  const { t } = useTexts();
  const { mentions } = useReader();
  const at = useRef(-1);
  const count = mentions.get(id) ?? 0;
  const next = () => {
    const all = document.querySelectorAll<HTMLElement>(
      `[data-source="evidence:${CSS.escape(id)}"]`,
    );
    at.current = (at.current + 1) % Math.max(all.length, 1);
    all[at.current]?.scrollIntoView({ block: "center" });
    all[at.current]?.focus({ preventScroll: true });
  };
  return (
    <p className={styles.places}>
      <span className={styles.small}>{t("report-evidence-places", { count })}</span>
      {count > 0 && (
        <Button kind="bare" onPress={next}>
          {t("report-evidence-next")}
        </Button>
      )}
    </p>
  );
}

/** What a number of the science is written as beside its unit; five significant digits tell enough. */
const short = (value: number) => String(Number(value.toPrecision(5))).replace("-", "−");

interface ComputedProps {
  item: EvidenceItem;
  /** Formula and inputs stand beside it already. */
  brief: boolean;
}

function Computed({ item, brief }: ComputedProps) {
  const { t, term } = useTexts();
  const answer = item.index ?? item.figure ?? item.detection;
  const opinion = item.second_opinion ?? item.index?.second_opinion;
  if (!answer) return null;
  const { time, at } = decisive(item);
  const tests = item.controls?.tests?.length ?? 0;
  return (
    <Operator provenance={answer.provenance} brief={brief}>
      {time && (
        <Line name={t("report-time")}>
          <Time at={time} />
        </Line>
      )}
      {at && <Line name={t("report-place")}>{position(...at)}</Line>}
      {item.index?.reduction && (
        <Line name={t("report-reduction")}>{term(`reduction_${item.index.reduction}`)}</Line>
      )}
      {opinion && <Opinion opinion={opinion} />}
      {item.controls && (
        <Line name={t("report-without")}>
          {tests === 0
            ? t("report-without-untested")
            : t("report-without-found", { count: item.controls.as_strong ?? 0, all: tests })}
        </Line>
      )}
    </Operator>
  );
}

/** What an independent library computes at one place and time, beside ours there. */
function Opinion({ opinion }: { opinion: SecondOpinion }) {
  const { t } = useTexts();
  const { value, ours, unit, time, latitude, longitude } = opinion;
  if (typeof value !== "number" || typeof ours !== "number") return null;
  const says = opinion.agrees ? "report-opinion-agrees" : "report-opinion-differs";
  const numbers = { value: `${short(value)} ${unit}`, ours: `${short(ours)} ${unit}` };
  return (
    <Line name={t("report-opinion")}>
      {t(says, { library: opinion.library, ...numbers })}
      <span className={styles.parameter}>
        {typeof latitude === "number" && typeof longitude === "number" && (
          <>{position(latitude, longitude)} </>
        )}
        {time && <Time at={time} />}
      </span>
    </Line>
  );
}

/** The operator with its formula, and what it was given. */
interface OperatorProps {
  provenance: Provenance;
  brief?: boolean;
  children?: ReactNode;
}

function Operator({ provenance, brief = false, children }: OperatorProps) {
  const { t, language } = useTexts();
  const { api, centre } = useCentre();
  const page = useQuery(operatorPage(api, centre, provenance.tool));
  const title = language === "zh" ? page.data?.title_zh : page.data?.title_en;
  const parameters = Object.entries(provenance.parameters ?? {});
  const unitOf = (name: string) =>
    page.data?.parameters.find((parameter) => parameter.name === name)?.unit ?? "";
  return (
    <Part title={t("report-operator")}>
      <p>
        {title && <span>{title} · </span>}
        <code>{provenance.tool}</code>{" "}
        <span className={styles.small}>
          {t("report-operator-version", { version: provenance.tool_version })}
        </span>
      </p>
      {!brief && page.data?.formula && (
        <pre className={styles.formula} lang="en">
          {page.data.formula}
        </pre>
      )}
      <dl className={styles.lines}>
        {children}
        {!brief && (provenance.inputs?.length ?? 0) > 0 && (
          <Line name={t("report-inputs")}>
            <Inputs names={provenance.inputs ?? []} />
          </Line>
        )}
        {!brief && parameters.length > 0 && (
          <Line name={t("report-parameters")}>
            {parameters.map(([name, value]) => (
              <span key={name} className={styles.parameter}>
                <code>{name}</code> {String(value)} {unitOf(name)}
              </span>
            ))}
          </Line>
        )}
      </dl>
    </Part>
  );
}

/** Fields that were read, by name: `u@850` is the one at 850 hPa. */
function Inputs({ names }: { names: readonly string[] }) {
  const { label } = useTexts();
  return names.map((name) => {
    const [field = "", level] = name.split("@");
    return (
      <span key={name} className={styles.parameter}>
        {label(`field_${field}`)}
        {level && ` ${level} hPa`}
      </span>
    );
  });
}

function FromTool({ name }: { name: string }) {
  return <Operator provenance={{ tool: name, tool_version: "" } as Provenance} />;
}

/** The entry of the library: what it expects, why, by whom, and whether anybody has reviewed it. */
function FromEntry({ id, report }: { id: string; report: Report | undefined }) {
  const { t, label, language } = useTexts();
  const { api, centre } = useCentre();
  const release = report?.software.release_digest;
  const query = useQuery({
    ...libraryEntry(api, centre, release ?? "", id),
    enabled: release !== undefined,
  });
  if (query.isError) return <ProblemNotice error={query.error} />;
  if (!query.data) return <Skeleton lines={4} />;
  const entry = query.data;
  const rationale = (language === "zh" && entry.rationale_zh) || entry.rationale;
  return (
    <Part title={t("report-entry")}>
      <p className={styles.small}>
        <code>{entry.id}</code> · {report && libraryVersion(report.software.release, { t })}
      </p>
      <p lang={language === "zh" && !entry.rationale_zh ? "en" : undefined}>{rationale}</p>
      <dl className={styles.lines}>
        <Line name={t("report-curation")}>{label(entry.curation.status)}</Line>
        {entry.references.map((reference) => (
          <Line key={reference.text} name={t("report-reference")}>
            {reference.text} <span className={styles.small}>[{label(reference.status)}]</span>
          </Line>
        ))}
      </dl>
    </Part>
  );
}

function FromCause({ id }: { id: string }) {
  const { t } = useTexts();
  return (
    <Part title={t("report-from-entry")}>
      <p>
        <code>{id}</code>
      </p>
    </Part>
  );
}

/** Steps that go by the criteria of events, or name them. */
const BY_CRITERIA: ReadonlySet<Step> = new Set<Step>(["classification", "software"]);

function FromStep({ step, report }: { step: Step; report: Report | undefined }) {
  const { t } = useTexts();
  return (
    <>
      <Part title={t("report-from-step")}>
        <p className={styles.name}>{t(`report-step-${step}`)}</p>
        {report && BY_CRITERIA.has(step) && <Criteria software={report.software} />}
      </Part>
      <Run recorded={{ type: eventsOfStep(step) }} />
    </>
  );
}

/** Whose criteria decided what is an event, and how many numbers of them the centre has set. */
function Criteria({ software: { preset, preset_adjusted } }: { software: Report["software"] }) {
  const { t, term } = useTexts();
  return (
    <dl className={styles.lines}>
      <Line name={t("report-criteria")}>
        {preset_adjusted
          ? t("report-criteria-adjusted", { preset: term(preset), count: preset_adjusted })
          : term(preset)}
      </Line>
    </dl>
  );
}

/** Events that the page has words for; others are named as the log names them. */
const NAMED = {
  event_classified: "report-run-event_classified",
  systems_found: "report-run-systems_found",
  data_retrieved: "report-run-data_retrieved",
  data_checked: "report-run-data_checked",
  run_started: "report-run-run_started",
  concluded: "report-run-concluded",
  index_computed: "report-run-index_computed",
  second_opinion_given: "report-run-second_opinion_given",
  controls_tested: "report-run-controls_tested",
  figure_rendered: "report-run-figure_rendered",
  figure_checked: "report-run-figure_checked",
  factor_judged: "report-run-factor_judged",
  steered: "report-run-steered",
} as const satisfies Partial<Record<RunEventType, `report-run-${string}`>>;

/** The events of the run that recorded this: number, time, what, and the record itself. */
function Run({ recorded }: { recorded: Recorded }) {
  const { t } = useTexts();
  const { api, centre } = useCentre();
  const version = useVersion();
  const query = useQuery(eventsOf(api, centre, version.diagnosis, recorded));
  if (query.isError) return <ProblemNotice error={query.error} />;
  if (!query.data) return <Skeleton lines={3} />;
  return (
    <Part title={t("report-run")}>
      <ol className={styles.events}>
        {query.data.results.map(({ seq, at, body }) => (
          <li key={seq}>
            <details>
              <summary>
                <span className={styles.seq}>{seq}</span>{" "}
                {body.type in NAMED ? t(NAMED[body.type as keyof typeof NAMED]) : body.type}{" "}
                <span className={styles.small}>
                  <Time at={at} />
                </span>
              </summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long record is scrolled by keys */}
              <pre tabIndex={0}>{JSON.stringify(body, null, 1)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The document that a claim's path leads into. */
function documentOf(source: Source, report: Report): unknown {
  if (source.kind === "step") return report[source.id];
  if (source.kind !== "evidence") return undefined;
  return [...(report.measured ?? []), ...report.evidence].find((item) => item.id === source.id);
}

/** The record that holds the value: what the engine knew beside it, as the engine writes it. */
function Besides({ claim, source, report }: Required<OriginProps>) {
  const { t } = useTexts();
  const document = report && documentOf(source, report);
  const found = document ? besides(document, claim.path) : [];
  if (found.length === 0) return null;
  const [first = ""] = claim.path.split("+");
  const own = first.split(".").at(-1);
  return (
    <section className={styles.part}>
      <details>
        <summary>{t("report-record")}</summary>
        <p className={styles.small}>
          <code>{claim.path}</code>
        </p>
        <dl className={styles.lines} lang="en">
          {found.map(([name, value]) => (
            <Line key={name} name={name}>
              <span className={name === own ? styles.own : undefined}>
                {typeof value === "number" ? short(value) : String(value)}
              </span>
            </Line>
          ))}
        </dl>
      </details>
    </section>
  );
}
