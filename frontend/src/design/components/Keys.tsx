import { Fragment } from "react";
import { useTexts } from "@/text";
import styles from "./Keys.module.css";

const MOD = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "") ? "⌘" : "Ctrl";
const WRITTEN: Record<string, string> = {
  mod: MOD,
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

const written = (key: string): string =>
  WRITTEN[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Keys of a shortcut, as `app/shortcuts.ts` names them: `mod+k` together, `g d` one after the other. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTexts();
  const between = keys.includes("+") ? "+" : t("key-then");
  // The plus key itself joins nothing.
  const each = keys === "+" ? [keys] : keys.split(/[ +]/);
  return (
    <span className={styles.keys} aria-hidden="true">
      {each.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <small>{between}</small>}
          <kbd>{written(key)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
