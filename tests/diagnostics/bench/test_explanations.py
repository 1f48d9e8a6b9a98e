"""Favoured explanations against labels that were made without sight of the code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diagnostics.bench.explanations import Agreement, agreement, causes_named
from diagnostics.bench.labelled_cases import Label, read_labels, source_of
from diagnostics.bench.runs import run_case
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.guidelines import load_release

RECORD = """
records:
- id: one
  case: S00
  kind: event
  region: [0, 40, 10, 50]
  time: [2020-01-01T00Z, 2020-01-02T00Z]
  causes_supported:
  - 'gale: tropical_cyclone (in the model)'
  - 'gale: cold_outbreak'
  - 'rainstorm: tropical_system, vapour_transport'
- id: two
  case: S00
  kind: quiet
  region: [0, 40, 10, 50]
  time: [2020-01-01T00Z, 2020-01-02T00Z]
"""


@pytest.fixture
def labels(tmp_path: Path) -> list[Label]:
    path = tmp_path / "cases.yaml"
    path.write_text(RECORD, encoding="utf-8")
    return read_labels(path)


def test_causes_are_read_by_type_and_without_remarks(labels: list[Label]) -> None:
    event, quiet = labels
    assert event.causes == {
        EventType.GALE: ("tropical_cyclone", "cold_outbreak"),
        EventType.RAINSTORM: ("tropical_system", "vapour_transport"),
    }
    assert (event.quiet, quiet.quiet, quiet.causes) == (False, True, {})


def favouring(conclusion: Any, *causes: str) -> Any:
    explanation = conclusion.explanation.model_copy(update={"causes": causes})
    return conclusion.model_copy(update={"explanation": explanation})


def test_the_strongest_explanation_is_held_against_the_label(
    labels: list[Label], finished_run: Any
) -> None:
    event, quiet = labels
    conclusion = finished_run.report.conclusion
    named = causes_named(labels) | {(EventType.GALE, "extratropical_cyclone")}
    for causes, gale in (
        (("cold_outbreak", "downslope_wind"), Agreement.RIGHT),
        (("extratropical_cyclone", "cold_outbreak"), Agreement.WRONG),
        (("downslope_wind", "cold_outbreak"), Agreement.NOT_KNOWN),
        ((), Agreement.CANNOT_TELL),
    ):
        found = favouring(conclusion, *causes)
        assert agreement(event, EventType.GALE, found, named) is gale
        expected = Agreement.WRONG if causes else Agreement.CANNOT_TELL
        assert agreement(quiet, None, found, named) is expected


def test_every_labelled_cause_is_one_of_the_library(real_data: Any) -> None:
    root = real_data("MANIFEST.md").parent
    labels = read_labels(root.parent / "science" / "cases.yaml")
    named = causes_named(labels)
    assert len(named) > 10
    causes = load_release().causes
    known = {(event, cause.id) for cause in causes for event in cause.event_types}
    assert named <= known


@pytest.mark.slow
@pytest.mark.parametrize("record", ["S01-blizzard96", "S07-joachim", "S04-greenland-barrier"])
def test_a_labelled_gale_is_explained_right(real_data: Any, record: str) -> None:
    root = real_data("MANIFEST.md").parent
    labels = {label.name: label for label in read_labels(root.parent / "science" / "cases.yaml")}
    label = labels[record]
    request = DiagnosisRequest(
        source=record, region=label.region, window=label.window, event=EventType.GALE
    )
    case, _ = run_case(request, source_of(label, root))
    named = causes_named(labels.values())
    found = agreement(label, EventType.GALE, case.report.conclusion, named)
    assert found is Agreement.RIGHT
