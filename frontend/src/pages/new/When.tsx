import { Button } from "@/design/components/Button";
import { Period as PeriodText } from "@/design/components/Time";
import { UtcField } from "@/design/components/UtcField";
import type { SourceInfo } from "@/generated/schema";
import { useTexts } from "@/text";
import { isCertain, type Period, periodFault, periodIn } from "./draft";
import styles from "./new.module.css";
import { Remark } from "./parts";
import { minuteOf } from "./search";

const HOUR_MS = 3_600_000;
const LAST = { day: 24, days: 72 } as const;

interface WhenProps {
  /** Null: all that the source holds. */
  period: Period | null;
  source: SourceInfo | undefined;
  onPeriod: (period: { start?: string | undefined; end?: string | undefined }) => void;
}

/** The last hours of the data, no earlier than they begin. */
export function lastHours(hours: number, { first, last }: Pick<SourceInfo, "first" | "last">) {
  if (!first || !last) return null;
  const start = Math.max(Date.parse(first), Date.parse(last) - hours * HOUR_MS);
  return { start: minuteOf(new Date(start).toISOString()), end: minuteOf(last) };
}

/** Begin and end, in UTC and by the reader's own clock. */
export function When({ period, source, onPeriod }: WhenProps) {
  const { t } = useTexts();
  const held = source?.first && source.last ? { start: source.first, end: source.last } : null;
  const shown = period ?? held;
  const [start, end] = [minuteOf(shown?.start) ?? null, minuteOf(shown?.end) ?? null];
  const isFaulty = period !== null && periodFault(period) !== null;
  const inTime = period && !isFaulty && source && periodIn(period, source);
  const isUnsure = inTime === "outside" && source && !isCertain(source);
  const change = (next: { start?: string | null; end?: string | null }) => {
    const all = { start, end, ...next };
    onPeriod({ start: all.start ?? undefined, end: all.end ?? undefined });
  };
  return (
    <>
      <div className={styles.pair}>
        <UtcField
          label={t("new-start")}
          value={start}
          near={minuteOf(held?.start) ?? null}
          isInvalid={isFaulty}
          onChange={(value) => change({ start: value })}
        />
        <UtcField
          label={t("new-end")}
          value={end}
          near={minuteOf(held?.end) ?? null}
          isInvalid={isFaulty}
          onChange={(value) => change({ end: value })}
        />
      </div>
      {source && held && (
        <>
          <div className={styles.quick}>
            <Button
              onPress={() => onPeriod({ start: minuteOf(held.start), end: minuteOf(held.end) })}
            >
              {t("new-whole-period")}
            </Button>
            {(["day", "days"] as const).map((span) => (
              <Button key={span} onPress={() => onPeriod(lastHours(LAST[span], source) ?? {})}>
                {t(`new-last-${span}`)}
              </Button>
            ))}
          </div>
          <p className={styles.hint}>
            {t("new-held-times")} <PeriodText start={held.start} end={held.end} />
          </p>
        </>
      )}
      {isUnsure && <Remark>{t("new-not-held-yet")}</Remark>}
      {inTime === "partly" && <Remark>{t("new-partly-in-time")}</Remark>}
    </>
  );
}
