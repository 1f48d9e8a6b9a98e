const SILENT_MS = 40_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Ends after which an early return helps nobody: no right, no session, too many sockets. */
const PATIENT: ReadonlySet<number> = new Set([4400, 4401, 4403, 4404, 4429]);
/** A socket that has said everything. */
const COMPLETE = 1000;

interface Ears<Message> {
  /** The address below `/ws/v1/`, as it is when a socket is opened. */
  address: () => string;
  hear: (message: Message) => void;
  /** The connection is gone; it comes back by itself. */
  broken: (code: number) => void;
  /** The server has said everything, and nothing comes back. */
  complete?: () => void;
}

/**
 * Keeps a socket open: where the connection breaks, or is silent for long, it is opened again, after a
 * time that grows and that chance moves.
 *
 * @returns what ends it.
 */
export function keepSocket<Message>(ears: Ears<Message>): () => void {
  let socket: WebSocket | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const again = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(open, wait * (0.5 + Math.random()));
  };

  function open() {
    const { protocol, host } = location;
    const own = new WebSocket(
      `${protocol === "https:" ? "wss" : "ws"}://${host}/ws/v1/${ears.address()}`,
    );
    socket = own;
    const expect = () => {
      clearTimeout(timer);
      timer = setTimeout(() => own.close(), SILENT_MS);
    };
    expect();
    own.onmessage = ({ data }) => {
      expect();
      const message = JSON.parse(String(data)) as Message & { type?: string };
      if (message.type === "ready") failures = 0;
      ears.hear(message);
    };
    own.onclose = ({ code }) => {
      if (isOver) return;
      if (code === COMPLETE && ears.complete) {
        end();
        ears.complete();
        return;
      }
      ears.broken(code);
      failures += 1;
      again(
        PATIENT.has(code)
          ? LONGEST_WAIT_MS
          : Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS),
      );
    };
  }

  function end() {
    isOver = true;
    clearTimeout(timer);
    socket?.close();
  }

  open();
  return end;
}
