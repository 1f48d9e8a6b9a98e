import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "@/api/schema";
import { NOTHING, pace, standing, withEvent } from "./run";

let seq = 0;
const event = (body: Record<string, unknown>, at = "2026-07-05T06:00:00Z") =>
  ({ seq: ++seq, at, schema_version: 1, body }) as unknown as RecordedEvent;

function events(): RecordedEvent[] {
  seq = 0;
  const judged = (id: string, entry: string, verdict: string, counts: boolean | null = null) =>
    event({
      type: "factor_judged",
      turn: 1,
      evidence: { id, entry_id: entry, index: { name: entry } },
      judgement: { verdict, counts, reason: "because" },
    });
  return [
    event({ type: "job_queued" }),
    event({ type: "job_claimed", worker: "one" }),
    event({ type: "event_classified", classification: { primary: "rainstorm" } }),
    event({
      type: "hypothesis_proposed",
      turn: 1,
      hypothesis: { factors: ["a", "b", "c"].map((name) => ({ entry_id: name, factor: name })) },
    }),
    event({
      type: "index_computed",
      turn: 1,
      entry_id: "a",
      evidence_id: "e1",
      answer: { name: "a" },
    }),
    judged("e1", "a", "confirmed", true),
    judged("e2", "b", "confirmed", false),
    event({ type: "step_failed", turn: 1, entry_id: "c", code: "x", message: "broken" }),
    event({ type: "replanned", turn: 1, decision: { action: "continue", candidates: ["d", "e"] } }),
  ];
}

describe("a run", () => {
  const run = events().reduce(withEvent, NOTHING);

  it("is the fold of its events", () => {
    expect(run.status).toBe("running");
    expect(run.classification?.primary).toBe("rainstorm");
    expect(run.rounds).toHaveLength(1);
    const [a, b, c] = run.rounds[0]?.factors ?? [];
    expect(a).toMatchObject({ evidenceId: "e1", judgement: { verdict: "confirmed" } });
    expect(b?.judgement?.counts).toBe(false);
    expect(c).toMatchObject({ judgement: null, failure: { code: "x" } });
  });

  it("does not change by an event that is known, nor by one that came before", () => {
    expect(events().reduce(withEvent, run)).toBe(run);
  });

  it("is the same however the events are cut into parts", () => {
    for (let cut = 0; cut <= 9; cut += 1) {
      const list = events();
      const first = list.slice(0, cut).reduce(withEvent, NOTHING);
      const overlap = Math.max(0, cut - 3);
      expect(list.slice(overlap).reduce(withEvent, first)).toEqual(run);
    }
  });

  it("counts what counts, and what is left", () => {
    expect(standing(run)).toEqual({
      counting: 1,
      judged: 2,
      confirmed: 2,
      refuted: 0,
      undetermined: 0,
      open: 0,
      left: 2,
      turn: 1,
    });
  });

  it("goes by the conclusion once there is one", () => {
    const ended = withEvent(
      run,
      event({ type: "concluded", conclusion: { explanation: { confirmed: ["e1"] } } }),
    );
    expect(standing(ended).counting).toBe(1);
  });

  it("adds a factor that only a forecaster asked for", () => {
    const added = withEvent(
      run,
      event({
        type: "factor_judged",
        turn: 2,
        evidence: { id: "e9", entry_id: "z", figure: { name: "cape_map" } },
        judgement: { verdict: "refuted" },
      }),
    );
    expect(added.rounds[1]?.factors[0]).toMatchObject({ name: "cape_map", evidenceId: "e9" });
  });

  it("keeps of ten thousand events what it shows, and nothing else", () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      seq: 100 + index,
      at: "2026-07-05T06:00:00Z",
      body: { type: "role_decided", turn: 1 },
    })) as unknown as RecordedEvent[];
    const grown = many.reduce(withEvent, run);
    expect({ ...grown, lastSeq: run.lastSeq }).toEqual(run);
  });
});

describe("the pace of a run", () => {
  const now = new Date("2026-07-05T06:01:00Z").getTime();
  const judged = (id: string) =>
    event({
      type: "factor_judged",
      turn: 1,
      evidence: { id, entry_id: id, index: { name: id } },
      judgement: { verdict: "confirmed", counts: true, reason: "because" },
    });
  const begun = () => [event({ type: "job_claimed", worker: "one" }), judged("a"), judged("b")];

  it("is known once something has been judged: what is still needed takes as long for each", () => {
    seq = 0;
    const run = begun().reduce(withEvent, NOTHING);
    expect(pace(run, 5, now)).toEqual({ elapsed: 60, rest: 90 });
    expect(pace(run, 2, now)).toEqual({ elapsed: 60, rest: null });
  });

  it("says nothing of the rest before, and nothing of a run that waits or has ended", () => {
    seq = 0;
    const claimed = withEvent(NOTHING, event({ type: "job_claimed", worker: "one" }));
    expect(pace(claimed, 5, now)).toEqual({ elapsed: 60, rest: null });
    expect(pace(NOTHING, 5, now)).toBeNull();
    const ended = withEvent(
      claimed,
      event({ type: "cancelled", author: "person:fan", reason: "" }),
    );
    expect(pace(ended, 5, now)).toBeNull();
  });
});
