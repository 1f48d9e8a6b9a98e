import { useSyncExternalStore } from "react";
import { type Change, changed, patched } from "@/api/freshness";
import { queryClient } from "@/api/queries";
import type { Diagnosis, DiagnosisPage } from "@/api/schema";
import { follow, type Link } from "./socket";

let link: Link = { state: "connecting", since: Date.now() };
/** What to go on from; nothing at first, for the clock of this machine may be wrong. */
let lastAt = "";
const listeners = new Set<() => void>();

const REFRESH_MS = 1000;
const stale = new Set<"diagnoses" | "queue">();

/** Reads a list again soon: once for many changes that come together. */
function refresh(name: "diagnoses" | "queue") {
  if (stale.size === 0) {
    setTimeout(() => {
      for (const one of stale)
        void queryClient.invalidateQueries({ queryKey: [one], refetchType: "active" });
      stale.clear();
    }, REFRESH_MS);
  }
  stale.add(name);
}

function apply(change: Change) {
  queryClient.setQueryData<Diagnosis>(
    ["diagnosis", change.id],
    (known) => known && changed(known, change),
  );
  let listed = false;
  queryClient.setQueriesData<DiagnosisPage>({ queryKey: ["diagnoses"] }, (page) => {
    if (!page?.results) return page;
    listed = listed || page.results.some((job) => job.id === change.id);
    return patched(page, [change]);
  });
  // One that no list has yet: a new diagnosis. Its request is read with the next page.
  if (!listed) refresh("diagnoses");
  refresh("queue");
}

/** Follows all jobs of the centre for as long as the shell is shown. */
export function followActivity(): () => void {
  return follow({
    path: () => `/ws/v1/activity/${lastAt && `?after=${encodeURIComponent(lastAt)}`}`,
    onLink: (next) => {
      link = next;
      for (const listener of listeners) listener();
    },
    onMessage: (message) => {
      if (typeof message.at === "string") lastAt = message.at;
      if (message.type === "ready" && typeof message.after === "string") lastAt ||= message.after;
      if (message.type === "ready") refresh("diagnoses");
      if (message.type === "job") apply(message.job as Change);
    },
  });
}

export function useActivityLink(): Link {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => link,
  );
}
