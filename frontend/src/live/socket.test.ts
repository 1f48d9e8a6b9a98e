import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "@/api/session";
import { afterClose, follow, type Link } from "./socket";

class FakeSocket {
  static made: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  url: string;
  constructor(url: URL) {
    this.url = String(url);
    FakeSocket.made.push(this);
  }
  send(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(code: number, reason = "") {
    this.onclose?.({ code, reason });
  }
  close() {
    this.end(1006);
  }
}

const last = () => FakeSocket.made.at(-1) as FakeSocket;

describe("a followed socket", () => {
  let links: Link[];
  let messages: unknown[];
  let seq: number;
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.made = [];
    links = [];
    messages = [];
    seq = 0;
    stop = follow({
      path: () => `/ws/v1/diagnoses/1/?after=${seq}`,
      onLink: (link) => links.push(link),
      onMessage: (message) => {
        messages.push(message);
        if (message.type === "event") seq = (message.event as { seq: number }).seq;
      },
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("goes on after the last message when the connection was lost, and says how long it was away", () => {
    last().send({ type: "ready" });
    last().send({ type: "event", event: { seq: 7 } });
    last().end(1006);
    expect(links.at(-1)).toMatchObject({ state: "away", code: 1006 });
    vi.advanceTimersByTime(4000);
    expect(last().url).toContain("after=7");
    last().send({ type: "ready" });
    expect(links.at(-1)).toMatchObject({ state: "open" });
    expect((links.at(-1) as { awayMs: number }).awayMs).toBeGreaterThan(0);
  });

  it.each([1011, 1012, 1013, 4408])("resumes after %i", (code) => {
    last().end(code);
    vi.advanceTimersByTime(4000);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("waits longer where there are too many sockets", () => {
    last().end(4429);
    vi.advanceTimersByTime(8000);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(13_000);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it.each([4400, 4404])("does not ask again after %i", (code) => {
    last().end(code, "no such job");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(links.at(-1)).toEqual({ state: "refused", code, reason: "no such job" });
  });

  it("ends with the job", () => {
    last().send({ type: "ended", status: "finished" });
    last().end(1000);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(links.at(-1)).toEqual({ state: "ended", status: "finished" });
  });

  it.each([4401, 4403])("goes on after %i once somebody has signed in again", async (code) => {
    last().end(code);
    expect(session.waitingFor).toBe("signed_out");
    session.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("opens again when nothing was heard for long, not even a heartbeat", () => {
    last().send({ type: "ready" });
    vi.advanceTimersByTime(30_000);
    last().send({ type: "heartbeat" });
    vi.advanceTimersByTime(30_000);
    expect(FakeSocket.made).toHaveLength(1);
    vi.advanceTimersByTime(15_000);
    expect(FakeSocket.made).toHaveLength(2);
  });

  it("is silent once nobody needs it", () => {
    stop();
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.made).toHaveLength(1);
  });
});

it("knows what to do about every code of the documentation", () => {
  const wanted = { 1000: "done", 1011: "resume", 1012: "resume", 1013: "resume", 4400: "refused" };
  const more = { 4401: "sign_in", 4403: "sign_in", 4404: "refused", 4408: "resume", 4429: "wait" };
  for (const [code, act] of Object.entries({ ...wanted, ...more })) {
    expect([code, afterClose(Number(code))]).toEqual([code, act]);
  }
});
