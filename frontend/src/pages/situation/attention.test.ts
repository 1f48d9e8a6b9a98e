import { describe, expect, it } from "vitest";
import type { Diagnosis, ReportSummary } from "@/api/schema";
import { attention, distinct, eventOf, framed, steady } from "./attention";

const NOW = Date.parse("2026-07-05T06:00:00Z");

function job(
  id: string,
  status: Diagnosis["status"],
  more: Partial<Diagnosis> = {},
  severity = 0,
): Diagnosis {
  const conclusion = severity
    ? {
        occurrence: { status: "met", event: "rainstorm", severity },
        explanation: { status: "none" },
      }
    : null;
  return {
    id,
    status,
    deadline: null,
    created_at: "2026-07-05T05:00:00Z",
    updated_at: "2026-07-05T05:30:00Z",
    state: { conclusion, event: null },
    ...more,
  } as unknown as Diagnosis;
}
const report = (diagnosis: string, status: ReportSummary["status"], number = 1) =>
  ({ diagnosis, status, number }) as ReportSummary;

describe("attention", () => {
  it("puts failures first, then near deadlines, reviews, runs, and what is quiet", () => {
    const jobs = [
      job("quiet", "finished"),
      job("running", "running"),
      job("weak", "finished", {}, 1),
      job("strong", "finished", {}, 3),
      job("due", "running", { deadline: "2026-07-05T06:20:00Z" }),
      job("failed", "failed"),
    ];
    const reports = [report("weak", "draft"), report("strong", "draft")];
    const order = attention(jobs, reports, NOW).map((item) => item.job.id);
    expect(order).toEqual(["failed", "due", "strong", "weak", "running", "quiet"]);
  });

  it("goes by the newest version of a report", () => {
    const reports = [report("a", "published", 2), report("a", "draft", 1)];
    expect(attention([job("a", "finished", {}, 2)], reports, NOW)[0]?.group).toBe("quiet");
  });

  it("lets an old failure rest", () => {
    const old = job("a", "failed", { updated_at: "2026-07-01T00:00:00Z" });
    expect(attention([old], [], NOW)[0]?.group).toBe("quiet");
  });
});

describe("steady", () => {
  const items = attention([job("a", "running"), job("b", "running")], [], NOW);

  it("shows the order as it is while nobody points at it", () => {
    expect(steady(items, null)).toEqual({ shown: items, waiting: 0 });
  });

  it("keeps the order under a pointer, and counts what waits", () => {
    const grown = attention([job("new", "failed"), ...items.map((item) => item.job)], [], NOW);
    const kept = steady(grown, ["a", "b"]);
    expect(kept.shown.map((item) => item.job.id)).toEqual(["a", "b"]);
    expect(kept.waiting).toBe(1);
  });

  it("drops what is gone", () => {
    expect(steady(items.slice(1), ["a", "b"]).shown.map((item) => item.job.id)).toEqual(["b"]);
  });
});

it("shows of one region and event the first, and nothing that was cancelled", () => {
  const at = (id: string, status: Diagnosis["status"], region: number[]) =>
    job(id, status, { request: { region } } as unknown as Partial<Diagnosis>);
  const jobs = [
    at("a", "running", [1, 2, 3, 4]),
    at("b", "failed", [1, 2, 3, 4]),
    at("c", "cancelled", [5, 6, 7, 8]),
  ];
  expect(distinct(attention(jobs, [], NOW)).map((item) => item.job.id)).toEqual(["b"]);
});

describe("the event that a map shows", () => {
  const gale = (status: Diagnosis["status"], occurrence?: string) =>
    eventOf(
      job("a", status, {
        state: {
          event: "gale",
          conclusion: occurrence ? { occurrence: { status: occurrence } } : null,
        },
      } as unknown as Partial<Diagnosis>),
    );

  it("is what is being looked for, and what was found", () => {
    expect(gale("running")).toBe("gale");
    expect(gale("finished", "met")).toBe("gale");
    expect(gale("finished", "likely_at_stations")).toBe("gale");
  });

  it("is none where it was not found", () => {
    expect(gale("finished", "not_met")).toBeNull();
    expect(gale("finished", "cannot_be_tested")).toBeNull();
  });
});

describe("the map", () => {
  const ids = (...jobs: Diagnosis[]) =>
    framed(attention(jobs, [], NOW))
      .map((item) => item.job.id)
      .sort();

  it("is fitted to what has not failed, however long ago that was", () => {
    const old = job("c", "failed", { updated_at: "2026-07-01T00:00:00Z" });
    const jobs = [job("a", "running"), job("b", "failed"), old, job("d", "parked")];
    expect(ids(...jobs, job("e", "finished"))).toEqual(["a", "e"]);
  });

  it("is fitted to failures where there is nothing else", () => {
    expect(ids(job("a", "failed"), job("b", "parked"))).toEqual(["a", "b"]);
  });
});
