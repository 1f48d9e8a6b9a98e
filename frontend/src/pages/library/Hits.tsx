import type { Experience } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./Hits.module.css";
import { percent, type Rate, ratesOf } from "./hits";

interface HitsProps {
  experience: Experience | null | undefined;
}

/** How often the anomaly was found in cases with the event: a bar with its interval, and the counts. */
export function Hits({ experience }: HitsProps) {
  const { t } = useTexts();
  const { found } = ratesOf(experience);
  if (!found) return <span className={styles.none}>{t("lib-hits-none")}</span>;
  return <Bar rate={found} name={t("lib-hits-found")} />;
}

/** Both rates: an entry that is found as often without its event tells nothing. */
export function BothHits({ experience }: HitsProps) {
  const { t } = useTexts();
  const { found, falsely } = ratesOf(experience);
  if (!found && !falsely) return <p className={styles.none}>{t("lib-hits-none-text")}</p>;
  return (
    <dl className={styles.both}>
      {found && (
        <div>
          <dt>{t("lib-hits-found")}</dt>
          <dd>
            <Bar rate={found} name={t("lib-hits-found")} />
          </dd>
        </div>
      )}
      {falsely && (
        <div>
          <dt>{t("lib-hits-false")}</dt>
          <dd>
            <Bar rate={falsely} name={t("lib-hits-false")} />
          </dd>
        </div>
      )}
    </dl>
  );
}

interface TwoHitsProps {
  name: string;
  /** What stands before each bar. */
  sides: readonly [string, string];
  before: Rate | null;
  after: Rate | null;
  /** What is to be known of each. */
  notes?: readonly [string, string];
}

/** A rate before and after a change, one above the other on the same axis. */
export function TwoHits({ name, sides, before, after, notes }: TwoHitsProps) {
  const { t } = useTexts();
  if (!before && !after) return null;
  return (
    <figure className={styles.two}>
      <figcaption>{name}</figcaption>
      {[before, after].map((rate, at) => (
        <div key={sides[at]}>
          <span>{sides[at]}</span>
          <span className={styles.with}>
            {rate ? (
              <Bar rate={rate} name={name} isLong />
            ) : (
              <span className={styles.none}>{t("lib-hits-none")}</span>
            )}
            {notes?.[at] && <span>{notes[at]}</span>}
          </span>
        </div>
      ))}
    </figure>
  );
}

function Bar({ rate, name, isLong }: { rate: Rate; name: string; isLong?: boolean }) {
  const { t } = useTexts();
  const said = t("lib-hits-of", { hits: rate.hits, of: rate.of });
  const range = t("lib-hits-range", { low: percent(rate.low), high: percent(rate.high) });
  return (
    <span
      className={isLong ? [styles.rate, styles.long].join(" ") : styles.rate}
      title={`${name}: ${said}; ${range}`}
    >
      <svg
        viewBox="0 0 100 12"
        className={styles.bar}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect x={0} y={5} width={100} height={2} className={styles.axis} />
        <rect
          x={rate.low * 100}
          y={3}
          width={Math.max(1, (rate.high - rate.low) * 100)}
          height={6}
          className={styles.range}
        />
        <rect
          x={Math.min(97, rate.share * 100)}
          y={0}
          width={3}
          height={12}
          className={styles.share}
        />
      </svg>
      <span>{said}</span>
      {isLong && <span className={styles.none}>{range}</span>}
    </span>
  );
}
