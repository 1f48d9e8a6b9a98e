"""WeatherBench2's own climatologies are read by their names, days and orders of dims."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from diagnostics.catalog import compute_index
from diagnostics.cli import main
from diagnostics.climatology import Climatologies, GridClimatology, GridKey
from diagnostics.climatology.baseline_file import write_series
from diagnostics.climatology.open_climatology import open_climatologies, open_one
from diagnostics.contracts.enums import IndexStatus
from diagnostics.errors import InputDataError
from diagnostics.fields.memory import MemorySource

LEVELS = [500, 850]


def weatherbench(case: xr.Dataset) -> xr.Dataset:
    """Hour x day of the year on the grid of the case, levels and longitudes before latitudes."""
    hour, day = np.array([0, 6, 12, 18]), np.arange(1, 367)
    latitude, longitude = case.latitude.values[::-1], case.longitude.values
    flat = (hour.size, day.size, longitude.size, latitude.size)
    dims = ("hour", "dayofyear", "longitude", "latitude")
    yearly = np.broadcast_to(day[None, :, None, None], flat).astype(np.float32)
    north = np.broadcast_to(latitude, flat).astype(np.float32)
    deep = np.broadcast_to((270.0 + north)[:, :, None], (4, 366, 2, *flat[2:]))
    over = ("hour", "dayofyear", "level", "longitude", "latitude")
    shares = [0.05, 0.5, 0.95]
    spread = np.array([-1.5, 0.0, 1.5], dtype=np.float32)
    pressure = 101000.0 + yearly
    return xr.Dataset(
        {
            "mean_sea_level_pressure": (dims, pressure),
            "mean_sea_level_pressure_std": (dims, np.full(flat, 500.0, np.float32)),
            "mean_sea_level_pressure_quantile": (
                ("hour", "quantile", *dims[1:]),
                pressure[:, None] + 500.0 * spread[None, :, None, None, None],
            ),
            "temperature": (over, deep.astype(np.float32)),
            "temperature_std": (over, np.full(deep.shape, 2.0, np.float32)),
            "total_column_water_vapour": (dims, np.full(flat, 12.0, np.float32)),
            "total_precipitation_6hr": (dims, np.zeros(flat, np.float32)),
            "total_precipitation_6hr_seeps_threshold": (dims, np.zeros(flat, np.float32)),
        },
        coords={
            "hour": hour,
            "dayofyear": day,
            "level": LEVELS,
            "latitude": latitude,
            "longitude": longitude,
            "quantile": shares,
        },
    )


@pytest.fixture(scope="module")
def case(case_maker: Callable[..., xr.Dataset]) -> xr.Dataset:
    """The last day of February, before and after a leap day."""
    return case_maker(np.array(["2027-03-01T06", "2028-03-01T06"], dtype="datetime64[ns]"))


@pytest.fixture(scope="module", params=["zarr", "nc"])
def path(case: xr.Dataset, request: pytest.FixtureRequest,
         tmp_path_factory: pytest.TempPathFactory) -> Path:  # fmt: skip
    target = tmp_path_factory.mktemp("wb2") / f"1990-2019_6h_7x6.{request.param}"
    data = weatherbench(case)
    if request.param == "zarr":
        data.to_zarr(target, consolidated=True)
    else:
        data.to_netcdf(target)
    return target


@pytest.fixture(scope="module")
def held(path: Path) -> GridClimatology:
    found = open_one(path)
    assert isinstance(found, GridClimatology)
    return found


def test_fields_are_known_by_their_names(held: GridClimatology) -> None:
    found = {item.key.label: sorted(item.arrays) for item in held.items}
    assert found == {
        "msl": ["mean", "quantile", "std"],
        "t@500": ["mean", "std"],
        "t@850": ["mean", "std"],
        "pwat": ["mean"],
    }
    assert all(item.years == 30 for item in held.items)
    assert held.find(GridKey(name="msl")).quantiles.tolist() == [5.0, 50.0, 95.0]  # type: ignore[union-attr]


def test_days_are_ordinary_days_of_the_year(held: GridClimatology, case: xr.Dataset) -> None:
    answer = compute_index(
        "mslp_standardized_anomaly", MemorySource(case), reduction="mean", baseline=held
    )
    pressure = case.msl.astype(float).weighted(np.cos(np.radians(case.latitude)))
    means = pressure.mean(("latitude", "longitude")).values
    # 1 March is day 60, and day 61 of a leap year
    expected = (means - 101000.0 - np.array([60.0, 61.0])) / 500.0
    assert [point.value for point in answer.series] == pytest.approx(expected, rel=1e-4)
    assert "sample_count" not in answer.extra


def test_rows_are_matched_by_their_latitude(held: GridClimatology, case: xr.Dataset) -> None:
    answer = compute_index(
        "temperature_standardized_anomaly", MemorySource(case), reduction="min", baseline=held
    )
    air = case.t.sel(level=850.0).astype(float)
    expected = (air - 270.0 - case.latitude) / 2.0
    assert answer.value == pytest.approx(float(expected.min()), rel=1e-4)


def test_what_the_file_lacks_is_named(held: GridClimatology, case: xr.Dataset) -> None:
    answer = compute_index("pwat_standardized_anomaly", MemorySource(case), baseline=held)
    assert answer.status is IndexStatus.MISSING_INPUT
    assert "holds no gridded std of pwat" in answer.message


def test_the_digest_tells_files_apart(path: Path, case: xr.Dataset, tmp_path: Path) -> None:
    other = tmp_path / path.name
    data = weatherbench(case).drop_vars("temperature_std")
    data.to_zarr(other) if path.suffix == ".zarr" else data.to_netcdf(other)
    assert open_one(path).digest == open_one(path).digest != open_one(other).digest


def test_the_command_shows_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["climatology", "show", str(path), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["attributes"] == {"provenance": "WeatherBench2", "base_period": "1990 to 2019"}
    assert (shown["rows"], shown["columns"]) == (6, 7)


def test_several_climatologies_are_one(path: Path, tmp_path: Path) -> None:
    write_series(tmp_path / "reduced.nc", [], {"name": "reduced"})
    both = open_climatologies([tmp_path / "reduced.nc", path])
    assert (len(both.reduced), len(both.gridded)) == (1, 1)
    assert both.name == f"reduced, {path.name}"
    assert len(both.digest) == 64
    assert Climatologies.of(both) is both


def test_other_files_are_no_climatology(case: xr.Dataset, tmp_path: Path) -> None:
    plain, text, empty = tmp_path / "case.nc", tmp_path / "words.nc", tmp_path / "folder"
    case.to_netcdf(plain)
    text.write_text("words")
    empty.mkdir()
    for path in (plain, text, empty):
        with pytest.raises(InputDataError) as caught:
            open_one(path)
        assert caught.value.code == "not_a_climatology"
    with pytest.raises(InputDataError) as caught:
        open_one(tmp_path / "nothing.nc")
    assert caught.value.code == "file_not_found"
