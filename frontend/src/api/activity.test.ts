import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ActivityState, followActivity } from "./activity";

class FakeSocket {
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

const latest = () => {
  const socket = FakeSocket.opened.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
};

let states: ActivityState[];
let changes: number;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.opened = [];
  states = [];
  changes = 0;
  end = followActivity("alpha", {
    state: (state) => states.push(state),
    changed: () => {
      changes += 1;
    },
  });
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("names its centre, and begins without a time", () => {
  expect(latest().address.pathname).toBe("/ws/v1/activity/");
  expect(Object.fromEntries(latest().address.searchParams)).toEqual({ tenant: "alpha" });
});

test("tells that something has changed, and that it is live", () => {
  latest().say({ type: "ready", after: "2026-07-01T00:00:00Z" });
  expect(states.at(-1)).toMatchObject({ isLive: true, missed: null });
  latest().say({ type: "job", at: "2026-07-01T00:00:05Z", job: {} });
  latest().say({ type: "heartbeat", at: "2026-07-01T00:00:20Z" });
  expect(changes).toBe(1);
});

test("comes back from where it was, and says what was missed", () => {
  latest().say({ type: "ready", after: "2026-07-01T00:00:00Z" });
  latest().say({ type: "job", at: "2026-07-01T00:00:05Z", job: {} });
  latest().close(1012);
  expect(states.at(-1)).toMatchObject({ isLive: false });
  for (let tries = 0; tries < 4; tries += 1) {
    vi.advanceTimersByTime(60_000);
    latest().close(1006);
  }
  vi.advanceTimersByTime(60_000);
  expect(latest().address.searchParams.get("after")).toBe("2026-07-01T00:00:05Z");
  latest().say({ type: "ready", after: "2026-07-01T00:00:05Z" });
  latest().say({ type: "job", at: "2026-07-01T00:00:05Z", job: {} });
  latest().say({ type: "job", at: "2026-07-01T00:02:00Z", job: {} });
  latest().say({ type: "job", at: "2026-07-01T00:03:00Z", job: {} });
  expect(states.at(-1)).toMatchObject({ isLive: true, missed: { seconds: 300, changes: 2 } });
  latest().say({ type: "heartbeat", at: "2026-07-01T00:03:15Z" });
  latest().say({ type: "job", at: "2026-07-01T00:04:00Z", job: {} });
  expect(states.at(-1)?.missed?.changes).toBe(2);
  expect(changes).toBe(5);
});

test("a connection that says nothing is not taken for a quiet one", () => {
  latest().say({ type: "ready", after: "2026-07-01T00:00:00Z" });
  vi.advanceTimersByTime(15_000);
  latest().say({ type: "heartbeat", at: "2026-07-01T00:00:15Z" });
  vi.advanceTimersByTime(39_000);
  expect(states.at(-1)?.isLive).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(states.at(-1)?.isLive).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

test.each([4401, 4403, 4429])("is in no hurry after %s", (code) => {
  latest().close(code);
  vi.advanceTimersByTime(29_000);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

test("waits longer after each failure, and half a minute at most", () => {
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = FakeSocket.opened.length;
    latest().close(1006);
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(FakeSocket.opened).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.opened).toHaveLength(before + 1);
  }
});

test("is quiet once it is over", () => {
  end();
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(states).toEqual([]);
});
