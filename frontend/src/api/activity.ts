import { serverTime } from "./server";
import { keepSocket } from "./socket";

/** Whether changes are reported as they happen, and what was missed before. */
export interface ActivityState {
  isLive: boolean;
  /** When this began, by the server's clock. */
  since: number;
  /** Set once the connection is back: for how long it was away, and how much has happened meanwhile. */
  missed: { seconds: number; changes: number } | null;
}

interface Listener {
  /** Something has changed: what is shown is to be asked for again. */
  changed: () => void;
  state: (state: ActivityState) => void;
}

interface Message {
  type: "ready" | "job" | "heartbeat";
  at?: string;
  after?: string;
}

/**
 * Follows what happens in a centre. A message is a hint and never what a page shows: it may be lost, or
 * come twice. Where the connection breaks it comes back by itself, from where it was.
 *
 * @returns what ends it.
 */
export function followActivity(centre: string, listener: Listener): () => void {
  let position: string | undefined;
  let state: ActivityState = { isLive: false, since: serverTime(), missed: null };
  /** Where the connection broke; what is reported of later times, until it is quiet, was missed. */
  let brokenAt: number | null = null;

  const become = (isLive: boolean, missed: ActivityState["missed"]) => {
    if (state.isLive !== isLive) state = { isLive, since: serverTime(), missed };
    else state = { ...state, missed };
    listener.state(state);
  };

  return keepSocket<Message>({
    address: () =>
      `activity/?${new URLSearchParams({ tenant: centre, ...(position && { after: position }) })}`,
    hear: (message) => {
      if (message.type === "ready") {
        const seconds = Math.round((serverTime() - state.since) / 1000);
        if (position && !state.isLive) brokenAt = Date.parse(position);
        become(true, brokenAt === null ? null : { seconds, changes: 0 });
      }
      if (message.type === "heartbeat") brokenAt = null;
      if (message.type === "job") {
        const { missed } = state;
        // The first half minute is reported twice.
        const isNew = brokenAt !== null && Date.parse(message.at ?? "") > brokenAt;
        if (missed && isNew) become(true, { ...missed, changes: missed.changes + 1 });
        listener.changed();
      }
      position = message.at ?? message.after ?? position;
    },
    broken: () => state.isLive && become(false, null),
  });
}
