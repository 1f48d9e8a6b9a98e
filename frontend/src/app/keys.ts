import { useEffect } from "react";

type Keys = Record<string, () => void>;

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** One after the other within this time counts as one shortcut: `g` then `s`. */
const TOGETHER_MS = 900;

/**
 * Listens to shortcuts while a page is shown: single keys (`?`), two in a row (`g s`), and with the
 * control or command key (`mod+k`). Nothing happens while somebody types or a dialog is open.
 */
export function useKeys(keys: Keys) {
  useEffect(() => {
    let before = "";
    let at = 0;
    const listen = (event: KeyboardEvent) => {
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (event.ctrlKey || event.metaKey) {
        const act = keys[`mod+${name}`];
        if (act) {
          event.preventDefault();
          act();
        }
        return;
      }
      if (event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
      const pair = Date.now() - at < TOGETHER_MS ? keys[`${before} ${name}`] : undefined;
      before = name;
      at = Date.now();
      const act = pair ?? keys[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [keys]);
}
