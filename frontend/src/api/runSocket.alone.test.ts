import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, latestSocket } from "@/testing/socket";
import { type FollowState, followRun } from "./runSocket";

let states: FollowState[];
let heard: number[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.opened = [];
  states = [];
  heard = [];
  end = followRun("alpha", "job", 7, {
    state: (state) => states.push(state),
    event: (seq) => heard.push(seq),
  });
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const say = (seq: number) => latestSocket().say({ type: "event", event: { seq } });
const after = () => latestSocket().address.searchParams.get("after");

test("goes on from the last event that is known", () => {
  expect(latestSocket().address.pathname).toBe("/ws/v1/diagnoses/job/");
  expect(after()).toBe("7");
});

test("tells of each event once", () => {
  latestSocket().say({ type: "ready", after: 7 });
  for (const seq of [8, 9, 9, 8, 10]) say(seq);
  expect(heard).toEqual([8, 9, 10]);
});

test("after a break it asks for what came since, and says how long it was away", () => {
  latestSocket().say({ type: "ready", after: 7 });
  say(8);
  latestSocket().close(1012);
  expect(states.at(-1)).toMatchObject({ stand: "away", code: 1012 });
  vi.advanceTimersByTime(1_100);
  expect(after()).toBe("8");
  latestSocket().close(1006);
  expect(states.at(-1)).toMatchObject({ stand: "away", code: 1006 });
  vi.advanceTimersByTime(2_100);
  latestSocket().say({ type: "ready", after: 8 });
  const { stand, missed } = states.at(-1) ?? {};
  expect(stand).toBe("live");
  expect(missed).toEqual({ seconds: 3, after: 8 });
});

test("a diagnosis that has ended is followed no more", () => {
  latestSocket().say({ type: "ready", after: 7 });
  latestSocket().say({ type: "ended", status: "finished", last_seq: 9 });
  latestSocket().close(1000);
  vi.advanceTimersByTime(120_000);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(heard).toEqual([9]);
  expect(states.at(-1)?.stand).toBe("complete");
});

test("where the right has ended, nobody is pressed", () => {
  latestSocket().close(4401);
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.opened).toHaveLength(1);
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.opened).toHaveLength(2);
});
