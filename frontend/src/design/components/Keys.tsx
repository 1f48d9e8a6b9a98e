import styles from "./Keys.module.css";

const MOD = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "") ? "⌘" : "Ctrl";
const WRITTEN: Record<string, string> = { mod: MOD, Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓" };

const written = (key: string): string =>
  WRITTEN[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** Keys of a shortcut, as `app/shortcuts.ts` names them: `mod+k`, `g d`, `?`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {keys.split(/[ +]/).map((key) => (
        <kbd key={key}>{written(key)}</kbd>
      ))}
    </span>
  );
}
