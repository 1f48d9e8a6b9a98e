/** Stands for a socket, so that a test can say what the server says. */
export class FakeSocket {
  static opened: FakeSocket[] = [];
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  readonly address: URL;

  constructor(address: string) {
    this.address = new URL(address);
    FakeSocket.opened.push(this);
  }

  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(code = 1005) {
    this.onclose?.({ code });
  }
}

export const latestSocket = (): FakeSocket => {
  const socket = FakeSocket.opened.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
};
