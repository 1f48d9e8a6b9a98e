import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { EntrySentence } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import DraftSentence, { type DraftSentenceProps } from "./DraftSentence";

const catalogue = new Catalogue(
  "en",
  ...["", "library."].map((part) => readFileSync(`messages/${part}en.ftl`, "utf8")),
);
const worded = (en: string) => ({ verdict: "refuted" as const, counts: null, texts: { en } });
const judged = (digest: string): EntrySentence => ({
  ...{ digest, entry_id: "g", run: null, case: "gale", texts: {}, failure: "" },
  ...{ before: worded("as it is"), after: worded(`with ${digest}`) },
});

let asked: string;
let told: { digest: string; result: EntrySentence | null };
let posts: number;

beforeEach(() => {
  posts = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith("/sentence/")) return Response.json({ results: [], tools: [] });
    if (request.method === "GET") return Response.json(told);
    posts += 1;
    return Response.json({ digest: asked, result: null }, { status: 202 });
  });
});

async function open(given: Partial<DraftSentenceProps> = {}) {
  const alpha = { slug: "alpha", name: "Alpha", home: true, grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    centres: [{ ...alpha, verbs: ["library.edit" as const], own_boundaries: false }],
    ...{ mode: "operational" as const, build: "a", now: "2026-07-05T06:00:00Z", operator: false },
  };
  const session = new Session("fan", "token");
  const client = createQueryClient();
  const written = (changes: Partial<DraftSentenceProps>) => (
    <TextProvider first={catalogue}>
      <AppProvider start={start} session={session}>
        <QueryClientProvider client={client}>
          <CentreProvider centre="alpha">
            <Suspense>
              <DraftSentence
                {...{ of: { kind: "proposal", id: "p" }, entry: "g", state: "1" }}
                {...{ isWrong: false, isUnkept: false, ...given, ...changes }}
              />
            </Suspense>
          </CentreProvider>
        </QueryClientProvider>
      </AppProvider>
    </TextProvider>
  );
  let rerender: (ui: React.ReactNode) => void = () => {};
  await act(async () => {
    rerender = render(written({})).rerender;
  });
  return (changes: Partial<DraftSentenceProps>) => act(async () => rerender(written(changes)));
}

const seen = (text: string) => screen.queryByText(text)?.closest("[aria-hidden='true']") === null;

it("shows the answer to what is typed last, and no other as if it were", async () => {
  asked = "one";
  told = { digest: "another window", result: judged("another window") };
  const change = await open();
  await waitFor(() => expect(posts).toBe(1));
  expect(screen.queryByText("with another window")).toBeNull();
  expect(screen.getByText("Being judged…")).toBeTruthy();
  told = { digest: "one", result: judged("one") };
  await waitFor(() => expect(seen("with one")).toBe(true));
  expect(screen.queryByText("Being judged…")).toBeNull();

  // What is typed and not handed on yet, what is on its way, and what has no answer yet.
  fireEvent.input(document.body);
  expect(seen("with one")).toBe(false);
  await change({ isUnkept: true });
  expect(seen("with one")).toBe(false);
  asked = "two";
  await change({ isUnkept: false, state: "2" });
  expect(seen("with one")).toBe(false);
  told = { digest: "two", result: judged("two") };
  await waitFor(() => expect(seen("with two")).toBe(true));
});

it("waits for what is wrong to be mended, and asks nothing", async () => {
  await open({ isWrong: true });
  expect(await screen.findByText(/wrong or incomplete. The sentence comes/)).toBeTruthy();
  expect(posts).toBe(0);
});
