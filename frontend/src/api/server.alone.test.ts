import { beforeEach, expect, test, vi } from "vitest";

const NOON = Date.parse("2026-07-05T12:00:00Z");
const HOUR = 3_600_000;
let server: typeof import("./server");

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["Date"] });
  server = await import("./server");
  return () => vi.useRealTimers();
});

/** An answer that took a second on its way, while the own clock said `own`. */
async function answered(own: number, headers: Record<string, string>) {
  vi.stubGlobal("fetch", async () => {
    vi.setSystemTime(own + 500);
    return new Response("", { headers });
  });
  vi.setSystemTime(own - 500);
  await server.ask("/api/v1/session/");
  vi.setSystemTime(own);
}

test("a clock that is wrong by an hour is put right by what the server says", async () => {
  for (const wrong of [HOUR, -HOUR]) {
    await answered(NOON + wrong, { Date: new Date(NOON).toUTCString() });
    expect(Math.abs(server.serverTime() - NOON)).toBeLessThan(3000);
    expect(Math.abs(server.serverTime(NOON + wrong + HOUR) - NOON - HOUR)).toBeLessThan(3000);
  }
});

test("a clock that agrees is left alone, and one that is set right is followed", async () => {
  await answered(NOON, { Date: new Date(NOON).toUTCString() });
  expect(server.serverTime()).toBe(NOON);
  await answered(NOON + HOUR, { Date: new Date(NOON).toUTCString() });
  const before = server.serverTime();
  await answered(NOON + HOUR, {});
  expect(server.serverTime()).toBe(before);
  await answered(NOON, { Date: new Date(NOON).toUTCString() });
  expect(Math.abs(server.serverTime() - NOON)).toBeLessThan(3000);
});

test("an answer of another build says that the platform was upgraded", async () => {
  const heard = vi.fn();
  vi.setSystemTime(NOON);
  server.beginWith({ build: "a", now: new Date(NOON).toISOString() });
  server.onPagesState(heard);
  await answered(NOON, { "X-HVRMET-Build": "a" });
  expect([server.pagesState().isOld, heard.mock.calls.length]).toEqual([false, 0]);
  await answered(NOON, { "X-HVRMET-Build": "b" });
  await answered(NOON, {});
  expect([server.pagesState().isOld, heard.mock.calls.length]).toEqual([true, 1]);
  await answered(NOON, { "X-HVRMET-Build": "a" });
  expect(server.pagesState().isOld).toBe(false);
});
