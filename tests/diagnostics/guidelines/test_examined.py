"""Which type of event a run is about, and whose factors it tries."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.detection import Classification, CriterionMetrics, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.guidelines.examined import event_to_examine, nearest_to_limit, spoken_of

MOMENT = datetime(2026, 7, 1, tzinfo=UTC)


def assessed(event: EventType, firing: Firing, distance: float | None) -> TypeAssessment:
    metrics: dict[str, Any] | None = None
    if distance is not None and firing is not Firing.NOT_ASSESSABLE:
        size = abs(distance) if firing is Firing.FIRED else distance
        metrics = {
            "quantity": "wind_maximum",
            "unit": "m s-1",
            "peak": 10.0 * (1.0 + size),
            "threshold_point": 10.0,
            "threshold_effective": 10.0,
            "threshold_mode": "point",
            "distance": size,
        }
    known = CriterionMetrics.model_validate(metrics) if metrics else None
    return TypeAssessment(event=event, firing=firing, reason="", metrics=known)


@st.composite
def classifications(draw: st.DrawFn, declared: bool = False) -> Classification:
    found = tuple(
        assessed(event, draw(st.sampled_from(Firing)), draw(st.none() | st.floats(-3.0, 3.0)))
        for event in EventType
    )
    met = [item.event for item in found if item.firing is Firing.FIRED]
    return Classification(
        assessments=found,
        primary=met[0] if met else None,
        declared=draw(st.sampled_from(EventType)) if declared else None,
        preset="cma",
        preset_digest="",
        region=Region(west=0, south=40, east=10, north=50),
        window=TimeWindow(start=MOMENT, end=MOMENT),
        timezone="UTC",
        day_boundary="00Z",
    )


@given(classifications())
def test_what_is_met_or_likely_goes_first_else_what_came_nearest(found: Classification) -> None:
    about, examined = spoken_of(found), event_to_examine(found)
    if found.primary is not None:
        assert about is found.primary
    assert examined is (about or nearest_to_limit(found))
    if about is None and examined is not None:
        own = found.assessment(examined)
        assert own.firing is Firing.NOT_FIRED
        assert own.metrics is not None
        below = [item.metrics for item in found.assessments if item.firing is Firing.NOT_FIRED]
        assert own.metrics.distance == max(item.distance for item in below if item is not None)
    if examined is None:
        told = [item for item in found.assessments if item.firing is not Firing.NOT_ASSESSABLE]
        assert all(item.firing is Firing.NOT_FIRED and item.metrics is None for item in told)


@given(classifications(declared=True))
def test_no_other_type_than_the_declared_one_is_examined(found: Classification) -> None:
    assert event_to_examine(found) in (found.declared, None)
