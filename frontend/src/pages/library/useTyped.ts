import { useCallback, useEffect, useRef, useState } from "react";

/** A field hands on what is typed after so long a pause. */
export const PAUSE_MS = 400;
/** Of a field whose results are shown beside it. */
export const SEARCH_PAUSE_MS = 250;

interface Options {
  /** Whether two texts mean the same, as `62` and `62.0`. */
  same?: (one: string, other: string) => boolean;
  /** Whether what is typed last is handed on when the field goes away: not of a filter, or of what is sent otherwise. */
  keepsLast?: boolean;
  pauseMs?: number;
}

const alike = (one: string, other: string) => one === other;

/**
 * What is typed: it is handed on after a pause and when the field or the page is left, and follows what is set
 * elsewhere. An answer to something typed before does not take back what was typed since.
 */
export function useTyped(
  value: string,
  onPause: (value: string) => void,
  { same = alike, keepsLast = true, pauseMs = PAUSE_MS }: Options = {},
) {
  const [typed, setTyped] = useState(value);
  /** What was handed on since both agreed, the last one at the end. */
  const handed = useRef([value]);
  const now = useRef({ onPause, same, typed });
  now.current = { onPause, same, typed };
  useEffect(() => {
    const last = handed.current.at(-1) ?? "";
    if (now.current.same(value, last)) {
      handed.current = [last];
      return;
    }
    if (handed.current.some((one) => now.current.same(value, one))) return;
    handed.current = [value];
    setTyped(value);
  }, [value]);
  /** Hands on what is typed, and says whether there was anything new. */
  const flush = useCallback(() => {
    const text = now.current.typed;
    if (text === handed.current.at(-1)) return false;
    handed.current.push(text);
    now.current.onPause(text);
    return true;
  }, []);
  useEffect(() => {
    if (typed === handed.current.at(-1)) return;
    const timer = setTimeout(flush, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, flush, pauseMs]);
  useEffect(() => {
    if (!keepsLast) return;
    const leave = (event: BeforeUnloadEvent) => {
      // It is on its way then: the browser asks whether to stay that long.
      if (flush()) event.preventDefault();
    };
    window.addEventListener("beforeunload", leave);
    return () => {
      window.removeEventListener("beforeunload", leave);
      flush();
    };
  }, [keepsLast, flush]);
  return [typed, setTyped, flush] as const;
}
