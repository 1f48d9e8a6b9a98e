"""What the extent in an inventory says of a box agrees with what the reader does with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.inventory import GridInfo, Inventory
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.fields.horizontal import HorizontalGrid
from diagnostics.loop.open_run import resolve_window

MOMENT = datetime(2024, 1, 10, tzinfo=UTC)
FAR = 2.5
"""Steps beside the extent from which on nothing is found."""


def takes(grid: HorizontalGrid, region: Region) -> bool:
    """Whether the reader finds cells for a box."""
    try:
        grid.select(region)
    except InputDataError as error:
        if error.code != "region_outside_data":
            raise
        return False
    return True


@st.composite
def lat_lon_grids(draw: st.DrawFn) -> HorizontalGrid:
    """Axes anywhere, of any step: regional ones, across the date line, cyclic, to the poles."""
    step = draw(st.sampled_from([0.25, 0.7, 1.0, 2.5, 10.0]))
    south = draw(st.floats(-90, 85))
    rows = draw(st.integers(1, min(30, int((90 - south) / step) + 1)))
    if draw(st.booleans()):
        columns, west, width = (
            draw(st.sampled_from([36, 144])),
            draw(st.sampled_from([-180, 0])),
            360,
        )
        x = west + width / columns * np.arange(columns)
    else:
        columns = draw(st.integers(1, 30))
        x = draw(st.floats(-180, 359)) + step * np.arange(columns)
    return HorizontalGrid("latitude_longitude", south + step * np.arange(rows), x)


@st.composite
def projected_grids(draw: st.DrawFn) -> HorizontalGrid:
    """A plane that touches the globe anywhere: turned, and with a pole in it as well."""
    lat0 = draw(st.sampled_from([-88.0, -40.0, 0.0, 35.0, 60.0, 90.0]))
    lon0 = draw(st.sampled_from([-179.0, -100.0, 0.0, 105.0, 180.0]))
    size, step = draw(st.integers(2, 16)), draw(st.sampled_from([0.2, 1.0, 3.0]))
    y = x = step * (np.arange(size) - (size - 1) / 2)
    angle = np.deg2rad(draw(st.sampled_from([0.0, 30.0])))
    north, east = np.meshgrid(y, x, indexing="ij")
    north, east = (
        np.deg2rad(north * np.cos(angle) - east * np.sin(angle)),
        np.deg2rad(north * np.sin(angle) + east * np.cos(angle)),
    )
    # Orthographic, by way of unit vectors.
    phi, lam = np.deg2rad(lat0), np.deg2rad(lon0)
    up = np.sqrt(np.maximum(0.0, 1.0 - north**2 - east**2))
    z = north * np.cos(phi) + up * np.sin(phi)
    out = up * np.cos(phi) - north * np.sin(phi)
    latitude = np.rad2deg(np.arcsin(np.clip(z, -1, 1)))
    longitude = np.rad2deg(lam + np.arctan2(east, out))
    longitude = (longitude + 180.0) % 360.0 - 180.0
    return HorizontalGrid("lambert_conformal_conic", y, x, latitude, longitude, {})


@st.composite
def regions(draw: st.DrawFn) -> Region:
    west = draw(st.floats(-180, 180))
    width = draw(st.one_of(st.floats(0.001, 5), st.floats(5, 360)))
    south = draw(st.floats(-90, 89.9))
    north = min(90.0, south + draw(st.one_of(st.floats(0.001, 5), st.floats(5, 180))))
    return Region(west=west, south=south, east=west + width, north=north)


@given(grid=st.one_of(lat_lon_grids(), projected_grids()), region=regions())
@settings(max_examples=600)
def test_a_box_that_the_reader_takes_is_never_refused(grid: HorizontalGrid, region: Region) -> None:
    taken = takes(grid, region)
    event(f"taken: {taken}")
    if taken:
        assert grid.info().may_cover(region)
    else:
        assert not takes(grid, region)


@given(grid=st.one_of(lat_lon_grids(), projected_grids()), data=st.data())
@settings(max_examples=400)
def test_a_box_near_the_edge_that_the_reader_takes_is_never_refused(
    grid: HorizontalGrid, data: st.DataObject
) -> None:
    """Boxes around the corners of the extent, where the two might differ."""
    held, step = grid.info().region, max(grid.info().spacing_deg, 0.1)
    shift = st.floats(-3 * step, 3 * step)
    south = data.draw(st.sampled_from([held.south, held.north])) + data.draw(shift)
    west = data.draw(st.sampled_from([held.west, held.east])) + data.draw(shift)
    assume(-90 <= south <= 89)
    size = data.draw(st.floats(0.001, 2 * step))
    region = Region(
        west=(west + 180) % 360 - 180,
        south=south,
        east=(west + 180) % 360 - 180 + size,
        north=min(90.0, south + size),
    )
    assert not takes(grid, region) or grid.info().may_cover(region)


@given(grid=lat_lon_grids(), region=regions())
@settings(max_examples=600)
def test_a_box_that_lies_apart_is_refused_as_the_reader_refuses_it(
    grid: HorizontalGrid, region: Region
) -> None:
    if not grid.info().may_cover(region):
        assert not takes(grid, region)
        return
    info = grid.info()
    margin = FAR * max(info.spacing_deg, 0.5)
    wide = info.region.padded(margin)
    meets = wide.south <= region.north and region.south <= wide.north
    eastward = (wide.west - region.west) % 360.0
    across = eastward <= region.width or 360.0 - eastward <= wide.width or wide.width >= 360.0
    assert meets
    assert across or info.cyclic


@given(
    steps=st.lists(st.integers(0, 200), min_size=1, max_size=20, unique=True),
    start=st.integers(-50, 250),
    length=st.integers(0, 60),
)
def test_a_period_is_refused_as_the_loop_refuses_it(
    steps: list[int], start: int, length: int
) -> None:
    times = tuple(MOMENT + timedelta(hours=step) for step in sorted(steps))
    inventory = Inventory(times=times)
    first = MOMENT + timedelta(hours=start, minutes=30 * (start % 2))
    window = TimeWindow(start=first, end=first + timedelta(hours=length))
    request = DiagnosisRequest(source="a", region=[0, 0, 1, 1], window=window)
    try:
        refused = resolve_window(request, inventory) != window
    except InputDataError as error:
        if error.code != "period_without_data":
            raise
        refused = True
    assert refused is not bool(inventory.times_in(window))


@pytest.mark.parametrize(
    ("days", "first", "last"),
    [
        ([0, 92], 92, 92),
        ([0, 1, 2, 92, 93], 0, 2),
        ([0, 1, 92, 93], 92, 93),
        ([0, 5, 10], 0, 10),
        ([0, 30, 60, 90], 90, 90),
    ],
)
def test_times_that_are_no_one_course_of_weather_are_not_one_period(
    days: list[int], first: int, last: int
) -> None:
    inventory = Inventory(times=tuple(MOMENT + timedelta(days=day) for day in days))
    request = DiagnosisRequest(source="a", region=[0, 0, 1, 1])
    found = resolve_window(request, inventory)
    assert (found.start, found.end) == tuple(MOMENT + timedelta(days=day) for day in (first, last))
    named = TimeWindow(start=MOMENT, end=MOMENT + timedelta(days=max(days)))
    asked = request.model_copy(update={"window": named})
    assert resolve_window(asked, inventory) == found


def test_of_a_grid_that_moves_the_times_of_the_period_decide() -> None:
    def grid(west: float) -> GridInfo:
        axes = np.arange(10.0, 20.5, 0.5), west + np.arange(0.0, 10.5, 0.5)
        return HorizontalGrid("latitude_longitude", *axes).info()

    times = tuple(MOMENT + timedelta(hours=6 * step) for step in range(3))
    grids = (grid(120.0), grid(140.0), grid(175.0))
    inventory = Inventory(times=times, grid=grids[0], grids=grids)
    box = Region.model_validate([-178, 12, -176, 14])
    assert inventory.may_cover(box, None)
    assert not inventory.may_cover(box, TimeWindow(start=times[0], end=times[1]))
    assert inventory.extent() == Region.model_validate([120, 10, -175, 20])
    assert inventory.times_in(TimeWindow(start=times[1], end=times[2])) == times[1:]
    assert Inventory(times=times).may_cover(box, None)


@pytest.mark.parametrize(
    ("box", "held"),
    [
        ([100, 30, 110, 40], True),
        ([-180, -90, 180, 90], True),
        ([120.0, 30, 130, 40], True),
        ([121.5, 30, 130, 40], False),
        ([100, 46.5, 110, 60], False),
        ([-100, 30, -90, 40], False),
    ],
)
def test_of_a_plain_grid(box: list[float], held: bool) -> None:
    grid = HorizontalGrid("latitude_longitude", np.arange(25.0, 45.5), np.arange(100.0, 120.5))
    region = Region.model_validate(box)
    assert grid.info().may_cover(region) is held
    assert takes(grid, region) is held
