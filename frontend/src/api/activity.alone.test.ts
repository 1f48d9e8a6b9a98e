import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, latestSocket } from "@/testing/socket";
import { type ActivityState, followActivity } from "./activity";

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
  expect(latestSocket().address.pathname).toBe("/ws/v1/activity/");
  expect(Object.fromEntries(latestSocket().address.searchParams)).toEqual({ tenant: "alpha" });
});

test("tells that something has changed, and that it is live", () => {
  latestSocket().say({ type: "ready", after: "2026-07-01T00:00:00Z" });
  expect(states.at(-1)).toMatchObject({ isLive: true, missed: null });
  latestSocket().say({ type: "job", at: "2026-07-01T00:00:05Z", job: {} });
  latestSocket().say({ type: "heartbeat", at: "2026-07-01T00:00:20Z" });
  expect(changes).toBe(1);
});

test("comes back from where it was, and says what was missed", () => {
  latestSocket().say({ type: "ready", after: "2026-07-01T00:00:00Z" });
  latestSocket().say({ type: "job", at: "2026-07-01T00:00:05Z", job: {} });
  latestSocket().close(1012);
  expect(states.at(-1)).toMatchObject({ isLive: false });
  for (let tries = 0; tries < 4; tries += 1) {
    vi.advanceTimersByTime(60_000);
    latestSocket().close(1006);
  }
  vi.advanceTimersByTime(60_000);
  expect(latestSocket().address.searchParams.get("after")).toBe("2026-07-01T00:00:05Z");
  latestSocket().say({ type: "ready", after: "2026-07-01T00:00:05Z" });
  latestSocket().say({ type: "job", at: "2026-07-01T00:00:05Z", job: {} });
  latestSocket().say({ type: "job", at: "2026-07-01T00:02:00Z", job: {} });
  latestSocket().say({ type: "job", at: "2026-07-01T00:03:00Z", job: {} });
  expect(states.at(-1)).toMatchObject({ isLive: true, missed: { seconds: 300, changes: 2 } });
  latestSocket().say({ type: "heartbeat", at: "2026-07-01T00:03:15Z" });
  latestSocket().say({ type: "job", at: "2026-07-01T00:04:00Z", job: {} });
  expect(states.at(-1)?.missed?.changes).toBe(2);
  expect(changes).toBe(5);
});

test("a connection that says nothing is not taken for a quiet one", () => {
  latestSocket().say({ type: "ready", after: "2026-07-01T00:00:00Z" });
  vi.advanceTimersByTime(15_000);
  latestSocket().say({ type: "heartbeat", at: "2026-07-01T00:00:15Z" });
  vi.advanceTimersByTime(39_000);
  expect(states.at(-1)?.isLive).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(states.at(-1)?.isLive).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

test.each([4401, 4403, 4429])("is in no hurry after %s", (code) => {
  latestSocket().close(code);
  vi.advanceTimersByTime(29_000);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(FakeSocket.opened).toHaveLength(2);
});

test("waits longer after each failure, and half a minute at most", () => {
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = FakeSocket.opened.length;
    latestSocket().close(1006);
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
