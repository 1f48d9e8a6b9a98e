"""Precipitation by type, given as rates: amounts of means, and nothing of moments."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr

from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.daily_temperatures import resolve_timezone
from diagnostics.detection.events.precipitation import precipitation_of
from diagnostics.detection.events.preset_files import load_preset
from diagnostics.errors import InputDataError
from diagnostics.fields import open_source
from diagnostics.fields.names import INGREDIENTS, SURFACE_NAMES
from diagnostics.fields.rates import _PER_SECOND
from diagnostics.ports import FieldRequest
from tests.diagnostics.fields.test_wrf import wrfout

Write = Callable[..., Path]
Keys = Callable[..., dict[str, Any]]
HOURS = 6.0
AMOUNT = {"tp": 12.0, "sf": 3.0, "rf": 9.0, "csf": 1.0, "lsf": 2.0}


def rates(names: dict[str, tuple[str, dict[str, Any]]], *, bounds: bool = True) -> xr.Dataset:
    """Return a file of 6-h means, in kg m-2 s-1: file name -> (ingredient, attributes)."""
    time = HOURS * np.arange(3)
    data: dict[str, Any] = {
        name: (
            ("time", "lat", "lon"),
            np.full((3, 4, 5), AMOUNT[ingredient] / HOURS / 3600.0),
            {"units": "kg m-2 s-1", **attrs},
        )
        for name, (ingredient, attrs) in names.items()
    }
    if bounds:
        data["time_bnds"] = (("time", "nv"), np.stack([time, time + HOURS], axis=1))
    attrs = {"units": "hours since 2026-01-01", **({"bounds": "time_bnds"} if bounds else {})}
    return xr.Dataset(
        data,
        coords={
            "time": ("time", time + HOURS / 2, attrs),
            "lat": ("lat", 40.0 + np.arange(4), {"units": "degrees_north"}),
            "lon": ("lon", 10.0 + np.arange(5), {"units": "degrees_east"}),
        },
    )


MEAN = {"cell_methods": "area: time: mean (interval: 10 minutes)"}


@pytest.mark.parametrize(
    "names",
    [
        {"pr": ("tp", MEAN), "prsn": ("sf", MEAN)},
        {
            "a": ("tp", {**MEAN, "standard_name": "precipitation_flux"}),
            "b": ("sf", {**MEAN, "standard_name": "snowfall_flux"}),
        },
        {
            "a": ("rf", {**MEAN, "standard_name": "rainfall_flux"}),
            "b": ("sf", {**MEAN, "standard_name": "solid_precipitation_flux"}),
        },
        {
            "a": ("tp", {**MEAN, "standard_name": "precipitation_flux"}),
            "b": ("rf", {**MEAN, "standard_name": "rainfall_flux"}),
        },
        {
            "pr": ("tp", MEAN),
            "c": ("csf", {**MEAN, "standard_name": "convective_snowfall_flux"}),
            "s": ("lsf", {**MEAN, "standard_name": "stratiform_snowfall_flux"}),
        },
        {"avg_tprate": ("tp", {}), "avg_tsrwe": ("sf", {})},
        {"mtpr": ("tp", {}), "msr": ("sf", {})},
        {"mean_total_precipitation_rate": ("tp", {}), "mean_snowfall_rate": ("sf", {})},
        {"avg_tprate": ("tp", {}), "avg_csfr": ("csf", {}), "avg_lssfr": ("lsf", {})},
        {"mtpr": ("tp", {}), "mcsr": ("csf", {}), "mlssr": ("lsf", {})},
    ],
)
def test_mean_rates_by_type_are_the_amounts_of_their_intervals(
    netcdf: Write, names: dict[str, tuple[str, dict[str, Any]]]
) -> None:
    source = open_source(netcdf(rates(names)))
    found = source.load(FieldRequest(variables=("tp", "sf")))
    for name in ("tp", "sf"):
        assert found[name].attrs["interval_hours"] == HOURS
        np.testing.assert_allclose(found[name].values, AMOUNT[name], rtol=1e-5)
    assert str(found["time"].values[0])[:13] == "2026-01-01T06"
    assert "amount_of_rate" in {item.code for item in source.inventory().findings}


def test_the_snowfall_rate_divides_the_precipitation(netcdf: Write) -> None:
    source = open_source(netcdf(rates({"pr": ("tp", MEAN), "prsn": ("sf", MEAN)})))
    inventory = source.inventory()
    region = inventory.grid.region
    window = TimeWindow(start=inventory.times[0] - timedelta(hours=6), end=inventory.times[-1])
    zone = resolve_timezone(None, region)
    phases, _ = precipitation_of(Case(source, inventory, region, window, load_preset("cma"), zone))
    assert phases is not None and phases.snow is not None and phases.rain is not None
    assert phases.source == "sf"
    np.testing.assert_allclose(phases.snow.values, AMOUNT["sf"], rtol=1e-5)
    np.testing.assert_allclose(phases.rain.values, AMOUNT["rf"], rtol=1e-5)


RATE_NAMES = [
    name
    for name in ("pr", "prate", "tprate", "prsn", "srweq", "sprate", "tsrwe", "csfr", "rprate")
    if name in SURFACE_NAMES
]


@pytest.mark.parametrize("name", RATE_NAMES)
@pytest.mark.parametrize(
    ("attrs", "bounds"),
    [({}, True), ({"cell_methods": "time: point"}, True), (MEAN, False), ({}, False)],
)
def test_a_rate_that_is_no_mean_of_a_known_interval_is_not_multiplied(
    netcdf: Write, name: str, attrs: dict[str, Any], bounds: bool
) -> None:
    data = rates({name: ("tp", attrs)}, bounds=bounds)
    data["msl"] = xr.full_like(data[name], 101325.0).assign_attrs(
        units="Pa", cell_methods="time: point"
    )
    source = open_source(netcdf(data))
    assert [item.name for item in source.inventory().variables] == ["msl"]
    assert [item.name for item in source.inventory().left_out] == [name]
    if SURFACE_NAMES[name] in ("tp", "sf"):
        with pytest.raises(InputDataError) as caught:
            source.load(FieldRequest(variables=(SURFACE_NAMES[name],)))
        assert caught.value.code == "rate_of_a_moment"


def test_a_mean_of_a_forecast_does_not_run_on_from_its_start(netcdf: Write) -> None:
    data = rates({"prsn": ("sf", {"cell_methods": "time: mean"})}, bounds=False)
    data = data.assign_coords(
        forecast_reference_time=((), 0.0, {"units": "hours since 2026-01-01"})
    )
    data["msl"] = xr.full_like(data["prsn"], 101325.0).assign_attrs(
        units="Pa", cell_methods="time: point"
    )
    assert open_source(netcdf(data)).inventory().variable("sf") is None


def test_an_amount_of_the_file_comes_before_its_rate(netcdf: Write) -> None:
    data = rates({"pr": ("tp", MEAN)})
    data["precipitation_amount"] = (data["pr"].dims, np.full((3, 4, 5), 7.0), {"units": "kg m-2"})
    source = open_source(netcdf(data))
    found = source.load(FieldRequest(variables=("tp",)))["tp"]
    np.testing.assert_allclose(found.values, 7.0)
    assert [item.name for item in source.inventory().left_out] == ["pr"]
    assert "amount_of_rate" not in {item.code for item in source.inventory().findings}


def test_amounts_and_rates_of_several_files_are_joined(netcdf: Write) -> None:
    for names in ({"pr": ("tp", MEAN)}, {"precipitation_amount": ("tp", {"units": "kg m-2"})}):
        first = rates(names)
        later = first.assign_coords(time=first["time"] + 3 * HOURS)
        later["time"].attrs = first["time"].attrs
        later["time_bnds"] = (("time", "nv"), first["time_bnds"].values + 3 * HOURS)
        paths = [netcdf(item, f"{n}.nc") for n, item in enumerate((first, later))]
        assert len(open_source(paths).load(FieldRequest(variables=("tp",)))["time"]) == 6


def test_snow_per_time_in_metres_may_be_its_depth(netcdf: Write) -> None:
    for water, there in (("", False), ("lwe_snowfall_rate", True)):
        attrs = {**MEAN, "units": "m s-1", **({"standard_name": water} if water else {})}
        data = rates({"prsn": ("sf", attrs)})
        data["msl"] = xr.full_like(data["prsn"], 101325.0).assign_attrs(
            units="Pa", cell_methods="time: point"
        )
        source = open_source(netcdf(data, f"{there}.nc"))
        assert (source.inventory().variable("sf") is not None) is there


@pytest.mark.parametrize("unit", sorted(_PER_SECOND))
@pytest.mark.parametrize("hours", [1.0, 3.0, 6.0])
def test_units_per_time_give_the_same_amount(netcdf: Write, unit: str, hours: float) -> None:
    data = rates({"pr": ("tp", {"interval_hours": hours, "units": unit})}, bounds=False)
    rate = 20.0 / hours / 3600.0 / _PER_SECOND[unit]
    data["pr"] = xr.full_like(data["pr"], rate).assign_attrs(data["pr"].attrs)
    found = open_source(netcdf(data)).load(FieldRequest(variables=("tp",)))["tp"]
    assert found.attrs["interval_hours"] == hours
    np.testing.assert_allclose(found.values, 20.0, rtol=1e-5)


def test_a_file_of_amounts_that_overlap_alone_says_why_it_cannot_be_used(netcdf: Write) -> None:
    data = rates({"pr": ("tp", {"interval_hours": 24.0})}, bounds=False)
    with pytest.raises(InputDataError) as caught:
        open_source(netcdf(data))
    assert caught.value.code == "overlapping_accumulations"


def rate_message(keys: dict[str, Any], number: int, **more: Any) -> dict[str, Any]:
    return {
        **keys,
        "discipline": 0,
        "parameterCategory": 1,
        "parameterNumber": number,
        "typeOfFirstFixedSurface": 1,
        **more,
    }


MESSAGES = {
    "prate": (7, "tp"), "tprate": (52, "tp"), "tsrwe": (53, "sf"),
    "srweq": (12, "sf"), "sprate": (66, "sf"),
}  # fmt: skip


@pytest.mark.parametrize("name", MESSAGES)
def test_mean_rates_of_grib_are_amounts_and_moments_are_not(
    grib_file: Write, box_keys: Keys, name: str
) -> None:
    number, ingredient = MESSAGES[name]
    field = np.full((3, 4), 2.0 / 3600.0)
    means = [
        (
            rate_message(
                {"productDefinitionTemplateNumber": 8, **box_keys(centre="kwbc")},
                number,
                typeOfStatisticalProcessing=0,
                stepRange=f"{begin}-{begin + 3}",
            ),
            field,
        )
        for begin in (0, 3)
    ]
    source = open_source(grib_file(means))
    found = source.load(FieldRequest(variables=(ingredient,)))[ingredient]
    assert found.attrs["interval_hours"] == 3.0
    np.testing.assert_allclose(found.values, 6.0, rtol=1e-3)
    moment = [
        (rate_message(box_keys(centre="kwbc"), number, stepRange="6"), field),
        ({**box_keys(centre="kwbc", stepRange="6"), "shortName": "t", "level": 850}, 280 + field),
    ]
    other = open_source(grib_file(moment, "moment.grib"))
    assert other.inventory().variable(ingredient) is None
    assert any(name in item.name for item in other.inventory().left_out)


def test_graupel_of_wrf_is_snow_and_hail_is_not(netcdf: Write) -> None:
    plain = wrfout()
    falls = plain["SNOWNC"] * 0.5
    more = plain.assign(GRAUPELNC=falls, HAILNC=4.0 * falls)
    for item in more.variables.values():
        item.encoding["_FillValue"] = None
    found = open_source(netcdf(more)).load(FieldRequest(variables=("sf",)))["sf"]
    np.testing.assert_allclose(found.isel(time=slice(1, None)), 3.0 * 1.5)


def test_every_ingredient_that_is_derived_from_has_a_name() -> None:
    from diagnostics.fields.derive import RULES

    for rule in RULES:
        assert set(rule.inputs) <= set(INGREDIENTS)


def test_a_sum_needs_parts_of_one_interval(netcdf: Write) -> None:
    data = rates({"a": ("tp", {**MEAN, "standard_name": "precipitation_flux"})})
    rain = {"units": "kg m-2", "standard_name": "rainfall_amount", "interval_hours": 3}
    data["b"] = (data["a"].dims, np.full((3, 4, 5), 2.0), rain)
    source = open_source(netcdf(data))
    assert source.inventory().variable("tp") is not None
    assert source.inventory().variable("sf") is None
    assert datetime(2026, 1, 1, 6, tzinfo=UTC) in source.inventory().times
