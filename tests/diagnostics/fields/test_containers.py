"""One case in every container that is read: the same numbers, the same inventory."""

from __future__ import annotations

import bz2
import gzip
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagnostics.fields import open_source
from diagnostics.fields.digest import field_digest
from diagnostics.ports import FieldRequest, FieldSource

Make = Callable[..., xr.Dataset]
NAMES = ("t", "u", "z", "msl", "t2m")
TOOL = {"t": "TMP", "u": "UGRD", "z": "PHI"}


def plain(dataset: xr.Dataset) -> xr.Dataset:
    for item in dataset.variables.values():
        item.encoding.clear()
        item.encoding["_FillValue"] = None
    return dataset


def level_by_level(dataset: xr.Dataset) -> xr.Dataset:
    """Write every level as a variable of its own, in the manner of wgrib2."""
    split = dataset[["msl", "t2m"]].drop_vars("level", errors="ignore")
    split = split.rename(msl="PRMSL_meansealevel", t2m="TMP_2maboveground")
    for place, level in enumerate(dataset["level"].values):
        for name, tool in TOOL.items():
            split[f"{tool}_{level}mb"] = dataset[name].isel(level=place).drop_vars("level")
    seconds = np.datetime64("2026-01-01", "s").astype(int) + 3600.0 * dataset["time"].values
    units = {"units": "seconds since 1970-01-01 00:00:00.0 0:00"}
    return plain(split.assign_coords(time=("time", seconds, units)))


def containers(dataset: xr.Dataset, folder: Path) -> dict[str, Path]:
    """Write one dataset in every container."""
    folder.mkdir()
    made = {name: folder / f"{name}.nc" for name in ("netcdf4", "classic", "wgrib2")}
    dataset.to_netcdf(made["netcdf4"], engine="netcdf4")
    dataset.to_netcdf(made["classic"], engine="netcdf4", format="NETCDF3_64BIT")
    level_by_level(dataset).to_netcdf(made["wgrib2"], engine="netcdf4")
    for version in (2, 3):
        made[f"zarr{version}"] = folder / f"store{version}"
        dataset.to_zarr(made[f"zarr{version}"], zarr_format=version, consolidated=version == 2)
    data = made["netcdf4"].read_bytes()
    for name, pack in {"gz": gzip.compress, "bz2": bz2.compress}.items():
        made[name] = folder / f"packed.nc.{name}"
        made[name].write_bytes(pack(data))
    made["zip"] = folder / "packed.zip"
    with zipfile.ZipFile(made["zip"], "w") as archive:
        archive.write(made["netcdf4"], "one.nc")
    return made


def described(source: FieldSource) -> object:
    inventory = source.inventory()
    variables = [
        item.model_dump(exclude={"source_name", "source_unit", "records"})
        for item in inventory.variables
    ]
    return variables, inventory.times, inventory.levels_hpa, inventory.grid, inventory.left_out


@settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(times=st.integers(1, 4), shift=st.floats(-20, 20, width=16), data=st.data())
def test_every_container_gives_the_same(
    plain_dataset: Make,
    tmp_path_factory: pytest.TempPathFactory,
    times: int,
    shift: float,
    data: st.DataObject,
) -> None:
    dataset = plain_dataset(times=times)
    dataset["t"] = dataset["t"] + shift
    dataset["t"].attrs["units"] = "K"
    order = data.draw(st.sampled_from([slice(None), slice(None, None, -1)]))
    dataset = plain(dataset.isel(latitude=order))
    made = containers(dataset, tmp_path_factory.mktemp("case") / "files")
    request = FieldRequest(variables=NAMES)
    first = open_source(made["netcdf4"])
    digest = field_digest(first.load(request))
    for name, path in made.items():
        source = open_source(path)
        assert field_digest(source.load(request)) == digest, name
        assert described(source) == described(first), name
