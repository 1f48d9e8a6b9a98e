import { keepSocket } from "./socket";

/** How a diagnosis is followed. */
export interface FollowState {
  /** Complete: it has ended, and everything was said. */
  stand: "opening" | "live" | "away" | "complete";
  /** Why the connection is away: the code of its end. */
  code: number | null;
  /** When it went away, by a clock that nobody sets. */
  since: number;
  /** Set once it is back: for how long it was away, and after which event. */
  missed: { seconds: number; after: number } | null;
}

interface Message {
  type: "ready" | "event" | "heartbeat" | "ended";
  event?: { seq: number };
  last_seq?: number;
}

/**
 * Follows the events of a diagnosis. Each says that there is more to see, and which is the last; what is
 * seen is asked for. After a break it goes on from the last event that was heard.
 *
 * @returns what ends it.
 */
export function followRun(
  centre: string,
  diagnosis: string,
  after: number,
  listener: { event: (seq: number) => void; state: (state: FollowState) => void },
): () => void {
  let last = after;
  let state: FollowState = { stand: "opening", code: null, since: performance.now(), missed: null };
  const become = (changes: Partial<FollowState>) => {
    state = { ...state, ...changes };
    listener.state(state);
  };
  return keepSocket<Message>({
    address: () =>
      `diagnoses/${diagnosis}/?${new URLSearchParams({ tenant: centre, after: String(last) })}`,
    hear: (message) => {
      if (message.type === "ready") {
        const seconds = Math.round((performance.now() - state.since) / 1000);
        become({
          stand: "live",
          code: null,
          missed: state.stand === "away" ? { seconds, after: last } : state.missed,
        });
      }
      const seq = message.event?.seq ?? message.last_seq ?? 0;
      if (seq > last) {
        last = seq;
        listener.event(seq);
      }
    },
    broken: (code) => {
      if (state.stand === "away") become({ code });
      else become({ stand: "away", code, since: performance.now(), missed: null });
    },
    complete: () => become({ stand: "complete", code: null }),
  });
}
