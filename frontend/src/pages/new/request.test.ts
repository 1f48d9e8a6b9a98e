import { describe, expect, it } from "vitest";
import type { DiagnosisRequest, SourceInfo } from "@/api/schema";
import { askedOf, bodyOf, mistakes, NOTHING, outside, readTime } from "./request";

const GOOD = {
  ...NOTHING,
  source: "era5",
  region: [110, 27, 126, 35] as [number, number, number, number],
};

describe("readTime", () => {
  it.each([
    ["2026-07-05 06:00", "2026-07-05T06:00:00.000Z"],
    ["2026-07-05T06", "2026-07-05T06:00:00.000Z"],
    ["2026-07-05", "2026-07-05T00:00:00.000Z"],
    [" 2026-07-05 06:30 UTC ", "2026-07-05T06:30:00.000Z"],
  ])("reads %s as UTC", (text, instant) => {
    expect(readTime(text)?.toISOString()).toBe(instant);
  });

  it.each(["", "5 July", "2026-02-30", "2026-13-01", "06:00", "2026-07-05 25:00"])(
    "refuses %s",
    (text) => {
      expect(readTime(text)).toBeNull();
    },
  );
});

describe("mistakes", () => {
  it("finds none in a good form", () => {
    expect(mistakes(GOOD)).toEqual({});
    expect(mistakes({ ...GOOD, start: "2026-07-05", end: "2026-07-06" })).toEqual({});
  });

  it("names the field of each", () => {
    expect(mistakes(NOTHING)).toHaveProperty("source");
    expect(mistakes(NOTHING)).toHaveProperty("region");
    expect(mistakes({ ...GOOD, region: [110, 35, 126, 27] })).toEqual({
      region: "ui-new-region-latitudes",
    });
    expect(mistakes({ ...GOOD, start: "2026-07-06", end: "2026-07-05" })).toEqual({
      end: "ui-new-end-before-start",
    });
    expect(mistakes({ ...GOOD, start: "2026-07-06" })).toEqual({ end: "ui-new-both-times" });
    expect(mistakes({ ...GOOD, deadline: "soon" })).toEqual({ deadline: "ui-new-time-form" });
  });
});

it("sends times in UTC and leaves open what is empty", () => {
  const body = bodyOf({ ...GOOD, start: "2026-07-05 06", end: "2026-07-06" });
  expect(body.window).toEqual({
    start: "2026-07-05T06:00:00.000Z",
    end: "2026-07-06T00:00:00.000Z",
  });
  expect(body.event).toBeNull();
  expect(bodyOf(GOOD).window).toBeNull();
});

it("comes back from a request that was sent", () => {
  const request = {
    source: "gfs",
    region: [1, 2, 3, 4],
    window: null,
    event: "gale",
  } as unknown as DiagnosisRequest;
  expect(askedOf(request, GOOD)).toMatchObject({
    source: "gfs",
    region: [1, 2, 3, 4],
    event: "gale",
    start: "",
  });
});

describe("outside", () => {
  const source = (region: number[]) => ({ region }) as SourceInfo;
  it("knows what a source covers, over the date line too", () => {
    expect(outside([10, 27, 26, 35], source([98, 15, 138, 47]))).toBe(true);
    expect(outside([110, 27, 126, 35], source([98, 15, 138, 47]))).toBe(false);
    expect(outside([90, 27, 100, 35], source([98, 15, 138, 47]))).toBe(false);
    expect(outside([10, 60, 26, 70], source([0, -10, 359.5, 50]))).toBe(true);
    expect(outside([-175, 0, -170, 5], source([170, -10, 200, 10]))).toBe(false);
  });
});
