import { readFileSync } from "node:fs";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { nextRefresh } from "@/api/correctionQueries";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type {
  CorrectionInfo,
  Edit,
  Reading,
  Report,
  ReportVersionInfo,
  Verb,
  VersionStanding,
} from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { SHOWN } from "../../../../scripts/science.ts";
import { sectionsOf } from "../../../../scripts/texts.ts";
import { ReaderProvider } from "../reader";
import { Corrections } from "./Corrections";
import { CorrectPart } from "./CorrectPart";
import { CorrectionProvider } from "./draft";

const catalogue = new Catalogue(
  "en",
  readFileSync("messages/en.ftl", "utf8"),
  readFileSync("messages/report.en.ftl", "utf8"),
  readFileSync("messages/desk.en.ftl", "utf8"),
  sectionsOf(readFileSync("../diagnostics/messages/en.ftl", "utf8"), SHOWN),
);

const bound = {
  ...{ source: "evidence:e01", path: "index.value", kind: "number" as const },
  ...{ value: 52.5, unit: "mm", digits: 1 },
};
const report = {
  claims: [{ ...bound, id: "c7" }],
  evidence: [{ id: "e01", index: { value: 52.5, unit: "mm" } }],
  conclusion: { event: "rainstorm", causes: [] },
} as unknown as Report;
const reading = {
  language: "en",
  title: { address: "title", pieces: [{ text: "Rainstorm" }] },
  facts: [],
  sections: [
    {
      ...{ id: "summary", title: "Summary", table: [] },
      sentences: [
        {
          address: "summary.1",
          pieces: [{ text: "About " }, { text: "52.5\u00a0mm", claim: "c2" }, { text: " fell." }],
        },
      ],
      figures: [
        {
          ...{ artifact: "figures/ivt.png", evidence_id: "e01" },
          caption: { address: "caption:figures/ivt.png", pieces: [{ text: "Moisture." }] },
        },
      ],
    },
  ],
  // As in another language than the document's: the same value has another id.
  claims: [{ ...bound, id: "c2" }],
  evidence: [{ id: "e01", name: "Rain", verdict: "confirmed", reason: "", counts: true }],
} as unknown as Reading;

let posted: unknown[] = [];
let corrections: CorrectionInfo[] = [];
let answer: (body: unknown) => Response;

const correction = (more: Partial<CorrectionInfo>): CorrectionInfo => ({
  ...{ id: "k1", version: 1, author: "person:fan", note: "the rain", quantities: [] },
  ...{ edits: [], status: "pending", problems: [], result: null, ended_at: null },
  created_at: "2026-07-05T06:00:00Z",
  ...more,
});

beforeEach(() => {
  posted = [];
  corrections = [];
  answer = () => Response.json(corrections[0], { status: 202 });
  sessionStorage.clear();
  window.scrollTo = () => undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      const body = await request.json();
      posted.push(body);
      return answer(body);
    }
    if (pathname.endsWith("/corrections/")) return Response.json({ results: corrections });
    return Response.json({ document: report });
  });
});

let client: QueryClient;

async function open(
  address: string,
  verbs: Verb[] = ["report.review"],
  standing?: Partial<VersionStanding>,
) {
  const alpha = { slug: "alpha", name: "Alpha", home: true, verbs, grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    ...{ mode: "operational" as const, build: "b1", now: "2026-07-05T00:00:00Z" },
  };
  client = createQueryClient();
  const panel = (
    <ReaderProvider
      version={{ diagnosis: "d1", number: 1 }}
      stand={{} as ReportVersionInfo}
      reading={reading}
      reviews={[]}
      choice={{}}
      choose={() => undefined}
      openChart={() => undefined}
      openReviews={() => undefined}
      standing={standing as VersionStanding | undefined}
      isDesk
      part={address}
      openPart={() => undefined}
    >
      <CorrectionProvider>
        <CorrectPart address={address} />
        <Corrections />
      </CorrectionProvider>
    </ReaderProvider>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: () => panel, notFoundComponent: () => panel }),
    history: createMemoryHistory(),
  });
  const shown = await act(async () =>
    render(
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={new Session("fan", "token")}>
          <QueryClientProvider client={client}>
            <CentreProvider centre="alpha">
              <Suspense>
                <RouterProvider router={router as never} />
              </Suspense>
            </CentreProvider>
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>,
    ),
  );
  return { user: userEvent.setup(), ...shown };
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const field = () => screen.findByRole("textbox", { name: "Your words" });
/** Puts text where the cursor is: a key at a time would take seconds. */
async function put(user: ReturnType<typeof userEvent.setup>, into: HTMLElement, text: string) {
  await user.click(into);
  await user.paste(text);
}
const says = (element: Element | null | undefined) => element?.textContent ?? "";
const replaced: Edit = {
  ...{ op: "replace", at: "summary.1", statement: null },
  text: "About {claim:c7} came down.",
};

async function write(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await button("Correct this paragraph"));
  await user.clear(await field());
  await put(user, await field(), "About ");
  await user.click(await button("Insert 52.5 mm"));
  await put(user, await field(), " came down.");
  await user.click(await button("Add to the correction"));
}

it("own words begin with the sentence, keep its value bound, and are sent with what they are for", async () => {
  const { user } = await open("summary.1");
  await user.click(await button("Correct this paragraph"));
  expect(await field()).toHaveProperty("value", "About {52.5 mm} fell.");
  await user.click(await button("Cancel"));
  await waitFor(() => expect(document.activeElement?.hasAttribute("data-correct")).toBe(true));
  await write(user);
  await user.click(await button("Send to be checked"));
  await screen.findByText(/Say what the correction is for/);
  expect(posted).toEqual([]);
  await put(user, await screen.findByRole("textbox", { name: /is for/ }), "the rain");
  corrections = [correction({ edits: [replaced] })];
  await user.click(await button("Send to be checked"));
  await screen.findByText("Being checked");
  expect(posted).toEqual([{ version: 1, note: "the rain", edits: [replaced], quantities: [] }]);
  await screen.findByText(/Nothing is corrected yet/);
});

it("says what would be refused, and adds nothing until it is mended", async () => {
  const { user } = await open("summary.1");
  await user.click(await button("Correct this paragraph"));
  await put(user, await field(), " {53 mm}");
  await screen.findByText(/Braces stand for values only/);
  await user.click(await button("Add to the correction"));
  expect(screen.queryByRole("button", { name: "Send to be checked" })).toBeNull();
  await user.clear(await field());
  await user.click(await button("Add to the correction"));
  await screen.findByText(/Write something/);
});

it("a statement is chosen by its name, also after the sentence", async () => {
  const { user } = await open("summary.1");
  await user.click(await button("Correct this paragraph"));
  await user.click(await screen.findByRole("radio", { name: "Say from the evidence" }));
  await user.click(await screen.findByRole("radio", { name: "After it" }));
  await user.click(await button("Add to the correction"));
  await screen.findByText("Choose what the sentence is to say.");
  await user.click(await screen.findByRole("radio", { name: /Rain: 53 mm/ }));
  await user.click(await button("Add to the correction"));
  const changes = await screen.findByRole("list", { name: "Changes of the correction" });
  expect(says(changes)).toContain("Rain: 53 mm");
  expect(says(changes)).toContain("After it");
});

it("a caption can be replaced alone, and the title not at all", async () => {
  const { user, unmount } = await open("caption:figures/ivt.png");
  await user.click(await button("Correct this caption"));
  expect(screen.queryByRole("radio", { name: "Leave it out" })).toBeNull();
  expect(screen.queryByRole("radio", { name: "After it" })).toBeNull();
  unmount();
  await open("title");
  await screen.findByText(/The title cannot be corrected/);
});

it("a reload keeps what is begun and what is added", async () => {
  const { user, unmount } = await open("summary.1");
  await write(user);
  await user.click(await button("Change it"));
  await put(user, await field(), " More.");
  unmount();
  await open("summary.1");
  expect(await field()).toHaveProperty("value", "About {52.5 mm} came down. More.");
  await user.click(await button("Add to the correction"));
  const changes = await screen.findByRole("list", { name: "Changes of the correction" });
  expect(within(changes).getAllByRole("listitem")).toHaveLength(1);
  expect(says(changes)).toContain("About 52.5 mm came down. More.");
});

it("a refusal stands beside the change that it is about, and is taken up again as it was", async () => {
  const problem = { where: "summary, sentence 1", kind: "unknown_claim", text: "", message: "m1" };
  const whole = { ...problem, where: "correction", kind: "data_changed", message: "m2" };
  corrections = [correction({ status: "refused", edits: [replaced], problems: [problem, whole] })];
  const { user, container } = await open("summary.1");
  await screen.findByText("Not taken");
  const change = container.querySelector("[data-edit='replace summary.1']");
  expect(says(change)).toContain("It names a value that this version does not have.");
  expect(says(change)).not.toContain("The source holds other data by now.");
  await screen.findByText("The source holds other data by now.");
  await user.click(await button("Take it up again"));
  expect(await screen.findByRole("textbox", { name: /is for/ })).toHaveProperty(
    "value",
    "the rain",
  );
  await user.click(await button("Send to be checked"));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).toMatchObject({ note: "the rain", edits: [replaced] });
});

it("what the check took leads to the version that it became", async () => {
  corrections = [correction({})];
  await open("summary.1");
  await screen.findByText("Being checked");
  expect(nextRefresh(corrections)).toBeLessThan(nextRefresh([]));
  corrections = [correction({ status: "accepted", result: 2 }), correction({ version: 3 })];
  await act(() => client.invalidateQueries());
  const read = await screen.findByRole("link", { name: "Read version 2" });
  expect(read.getAttribute("href")).toBe("/c/alpha/diagnoses/d1/report/2");
  const compare = screen.getByRole("link", { name: "Compare it with this version" });
  expect(compare.getAttribute("href")).toBe("/c/alpha/diagnoses/d1/report/2?against=1");
  expect(screen.queryByText("Being checked")).toBeNull();
});

it("what the platform does not take stays written", async () => {
  answer = () =>
    Response.json({ status: 409, code: "version_not_opened", detail: "open it" }, { status: 409 });
  const { user } = await open("summary.1");
  await write(user);
  await put(user, await screen.findByRole("textbox", { name: /is for/ }), "the rain");
  await user.click(await button("Send to be checked"));
  await screen.findByText("open it");
  const changes = screen.getByRole("list", { name: "Changes of the correction" });
  expect(says(changes)).toContain("About 52.5 mm came down.");
});

it("who may not review is offered nothing, and asks for nothing", async () => {
  const { container } = await open("summary.1", ["diagnosis.view"]);
  expect(container.querySelector("[data-correct], [data-corrections]")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

it("says before the first change that nobody could publish the correction", async () => {
  const after = { awaits_approval: true, approve: [], publish: [], lacks: ["approve" as const] };
  await open("summary.1", ["report.review"], { after_correction: after });
  await button("Correct this paragraph");
  expect(screen.getAllByText(/^After your correction nobody .* another reviewer/)).toHaveLength(1);
});
