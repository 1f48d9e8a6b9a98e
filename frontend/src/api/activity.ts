/** Whether changes are reported as they happen, and what was missed before. */
export interface ActivityState {
  isLive: boolean;
  /** When this began, in milliseconds. */
  since: number;
  /** Set once the connection is back: for how long it was away, and how much has happened meanwhile. */
  missed: { seconds: number; changes: number } | null;
}

interface Listener {
  /** Something has changed: what is shown is to be asked for again. */
  changed: () => void;
  state: (state: ActivityState) => void;
}

const SILENT_MS = 40_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Ends after which an early return helps nobody: no right, no session, too many sockets. */
const PATIENT: ReadonlySet<number> = new Set([4400, 4401, 4403, 4404, 4429]);

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
  let socket: WebSocket | null = null;
  let position: string | undefined;
  let failures = 0;
  let state: ActivityState = { isLive: false, since: Date.now(), missed: null };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** Where the connection broke; what is reported of later times, until it is quiet, was missed. */
  let brokenAt: number | null = null;

  const become = (isLive: boolean, missed: ActivityState["missed"]) => {
    if (state.isLive !== isLive) state = { isLive, since: Date.now(), missed };
    else state = { ...state, missed };
    listener.state(state);
  };

  const hear = (message: Message) => {
    if (message.type === "ready") {
      const seconds = Math.round((Date.now() - state.since) / 1000);
      if (position && !state.isLive) brokenAt = Date.parse(position);
      become(true, brokenAt === null ? null : { seconds, changes: 0 });
      failures = 0;
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
  };

  const again = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.5 + Math.random()));
  };

  function open() {
    const query = new URLSearchParams({ tenant: centre, ...(position && { after: position }) });
    const { protocol, host } = location;
    const own = new WebSocket(
      `${protocol === "https:" ? "wss" : "ws"}://${host}/ws/v1/activity/?${query}`,
    );
    socket = own;
    const expect = () => {
      clearTimeout(timer);
      timer = setTimeout(() => own.close(), SILENT_MS);
    };
    expect();
    own.onmessage = ({ data }) => {
      expect();
      hear(JSON.parse(String(data)));
    };
    own.onclose = ({ code }) => {
      if (isOver) return;
      if (state.isLive) become(false, null);
      failures += 1;
      again(
        PATIENT.has(code)
          ? LONGEST_WAIT_MS
          : Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS),
      );
    };
  }

  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    socket?.close();
  };
}
