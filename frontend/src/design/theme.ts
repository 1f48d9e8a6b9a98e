import { useSyncExternalStore } from "react";

export type Theme = "dark" | "light";
const STORED = "hvrmet.theme";
const listeners = new Set<() => void>();

export function theme(): Theme {
  const stored = localStorage.getItem(STORED);
  if (stored === "dark" || stored === "light") return stored;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function applyTheme(wanted: Theme = theme()) {
  document.documentElement.dataset.theme = wanted;
}

export function chooseTheme(wanted: Theme) {
  localStorage.setItem(STORED, wanted);
  applyTheme(wanted);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, theme);
}

/** A token's value, for what is not drawn by style sheets: maps and series. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
