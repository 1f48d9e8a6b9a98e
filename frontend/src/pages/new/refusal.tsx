import { Problem } from "@/api/problems";
import { Notice, ProblemNotice } from "@/design/components/Feedback";
import { useTexts } from "@/text";
import type { Blocker } from "./draft";

type Place = Blocker["at"];

/** Refusals that have words of their own here, and the part that each is about. */
const KNOWN = {
  region_not_held: "where",
  period_not_held: "when",
  run_not_held: "source",
  member_not_held: "source",
  unknown_source: "source",
  deadline_passed: "deadline",
  quota_jobs_per_hour: null,
  quota_running_jobs: null,
  quota_storage_bytes: null,
  quota_tokens_per_month: null,
} as const satisfies Record<string, Place | null>;
type Code = keyof typeof KNOWN;

const FIELDS: Readonly<Record<string, Place>> = {
  region: "where",
  window: "when",
  source: "source",
  event: "event",
  preset: "preset",
  deadline: "deadline",
};

const codeOf = (error: Error | null): Code | null =>
  error instanceof Problem && error.code in KNOWN ? (error.code as Code) : null;

/** The part of the form that a refusal is about; null where it is about none. */
export function placeOfRefusal(error: Error | null): Place | null {
  if (!(error instanceof Problem)) return null;
  const code = codeOf(error);
  if (code) return KNOWN[code];
  const [field = ""] = error.mistakes[0]?.at.split(".") ?? [];
  return FIELDS[field] ?? null;
}

/** Why the platform did not take a request, and what to do. */
export function Refusal({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTexts();
  const code = codeOf(error);
  if (!code) return <ProblemNotice error={error} {...(onRetry && { onRetry })} />;
  return (
    <Notice tone="doubt" live>
      <p>{t(`new-refused-${code}`)}</p>
      <p lang="en">{error.message}</p>
    </Notice>
  );
}
