import type { Diagnosis } from "@/api/schema";

/** What can help a diagnosis that has failed or was cancelled: to go on, to run again, or to ask for something else. */
export type Remedy = "retry" | "rerun" | "change";

/** Failures that lie in the request: whoever goes on with it fails again. */
const IN_REQUEST = new Set([
  ...["region_outside_data", "period_without_data", "invalid_request"],
  ...["unknown_source", "unknown_preset", "unknown_timezone"],
  ...["several_members", "missing_member", "missing_run"],
  ...["deadline_missed"],
]);
/** What a run began with is no longer what is there: only a run from the beginning can end. */
const BEGUN_ON_OTHER = new Set(["data_changed", "experience_changed", "boundaries_changed"]);

/** What to offer for a diagnosis first; null for one that needs no help. */
export function remedyOf(job: Diagnosis, now: number): Remedy | null {
  if (job.status === "cancelled") return "rerun";
  if (job.status !== "failed" && job.status !== "parked") return null;
  const code = job.state.failure?.code ?? "";
  // The platform puts nothing into the queue whose deadline has passed.
  const late = job.deadline != null && new Date(job.deadline).getTime() <= now;
  if (late || IN_REQUEST.has(code)) return "change";
  return BEGUN_ON_OTHER.has(code) ? "rerun" : "retry";
}
