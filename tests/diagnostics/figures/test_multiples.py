"""Small multiples: one canvas, the same classes everywhere, and every map checked."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.figures import render_multiples, typography
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.check import check_answer

TIMES = [datetime(2026, 7, 1, 12, tzinfo=UTC), datetime(2026, 7, 2, 12, tzinfo=UTC)]
REGION = Region(west=110, south=30, east=122, north=40)
SECOND = "shading temperature@850 (2)"


@pytest.fixture(scope="module")
def canvas(source):
    return render_multiples("t850_wind850", source, times=TIMES, region=REGION)


def changed(canvas, name, **facts):
    """Return the findings of a canvas whose record says something else of one layer."""
    layers = {**canvas.answer.layers, name: {**canvas.answer.layers[name], **facts}}
    found = check_answer(canvas.answer.model_copy(update={"layers": layers}))
    return {item.rule: item for item in found.findings}


def test_panels_share_levels_and_one_bar(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    drawn = render_multiples("t850_wind850", source, times=TIMES, region=REGION)
    layers = drawn.answer.layers
    first = layers["shading temperature@850"]["levels"]
    assert layers[SECOND]["levels"] == first
    assert drawn.answer.specification["map"]["panels"] == [
        "2026-07-01T12:00Z",
        "2026-07-02T12:00Z",
    ]
    assert drawn.answer.layers["sheet"]["colour_bars"] == 1
    assert drawn.png == render_multiples("t850_wind850", source, times=TIMES, region=REGION).png


@pytest.mark.parametrize("name", ["t850_wind850", "gh500_wind500", "mslp_map", "rain_composite"])
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.sweep(2)
def test_sheets_pass_the_check(source, name, language):
    look = ChartStyle(language)
    drawn = render_multiples(name, source, times=TIMES, region=REGION, look=look)
    assert drawn.answer.check.score == 5.0, drawn.answer.check.findings


def test_a_fault_of_one_map_is_found_and_dated(canvas):
    hidden = changed(canvas, "barb wind@850 (2)", visible=0.2)["layer_hidden"]
    assert hidden.message.startswith("2026-07-02T12:00Z: ")
    missing = changed(canvas, SECOND, minimum=None)["layer_missing"]
    assert missing.message.startswith("2026-07-02T12:00Z: ")


def test_a_fault_of_all_maps_is_told_once(canvas):
    layers = dict(canvas.answer.layers)
    for name in ("barb wind@850", "barb wind@850 (2)"):
        layers[name] = {**layers[name], "visible": 0.2}
    found = check_answer(canvas.answer.model_copy(update={"layers": layers})).findings
    assert [item.rule for item in found] == ["layer_hidden"]
    assert found[0].message.startswith("2026-07-01T12:00Z: ")


def test_a_map_with_classes_of_its_own_does_not_fit_the_bar(canvas):
    other = [level + 1 for level in canvas.answer.layers[SECOND]["levels"]]
    found = changed(canvas, SECOND, levels=other)["colour_bar"]
    assert found.severity == "error"
    assert found.value == other


def test_a_blank_map_is_a_fault_only_where_all_are(canvas):
    first = "shading temperature@850"
    blank = {"coloured": 0.0, "above": 0.0, "below": 1.0}
    assert "shading_blank" not in changed(canvas, SECOND, **blank)
    layers = {**canvas.answer.layers}
    for name in (first, SECOND):
        layers[name] = {**layers[name], **blank}
    found = check_answer(canvas.answer.model_copy(update={"layers": layers})).findings
    assert "shading_blank" in {item.rule for item in found}


def test_what_cannot_be_drawn_is_refused(source):
    with pytest.raises(ArgumentError, match="ascending"):
        render_multiples("mslp_map", source, times=TIMES[::-1], region=REGION)
    with pytest.raises(ArgumentError, match="2 to 12"):
        render_multiples("mslp_map", source, times=TIMES[:1], region=REGION)
    for name in ("skewt_point", "ivt_map"):
        with pytest.raises(ArgumentError, match="maps without arrows"):
            render_multiples(name, source, times=TIMES, region=REGION)
