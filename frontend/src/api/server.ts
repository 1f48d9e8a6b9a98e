import type { Start } from "@/start";

// What every answer says of the server beside its body: its clock, and which build of the pages it has.

const BUILD = "X-HVRMET-Build";

/** How far the server's clock is ahead of this machine's, in milliseconds, as closely as is known. */
let ahead = 0;
let ownBuild: string | null = null;

/** What is wrong with the pages as they are loaded. */
export interface PagesState {
  /** The server has been upgraded since: they are those of an earlier build. */
  isOld: boolean;
  /** A part could not be loaded: its file is gone, or the server or the network is away. */
  isIncomplete: boolean;
}

let state: PagesState = { isOld: false, isIncomplete: false };
const listeners = new Set<() => void>();

export const pagesState = (): PagesState => state;

export function onPagesState(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(changes: Partial<PagesState>) {
  const next = { ...state, ...changes };
  if (next.isOld === state.isOld && next.isIncomplete === state.isIncomplete) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Errors of parts that could not be loaded. */
const losses = new WeakSet<object>();

export const isLoss = (error: unknown): boolean =>
  typeof error === "object" && error !== null && losses.has(error);

/** Notes which parts of the pages cannot be loaded; asks why, for an upgrade takes files away. */
export function noteLosses() {
  addEventListener("vite:preloadError", ({ payload }) => {
    losses.add(payload);
    become({ isIncomplete: true });
    ask("/api/v1/session/").catch(() => undefined);
  });
}

/** The server's time at a time of this machine, which may be set wrong. */
export const serverTime = (own = Date.now()): number => own + ahead;

/**
 * Hears the server's clock: it showed a time between `low` and `high` at some moment from `asked` to
 * `answered` of this machine's. An estimate that agrees is not changed, so that no time shown jumps.
 */
function hearClock(low: number, high: number, asked: number, answered: number) {
  ahead = Math.min(Math.max(ahead, low - answered), high - asked);
}

/** Takes what the server wrote into the page. */
export function beginWith({ build, now }: Pick<Start, "build" | "now">) {
  ownBuild = build;
  const written = Date.parse(now);
  hearClock(written, written, performance.timeOrigin, Date.now());
}

function hear(answer: Response, asked: number) {
  const date = Date.parse(answer.headers.get("Date") ?? "");
  // It is written in whole seconds, by a process that may write it once a second.
  if (Number.isFinite(date)) hearClock(date, date + 2000, asked, Date.now());
  const build = answer.headers.get(BUILD);
  if (build !== null && ownBuild !== null) become({ isOld: build !== ownBuild });
}

/** Asks the server, as `fetch` does. */
export async function ask(input: RequestInfo): Promise<Response> {
  const asked = Date.now();
  const answer = await fetch(input);
  hear(answer, asked);
  return answer;
}
