import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { runOf } from "@/api/runQueries";
import { type FollowState, followRun } from "@/api/runSocket";
import { useCentre } from "@/app/context";
import type { RunView } from "@/generated/schema";
import { useTexts } from "@/text";
import { isOver } from "./model";

const GATHER_MS = 80;
/** For how long nothing was heard, and how much happened meanwhile. */
export interface Missed {
  seconds: number;
  events: number;
}

/** A diagnosis, asked for again at each of its events. */
export function useRun(diagnosis: string) {
  const { api, centre } = useCentre();
  const { language } = useTexts();
  const queries = useQueryClient();
  const [follow, setFollow] = useState<FollowState | null>(null);
  const [missed, setMissed] = useState<Missed | null>(null);
  const isTold = follow?.stand === "live" || follow?.stand === "complete";
  const query = useQuery(runOf(api, centre, diagnosis, language, isTold));
  const isKnown = query.data !== undefined;
  const isFollowed = query.data !== undefined && !isOver(query.data.status);

  useEffect(() => {
    if (!isKnown || !isFollowed) return;
    const key = [centre, "run", diagnosis];
    const known = () =>
      Math.max(
        0,
        ...queries.getQueriesData<RunView>({ queryKey: key }).map(([, run]) => run?.last_seq ?? 0),
      );
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let isStale = false;
    let brokenAt: FollowState["missed"] = null;
    let away: { since: number; after: number } | null = null;
    let askedAt = Number.NEGATIVE_INFINITY;
    // Events that come while an answer is under way are asked for once it is there.
    const ask = async () => {
      timer = undefined;
      askedAt = performance.now();
      if (isAsking) {
        isStale = true;
        return;
      }
      isAsking = true;
      await queries.invalidateQueries({ queryKey: key });
      isAsking = false;
      if (brokenAt) setMissed({ seconds: brokenAt.seconds, events: known() - brokenAt.after });
      brokenAt = null;
      if (isStale) {
        isStale = false;
        later();
      }
    };
    // The first is asked for at once, and those that follow it closely together.
    const later = () => {
      timer ??= setTimeout(() => void ask(), Math.max(0, askedAt + GATHER_MS - performance.now()));
    };
    const end = followRun(centre, diagnosis, known(), {
      event: later,
      state: (state) => {
        if (state.stand === "away") away ??= { since: state.since, after: known() };
        else away = null;
        if (state.stand === "live" && state.missed) {
          brokenAt = state.missed;
          later();
        }
        if (state.stand === "complete") later();
        setFollow(state);
      },
    });
    return () => {
      end();
      clearTimeout(timer);
      // It has ended while the connection was away: what came meanwhile was asked for without it.
      if (away) {
        const seconds = Math.round((performance.now() - away.since) / 1000);
        setMissed({ seconds, events: known() - away.after });
      }
      setFollow(null);
    };
  }, [centre, diagnosis, isKnown, isFollowed, queries]);

  return { query, follow, missed, forget: () => setMissed(null) };
}
