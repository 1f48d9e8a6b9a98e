import type { Diagnosis, EventType, ReportSummary } from "@/api/schema";

/** Why a diagnosis needs a person, the most urgent first. */
export const GROUPS = ["failed", "deadline", "review", "changes", "running", "quiet"] as const;
export type Group = (typeof GROUPS)[number];

export interface Item {
  job: Diagnosis;
  report: ReportSummary | undefined;
  group: Group;
  severity: number;
}

const HOUR = 3_600_000;
const DEADLINE_SOON = HOUR;
const FAILURE_FRESH = 24 * HOUR;

function groupOf(job: Diagnosis, report: ReportSummary | undefined, now: number): Group {
  const age = now - new Date(job.updated_at).getTime();
  if ((job.status === "failed" || job.status === "parked") && age < FAILURE_FRESH) return "failed";
  const open = job.status === "queued" || job.status === "running";
  if (open && job.deadline && new Date(job.deadline).getTime() - now < DEADLINE_SOON)
    return "deadline";
  const occurred = job.state.conclusion?.occurrence.status;
  const event = occurred === "met" || occurred === "likely_at_stations";
  if (report?.status === "in_review") return "changes";
  if (event && (report?.status === "draft" || report?.status === "approved")) return "review";
  return open ? "running" : "quiet";
}

export const severityOf = (job: Diagnosis): number =>
  job.state.conclusion?.occurrence.severity ?? 0;

/**
 * The event that a map may show of a diagnosis: none where it was asked for, looked for and not found.
 */
export function eventOf(job: Diagnosis): EventType | null {
  const status = job.state.conclusion?.occurrence.status;
  return status === "not_met" || status === "cannot_be_tested" ? null : job.state.event;
}

/** Orders diagnoses by what needs attention: group, then severity, then the nearer deadline. */
export function attention(jobs: Diagnosis[], reports: ReportSummary[], now: number): Item[] {
  const newest = new Map<string, ReportSummary>();
  for (const report of reports) {
    const known = newest.get(report.diagnosis);
    if (!known || report.number > known.number) newest.set(report.diagnosis, report);
  }
  const time = (value: string | null | undefined) => (value ? new Date(value).getTime() : Infinity);
  return jobs
    .map((job) => {
      const report = newest.get(job.id);
      return { job, report, group: groupOf(job, report, now), severity: severityOf(job) };
    })
    .sort(
      (one, other) =>
        GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group) ||
        other.severity - one.severity ||
        time(one.job.deadline) - time(other.job.deadline) ||
        time(other.job.created_at) - time(one.job.created_at) ||
        one.job.id.localeCompare(other.job.id),
    );
}

/**
 * What a map shows: of several diagnoses of one region and event the one that comes first. Boxes that
 * lie on each other would add up to a severity that none of them has.
 */
export function distinct(items: Item[]): Item[] {
  const found = new Map<string, Item>();
  for (const item of items) {
    if (item.job.status === "cancelled") continue;
    const key = `${item.job.request.region.join()} ${eventOf(item.job)}`;
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()];
}

/** What the map is fitted to: events, not the places where something failed; those where it is all there is. */
export function framed(items: Item[]): Item[] {
  const events = items.filter(({ job }) => job.status !== "failed" && job.status !== "parked");
  return events.length > 0 ? events : items;
}

/**
 * Keeps an order while somebody points at the list: items stay where they are with their new
 * content, new ones wait. `frozen` is the order of ids when the pointer came.
 */
export function steady(
  items: Item[],
  frozen: readonly string[] | null,
): { shown: Item[]; waiting: number } {
  if (!frozen) return { shown: items, waiting: 0 };
  const known = new Map(items.map((item) => [item.job.id, item]));
  const shown = frozen.flatMap((id) => known.get(id) ?? []);
  const moved = items.some((item, index) => frozen[index] !== item.job.id) ? 1 : 0;
  const fresh = items.length - shown.length;
  return { shown, waiting: fresh || moved };
}
