import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "@/api/queries";
import type { Diagnosis, RecordedEvent } from "@/api/schema";
import { NOTHING, type Run, withEvent } from "@/live/run";
import { showIn } from "@/texts";
import { RunPage } from "./RunPage";

vi.mock("./Steering", () => ({ Steering: () => null }));

const AT = "2026-07-05T06:00:00Z";
const JOB = {
  id: "j",
  status: "running",
  request: { options: { target_factors: 2 } },
  state: { failure: null, report_version: null },
} as unknown as Diagnosis;

function runOf(...bodies: Record<string, unknown>[]): Run {
  return bodies
    .map((body, index) => ({ seq: index + 1, at: AT, body }) as unknown as RecordedEvent)
    .reduce(withEvent, NOTHING);
}
const CLAIMED = { type: "job_claimed", worker: "one" };
const PROPOSED = {
  type: "hypothesis_proposed",
  turn: 1,
  hypothesis: {
    factors: ["cape", "k_index", "pwat", "div200"].map((name) => ({
      entry_id: name,
      factor: name,
      discriminates: ["front"],
      reason: "why",
    })),
  },
};
const confirmed = (name: string) => ({
  type: "factor_judged",
  turn: 1,
  evidence: { id: `e-${name}`, entry_id: name, index: { name } },
  judgement: { verdict: "confirmed", counts: true, reason: "because", confidence: 0.7 },
});
const CONCLUDED = {
  type: "concluded",
  conclusion: {
    occurrence: { status: "met", values: [], limits: [], confidence_level: "" },
    explanation: { status: "none", confirmed: ["e-cape"], confidence_level: "" },
    stopped: "ordered",
    causes: [
      {
        cause: "front",
        standing: "open",
        weight: 0.1,
        supported_by: ["e-cape"],
        opposed_by: [],
        leads_if_met: false,
      },
      {
        cause: "low",
        standing: "open",
        weight: 0,
        supported_by: [],
        opposed_by: [],
        leads_if_met: false,
      },
    ],
  },
};
const FAILED = { type: "run_failed", code: "x", message: "broken", wording: null };
const ENDS: [string, Record<string, unknown>[]][] = [
  ["concluded by order", [CONCLUDED]],
  ["finished", [CONCLUDED, { type: "job_finished", report_version: null }]],
  ["cancelled", [{ type: "cancelled", author: "person:fan", reason: "" }]],
  ["failed", [FAILED]],
  ["parked", [{ type: "parked", reason: "" }]],
];

function show(run: Run) {
  const followed = {
    run,
    link: { state: "ended", status: run.status },
    away: null,
    error: null,
    ready: true,
    retry: () => {},
  } as never;
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RunPage job={JOB} followed={followed} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).container;
}

beforeEach(() => showIn("en"));

describe("a run under way", () => {
  it("has factors in work", () => {
    const page = show(runOf(CLAIMED, PROPOSED, confirmed("cape")));
    expect(screen.getAllByText("Computing")).toHaveLength(3);
    expect(screen.getByText("under way")).toBeVisible();
    expect(screen.getByText("open")).toBeVisible();
    expect(page.querySelectorAll(".places .open")).toHaveLength(1);
    expect(page.querySelectorAll(".bone")).toHaveLength(4);
  });
});

describe.each(ENDS)("a run that is %s", (_, end) => {
  it("has nothing in work: what has no verdict was not tested", () => {
    const page = show(runOf(CLAIMED, PROPOSED, confirmed("cape"), ...end));
    expect(page.querySelectorAll(".factor .mark.idle")).toHaveLength(3);
    for (const mark of page.querySelectorAll(".factor .mark.idle")) {
      expect(mark).toHaveTextContent("Not tested");
    }
    expect(page.querySelectorAll(".mark.live, .places .open")).toHaveLength(0);
    expect(page.querySelectorAll(".factor:not(.confirmed) .bone")).toHaveLength(0);
    expect(screen.queryByText(/under way/)).toBeNull();
    expect(screen.getByText("not finished")).toBeVisible();
    expect(screen.queryByText("open")).toBeNull();
    expect(screen.getByText("inconclusive")).toBeVisible();
  });
});

it("says of a run that was cancelled by whom, when and why, and that there is no conclusion", () => {
  const cancelled = { type: "cancelled", author: "person:fan", reason: "the wrong box" };
  const page = show(runOf(CLAIMED, PROPOSED, confirmed("cape"), cancelled));
  const notice = page.querySelector(".notice");
  expect(notice).toHaveTextContent("Cancelled by fan · 2026-07-05 06:00 UTC");
  expect(notice).toHaveTextContent("the wrong box");
  expect(notice).toHaveTextContent("nothing was concluded");
});

it("calls its last round finished where all of it was judged, though nothing could follow", () => {
  const all = ["cape", "k_index", "pwat", "div200"].map(confirmed);
  const wished = {
    type: "replanned",
    turn: 1,
    decision: { action: "continue", candidates: ["ivt"], reason: "" },
  };
  show(runOf(CLAIMED, PROPOSED, ...all, wished, CONCLUDED));
  expect(screen.getByText("the search ends")).toBeVisible();
  expect(screen.queryByText("not finished")).toBeNull();
});

it("says of a cause that no factor speaks for or against that it was not tested", () => {
  show(runOf(CLAIMED, PROPOSED, confirmed("cape"), CONCLUDED));
  expect(screen.getByText("not tested")).toBeVisible();
});

describe("the count of factors", () => {
  const run = runOf(CLAIMED, PROPOSED, ...["cape", "k_index", "pwat"].map(confirmed));

  it("never gives more than the whole as a part of it", () => {
    show(run);
    expect(screen.getByText("3 factors count (2 were needed)")).toBeVisible();
  });

  it("nor in Chinese", async () => {
    await showIn("zh");
    show(run);
    expect(screen.getByText("已计入 3 个因子（需要 2 个）")).toBeVisible();
  });

  it("gives a part of what is needed", () => {
    show(runOf(CLAIMED, PROPOSED, confirmed("cape")));
    expect(screen.getByText("1 of 2 factors count")).toBeVisible();
  });

  it("is not there for a run that failed before anything was judged", () => {
    show(runOf(CLAIMED, FAILED));
    expect(screen.getByText("Broken")).toBeVisible();
    expect(screen.queryByText(/factors count/)).toBeNull();
  });
});
