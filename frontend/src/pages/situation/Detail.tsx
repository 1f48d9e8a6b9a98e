import type { ReactNode } from "react";
import { Button } from "@/design/components/Button";
import { EventMark } from "@/design/components/Marks";
import { Region } from "@/design/components/Region";
import { Ago, Time, utcParts } from "@/design/components/Time";
import type { EventArea, SituationDiagnosis } from "@/generated/schema";
import { useTexts } from "@/text";
import { actorName } from "@/text/actors";
import { place } from "@/text/places";
import { FailureText } from "../FailureText";
import { ReportLink, RunLink } from "../ReportLink";
import styles from "./Detail.module.css";
import { foundIn, isOfDays, peakOf, peakPlace, peakSaid, regionName, strongest } from "./model";
import { When } from "./When";

interface DetailProps {
  row: SituationDiagnosis;
  /** The title of its source. */
  source: string;
  onGoTo: () => void;
  onClose: () => void;
}

/** What is known of the selected diagnosis: what, how strong, where and when, and the way to its report. */
export function Detail({ row, source, onGoTo, onClose }: DetailProps) {
  const texts = useTexts();
  const { t, label, language } = texts;
  const [first, ...others] = row.areas;
  const name = regionName(row, language);
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
          <Event area={first} said={peakSaid(row, language)} />
        ) : (
          <NoEvent row={row} hasName={name !== undefined} />
        )}
        <Line name={t("situation-when")}>
          <When row={row} />
        </Line>
        {name && (
          <Line name={t("region")}>
            {name}
            <small>
              <Region region={row.region} />
            </small>
          </Line>
        )}
        {others.length > 0 && (
          <Line name={t("situation-others")}>
            {others.map((area) => (
              <div key={area.id}>
                {label(area.event)}: {peakOf(area, texts)}, {peakPlace(area)}
              </div>
            ))}
            {row.found > row.areas.length && (
              <small>{t("situation-not-listed", { count: row.found - row.areas.length })}</small>
            )}
          </Line>
        )}
        <Line name={t("source")}>{source}</Line>
        <Line name={t("asked")}>
          {actorName(row.requested_by)}, <Ago at={row.created_at} />
        </Line>
        {row.failure && (
          <Line name={t("status-failed")}>
            <FailureText failure={row.failure} />
          </Line>
        )}
      </dl>
      <footer>
        {row.report && (
          <ReportLink diagnosis={row.id} number={row.report.number}>
            {t("situation-read", { number: row.report.number })}
          </ReportLink>
        )}
        <RunLink diagnosis={row.id}>{t("situation-run")}</RunLink>
        <Button kind="bare" keys="m" onPress={onGoTo}>
          {t("situation-go-to")}
        </Button>
      </footer>
    </aside>
  );
}

function Event({ area, said }: { area: EventArea; said: string | undefined }) {
  const texts = useTexts();
  const { t, term } = texts;
  return (
    <>
      <Line name={t("situation-peak")}>
        <strong>{peakOf(area, texts)}</strong> {term(area.quantity)}
        <br />
        {said ?? peakPlace(area)}
        <br />
        <PeakTime area={area} />
      </Line>
      <Line name={t("situation-area")}>
        {t("situation-area-of", { area: rounded(area.area_km2) })}
        {area.cut_by_region && <small>{t("situation-cut")}</small>}
        <small>{t(area.outline.length > 0 ? "situation-outline" : "situation-box-only")}</small>
      </Line>
    </>
  );
}

/** When the peak was: of an amount the end of its hours, of a day the day. */
function PeakTime({ area }: { area: EventArea }) {
  const { t } = useTexts();
  if (area.peak_until) {
    return (
      <>
        {t("situation-hours-to", { hours: area.peak_hours ?? 0 })} <Time at={area.peak_until} />
      </>
    );
  }
  if (!isOfDays(area)) return <Time at={area.peak_time} />;
  return area.peak_day ?? utcParts(new Date(area.peak_time))[0];
}

function NoEvent({ row, hasName }: { row: SituationDiagnosis; hasName: boolean }) {
  const texts = useTexts();
  const { t } = texts;
  const near = strongest(row, texts);
  const { latitude = null, longitude = null, time = null } = row.measured ?? {};
  return (
    <>
      {near && (
        <Line name={t("situation-largest")}>
          <strong>{near.value}</strong> {near.of}
          <br />
          {latitude !== null && longitude !== null && place(latitude, longitude)}
          {time && (
            <>
              <br />
              <Time at={time} />
            </>
          )}
        </Line>
      )}
      {!hasName && (
        <Line name={t("region")}>
          <Region region={row.region} />
        </Line>
      )}
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
