import { useCallback, useEffect, useRef, useState } from "react";
import { Problem } from "@/api/problems";

/** What is on its way into a draft: fields are kept one after the other, each with what came of it. */
export interface Saving {
  isSaving: boolean;
  /** Fields that hold something that cannot be sent, as a number with letters in it. */
  unsent: ReadonlySet<string>;
  markUnsent: (field: string, isUnsent: boolean) => void;
  /** What was refused, by the path of its field; empty for the draft itself. */
  refused: ReadonlyMap<string, Error>;
  /** What was given and may be on its way, by path; what was refused stays until something else is given. */
  given: ReadonlyMap<string, unknown>;
  give: (path: string, value: unknown) => void;
  /** Takes back what was given, and the refusal of it. */
  forget: (path: string) => void;
  /** Acts when all that was asked for before is done. */
  queue: (path: string, act: () => Promise<unknown>, value?: unknown) => void;
}

/** What is given, without a value that has arrived: what was given since stays. */
function without(given: ReadonlyMap<string, unknown>, path: string, value: unknown) {
  if (!given.has(path) || given.get(path) !== value) return given;
  const next = new Map(given);
  next.delete(path);
  return next;
}

/** Lets the browser ask before the page is left, while something is not kept. */
function useStayWhile(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
}

/** Whether something would be lost with the page: it was refused, or is nothing that can be sent. */
export const isLost = ({ refused, unsent }: Pick<Saving, "refused" | "unsent">): boolean =>
  refused.size > 0 || unsent.size > 0;

export function useSaving(onEnd: () => void): Saving {
  const [refused, setRefused] = useState<ReadonlyMap<string, Error>>(new Map());
  const [given, setGiven] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [waiting, setWaiting] = useState(0);
  const [unsent, setUnsent] = useState<ReadonlySet<string>>(new Set());
  const markUnsent = useCallback((field: string, isUnsent: boolean) => {
    setUnsent((before) => {
      if (before.has(field) === isUnsent) return before;
      const next = new Set(before);
      if (isUnsent) next.add(field);
      else next.delete(field);
      return next;
    });
  }, []);
  useStayWhile(waiting > 0 || isLost({ refused, unsent }));
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  const note = (path: string, error: Error | null) =>
    setRefused((before) => {
      const next = new Map(before);
      if (error) next.set(path, error);
      else next.delete(path);
      return next;
    });
  return {
    isSaving: waiting > 0,
    unsent,
    markUnsent,
    refused,
    given,
    give: (path, value) => setGiven((before) => new Map(before).set(path, value)),
    forget: (path) => {
      setGiven((before) => without(before, path, before.get(path)));
      note(path, null);
    },
    queue: (path, act, value) => {
      setWaiting((count) => count + 1);
      chain.current = chain.current
        .then(act)
        .then(
          () => {
            note(path, null);
            setGiven((before) => without(before, path, value));
          },
          (error: unknown) =>
            note(
              path,
              error instanceof Error ? error : new Problem({ status: 0, code: "unknown" }),
            ),
        )
        .finally(() => {
          setWaiting((count) => count - 1);
          onEnd();
        });
    },
  };
}
