import { describe, expect, it } from "vitest";
import { spanOf, utcParts, zoneName } from "./Time";

const zoneOf = (minutes: number) =>
  zoneName({ getTimezoneOffset: () => minutes } as unknown as Date);

describe("times", () => {
  it("are written in UTC", () => {
    expect(utcParts(new Date("2026-07-05T23:59:59+08:00"))).toEqual(["2026-07-05", "15:59"]);
  });

  it("name the reader's zone as people do", () => {
    expect([0, -480, 210, -345].map(zoneOf)).toEqual(["UTC", "UTC+8", "UTC−3:30", "UTC+5:45"]);
  });

  it("are as long ago as people would say", () => {
    expect(
      [-5, 59, 60, 5399, 5400, 129_599, 129_600].map((seconds) => Object.values(spanOf(seconds))),
    ).toEqual([
      ["now", 0],
      ["now", 59],
      ["minutes", 1],
      ["minutes", 90],
      ["hours", 2],
      ["hours", 36],
      ["days", 2],
    ]);
  });
});
