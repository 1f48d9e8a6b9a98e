"""The synoptic chart: the event, jets and the legend."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import JetMaximum, SynopticSystems
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import typography
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.situation_map import render_situation_map, systems_as_features

TIME = datetime(2026, 7, 2, 0, tzinfo=UTC)
REGION = Region(west=105, south=30, east=125, north=42)
JET = JetMaximum(level_hpa=250, speed_ms=72.0, toward_deg=90, latitude=38, longitude=112)


@pytest.fixture(autouse=True)
def coarse(monkeypatch):
    monkeypatch.setattr(typography, "DPI", 80)


def found(*, at_event: bool) -> SynopticSystems:
    return SynopticSystems(time=TIME, jets=(JET,), latitude=35, longitude=115, at_event=at_event)


def test_jets_and_the_event_are_marked_where_they_are():
    marked = [
        item for answer in systems_as_features(found(at_event=True)) for item in answer.features
    ]
    assert [(item.kind, item.latitude, item.longitude, item.value) for item in marked] == [
        ("jet_core", 38, 112, 72.0),
        ("event_place", 35, 115, None),
    ]


def test_the_middle_of_a_region_is_not_marked_as_the_event():
    kinds = {answer.detector for answer in systems_as_features(found(at_event=False))}
    assert kinds == {"jet_core"}


@pytest.mark.parametrize("language", list(Language))
def test_the_legend_names_the_outline_the_jet_and_the_event(make_dataset, language):
    drawn = render_situation_map(
        MemorySource(make_dataset()), found(at_event=True), REGION, look=ChartStyle(language)
    )
    assert drawn is not None
    layers = drawn.answer.layers
    assert layers["legend"]["count"] == 3
    assert layers["features"]["count"] == 2
    assert [item.rule for item in drawn.answer.check.findings] == ["resolution"]  # 80 dpi
