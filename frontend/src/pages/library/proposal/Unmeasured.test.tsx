import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { DecisionVerdict, EffectInfo } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { Unmeasured } from "./Unmeasured";

const catalogue = new Catalogue(
  "en",
  ...["", "library.", "proposal."].map((part) => readFileSync(`messages/${part}en.ftl`, "utf8")),
);

interface Given {
  digest?: string;
  status?: string | null;
  result?: unknown;
  verdicts?: DecisionVerdict[];
}

async function shown(given: Given) {
  const { digest = "d", status = null, result = null, verdicts = ["return", "approve"] } = given;
  const answer = { digest, cases: { status, result }, runs: { status: null, result: null } };
  vi.stubGlobal("fetch", async () => Response.json(answer as Partial<EffectInfo>));
  const alpha = { slug: "alpha", name: "Alpha", home: true, verbs: [], grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    ...{ mode: "operational" as const, build: "a", now: "2026-07-05T06:00:00Z" },
  };
  const client = createQueryClient();
  await act(async () =>
    render(
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={new Session("fan", "token")}>
          <QueryClientProvider client={client}>
            <CentreProvider centre="alpha">
              <Unmeasured
                proposal={{ id: "p", saved_at: "1" }}
                decisions={verdicts.map((verdict) => ({ verdict }))}
              />
              <p>read</p>
            </CentreProvider>
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>,
    ),
  );
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await screen.findByText("read");
}

it.each([
  [null, "Nobody has had it measured."],
  ["queued", "It waits for a worker."],
  ["running", "It is being measured."],
  ["failed", "It could not be measured."],
])(
  "tells who approves that nothing is measured yet, and how far it is: %s",
  async (status, said) => {
    await shown({ status });
    expect(await screen.findByText(/is not measured yet/)).toBeTruthy();
    expect(screen.getByText(said)).toBeTruthy();
  },
);

it.each([
  ["it is measured", { status: "finished", result: { digest: "d" } }],
  ["nothing can change", { digest: "" }],
  ["nothing is approved", { verdicts: ["return", "correct"] }],
  ["nothing is decided", { verdicts: [] }],
] satisfies [string, Given][])("says nothing where %s", async (_, given) => {
  await shown(given);
  expect(screen.queryByText(/is not measured yet/)).toBeNull();
});
