import { replaceEqualDeep } from "@tanstack/react-query";
import type { Diagnosis, DiagnosisPage } from "./schema";

/** What the socket says of a job of the centre: the fields that change. */
export type Change = Pick<Diagnosis, "id" | "status" | "last_seq" | "state">;

/** Applies a change to a diagnosis; the same where it knows as much already (by the number of events). */
export const changed = <T extends Diagnosis>(job: T, { id, status, last_seq, state }: Change): T =>
  job.id === id && last_seq > job.last_seq ? { ...job, status, last_seq, state } : job;

/** Applies changes to a page of a list; the same page where it holds nothing of them. */
export function patched(page: DiagnosisPage, changes: Change[]): DiagnosisPage {
  const last = new Map(changes.map((change) => [change.id, change]));
  const results = page.results.map((job) => {
    const change = last.get(job.id);
    return change ? changed(job, change) : job;
  });
  return results.some((job, at) => job !== page.results[at]) ? { ...page, results } : page;
}

/**
 * How replies enter the cache. A reply that was on its way while the socket brought something later
 * must not take that back: of each job the later state stays.
 */
export const keepingNewer = {
  one: (known: unknown, reply: unknown): unknown =>
    replaceEqualDeep(known, known ? changed(reply as Diagnosis, known as Diagnosis) : reply),
  page: (known: unknown, reply: unknown): unknown =>
    replaceEqualDeep(
      known,
      known ? patched(reply as DiagnosisPage, (known as DiagnosisPage).results) : reply,
    ),
};
