"""No cause is confirmed by what speaks for others, and no control lies in a named system."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagnostics.bench.labelled_cases import read_labels, source_of
from diagnostics.bench.runs import run_case
from diagnostics.contracts.enums import ExplanationStatus, OccurrenceStatus
from diagnostics.contracts.report import Report
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.detection.systems.reach import system_at
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.samples import SAMPLES, generate, sample_info

ENTRIES = {entry.id: entry for entry in load_release().entries}
_PARTS = ("controls", "against")


def holds(report: Report) -> None:
    """Judge again how far the cause is established, and where the controls lie."""
    conclusion = report.conclusion
    explanation = conclusion.explanation
    evidence = {item.id: item for item in report.evidence}
    leading = conclusion.causes[0].cause if conclusion.causes else ""
    own = [evidence[name] for name in explanation.own or ()]
    assert explanation.own is not None
    for item in own:
        assert item.id in conclusion.counting
        assert leading in ENTRIES[item.entry_id or ""].supports
    if explanation.status is ExplanationStatus.CONFIRMED:
        assert conclusion.occurrence.status is OccurrenceStatus.MET
        assert len({item.finding or item.id for item in own}) >= 3
        assert len({ENTRIES[item.entry_id or ""].category for item in own}) >= 2
        assert not explanation.against
    established = explanation.status in (ExplanationStatus.CONFIRMED, ExplanationStatus.PARTLY)
    if explanation.status is ExplanationStatus.CONFIRMED:
        assert explanation.confidence_level in ("moderate", "high")
    assert conclusion.confidence <= conclusion.occurrence.confidence
    assert established is bool(explanation.confidence > 0) is bool(explanation.confidence_level)
    if any(name in explanation.confidence_parts for name in _PARTS):
        assert explanation.confidence_level != "high"
    for item in report.evidence:
        tests = item.controls.tests if item.controls is not None else ()
        for place in (test.place for test in tests):
            assert report.systems is not None
            assert system_at(report.systems, place.time, place.latitude, place.longitude) is None


def test_the_rule_holds_for_the_generated_rainstorm(finished_run: Any) -> None:
    holds(finished_run.report)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_the_rule_holds_for_every_generated_case(name: str) -> None:
    request = DiagnosisRequest(source=name, region=sample_info(name).region)
    holds(run_case(request, MemorySource(generate(name), title=name))[0].report)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_rule_holds_for_every_labelled_case(real_data: Callable[[str], Path]) -> None:
    labels = real_data("../science/cases.yaml")
    for label in read_labels(labels):
        for event in label.causes or (None,):
            request = DiagnosisRequest(
                source=label.name, region=label.region, window=label.window, event=event
            )
            source = source_of(label, labels.parent.parent / "data")
            holds(run_case(request, source)[0].report)
