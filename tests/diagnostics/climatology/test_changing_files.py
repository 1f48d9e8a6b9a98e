"""A climatology that vanishes or changes while a run reads it ends the run, not a factor."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from diagnostics.catalog.grid_climatology_build import build_grid
from diagnostics.catalog.grid_climatology_quantities import read_quantity
from diagnostics.catalog.grid_climatology_statistics import Gridding, blocks_of, plane_of
from diagnostics.climatology import GridClimatology
from diagnostics.climatology.open_climatology import open_one
from diagnostics.climatology.partial_build_folder import BlockFolder
from diagnostics.contracts.space_time import Region
from diagnostics.errors import DiagnosticsError, Fault, SourceError
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.geometry import grid_of
from diagnostics.workflow import IndexStep, ToolContext, run_step

KINDS = ("built", "netcdf", "zarr")
TIMES = np.array(["2027-01-05T00"], dtype="datetime64[ns]")


@pytest.fixture(scope="module")
def kept(base: xr.Dataset, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One climatology of each kind of file: of msl, on the grid of the base."""
    folder = tmp_path_factory.mktemp("climatologies")
    source = MemorySource(base)
    plane = plane_of(source, None)
    gridding = Gridding(
        *(source, source.digest(), None, plane.latitude[:, 0], plane.longitude[0]),
        *((read_quantity("msl"),), source.inventory().times, (50.0,)),
    )
    built = folder / "built.nc"
    blocks = BlockFolder(built, {"one": "recipe"})
    build_grid(gridding, blocks_of(gridding, 256e6), blocks, built, attributes={"name": "built"})
    shape = (4, 366, base.sizes["latitude"], base.sizes["longitude"])
    dims = ("hour", "dayofyear", "latitude", "longitude")
    foreign = xr.Dataset(
        {
            "mean_sea_level_pressure": (dims, np.full(shape, 101000.0, np.float32)),
            "mean_sea_level_pressure_std": (dims, np.full(shape, 500.0, np.float32)),
        },
        coords={
            "hour": [0, 6, 12, 18],
            "dayofyear": np.arange(1, 367),
            "latitude": base.latitude.values,
            "longitude": base.longitude.values,
        },
    )
    netcdf, zarr = folder / "netcdf.nc", folder / "zarr.zarr"
    foreign.to_netcdf(netcdf, encoding={name: {"zlib": True} for name in foreign.data_vars})
    foreign.to_zarr(zarr, consolidated=True)
    return {"built": built, "netcdf": netcdf, "zarr": zarr}


@pytest.fixture(params=KINDS)
def path(kept: dict[str, Path], request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy that a test may harm."""
    source = kept[request.param]
    target = tmp_path / source.name
    return Path(shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target))


def files_of(path: Path) -> list[Path]:
    return [item for item in path.rglob("*") if item.is_file()] if path.is_dir() else [path]


def remove(path: Path) -> None:
    for item in files_of(path):
        item.unlink()


def remove_chunks(path: Path) -> None:
    """Of a store, leave what describes it; a reader takes what is lacking for missing values."""
    for item in files_of(path):
        if not path.is_dir() or "/c/" in item.as_posix():
            item.unlink()


def replace(path: Path) -> None:
    """Put other bytes of the same length in the place of each file, as a copy does."""
    for item in files_of(path):
        other = item.with_name("other")
        other.write_bytes(item.read_bytes()[::-1])
        other.replace(item)


def cut(path: Path) -> None:
    """Cut each file short in its place, under the reader that holds it open."""
    for item in files_of(path):
        os.truncate(item, item.stat().st_size // 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (remove, "source_vanished"),
        (remove_chunks, "source_vanished"),
        (replace, "source_changed"),
        (cut, "source_changed"),
    ],
)
def test_what_a_climatology_does_in_mid_run_is_no_gap_in_it(
    path: Path, base: xr.Dataset, harm: Callable[[Path], None], code: str
) -> None:
    held = open_one(path)
    assert isinstance(held, GridClimatology)
    context = ToolContext(MemorySource(base), "0" * 64, baseline=held)
    region = Region.model_validate(grid_of_bounds(base))
    step = IndexStep(id="a", tool="mslp_standardized_anomaly", region=region)
    assert run_step(step, context).error is None
    harm(path)
    with pytest.raises(SourceError) as raised:
        run_step(step, context)
    assert raised.value.code == code
    assert path.name in raised.value.message
    assert str(path.parent) not in raised.value.message


def test_bytes_that_cannot_be_decoded_fail_the_source(
    path: Path, base: xr.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Storage that returns other bytes than it was given: the files look the same."""
    held = open_one(path)
    assert isinstance(held, GridClimatology)

    read = xr.DataArray.values.fget  # type: ignore[attr-defined]

    def fail(array: xr.DataArray) -> np.ndarray:
        if array.ndim > 1:
            raise RuntimeError("NetCDF: HDF error")
        return np.asarray(read(array))

    grid = grid_of(base)
    monkeypatch.setattr(xr.DataArray, "values", property(fail))
    with pytest.raises(DiagnosticsError) as raised:
        held.at_times(held.items[0], "mean", TIMES, grid)
    assert (raised.value.code, raised.value.fault) == ("source_damaged", Fault.SOURCE)


def grid_of_bounds(base: xr.Dataset) -> tuple[float, float, float, float]:
    west, east = base.longitude.values[[0, -1]].tolist()
    south, north = base.latitude.values[[0, -1]].tolist()
    return west, south, east, north
