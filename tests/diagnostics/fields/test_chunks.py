"""Small files that would be large in memory are refused before anything is decoded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import netCDF4
import pytest
import xarray as xr

from diagnostics.errors import BudgetError
from diagnostics.fields import SourceLimits, open_source
from tests.peak_memory import peak

MOST_GROWTH = 200 * 2**20
Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]


@pytest.fixture
def bomb(tmp_path: Path) -> Path:
    """A file of a few kB whose only chunk decodes to 2.4 GB."""
    path = tmp_path / "bomb.nc"
    with netCDF4.Dataset(path, "w") as file:
        for name, size, unit in (
            ("time", 300, "hours since 2026-01-01"),
            ("latitude", 1000, "degrees_north"),
            ("longitude", 2000, "degrees_east"),
        ):
            file.createDimension(name, size)
            file.createVariable(name, "f8", (name,))[:] = [i * 0.05 for i in range(size)]
            file[name].units = unit
        values = file.createVariable(
            "msl",
            "f4",
            ("time", "latitude", "longitude"),
            zlib=True,
            chunksizes=(300, 1000, 2000),
        )
        values.units = "Pa"
    return path


def test_a_chunk_that_is_too_large_is_refused_unread(bomb: Path) -> None:
    with pytest.raises(BudgetError) as caught:
        open_source([bomb])
    assert caught.value.code == "chunk_too_large"
    assert caught.value.data["variable"] == "msl"
    assert caught.value.data["bytes"] == 300 * 1000 * 2000 * 4
    assert "nccopy" in caught.value.message


@pytest.mark.processes
def test_a_refusal_takes_little_memory(bomb: Path) -> None:
    open_source_refused(bomb)  # loads what is loaded once
    with peak() as refusal:
        open_source_refused(bomb)
    assert refusal.growth < MOST_GROWTH
    with peak() as reading, netCDF4.Dataset(bomb) as file:
        file["msl"][:80]
    assert reading.growth > MOST_GROWTH, "a reader that reads it would be seen"


def open_source_refused(bomb: Path) -> None:
    with pytest.raises(BudgetError):
        open_source([bomb])


@pytest.mark.parametrize("kind", ["netcdf", "zarr"])
def test_the_limit_counts_decoded_bytes(plain_dataset: Make, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"case.{kind}"
    data = plain_dataset()
    if kind == "zarr":
        data.to_zarr(path, zarr_format=2)
    else:
        sizes = {"zlib": True, "chunksizes": data["t"].shape}
        data.to_netcdf(path, encoding={"t": sizes})
    size = data["t"].nbytes
    open_source([path], limits=SourceLimits(max_chunk_bytes=size))
    with pytest.raises(BudgetError) as caught:
        open_source([path], limits=SourceLimits(max_chunk_bytes=size - 1))
    assert caught.value.code == "chunk_too_large"


def test_an_axis_without_an_end_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "axis.nc"
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("time", 10**9)
        file.createVariable("time", "f8", ("time",), zlib=True, chunksizes=(1000,))
        file["time"].units = "hours since 2026-01-01"
    with pytest.raises(BudgetError):
        open_source([path])
