import { EVENTS, JOB_STATUSES, VERSION_STATUSES } from "@/design/components/Marks";
import type { EventType, JobStatus, VersionStatus } from "@/generated/schema";

export interface DiagnosisSearch {
  status?: JobStatus;
  event?: EventType;
  cursor?: string;
  /** The diagnosis that was requested just now. */
  sent?: string;
}

export interface ReportSearch {
  status?: VersionStatus;
  event?: EventType;
  cursor?: string;
  /** Every version of each report; else the newest alone. */
  versions?: "all";
}

type Given = Record<string, unknown>;

const oneOf = <Value extends string>(value: unknown, known: readonly Value[]): Value | undefined =>
  known.find((one) => one === value);

const cursorIn = (given: Given) => (typeof given.cursor === "string" ? given.cursor : undefined);

/** The filters of an address; what is no filter is left out, so that an old link still opens. */
export const diagnosisSearch = (given: Given): DiagnosisSearch => ({
  status: oneOf(given.status, JOB_STATUSES),
  event: oneOf(given.event, EVENTS),
  cursor: cursorIn(given),
  sent: typeof given.sent === "string" ? given.sent : undefined,
});

export const reportSearch = (given: Given): ReportSearch => ({
  status: oneOf(given.status, VERSION_STATUSES),
  event: oneOf(given.event, EVENTS),
  cursor: cursorIn(given),
  versions: oneOf(given.versions, ["all"] as const),
});
