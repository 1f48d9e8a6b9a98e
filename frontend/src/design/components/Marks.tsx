import type { EventType, JobStatus, VersionStatus } from "@/generated/schema";
import { useTexts } from "@/text";
import { Icon, type IconName } from "../icons";
import styles from "./Marks.module.css";

export type Tone = "good" | "bad" | "doubt" | "live" | "idle" | "ink";

/** A state: symbol and word; the colour comes third. */
export function Mark({ tone, icon, name }: { tone: Tone; icon: IconName; name: string }) {
  return (
    <span className={[styles.mark, styles[tone]].join(" ")}>
      <Icon name={icon} size={14} />
      {name}
    </span>
  );
}

const JOB: Record<JobStatus, Tone> = {
  queued: "idle",
  running: "live",
  finished: "ink",
  failed: "bad",
  cancelled: "idle",
  parked: "doubt",
};
export const JOB_STATUSES = Object.keys(JOB) as JobStatus[];

/** The state of a diagnosis: symbol and word, the colour comes third. */
export function JobMark({ status }: { status: JobStatus }) {
  const { t } = useTexts();
  return <Mark tone={JOB[status]} icon={status} name={t(`status-${status}`)} />;
}

const VERSION: Record<VersionStatus, Tone> = {
  draft: "ink",
  in_review: "doubt",
  approved: "ink",
  published: "good",
  superseded: "idle",
  withdrawn: "bad",
};
export const VERSION_STATUSES = Object.keys(VERSION) as VersionStatus[];

/** The state of a report's version. */
export function VersionMark({ status }: { status: VersionStatus }) {
  const { t } = useTexts();
  return <Mark tone={VERSION[status]} icon={status} name={t(`version-${status}`)} />;
}

export const EVENTS: readonly EventType[] = [
  "rainstorm",
  "snowstorm",
  "gale",
  "heat_wave",
  "cold_wave",
];

/** What was found: an event, none although it was looked for, or nothing because nobody could look. */
export type Finding = EventType | "none" | "unknown";

/** A finding: the symbol of an event in its colour, and its name. */
export function EventMark({ finding, name }: { finding: Finding; name: string }) {
  return (
    <span className={[styles.mark, styles[finding]].join(" ")}>
      <Icon name={finding} />
      {name}
    </span>
  );
}
