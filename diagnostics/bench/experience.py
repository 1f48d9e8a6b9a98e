"""How often each entry's anomaly is found, in cases with its event and in those without.

Every entry of the library that applies to a case and that its data allow is tested, not only the
five that a hypothesis would choose.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from diagnostics.agents import CaseView
from diagnostics.bench.known_cases import KnownCase, quiet_case, real_cases, sample_cases
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import opened_run
from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import EventType, Firing, Modality, Verdict
from diagnostics.contracts.evidence import FeaturesAnswer, Judgement
from diagnostics.contracts.guidelines import Experience, FigureExpectation, GuidelineEntry
from diagnostics.errors import DiagnosticsError
from diagnostics.figures import detect_figure
from diagnostics.loop.run import Run
from diagnostics.loop.steps import index_step
from diagnostics.loop.verification import figure_rule, index_rule
from diagnostics.workflow import run_step

_STEP = "e01"


class CaseExperience(Contract):
    """What the entries of one type gave in one case."""

    case: str
    event: EventType
    fired: bool
    confirmed: tuple[str, ...]
    refuted: tuple[str, ...]


def measure() -> Iterable[BenchRow]:
    """Yield one row for each case and type."""
    for known in all_cases():
        start = time.perf_counter()
        for found in tried(known):
            tested = len(found.confirmed) + len(found.refuted)
            event = found.event.value.replace("_", " ")
            yield BenchRow(
                track="experience",
                what=f"{known.name}: {'' if found.fired else 'no '}{event}",
                seconds=time.perf_counter() - start,
                note=f"{len(found.confirmed)} of {tested} entries confirmed",
            )
            start = time.perf_counter()


def all_cases() -> Iterator[KnownCase]:
    """Yield the generated cases, the quiet one too, and every real case at hand."""
    yield from sample_cases()
    yield quiet_case()
    yield from real_cases()


def tried(
    known: KnownCase, only: tuple[EventType, ...] = tuple(EventType)
) -> Iterator[CaseExperience]:
    """Test all entries of every type that the data allow to be tested.

    Parameters
    ----------
    known : KnownCase
    only : tuple of EventType
        All types by default.

    Yields
    ------
    CaseExperience
        For each type with at least one verdict.
    """
    run = opened_run(known.request, known.source)
    classification = run.state.classification
    assert classification is not None
    for assessment in classification.assessments:
        if assessment.firing is Firing.NOT_ASSESSABLE or assessment.event not in only:
            continue
        view = run.view(assessment.event)
        verdicts = {entry.id: _verdict(run, view, entry) for entry in view.candidates}
        confirmed = tuple(name for name, v in verdicts.items() if v is Verdict.CONFIRMED)
        refuted = tuple(name for name, v in verdicts.items() if v is Verdict.REFUTED)
        if confirmed or refuted:
            yield CaseExperience(
                case=known.name,
                event=assessment.event,
                fired=assessment.firing is Firing.FIRED,
                confirmed=confirmed,
                refuted=refuted,
            )


def counts(found: Iterable[CaseExperience]) -> dict[str, Experience]:
    """Count verdicts entry by entry, with the event and without.

    Parameters
    ----------
    found : iterable of CaseExperience

    Returns
    -------
    dict
        Entry id to counts, in alphabetical order.
    """
    numbers: dict[str, dict[str, int]] = {}
    for item in found:
        suffix = "" if item.fired else "_without"
        for names, hit in ((item.confirmed, True), (item.refuted, False)):
            for name in names:
                row = numbers.setdefault(name, {})
                row[f"tested{suffix}"] = row.get(f"tested{suffix}", 0) + 1
                row[f"confirmed{suffix}"] = row.get(f"confirmed{suffix}", 0) + hit
    return {name: Experience.model_validate(numbers[name]) for name in sorted(numbers)}


def _verdict(run: Run, view: CaseView, entry: GuidelineEntry) -> Verdict | None:
    try:
        rule = _rule(run, view, entry)
    except DiagnosticsError:
        return None
    return None if rule is None else rule.verdict


def _rule(run: Run, view: CaseView, entry: GuidelineEntry) -> Judgement | None:
    request = run.request
    if entry.modality is Modality.INDEX:
        call = run.team.code_executor.call(view, entry).output
        answer = run_step(index_step(_STEP, 1, call, request.region, run.window), run.context).index
        return None if answer is None else index_rule(view, entry, answer)
    chart = run.team.plotter.chart(view, entry).output
    expected = entry.expected
    assert isinstance(expected, FigureExpectation)
    answers: list[FeaturesAnswer] = []
    for moment in chart.times:
        found = detect_figure(
            chart.tool,
            run.source,
            time=moment,
            region=chart.region or request.region,
            level=chart.level,
            detectors=expected.detectors,
        )
        answers.extend(found)
        if any(answer.passed for answer in found):
            break
    return figure_rule(view, entry, answers)
