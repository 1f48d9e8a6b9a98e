import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { secondsOf } from "./problems";

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-27T12:00:00Z") }));
afterEach(() => vi.useRealTimers());

it.each([
  ["45", 45],
  ["1.5", 1.5],
  ["Fri, 27 Nov 2026 12:00:30 GMT", 30],
  ["Fri, 27 Nov 2026 11:00:00 GMT", null],
  ["0", null],
  ["-3", null],
  ["soon", null],
  ["", null],
  [null, null],
])("reads the wait of %j", (said, seconds) => {
  expect(secondsOf(said)).toBe(seconds);
});
