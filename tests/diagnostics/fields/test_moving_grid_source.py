"""A grid that moves from time to time is told for each of its times."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import xarray as xr

from diagnostics.fields import open_source
from diagnostics.fields.moving_grid_source import MOVING_NOTE, MovingSource
from diagnostics.fields.snapshot import SnapshotSource
from diagnostics.fields.source import FileSource
from diagnostics.ports import FieldRequest

SHIFT = 3.0


def moved(make: Callable[..., xr.Dataset], number: int) -> xr.Dataset:
    """Return one time of a storm's grid, farther east than the time before."""
    found = make(times=2).isel(time=[number])
    east = (found["longitude"] + SHIFT * number).assign_attrs(found["longitude"].attrs)
    return found.assign_coords(longitude=east)


@pytest.fixture
def moving(plain_dataset: Callable[..., xr.Dataset], tmp_path: Path) -> MovingSource:
    steps = []
    for number in range(2):
        path = tmp_path / f"{number}.nc"
        moved(plain_dataset, number).to_netcdf(path)
        step = open_source([path])
        assert isinstance(step, FileSource)
        steps.append(step)
    return MovingSource(steps, MOVING_NOTE)


def test_a_moving_source_tells_the_grid_of_every_time(moving: MovingSource) -> None:
    known = moving.inventory()
    assert len(known.grids) == len(known.times) == 2
    first, second = (known.grid_at(time) for time in known.times)
    assert first is not None
    assert second is not None
    assert second.region.west - first.region.west == pytest.approx(SHIFT)
    assert known.grid_at(datetime(1999, 1, 1, tzinfo=UTC)) == known.grid


def test_a_snapshot_of_a_moving_source_covers_what_its_time_covers(moving: MovingSource) -> None:
    for time in moving.inventory().times:
        source = SnapshotSource(moving, time)
        known = source.inventory()
        held = source.load(FieldRequest(variables=("t2m",)))["longitude"].values
        assert known.grids == ()
        assert known.grid is not None
        assert known.grid.region.west == pytest.approx(float(held.min()))
        assert known.grid.region.east == pytest.approx(float(held.max()))


def test_a_fixed_grid_leaves_no_trace_of_the_others(
    plain_dataset: Callable[..., xr.Dataset], tmp_path: Path
) -> None:
    path = tmp_path / "fixed.nc"
    plain_dataset().to_netcdf(path)
    known = open_source([path]).inventory()
    assert known.grid_at(known.times[1]) == known.grid
    assert "grids" not in known.model_dump()


def test_every_time_of_a_real_nest_has_its_own_region(
    real_data: Callable[[str], Path],
) -> None:
    source = open_source([real_data("S02_katrina_2005_wrf/mercator_sample.nc")])
    regions = []
    for time in source.inventory().times:
        snapshot = SnapshotSource(source, time)
        grid = snapshot.inventory().grid
        assert grid is not None
        held = snapshot.load(FieldRequest(variables=("u10",)))
        assert grid.region.west == pytest.approx(float(held["longitude"].min()), abs=1e-3)
        assert grid.region.north == pytest.approx(float(held["latitude"].max()), abs=1e-3)
        regions.append(grid.region)
    assert len({region.west for region in regions}) == len(regions)


def test_totals_since_the_start_have_the_hours_of_their_time(
    real_data: Callable[[str], Path],
) -> None:
    """Largest totals in the whole nest, read from the file with xarray alone."""
    path = real_data("S02_katrina_2005_wrf/mercator_sample.nc")
    with xr.open_dataset(path, decode_times=False) as raw:
        largest = (raw["RAINC"] + raw["RAINNC"]).max(("south_north", "west_east")).values
    source = open_source([path])
    for position, time in enumerate(source.inventory().times):
        snapshot = SnapshotSource(source, time)
        known = snapshot.inventory().variable("tp")
        assert known is not None
        assert known.interval_hours == time.hour
        held = snapshot.load(FieldRequest(variables=("tp",)))["tp"]
        assert held.attrs["interval_hours"] == time.hour
        assert float(held.max()) == pytest.approx(float(largest[position]), rel=1e-6)
