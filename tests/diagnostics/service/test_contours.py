"""Contours and soundings have the lines and numbers of the charts, and are bounded."""

from __future__ import annotations

import numpy as np
import pytest
from hvrmet.evidence.stored_fields import nearest, read_field
from pydantic import ValidationError

from diagnostics.contracts.computations import ComputationRequest, ContourParameters, Operation
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.figures.chart_canvas import new_canvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.layer_data import layer_data, map_plane
from diagnostics.figures.layers import draw_layer
from diagnostics.figures.projection import Frame, Projection
from diagnostics.figures.spec import Layer
from diagnostics.quantities.scene_loading import load_scene
from diagnostics.service.contours import ContoursRequest, draw_contours
from diagnostics.service.fields import compute_kept_field
from diagnostics.service.requests import IndexRequest
from diagnostics.service.soundings import take_sounding
from tests.generated_samples import thinned


@pytest.fixture(scope="module")
def source() -> MemorySource:
    return MemorySource(thinned("gale", every=4))


@pytest.fixture(scope="module")
def region(source: MemorySource) -> Region:
    grid = source.inventory().grid
    assert grid is not None
    latitude, longitude = grid.region.center
    return Region(west=longitude - 9, south=latitude - 7, east=longitude + 9, north=latitude + 7)


def test_the_lines_are_those_of_a_chart(source, region) -> None:
    time = source.inventory().times[4]
    parameters = ContourParameters(interval=40.0, smooth_km=75.0)
    request = ContoursRequest("height", time, region, 500.0, parameters)
    answer = draw_contours(request, lambda: source)
    layer = Layer(
        kind="contour", quantity="height@500", interval=40.0, smooth_km=75.0, labels=False
    )
    scene = load_scene(source, [layer.quantity], region=region, time=time)
    middle = region.center
    frame = Frame(-region.width / 2, region.width / 2, region.south, region.north)
    plane = map_plane(scene.grid, Projection("plate_carree", middle[1], middle[0]), frame)
    sheet = new_canvas(frame.aspect, ChartStyle(), colour_bars=0)
    draw_layer(sheet, plane, layer, layer_data(scene, layer, "en"))
    (drawn,) = sheet.layers
    assert drawn.facts["levels"] == list(answer.levels)
    assert (drawn.facts["unit"], drawn.facts["interval"]) == (answer.unit, answer.interval)
    lines = [
        (level, segment)
        for level, segments in zip(answer.levels, drawn.artists[0].allsegs, strict=True)
        for segment in segments
        if len(segment) > 1
    ]
    assert len(lines) == len(answer.lines) > 3
    for (level, segment), line in zip(lines, answer.lines, strict=True):
        assert level == line.value
        shown = np.array(line.line) - [middle[1], 0.0]
        shift = np.round((shown[0, 0] - segment[0, 0]) / 360.0) * 360.0
        np.testing.assert_allclose(shown - [shift, 0.0], segment, atol=1e-4)


@pytest.mark.parametrize(
    ("name", "level", "unit"), [("pwat", None, "mm"), ("temperature_level", "2m", "°C")]
)
def test_an_index_is_contoured_with_chosen_levels(source, region, name, level, unit) -> None:
    time = source.inventory().times[4]
    answer = draw_contours(ContoursRequest(name, time, region, level), lambda: source)
    assert (answer.unit, answer.interval) == (unit, None)
    assert {line.value for line in answer.lines} <= set(answer.levels)
    assert len(answer.lines) > 1


def test_too_fine_contours_are_refused_with_the_cure(source, region) -> None:
    time = source.inventory().times[4]
    for interval in (1e-300, 0.5):
        with pytest.raises(ArgumentError) as caught:
            draw_contours(
                ContoursRequest(
                    "height", time, region, 500.0, ContourParameters(interval=interval)
                ),
                lambda: source,
            )
        assert caught.value.code == "contours_too_fine"
        assert "larger interval" in caught.value.message


@pytest.mark.parametrize(
    "params",
    [{"levels": [2, 1]}, {"levels": "5"}, {"interval": 0}, {"smooth_km": 1e9}, {"color": "red"}],
)
def test_what_contours_do_not_take_is_refused_when_asked(params) -> None:
    with pytest.raises(ValidationError, match=next(iter(params))):
        ComputationRequest(
            source="sample", op=Operation.CONTOURS, name="height", level=500.0, params=params
        )


def test_a_sounding_has_the_numbers_of_the_fields(source, region) -> None:
    time = source.inventory().times[4]
    request = IndexRequest("temperature", time=time, region=region, level=500.0)
    field = read_field(compute_kept_field(request, lambda: source).file)
    cell = nearest(field, *region.center)
    assert cell is not None
    here = Region(
        west=cell.longitude, south=cell.latitude, east=cell.longitude, north=cell.latitude
    )
    column = take_sounding(lambda: source, time=time, region=here)
    (aloft,) = (level for level in column.levels if level.pressure == 500.0)
    there = float(field.values[0, cell.row, cell.column])
    assert aloft.temperature == pytest.approx(there, abs=2e-3)
    assert aloft.dewpoint is not None
    assert aloft.dewpoint <= aloft.temperature + 1e-6
    pressures = [level.pressure for level in column.levels]
    assert pressures == sorted(pressures, reverse=True)
    assert (column.latitude, column.longitude) == (cell.latitude, cell.longitude)


def test_a_sounding_is_that_of_a_point_in_the_data(source) -> None:
    for place in ({"region": [1, 2, 3, 4]}, {}):
        with pytest.raises(ValidationError, match="point"):
            ComputationRequest(source="sample", op=Operation.SOUNDING, **place)
    far = Region(west=-120, south=-40, east=-120, north=-40)
    with pytest.raises(InputDataError) as caught:
        take_sounding(lambda: source, time=source.inventory().times[0], region=far)
    assert caught.value.code in {"point_outside_data", "region_outside_data"}
