import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { diagnoses } from "@/api/lists";
import { queryClient, sources } from "@/api/queries";
import type { Diagnosis } from "@/api/schema";
import { showIn } from "@/texts";
import Diagnoses from ".";

const job = (id: string, status: string, state: Record<string, unknown>) =>
  ({
    id,
    status,
    source: "sample",
    requested_by: "person:fan",
    created_at: "2026-07-05T06:00:00Z",
    request: { region: [110, 27, 126, 35] },
    state: { event: null, conclusion: null, failure: null, ...state },
  }) as unknown as Diagnosis;
const met = { occurrence: { status: "met", grade_name: "heavy rainstorm" } };
const failure = {
  code: "period_without_data",
  message: "the message of the log",
  wording: { id: "error-period_without_data", params: { asked: "2026", period: "2025" } },
};

beforeEach(() => {
  queryClient.setDefaultOptions({ queries: { enabled: false } });
  queryClient.setQueryData(sources.queryKey, []);
  queryClient.setQueryData(diagnoses({ page_size: 50 }).queryKey, {
    results: [
      job("a", "finished", { event: "rainstorm", conclusion: met }),
      job("b", "failed", { failure }),
    ],
    next: null,
    previous: null,
  } as never);
});

function show() {
  const page = (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Diagnoses />
      </MemoryRouter>
    </QueryClientProvider>
  );
  render(page);
  return screen.getAllByRole("row").map((row) => row.textContent);
}

it("begins names of events and grades with a capital", async () => {
  await showIn("en");
  const [, first] = show();
  expect(first).toMatch(/^Rainstorm.*Heavy rainstorm/);
});

it("says once that one failed", async () => {
  await showIn("en");
  const [, , second] = show();
  expect(second).toMatch(/^Not classifiedFailed/);
});

it("says why one failed in the reader's language", async () => {
  await showIn("zh");
  const [, first, second] = show();
  expect(first).toMatch(/^暴雨.*大暴雨/);
  expect(second).toMatch(/2026内没有资料；资料时段为2025/);
  expect(second).not.toContain("the message of the log");
});
