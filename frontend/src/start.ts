import type { InstallationMode, TenantRole, Verb } from "./generated/schema";

/** A centre of the person. */
export interface StartCentre {
  slug: string;
  name: string;
  home: boolean;
  /** What the person may do in it, and the roles that they can give to others. */
  verbs: Verb[];
  grants: TenantRole[];
  /** Whether its charts show borders of its own, which the base map does not have. */
  own_boundaries: boolean;
}

/** What the server writes into the page: who is here, and how they want to read. */
export interface Start {
  person: string;
  centres: StartCentre[];
  /** The centre that the session worked in last. */
  active: string | null;
  csrf: string;
  language: "en" | "zh";
  operator: boolean;
  mode: InstallationMode;
  /** Which build of the pages this is, and when the page was written, by the server's clock. */
  build: string;
  now: string;
}

export function readStart(): Start {
  const element = document.getElementById("start");
  if (!element?.textContent) throw new Error("the page has no start data");
  return JSON.parse(element.textContent);
}

const YEAR_SECONDS = 365 * 24 * 3600;

/** Remembers a choice of the reader where the server's pages read it too. */
export function remember(name: "hvrmet_language" | "hvrmet_theme", value: string) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API lacks in Firefox of 2024
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}
