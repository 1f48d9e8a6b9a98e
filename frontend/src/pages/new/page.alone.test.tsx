import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { Verb } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { SHOWN } from "../../../scripts/science.ts";
import { sectionsOf } from "../../../scripts/texts.ts";
import NewPage from ".";
import type { NewSearch } from "./search";

vi.mock("@/map/WeatherMap", () => ({ default: () => null }));

const catalogue = new Catalogue(
  "en",
  readFileSync("messages/en.ftl", "utf8"),
  sectionsOf(readFileSync("../diagnostics/messages/en.ftl", "utf8"), SHOWN),
);
const source = {
  ...{ name: "sample", title: "Sample", title_zh: "", attribution: "", has_climatology: false },
  ...{ state: "ready", read_at: null, newest_at: null, stale: false, late: false },
  ...{ region: [105, 20, 130, 42], times: 5, step_hours: 24 },
  ...{ first: "2026-07-02T00:00:00Z", last: "2026-07-06T00:00:00Z" },
};
const WHOLE: NewSearch = { region: "110,27,126,35", source: "sample" };

interface Sent {
  path: string;
  body: Record<string, unknown>;
  key: string | null;
  answer: (body: unknown, status?: number) => void;
  fail: () => void;
}

let posted: Sent[] = [];
let statistics: string[] = [];
const to = (path: string) => posted.filter((one) => one.path === path);
const READ = "/api/v1/requests/read/";
const DIAGNOSES = "/api/v1/diagnoses/";

const answerTo = (path: string): unknown => {
  if (path === "/api/v1/me/") return { id: "p1" };
  if (path === "/api/v1/sources/") return { results: [source] };
  if (path === "/api/v1/sources/sample/")
    return { ...source, inventory: null, failure: null, statistics };
  return { results: [], next: null, previous: null };
};

/** What is read of words: one place, and the word `fnord` not. */
const readOf = (text: string) => ({
  ...{ kind: "request", text, language: "en", form: null, missing: [], readings: [] },
  request: null,
  slots: [
    {
      ...{ slot: "where", region: [116, 30, 122, 35], name: text, country: "", point: false },
      ...{ spans: [{ start: 0, end: 4, words: text.slice(0, 4) }], meaning: `place of ${text}` },
      assumed: false,
    },
  ],
  unread: text.includes("fnord")
    ? [
        {
          span: { start: text.indexOf("fnord"), end: text.indexOf("fnord") + 5, words: "fnord" },
          code: "unknown_words",
          message: "fnord is not understood",
        },
      ]
    : [],
});

beforeEach(() => {
  posted = [];
  statistics = [];
  sessionStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method !== "POST") return Response.json(answerTo(path));
    const body = (await request.json()) as Record<string, unknown>;
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    request.signal.addEventListener("abort", () =>
      reject(new DOMException("given up", "AbortError")),
    );
    posted.push({
      path,
      body,
      key: request.headers.get("Idempotency-Key"),
      answer: (answer, status = 200) => resolve(Response.json(answer, { status })),
      fail: () => reject(new TypeError("no network")),
    });
    return promise;
  });
});

function Page({ first, onSent }: { first: NewSearch; onSent: (id: string) => void }) {
  const [search, setSearch] = useState(first);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <NewPage search={search} onSearch={setSearch} onSent={onSent} />
    </>
  );
}

async function open(first: NewSearch, verbs: Verb[] = ["diagnosis.view", "diagnosis.create"]) {
  const onSent = vi.fn();
  const alpha = { slug: "alpha", name: "Alpha", home: true, verbs, grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    mode: "operational" as const,
    build: "a",
    now: "2026-07-05T06:00:00Z",
  };
  await act(async () =>
    render(
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={new Session("fan", "token")}>
          <QueryClientProvider client={createQueryClient()}>
            <CentreProvider centre="alpha">
              <Suspense>
                <Page first={first} onSent={onSent} />
              </Suspense>
            </CentreProvider>
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>,
    ),
  );
  return { onSent, user: userEvent.setup() };
}

const words = () => screen.findByRole("textbox", { name: "Ask in your own words" });
const sendButton = () => screen.findByRole("button", { name: /Request the diagnosis/ });

it("the last answer wins, and an unread word keeps the request from being sent", async () => {
  const { user } = await open({ source: "sample" });
  await user.type(await words(), "Jiangsu{Enter}");
  await waitFor(() => expect(to(READ)).toHaveLength(1));
  await user.type(await words(), " fnord{Enter}");
  await waitFor(() => expect(to(READ)).toHaveLength(2));
  const [first, second] = to(READ);
  second?.answer(readOf("Jiangsu fnord"));
  await screen.findByText("place of Jiangsu fnord");
  // It was given up; were it not, its answer would come too late.
  first?.answer(readOf("Jiangsu"));
  expect(await screen.findAllByText("fnord is not understood")).toHaveLength(2);
  expect(screen.queryByText("place of Jiangsu")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Not complete: show me" }));
  expect(document.activeElement).toBe(await words());
  expect(to(DIAGNOSES)).toEqual([]);
});

it("words that are not understood are left out by one press", async () => {
  const { user } = await open({ text: "Jiangsu fnord", source: "sample" });
  await waitFor(() => expect(to(READ)).toHaveLength(1));
  to(READ)[0]?.answer(readOf("Jiangsu fnord"));
  await user.click(await screen.findByRole("button", { name: "Leave “fnord” out" }));
  expect(await words()).toHaveProperty("value", "Jiangsu");
});

it("what a control sets wins over the words, and says so", async () => {
  const { user } = await open({ text: "Jiangsu", source: "sample" });
  await waitFor(() => expect(to(READ)).toHaveLength(1));
  to(READ)[0]?.answer(readOf("Jiangsu"));
  await screen.findByText("place of Jiangsu");
  const north = screen.getByRole("textbox", { name: "North" });
  await user.clear(north);
  await user.type(north, "36{Enter}");
  await waitFor(() => expect(to(READ).at(-1)?.body.given).toEqual(["where", "source"]));
  to(READ)
    .at(-1)
    ?.answer({ ...readOf("Jiangsu"), slots: [] });
  const chips = screen.getByRole("list", { name: "What was understood" });
  const chip = within(chips).getByText("30–36° N,").closest("li");
  expect(chip?.textContent).toContain("set by hand");
});

it("is sent by keys, from within a control too", async () => {
  const { user } = await open(WHOLE);
  await sendButton();
  screen.getByRole("radio", { name: /Rainstorm/ }).focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(to(DIAGNOSES)).toHaveLength(1));
});

it("two presses, and an answer that was lost, make one request", async () => {
  const { user, onSent } = await open(WHOLE);
  await user.dblClick(await sendButton());
  await waitFor(() => expect(to(DIAGNOSES)).toHaveLength(1));
  to(DIAGNOSES)[0]?.fail();
  await screen.findByText(/The platform does not answer/);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(to(DIAGNOSES)).toHaveLength(2));
  const [lost, again] = to(DIAGNOSES);
  expect(again?.key).toBe(lost?.key);
  expect(again?.key).toMatch(/^\w{32}$/);
  expect(again?.body).toEqual(lost?.body);
  again?.answer({ id: "job" }, 202);
  await waitFor(() => expect(onSent).toHaveBeenCalledWith("job"));
});

it("a refusal stands at the part that it is about, until that is changed; nothing is lost", async () => {
  const { user } = await open(WHOLE);
  await user.click(await sendButton());
  await waitFor(() => expect(to(DIAGNOSES)).toHaveLength(1));
  const problem = { status: 422, code: "region_not_held", detail: "in the platform's words" };
  to(DIAGNOSES)[0]?.answer(problem, 422);
  const part = await screen.findByRole("region", { name: "Where" });
  await within(part).findByText(/The source does not hold this region/);
  expect(screen.getByText(JSON.stringify(WHOLE))).toBeDefined();
  const north = within(part).getByRole("textbox", { name: "North" });
  await user.clear(north);
  await user.type(north, "36{Enter}");
  await waitFor(() => expect(within(part).queryByText(/does not hold this region/)).toBeNull());
});

it("who may not request a diagnosis is told so", async () => {
  await open(WHOLE, ["diagnosis.view"]);
  await screen.findByRole("heading", { name: "You may not request a diagnosis here" });
  expect(screen.queryByRole("button")).toBeNull();
});

it("a source with statistics of an ensemble offers them, and the request names the chosen one", async () => {
  statistics = ["mean", "p90"];
  const { user } = await open(WHOLE);
  await user.click(await screen.findByRole("radio", { name: "percentile p90" }));
  await user.click(await sendButton());
  await waitFor(() => expect(to(DIAGNOSES)).toHaveLength(1));
  expect(to(DIAGNOSES)[0]?.body.statistic).toBe("p90");
});

it("a source without statistics shows no choice of them", async () => {
  await open(WHOLE);
  await sendButton();
  expect(screen.queryByRole("radio", { name: "the forecast itself" })).toBeNull();
});
