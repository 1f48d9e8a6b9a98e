"""Kinds of NetCDF files: what each says of its field, and what is read of it or why it is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.field_record import (
    Authority,
    FieldRecord,
    MemberStatistic,
    Period,
    TimeStatistic,
)
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.ports import FieldRequest

Write = Callable[..., Path]
START = "2026-07-05"
PLACE = {"latitude": [29.0, 30.0, 31.0], "longitude": [109.0, 110.0, 111.0]}


def made(
    name: str,
    values: Any,
    unit: str | None,
    times: Any,
    *,
    dims: tuple[str, ...] = ("time",),
    coords: dict[str, Any] | None = None,
    bounds: Any = None,
    file: dict[str, Any] | None = None,
    time: dict[str, Any] | None = None,
    **attrs: Any,
) -> xr.Dataset:
    """Return a file of one field: `values` broadcast over dims and places, hours since START."""
    coords = coords or {}
    sizes = {
        "time": np.size(times),
        **{dim: np.size(coords[dim][1]) for dim in dims if dim in coords},
    }
    shape = (*(sizes[dim] for dim in dims), 3, 3)
    array = np.asarray(values, dtype=float)
    filled = np.broadcast_to(array.reshape(*array.shape, *(1,) * (len(shape) - array.ndim)), shape)
    says = {"units": f"hours since {START}", "standard_name": "time", **(time or {})}
    data: dict[str, Any] = {
        name: (
            (*dims, "latitude", "longitude"),
            filled.copy(),
            {**({} if unit is None else {"units": unit}), **attrs},
        )
    }
    if bounds is not None:
        says["bounds"] = "time_bnds"
        edges = np.asarray(bounds, dtype=float)
        data["time_bnds"] = (("time", "nv") if "time" in dims else ("nv",), edges)
    axis = ("time", np.asarray(times, dtype=float), says) if "time" in dims else ((), times, says)
    dataset = xr.Dataset(data, coords={**PLACE, "time": axis, **coords}, attrs=file or {})
    for item in dataset.variables.values():
        item.encoding["_FillValue"] = None
    return dataset


def read(path: Path | list[Path], field: str, **options: Any) -> xr.DataArray:
    return open_source(path, **options).load(FieldRequest(variables=(field,)))[field]


def series(array: xr.DataArray) -> list[float]:
    return [float(item) for item in array.sel(latitude=30.0, longitude=110.0).values.ravel()]


def ends(array: xr.DataArray) -> list[str]:
    return [str(item)[5:13] for item in array["time"].values]


def reason(path: Path, field: str | None = None) -> tuple[str, str]:
    """Return code and words of the refusal of a file, or of one of its fields."""
    with pytest.raises(InputDataError) as caught:
        read(path, field or "tp")
    return caught.value.code, str(caught.value)


def warnings(path: Path) -> set[str]:
    return {item.code for item in open_source(path).inventory().findings}


DAYS = [[0, 24], [24, 48], [48, 72]]


def record_of(path: Path, field: str) -> FieldRecord:
    """The first record of a field in the inventory."""
    variable = open_source(path).inventory().variable(field)
    assert variable is not None
    return variable.records[0]


RAIN = [10.0, 90.0, 5.0]


@pytest.mark.parametrize(("where", "stamp"), [("begin", 0), ("middle", 12), ("end", 24)])
def test_an_amount_ends_with_its_bounds(netcdf: Write, where: str, stamp: int) -> None:
    path = netcdf(made("tp", RAIN, "mm", [stamp, 24 + stamp, 48 + stamp], bounds=DAYS))
    found = read(path, "tp")
    assert (series(found), ends(found)) == (RAIN, ["07-06T00", "07-07T00", "07-08T00"])
    record = record_of(path, "tp")
    assert (record.valid_time.value, record.interval.value) == (where, "24")
    assert record.interval.authority is Authority.STATED


def test_stamps_outside_their_bounds_are_no_amount(netcdf: Write) -> None:
    path = netcdf(made("tp", RAIN, "mm", [0, 100, 200], bounds=DAYS))
    assert reason(path)[0] == "stamps_outside_bounds"


def test_the_interval_in_cell_methods_is_of_the_input(netcdf: Write) -> None:
    says = {"cell_methods": "time: sum (interval: 1 hour)"}
    found = read(netcdf(made("tp", RAIN, "mm", [24, 48, 72], bounds=DAYS, **says)), "tp")
    assert (found.attrs["interval_hours"], series(found)) == (24.0, RAIN)
    code, words = reason(netcdf(made("tp", RAIN, "mm", [24, 48, 72], **says), "bare.nc"))
    assert code == "unknown_accumulation"
    assert "cell_methods" in words


def test_scalar_times_bounds_and_runs(netcdf: Write) -> None:
    paths = []
    for hour in (7, 8, 9):
        run = (
            (),
            0.0,
            {"units": f"hours since {START}", "standard_name": "forecast_reference_time"},
        )
        lead = ((), float(hour), {"units": "hours", "standard_name": "forecast_period"})
        coords = {"forecast_reference_time": run, "forecast_period": lead}
        dataset = made(
            *("rain", 0.02, "m", float(hour)),
            dims=(),
            coords=coords,
            bounds=[hour - 1, hour],
            standard_name="lwe_thickness_of_precipitation_amount",
        )
        paths.append(netcdf(dataset, f"{hour}.nc"))
    found = read(paths, "tp")
    assert (series(found), ends(found)) == (
        pytest.approx([20.0] * 3),
        ["07-05T07", "07-05T08", "07-05T09"],
    )
    assert found.attrs["interval_hours"] == 1.0


def test_the_start_of_a_run_is_never_the_valid_time(netcdf: Write) -> None:
    """As cfgrib writes one step of several runs: ``time`` is the run, ``valid_time`` beside it."""
    run = {"standard_name": "forecast_reference_time", "units": f"hours since {START}"}
    valid = ("time", [24.0, 48.0], {"units": f"hours since {START}", "standard_name": "time"})
    step = ((), 24.0, {"units": "hours", "standard_name": "forecast_period"})
    for coords in ({"valid_time": valid, "step": step}, {"step": step}):
        dataset = made("t2m", [300.0, 301.0], "K", [0, 24], time=run, coords=coords)
        assert ends(read(netcdf(dataset, f"{len(coords)}.nc"), "t2m")) == ["07-06T00", "07-07T00"]


def test_a_valid_time_against_run_and_lead_is_said(netcdf: Write) -> None:
    run = {"standard_name": "forecast_reference_time", "units": f"hours since {START}"}
    coords = {
        "step": ("step", [6.0, 12.0], {"units": "hours"}),
        "valid_time": ("step", [12.0, 18.0], {"units": f"hours since {START}"}),
    }
    path = netcdf(made("t2m", 300.0, "K", 0.0, dims=("step",), time=run, coords=coords))
    assert ends(read(path, "t2m")) == ["07-05T12", "07-05T18"]
    assert "times_contradict" in warnings(path)


CENTRES = {"kwbc": "buckets", "": "interval", "egrr": "interval"}


@pytest.mark.parametrize("centre", sorted(CENTRES))
def test_amounts_of_a_forecast_without_their_begin_are_refused(netcdf: Write, centre: str) -> None:
    run = {"standard_name": "forecast_reference_time", "units": f"hours since {START}"}
    steps = ("step", [3.0, 6.0, 9.0], {"units": "hours"})
    dataset = made(
        *("tp", [1.0, 2.0, 3.0], "kg m**-2", 0.0),
        dims=("step",),
        time=run,
        coords={"step": steps},
        file={"GRIB_centre": centre} if centre else {},
        GRIB_stepType="accum",
    )
    code, words = reason(netcdf(dataset))
    assert code == "unknown_accumulation"
    assert CENTRES[centre] in words


def test_hours_of_a_description_are_amounts_of_each_step(netcdf: Write) -> None:
    steps = ("lead_time", [6.0, 12.0, 18.0], {"units": "hours"})
    for name, says, unit in (
        ("precipitation_amount", {"long_name": "Precipitation in the last 6 hours"}, "kg m-2"),
        ("tp06", {}, None),
        ("total_precipitation_6hr", {}, "mm"),
    ):
        values = [10.0, 20.0, 15.0] if unit else [0.01, 0.02, 0.015]
        dataset = made(
            name, values, unit, 0.0, dims=("lead_time",), coords={"lead_time": steps}, **says
        )
        found = read(netcdf(dataset, f"{name}.nc"), "tp")
        assert series(found) == pytest.approx([10.0, 20.0, 15.0])
        assert found.attrs["interval_hours"] == 6.0


def test_a_day_without_its_begin_is_refused(netcdf: Write) -> None:
    day = netcdf(made("tp", RAIN, "mm", [24, 48, 72], long_name="Daily total precipitation"))
    assert "begin or the end" in reason(day)[1]


STORE = (
    "earthkit.transforms daily_reduce(how={how}, **{{'time_shift': {{'hours': {shift}}}}}) "
    "derived-era5-single-levels-daily-statistics"
)


def daily(name: str, values: Any, unit: str, how: str, shift: int = 0, **attrs: Any) -> xr.Dataset:
    history = STORE.format(how=how, shift=shift)
    return made(name, values, unit, [0, 24, 48], file={"history": history}, **attrs)


@pytest.mark.parametrize("shift", [0, 8])
def test_daily_statistics_of_era5_belong_to_the_day_of_their_stamp(
    netcdf: Write, shift: int
) -> None:
    end = (24 - shift) % 24
    says = {"GRIB_stepType": "instant"}
    warm = netcdf(daily("t2m", [300.0, 310.0, 305.0], "K", "max", shift, **says), "max.nc")
    cold = netcdf(daily("t2m", [280.0, 290.0, 285.0], "K", "min", shift, **says), "min.nc")
    wet = netcdf(daily("tp", [0.01, 0.09, 0.005], "m", "sum", shift), "sum.nc")
    for path, field, values in ((warm, "mx2t", [300, 310, 305]), (wet, "tp", RAIN)):
        found = read(path, field)
        assert series(found) == pytest.approx(values)
        assert found.attrs["interval_hours"] == 24.0
        assert ends(found)[1] == f"07-0{7 if shift == 0 else 6}T{end:02d}"
    assert [item.name for item in open_source(warm).inventory().variables] == ["mx2t"]
    assert series(read(cold, "mn2t")) == pytest.approx([280, 290, 285])
    mean = netcdf(daily("t2m", 300.0, "K", "mean", shift, **says), "mean.nc")
    assert reason(mean, "t2m")[0] == "only_statistics"


MONTHLY: list[dict[str, Any]] = [
    {"GRIB_stepType": "avgua"},
    {"file": {"title": "ERA5 monthly averaged data on single levels"}},
    {"file": {"history": "cdo monmean a.nc b.nc"}, "cell_methods": "time: mean"},
    {"cell_methods": "time: mean", "bounds": [[0, 744], [744, 1488]]},
    {"cell_methods": "time: mean within years time: mean over years"},
    {"time": {"avg_period": "0000-01-00 00:00:00"}, "statistic": "Mean"},
    {"long_name": "Monthly mean of 2-m temperature"},
]


@pytest.mark.parametrize("says", MONTHLY)
def test_monthly_means_know_no_day(netcdf: Write, says: dict[str, Any]) -> None:
    path = netcdf(made("t2m", 300.0, "K", [0, 744], **says))
    code, words = reason(path, "t2m")
    assert code == "only_statistics"
    assert "no day is known" in words


@pytest.mark.parametrize(
    ("method", "field", "word"),
    [
        ("sum", "tp", "Totals of months"),
        ("mean", "tp", "Monthly means of amounts"),
        ("maximum", "mx2t", "Extremes of months"),
    ],
)
def test_months_are_refused_as_what_they_are(
    netcdf: Write, method: str, field: str, word: str
) -> None:
    unit = "mm" if field == "tp" else "K"
    months = [[0, 744], [744, 1488]]
    path = netcdf(made(field, 300.0, unit, [0, 744], bounds=months, cell_methods=f"time: {method}"))
    code, words = reason(path, field)
    assert code == "only_statistics"
    assert word in words


NORWAY = {"institution": "Norwegian Meteorological Institute, MET Norway"}


def of_met_norway(name: str, values: Any, hours: Any, **says: Any) -> xr.Dataset:
    """A forecast as those of MEPS: amounts without bounds beside a reference time."""
    run = {"standard_name": "forecast_reference_time", "units": f"hours since {START}"}
    says = {"standard_name": "precipitation_amount", **says}
    coords = {"forecast_reference_time": ((), 0.0, run)}
    return made(name, values, "kg/m^2", hours, coords=coords, file=NORWAY, **says)


def test_amounts_of_met_norway_are_since_the_time_before(netcdf: Write) -> None:
    hours = np.arange(0, 61, 1)
    fell = np.where(hours == 0, 0.0, 1.0 + 0.1 * hours)
    amounts = netcdf(of_met_norway("precipitation_amount", fell, hours))
    totals = netcdf(of_met_norway("precipitation_amount_acc", fell.cumsum(), hours), "acc.nc")
    found = read(amounts, "tp")
    assert found.attrs["interval_hours"] == 1.0
    assert series(found) == pytest.approx(fell[1:])
    assert series(read(totals, "tp")) == pytest.approx(fell[1:], rel=1e-4)
    record = record_of(amounts, "tp")
    assert record.interval.by == "met-norway-since-the-time-before"


@pytest.mark.parametrize(
    ("name", "hours", "word"),
    [
        ("precipitation_amount", [3, 6, 9], "left out"),
        ("precipitation_amount", [3], "left out"),
        ("tp", [1, 2, 3], "does not state"),
    ],
)
def test_steps_that_somebody_may_have_left_out_are_no_amounts(
    netcdf: Write, name: str, hours: list[int], word: str
) -> None:
    code, words = reason(netcdf(of_met_norway(name, 1.0, np.array(hours, dtype=float))))
    assert code == "unknown_accumulation"
    assert word in words


SUNSHINE = np.array([1.8e6, 7.2e6, 3.6e6, 0.0])
"""Radiation of four hours, J m-2."""
TOTALS = SUNSHINE.cumsum() - [0.0, 0.0, 0.0, 5e3]
"""Since the start of a run; packing lets them fall by a little when the sun has set."""
HOURS_OF_SUN = [[0, 1], [1, 2], [2, 3], [3, 4]]


@pytest.mark.parametrize(
    ("name", "values", "unit", "says"),
    [
        ("ssrd", SUNSHINE, "J m**-2", {"file": {"title": "ERA5 hourly data on single levels"}}),
        ("rsds", SUNSHINE / 3600, "W m-2", {"bounds": HOURS_OF_SUN, "cell_methods": "time: mean"}),
        ("ssrd", TOTALS / 1e3, "kJ m-2", {"bounds": [[0, end] for end in (1, 2, 3, 4)]}),
    ],
)
def test_radiation_is_the_energy_of_its_interval(
    netcdf: Write, name: str, values: Any, unit: str, says: dict[str, Any]
) -> None:
    found = read(netcdf(made(name, values, unit, [1, 2, 3, 4], **says)), "ssrd")
    assert (found.attrs["interval_hours"], found.attrs["units"]) == (1.0, "J m-2")
    assert series(found) == pytest.approx(SUNSHINE)


def test_radiation_of_a_moment_is_no_energy(netcdf: Write) -> None:
    dataset = made("rsds", 500.0, "W m-2", [1, 2])
    dataset["t2m"] = made("t2m", 300.0, "K", [1, 2])["t2m"]
    inventory = open_source(netcdf(dataset)).inventory()
    assert [item.name for item in inventory.variables] == ["t2m"]
    assert [item.name for item in inventory.left_out] == ["rsds"]


OTHER: list[tuple[str, dict[str, Any]]] = [
    ("percentile", {"coords": {"percentile": ((), 90.0, {"units": "%"})}}),
    ("percentile", {"coords": {"quantile": ((), 0.9)}}),
    ("percentile", {"long_name": "90th percentile of total precipitation"}),
    ("mean", {"cell_methods": "realization: mean"}),
    ("mean", {"long_name": "ensemble mean total precipitation"}),
    ("mean", {"file": {"history": "cdo ensmean m1.nc m2.nc out.nc"}}),
    ("mean", {"file": {"title": "GEFS ensemble mean"}}),
    ("mean", {"GRIB_dataType": "em"}),
    ("spread", {"GRIB_dataType": "es"}),
    ("spread", {"cell_methods": "realization: standard_deviation"}),
    ("spread", {"long_name": "ensemble spread of precipitation"}),
    ("probability", {"long_name": "Probability of precipitation above 10 mm"}),
    ("probability", {"unit": "%"}),
    ("standard deviation", {"long_name": "standard deviation of precipitation"}),
    ("anomaly", {"long_name": "precipitation anomaly"}),
]


@pytest.mark.parametrize(("word", "says"), OTHER)
def test_a_statistic_of_members_is_never_the_forecast(
    netcdf: Write, word: str, says: dict[str, Any]
) -> None:
    says = {"unit": "mm", **says}
    unit = says.pop("unit")
    dataset = made("tp", RAIN, unit, [24, 48, 72], bounds=DAYS, **says)
    code, words = reason(netcdf(dataset))
    assert code == "only_statistics"
    assert word in words


def test_the_mean_of_amounts_is_not_their_sum(netcdf: Write) -> None:
    dataset = made("tp", RAIN, "mm", [24, 48, 72], bounds=DAYS, cell_methods="time: mean")
    code, words = reason(netcdf(dataset))
    assert code == "only_statistics"
    assert "sum" in words


@pytest.mark.parametrize("history", ["era5, resampled", "era5; cdo daysum hourly.nc out.nc"])
def test_days_that_somebody_summed_are_no_hours(netcdf: Write, history: str) -> None:
    path = netcdf(made("tp", RAIN, "mm", [0, 24, 48], file={"history": history}))
    assert reason(path)[0] == "unknown_accumulation"
    hourly = netcdf(made("tp", RAIN, "mm", [0, 6, 12], file={"history": "era5"}), "six.nc")
    assert read(hourly, "tp").attrs["interval_hours"] == 1.0


def test_one_time_twice_has_its_final_value(netcdf: Write) -> None:
    coords = {"expver": ("time", ["0005", "0001", "0001"])}
    path = netcdf(made("t2m", [310.0, 313.0, 312.0], "K", [0, 0, 1], coords=coords))
    assert series(read(path, "t2m")) == pytest.approx([313.0, 312.0])


def test_percentiles_are_listed_one_by_one_beside_what_is_used(netcdf: Write) -> None:
    values = np.array([[10.0] * 3, [50.0] * 3, [90.0] * 3])
    coords = {"percentile": ("percentile", [10.0, 50.0, 90.0])}
    dataset = made(
        *("tp", values, "mm", [24, 48, 72]),
        dims=("percentile", "time"),
        coords=coords,
        bounds=DAYS,
    )
    dataset["t2m"] = dataset["tp"].isel(percentile=0, drop=True) + 290.0
    dataset["t2m"].attrs = {"units": "K", "cell_methods": "time: point"}
    inventory = open_source(netcdf(dataset)).inventory()
    assert [item.name for item in inventory.variables] == ["t2m"]
    found = [item.record.member_statistic for item in inventory.left_out if item.record is not None]
    assert [(item.value, item.number) for item in found] == [
        (MemberStatistic.PERCENTILE, number) for number in (10.0, 50.0, 90.0)
    ]


def test_extremes_of_climate_data_are_extremes_of_their_day(netcdf: Write) -> None:
    height = {"height": ((), 2.0, {"units": "m", "standard_name": "height"})}
    says = {"standard_name": "air_temperature", "coordinates": "height"}
    for name, method, field in (("tasmax", "maximum", "mx2t"), ("tasmin", "minimum", "mn2t")):
        dataset = made(
            *(name, [300.0, 305.0, 302.0], "K", [12, 36, 60]),
            bounds=DAYS,
            coords=height,
            cell_methods=f"area: mean time: {method}",
            **says,
        )
        path = netcdf(dataset, f"{name}.nc")
        assert [item.name for item in open_source(path).inventory().variables] == [field]
        found = read(path, field)
        assert (found.attrs["interval_hours"], ends(found)[0]) == (24.0, "07-06T00")
        record = record_of(path, field)
        assert (record.time_statistic.period, record.level.value) == (Period.DAY, "2 m")
    mean = made(
        *("tas", 300.0, "K", [12, 36, 60]),
        bounds=DAYS,
        coords=height,
        cell_methods="area: time: mean",
        **says,
    )
    assert reason(netcdf(mean, "tas.nc"), "t2m")[0] == "only_statistics"
    for name in ("tas_std", "t2m_spread"):
        other = made(name, 2.0, "K", [0, 24], coords=height, **says)
        assert reason(netcdf(other, f"{name}.nc"), "t2m")[0] == "only_statistics"


@pytest.mark.parametrize(
    ("name", "method"), [("tasmax", "minimum"), ("tasmin", "maximum"), ("gust", "minimum")]
)
def test_an_extreme_that_contradicts_its_name_is_not_used(
    netcdf: Write, name: str, method: str
) -> None:
    unit = "m/s" if name == "gust" else "K"
    dataset = made(name, 280.0, unit, [12, 36, 60], bounds=DAYS, cell_methods=f"time: {method}")
    assert reason(netcdf(dataset))[0] == "only_statistics"


def test_final_values_come_before_preliminary_ones(netcdf: Write) -> None:
    def one(value: float, version: str, name: str) -> Path:
        coords = {"expver": ("time", [version, version])}
        return netcdf(made("t2m", value, "K", [0, 1], coords=coords), name)

    for first, second in (("0001", "0005"), ("0005", "0001")):
        paths = [
            one(313.0 if version == "0001" else 310.0, version, f"{number}_{version}.nc")
            for number, version in enumerate((first, second))
        ]
        assert series(read(paths, "t2m")) == pytest.approx([313.0, 313.0])
        findings = {item.code for item in open_source(paths).inventory().findings}
        assert "preliminary_values" in findings
    both = np.array([[310.0, 310.0], [313.0, np.nan]])
    dataset = made(
        *("t2m", both, "K", [0, 1]),
        dims=("expver", "time"),
        coords={"expver": ("expver", [5, 1])},
    )
    assert series(read(netcdf(dataset, "dim.nc"), "t2m")) == pytest.approx([313.0, 310.0])


@pytest.mark.parametrize(
    ("name", "unit", "says", "field", "level"),
    [
        ("t850", "K", {}, "t", 850.0),
        ("T_850hPa", "K", {}, "t", 850.0),
        ("z500", "m2 s-2", {}, "z", 500.0),
        ("air", "K", {"long_name": "Air temperature at 500 hPa"}, "t", 500.0),
        ("ta", "K", {"coords": {"plev": ((), 50000.0, {"units": "Pa"})}}, "t", 500.0),
        ("uwnd", "m/s", {"file": {"title": "Daily wind at 500 mb"}}, "u", 500.0),
    ],
)
def test_a_level_is_known_wherever_it_is_stated(
    netcdf: Write, name: str, unit: str, says: dict[str, Any], field: str, level: float
) -> None:
    value = {"t": 280.0 if level > 600 else 250.0, "z": 54600.0, "u": 25.0}[field]
    found = read(netcdf(made(name, value, unit, [0, 6], **says)), field)
    assert found["level"].values.tolist() == [level]


def test_the_level_of_one_field_is_not_that_of_surface_fields_beside_it(netcdf: Write) -> None:
    dataset = made("t", 250.0, "K", [0, 6], coords={"level": ((), 500.0, {"units": "hPa"})})
    for name, value, unit, standard in (
        ("t2m", 290.0, "K", "air_temperature"),
        ("msl", 1e5, "Pa", "air_pressure_at_mean_sea_level"),
    ):
        dataset[name] = xr.full_like(dataset["t"], value)
        dataset[name].attrs = {"units": unit, "standard_name": standard}
    source = open_source(netcdf(dataset))
    assert {item.name for item in source.inventory().variables} == {"t", "t2m", "msl"}
    found = source.load(FieldRequest(variables=("t", "t2m")))
    assert (float(found["t"].max()), float(found["t2m"].min())) == (250.0, 290.0)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("uwnd", {"long_name": "u-wind"}),
        ("wind_u", {"standard_name": "eastward_wind"}),
        ("u100", {"standard_name": "eastward_wind", "long_name": "100 metre U wind component"}),
        ("u80", {"standard_name": "eastward_wind"}),
        ("air", {"long_name": "Air temperature"}),
    ],
)
def test_a_field_of_an_unknown_level_is_never_near_the_ground(
    netcdf: Write, name: str, says: dict[str, Any]
) -> None:
    dataset = made(name, 30.0, "m/s" if name != "air" else "K", [0, 6], **says)
    dataset["msl"] = xr.full_like(dataset[name], 1e5).assign_attrs(
        units="Pa", long_name="", standard_name=""
    )
    source = open_source(netcdf(dataset))
    assert [item.name for item in source.inventory().variables] == ["msl"]
    assert source.inventory().findings


@pytest.mark.parametrize(
    ("levels", "unit", "code"),
    [
        ([100000.0, 85000.0, 50000.0], "hPa", "level_unit_corrected"),
        ([1000.0, 850.0, 500.0], "Pa", "level_unit_corrected"),
        ([1000.0, 700.0, 500.0], "Pa", "levels_not_understood"),
        ([1.0, 2.0, 3.0], "", "levels_not_understood"),
    ],
)
def test_numbers_that_are_no_levels_in_their_unit(
    netcdf: Write, levels: list[float], unit: str, code: str
) -> None:
    coords = {"level": ("level", levels, {"units": unit} if unit else {})}
    dataset = made("t", 280.0, "K", [0, 6], dims=("time", "level"), coords=coords)
    dataset["msl"] = dataset["t"].isel(level=0, drop=True).assign_attrs(units="Pa") * 0 + 1e5
    dataset["msl"].attrs["units"] = "Pa"
    source = open_source(netcdf(dataset))
    assert code in {item.code for item in source.inventory().findings}
    expected = (500.0, 850.0, 1000.0) if code == "level_unit_corrected" else ()
    assert source.inventory().levels_hpa == expected


def test_points_and_triangles_are_named(netcdf: Write) -> None:
    for dim, code in (("values", "points_without_grid"), ("ncells", "unstructured_grid")):
        dataset = xr.Dataset(
            {"t2m": (("time", dim), np.full((2, 5), 300.0), {"units": "K"})},
            coords={
                "latitude": (dim, np.arange(5.0)),
                "longitude": (dim, np.arange(5.0)),
                "time": ("time", [0, 6], {"units": f"hours since {START}"}),
            },
        )
        assert reason(netcdf(dataset, f"{dim}.nc"), "t2m")[0] == code


def test_the_one_group_that_can_be_used_is_read(netcdf: Write) -> None:
    path = netcdf(xr.Dataset(attrs={"title": "Levels 3"}), "groups.nc")
    made("quality", 1.0, "1", [0, 6]).to_netcdf(path, mode="a", group="Inputs")
    made("t2m", 300.0, "K", [0, 6]).to_netcdf(path, mode="a", group="Grid/Surface")
    assert series(read(path, "t2m")) == [300.0, 300.0]
    inventory = open_source(path).inventory()
    (finding,) = (item for item in inventory.findings if item.code == "group_read")
    assert "Grid/Surface" in finding.message
    assert inventory.title == "Levels 3"


def test_fields_in_several_groups_are_named(netcdf: Write) -> None:
    path = netcdf(xr.Dataset(), "groups.nc")
    for group in ("Grid", "Other"):
        made("t2m", 300.0, "K", [0, 6]).to_netcdf(path, mode="a", group=group)
    code, words = reason(path, "t2m")
    assert code == "nested_groups"
    assert "Grid, Other" in words


def test_a_mean_of_an_hour_and_an_unstated_statistic_are_doubts(netcdf: Write) -> None:
    hour = made("t2m", 300.0, "K", [1, 2], bounds=[[0, 1], [1, 2]], cell_methods="time: mean")
    assert "hour_mean" in warnings(netcdf(hour, "hour.nc"))
    silent = made("t2m", 300.0, "K", [12, 36], bounds=DAYS[:2])
    assert "statistic_unknown" in warnings(netcdf(silent, "silent.nc"))
    mean = made("t2m", 300.0, "K", [12, 36], bounds=DAYS[:2], cell_methods="time: mean")
    assert reason(netcdf(mean, "mean.nc"), "t2m")[0] == "only_statistics"


def test_a_record_says_what_is_stated_and_by_what(netcdf: Write) -> None:
    path = netcdf(made("tp", RAIN, "mm", [24, 48, 72], bounds=DAYS, cell_methods="time: sum"))
    record = record_of(path, "tp")
    assert (record.time_statistic.value, record.time_statistic.by) == (
        TimeStatistic.SUM,
        "cell_methods",
    )
    assert (record.interval.value, record.interval.by) == ("24", "bounds of time")
    assert record.run.authority is Authority.UNKNOWN


RIGHT: list[tuple[str, str, list[float]]] = [
    ("stamp_in_interval/mid.nc", "tp", RAIN),
    ("stamp_in_interval/start.nc", "tp", RAIN),
    ("stamp_in_interval/end.nc", "tp", RAIN),
    ("sampling_interval/daily.nc", "tp", RAIN),
    ("sampling_interval/small.nc", "tp", [10.0, 60.0, 5.0]),
    ("one_step_a_file", "tp", [20.0] * 6),
    ("era5_daily/era5_tp_daily_sum.nc", "tp", RAIN),
    ("era5_daily/era5_tp_daily_small.nc", "tp", [4.0, 60.0, 8.0]),
    ("era5_daily/era5_t2m_daily_max.nc", "mx2t", [303.15, 314.15, 315.15, 314.15, 302.15]),
    ("lost_level/scalar.nc", "u", [27.39, 27.5, 27.67, 27.12]),
    ("single_total/one.nc", "tp", [60.0]),
]
TOTALS = [
    ("era5_grids/era5_0p1_rising.nc", 27.0),
    ("era5_grids/era5_on_0p1.nc", 78.0),
    ("era5_grids/era5land_on_0p25.nc", 78.0),
    ("era5_grids/era5land_0p25_small.nc", 12.0),
    ("level_in_name/e2s.nc", 120.0),
]
REFUSED = [
    ("gfs_buckets/gfs_tp.nc", "unknown_accumulation"),
    ("gfs_buckets/gfs_tp_rising.nc", "unknown_accumulation"),
    ("era5_monthly/monthly.nc", "only_statistics"),
    ("percentile/p90.nc", "only_statistics"),
    ("percentile/q.nc", "only_statistics"),
    ("percentile/p3.nc", "only_statistics"),
    ("percentile/prob.nc", "only_statistics"),
    ("lost_level/none.nc", "level_unknown"),
    ("levels/index.nc", "levels_not_understood"),
    ("name_against_bounds/pds.nc", "interval_contradicts"),
    ("level_in_name/anemoi.nc", "points_without_grid"),
    ("no_plain_grid/icon.nc", "unstructured_grid"),
    ("no_plain_grid/groups.nc", "rate_of_a_moment"),
]


@pytest.fixture
def example(real_data: Callable[[str], Path]) -> Callable[[str], Path]:
    """Return a finder of the small example files, whose folder is beside that of real cases."""
    return lambda name: real_data(f"../files/{name}")


@pytest.mark.parametrize(("name", "field", "values"), RIGHT)
def test_example_files_have_their_right_values(
    example: Callable[[str], Path], name: str, field: str, values: list[float]
) -> None:
    found = read(example(name), field).sel(latitude=30.0, longitude=110.0)
    assert found.values.ravel().tolist() == pytest.approx(values, abs=0.05)


@pytest.mark.parametrize(("name", "total"), TOTALS)
def test_example_files_have_their_right_totals(
    example: Callable[[str], Path], name: str, total: float
) -> None:
    found = read(example(name), "tp").sel(latitude=30.0, longitude=110.0)
    assert float(found.sum()) == pytest.approx(total, abs=0.1)


def test_the_members_of_era5_have_three_hours(example: Callable[[str], Path]) -> None:
    found = read(example("era5_members/eda.nc"), "tp", member=1)
    assert found.attrs["interval_hours"] == 3.0
    assert float(found.sel(latitude=30.0, longitude=110.0).sum()) == pytest.approx(80.0, abs=0.1)


@pytest.mark.parametrize(("name", "code"), REFUSED)
def test_example_files_are_refused_for_their_real_reason(
    example: Callable[[str], Path], name: str, code: str
) -> None:
    assert reason(example(name))[0] == code


def test_wrf_without_its_start_has_temperatures_and_no_rain(example: Callable[[str], Path]) -> None:
    source = open_source(example("wrf_no_start/nostart.nc"))
    assert [item.name for item in source.inventory().variables] == ["t2m"]
    with pytest.raises(InputDataError, match="SIMULATION_START_DATE"):
        source.load(FieldRequest(variables=("tp",)))


SUMS = {"cell_methods": "time: sum"}


def test_an_amount_with_the_standard_name_of_a_rate_is_one_with_a_word(netcdf: Write) -> None:
    says = {**SUMS, "standard_name": "lwe_precipitation_rate"}
    path = netcdf(made("tp", RAIN, "mm", [24, 48, 72], bounds=DAYS, **says))
    assert "rate_or_amount" in warnings(path)
    assert series(read(path, "tp")) == RAIN


def test_rain_alone_is_no_precipitation(netcdf: Write) -> None:
    says = {**SUMS, "standard_name": "thickness_of_rainfall_amount"}
    code, words = reason(netcdf(made("rain", RAIN, "mm", [24, 48, 72], bounds=DAYS, **says)))
    assert code == "no_known_fields"
    assert "snowfall" in words


@pytest.mark.parametrize("unit", ["m", "cm", "inches"])
def test_a_depth_of_snow_is_not_its_water(netcdf: Write, unit: str) -> None:
    says = {**SUMS, "long_name": "snowfall"}
    path = netcdf(made("sf", RAIN, unit, [24, 48, 72], bounds=DAYS, **says))
    assert reason(path, "sf")[0] == "snow_depth_not_water"


def test_what_is_there_is_named_with_its_interval_and_levels(netcdf: Write) -> None:
    says = {"cell_methods": "time: maximum"}
    path = netcdf(made("tasmax", [300.0, 310.0, 305.0], "K", [24, 48, 72], bounds=DAYS, **says))
    assert "maximum 2-m temperature (mx2t, 24 h)" in reason(path, "t2m")[1]
