"""Projections, frames and graticules."""

from __future__ import annotations

import numpy as np
import pytest
from pyproj import Geod

from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.space_time import Region
from diagnostics.figures.basemap import map_lines
from diagnostics.figures.graticule import graticule, latitude_text, longitude_text, step_for
from diagnostics.figures.projection import (
    Frame,
    Projection,
    choose_projection,
    fit_to_data,
    frame_of,
    grown_to_aspect,
    region_of_frame,
    trim_aspect,
)


@pytest.mark.parametrize(
    ("box", "name"),
    [
        ((100, 20, 130, 50), "lambert"),
        ((100, -10, 130, 20), "plate_carree"),
        ((0, 60, 60, 80), "polar"),
        ((-20, -55, 20, -30), "lambert"),
        ((-90, 10, 90, 60), "plate_carree"),
        ((0, -85, 60, -65), "polar"),
    ],
)
def test_the_projection_follows_the_extent(box, name):
    assert (
        choose_projection(Region(west=box[0], south=box[1], east=box[2], north=box[3])).name == name
    )


@pytest.mark.parametrize(
    "projection",
    [
        Projection("lambert", 110, 40),
        Projection("polar", 30, 90),
        Projection("lambert", 110, -40),
        Projection("polar", 30, -90),
    ],
)
def test_east_and_north_on_the_map_agree_with_the_geoid(projection):
    sign = np.sign(projection.latitude)
    lon, lat = np.array([95.0, 120.0]), sign * np.array([55.0, 70.0])
    east, north = projection.axes_of(lon, lat)
    assert np.hypot(*north) == pytest.approx(1.0)
    assert (east * north).sum(axis=0) == pytest.approx(0.0, abs=1e-9)
    geod = Geod(a=EARTH_RADIUS, b=EARTH_RADIUS)
    lon_e, lat_e, _ = geod.fwd(lon, lat, [90.0, 90.0], [100.0, 100.0])
    x0, y0 = projection.project(lon, lat)
    x1, y1 = projection.project(lon_e, lat_e)
    moved = np.stack([x1 - x0, y1 - y0])
    assert moved / np.hypot(*moved) == pytest.approx(east, abs=1e-4)


def test_a_frame_knows_the_box_it_shows_across_the_date_line():
    extent = Region(west=165, south=30, east=-165, north=50)
    projection = choose_projection(extent)
    frame = frame_of(projection, extent, (1.05, 1.8))
    shown = region_of_frame(projection, frame)
    assert shown.south < 30 and shown.north > 50
    assert shown.width < 90
    assert 1.05 <= frame.aspect <= 1.8


def test_a_frame_shrinks_to_the_data_but_keeps_the_region():
    frame, keep = Frame(0, 10, 0, 10), Frame(2, 4, 2, 4)
    fitted = fit_to_data(
        frame, np.array([1.0, 8.0, 8.0, 1.0, 1.0]), np.array([1.0, 1.0, 9.0, 9.0, 1.0]), keep
    )
    assert 1.0 <= fitted.x0 <= 1.6 and 7.4 <= fitted.x1 <= 8.0
    trimmed = trim_aspect(Frame(0, 4, 0, 12), Frame(1, 3, 8, 10), (1.0, 1.8))
    assert trimmed.y1 - trimmed.y0 == pytest.approx(4.0)
    assert trimmed.y0 <= 8 and trimmed.y1 >= 10


@pytest.mark.parametrize(
    ("frame", "wanted"),
    [
        (Frame(0, 4, 0, 8), Frame(-2, 6, 0, 8)),
        (Frame(0, 36, 0, 10), Frame(0, 36, -5, 15)),
        (Frame(0, 12, 0, 10), Frame(0, 12, 0, 10)),
    ],
    ids=["narrow", "flat", "as it should be"],
)
def test_a_frame_grows_to_the_proportions_of_a_map(frame, wanted):
    assert grown_to_aspect(Projection("lambert", 0.0, 45.0), frame, (1.0, 1.8)) == wanted


def test_a_frame_does_not_grow_beyond_the_world():
    world = Projection("plate_carree", 0.0, 0.0)
    assert grown_to_aspect(world, Frame(-150, 150, -80, 80), (1.0, 1.8)).aspect == pytest.approx(
        1.8
    )
    grown = grown_to_aspect(world, Frame(-180, 180, -80, 80), (1.0, 1.8))
    assert (grown.y0, grown.y1) == (-90.0, 90.0)


def test_labels_of_the_graticule():
    assert [longitude_text(value) for value in (190, -10, 0, 180, 360)] == [
        "170°W",
        "10°W",
        "0°",
        "180°",
        "0°",
    ]
    assert [latitude_text(value) for value in (-30, 0, 45)] == ["30°S", "0°", "45°N"]
    assert step_for(60) == 10.0
    extent = Region(west=170, south=20, east=-150, north=50)
    projection = Projection("plate_carree", extent.center[1], extent.center[0])
    frame = frame_of(projection, extent, (1.05, 1.8))
    _, labels = graticule(projection, frame, region_of_frame(projection, frame))
    texts = [item.text for item in labels]
    assert "180°" in texts and len(texts) == len(set(texts))
    assert "170°W" in texts


def test_coastlines_stay_inside_the_frame_and_do_not_cross_the_map():
    projection = Projection("plate_carree", 180.0, 0.0)
    frame = Frame(-60, 60, -40, 40)
    lines = map_lines(projection, frame, "coastline", False)
    steps = np.hypot(*np.diff(lines, axis=0).T)
    assert np.nanmax(steps) < 30
    assert np.nanmax(np.abs(lines[:, 0])) < 70
