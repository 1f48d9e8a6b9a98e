import { useSyncExternalStore } from "react";
import { serverTime } from "@/api/server";
import { useTexts } from "@/text";
import styles from "./Time.module.css";

const two = (value: number) => String(value).padStart(2, "0");

/** How the reader's own zone is written beside a time: `UTC+8`. */
export function zoneName(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${two(size % 60)}`;
  return `UTC${minutes < 0 ? "−" : "+"}${Math.floor(size / 60)}${rest}`;
}

/** Date and time of day in UTC: `2026-07-05`, `06:00`. */
export function utcParts(at: Date): [string, string] {
  const [date = "", rest = ""] = at.toISOString().split("T");
  return [date, rest.slice(0, 5)];
}

/** The same in the reader's own zone, with its name. */
export function localTime(at: Date): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())} ${zoneName(at)}`;
}

/** A time: always in UTC and always marked so; the reader's own zone is one hover away. */
export function Time({ at }: { at: string }) {
  const { t } = useTexts();
  const instant = new Date(at);
  return (
    <time
      className={styles.time}
      dateTime={at}
      title={t("local-time", { time: localTime(instant) })}
    >
      {utcParts(instant).join(" ")} <span className={styles.zone}>UTC</span>
    </time>
  );
}

interface PeriodProps {
  start: string;
  end: string;
  /** Ends that are those of the data alone: it may have begun before, or go on. */
  isOpen?: { start: boolean; end: boolean };
  /** Of days: times of day are left out. */
  isOfDays?: boolean;
}

/** A period in UTC; a day that does not change is written once. A line breaks between its ends only. */
export function Period({ start, end, isOpen, isOfDays }: PeriodProps) {
  const { t } = useTexts();
  const [first, from] = utcParts(new Date(start));
  const [last, to] = utcParts(new Date(end));
  const zone = !isOfDays && <span className={styles.zone}> UTC</span>;
  const at = (date: string, time: string) => (isOfDays ? date : `${date} ${time}`);
  const until = isOfDays ? last : first === last ? to : at(last, to);
  if (start === end || (isOfDays && first === last)) {
    return (
      <span className={styles.time}>
        {at(first, from)}
        {zone}
      </span>
    );
  }
  return (
    <>
      <span className={styles.time} title={isOpen?.start ? t("open-start") : undefined}>
        {isOpen?.start && "≤ "}
        {at(first, from)} –
      </span>{" "}
      <span className={styles.time} title={isOpen?.end ? t("open-end") : undefined}>
        {isOpen?.end && "≥ "}
        {until}
        {zone}
      </span>
    </>
  );
}

/** Splits seconds into a number of the unit that people would say. */
export function spanOf(seconds: number): {
  unit: "now" | "minutes" | "hours" | "days";
  count: number;
} {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return { unit: "now", count: whole };
  if (whole < 90 * 60) return { unit: "minutes", count: Math.round(whole / 60) };
  if (whole < 36 * 3600) return { unit: "hours", count: Math.round(whole / 3600) };
  return { unit: "days", count: Math.round(whole / 86400) };
}

/** Zero while nobody shows it: whoever is the first to do so reads the clock. */
let present = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    present = serverTime();
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
      present = 0;
    }
  };
}

/** The present by the server's clock, in milliseconds, once a second for all who show it. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => {
    present ||= serverTime();
    return present;
  });
}

/** Writes how long ago something was; seconds are not counted. */
export function useAge(): (at: string) => string {
  const { t } = useTexts();
  const now = useNow();
  return (at) => {
    const { unit, count } = spanOf((now - Date.parse(at)) / 1000);
    return t(`ago-${unit}`, { count });
  };
}

/** How long ago something was. */
export function Ago({ at }: { at: string }) {
  const ageOf = useAge();
  return (
    <time className={styles.time} dateTime={at} title={localTime(new Date(at))}>
      {ageOf(at)}
    </time>
  );
}
