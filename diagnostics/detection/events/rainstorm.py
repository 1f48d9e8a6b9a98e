"""Rainstorms: amounts of rain in 24 and 12 hours."""

from __future__ import annotations

from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.criterion_numbers import AccumulationWindow
from diagnostics.detection.events.definition import EventDefinition
from diagnostics.detection.events.phase_verdict import with_phase
from diagnostics.detection.events.precipitation import (
    assess_amount,
    missing_precipitation,
    precipitation_of,
)
from diagnostics.detection.events.precipitation_trial import Trial
from diagnostics.detection.events.support import Held, Support, support_of_rain


class RainCriteria(Contract):
    """Of rainstorms."""

    windows: tuple[AccumulationWindow, ...]


def assess(case: Case, criteria: RainCriteria) -> TypeAssessment:
    """Test for a rainstorm: rain alone; where the phase is unknown, all precipitation."""
    phases, proxy = precipitation_of(case)
    if phases is None:
        return missing_precipitation(EventType.RAINSTORM, case)
    found = assess_amount(
        Trial(
            case=case,
            event=EventType.RAINSTORM,
            series=phases.rain or phases.total,
            phases=phases,
            windows=criteria.windows,
            on_land=False,
            quantity="rain" if phases.rain is not None else "precipitation",
            proxy=proxy,
            ratio="rain",
        )
    )
    return with_phase(case, phases, found)


def support(held: Held, criteria: RainCriteria) -> Support:
    """Say what the data can support of the criterion."""
    return support_of_rain(held, criteria.windows)


DEFINITION = EventDefinition(
    event=EventType.RAINSTORM,
    criteria=RainCriteria,
    needs=(("tp",),),
    assess=assess,
    support=support,
    linked=frozenset({EventType.GALE}),
    precedence=2,
)
