"""Snowstorms: amounts of snow in 24 and 12 hours, in water equivalent."""

from __future__ import annotations

from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.blizzard import Blizzard, is_blizzard
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.criterion_numbers import AccumulationWindow, Number
from diagnostics.detection.events.definition import EventDefinition
from diagnostics.detection.events.phase_verdict import with_phase
from diagnostics.detection.events.precipitation import (
    assess_amount,
    missing_precipitation,
    precipitation_of,
)
from diagnostics.detection.events.precipitation_trial import Trial
from diagnostics.detection.events.reasons import not_assessable, without_land
from diagnostics.detection.events.support import Held, Support, support_of_snow
from diagnostics.messages import Message


class SnowCriteria(Contract):
    """Of snowstorms, in water equivalent."""

    windows: tuple[AccumulationWindow, ...]
    blizzard: Blizzard
    snow_to_liquid_ratio: Number | None = None


def assess(case: Case, criteria: SnowCriteria) -> TypeAssessment:
    """Test for a snowstorm on land."""
    phases, proxy = precipitation_of(case)
    if phases is None:
        return missing_precipitation(EventType.SNOWSTORM, case)
    if phases.snow is None:
        return not_assessable(EventType.SNOWSTORM, Message(id="event-needs_phase"))
    if not case.land.any():
        return without_land(EventType.SNOWSTORM)
    if criteria.snow_to_liquid_ratio is not None:
        case.warn("slr_assumed")
    found = assess_amount(
        Trial(
            case=case,
            event=EventType.SNOWSTORM,
            series=phases.snow,
            phases=phases,
            windows=criteria.windows,
            on_land=True,
            quantity="snowfall in water equivalent",
            proxy=proxy,
            ratio="snow",
        )
    )
    found = with_phase(case, phases, found)
    if is_blizzard(case, phases, criteria.blizzard):
        return found.model_copy(update={"labels": (*found.labels, "blizzard_proxy")})
    return found


def support(held: Held, criteria: SnowCriteria) -> Support:
    """Say what the data can support of the criterion."""
    return support_of_snow(held, criteria.windows)


DEFINITION = EventDefinition(
    event=EventType.SNOWSTORM,
    criteria=SnowCriteria,
    needs=(("tp", "sf"), ("sf",), ("tp", "t2m", "d2m")),
    assess=assess,
    support=support,
    linked=frozenset({EventType.GALE}),
    precedence=1,
)
