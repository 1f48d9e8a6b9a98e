"""How often five factors are confirmed, and how often five count, with an event and without.

Every entry that applies to a case and that its data allow is tested, and what is confirmed is
tested at quiet places and times. Labelled cases are taken where their labels are at hand.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from diagnostics.agents import CaseView
from diagnostics.bench.factor_hit_rates import all_cases, assessed_types, tested
from diagnostics.bench.known_cases import KnownCase
from diagnostics.bench.labelled_cases import labels_at_hand, source_of
from diagnostics.bench.rows import BenchRow
from diagnostics.contracts.base import Contract
from diagnostics.contracts.controls import ControlStanding, FactorControls
from diagnostics.contracts.enums import EventType, Firing, Verdict
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import DiagnosticsError
from diagnostics.loop.controls import controls_of
from diagnostics.loop.run import Run
from diagnostics.loop.search_area import finding_of

ENOUGH = 5
"""Factors that a search asks for."""


class CaseDiscrimination(Contract):
    """Of one type in one case: findings that are confirmed, and what controls say of them."""

    case: str
    event: EventType
    met: bool
    confirmed: tuple[str, ...]
    counting: tuple[str, ...]
    trivial: tuple[str, ...]
    uncontrolled: tuple[str, ...]


def measure() -> Iterable[BenchRow]:
    """Yield one row for each case and type, and the shares of all."""
    found = []
    for known in (*all_cases(), *labelled_cases()):
        start = time.perf_counter()
        for item in discriminated(known):
            found.append(item)
            event = item.event.value.replace("_", " ")
            yield BenchRow(
                track="discrimination",
                what=f"{item.case}: {'' if item.met else 'no '}{event}",
                seconds=time.perf_counter() - start,
                note=f"{len(item.confirmed)} confirmed, {len(item.counting)} count, "
                f"{len(item.trivial)} trivial, {len(item.uncontrolled)} without control",
            )
            start = time.perf_counter()
    for met, name in ((True, "with the event"), (False, "without it")):
        here = [item for item in found if item.met is met]
        before = sum(len(item.confirmed) >= ENOUGH for item in here)
        after = sum(len(item.counting) >= ENOUGH for item in here)
        yield BenchRow(
            track="discrimination",
            what=name,
            seconds=0.0,
            note=f"{ENOUGH} confirmed in {before} of {len(here)}, counting in {after}",
        )


def labelled_cases() -> Iterator[KnownCase]:
    """Yield the labelled records whose files and labels are at hand."""
    for label, root in labels_at_hand():
        request = DiagnosisRequest(source=label.name, region=label.region, window=label.window)
        yield KnownCase(label.name, request, source_of(label, root), real=True)


def discriminated(
    known: KnownCase, only: tuple[EventType, ...] = tuple(EventType)
) -> Iterator[CaseDiscrimination]:
    """Test all entries of every type, and the confirmed ones at quiet places and times.

    Parameters
    ----------
    known : KnownCase
    only : tuple of EventType
        All types by default.

    Yields
    ------
    CaseDiscrimination
        For each type that could be tested and has a place.
    """
    for run, assessment in assessed_types(known, only):
        view = run.view(assessment.event)
        if view.peak_place is None:
            continue
        found: dict[str, FactorControls | None] = {}
        for entry in view.candidates:
            confirmed = None if entry.restates_criterion else _confirmed(run, view, entry)
            if confirmed is not None and confirmed[0] not in found:
                found[confirmed[0]] = confirmed[1]
        yield CaseDiscrimination(
            case=known.name,
            event=assessment.event,
            met=assessment.firing is Firing.FIRED,
            confirmed=tuple(found),
            counting=_of(found, ControlStanding.COUNTS, ControlStanding.NO_CONTROL),
            trivial=_of(found, ControlStanding.TRIVIAL),
            uncontrolled=_of(found, ControlStanding.NO_CONTROL),
        )


def _of(found: dict[str, FactorControls | None], *wanted: ControlStanding) -> tuple[str, ...]:
    return tuple(name for name, item in found.items() if item and item.standing in wanted)


def _confirmed(
    run: Run, view: CaseView, entry: GuidelineEntry
) -> tuple[str, FactorControls | None] | None:
    """Return the finding of a confirmed entry with its controls."""
    try:
        known = tested(run, view, entry)
        if known is None or known[0].verdict is not Verdict.CONFIRMED:
            return None
        rule, place, probe = known
        name = finding_of(entry, rule.detector) or entry.id
        return name, controls_of(run, view, entry, rule, place, probe) if place else None
    except DiagnosticsError as error:
        if error.ends_run:
            raise
        return None
