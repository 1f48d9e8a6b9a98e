import type { Need, NeedCount } from "@/generated/schema";
import { useTexts } from "@/text";
import styles from "./queue.module.css";

interface CountsProps {
  counts: readonly NeedCount[];
  chosen: Need | undefined;
  onChange: (need: Need | undefined) => void;
}

/** How much there is of each need; one of them narrows the list. */
export function Counts({ counts, chosen, onChange }: CountsProps) {
  const { t } = useTexts();
  return (
    <ul className={styles.counts} aria-label={t("queue-need")}>
      {counts.map(({ need, count }) => (
        <li key={need}>
          <button
            type="button"
            aria-pressed={need === chosen}
            data-none={count === 0 || undefined}
            title={t(`queue-means-${need}`)}
            onClick={() => onChange(need === chosen ? undefined : need)}
          >
            <strong>{count}</strong>
            {t(`queue-need-${need}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
