import type { Diagnosis, EventType, JobStatus, Verdict, VersionStatus } from "@/api/schema";
import { useTexts } from "@/texts";
import { Icon, type IconName } from "../icons";

type Tone = "good" | "bad" | "doubt" | "idle" | "live" | "ink";

export function Mark({
  tone,
  icon,
  children,
}: {
  tone: Tone;
  icon: IconName;
  children: React.ReactNode;
}) {
  return (
    <span className={`mark ${tone}`}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

const STATUS: Record<JobStatus, Tone> = {
  queued: "idle",
  running: "live",
  finished: "ink",
  failed: "bad",
  cancelled: "idle",
  parked: "doubt",
};

export function StatusMark({ status }: { status: JobStatus }) {
  const { t } = useTexts();
  return (
    <Mark tone={STATUS[status]} icon={status}>
      {t(`ui-status-${status}`)}
    </Mark>
  );
}

const VERDICT: Record<Verdict, Tone> = { confirmed: "good", refuted: "bad", undetermined: "idle" };

export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { t } = useTexts();
  return (
    <Mark tone={VERDICT[verdict]} icon={verdict}>
      {t(`ui-verdict-${verdict}`)}
    </Mark>
  );
}

const VERSION: Record<VersionStatus, [Tone, IconName]> = {
  draft: ["idle", "diagnoses"],
  in_review: ["doubt", "comment"],
  approved: ["live", "confirmed"],
  published: ["good", "finished"],
  superseded: ["idle", "cancelled"],
  withdrawn: ["bad", "veto"],
};

export function VersionMark({ status }: { status: VersionStatus }) {
  const { t } = useTexts();
  const [tone, icon] = VERSION[status];
  return (
    <Mark tone={tone} icon={icon}>
      {t(`ui-version-${status}`)}
    </Mark>
  );
}

/** Whether a diagnosis was able to say which kind of event there was, if any. */
export const classified = ({ status, state }: Pick<Diagnosis, "status" | "state">): boolean =>
  status === "finished" && state.conclusion?.occurrence.status !== "cannot_be_tested";

/** The text for a diagnosis without an event: that it failed, that there was none, or that nobody knows. */
export const unnamed = (status: JobStatus, classified: boolean): string =>
  status === "failed" ? "ui-status-failed" : classified ? "ui-event-none" : "ui-event-open";

/** What a diagnosis is called: its event, else what `unnamed` says. */
export function DiagnosisMark({
  event,
  status,
  classified,
  beside = false,
}: {
  event: EventType | null | undefined;
  status: JobStatus;
  /** Whether the kinds of event have been tested. */
  classified: boolean;
  /** Whether the status stands beside it, and need not be said twice. */
  beside?: boolean;
}) {
  const { t } = useTexts();
  if (event) return <EventMark event={event} />;
  if (status === "failed" && !beside) return <StatusMark status={status} />;
  if (classified) return <EventMark event={null} />;
  return <span className="quiet">{t("ui-event-open")}</span>;
}

/** A kind of event: its sign, its colour and its name. */
export function EventMark({
  event,
  bare,
}: {
  event: EventType | null | undefined;
  bare?: boolean;
}) {
  const { t, label } = useTexts();
  const name = event ? label(event) : t("ui-event-none");
  return (
    <span className="event" data-event={event ?? undefined} title={bare ? name : undefined}>
      <Icon name={event ?? "undetermined"} />
      {bare ? (
        <span className="visually-hidden">{name}</span>
      ) : (
        <span className="name">{name}</span>
      )}
    </span>
  );
}
