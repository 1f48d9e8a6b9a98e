import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from "@tanstack/react-router";
import { expect, it } from "vitest";
import { minuteOf, type NewSearch, newSearch, regionFrom } from "./search";

const WHOLE: NewSearch = {
  text: "7月4日江苏暴雨 & 100%",
  what: "diagnosis",
  source: "sample-rainstorm",
  region: "170,-20.5,-170,-10",
  place: "Fiji",
  start: "2026-07-03T16:00Z",
  end: "2026-07-06T00:00Z",
  event: "rainstorm",
  preset: "nws",
  language: "zh",
  priority: "high",
  deadline: "2026-07-07T00:00Z",
};

async function throughAddress(search: NewSearch): Promise<NewSearch> {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: "/", validateSearch: newSearch });
  const routeTree = root.addChildren([page]);
  const first = createRouter({ routeTree, history: createMemoryHistory() });
  const { href } = first.buildLocation({ to: "/", search: search as never });
  const history = createMemoryHistory({ initialEntries: [href] });
  const second = createRouter({ routeTree, history });
  await second.load();
  return second.state.matches.at(-1)?.search as NewSearch;
}

it("a draft comes back from the address as it was", async () => {
  expect(await throughAddress(WHOLE)).toEqual(WHOLE);
  expect(await throughAddress({ text: "20260704" })).toEqual({ text: "20260704" });
  expect(await throughAddress({})).toEqual({});
});

it("what is no part of a draft, or has no sense, is left out", () => {
  const search = newSearch({
    text: "  ",
    region: "1,2,3",
    place: "of no region",
    start: "yesterday",
    end: "2026-07-04",
    event: "tornado",
    preset: "own",
    language: "fr",
    secret: "x",
  });
  expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
  expect(search).not.toHaveProperty("secret");
});

it.each([
  ["110,27,126,35", [110, 27, 126, 35]],
  ["170,-20,-170,-10", [170, -20, -170, -10]],
  ["110,27,126", null],
  ["110,,126,35", null],
  ["110,27,126,95", null],
  ["-900,27,126,35", null],
  ["a,b,c,d", null],
  [undefined, null],
])("the region of %s is %j", (text, region) => expect(regionFrom(text)).toEqual(region));

it.each([
  ["2026-07-03T16:00:00Z", "2026-07-03T16:00Z"],
  ["2026-07-04T00:00:00+08:00", "2026-07-03T16:00Z"],
  ["2026-07-04T00:00", undefined],
  ["2026-13-04T00:00Z", undefined],
  [7, undefined],
])("%s is the minute %s", (given, minute) => expect(minuteOf(given)).toBe(minute));
