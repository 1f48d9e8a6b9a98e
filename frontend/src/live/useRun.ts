import { useEffect, useState } from "react";
import { api, dataAs } from "@/api/client";
import type { EventPage, RecordedEvent } from "@/api/schema";
import { NOTHING, type Run, withEvent } from "./run";
import { follow, type Link } from "./socket";

export interface Followed {
  run: Run;
  link: Link;
  /** What happened while the connection was away, once it is back; null before and after. */
  away: { ms: number; events: number } | null;
  error: unknown;
  ready: boolean;
  retry: () => void;
}

const PAGE = 500;
const ENDED = new Set(["finished", "failed", "cancelled"]);

/** Reads the events after a number, page by page. */
async function recorded(id: string, after: number, take: (events: RecordedEvent[]) => void) {
  let seq = after;
  for (;;) {
    const page = await dataAs<EventPage>(
      api.GET("/api/v1/diagnoses/{job_id}/events/", {
        params: { path: { job_id: id }, query: { after: seq, limit: PAGE } },
      }),
    );
    take(page.results);
    seq = page.results.at(-1)?.seq ?? seq;
    if (seq >= page.last_seq || page.results.length === 0) return page.status;
  }
}

/**
 * A run from its first event on: what is recorded is read over REST, what comes over the socket.
 *
 * Both give numbered events, so that nothing is missed or counted twice where they meet. Several
 * events that come in the same frame are shown together.
 */
export function useRun(id: string): Followed {
  const [state, setState] = useState<Omit<Followed, "retry">>(START);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    let run = NOTHING;
    let gone = false;
    let frame = 0;
    let stop: (() => void) | undefined;
    let lostSeq: number | null = null;
    setState(START);

    const show = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (!gone) setState((before) => ({ ...before, run, ready: true }));
      });
    };
    const take = (events: RecordedEvent[]) => {
      run = events.reduce(withEvent, run);
      show();
    };
    const onLink = (link: Link) => {
      if (gone) return;
      if (link.state === "away") lostSeq ??= run.lastSeq;
      setState((before) => ({ ...before, link }));
      if (link.state !== "open" || link.awayMs === 0) return;
      const { awayMs } = link;
      const from = lostSeq ?? run.lastSeq;
      lostSeq = null;
      // The events that were missed follow at once: they are counted when they are here.
      setTimeout(() => {
        if (gone) return;
        const events = run.lastSeq - from;
        setState((before) => ({ ...before, away: { ms: awayMs, events } }));
      }, 1500);
    };

    recorded(id, 0, (events) => !gone && take(events)).then(
      (status) => {
        if (gone) return;
        setState((before) => ({ ...before, ready: true, run }));
        if (ENDED.has(status)) {
          setState((before) => ({ ...before, link: { state: "ended", status } }));
          return;
        }
        stop = follow({
          path: () => `/ws/v1/diagnoses/${id}/?after=${run.lastSeq}`,
          onLink,
          onMessage: (message) => {
            if (message.type === "event") take([message.event as RecordedEvent]);
          },
        });
      },
      (error) => !gone && setState((before) => ({ ...before, error })),
    );
    return () => {
      gone = true;
      cancelAnimationFrame(frame);
      stop?.();
    };
  }, [id, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}

const START: Omit<Followed, "retry"> = {
  run: NOTHING,
  link: { state: "connecting", since: 0 },
  away: null,
  error: null,
  ready: false,
};
