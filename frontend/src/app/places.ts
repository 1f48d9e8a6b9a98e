import type { IconName } from "@/design/icons";

/** Pages of a centre, in the order of the bar, with the keys that lead there. */
export const PLACES = [
  { id: "diagnoses", to: "/c/$centre/diagnoses", keys: "g d", icon: "diagnoses" },
  { id: "reports", to: "/c/$centre/reports", keys: "g r", icon: "reports" },
] as const satisfies readonly { id: string; to: string; keys: string; icon: IconName }[];

/** The server's pages that the application leads to. */
export const SERVER_PAGES = {
  invitations: "/invitations/",
  factor: "/accounts/2fa/",
  password: "/accounts/password/change/",
  signIn: "/accounts/login/",
  api: "/api/v1/docs/",
  operator: "/admin/",
} as const;
