import type { Finding } from "@/design/components/Marks";
import type { EventType, Failure, OccurrenceStatus } from "@/generated/schema";
import type { Language, Texts } from "@/text";

/** A finding, and its name in the reader's language. */
export interface Found {
  finding: Finding;
  name: string;
}

/** What happened, in a word: an event only where its criterion is met; its grade where it has one. */
export function foundOf(
  status: OccurrenceStatus,
  event: EventType | null,
  grade: string | undefined,
  { t, label }: Texts,
): Found {
  if (event === null) {
    if (status === "not_met") return { finding: "none", name: t("event-none") };
    return { finding: "unknown", name: t("event-untested") };
  }
  const name = { event: label(event) };
  switch (status) {
    case "met":
      return { finding: event, name: label(grade || event) };
    case "reached_here":
      return { finding: event, name: t("event-reached", name) };
    case "likely_at_stations":
      return { finding: event, name: t("event-likely", name) };
    case "not_met":
      return { finding: "none", name: t("event-not-met", name) };
    case "cannot_be_tested":
      return { finding: "unknown", name: t("event-not-testable", name) };
  }
}

/** Why a diagnosis failed, in the reader's language where it is kept in that. */
export function failureIn(
  failure: Failure,
  language: Language,
): { text: string; lang: Language | undefined } {
  const text = failure.texts?.[language];
  return text ? { text, lang: undefined } : { text: failure.message, lang: "en" };
}
