"""How often each entry's anomaly is found, in cases with its event and in those without.

Every entry of the library that applies to a case and that its data allow is tested, not only the
five that a hypothesis would choose.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import partial

from diagnostics.agents import CaseView
from diagnostics.bench.known_cases import KnownCase, quiet_case, real_cases, sample_cases
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import opened_run
from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import EventType, Firing, Modality, Verdict
from diagnostics.contracts.evidence import FeaturesAnswer, Judgement
from diagnostics.contracts.guidelines import Experience, GuidelineEntry
from diagnostics.contracts.space_time import SearchPlace
from diagnostics.errors import DiagnosticsError
from diagnostics.loop.controls import Probe
from diagnostics.loop.plan_steps import figure_step, index_step
from diagnostics.loop.run import Run
from diagnostics.loop.search_area import chart_places, index_place
from diagnostics.loop.verification import (
    chart_at,
    computed_at,
    decided_at,
    figure_rule,
    index_at,
    index_rule,
)
from diagnostics.workflow import detect_at

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
    found = tested(run, view, entry)
    return None if found is None else found[0]


def tested(
    run: Run, view: CaseView, entry: GuidelineEntry
) -> tuple[Judgement, SearchPlace | None, Probe] | None:
    """Judge one entry as the loop does, without a chart.

    Parameters
    ----------
    run : Run
    view : CaseView
    entry : GuidelineEntry

    Returns
    -------
    Judgement, SearchPlace or None, callable
        The verdict, where what decided was looked for, and what looks for it elsewhere; None where
        the index could not be computed.
    """
    request = run.request
    if entry.modality is Modality.INDEX:
        call = run.team.code_executor.call(view, entry).output
        place = index_place(run, view, entry)
        answer = computed_at(run, view, entry, _STEP, call, place).index
        if answer is None:
            return None
        computed = index_step(_STEP, 0, call, answer.region or request.region, run.window)
        rule = index_rule(view, entry, answer, place)
        return rule, place, partial(index_at, run, view, entry, computed)
    chart = run.team.plotter.chart(view, entry).output
    places = chart_places(run, view, entry, chart)
    drawn = figure_step(_STEP, 0, chart, entry, request.region, request.language, places)
    answers: list[FeaturesAnswer] = []
    for moment in drawn.times:
        found = detect_at(
            drawn.tool,
            run.source,
            time=moment,
            region=drawn.region or request.region,
            level=drawn.level,
            detectors=drawn.detectors,
            places=places,
        )
        answers.extend(found)
        if any(answer.passed for answer in found):
            break
    rule = figure_rule(view, entry, answers, places)
    decided = decided_at(entry, places, rule)
    return rule, decided, partial(chart_at, run, view, entry, drawn, rule)
