"""Masks of boxes, polygons and points."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.gazetteer import resolve_region
from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.grid.regions import region_mask

GLOBE_EAST = latitude_longitude_grid(np.arange(-90, 91, 1.0), np.arange(0, 360, 1.0))
GLOBE_WEST = latitude_longitude_grid(np.arange(-90, 91, 1.0), np.arange(-180, 180, 1.0))


@pytest.mark.parametrize(
    ("box", "cells"),
    [
        ("100,20,120,40", 21 * 21),
        ("-10,50,10,60", 21 * 11),
        ("170,-10,-170,10", 21 * 21),
        ("170,-10,190,10", 21 * 21),
        ("-180,-90,180,90", 181 * 360),
        ("0,0,360,10", 11 * 360),
    ],
)
def test_box_is_the_same_on_either_longitude_convention(box, cells):
    region = Region.model_validate(box)
    for grid in (GLOBE_EAST, GLOBE_WEST):
        assert region_mask(grid, region).sum() == cells


def test_edges_tolerate_single_precision():
    latitude = np.arange(20, 30.05, 0.1).astype(np.float32).astype(np.float64)
    longitude = np.arange(100, 110.05, 0.1).astype(np.float32).astype(np.float64)
    grid = latitude_longitude_grid(latitude, longitude)
    assert region_mask(grid, Region.model_validate("100.3,20.3,100.7,20.7")).sum() == 25


def test_box_without_extent_is_the_nearest_cell():
    mask = region_mask(GLOBE_EAST, Region.model_validate("-0.4,30.4,-0.4,30.4"))
    assert mask.sum() == 1
    assert mask[120, 0]


def test_line_between_rows_takes_the_nearest_cells():
    mask = region_mask(GLOBE_EAST, Region.model_validate("10,30.3,20,30.3"))
    assert mask[120].sum() == mask.sum() == 11


def test_region_outside_the_data_is_refused_with_what_there_is():
    grid = latitude_longitude_grid(np.arange(0, 11, 1.0), np.arange(0, 11, 1.0))
    with pytest.raises(InputDataError, match="0° to 10°E, 0° to 10°N") as raised:
        region_mask(grid, Region.model_validate("100,20,120,40"))
    assert raised.value.code == "region_outside_data"


def test_polygon_cuts_the_box():
    triangle = shapely.Polygon([(100, 20), (120, 20), (100, 40)])
    mask = region_mask(GLOBE_EAST, Region.model_validate("100,20,120,40"), triangle)
    assert mask.sum() == 21 * 22 / 2


@pytest.mark.parametrize("text", ["1,2,3", "50,60,40,10", "", "0,-100,10,10"])
def test_malformed_box_is_refused(text):
    with pytest.raises(ArgumentError) as raised:
        resolve_region(text)
    assert raised.value.code == "invalid_region"


def test_box_text_and_region_are_accepted():
    resolved = resolve_region("160,-10,-175,10")
    assert resolved.region.width == pytest.approx(25)
    assert resolved.name == "160,-10,-175,10"
    assert resolve_region(resolved.region).region == resolved.region


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("北京", "Beijing (province, CN)"),
        ("beijing", "Beijing (province, CN)"),
        ("郑州市", "Zhengzhou (town, CN)"),
        ("吉林省", "Jilin (province, CN)"),
        ("Germany", "Germany (country, DE)"),
        ("德国", "Germany (country, DE)"),
        ("são paulo (town)", "São Paulo (town, BR)"),
        ("London", "London (town, GB)"),
        ("London, Canada", "London (town, CA)"),
        ("Georgia (state)", "Georgia (state, US)"),
        ("Georgia (country, GE)", "Georgia (country, GE)"),
        ("华北", "North China (region)"),
        ("东京", "Tokyo (town, JP)"),
        ("singapore", "Singapore (country, SG)"),
    ],
)
def test_places_are_found_by_name(text, name):
    assert resolve_region(text).name == name


def test_country_has_an_outline_across_180():
    russia = resolve_region("Russia")
    mask = region_mask(GLOBE_WEST, russia.region, russia.polygon)
    assert mask[66 + 90, 185 - 360 + 180]  # Chukotka at 175 W
    assert mask[60 + 90, 100 + 180]
    assert not mask[40 + 90, 100 + 180]
    area = GLOBE_WEST.cell_area[mask].sum() / 1e12
    assert area == pytest.approx(16.9, rel=0.03)


def test_ambiguous_name_is_refused_with_candidates():
    with pytest.raises(ArgumentError) as raised:
        resolve_region("吉林")
    assert raised.value.code == "ambiguous_place"
    assert set(raised.value.data["candidates"]) == {"Jilin (province, CN)", "Jilin (town, CN)"}


def test_namesakes_in_one_country_are_told_by_their_boxes():
    with pytest.raises(ArgumentError) as raised:
        resolve_region("Springfield")
    candidates = raised.value.data["candidates"]
    assert len(set(candidates)) == len(candidates) > 1


def test_unknown_name_gives_the_nearest_spellings():
    with pytest.raises(ArgumentError) as raised:
        resolve_region("Zhengzhuo")
    assert raised.value.code == "unknown_place"
    assert "Zhengzhou (town, CN)" in raised.value.data["nearest"]
