"""What each role and each knowledge base is worth: runs without it, on the same cases."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from itertools import islice

from diagnostics.bench.known_cases import KnownCase, real_cases, sample_cases
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import run_case
from diagnostics.bench.scoring import score_case
from diagnostics.contracts.enums import Ablation, ConclusionKind, Strength
from diagnostics.contracts.scores import RunScores

_MOST_REAL = 2
_SCORED = ("hypothesis", "data", "figure", "report")


def measure() -> Iterable[BenchRow]:
    """Diagnose the generated cases and two real ones whole, and without each part in turn."""
    cases = list(sample_cases())
    cases += islice(real_cases(scored_only=True), _MOST_REAL)
    whole = _row(cases, ())
    yield whole
    for part in Ablation:
        if part is not Ablation.CLIMATOLOGY:
            yield _row(cases, (part,), whole.seconds)


def _row(
    cases: Sequence[KnownCase], without: tuple[Ablation, ...], whole: float | None = None
) -> BenchRow:
    """Run all cases without some parts and sum up."""
    spent, confirmed, turns, full = 0.0, [], [], 0
    scores: list[RunScores] = []
    for known in cases:
        options = known.request.options.model_copy(update={"without": without})
        request = known.request.model_copy(update={"options": options})
        case, seconds = run_case(request, known.source)
        conclusion = case.report.conclusion
        spent += seconds
        confirmed.append(len(conclusion.confirmed))
        turns.append(conclusion.turns)
        full += (
            conclusion.kind is ConclusionKind.EVENT_SUPPORTED
            and conclusion.strength is Strength.FULL
        )
        scores.append(score_case(case))
    means = ", ".join(f"{stage} {_mean(scores, stage)}" for stage in _SCORED)
    return BenchRow(
        track="ablation",
        what=f"without {without[0].value.replace('_', ' ')}" if without else "whole",
        seconds=spent,
        instead_seconds=whole,
        instead="whole" if whole is not None else "",
        note=f"{full} of {len(cases)} fully supported, {statistics.mean(confirmed):.1f} confirmed, "
        f"{statistics.mean(turns):.1f} turns; {means}",
    )


def _mean(scores: Sequence[RunScores], stage: str) -> str:
    values = [score for item in scores if (score := item.scores[stage].score) is not None]
    return f"{statistics.mean(values):.2f} ({len(values)})" if values else "n/a"
