import type { ReactNode } from "react";
import { useActivity } from "@/app/activity";
import { Time, useAge, useNow, utcParts } from "@/design/components/Time";
import { Icon } from "@/design/icons";
import type { Situation } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./Wellbeing.module.css";

const MISSED_SHOWN_MS = 120_000;

interface WellbeingProps {
  situation: Situation;
  /** Titles of the sources by their names. */
  titles: ReadonlyMap<string, string>;
  /** When the platform was asked last, by its own clock. */
  askedAt: number;
}

/** How the platform does, in one quiet line: it becomes louder only where something is wrong. */
export function Wellbeing({ situation, titles, askedAt }: WellbeingProps) {
  const { t } = useTexts();
  const { queue, sources } = situation;
  const ageOf = useAge();
  return (
    <section className={styles.line} aria-label={t("situation-wellbeing")}>
      {queue.stalled && (
        <Wrong>
          {t("situation-stalled", { count: queue.waiting })}
          {queue.oldest_waiting_at && <Time at={queue.oldest_waiting_at} />}
        </Wrong>
      )}
      {sources
        .filter((source) => source.late)
        .map((source) => (
          <Wrong key={source.name}>
            {t("situation-late", {
              source: titles.get(source.name) ?? source.name,
              age: ageOf(source.newest_at ?? ""),
            })}
          </Wrong>
        ))}
      <Live askedAt={askedAt} />
      {!queue.stalled && (
        <span>{t("situation-queue", { waiting: queue.waiting, running: queue.running })}</span>
      )}
      <Ages at={sources.flatMap((source) => source.newest_at ?? [])} ageOf={ageOf} />
    </section>
  );
}

/** How old the newest files of the sources are: from the youngest to the oldest. */
function Ages({ at, ageOf }: { at: readonly string[]; ageOf: (at: string) => string }) {
  const { t } = useTexts();
  const [youngest, ...others] = [...at].sort().reverse();
  if (!youngest) return null;
  const [newest, oldest] = [ageOf(youngest), ageOf(others.at(-1) ?? youngest)];
  return (
    <span>
      {newest === oldest
        ? t("situation-data", { count: at.length, newest })
        : t("situation-data-span", { count: at.length, newest, oldest })}
    </span>
  );
}

function Wrong({ children }: { children: ReactNode }) {
  return (
    <span className={styles.wrong} role="status">
      <Icon name="warning" size={14} />
      <span>{children}</span>
    </span>
  );
}

function Live({ askedAt }: { askedAt: number }) {
  const { t } = useTexts();
  const now = useNow();
  const state = useActivity();
  const asked = utcParts(new Date(askedAt))[1];
  if (state && !state.isLive) {
    return <Wrong>{t("situation-not-live", { time: asked })}</Wrong>;
  }
  if (state?.missed && now - state.since < MISSED_SHOWN_MS) {
    const { seconds, changes } = state.missed;
    const minutes = Math.max(1, Math.round(seconds / 60));
    return <span role="status">{t("situation-away", { minutes, changes })}</span>;
  }
  return <span>{t("situation-as-of", { time: asked })}</span>;
}
