"""When data are valid: UTC, forecasts, undated files, ensembles, and conventions of CDS."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields import inspect_source, open_source
from diagnostics.fields.times import decode_times
from diagnostics.ports import FieldRequest

Make = Callable[..., xr.Dataset]
Write = Callable[..., Path]


@pytest.mark.parametrize(
    ("units", "value", "expected"),
    [
        ("hours since 1900-01-01 00:00:00.0", 1061768, "2021-02-15T08:00"),
        ("seconds since 1970-01-01", 1693526400, "2023-09-01T00:00"),
        ("Hour since 2010-10-26T12:00:00+00:00", 0, "2010-10-26T12:00"),
        ("hours since 2026-01-01 08:00 +08:00", 3, "2026-01-01T03:00"),
        ("minutes since 2005-08-28 00:00:00", 720, "2005-08-28T12:00"),
        ("days since 2024-2-28", 1.5, "2024-02-29T12:00"),
        ("hours since 1-1-1 00:00:0.0", 17347584, "1980-01-01T00:00"),
        ("day as %Y%m%d.%f", 20240229.75, "2024-02-29T18:00"),
    ],
)
def test_p32_times_are_utc(units: str, value: float, expected: str) -> None:
    found = decode_times(np.array([value]), units, "standard", "time")
    assert found[0] == np.datetime64(expected)


def test_calendars_without_real_dates_are_refused() -> None:
    with pytest.raises(InputDataError) as caught:
        decode_times(np.array([0]), "days since 2000-01-01", "360_day", "time")
    assert caught.value.code == "calendar_not_supported"


def forecast(dims: tuple[str, ...], **coords: Any) -> xr.Dataset:
    shape = (*(np.size(coords[dim][1]) for dim in dims if dim in coords), 3, 4)
    values = np.arange(np.prod(shape), dtype=float).reshape(shape) + 280.0
    return xr.Dataset(
        {"t2m": ((*dims, "latitude", "longitude"), values, {"units": "K"})},
        coords={
            "latitude": ("latitude", [30.0, 31.0, 32.0]),
            "longitude": ("longitude", [100.0, 101.0, 102.0, 103.0]),
            **coords,
        },
    )


RUNS = ("time", [0, 12], {"units": "hours since 2026-01-01"})


def test_p33_valid_time_is_run_plus_step(netcdf: Write) -> None:
    steps = ("step", [0, 6], {"units": "hours"})
    source = open_source([netcdf(forecast(("time", "step"), time=RUNS, step=steps))])
    hours = [time.hour for time in source.inventory().times]
    assert hours == [0, 6, 12, 18]
    values = source.load(FieldRequest(variables=("t2m",)))["t2m"].values[:, 0, 0]
    assert values.tolist() == [280.0, 292.0, 304.0, 316.0]
    assert source.inventory().origin == "forecast"


def test_p33_overlapping_runs_take_the_shortest_lead_and_say_so(netcdf: Write) -> None:
    steps = ("step", [0, 12], {"units": "hours"})
    path = netcdf(forecast(("time", "step"), time=RUNS, step=steps))
    source = open_source([path])
    values = source.load(FieldRequest(variables=("t2m",)))["t2m"].values[:, 0, 0]
    assert values.tolist() == [280.0, 304.0, 316.0]
    assert "several_runs" in {item.code for item in source.inventory().findings}
    first = open_source([path], run=datetime(2026, 1, 1, tzinfo=UTC))
    values = first.load(FieldRequest(variables=("t2m",)))["t2m"].values[:, 0, 0]
    assert values.tolist() == [280.0, 292.0]
    with pytest.raises(InputDataError) as caught:
        open_source([path], run=datetime(2025, 1, 1, tzinfo=UTC))
    assert caught.value.code == "missing_run"


def test_p34_a_gap_is_a_gap(plain_dataset: Make, netcdf: Write) -> None:
    dataset = plain_dataset(times=4).isel(time=[0, 1, 3])
    inventory = inspect_source(open_source([netcdf(dataset)]))
    assert inventory.step_hours is None
    assert "uneven_times" in {item.code for item in inventory.findings}


def test_p60_members_are_chosen_never_averaged(netcdf: Write) -> None:
    numbers = ("number", [0, 1, 2])
    time = ("time", [0], {"units": "hours since 2026-01-01"})
    path = netcdf(forecast(("number", "time"), number=numbers, time=time))
    with pytest.raises(InputDataError, match="0, 1, 2") as caught:
        open_source([path])
    assert caught.value.code == "several_members"
    found = open_source([path], member=2).load(FieldRequest(variables=("t2m",)))
    assert float(found["t2m"][0, 0, 0]) == 304.0


def test_new_cds_files_and_mixed_expver(netcdf: Write) -> None:
    values = np.full((2, 3, 3, 4), np.nan)
    values[0, :2] = 281.0
    values[1, 2:] = 282.0
    dataset = xr.Dataset(
        {"t2m": (("expver", "valid_time", "latitude", "longitude"), values, {"units": "K"})},
        coords={
            "expver": ("expver", [1, 5]),
            "valid_time": ("valid_time", [0, 1, 2], {"units": "hours since 2026-01-01"}),
            "latitude": ("latitude", [30.0, 31.0, 32.0]),
            "longitude": ("longitude", [100.0, 101.0, 102.0, 103.0]),
        },
    )
    source = open_source([netcdf(dataset)])
    found = source.load(FieldRequest(variables=("t2m",)))["t2m"].values[:, 0, 0]
    assert found.tolist() == [281.0, 281.0, 282.0]
    assert "Copernicus" in source.inventory().attribution


def test_undated_data_need_an_origin_with_a_zone(plain_dataset: Make, netcdf: Write) -> None:
    dataset = plain_dataset()
    path = netcdf(dataset.assign_coords(time=("time", [0, 6])))
    with pytest.raises(InputDataError, match="origin") as caught:
        open_source([path])
    assert caught.value.code == "undated_data"
    with pytest.raises(ArgumentError) as bad:
        open_source([path], origin="2026-01-01T00:00")
    assert bad.value.code == "time_without_zone"
    times = open_source([path], origin="2026-01-01T08:00+08:00").inventory().times
    assert [time.hour for time in times] == [0, 6]


def test_dated_data_refuse_an_origin(plain_dataset: Make, netcdf: Write) -> None:
    path = netcdf(plain_dataset())
    times = open_source([path]).inventory().times
    with pytest.raises(InputDataError) as caught:
        open_source([path], origin="1996-01-05T00:00Z")
    assert caught.value.code == "dated_already"
    assert caught.value.data["first"] == f"{times[0]:%Y-%m-%dT%H:%MZ}"
    assert caught.value.data["last"] == f"{times[-1]:%Y-%m-%dT%H:%MZ}"


def test_a_period_without_data_names_the_span(plain_dataset: Make, netcdf: Write) -> None:
    source = open_source([netcdf(plain_dataset())])
    moment = datetime(2026, 1, 1, 3, tzinfo=UTC)
    with pytest.raises(InputDataError, match="2026-01-01T00:00:00Z to 2026-01-01T06:00:00Z") as e:
        source.load(FieldRequest(variables=("msl",), window=TimeWindow(start=moment, end=moment)))
    assert e.value.code == "period_without_data"
