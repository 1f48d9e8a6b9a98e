import { describe, expect, it } from "vitest";
import type { ReadSentence, SourceInfo } from "@/generated/schema";
import {
  type Blocker,
  blockersOf,
  bodyOf,
  draftOf,
  givenIn,
  isHeldInPart,
  type Reading,
  type Slot,
  searchOf,
  statisticBlockers,
  statisticOf,
  withoutPart,
  withSlots,
} from "./draft";
import { forgetKey, keyOf } from "./key";
import type { NewSearch } from "./search";
import { lastHours } from "./When";

const SOURCE = {
  name: "sample",
  state: "ready",
  stale: false,
  region: [105, 20, 130, 42],
  first: "2026-07-02T00:00:00Z",
  last: "2026-07-06T00:00:00Z",
} as SourceInfo;
const NOW = Date.parse("2026-07-06T12:00:00Z");
const REGION = "110,27,126,35";

const where: Slot = {
  slot: "where",
  region: [116, 30, 122, 35],
  name: "Jiangsu",
  country: "CN",
  point: false,
  spans: [{ start: 0, end: 7, words: "Jiangsu" }],
  meaning: "Jiangsu",
  assumed: false,
};
const when: Slot = {
  slot: "when",
  window: { start: "2026-07-03T16:00:00Z", end: "2026-07-04T16:00:00Z" },
  timezone: "Asia/Shanghai",
  timezone_assumed: false,
  spans: [],
  meaning: "4 July, Beijing time",
  assumed: true,
};
const chart: Slot = {
  slot: "what",
  scenario: "chart",
  charts: ["cape"],
  spans: [],
  meaning: "a chart",
  assumed: false,
};

const read = (more: Partial<ReadSentence> = {}): ReadSentence => ({
  kind: "request",
  text: "Jiangsu",
  language: "en",
  form: null,
  slots: [where, when],
  unread: [],
  missing: [],
  readings: [],
  request: null,
  ...more,
});

const draft = (search: NewSearch, sentence: ReadSentence | null = null, sources = [SOURCE]) =>
  draftOf(search, sentence, sources, "en");

function codes(search: NewSearch, reading: Reading = { state: "none" }, sources = [SOURCE]) {
  const sentence = reading.state === "read" ? reading.read : null;
  const found = blockersOf(draft(search, sentence, sources), search, reading, sources, NOW);
  return found.map(({ code, at }: Blocker) => `${at} ${code}`);
}
const ofWords = (more: Partial<ReadSentence>, search: NewSearch = {}) =>
  codes({ text: "Jiangsu", ...search }, { state: "read", read: read(more) });

describe("words and hands", () => {
  it("a control wins over the words, words over what is assumed", () => {
    const both = draft({ region: REGION, event: "any" }, read());
    expect(both.region).toEqual({ value: [110, 27, 126, 35], origin: "hand" });
    expect(both.event).toEqual({ value: null, origin: "hand" });
    expect(both.period).toMatchObject({ origin: "assumed", value: { end: when.window.end } });
    expect(draft({}, read()).region).toEqual({ value: where.region, origin: "said" });
    expect(both.preset).toEqual({ value: "cma", origin: "assumed" });
    expect(
      givenIn({ text: "x", region: REGION, end: "2026-07-04T00:00Z", language: "zh" }),
    ).toEqual(["where", "when"]);
  });

  it("the only source is taken; of several none", () => {
    expect(draft({}).source).toEqual({ value: "sample", origin: "assumed" });
    expect(draft({}, null, [SOURCE, { ...SOURCE, name: "other" }]).source).toBeNull();
  });

  it("without words for it, the period is all that the source holds; not where the words leave it open", () => {
    expect(draft({}).period).toEqual({ value: null, origin: "assumed" });
    const open = read({ slots: [where], missing: [{ slot: "when", message: "", choices: [] }] });
    expect(draft({}, open).period).toBeNull();
  });

  it("a choice is as if it had been set by hand, and can be taken back", () => {
    const chosen = withSlots({ text: "x" }, [where, when, { ...chart, scenario: "diagnosis" }]);
    expect(chosen).toEqual({
      text: "x",
      what: "diagnosis",
      region: "116,30,122,35",
      place: "Jiangsu",
      start: "2026-07-03T16:00Z",
      end: "2026-07-04T16:00Z",
    });
    expect(givenIn(withoutPart(chosen, "where"))).toEqual(["what", "when"]);
  });

  it("an earlier request fills the form with all that it asked for", () => {
    const search = searchOf({
      ...{ source: "sample", region: [170, -20, -170, -10], window: when.window },
      ...{ event: null, preset: "nws", language: "zh" },
    });
    const filled = draft(search);
    expect(filled.region?.value).toEqual([170, -20, -170, -10]);
    expect(filled.event).toEqual({ value: null, origin: "hand" });
    expect(bodyOf(filled, search, null)).toMatchObject({
      ...{ source: "sample", preset: "nws", language: "zh", event: null },
      window: { start: "2026-07-03T16:00Z", end: "2026-07-04T16:00Z" },
    });
  });
});

describe("what keeps a draft from being sent", () => {
  it("nothing, where a region and a source are there", () => {
    expect(codes({ region: REGION })).toEqual([]);
    expect(ofWords({})).toEqual([]);
  });

  it.each<[Partial<ReadSentence>, string[]]>([
    [{ kind: "question" }, ["words not_a_request"]],
    [{ unread: [{ span: null, code: "incomplete", message: "m" }] }, ["words unread"]],
    [{ missing: [{ slot: "when", message: "m", choices: [] }] }, ["when missing"]],
    [{ slots: [], missing: [{ slot: "where", message: "m", choices: [] }] }, ["where missing"]],
    [{ readings: [{ meaning: "m", slots: [where] }] }, ["words readings"]],
    [{ slots: [where, chart] }, ["what chart"]],
    [{ slots: [] }, ["where no_region"]],
  ])("words of which %j: %j", (more, expected) => expect(ofWords(more)).toEqual(expected));

  it("words that are not read, whatever the controls say", () => {
    const search = { text: "x", region: REGION };
    expect(codes(search, { state: "reading" })).toEqual(["words reading"]);
    expect(codes(search, { state: "failed" })).toEqual(["words unreadable"]);
  });

  it("not what a control has set since", () => {
    const missing: ReadSentence["missing"] = [{ slot: "where", message: "m", choices: [] }];
    expect(ofWords({ slots: [chart], missing }, { region: REGION, what: "diagnosis" })).toEqual([]);
  });

  it.each<[NewSearch, string[]]>([
    [{}, ["where no_region"]],
    [{ region: "110,35,126,27" }, ["where south_of_north"]],
    [{ region: "110,27,110,35" }, ["where no_area"]],
    [{ region: "-120,27,-100,35" }, ["where region_outside"]],
    [{ region: "120,27,140,35" }, []],
    [{ region: REGION, start: "2026-07-04T00:00Z" }, ["when period_incomplete"]],
    [
      { region: REGION, start: "2026-07-04T00:00Z", end: "2026-07-03T00:00Z" },
      ["when period_inverted"],
    ],
    [
      { region: REGION, start: "2025-07-04T00:00Z", end: "2025-07-05T00:00Z" },
      ["when period_outside"],
    ],
    [{ region: REGION, start: "2026-07-05T00:00Z", end: "2026-07-09T00:00Z" }, []],
    [{ region: REGION, source: "gone" }, ["source unknown_source"]],
    [{ region: REGION, deadline: "2026-07-06T11:59Z" }, ["deadline deadline_passed"]],
  ])("%j: %j", (search, expected) => expect(codes(search)).toEqual(expected));

  it("sources that are not known yet", () => {
    const search = { region: REGION, source: "sample" };
    const found = blockersOf(draft(search), search, { state: "none" }, undefined, NOW);
    expect(found).toEqual([{ code: "sources", at: "source" }]);
  });

  it("not what a worker has not read yet", () => {
    const outside = {
      ...{ region: "-120,27,-100,35", source: "sample" },
      ...{ start: "2025-07-04T00:00Z", end: "2025-07-05T00:00Z" },
    };
    expect(codes(outside)).toEqual(["where region_outside", "when period_outside"]);
    const waiting = { ...SOURCE, region: null, first: null, last: null, state: "waiting" as const };
    expect(codes(outside, { state: "none" }, [waiting])).toEqual([]);
    expect(codes(outside, { state: "none" }, [{ ...SOURCE, stale: true }])).toEqual([]);
  });
});

it("knows what a source holds in part only", () => {
  const inPart = (search: NewSearch) => isHeldInPart(draft(search), SOURCE);
  const hours = { start: "2026-07-04T00:00Z", end: "2026-07-05T00:00Z" };
  expect(inPart({ region: "116,30,122,35", ...hours })).toBe(false);
  expect(inPart({ region: "116,30,122,35", ...hours, end: "2026-09-01T00:00Z" })).toBe(true);
  expect(inPart({ region: "60,30,122,35", ...hours })).toBe(true);
  expect(inPart({})).toBe(false);
});

describe("what is sent", () => {
  it("has the zone of the words, unless the period was set by hand", () => {
    const sentence = read();
    expect(bodyOf(draft({}, sentence), {}, sentence)).toMatchObject({
      ...{ timezone: "Asia/Shanghai", priority: "normal", deadline: null },
      ...{ region: [116, 30, 122, 35], window: when.window },
    });
    const search = { start: "2026-07-04T00:00Z", end: "2026-07-05T00:00Z" };
    expect(bodyOf(draft(search, sentence), search, sentence)).toMatchObject({ timezone: null });
    expect(bodyOf(draft({}), {}, null)).toBeNull();
    const unsaid = read({ slots: [where, { ...when, timezone: "UTC", timezone_assumed: true }] });
    expect(bodyOf(draft({}, unsaid), {}, unsaid)).toMatchObject({ timezone: null });
  });

  it("has one key for as long as it is the same, and another once it was sent", () => {
    const body = { region: [1, 2, 3, 4] };
    const key = keyOf("alpha", body);
    expect(keyOf("alpha", { region: [1, 2, 3, 4] })).toBe(key);
    expect(keyOf("beta", body)).not.toBe(key);
    expect(keyOf("alpha", body)).not.toBe(key);
    const again = keyOf("alpha", body);
    forgetKey();
    expect(keyOf("alpha", body)).not.toBe(again);
  });
});

it("the last hours of the data begin no earlier than they do", () => {
  expect(lastHours(24, SOURCE)).toEqual({ start: "2026-07-05T00:00Z", end: "2026-07-06T00:00Z" });
  expect(lastHours(240, SOURCE)?.start).toBe("2026-07-02T00:00Z");
  expect(lastHours(24, { first: null, last: null })).toBeNull();
});

describe("a statistic of an ensemble", () => {
  const beside = { statistics: ["mean", "p90"], inventory: null };
  const alone = { ...beside, inventory: { choice: { statistic: "mean" } } } as never;
  const search: NewSearch = { region: REGION, source: "sample", statistic: "p90" };

  it("is sent where the source holds it, and dropped where it does not", () => {
    expect(statisticOf(search, beside)).toBe("p90");
    expect(statisticOf({ ...search, statistic: "p10" }, beside)).toBeUndefined();
    const draft = draftOf(search, null, [SOURCE], "en");
    expect(bodyOf(draft, search, null)).toMatchObject({ statistic: "p90" });
    const { statistic: _none, ...plain } = search;
    expect(bodyOf(draft, plain, null)).not.toHaveProperty("statistic");
  });

  it("is chosen by the person where the source holds nothing else", () => {
    const { statistic: _none, ...plain } = search;
    expect(statisticBlockers(plain, alone)).toEqual([{ code: "no_statistic", at: "source" }]);
    expect(statisticBlockers(plain, beside)).toEqual([]);
    expect(statisticBlockers(search, alone)).toEqual([]);
  });
});
