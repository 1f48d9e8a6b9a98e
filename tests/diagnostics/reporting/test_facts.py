"""The first facts of every ending: what is known is said, and what is not is not made up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from diagnostics.contracts.detection import MeasuredValue, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing, Language
from diagnostics.contracts.enums import ExplanationStatus as Why
from diagnostics.contracts.enums import OccurrenceStatus as Status
from diagnostics.contracts.reading import FactName
from diagnostics.guidelines import load_release
from diagnostics.reporting import build_report
from diagnostics.reporting.reading import write_reading

RAIN = EventType.RAINSTORM
NO_BREAK = "\N{NO-BREAK SPACE}"


def facts_of(material: Any) -> dict[FactName, list[str]]:
    reading = write_reading(build_report(material), load_release())
    return {
        fact.name: ["".join(piece.text for piece in line.pieces) for line in fact.lines]
        for fact in reading.facts
    }


def concluded(material: Any, status: Status, why: Why = Why.NONE, **changes: Any) -> Any:
    """The conclusion of a material with another end, and its explanation with other fields."""
    old = material.conclusion
    occurrence = old.occurrence.model_copy(update={"status": status})
    explanation = old.explanation.model_copy(update={"status": why, **changes})
    return old.model_copy(update={"occurrence": occurrence, "explanation": explanation})


def assessed(material: Any, **changes: Any) -> Any:
    """The classification of a material with another test of the rainstorm."""
    old = material.classification
    assessments = tuple(
        item.model_copy(update=changes) if item.event is RAIN else item for item in old.assessments
    )
    return old.model_copy(update={"assessments": assessments})


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("status", "firing", "english", "chinese"),
    [
        (Status.NOT_MET, Firing.NOT_FIRED, "Rainstorm: criterion not met", "暴雨：判据未满足"),
        (
            Status.LIKELY_AT_STATIONS, Firing.LIKELY_AT_STATIONS,
            "Rainstorm: likely at stations", "暴雨：站点可能达到",
        ),
    ],
)  # fmt: skip
def test_what_is_not_met_has_a_peak_and_neither_grade_nor_share(
    in_language: Callable[..., Any],
    material: Any,
    language: Language,
    status: Status,
    firing: Firing,
    english: str,
    chinese: str,
) -> None:
    conclusion = concluded(material, status)
    classification = assessed(material, firing=firing)
    found = facts_of(in_language(language, conclusion=conclusion, classification=classification))
    what, sure = found[FactName.WHAT]
    assert what == (english if language is Language.EN else chinese)
    assert sure.startswith({Language.EN: "Confidence: ", Language.ZH: "可信度："}[language])
    period = {Language.EN: "Period examined: ", Language.ZH: "诊断时段："}[language]
    assert found[FactName.WHEN][0].startswith(period)
    assert len(found[FactName.WHERE]) == len(found[FactName.WHEN]) == 2
    assert len(found[FactName.SEVERITY]) == 2, "the peak and the threshold"


@pytest.mark.parametrize(
    ("status", "why", "said"),
    [
        (Status.NOT_MET, Why.NONE, "No event"),
        (
            Status.MET,
            Why.NONE,
            "Lifting along a front with a low-level jet; favoured, not established",
        ),
        (Status.MET, Why.NOT_TESTABLE, "Cannot be tested on these data"),
    ],
)
def test_a_cause_that_is_not_established_is_never_told_as_one(
    in_language: Callable[..., Any], material: Any, status: Status, why: Why, said: str
) -> None:
    found = facts_of(in_language("en", conclusion=concluded(material, status, why)))
    assert found[FactName.CAUSE] == [said]


def test_a_confirmed_cause_without_a_leading_explanation_has_its_status_alone(
    in_language: Callable[..., Any], material: Any
) -> None:
    conclusion = concluded(material, Status.MET, Why.PARTLY, confidence_level="")
    conclusion = conclusion.model_copy(update={"causes": ()})
    found = facts_of(in_language("en", conclusion=conclusion))
    assert found[FactName.CAUSE] == ["Confirmed in part"]


def test_other_types_that_are_met_are_named(in_language: Callable[..., Any], material: Any) -> None:
    old = material.conclusion
    occurrence = old.occurrence.model_copy(update={"others": (EventType.GALE,)})
    conclusion = old.model_copy(update={"occurrence": occurrence})
    found = facts_of(in_language("en", conclusion=conclusion))
    assert "Other types whose criterion is met: gale" in found[FactName.WHAT]


def test_an_event_of_one_time_has_no_span(in_language: Callable[..., Any], material: Any) -> None:
    metrics = material.classification.assessment(RAIN).metrics
    moment = metrics.model_copy(update={"onset": metrics.peak_time, "end": metrics.peak_time})
    classification = assessed(material, metrics=moment)
    found = facts_of(in_language("en", classification=classification))
    time, peak = found[FactName.WHEN]
    assert " to " not in time
    assert peak.startswith("Peak: ")


def test_of_a_type_that_cannot_be_tested_what_was_measured_is_said(
    in_language: Callable[..., Any], material: Any
) -> None:
    window = material.classification.window
    measured = MeasuredValue(
        quantity="t2m", unit="degC", value=42.4, latitude=30.0, longitude=118.0, time=window.end
    )
    untested = TypeAssessment(
        event=RAIN, firing=Firing.NOT_ASSESSABLE, reason="no rain", measured=measured
    )
    changed = in_language("en", conclusion=concluded(material, Status.CANNOT_BE_TESTED))
    found = {}
    for name, item in (
        ("some", untested),
        ("none", untested.model_copy(update={"measured": None})),
    ):
        kept = [one for one in material.classification.assessments if one.event is not RAIN]
        classification = material.classification.model_copy(
            update={"assessments": (item, *kept), "primary": None}
        )
        found[name] = facts_of(replace(changed, classification=classification))
    assert found["some"][FactName.WHAT][0] == "Rainstorm: cannot be tested on these data"
    (severity,) = found["some"][FactName.SEVERITY]
    assert severity.endswith(f": 42.4{NO_BREAK}°C")
    assert found["some"][FactName.WHERE][1].startswith("Peak near 30.0°")
    assert found["some"][FactName.WHEN][1].startswith("Peak: ")
    assert found["none"][FactName.SEVERITY] == ["The data hold no field of this type"]
    assert len(found["none"][FactName.WHERE]) == len(found["none"][FactName.WHEN]) == 1
