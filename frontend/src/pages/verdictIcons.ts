import type { IconName } from "@/design/icons";
import type { Verdict } from "@/generated/schema";

/** The symbol of a verdict, the same on every page. */
export const VERDICT_ICONS: Record<Verdict, IconName> = {
  confirmed: "finished",
  refuted: "withdrawn",
  undetermined: "unknown",
};
