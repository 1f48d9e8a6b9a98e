"""Every case at hand, diagnosed and scored."""

from __future__ import annotations

from collections.abc import Iterable

from diagnostics.bench.known_cases import KnownCase, real_cases, sample_cases
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import run_case
from diagnostics.bench.scoring import FinishedCase, score_case
from diagnostics.contracts.scores import RunScores


def measure() -> Iterable[BenchRow]:
    """Diagnose each case and give its conclusion and its scores."""
    for known in (*sample_cases(), *real_cases()):
        case, seconds = run_case(known.request, known.source)
        scores = score_case(case)
        yield BenchRow(
            track="cases", what=known.name, seconds=seconds, note=_note(known, case, scores)
        )


def shown(scores: RunScores) -> str:
    """Write the scores of a run in one line."""
    return ", ".join(
        f"{stage} {'n/a' if item.score is None else format(item.score, 'g')}"
        for stage, item in scores.scores.items()
    )


def _note(known: KnownCase, case: FinishedCase, scores: RunScores) -> str:
    conclusion = case.report.conclusion
    event = (conclusion.occurrence.event or "all types").replace("_", " ")
    status = conclusion.occurrence.status.replace("_", " ")
    why = conclusion.explanation.status.replace("_", " ")
    leading = f", {conclusion.causes[0].cause.replace('_', ' ')}" if conclusion.causes else ""
    note = f"{event} {status}, cause {why}{leading}, {conclusion.turns} turns: {shown(scores)}"
    return f"{note}; out: {known.out}" if known.out else note
