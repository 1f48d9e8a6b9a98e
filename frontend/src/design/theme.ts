import { useSyncExternalStore } from "react";
import { remember } from "@/start";

export type Theme = "dark" | "light";
const listeners = new Set<() => void>();

export const theme = (): Theme =>
  document.documentElement.dataset.theme === "light" ? "light" : "dark";

export function chooseTheme(wanted: Theme) {
  document.documentElement.dataset.theme = wanted;
  remember("hvrmet_theme", wanted);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme);
