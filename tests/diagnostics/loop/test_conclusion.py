"""What happened and why are two conclusions; the old word for both is computed from them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from diagnostics.contracts.conclusion import Explanation, Occurrence, kind_of
from diagnostics.contracts.enums import (
    ConclusionKind,
    EventType,
    ExplanationStatus,
    Firing,
    OccurrenceStatus,
)
from diagnostics.contracts.report import Conclusion
from diagnostics.loop.conclusion import occurrence_of

Status, Why = OccurrenceStatus, ExplanationStatus


def _classification(states: dict[EventType, Firing], declared: EventType | None = None) -> Any:
    items = {
        kind: SimpleNamespace(
            event=kind,
            firing=states.get(kind, Firing.NOT_FIRED),
            metrics=None,
            measured=None,
            objects=(),
            grade=0,
            grade_name="",
            severity=0.0,
            confidence_parts={},
            phase=None,
        )
        for kind in EventType
    }
    fired = [kind for kind, item in items.items() if item.firing is Firing.FIRED]
    return SimpleNamespace(
        assessments=list(items.values()),
        assessment=items.__getitem__,
        declared=declared,
        primary=fired[0] if fired else None,
        chosen=None,
    )


_STATE = SimpleNamespace(analysed_times=lambda: (1, 2), inventory=None, data_check=None)


def _occurrence(states: dict[EventType, Firing], declared: EventType | None = None) -> Occurrence:
    return occurrence_of(_classification(states, declared), _STATE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("states", "declared", "status"),
    [
        ({}, None, Status.NOT_MET),
        ({}, EventType.GALE, Status.NOT_MET),
        ({EventType.GALE: Firing.NOT_ASSESSABLE}, None, Status.CANNOT_BE_TESTED),
        ({EventType.GALE: Firing.NOT_ASSESSABLE}, EventType.GALE, Status.CANNOT_BE_TESTED),
        ({EventType.HEAT_WAVE: Firing.NOT_ASSESSABLE}, EventType.GALE, Status.NOT_MET),
        ({EventType.GALE: Firing.LIKELY_AT_STATIONS}, None, Status.LIKELY_AT_STATIONS),
        ({EventType.RAINSTORM: Firing.FIRED}, EventType.GALE, Status.NOT_MET),
    ],
)
def test_what_happened_follows_from_the_tests_of_the_types(
    states: dict[EventType, Firing], declared: EventType | None, status: OccurrenceStatus
) -> None:
    found = _occurrence(states, declared)
    assert found.status is status
    assert (EventType.RAINSTORM in found.others) is (
        states.get(EventType.RAINSTORM) is Firing.FIRED
    )


@pytest.mark.parametrize("why", list(Why))
@pytest.mark.parametrize("status", list(Status))
def test_the_old_word_is_computed_from_both(status: Status, why: Why) -> None:
    kind = kind_of(Occurrence(status=status), Explanation(status=why))
    explained = status is Status.MET and why in (Why.CONFIRMED, Why.PARTLY)
    assert (kind is ConclusionKind.EVENT_SUPPORTED) is explained
    assert (kind is ConclusionKind.NO_SIGNIFICANT_EVENT) is (status is Status.NOT_MET)


def test_another_type_that_is_met_is_no_quiet_weather() -> None:
    met_elsewhere = Occurrence(
        status=Status.NOT_MET, event=EventType.GALE, others=(EventType.RAINSTORM,)
    )
    kind = kind_of(met_elsewhere, Explanation(status=Why.NONE))
    assert kind is ConclusionKind.INSUFFICIENT_EVIDENCE


@pytest.mark.parametrize(
    ("stored", "status", "why"),
    [
        ({"kind": "event_supported", "strength": "full"}, Status.MET, Why.CONFIRMED),
        ({"kind": "event_supported", "strength": "partial"}, Status.MET, Why.PARTLY),
        ({"kind": "no_significant_event"}, Status.NOT_MET, Why.NONE),
        (
            {"kind": "insufficient_evidence", "reason": "too_few_factors_confirmed"},
            Status.MET,
            Why.NOT_TESTABLE,
        ),
        (
            {
                "kind": "insufficient_evidence",
                "reason": "too_few_factors_confirmed",
                "refuted": ["e01"],
            },
            Status.MET,
            Why.NONE,
        ),
        (
            {"kind": "insufficient_evidence", "reason": "another_type_fired"},
            Status.NOT_MET,
            Why.NONE,
        ),
        (
            {"kind": "insufficient_evidence", "reason": "no_type_assessable"},
            Status.CANNOT_BE_TESTED,
            Why.NONE,
        ),
    ],
)
def test_a_conclusion_of_an_older_release_is_read_as_two(
    stored: dict[str, Any], status: Status, why: Why
) -> None:
    found = Conclusion.model_validate(stored)
    assert (found.occurrence.status, found.explanation.status) == (status, why)
    assert found.occurrence.derived
    assert found.explanation.derived
    assert Conclusion.model_validate(found.model_dump(mode="json")) == found


def test_a_conclusion_has_a_kind() -> None:
    with pytest.raises(ValidationError):
        Conclusion.model_validate({})
