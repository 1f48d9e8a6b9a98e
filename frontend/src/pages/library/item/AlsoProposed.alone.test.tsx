import { readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/queries";
import { Session } from "@/api/session";
import { AppProvider, CentreProvider } from "@/app/context";
import type { ProposalInfo } from "@/generated/schema";
import { TextProvider } from "@/text";
import { Catalogue } from "@/text/catalogue";
import { AlsoProposed } from "./AlsoProposed";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ params, children }: { params: { proposal: string }; children: ReactNode }) => (
    <a href={`/proposals/${params.proposal}`}>{children}</a>
  ),
}));

const catalogue = new Catalogue(
  "en",
  ...["", "library.", "item."].map((part) => readFileSync(`messages/${part}en.ftl`, "utf8")),
);
const LIMIT = "expected.absolute.value";
const proposal = (id: string, ...named: Partial<ProposalInfo["named"][number]>[]) =>
  ({
    ...{ id, state: "in_review" },
    named: named.map((one) => ({
      ...{ kind: "entry", item: "g", path: LIMIT, value: 62, unit: "m/s", by: "person:li" },
      ...{ at: "2026-07-05T05:00:00Z", ...one },
    })),
  }) as unknown as ProposalInfo;

/** Shows what is said at the limit of an entry, and returns its lines. */
async function linesOf(...proposals: ProposalInfo[]): Promise<string[]> {
  vi.stubGlobal("fetch", async () => Response.json({ results: [], tools: [] }));
  const alpha = { slug: "alpha", name: "Alpha", home: true, verbs: [], grants: [] };
  const start = {
    ...{ person: "fan", active: "alpha", csrf: "token", language: "en" as const },
    ...{ centres: [{ ...alpha, own_boundaries: false }], operator: false },
    ...{ mode: "operational" as const, build: "a", now: "2026-07-05T06:00:00Z" },
  };
  await act(async () =>
    render(
      <TextProvider first={catalogue}>
        <AppProvider start={start} session={new Session("fan", "token")}>
          <QueryClientProvider client={createQueryClient()}>
            <CentreProvider centre="alpha">
              <AlsoProposed item={{ kind: "entry" }} path={LIMIT} proposals={proposals} />
            </CentreProvider>
          </QueryClientProvider>
        </AppProvider>
      </TextProvider>,
    ),
  );
  return screen.queryAllByRole("listitem").map((one) => one.textContent ?? "");
}

it("says who else proposes another value for the field, which one, and leads there", async () => {
  const [line = "", ...more] = await linesOf(proposal("p", {}));
  expect(more).toEqual([]);
  expect(line).toContain("li");
  expect(line).toContain("62 m/s");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/proposals/p");
});

it("says who would remove the whole item", async () => {
  const [line = ""] = await linesOf(proposal("p", { path: "", value: null }));
  expect(line).toContain("li");
  expect(line).not.toContain("62");
});

it.each([
  ["another field", { path: "weight" }],
  ["a field inside a longer name", { path: `${LIMIT}_coarse` }],
  ["an item of another kind", { kind: "cause" as const }],
])("says nothing of %s", async (_, named) => {
  expect(await linesOf(proposal("p", named))).toEqual([]);
});

it("lists every proposal that there is", async () => {
  const lines = await linesOf(proposal("p", {}), proposal("q", { value: 70, by: "person:wang" }));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("wang");
  expect(lines[1]).toContain("70 m/s");
});
