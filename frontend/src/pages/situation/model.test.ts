import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { EventArea, SituationDiagnosis } from "@/generated/schema";
import type { Texts } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { measure } from "@/text/measures";
import { foundIn, mapAreas, peakOf, regionName, strongest } from "./model";

const catalogue = new Catalogue(
  "en",
  readFileSync("messages/en.ftl", "utf8"),
  readFileSync("messages/situation.en.ftl", "utf8"),
);
const texts: Texts = {
  language: "en",
  t: (id, parameters) => catalogue.text(id, parameters),
  term: (name) => name,
  label: (name) => name,
  choose: () => undefined,
};

const area = (changes: Partial<EventArea> = {}): EventArea => ({
  id: "rainstorm-1",
  event: "rainstorm",
  grade: 2,
  grade_name: "heavy rainstorm",
  severity: 2.5,
  quantity: "rain",
  unit: "mm",
  peak: 151.4,
  peak_latitude: 32,
  peak_longitude: 118,
  peak_time: "2026-07-05T06:00:00Z",
  peak_hours: 24,
  peak_until: "2026-07-05T12:00:00Z",
  onset: "2026-07-03T06:00:00Z",
  end: "2026-07-06T00:00:00Z",
  first_day: null,
  peak_day: null,
  last_day: null,
  open_start: false,
  open_end: true,
  cut_by_region: false,
  area_km2: 90_000,
  box: [110, 30, 124, 33],
  outline: [],
  track: [
    { time: "2026-07-04T06:00:00Z", latitude: 32, longitude: 112 },
    { time: "2026-07-05T06:00:00Z", latitude: 32, longitude: 116 },
  ],
  ...changes,
});

const row = (changes: Partial<SituationDiagnosis> = {}): SituationDiagnosis => ({
  id: "a",
  status: "finished",
  attention: "none",
  source: "sample",
  requested_by: "person:fan",
  created_at: "2026-07-06T00:00:00Z",
  moved_at: "2026-07-06T00:00:00Z",
  deadline: null,
  region: [110, 27, 126, 35],
  period: null,
  event: "rainstorm",
  occurrence: "met",
  grade_name: "heavy rainstorm",
  severity: 2.5,
  turn: 3,
  confirmed: 5,
  failure: null,
  report: null,
  found: 1,
  areas: [area()],
  measured: null,
  ...changes,
});

const near = row({
  id: "near",
  event: "gale",
  occurrence: "likely_at_stations",
  areas: [],
  measured: {
    ...{ quantity: "10-m wind", unit: "m s-1", value: 16.87, latitude: 44, longitude: -87 },
    ...{ time: null, from_deg: null, hours: null, window: "", needs: null },
  },
});

it.each([
  [151.4, "mm", "151 mm"],
  [6.24, "mm", "6.2 mm"],
  [39.74, "m s-1", "39.7 m/s"],
  [-12.3, "degC", "−12.3 °C"],
])("%f %s is written %s", (value, unit, written) => {
  expect(measure(value, unit)).toBe(written);
});

it("an amount is said with its hours, and a wind without", () => {
  expect(peakOf(area(), texts)).toBe("151 mm in 24 h");
  expect(peakOf(area({ unit: "m s-1", peak_hours: null }), texts)).toBe("151.4 m/s");
});

it("what is near a limit has its value; what could not be tested has none", () => {
  expect(strongest(near, texts)).toEqual({ value: "16.9 m/s", of: "10-m wind" });
  expect(strongest({ ...near, occurrence: "cannot_be_tested" }, texts)).toBeNull();
  expect(strongest(row({ areas: [] }), texts)).toBeNull();
});

it("before a conclusion nothing is said to have been found", () => {
  const running = row({ status: "running", occurrence: null, event: null });
  expect(foundIn(running, texts)).toEqual({ finding: "unknown", name: "Not diagnosed yet" });
  expect(foundIn({ ...running, status: "failed" }, texts).name).toBe("Not diagnosed");
});

it.each([
  [["Andhra Pradesh (15⁠–⁠21° N, 76⁠–⁠84° E)"], "Andhra Pradesh"],
  [["65–80° N, 130–150° W"], undefined],
  [[], undefined],
])("the place of %j is %s", (said, name) => {
  const report = { id: "v", number: 1, status: "draft", changed_at: "", page: "" } as const;
  expect(regionName(row({ report: { ...report, where: { en: said } } }), "en")).toBe(name);
});

it("a place that is kept in another language alone is shown in that", () => {
  const report = { id: "v", number: 1, status: "draft", changed_at: "", page: "" } as const;
  const where = { zh: ["安得拉邦（15–21°N、76–84°E）"] };
  expect(regionName(row({ report: { ...report, where } }), "en")).toBe("安得拉邦");
});

it("the symbol of what is likely stands where the value is, and none in the middle of a region", () => {
  const [shown] = mapAreas([near], [], texts);
  expect(shown).toMatchObject({ finding: "gale", symbol: [-87, 44], label: "16.9 m/s" });
  const [placeless] = mapAreas([{ ...near, measured: null }], ["near"], texts);
  expect(placeless).toMatchObject({ finding: "unknown", symbol: null, label: "" });
});

it("what was not found is on the map while it is looked at, or needs somebody", () => {
  const none = row({ id: "none", occurrence: "not_met", areas: [] });
  expect(mapAreas([none], [undefined, null], texts)).toEqual([]);
  expect(mapAreas([none], ["none"], texts)).toHaveLength(1);
  expect(mapAreas([{ ...none, attention: "failed" }], [], texts)).toHaveLength(1);
  expect(mapAreas([{ ...none, status: "running" }], [], texts)).toHaveLength(1);
});

it("the strongest event has its value on the map, the others once they are looked at", () => {
  const two = row({ areas: [area(), area({ id: "rainstorm-2", peak: 90 })] });
  const labels = (pointed: string[]) => mapAreas([two], pointed, texts).map((one) => one.label);
  expect(labels([])).toEqual(["151 mm in 24 h", ""]);
  expect(labels(["a"])).toEqual(["151 mm in 24 h", "90 mm in 24 h"]);
});

it("a whole area of wind has a path; what stands still or is cut by the region has none", () => {
  const tracks = (changes: Partial<EventArea>) =>
    mapAreas([row({ areas: [area(changes)] })], [], texts).map((one) => one.track.length);
  expect(tracks({})).toEqual([0]);
  expect(tracks({ event: "gale" })).toEqual([2]);
  expect(tracks({ event: "gale", cut_by_region: true })).toEqual([0]);
});
