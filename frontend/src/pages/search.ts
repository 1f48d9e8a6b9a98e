import { EVENTS, JOB_STATUSES, VERSION_STATUSES } from "@/design/components/Marks";
import type { EventType, JobStatus, VersionStatus } from "@/generated/schema";

export interface DiagnosisSearch {
  status?: JobStatus;
  event?: EventType;
  cursor?: string;
}

export interface ReportSearch {
  status?: VersionStatus;
  event?: EventType;
  cursor?: string;
  /** Every version of each report; else the newest alone. */
  versions?: "all";
}

export type Given = Record<string, unknown>;

export const oneOf = <Value extends string>(
  value: unknown,
  known: readonly Value[],
): Value | undefined => known.find((one) => one === value);

export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

export const cursorIn = (given: Given) => textIn(given.cursor);

/** The filters of an address; what is no filter is left out, so that an old link still opens. */
export const diagnosisSearch = (given: Given): DiagnosisSearch => ({
  status: oneOf(given.status, JOB_STATUSES),
  event: oneOf(given.event, EVENTS),
  cursor: cursorIn(given),
});

export const reportSearch = (given: Given): ReportSearch => ({
  status: oneOf(given.status, VERSION_STATUSES),
  event: oneOf(given.event, EVENTS),
  cursor: cursorIn(given),
  versions: oneOf(given.versions, ["all"] as const),
});
