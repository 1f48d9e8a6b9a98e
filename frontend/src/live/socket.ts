import { session } from "@/api/session";

/** Where a followed socket stands, as pages show it. */
export type Link =
  | { state: "connecting"; since: number }
  | { state: "open"; since: number; awayMs: number }
  | { state: "away"; since: number; code: number; reason: string }
  | { state: "ended"; status: string }
  | { state: "refused"; code: number; reason: string };

export interface Follow {
  /** Path of the socket, with the point to go on from, each time it is opened. */
  path: () => string;
  onMessage: (message: { type: string } & Record<string, unknown>) => void;
  onLink: (link: Link) => void;
}

/** What to do about each code that a socket closes with: `docs/use/sockets.md`. */
export function afterClose(code: number): "done" | "resume" | "wait" | "sign_in" | "refused" {
  if (code === 1000) return "done";
  if (code === 4401 || code === 4403) return "sign_in";
  if (code === 4429) return "wait";
  if (code === 4400 || code === 4404) return "refused";
  return "resume";
}

const SILENCE_MS = 40_000;
const between = (from: number, to: number) => from + Math.random() * (to - from);

/**
 * Follows a socket for as long as a page needs it: opens it again by itself after a random wait,
 * goes on where the last message ended, and says when it was away.
 *
 * Returns what ends it.
 */
export function follow({ path, onMessage, onLink }: Follow): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let lostAt: number | null = null;
  let stopped = false;

  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket?.close(), SILENCE_MS);
  };

  function open() {
    if (stopped) return;
    const address = new URL(path(), location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (session.tenant) address.searchParams.set("tenant", session.tenant);
    if (lostAt === null) onLink({ state: "connecting", since: Date.now() });
    const opened = new WebSocket(address);
    socket = opened;
    listen();
    opened.onmessage = (event) => {
      listen();
      const message = JSON.parse(String(event.data));
      if (message.type === "ready") {
        const awayMs = lostAt === null ? 0 : Date.now() - lostAt;
        lostAt = null;
        onLink({ state: "open", since: Date.now(), awayMs });
      } else if (message.type === "ended") {
        onLink({ state: "ended", status: String(message.status) });
      }
      onMessage(message);
    };
    opened.onclose = (event) => {
      clearTimeout(silence);
      if (!stopped && socket === opened) closed(event.code, event.reason);
    };
  }

  function closed(code: number, reason: string) {
    const next = afterClose(code);
    if (next === "done") return;
    if (next === "refused") {
      onLink({ state: "refused", code, reason });
      return;
    }
    lostAt ??= Date.now();
    onLink({ state: "away", since: lostAt, code, reason });
    if (next === "sign_in") {
      session.interrupt("signed_out").then(open, () => onLink({ state: "refused", code, reason }));
      return;
    }
    timer = setTimeout(open, next === "wait" ? between(10_000, 20_000) : between(800, 3_500));
  }

  const online = () => {
    if (lostAt !== null) {
      clearTimeout(timer);
      open();
    }
  };
  window.addEventListener("online", online);
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(silence);
    window.removeEventListener("online", online);
    socket?.close();
  };
}
