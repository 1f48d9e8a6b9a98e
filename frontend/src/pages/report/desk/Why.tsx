import type { Act, Hindrance, VersionStatus } from "@/generated/schema";
import { namesOf } from "@/pages/roles";
import { type Texts, useTexts } from "@/text";
import styles from "./desk.module.css";

const BECAUSE = {
  wrote: "desk-why-wrote",
  asked: "desk-why-asked",
  approval: "desk-why-approval",
} as const;

const isReason = (name: unknown): name is keyof typeof BECAUSE =>
  typeof name === "string" && Object.hasOwn(BECAUSE, name);

/** Says why somebody may not do something, in the reader's language where the reason is known. */
export function wordsOf({ code, message, data }: Hindrance, texts: Texts): string {
  const { t } = texts;
  if (code === "role_required" && Array.isArray(data.roles)) {
    const people = data.roles.map(String).filter((role) => role !== "service");
    return t("desk-why-role", { roles: namesOf(people, texts) });
  }
  if (code === "second_person_required" && isReason(data.because)) return t(BECAUSE[data.because]);
  if (code === "version_not_opened") {
    return t(data.whole ? "desk-why-not-whole" : "desk-why-not-opened");
  }
  if (code === "version_closed" || code === "illegal_transition") {
    const status = data.status as VersionStatus;
    if (data.wanted === "published" && (status === "draft" || status === "in_review")) {
      return t("desk-why-not-approved");
    }
    return t("desk-why-status", { status: t(`version-${status}`) });
  }
  return message;
}

/** What counts of several reasons: as long as the version is not there, nothing else is in the way. */
export function telling(hindrances: readonly Hindrance[]): readonly Hindrance[] {
  const first = hindrances.find(({ code }) =>
    ["role_required", "version_closed", "illegal_transition"].includes(code),
  );
  return first ? [first] : hindrances;
}

interface WhyProps {
  /** What may not be done; nothing where the heading says it. */
  act?: string;
  hindrances: readonly Hindrance[];
}

/** Why the person may not do something. */
export function Why({ act, hindrances }: WhyProps) {
  const texts = useTexts();
  const words = telling(hindrances).map((one) => wordsOf(one, texts));
  if (words.length === 0) return null;
  return (
    <p className={styles.quiet} data-hindered={act ?? ""}>
      {act ? `${texts.t("desk-why-act", { act })} ` : ""}
      {words.join(" ")}
    </p>
  );
}

/** What hinders an act of a version; nothing where it may be done. */
export const hindrancesOf = (
  acts: readonly { act: Act; hindrances: readonly Hindrance[] }[],
  act: Act,
): readonly Hindrance[] => acts.find((one) => one.act === act)?.hindrances ?? [];
