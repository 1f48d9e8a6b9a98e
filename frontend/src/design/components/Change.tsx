import type { ReactNode } from "react";
import { useTexts } from "@/text";
import styles from "./Change.module.css";

interface ChangeProps {
  name?: ReactNode;
  /** Null where there was nothing, or is nothing any more. */
  before: ReactNode;
  after: ReactNode;
}

/** What was there and what is there now; the sign says which, the colour comes second. */
export function Change({ name, before, after }: ChangeProps) {
  const { t } = useTexts();
  return (
    <div className={styles.change}>
      {name}
      {before !== null && (
        <p className={styles.before}>
          <span title={t("change-before")}>−</span>
          <del>{before}</del>
        </p>
      )}
      {after !== null && (
        <p className={styles.after}>
          <span title={t("change-after")}>+</span>
          <ins>{after}</ins>
        </p>
      )}
    </div>
  );
}
