"""When several types fire: which comes first, which belong together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.presets import Preset
from diagnostics.detection.events.rules import clauses, in_english
from diagnostics.grid.distance import great_circle_km
from diagnostics.messages import Measure, Message

TIE = 0.05
SECONDARY = 0.5
KEPT_MASS = 0.7
"""Share of the precipitation that the one phase must have for the other to be dropped."""
SAME_STORM_KM = 1000.0
"""Rain and snow whose peaks are farther apart are storms of their own, not one in doubt."""
APART = timedelta(hours=24)
"""Types that end this long before the other begins are not one compound event."""
ORDER = (
    EventType.SNOWSTORM,
    EventType.RAINSTORM,
    EventType.COLD_WAVE,
    EventType.GALE,
    EventType.HEAT_WAVE,
)
"""Of ties."""
LINKED = (
    (EventType.COLD_WAVE, EventType.GALE),
    (EventType.COLD_WAVE, EventType.SNOWSTORM),
    (EventType.RAINSTORM, EventType.GALE),
    (EventType.SNOWSTORM, EventType.GALE),
)
"""Pairs that have a physical link."""


def ranked(assessments: Sequence[TypeAssessment], preset: Preset) -> tuple[TypeAssessment, ...]:
    """Give each type its rank ``severity (0.5 + 0.5 min(1, AF/reference)) confidence``."""
    result = []
    for item in assessments:
        rank = 0.0
        if item.firing is Firing.FIRED and item.metrics is not None:
            fraction = (item.metrics.area_fraction or 0.0) / preset.reference_fractions[item.event]
            rank = item.severity * (0.5 + 0.5 * min(1.0, fraction)) * item.confidence
        result.append(item.model_copy(update={"rank": round(rank, 4)}))
    return tuple(result)


def resolve_phase(
    assessments: Sequence[TypeAssessment], snow_fraction: float | None
) -> tuple[TypeAssessment, ...]:
    """Where rain and snow both fire in one storm, keep the one with 70 % of the mass, or both.

    Parameters
    ----------
    assessments : sequence of TypeAssessment
    snow_fraction : float or None
        Of the precipitation in the region and period. Between 30 and 70 % both types stay, with
        the label ``mixed_precipitation``.
    """
    by_event = {item.event: item for item in assessments}
    rain, snow = by_event[EventType.RAINSTORM], by_event[EventType.SNOWSTORM]
    both = rain.firing is Firing.FIRED and snow.firing is Firing.FIRED
    if not both or snow_fraction is None or not _same_storm(rain, snow):
        return tuple(assessments)
    share = Measure(measure=100.0 * snow_fraction, unit="%", digits=0)
    if snow_fraction >= KEPT_MASS:
        by_event[EventType.RAINSTORM] = _withdrawn(rain, share)
    elif snow_fraction <= 1 - KEPT_MASS:
        by_event[EventType.SNOWSTORM] = _withdrawn(snow, share)
    else:
        for item in (rain, snow):
            labels = (*item.labels, "mixed_precipitation")
            by_event[item.event] = item.model_copy(update={"labels": labels})
    return tuple(by_event[item.event] for item in assessments)


def _same_storm(rain: TypeAssessment, snow: TypeAssessment) -> bool:
    one, other = rain.metrics, snow.metrics
    if one is None or other is None:
        return False
    places = (one.peak_latitude, one.peak_longitude, other.peak_latitude, other.peak_longitude)
    if any(value is None for value in places):
        return True
    return float(great_circle_km(*(float(value or 0.0) for value in places))) <= SAME_STORM_KM


def _withdrawn(item: TypeAssessment, share: Measure) -> TypeAssessment:
    wording = clauses(item.wording, Message(id="event-withdrawn", params={"share": share}))
    return item.model_copy(
        update={
            "firing": Firing.NOT_FIRED,
            "reason": in_english(wording),
            "wording": wording,
            "grade": 0,
            "grade_name": "",
            "severity": 0.0,
        }
    )


def primary_and_secondary(
    assessments: Sequence[TypeAssessment],
) -> tuple[EventType | None, tuple[EventType, ...]]:
    """Return the type of the highest rank, and the others of at least half that rank."""
    fired = [item for item in assessments if item.firing is Firing.FIRED]
    if not fired:
        return None, ()
    top = max(item.rank for item in fired)
    tied = [item for item in fired if top - item.rank < TIE]
    first = min(tied, key=lambda item: ORDER.index(item.event))
    others = [item for item in fired if item is not first and item.rank >= SECONDARY * first.rank]
    others.sort(key=lambda item: (-item.rank, ORDER.index(item.event)))
    return first.event, tuple(item.event for item in others)


def compounds(assessments: Sequence[TypeAssessment]) -> tuple[str, ...]:
    """Name the linked pairs that fired at the same time, e.g. ``cold_wave+gale``."""
    fired = {item.event: item for item in assessments if item.firing is Firing.FIRED}
    return tuple(
        f"{one}+{other}"
        for one, other in LINKED
        if one in fired and other in fired and _together(fired[one], fired[other])
    )


def _together(one: TypeAssessment, other: TypeAssessment) -> bool:
    first, second = one.metrics, other.metrics
    if first is None or second is None:
        return False
    if first.onset is None or second.onset is None or first.end is None or second.end is None:
        return True
    return first.onset <= second.end + APART and second.onset <= first.end + APART
