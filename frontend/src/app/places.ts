import type { IconName } from "@/design/icons";
import type { Verb } from "@/generated/schema";

/** Pages of a centre, in the order of the bar, with the keys that lead there and the right that they need. */
const PLACES = [
  { id: "situation", to: "/c/$centre", keys: "g s", icon: "situation", verb: "diagnosis.view" },
  { id: "new", to: "/c/$centre/new", keys: "g n", icon: "plus", verb: "diagnosis.create" },
  {
    id: "diagnoses",
    to: "/c/$centre/diagnoses",
    keys: "g d",
    icon: "diagnoses",
    verb: "diagnosis.view",
  },
  { id: "reports", to: "/c/$centre/reports", keys: "g r", icon: "reports", verb: "report.view" },
  { id: "library", to: "/c/$centre/library", keys: "g l", icon: "library", verb: "library.view" },
  { id: "members", to: "/c/$centre/members", keys: "g m", icon: "person", verb: "member.view" },
] as const satisfies readonly {
  id: string;
  to: string;
  keys: string;
  icon: IconName;
  verb: Verb;
}[];

/** The pages that are of use to who may do this. */
export const placesFor = (verbs: readonly Verb[]) =>
  PLACES.filter((place) => verbs.includes(place.verb));

/** The server's pages that the application leads to. */
export const SERVER_PAGES = {
  invitations: "/invitations/",
  factor: "/accounts/2fa/",
  password: "/accounts/password/change/",
  signIn: "/accounts/login/",
  api: "/api/v1/docs/",
  operator: "/admin/",
} as const;
