import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@/api/client";
import { diagnosis, queryClient } from "@/api/queries";
import type { Diagnosis, JobStatus } from "@/api/schema";
import { NOTHING, type Run } from "@/live/run";
import { showIn } from "@/texts";
import "@/pages/report";
import DiagnosisPage from ".";

vi.mock("./RunPage", () => ({ RunPage: () => null }));
const live = vi.hoisted(() => ({ run: {} as Run }));
vi.mock("@/live/useRun", () => ({
  useRun: () => ({
    run: live.run,
    link: { state: "ended" },
    away: null,
    error: null,
    ready: true,
    retry: () => {},
  }),
}));

interface Kept {
  event?: string;
  code?: string;
  deadline?: string;
  occurrence?: string;
}

function show(status: JobStatus, { event, code, deadline, occurrence }: Kept = {}, part = "") {
  const job = {
    id: "j",
    status,
    source: "sample",
    deadline: deadline ?? null,
    request: { region: [110, 27, 126, 35], window: null },
    state: {
      event: event ?? null,
      failure: code ? { code, message: "", wording: null } : null,
      conclusion: occurrence ? { occurrence: { status: occurrence } } : null,
    },
  } as unknown as Diagnosis;
  queryClient.setQueryData(diagnosis("j").queryKey, job as never);
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/diagnoses/j${part}`]}>
        <Routes>
          <Route path="/diagnoses/:id/*" element={<DiagnosisPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const offered = () => screen.getAllByRole("button").map((button) => button.textContent);

beforeEach(async () => {
  live.run = NOTHING;
  queryClient.setDefaultOptions({ queries: { enabled: false } });
  queryClient.setQueryData(["me"], {
    verbs: ["diagnosis.create", "diagnosis.cancel"],
    tenants: [],
  } as never);
  await showIn("en");
});

describe("the heading of a diagnosis", () => {
  it.each([
    ["failed", undefined, "Failed"],
    ["failed", "gale", "Gale"],
    ["queued", undefined, "Not classified"],
    ["cancelled", undefined, "Not classified"],
    ["finished", undefined, "No event"],
    ["finished", "rainstorm", "Rainstorm"],
  ] as const)("of one that is %s, with the event %s, begins with %s", (status, event, name) => {
    show(status, event ? { event } : {});
    expect(heading()).toMatch(new RegExp(`^${name} `));
  });

  it("is that of the event asked for, not of another one that the data show too", () => {
    const classification = { primary: "rainstorm", declared: "gale", assessments: [] };
    live.run = { ...NOTHING, classification } as unknown as Run;
    show("running");
    expect(heading()).toMatch(/^Gale /);
  });

  it("does not say that there was none where the data could not tell", () => {
    show("finished", { occurrence: "cannot_be_tested" });
    expect(heading()).toMatch(/^Not classified /);
  });

  it("says only once that it failed, in Chinese too", async () => {
    await showIn("zh");
    show("failed");
    expect(heading()).toMatch(/^\u5931\u8d25 /);
    expect(screen.getAllByText("\u5931\u8d25")).toHaveLength(1);
  });
});

describe("what a failed diagnosis offers first", () => {
  it.each([
    ["source_failed", "Go on"],
    ["worker_lost", "Go on"],
    ["period_without_data", "Change and run again"],
    ["region_outside_data", "Change and run again"],
    ["deadline_missed", "Change and run again"],
    ["data_changed", "Run again as it is"],
  ])("after %s is: %s", (code, act) => {
    show("failed", { code });
    expect(offered()).toContain(act);
    if (act !== "Go on") expect(offered()).not.toContain("Go on");
  });

  it("is not to go on once the deadline has passed", () => {
    show("failed", { code: "source_failed", deadline: "2020-01-01T00:00:00Z" });
    expect(offered()).toContain("Change and run again");
    expect(offered()).not.toContain("Go on");
  });

  it("is to run again for one that was cancelled", () => {
    show("cancelled");
    expect(offered()).toEqual(["Run again as it is", "More"]);
  });

  it("is nothing for one that has finished", () => {
    show("finished");
    expect(offered()).toEqual(["More"]);
  });
});

describe("cancelling", () => {
  it("asks first, says what is lost, and takes a reason", async () => {
    const person = userEvent.setup();
    const asked = vi.spyOn(api, "POST").mockResolvedValue({} as never);
    show("running");
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    expect(asked).not.toHaveBeenCalled();
    expect(screen.getByText(/no report is written/)).toBeVisible();
    await person.type(screen.getByLabelText("Reason"), "the wrong box");
    await person.click(screen.getByRole("button", { name: "Cancel the diagnosis" }));
    expect(asked).toHaveBeenCalledWith(
      "/api/v1/diagnoses/{job_id}/cancel/",
      expect.objectContaining({ body: { reason: "the wrong box" } }),
    );
  });
});

describe("the report of a run that has none", () => {
  it.each([
    ["failed", "The run failed before it could write one."],
    ["cancelled", "The run was cancelled before it could write one."],
    ["running", "It is written when the search has ended."],
  ] as const)("says of one that is %s: %s", async (status, why) => {
    show(status, {}, "/report");
    expect(await screen.findByText(why)).toBeVisible();
  });
});
