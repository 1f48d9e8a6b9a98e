import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { bodyOf } from "@/api/client";
import { standingOf } from "@/api/reportQueries";
import { useCentre } from "@/app/context";
import type { OpenedPart } from "@/generated/schema";
import { useTexts } from "@/text";
import { useReader, useStanding, useVersion } from "./reader";
import styles from "./Side.module.css";

/** Openings that come together are sent together. */
const GATHER_MS = 800;
/** For how long the end of a section is in sight before it counts as read. */
const READ_MS = 1000;

const same = (one: OpenedPart, other: OpenedPart) => one.on === other.on && one.id === other.id;

/** Reports what was displayed: sections for the record of what was read, the rest for an approval. */
function useOpenings(): (part: OpenedPart) => void {
  const { api, centre } = useCentre();
  const version = useVersion();
  const { diagnosis, number } = version;
  const queries = useQueryClient();
  const standing = useStanding();
  const waiting = useRef<OpenedPart[]>([]);
  const displayed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const parts = waiting.current.splice(0);
    if (parts.length === 0) return;
    const { queryKey } = standingOf(api, centre, { diagnosis, number });
    bodyOf(
      api.POST("/api/v1/diagnoses/{job_id}/report/versions/{number}/opened/", {
        params: { path: { job_id: diagnosis, number } },
        body: { parts },
      }),
    ).then(
      ({ unopened }) => {
        queries.setQueryData(queryKey, (known) => known && { ...known, unopened });
        // With the last section, more may be done.
        if (unopened.every(({ on }) => on !== "section")) queries.invalidateQueries({ queryKey });
      },
      // What is not kept stays marked, and is sent when it is opened again.
      () => {
        for (const { id } of parts) displayed.current.delete(id);
      },
    );
  }, [api, centre, diagnosis, number, queries]);
  useEffect(() => send, [send]);
  const left = standing?.unopened;
  return useCallback(
    (part: OpenedPart) => {
      const isNew =
        part.on === "section"
          ? !displayed.current.has(part.id)
          : left?.some((one) => same(one, part));
      if (!isNew || waiting.current.some((one) => same(one, part))) return;
      if (part.on === "section") displayed.current.add(part.id);
      waiting.current.push(part);
      timer.current ??= setTimeout(send, GATHER_MS);
    },
    [left, send],
  );
}

/** Notes what of the version is opened: sections read to their end, charts and evidence looked at. */
export function Openings({ chart }: { chart: number | undefined }) {
  const { charts, choice, claims, reading } = useReader();
  const open = useOpenings();
  const artifact = charts.find((one) => one.number === chart)?.figure.artifact;
  const source = claims.get(choice.claim ?? "")?.source;
  const evidence =
    choice.evidence ?? (source?.startsWith("evidence:") ? source.slice("evidence:".length) : "");
  useEffect(() => {
    if (artifact) open({ on: "figure", id: artifact });
  }, [artifact, open]);
  useEffect(() => {
    if (evidence) open({ on: "evidence", id: evidence });
  }, [evidence, open]);
  const ids = reading.sections.map((section) => section.id).join(" ");
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = (target as HTMLElement).dataset.end ?? "";
        clearTimeout(timers.get(id));
        if (isIntersecting) {
          timers.set(
            id,
            setTimeout(() => open({ on: "section", id }), READ_MS),
          );
        }
      }
    });
    const stop = () => {
      observer.disconnect();
      for (const timer of timers.values()) clearTimeout(timer);
    };
    // Of a window that nobody sees nothing is in sight.
    const watch = () => {
      stop();
      if (document.hidden) return;
      for (const id of ids.split(" ")) {
        const end = document.querySelector(`[data-end="${CSS.escape(id)}"]`);
        if (end) observer.observe(end);
      }
    };
    watch();
    document.addEventListener("visibilitychange", watch);
    return () => {
      document.removeEventListener("visibilitychange", watch);
      stop();
    };
  }, [ids, open]);
  return null;
}

interface NotOpenedProps extends OpenedPart {
  /** Whether there is room for a sign only. */
  brief?: boolean;
}

/** Says to a reviewer that a part was not opened yet. */
export function NotOpened({ on, id, brief }: NotOpenedProps) {
  const { t } = useTexts();
  const { isUnopened } = useReader();
  if (!isUnopened({ on, id })) return null;
  const words = t("report-not-opened");
  return brief ? (
    <span className={styles.unopened} role="img" aria-label={words} title={words} />
  ) : (
    <span className={styles.unopened}>{words}</span>
  );
}
