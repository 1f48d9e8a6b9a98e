import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { Reading, ReportVersionInfo, VersionStanding } from "@/generated/schema";
import { Openings } from "./opened";
import { ReaderProvider } from "./reader";

const SECTIONS = ["summary", "causes"];
const reading = {
  ...{ claims: [], evidence: [], facts: [], title: { pieces: [] } },
  sections: SECTIONS.map((id) => ({ id, figures: [], sentences: [], table: [] })),
} as unknown as Reading;
const standing = { unopened: [] } as unknown as VersionStanding;

/** The observer of the page, which says what came into sight when a test lets it. */
let observed = new Set<Element>();
let tell: (id: string, isIntersecting: boolean) => void;
let posted: { parts: unknown[] }[] = [];
let hidden = false;
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  [observed, posted, hidden] = [new Set(), [], false];
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  vi.stubGlobal("fetch", async (request: Request) => {
    posted.push(await request.json());
    return Response.json({ unopened: [] });
  });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(take: (entries: object[]) => void) {
        tell = (id, isIntersecting) => {
          const target = [...observed].find((one) => (one as HTMLElement).dataset.end === id);
          if (target) act(() => take([{ target, isIntersecting }]));
        };
      }
      observe = (end: Element) => observed.add(end);
      disconnect = () => observed.clear();
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open() {
  const alpha = { ...{ slug: "alpha", name: "Alpha", home: true }, verbs: [], grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    ...{ mode: "operational" as const, build: "b1", now: "2026-07-05T00:00:00Z" },
  };
  client = createQueryClient();
  return render(
    <QueryClientProvider client={client}>
      <AppProvider start={start} session={new Session("fan", "token")}>
        <CentreProvider centre="alpha">
          <ReaderProvider
            version={{ diagnosis: "d1", number: 1 }}
            stand={{} as ReportVersionInfo}
            standing={standing}
            reading={reading}
            reviews={[]}
            choice={{}}
            choose={() => undefined}
            openChart={() => undefined}
            openReviews={() => undefined}
            isDesk={false}
            part={undefined}
            openPart={() => undefined}
          >
            <Openings chart={undefined} />
            {SECTIONS.map((id) => (
              <span key={id} data-end={id} />
            ))}
          </ReaderProvider>
        </CentreProvider>
      </AppProvider>
    </QueryClientProvider>,
  );
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const reported = () => posted.flatMap(({ parts }) => parts);
const section = (id: string) => ({ on: "section", id });

it("reports a section once its end was on the screen for a second, each time the page is read", async () => {
  const page = open();
  await wait(5);
  expect(posted).toEqual([]);
  tell("summary", true);
  await wait(3);
  tell("summary", false);
  tell("summary", true);
  await wait(3);
  expect(reported()).toEqual([section("summary")]);
  page.unmount();
  open();
  tell("summary", true);
  await wait(3);
  expect(reported()).toEqual([section("summary"), section("summary")]);
});

it("reports nothing that was passed by", async () => {
  open();
  tell("causes", true);
  await wait(0.5);
  tell("causes", false);
  await wait(5);
  expect(posted).toEqual([]);
});

it("reports nothing of a window that nobody sees, until somebody does", async () => {
  open();
  tell("summary", true);
  hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  tell("causes", true);
  await wait(5);
  expect(posted).toEqual([]);
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  tell("causes", true);
  await wait(3);
  expect(reported()).toEqual([section("causes")]);
});

it("reports a section again that could not be reported", async () => {
  const answers = [new Response("{}", { status: 500 }), Response.json({ unopened: [] })];
  vi.stubGlobal("fetch", async (request: Request) => {
    posted.push(await request.json());
    return answers.shift() as Response;
  });
  open();
  for (let time = 0; time < 3; time += 1) {
    tell("summary", true);
    await wait(3);
    tell("summary", false);
  }
  expect(reported()).toEqual([section("summary"), section("summary")]);
});
