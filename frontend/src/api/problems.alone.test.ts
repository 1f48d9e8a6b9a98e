import { describe, expect, it, vi } from "vitest";
import { Problem, problemOf, secondsToWait } from "./problems";

describe("a refusal", () => {
  it("keeps what the platform said", async () => {
    const body = {
      status: 422,
      code: "invalid",
      detail: "no",
      data: { errors: [{ at: "a", message: "b" }] },
    };
    const problem = await problemOf(
      new Response(JSON.stringify(body), { status: 422, headers: { "Retry-After": "4" } }),
    );
    expect([problem.status, problem.code, problem.message, problem.retryAfter]).toEqual([
      422,
      "invalid",
      "no",
      4,
    ]);
    expect(problem.mistakes).toEqual([{ at: "a", message: "b" }]);
  });

  it("is known by its status where a proxy wrote the body", async () => {
    const problem = await problemOf(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    expect([problem.status, problem.code]).toEqual([502, "no_problem_document"]);
    expect(new Problem({ status: 400, data: { errors: "none" } }).mistakes).toEqual([]);
  });

  it("says how long to wait, as a number or as a date", () => {
    vi.useFakeTimers({ now: new Date("2026-07-05T06:00:00Z") });
    expect(["7", "0", "soon", null, "Sun, 05 Jul 2026 06:00:09 GMT"].map(secondsToWait)).toEqual([
      7,
      null,
      null,
      null,
      9,
    ]);
    vi.useRealTimers();
  });
});
