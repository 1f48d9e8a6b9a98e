import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { Problem } from "@/api/problems";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { DecisionVerdict, EffectInfo, ProposalDetail } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { Refused, useProposalAct } from "./acts";
import { MeasureFirst } from "./MeasureFirst";
import { Unmeasured } from "./Unmeasured";

const catalogue = new Catalogue(
  "en",
  ...["", "library.", "proposal."].map((part) => readFileSync(`messages/${part}en.ftl`, "utf8")),
);

const PROPOSAL = { id: "p", saved_at: "1" };

interface Given {
  digest?: string;
  status?: string | null;
  result?: unknown;
  verdicts?: DecisionVerdict[];
}

async function shown(given: Given) {
  const { verdicts = ["return", "approve"] } = given;
  const decisions = verdicts.map((verdict) => ({ verdict }));
  await draw(given, <Unmeasured proposal={PROPOSAL} decisions={decisions} />);
}

async function draw({ digest = "d", status = null, result = null }: Given, what: ReactNode) {
  const cases = { status, result, done: 2, total: status === "running" ? 6 : 0 };
  const answer = { digest, cases, runs: { status: null, result: null } };
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") asked.push(await request.json());
    return Response.json(answer as Partial<EffectInfo>);
  });
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
              {what}
              <p>read</p>
            </CentreProvider>
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>,
    ),
  );
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await screen.findByText("read");
  return asked;
}

it.each([
  [null, "Nobody in your centre has had it measured."],
  ["queued", "It waits for a worker."],
  ["running", "It is being measured: 2 of 6 cases."],
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

/** A last approval that the platform refuses until it is told why no measurement is waited for. */
function Approval({ said }: { said: string[] }) {
  const accepting = useProposalAct("p", async (unmeasured: string) => {
    said.push(unmeasured);
    if (!unmeasured) throw new Problem({ status: 409, code: "effect_not_measured" });
    return {} as ProposalDetail;
  });
  return (
    <>
      <button type="button" onClick={() => accepting.mutate("")}>
        Send
      </button>
      <Refused error={accepting.error} />
      <MeasureFirst proposal={PROPOSAL} accepting={accepting} />
    </>
  );
}

async function refused(status: string | null) {
  const said: string[] = [];
  const asked = await draw({ status }, <Approval said={said} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Send" }));
  await screen.findByRole("dialog", { name: "Accept without the measurement?" });
  const isGone = () => vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  return { said, asked, user, isGone, press };
}

it("a refused approval goes through with a reason, which has to say something", async () => {
  const { said, user, isGone, press } = await refused("queued");
  const accept = screen.getByRole<HTMLButtonElement>("button", { name: "Accept unmeasured" });
  const why = screen.getByRole("textbox", { name: "Why it is accepted without it" });
  await user.type(why, " .");
  expect(accept.disabled).toBe(true);
  await user.type(why, " no worker");
  await press("Accept unmeasured");
  await isGone();
  expect(said).toEqual(["", ". no worker"]);
});

it("or waits for what is under way, and nothing is sent", async () => {
  const { said, asked, isGone, press } = await refused("running");
  await press("Wait for it");
  await isGone();
  expect([said, asked]).toEqual([[""], []]);
});

it("or has it measured first, where nothing is under way", async () => {
  const { said, asked, isGone, press } = await refused(null);
  await press("Have it measured first");
  await isGone();
  expect(said).toEqual([""]);
  expect(asked).toEqual([{ parts: ["cases"], again: false }]);
});
