"""Which planted errors a second scorer of reports notices, kind by kind."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable

from diagnostics.bench.faults.scoring import wilson
from diagnostics.bench.planted.cases import PlantedCase, case_names, planted_cases
from diagnostics.bench.planted.comparing import Outcome, compared, donors
from diagnostics.bench.planted.contradictions import AUTHORS, outcomes_of, read_plants
from diagnostics.bench.planted.corpus import corpus
from diagnostics.bench.planted.scoring import TruthScore, score_truth
from diagnostics.bench.planted.truth import Document
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import run_case
from diagnostics.errors import ArgumentError
from diagnostics.guidelines import load_release
from diagnostics.messages import Message

FOUND_GOAL = 0.95
DRAW = 1
"""The errors of draw 0 were at hand when the rules were mended; those of this one were not."""


def measure(cases: tuple[str, ...] = ()) -> Iterable[BenchRow]:
    """Diagnose the cases, score them, plant every error in each and score again.

    Parameters
    ----------
    cases : tuple of str
        Their names; all that are at hand by default.

    Raises
    ------
    ArgumentError
        With code ``unknown_case``.
    """
    for name in cases:
        if name not in case_names():
            params = {"name": name, "names": ", ".join(case_names())}
            raise ArgumentError(
                Message(id="bench-unknown_case", params=params), code="unknown_case"
            )
    held = {one.known.name: one for one in planted_cases(cases)}
    documents: dict[str, Document] = {}
    scores: dict[str, TruthScore] = {}
    for name, one in held.items():
        finished, seconds = run_case(one.known.request, one.known.source)
        documents[name] = finished.report.model_dump(mode="json")
        scores[name] = score_truth(documents[name], one.truth)
        yield BenchRow(
            track="planted", what=f"true report: {name}", seconds=seconds, note=_told(scores[name])
        )
    start = time.perf_counter()
    found = list(outcomes(held, documents, scores, draw=DRAW))
    spent = time.perf_counter() - start
    for kind in corpus():
        part = [item for item in found if item.kind == kind]
        if part:
            yield BenchRow(track="planted", what=kind, seconds=spent, note=_counted(part))
    note = f"{_counted(found)}; goal {FOUND_GOAL:.0%}"
    yield BenchRow(track="planted", what="all kinds", seconds=spent, note=note)
    missed = [f"{item.case}, {item.kind}: {item.what}" for item in found if not item.found]
    yield BenchRow(track="planted", what="not found", seconds=spent, note="; ".join(missed))
    yield from _contradictions(held)


def _contradictions(held: dict[str, PlantedCase]) -> Iterable[BenchRow]:
    """Plant the contradictions of each author in the reports of the cases at hand."""
    cases = [one.known for one in held.values()]
    for author in AUTHORS:
        start = time.perf_counter()
        found = [
            one for one in outcomes_of(read_plants(author), cases, load_release())
            if one.found is not None
        ]  # fmt: skip
        if not found:
            continue
        number = sum(bool(one.found) for one in found)
        low, high = wilson(number, len(found))
        missed = ", ".join(one.plant.name for one in found if not one.found)
        yield BenchRow(
            track="planted",
            what=f"contradictions: {author}",
            seconds=time.perf_counter() - start,
            note=f"{number} of {len(found)} found ({low:.1%} to {high:.1%})"
            + (f"; not found: {missed}" if missed else ""),
        )


def outcomes(
    held: dict[str, PlantedCase],
    documents: dict[str, Document],
    scores: dict[str, TruthScore],
    *,
    draw: int,
) -> Iterable[Outcome]:
    """Yield what became of every kind of error in every case."""
    givers = donors(documents)
    for name, one in held.items():
        yield from compared(
            corpus().values(),
            documents[name],
            one.truth,
            documents[givers[name]],
            true_score=scores[name],
            draw=draw,
        )


def _told(score: TruthScore) -> str:
    said = "; ".join(f"{one.rule}, {one.where}: {one.detail}" for one in score.complaints)
    return f"score {score.score:.1f}" + (f": {said}" if said else "")


def _counted(part: list[Outcome]) -> str:
    found = sum(item.found for item in part)
    low, high = wilson(found, len(part))
    rules = Counter(rule for item in part for rule in item.rules).most_common(3)
    by = ", ".join(f"{rule} {count}" for rule, count in rules)
    return f"{found} of {len(part)} found: {found / len(part):.1%} ({low:.1%} to {high:.1%})" + (
        f"; by {by}" if by else ""
    )
