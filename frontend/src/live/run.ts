import type {
  Classification,
  Conclusion,
  DataCheck,
  EvidenceItem,
  FactorControls,
  HypothesisFactor,
  Inventory,
  JobStatus,
  Judgement,
  RecordedEvent,
  ReplanDecision,
  Steered,
  StepFailed,
  SynopticSystems,
  TimeResolved,
} from "@/api/schema";

/** One factor of a round: what was proposed, and what became of it. */
export interface Factor {
  proposed: HypothesisFactor | null;
  entryId: string;
  name: string;
  evidenceId: string | null;
  evidence: EvidenceItem | null;
  judgement: Judgement | null;
  controls: FactorControls | null;
  failure: StepFailed | null;
  /** Charts of it, in the order in which they were drawn. */
  figures: string[];
}

export interface Round {
  turn: number;
  factors: Factor[];
  blocked: { tool: string; reason: string }[];
  decision: ReplanDecision | null;
}

export interface Figure {
  artifact: string;
  evidenceId: string;
  name: string;
  title: string;
  width: number;
  height: number;
}

export interface Note {
  seq: number;
  at: string;
  kind: "claimed" | "lease_lost" | "resumed" | "retried" | "parked" | "cancelled" | "model_failed";
  by: string;
  reason: string;
}

/** A run as its events tell it: the fold of all of them up to `lastSeq`. */
export interface Run {
  lastSeq: number;
  status: JobStatus;
  queuedAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
  time: TimeResolved | null;
  inventory: Inventory | null;
  bytesRead: number;
  check: DataCheck | null;
  classification: Classification | null;
  systems: SynopticSystems | null;
  rounds: Round[];
  figures: Figure[];
  conclusion: Conclusion | null;
  orders: Steered[];
  notes: Note[];
  failure: { code: string; message: string; wording: unknown } | null;
  reportVersion: number | null;
}

export const NOTHING: Run = {
  lastSeq: 0,
  status: "queued",
  queuedAt: null,
  startedAt: null,
  endedAt: null,
  time: null,
  inventory: null,
  bytesRead: 0,
  check: null,
  classification: null,
  systems: null,
  rounds: [],
  figures: [],
  conclusion: null,
  orders: [],
  notes: [],
  failure: null,
  reportVersion: null,
};

const newFactor = (entryId: string, name: string, proposed: HypothesisFactor | null): Factor => ({
  proposed,
  entryId,
  name,
  evidenceId: null,
  evidence: null,
  judgement: null,
  controls: null,
  failure: null,
  figures: [],
});

function inRound(run: Run, turn: number, change: (round: Round) => Round): Run {
  const known = run.rounds.some((round) => round.turn === turn);
  const rounds = known
    ? run.rounds
    : [...run.rounds, { turn, factors: [], blocked: [], decision: null }];
  return { ...run, rounds: rounds.map((round) => (round.turn === turn ? change(round) : round)) };
}

/** Changes the factor of an entry; one that nobody proposed (a forecaster's order) is added. */
function onFactor(
  run: Run,
  turn: number,
  entryId: string,
  change: Partial<Factor>,
  name = "",
): Run {
  return inRound(run, turn, (round) => {
    const known = round.factors.some((factor) => factor.entryId === entryId);
    const factors = known
      ? round.factors
      : [...round.factors, newFactor(entryId, name || entryId, null)];
    return {
      ...round,
      factors: factors.map((one) => (one.entryId === entryId ? { ...one, ...change } : one)),
    };
  });
}

function onFigure(
  run: Run,
  body: Extract<RecordedEvent["body"], { type: "figure_rendered" }>,
): Run {
  const figure: Figure = {
    artifact: body.artifact,
    evidenceId: body.evidence_id,
    name: body.answer.name,
    title: body.answer.title,
    width: body.answer.width,
    height: body.answer.height,
  };
  const figures = [...run.figures.filter((one) => one.artifact !== figure.artifact), figure];
  const drawn = { ...run, figures };
  if (!body.entry_id) return drawn;
  const before = run.rounds
    .find((round) => round.turn === body.turn)
    ?.factors.find((factor) => factor.entryId === body.entry_id);
  const own = [
    ...(before?.figures ?? []).filter((name) => name !== figure.artifact),
    figure.artifact,
  ];
  return onFactor(
    drawn,
    body.turn,
    body.entry_id,
    { figures: own, evidenceId: body.evidence_id },
    figure.name,
  );
}

function noted(run: Run, event: RecordedEvent, kind: Note["kind"], by = "", reason = ""): Run {
  return { ...run, notes: [...run.notes, { seq: event.seq, at: event.at, kind, by, reason }] };
}

/** Adds one event; one that is known already changes nothing, so a repetition does no harm. */
export function withEvent(run: Run, event: RecordedEvent): Run {
  if (event.seq <= run.lastSeq) return run;
  return { ...applied(run, event), lastSeq: event.seq };
}

function applied(run: Run, event: RecordedEvent): Run {
  const body = event.body;
  switch (body.type) {
    case "job_queued":
      return { ...run, queuedAt: event.at };
    case "job_claimed":
      return noted(
        { ...run, status: "running", startedAt: run.startedAt ?? event.at },
        event,
        "claimed",
        body.worker,
      );
    case "lease_lost":
      return noted(run, event, "lease_lost");
    case "resumed":
      return noted(run, event, "resumed");
    case "job_retried":
      return noted(
        { ...run, status: "queued", failure: null, endedAt: null },
        event,
        "retried",
        body.author,
        body.reason,
      );
    case "parked":
      return noted(
        { ...run, status: "parked", endedAt: event.at },
        event,
        "parked",
        "",
        body.reason,
      );
    case "cancelled":
      return noted(
        { ...run, status: "cancelled", endedAt: event.at },
        event,
        "cancelled",
        body.author,
        body.reason,
      );
    case "model_failed":
      return noted(run, event, "model_failed");
    case "time_resolved":
      return { ...run, time: body };
    case "data_retrieved":
      return { ...run, inventory: body.inventory, bytesRead: body.bytes_read };
    case "data_checked":
      return { ...run, check: body.check };
    case "event_classified":
      return { ...run, classification: body.classification };
    case "systems_found":
      return { ...run, systems: body.systems };
    case "hypothesis_proposed":
      return body.hypothesis.factors.reduce(
        (next, factor) =>
          onFactor(
            next,
            body.turn,
            factor.entry_id,
            { proposed: factor, name: factor.factor },
            factor.factor,
          ),
        inRound(run, body.turn, (round) => round),
      );
    case "figure_rendered":
      return onFigure(run, body);
    case "index_computed":
      return onFactor(
        run,
        body.turn,
        body.entry_id,
        { evidenceId: body.evidence_id },
        body.answer.name,
      );
    case "controls_tested":
      return onFactor(run, body.turn, body.entry_id, { controls: body.controls }, body.factor);
    case "factor_judged": {
      const { evidence, judgement } = body;
      const change = { evidence, judgement, evidenceId: evidence.id };
      const name = evidence.index?.name ?? evidence.figure?.name ?? "";
      return onFactor(run, body.turn, evidence.entry_id ?? evidence.id, change, name);
    }
    case "tool_blocked":
      return inRound(run, body.turn, (round) => ({
        ...round,
        blocked: [...round.blocked, { tool: body.tool, reason: body.reason }],
      }));
    case "step_failed":
      return body.entry_id ? onFactor(run, body.turn, body.entry_id, { failure: body }) : run;
    case "replanned":
      return inRound(run, body.turn, (round) => ({ ...round, decision: body.decision }));
    case "steered":
      return { ...run, orders: [...run.orders, body] };
    case "concluded":
      return { ...run, conclusion: body.conclusion };
    case "run_failed":
      return {
        ...run,
        status: "failed",
        endedAt: event.at,
        failure: { code: body.code, message: body.message, wording: body.wording },
      };
    case "job_finished":
      return { ...run, status: "finished", endedAt: event.at, reportVersion: body.report_version };
    default:
      return run;
  }
}

const ENDED: ReadonlySet<JobStatus> = new Set(["finished", "failed", "cancelled", "parked"]);

/** Whether nobody works on a run: it has ended, or waits for a person. */
export const hasEnded = (run: Run): boolean => ENDED.has(run.status);

/** Whether the search is over: what has no verdict by then was not tested. */
export const searchIsOver = (run: Run): boolean => run.conclusion !== null || hasEnded(run);

/** What the bar of a run shows: how many factors count, were refuted, and are left. */
export function standing(run: Run) {
  const factors = run.rounds.flatMap((round) => round.factors);
  const judged = factors.filter((factor) => factor.judgement);
  const confirmed = judged.filter((factor) => factor.judgement?.verdict === "confirmed");
  const last = run.rounds.at(-1);
  return {
    // Until the conclusion it is not known which repeat what another one shows already.
    counting:
      run.conclusion?.explanation.confirmed.length ??
      confirmed.filter((factor) => factor.judgement?.counts !== false).length,
    judged: judged.length,
    confirmed: confirmed.length,
    refuted: judged.filter((factor) => factor.judgement?.verdict === "refuted").length,
    undetermined: judged.filter((factor) => factor.judgement?.verdict === "undetermined").length,
    open:
      last && !last.decision && !searchIsOver(run)
        ? last.factors.filter((one) => !one.judgement && !one.failure).length
        : 0,
    left: run.rounds.findLast((round) => round.decision)?.decision?.candidates.length ?? null,
    turn: last?.turn ?? 0,
  };
}

/** Seconds for which a run works, and those that the factors still needed take at its pace so far. */
export function pace(run: Run, target: number, now: number) {
  if (run.status !== "running" || searchIsOver(run) || !run.startedAt) return null;
  const elapsed = Math.max(0, (now - new Date(run.startedAt).getTime()) / 1000);
  const { counting, judged } = standing(run);
  const needed = Math.max(0, target - counting);
  return { elapsed, rest: judged > 0 && needed > 0 ? (elapsed / judged) * needed : null };
}
