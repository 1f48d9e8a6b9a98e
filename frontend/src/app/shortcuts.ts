import { useEffect, useRef } from "react";

export type Shortcuts = Readonly<Record<string, () => void>>;

const TYPING = "input, textarea, select, [contenteditable='true'], [role='textbox']";
const LAYER = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";
/** Two keys within this time are one shortcut: `g` then `d`. */
const TOGETHER_MS = 1000;

const isModified = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

const isPlain = (event: KeyboardEvent) =>
  !event.altKey &&
  !(event.target instanceof Element && event.target.closest(TYPING)) &&
  !document.querySelector(LAYER);

/** Reads keys as shortcuts; `act` of one that is not known returns false. */
export class ShortcutReader {
  private before = "";
  private at = 0;

  /** Names what this key means after the one before it, most specific first. */
  names(event: KeyboardEvent, now: number): string[] {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isModified(event)) return [`mod+${key}`];
    if (!isPlain(event)) return [];
    const names =
      now - this.at < TOGETHER_MS && this.before ? [`${this.before} ${key}`, key] : [key];
    this.before = key;
    this.at = now;
    return names;
  }
}

/**
 * Listens to shortcuts while a component is shown: single keys (`?`), two in a row (`g d`), and with
 * the control or command key (`mod+k`). Single keys are not read while somebody types or a layer is open.
 */
export function useShortcuts(shortcuts: Shortcuts) {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const reader = new ShortcutReader();
    const listen = (event: KeyboardEvent) => {
      for (const name of reader.names(event, event.timeStamp)) {
        const act = current.current[name];
        if (act) {
          event.preventDefault();
          act();
          return;
        }
      }
    };
    // Controls keep plain keys for themselves; none of them needs one with the control key.
    const plain = (event: KeyboardEvent) => !isModified(event) && listen(event);
    const modified = (event: KeyboardEvent) => isModified(event) && listen(event);
    window.addEventListener("keydown", plain);
    window.addEventListener("keydown", modified, true);
    return () => {
      window.removeEventListener("keydown", plain);
      window.removeEventListener("keydown", modified, true);
    };
  }, []);
}
