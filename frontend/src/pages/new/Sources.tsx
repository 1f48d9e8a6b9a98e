import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Region } from "@/design/components/Region";
import { Segments } from "@/design/components/Segments";
import { Period, useAge } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import type { SourceDetail, SourceInfo } from "@/generated/schema";
import { useCatalogue, useTexts } from "@/text";
import { messageText } from "@/text/messages";
import { titleOf } from "../sourceTitle";
import { isStatisticAlone } from "./draft";
import styles from "./new.module.css";

interface SourcesProps {
  sources: readonly SourceInfo[];
  chosen: string | null;
  /** The chosen one with everything that is known of it. */
  detail: SourceDetail | undefined;
  onSource: (name: string) => void;
}

/** The data that a diagnosis may use: what each holds, and how fresh it is. */
export function Sources({ sources, chosen, detail, onSource }: SourcesProps) {
  const { t, language } = useTexts();
  return (
    <RadioGroup
      className={styles.rows ?? ""}
      aria-label={t("source")}
      value={chosen}
      onChange={onSource}
    >
      {sources.map((source) => (
        <Radio key={source.name} value={source.name} className={styles.row ?? ""}>
          <span className={styles.dot} aria-hidden="true" />
          <span>
            {titleOf(source, language)}
            <Held source={source} />
            {source.name === chosen && <Failure detail={detail} />}
            {source.name === chosen && source.attribution && <small>{source.attribution}</small>}
          </span>
          <Freshness source={source} />
        </Radio>
      ))}
    </RadioGroup>
  );
}

interface StatisticProps {
  detail: SourceDetail;
  chosen: string | undefined;
  onStatistic: (statistic: string | undefined) => void;
}

const FORECAST = "forecast";

/** Which statistic of an ensemble is read in the place of a forecast, where the source holds some. */
export function Statistic({ detail, chosen, onStatistic }: StatisticProps) {
  const { t } = useTexts();
  if (detail.statistics.length === 0) return null;
  const options = detail.statistics.map((one) => ({
    value: one,
    name: one === "mean" ? t("new-statistic-mean") : t("new-statistic-percentile", { name: one }),
  }));
  const itself = { value: FORECAST, name: t("new-statistic-forecast") };
  const isAlone = isStatisticAlone(detail);
  return (
    <>
      <Segments
        label={t("new-statistic")}
        options={isAlone ? options : [itself, ...options]}
        value={chosen ?? (isAlone ? "" : FORECAST)}
        onChange={(next) => onStatistic(next === FORECAST ? undefined : next)}
      />
      <small>{t("new-statistic-hint")}</small>
    </>
  );
}

/** Times and area, once a worker has read them. */
function Held({ source }: { source: SourceInfo }) {
  const { t } = useTexts();
  const { first, last, region, times, step_hours } = source;
  if (!first || !last) return null;
  return (
    <small>
      <Period start={first} end={last} />
      {` · ${t("new-times", { count: times })}`}
      {step_hours !== null && ` · ${t("new-step", { hours: step_hours })}`}
      {region && (
        <>
          {" · "}
          <Region region={region} />
        </>
      )}
    </small>
  );
}

function Failure({ detail }: { detail: SourceDetail | undefined }) {
  const { t } = useTexts();
  const catalogue = useCatalogue();
  if (detail?.state === "waiting") return <small>{t("new-source-waiting-text")}</small>;
  if (detail?.state !== "failed") return null;
  const said = detail.failure && messageText(catalogue, detail.failure);
  if (said) return <small className={styles.bad}>{said}</small>;
  return (
    <small className={styles.bad} lang="en">
      {detail.failure_text}
    </small>
  );
}

/** What of a source's state one should know before using it; nothing where all is well but its age. */
function Freshness({ source }: { source: SourceInfo }) {
  const { t } = useTexts();
  const ageOf = useAge();
  const { state, stale, late, newest_at } = source;
  if (state !== "ready")
    return (
      <span className={styles.support} data-tone={state === "failed" ? "bad" : "doubt"}>
        <Icon name={state === "failed" ? "failed" : "queued"} size={14} />
        {t(`new-source-${state}`)}
      </span>
    );
  return (
    <span className={styles.support} data-tone={late || stale ? "doubt" : undefined}>
      {(late || stale) && <Icon name="warning" size={14} />}
      {[
        late && t("new-source-late"),
        stale && t("new-source-stale"),
        newest_at && t("new-source-age", { age: ageOf(newest_at) }),
      ]
        .filter(Boolean)
        .join(" · ")}
    </span>
  );
}
