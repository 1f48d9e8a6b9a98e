import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Api } from "@/api/client";
import { effect } from "@/api/libraryQueries";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type {
  CaseVerdict,
  CriteriaOnCases,
  CriteriaOnRuns,
  EffectInCases,
  EffectInfo,
  EffectInRuns,
  EffectOnCases,
  EffectOnRuns,
  FieldInfo,
  RunLabel,
  Verb,
  WordedAssessment,
  WordedVerdict,
} from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import type { Names } from "../names";
import Effect, { type EffectProps } from ".";
import { entryName } from "./parts";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/there">{children}</a>,
}));

const catalogue = new Catalogue(
  "en",
  ...["", "library."].map((part) => readFileSync(`messages/${part}en.ftl`, "utf8")),
);
const work = {
  ...{ job: null, status: null, done: 0, total: 0, asked_by: "", asked_at: null },
  ...{ failure: null, result: null, outdated: [] },
} satisfies EffectInRuns & EffectInCases;
const info = (changes: Partial<EffectInfo> = {}): EffectInfo => ({
  ...{
    digest: "d",
    entries: ["g"],
    runs: work,
    cases: work,
    reason: "",
    reason_needed: false,
    criteria: false,
  },
  unmeasured: "",
  ...changes,
});
const worded = (verdict: WordedVerdict["verdict"]): WordedVerdict => ({
  ...{ verdict, counts: null },
  texts: { en: `in English ${verdict}`, zh: `中文 ${verdict}` },
});
const lost = { entry_id: "g", before: worded("confirmed"), after: worded("refuted") };
const run: RunLabel = {
  ...{ job: "j1", source: "s", event: "gale", at: "2026-07-05T06:00:00Z" },
  region: [110, 20, 120, 30],
  period: { start: "2026-07-01T00:00:00Z", end: "2026-07-03T00:00:00Z" },
};
const onRuns: EffectOnRuns = {
  ...{ digest: "d", runs: 12, of: 12, fired: [], conclusions: [], undecided: [], measured: null },
  criteria: [],
  rates: [
    {
      entry_id: "g",
      before: { confirmed: 7, refuted: 2, undetermined: 0, not_counted: 0 },
      after: { confirmed: 6, refuted: 3, undetermined: 0, not_counted: 2 },
      touched: 9,
    },
  ],
  verdicts: [{ ...lost, run, basis: "evidence" }],
};
const onCases: EffectOnCases = {
  ...{ digest: "d", cases: 6, rates: [], conclusions: [], criteria: [], measured: null },
  verdicts: [
    {
      ...{ ...lost, case: "gale", event: "gale", with_event: true },
      ...{ turned_wrong: true, turned_right: false },
    },
  ],
};
const inCases = (changes: Partial<EffectOnCases>, more: Partial<EffectInfo> = {}) =>
  info({ cases: { ...work, result: { ...onCases, ...changes } }, ...more });
const [gale] = onCases.verdicts;
const turns = (turned_wrong: boolean, name: string) => ({
  ...{ ...(gale as CaseVerdict), case: name, turned_wrong, turned_right: !turned_wrong },
});
const rates = (touched: number) => ({
  ...{ entry_id: "g", judged: 6, touched },
  before: { confirmed: 1, tested: 1, confirmed_without: 0, tested_without: 4 },
  after: { confirmed: 1, tested: 1, confirmed_without: 0, tested_without: 4 },
});

let answer: EffectInfo;
let sent: { method: string; body: unknown }[];

beforeEach(() => {
  answer = info();
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith("/effect/")) return Response.json({ results: [], tools: [] });
    if (request.method !== "GET")
      sent.push({ method: request.method, body: JSON.parse((await request.text()) || "null") });
    return Response.json(answer);
  });
});

const EDITOR: Verb[] = ["library.edit", "library.view", "diagnosis.view"];

async function open(given: Partial<EffectProps> = {}, verbs = EDITOR) {
  const alpha = { slug: "alpha", name: "Alpha", home: true, verbs, grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    ...{ mode: "operational" as const, build: "a", now: "2026-07-05T06:00:00Z" },
  };
  const session = new Session("fan", "token");
  const client = createQueryClient();
  const written = (changes: Partial<EffectProps>) => (
    <TextProvider first={catalogue}>
      <AppProvider start={start} session={session}>
        <QueryClientProvider client={client}>
          <CentreProvider centre="alpha">
            <Suspense>
              <Effect of={{ kind: "proposal", id: "p" }} {...given} {...changes} />
            </Suspense>
          </CentreProvider>
        </QueryClientProvider>
      </AppProvider>
    </TextProvider>
  );
  // Its texts are loaded on their own.
  const { rerender } = await act(async () => render(written({})));
  const change = (changes: Partial<EffectProps>) => act(async () => rerender(written(changes)));
  return { change, user: userEvent.setup() };
}

const see = () => screen.findByRole("button", { name: "See what it would change" });

it("is measured when it is asked for, tells how far it is, and then what came of it", async () => {
  const { user } = await open();
  const button = await see();
  answer = info({ runs: { ...work, status: "running", done: 3, total: 12 } });
  await user.click(button);
  expect(sent).toEqual([{ method: "POST", body: { parts: ["runs", "cases"], again: true } }]);
  expect(await screen.findByText("3 of 12 diagnoses")).toBeTruthy();
  expect(screen.getByRole("progressbar")).toHaveProperty("value", 3);
  answer = info({ runs: { ...work, status: "finished", result: onRuns } });
  expect(await screen.findByText(/In 1 of your 12 diagnoses/)).toBeTruthy();
  expect(screen.getByText("7 of 9")).toBeTruthy();
  expect(screen.getByText("6 of 9")).toBeTruthy();
  expect(screen.getAllByText(/not counted/).map((one) => one.textContent)).toEqual([
    "2 of them not counted (as strong without the event)",
  ]);
  expect(screen.getByText(/110/)).toBeTruthy();
  expect(screen.getByText(/2026-07-01 00:00/)).toBeTruthy();
  expect(screen.getByText("in English refuted")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show the sentences in Chinese" }));
  expect(screen.getByText("中文 refuted").lang).toBe("zh-Hans");
});

it("offers what is missing where the other part is there", async () => {
  answer = info({ cases: { ...work, result: onCases } });
  const { user } = await open();
  await user.click(
    await screen.findByRole("button", { name: "Try it on your centre’s diagnoses too" }),
  );
  expect(sent).toEqual([{ method: "POST", body: { parts: ["runs"], again: true } }]);
});

it("can be stopped while it is measured", async () => {
  answer = info({ cases: { ...work, status: "queued" } });
  const { user } = await open();
  const stop = await screen.findByRole("button", { name: "Stop measuring" });
  answer = info();
  await user.click(stop);
  expect(sent).toEqual([{ method: "DELETE", body: null }]);
  expect(await see()).toBeTruthy();
});

it("of a change that was measured before it was changed again is to be measured again", async () => {
  answer = info({ runs: { ...work, status: "finished", result: onRuns } });
  const { change } = await open({ state: "1" });
  await screen.findByText(/In 1 of your 12 diagnoses/);
  answer = info({ digest: "e" });
  await change({ state: "2" });
  expect(await screen.findByText(/The change is another one/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Measure again" })).toBeTruthy();
});

it("of a change that was made while it was measured is to be measured again, unless it was stopped", async () => {
  answer = info({ cases: { ...work, status: "queued" } });
  const { change, user } = await open({ state: "1" });
  await screen.findByRole("button", { name: "Stop measuring" });
  answer = info({ digest: "e" });
  await change({ state: "2" });
  expect(await screen.findByText(/The change is another one since this was asked/)).toBeTruthy();
  answer = info({ digest: "e", cases: { ...work, status: "queued" } });
  await user.click(screen.getByRole("button", { name: "Measure again" }));
  const stop = await screen.findByRole("button", { name: "Stop measuring" });
  answer = info({ digest: "e" });
  await user.click(stop);
  answer = info({ digest: "f" });
  await change({ state: "3" });
  expect(await see()).toBeTruthy();
  expect(screen.queryByText(/The change is another one/)).toBeNull();
});

it("asks the owner why right results turn wrong, and keeps what is typed", async () => {
  answer = info({ cases: { ...work, result: onCases }, reason_needed: true });
  const onReason = vi.fn();
  const { user } = await open({ onReason });
  const field = await screen.findByRole("textbox", { name: "Why they may turn wrong" });
  expect(screen.getByText("One right result turns wrong.")).toBeTruthy();
  await user.type(field, "A rare case.");
  await user.tab();
  await waitFor(() => expect(onReason).toHaveBeenLastCalledWith("A rare case."));
});

it("tells others the reason, or that there is none yet", async () => {
  answer = info({ cases: { ...work, result: onCases }, reason_needed: true });
  await open();
  expect(await screen.findByText(/The owner takes the proposal back/)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("link", { name: "Go to the proposal" })).toBeNull();
});

it("leads its owner from an entry to the page where the reason is given", async () => {
  answer = inCases({}, { reason_needed: true });
  await open({ reasonBy: "there" });
  expect(await screen.findByRole("link", { name: "Go to the proposal" })).toBeTruthy();
  expect(screen.queryByText(/The owner takes/)).toBeNull();
});

it("shows of a release every reason that its owners gave, though one is missing", async () => {
  answer = inCases({}, { reason: "Rare.\nMoist.", reason_needed: true });
  await open({ of: { kind: "candidate", id: "c" } });
  expect(await screen.findByText(/An owner has not said/)).toBeTruthy();
  expect(screen.getByText(/Rare\.\s+Moist\./)).toBeTruthy();
});

it("counts and marks what turns right beside what turns wrong", async () => {
  answer = inCases({ verdicts: [turns(true, "gale"), turns(false, "quiet")] });
  await open();
  expect(
    await screen.findByText("One right result turns wrong, one wrong result turns right."),
  ).toBeTruthy();
  expect(screen.getByText("Right before, wrong after")).toBeTruthy();
  expect(screen.getByText("Wrong before, right after")).toBeTruthy();
});

it.each([
  [0, /What changes decided nothing in any of the 6 cases/],
  [4, "What changes had a say in 4 of the 6 cases."],
] as const)("says that a change had a say in %i of 6 judgements", async (touched, said) => {
  answer = inCases({ rates: [rates(touched)], verdicts: [] });
  await open();
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByText(/judged in 6 of the 6 generated cases/)).toBeTruthy();
});

it("is asked for again though nothing is under way, as another window may have had it measured", () => {
  const { refetchInterval } = effect({} as Api, "alpha", { kind: "proposal", id: "p" });
  const after = (data: EffectInfo) =>
    typeof refetchInterval === "function" &&
    refetchInterval({ state: { data } } as Parameters<typeof refetchInterval>[0]);
  expect(after(info())).toBe(15_000);
  expect(after(info({ runs: { ...work, status: "running" } }))).toBe(1000);
});

it("says nothing of that where it always had a say", async () => {
  answer = inCases({ rates: [rates(6)], verdicts: [] });
  await open();
  await screen.findByText(/judged in 6 of the 6/);
  expect(screen.queryByText(/What changes/)).toBeNull();
});

it("is short for reviewers, but hides nothing that turns wrong", async () => {
  answer = inCases({}, { runs: { ...work, status: "finished", result: onRuns } });
  await open({ isBrief: true, isInReview: true });
  await screen.findByText("Right before, wrong after");
  const isOpen = (part: string) =>
    screen.getByRole("region", { name: part }).querySelector("details")?.open;
  expect(isOpen("On the generated cases")).toBe(true);
  expect(isOpen("In your centre’s diagnoses")).toBe(false);
  expect(screen.getByText(/values as they were handed in/)).toBeTruthy();
});

it("calls an entry that is proposed anew by its factor", () => {
  const field = { kind: "entry", item: "mine_k", path: "factor", value: "k_index" } as FieldInfo;
  const names = {
    item: (_: string, key: string) => (key === "known" ? "Known" : key),
    tool: (name: string) => `the ${name}`,
  } as Names;
  expect(["mine_k", "known", "other"].map((one) => entryName(one, [field], names))).toEqual([
    ...["the k_index", "Known", "other"],
  ]);
});

it("says that nothing can change, or what hinders it, and offers nothing then", async () => {
  answer = info({ digest: "", entries: [] });
  const { change } = await open();
  expect(await screen.findByText(/No verdict can change/)).toBeTruthy();
  await change({ isWrong: true });
  expect(screen.getByText(/Mend that first/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("that failed says why, and can be tried again", async () => {
  const failure = { code: "x", message: "no data", texts: { en: "The data are gone." } };
  answer = info({ runs: { ...work, status: "failed", failure } });
  const { user } = await open();
  expect(await screen.findByText("The data are gone.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(sent).toEqual([{ method: "POST", body: { parts: ["runs"], again: true } }]);
});

it("is not measured by those who only read the library", async () => {
  await open({}, ["library.view", "diagnosis.view"]);
  await screen.findByText(/Try the change on past diagnoses/);
  expect(screen.queryByRole("button")).toBeNull();
});

it("says why what was measured is out of date, and keeps it while it is measured again", async () => {
  const old = { ...work, status: "finished" as const, result: onRuns };
  answer = info({
    runs: { ...old, outdated: ["newer_runs", "newer_software"] },
    cases: { ...work, result: onCases },
  });
  const { user } = await open();
  expect(await screen.findByText(/newer diagnoses than when/)).toBeTruthy();
  expect(screen.getByText(/another version of the software/)).toBeTruthy();
  answer = info({ runs: { ...old, status: "queued", outdated: ["newer_runs"] } });
  await user.click(screen.getByRole("button", { name: "Measure again" }));
  expect(sent).toEqual([{ method: "POST", body: { parts: ["runs"], again: true } }]);
  expect(await screen.findByText(/It is being measured again/)).toBeTruthy();
  expect(screen.getByText(/In 1 of your 12 diagnoses/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Measure again" })).toBeNull();
  expect(screen.getByRole("button", { name: "Stop measuring" })).toBeTruthy();
});

const assessed = (changes: Partial<WordedAssessment>): WordedAssessment => ({
  ...{ firing: "not_fired", grade: 0, grade_names: {}, severity: 0, subtype: null, labels: [] },
  ...{ onset: null, end: null, peak: null, peak_time: null, unit: "mm" },
  texts: { en: "in English, too little", zh: "中文，不足" },
  ...changes,
});
const rain = {
  event: "rainstorm" as const,
  before: assessed({
    ...{ firing: "fired", grade: 1, grade_names: { en: "rainstorm grade", zh: "暴雨" } },
    ...{ onset: "2026-07-05T00:00:00Z", end: "2026-07-06T00:00:00Z" },
    texts: { en: "in English, enough", zh: "中文，足够" },
  }),
  after: assessed({}),
};
const counts = (met: number, likely: number, not_met: number) => ({
  ...{ met, likely, not_met, not_assessable: 0 },
});
const criteriaOnRuns = (changes: Partial<CriteriaOnRuns> = {}): CriteriaOnRuns => ({
  ...{ preset: "cma", runs: 12, of: 20 },
  rates: [
    { event: "rainstorm", before: counts(7, 1, 3), after: counts(6, 1, 4), changed: 1 },
    { event: "cold_wave", before: counts(0, 0, 0), after: counts(0, 0, 0), changed: 0 },
  ],
  classifications: [{ run, before: "rainstorm", after: null, types: [rain] }],
  undecided: [{ run: { ...run, job: "j2", event: null }, texts: { en: "gone", zh: "缺失" } }],
  ...changes,
});
const criteriaOnCases: CriteriaOnCases = {
  ...{ preset: "cma", rates: [] },
  classifications: [
    {
      ...{ case: "rainstorm", before: "rainstorm", after: null, types: [rain] },
      ...{ turned_wrong: true, turned_right: false },
    },
  ],
};
/** A part that is of criteria alone. */
const ofCriteria = (criteria: CriteriaOnRuns): EffectInRuns => ({
  ...{ ...work, status: "finished" },
  result: { ...onRuns, runs: 0, of: 0, rates: [], verdicts: [], criteria: [criteria] },
});

it("of criteria says which diagnoses lose their event, with both reasons and rates", async () => {
  answer = info({ entries: [], criteria: true, runs: ofCriteria(criteriaOnRuns()) });
  const { user } = await open();
  expect(
    await screen.findByText(
      "In 1 of your 11 diagnoses with these criteria that could be decided, events are classified otherwise: 1 no longer met.",
    ),
  ).toBeTruthy();
  expect(screen.getByText("The event that comes first: one loses it.")).toBeTruthy();
  expect(screen.queryByText(/is about what changes/)).toBeNull();
  expect(screen.getByText(/newest 12 of 20/)).toBeTruthy();
  expect(screen.getByText("7 of 11")).toBeTruthy();
  expect(screen.getByText("6 of 11")).toBeTruthy();
  expect(screen.getAllByRole("figure")).toHaveLength(1);
  expect(screen.getByText("rainstorm grade")).toBeTruthy();
  expect(screen.getByText("in English, enough")).toBeTruthy();
  expect(screen.getByText("in English, too little")).toBeTruthy();
  expect(screen.getByText("No event")).toBeTruthy();
  expect(screen.getByText("In one diagnosis it could not be decided")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show the sentences in Chinese" }));
  expect(screen.getByText("中文，足够").lang).toBe("zh-Hans");
  expect(screen.getByText("暴雨")).toBeTruthy();
});

it.each<[Partial<CriteriaOnRuns>, RegExp]>([
  [{ runs: 0, classifications: [], undecided: [] }, /No diagnosis of your centre was made with/],
  [{ runs: 1, classifications: [] }, /could not be decided in your one diagnosis/],
  [{ classifications: [] }, /In your 11 diagnoses .* every event is classified as before/],
])("of criteria says what it does not know", async (changes, said) => {
  const criteria = criteriaOnRuns(changes);
  answer = info({ entries: [], criteria: true, runs: ofCriteria(criteria) });
  await open();
  expect(await screen.findByText(said)).toBeTruthy();
});

it("of criteria names a diagnosis that had no event", async () => {
  const none = { run: { ...run, event: null }, before: null, after: "gale" as const, types: [] };
  const criteria = criteriaOnRuns({ classifications: [none] });
  answer = info({ entries: [], criteria: true, runs: ofCriteria(criteria) });
  await open();
  expect(await screen.findByText(/one has it for the first time/)).toBeTruthy();
  expect(screen.getAllByText("No event")).toHaveLength(2);
});

it("of criteria asks why a right case turns wrong, beside the entries of the same proposal", async () => {
  const both = { rates: [rates(6)], criteria: [criteriaOnCases] };
  answer = inCases(both, { criteria: true, reason_needed: true });
  await open({ onReason: vi.fn() });
  expect(await screen.findByText("2 right results turn wrong.")).toBeTruthy();
  expect(screen.getByText(/On 1 of the 6 generated cases a verdict changes/)).toBeTruthy();
  expect(screen.getByText(/On one generated case events are classified otherwise/)).toBeTruthy();
  expect(screen.getByText(/^in the case of/)).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "Why they may turn wrong" })).toBeTruthy();
});
