import type { Act } from "@/api/access";
import type { IconName } from "@/design";

export interface Place {
  /** Name of its text: `ui-nav-situation`. */
  id: string;
  path: string;
  icon: IconName;
  /** Second key after `g`. */
  key: string;
  /** The right without which the page only says why it is closed. */
  act?: Act;
  /** Where there is room for few, it is below "More". */
  less?: boolean;
}

/** The pages of the rail, the palette and the shortcut sheet: one list for all three. */
export const PLACES: Place[] = [
  { id: "situation", path: "/", icon: "situation", key: "s" },
  { id: "diagnoses", path: "/diagnoses", icon: "diagnoses", key: "d" },
  { id: "new", path: "/new", icon: "add", key: "n", act: "diagnosis.create" },
  { id: "ask", path: "/ask", icon: "ask", key: "a", act: "diagnosis.create" },
  { id: "library", path: "/library", icon: "library", key: "l", act: "library.view", less: true },
  { id: "sources", path: "/sources", icon: "sources", key: "o", less: true },
  { id: "climatologies", path: "/climatologies", icon: "climatologies", key: "c", less: true },
  { id: "audit", path: "/audit", icon: "audit", key: "u", act: "audit.view", less: true },
  { id: "settings", path: "/settings", icon: "settings", key: "e", less: true },
];
