import { useSyncExternalStore } from "react";
import { useTexts } from "@/texts";

/** How the reader's own zone is written beside a time: `UTC+8`. */
export function zoneName(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const sign = minutes < 0 ? "−" : "+";
  return `UTC${sign}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** A time in UTC, with its zone: `2026-07-05 06:00 UTC`. */
export function utc(at: Date, seconds = false): string {
  const clock = at.toISOString().slice(11, seconds ? 19 : 16);
  return `${at.toISOString().slice(0, 10)} ${clock} UTC`;
}

/** The same in the reader's zone, with its name: `2026-07-05 14:00 UTC+8`. */
export function local(at: Date): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())} ${zoneName(at)}`;
}

/** A time: always UTC and always said so; the reader's own zone is in its title. */
export function Time({
  at,
  both,
  short,
}: {
  at: string | Date | null | undefined;
  both?: boolean;
  short?: boolean;
}) {
  const { t } = useTexts();
  if (!at) return <span className="quiet">–</span>;
  const date = new Date(at);
  const text = utc(date);
  const own = local(date);
  return (
    <time dateTime={date.toISOString()} title={t("ui-local-time", { time: own })} className="time">
      {short ? text.slice(5) : text}
      {both && own !== text && (
        <span className="quiet"> · {t("ui-local-time", { time: own })}</span>
      )}
    </time>
  );
}

let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The present, once a second for all who show it. */
export function useNow(): number {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      timer ??= setInterval(() => {
        now = Date.now();
        for (const one of watchers) one();
      }, 1000);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      };
    },
    () => now,
  );
}

/** Splits seconds into the largest unit that is not zero. */
export function span(seconds: number): { id: string; n: number } {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 90) return { id: "ui-span-seconds", n: whole };
  if (whole < 90 * 60) return { id: "ui-span-minutes", n: Math.round(whole / 60) };
  if (whole < 36 * 3600) return { id: "ui-span-hours", n: Math.round(whole / 3600) };
  return { id: "ui-span-days", n: Math.round(whole / 86400) };
}

/** How long ago, or in how long: minutes matter, so it counts by itself. */
export function Ago({ at }: { at: string | null | undefined }) {
  const { t } = useTexts();
  const present = useNow();
  if (!at) return <span className="quiet">–</span>;
  const seconds = (present - new Date(at).getTime()) / 1000;
  const { id, n } = span(Math.abs(seconds));
  const text = t(id, { n });
  return (
    <time dateTime={at} title={`${utc(new Date(at))} · ${local(new Date(at))}`}>
      {seconds >= 0 ? t("ui-ago", { span: text }) : t("ui-in", { span: text })}
    </time>
  );
}
