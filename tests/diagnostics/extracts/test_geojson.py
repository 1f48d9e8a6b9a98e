"""Shapes lie in -180..180, are cut at 180 degrees and say what was found."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.extracts import contours as tracing
from diagnostics.extracts import geojson
from diagnostics.extracts.contours import contour_lines
from diagnostics.extracts.vectors import thinned_cells
from diagnostics.grid.geometry import latitude_longitude_grid

ROUND = latitude_longitude_grid(np.arange(-80.0, 81.0, 5.0), np.arange(0.0, 360.0, 5.0))
PACIFIC = latitude_longitude_grid(np.arange(-20.0, 21.0), np.arange(160.0, 201.0))


@given(
    st.lists(st.tuples(st.floats(-179.0, 179.0), st.floats(-80.0, 80.0)), min_size=2, max_size=20),
    st.floats(-400.0, 400.0),
)
def test_cut_lines_stay_on_the_map(steps: list[tuple[float, float]], start: float) -> None:
    longitude = start + np.cumsum([step for step, _ in steps])
    latitude = [place for _, place in steps]
    parts = geojson.cut_line(longitude, latitude)
    places = np.array([place for part in parts for place in part]).reshape(-1, 2)
    assert (np.abs(places[:, 0]) <= 180.0 + 1e-9).all()
    leaps = [np.abs(np.diff([place[0] for place in part])).max() for part in parts]
    assert all(leap <= 180.0 + 1e-6 for leap in leaps)


@pytest.mark.parametrize("west", [True, False])
def test_a_line_that_ends_at_180_is_one_part(west: bool) -> None:
    places = [-170.0, -180.0] if west else [170.0, 180.0]
    parts = geojson.cut_line(places, [0.0, 1.0])
    assert len(parts) == 1
    assert parts[0][-1] == (places[-1], 1.0)


def test_a_box_across_180_has_two_parts() -> None:
    shape = geojson.box(Region.model_validate("170,0,-170,10"))
    assert shape["type"] == "MultiPolygon"
    edges = [{place[0] for place in polygon[0]} for polygon in shape["coordinates"]]
    assert edges == [{170.0, 180.0}, {-180.0, -170.0}]


def test_lines_follow_the_field_across_180() -> None:
    found = contour_lines(PACIFIC.latitude * 2.0, PACIFIC, None, (10.0, 99.0))
    assert list(found) == [10.0]
    shape = geojson.lines(found[10.0])
    assert shape["type"] == "MultiLineString"
    ends = {place[0] for part in shape["coordinates"] for place in (part[0], part[-1])}
    assert ends == {160.0, 180.0, -180.0, -160.0}
    assert {place[1] for part in shape["coordinates"] for place in part} == {5.0}


def test_lines_go_round_a_circle() -> None:
    ((longitude, latitude),) = contour_lines(ROUND.latitude, ROUND, None, (42.5,))[42.5]
    assert np.ptp(longitude) == pytest.approx(360.0)
    assert np.allclose(latitude, 42.5)


def test_lines_end_at_the_region() -> None:
    region = Region.model_validate("175,-5,-175,5")
    lines = contour_lines(PACIFIC.longitude, PACIFIC, region, (178.5,))[178.5]
    assert [np.ptp(line[1]) for line in lines] == [10.0]


def test_too_many_places_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "MOST_VERTICES", 50)
    with pytest.raises(ArgumentError) as refused:
        contour_lines(ROUND.latitude, ROUND, None, (2.5, 42.5))
    assert refused.value.code == "too_many_vertices"


def test_a_box_of_one_cell_has_no_lines() -> None:
    with pytest.raises(InputDataError) as refused:
        contour_lines(PACIFIC.latitude, PACIFIC, Region.model_validate("170,0,170,0"), (1.0,))
    assert refused.value.code == "too_few_cells"


@pytest.mark.parametrize("count", [50, 400])
def test_arrows_are_thinned_toward_the_poles(count: int) -> None:
    rows, columns = thinned_cells(ROUND, None, count)
    assert count / 2 < rows.size < 2 * count
    assert len(set(zip(rows.tolist(), columns.tolist(), strict=True))) == rows.size
    per_row = {row: int((rows == row).sum()) for row in set(rows.tolist())}
    assert per_row[0] < max(per_row.values())


def test_features_are_points_and_lines() -> None:
    line = ((50.0, 170.0), (50.0, -170.0))
    answer = FeaturesAnswer(
        detector="jet_axis",
        passed=True,
        features=(
            Feature(kind="jet_axis", latitude=50, longitude=180, value=60.0, line=line),
            Feature(kind="core", latitude=48, longitude=190, value=70.0),
        ),
        provenance=Provenance(tool="jet_axis", tool_version="1"),
    )
    found = json.loads(geojson.features_collection((answer,)))["features"]
    assert [item["geometry"]["type"] for item in found] == ["MultiLineString", "Point"]
    assert found[1]["geometry"]["coordinates"] == [-170.0, 48.0]
    assert found[0]["properties"]["value"] == 60.0
    assert found[0]["properties"]["detector"] == "jet_axis"
