import type { ReactNode } from "react";
import { Button } from "@/design/components/Button";
import { EventMark } from "@/design/components/Marks";
import { Region } from "@/design/components/Region";
import { Ago, Period, Time } from "@/design/components/Time";
import type { EventArea, Situation, SituationDiagnosis } from "@/generated/schema";
import { useTexts } from "@/text";
import { ReportLink } from "../ReportLink";
import styles from "./Detail.module.css";
import { foundIn, peakOf, peakPlace } from "./model";

interface DetailProps {
  row: SituationDiagnosis;
  sources: Situation["sources"];
  onGoTo: () => void;
  onClose: () => void;
}

/** What is known of the selected diagnosis: what, how strong, where and when, and the way to its report. */
export function Detail({ row, sources, onGoTo, onClose }: DetailProps) {
  const texts = useTexts();
  const { t, language } = texts;
  const [first] = row.areas;
  const source = sources.find((one) => one.name === row.source);
  const title = (language === "zh" && source?.title_zh) || source?.title;
  return (
    <aside className={styles.card} aria-label={t("situation-selected")}>
      <header>
        <EventMark {...foundIn(row, texts)} />
        <Button kind="bare" keys="Escape" onPress={onClose}>
          {t("close")}
        </Button>
      </header>
      <dl>
        {first ? (
          <Event area={first} />
        ) : (
          <Line name={t("region")}>
            <Region region={row.region} />
          </Line>
        )}
        {!first && row.period && (
          <Line name={t("period")}>
            <Period {...row.period} />
          </Line>
        )}
        {row.found > 1 && (
          <Line name={t("situation-events")}>
            {t("situation-events-of", { shown: row.areas.length, found: row.found })}
          </Line>
        )}
        <Line name={t("source")}>{title ?? row.source}</Line>
        <Line name={t("asked")}>
          {row.requested_by.replace(/^(person|service):/, "")}, <Ago at={row.created_at} />
        </Line>
        {row.failure && (
          <Line name={t("status-failed")}>
            <span lang="en">{row.failure.message}</span>
          </Line>
        )}
      </dl>
      <footer>
        {row.report && (
          <ReportLink diagnosis={row.id} number={row.report.number}>
            {t("situation-read", { number: row.report.number })}
          </ReportLink>
        )}
        <Button kind="bare" keys="m" onPress={onGoTo}>
          {t("situation-go-to")}
        </Button>
      </footer>
    </aside>
  );
}

function Event({ area }: { area: EventArea }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <>
      <Line name={t("situation-peak")}>
        <strong>{peakOf(area, texts)}</strong>
        <br />
        {peakPlace(area)}, <Time at={area.peak_time} />
      </Line>
      <Line name={t("situation-when")}>
        <Period start={area.onset} end={area.end} />
      </Line>
      <Line name={t("situation-area")}>
        {t("situation-area-of", { area: rounded(area.area_km2) })}
        {area.outline.length === 0 && <small>{t("situation-box-only")}</small>}
      </Line>
    </>
  );
}

/** Two digits say what an area of grid cells can. */
const rounded = (size: number): string => Number(size.toPrecision(2)).toLocaleString("en");

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
