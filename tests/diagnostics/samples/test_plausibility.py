"""Values that nature allows, and water that adds up."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import xarray as xr

from diagnostics.constants import GRAVITY
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.physics.thermodynamics import relative_humidity, saturation_vapor_pressure
from diagnostics.samples import SAMPLES
from diagnostics.samples.sample_grid import Lattice

EDGES = (("longitude", 0), ("latitude", 0), ("longitude", -1), ("latitude", -1))

Cases = Callable[[str], xr.Dataset]

NOT_IN_SAMPLES = {"crain", "csnow", "cfrzr", "cicep", "ptype", "ssrd"}
"""Samples have amounts of rain and snow; few models give types. Radiation is no part of them."""


@pytest.mark.parametrize("name", SAMPLES)
def test_dataset_is_canonical(cases: Cases, name: str) -> None:
    dataset = cases(name)
    fields = [name for name in CANONICAL if name not in NOT_IN_SAMPLES]
    assert list(dataset.data_vars) == fields
    assert dataset.level.values.tolist() == [
        50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 850, 925, 1000,
    ]  # fmt: skip
    for axis in ("latitude", "longitude"):
        np.testing.assert_allclose(np.diff(dataset[axis]), 0.5)
    assert np.all(np.diff(dataset.time.values) == np.timedelta64(6, "h"))
    hours = (dataset.time.values[-1] - dataset.time.values[0]) / np.timedelta64(24, "h")
    assert 3 <= hours <= 5
    for key in fields:
        field, variable = CANONICAL[key], dataset[key]
        assert variable.dims == field.dims(("latitude", "longitude"))
        assert variable.dtype == np.float32
        assert variable.attrs["units"] == field.unit
        assert np.isfinite(variable.values).all()
        low, high = field.valid_range
        assert low <= variable.values.min() <= variable.values.max() <= high
        if field.kind in (FieldKind.ACCUMULATION, FieldKind.EXTREME):
            assert variable.attrs["interval_hours"] == 6


@pytest.mark.parametrize("name", SAMPLES)
def test_humidity(cases: Cases, name: str) -> None:
    dataset = cases(name)
    pressure = dataset.level.values[:, None, None] * 100.0
    found = relative_humidity(pressure, dataset.t.values, dataset.q.values)
    assert found.min() >= 0.0
    assert found.max() <= 1.02
    assert dataset.q.values.min() > 0
    assert dataset.q.values.max() < 0.025
    assert (dataset.d2m <= dataset.t2m).all()


@pytest.mark.parametrize("name", SAMPLES)
def test_surface_fields_agree_with_each_other(cases: Cases, name: str) -> None:
    dataset = cases(name)
    assert (dataset.mn2t <= dataset.t2m).all()
    assert (dataset.t2m <= dataset.mx2t).all()
    speed = np.hypot(dataset.u10, dataset.v10)
    assert (dataset.fg10 >= speed).all()
    assert (dataset.sf <= dataset.tp + 1e-5).all()
    assert (dataset.tp >= 0).all()
    assert (dataset.sd.where(dataset.lsm < 0.5, 0) == 0).all()
    assert set(np.unique(dataset.orog.where(dataset.lsm == 0, 0))) == {0.0}
    # over flat land and sea the two pressures differ by the weight of the air between
    low = dataset.orog < 1.0
    assert np.abs((dataset.sp - dataset.msl).where(low, 0)).max() < 30.0


@pytest.mark.parametrize("name", SAMPLES)
def test_jets_and_temperatures_are_those_of_the_real_atmosphere(cases: Cases, name: str) -> None:
    dataset = cases(name)
    speed = np.hypot(dataset.u, dataset.v)
    assert speed.max() < 105.0
    assert np.abs(dataset.w).max() < 4.0
    height = dataset.z.sel(level=500) / GRAVITY
    assert 4850 < height.min() < height.max() < 6010
    assert 185.0 < dataset.t.min() < dataset.t.max() < 318.0


@pytest.mark.parametrize("name", ["rainstorm", "snowstorm", "gale"])
def test_precipitation_follows_ascent_and_moisture(cases: Cases, name: str) -> None:
    """Rain falls where moist air rises, and the converging vapour pays for it.

    Where more than 5 mm fall in six hours the total is between half and one and a half times
    the convergence of the vapour flux below 300 hPa.
    """
    dataset = cases(name)
    rising = (-dataset.w.sel(level=700)).clip(0).mean("time")
    total = dataset.tp.sum("time")
    wet = total.values > 1.0
    assert np.corrcoef(rising.values[wet], total.values[wet])[0, 1] > 0.6
    below = dataset.sel(level=slice(300, None))
    pressure = below.level.values * 100.0
    lattice = Lattice(*(float(dataset[axis][end]) for axis, end in EDGES))
    flux = [
        np.trapezoid((below.q * below[wind]).values, pressure, axis=1) / GRAVITY for wind in "uv"
    ]
    convergence = -lattice.divergence(*flux) * 21600.0
    per_step = 0.5 * (convergence[1:] + convergence[:-1])
    heavy = dataset.tp.values[1:] > 5.0
    assert 0.5 < dataset.tp.values[1:][heavy].sum() / per_step[heavy].sum() < 1.5


@pytest.mark.parametrize("name", ["heat_wave", "quiet"])
def test_dry_cases_stay_dry_in_their_region(cases: Cases, name: str) -> None:
    from diagnostics.samples import sample_info

    region = sample_info(name).region
    inside = cases(name).sel(
        longitude=slice(region.west, region.east), latitude=slice(region.south, region.north)
    )
    assert float(inside.tp.sum("time").max()) < 1.0


def test_snow_falls_below_and_rain_above_two_degrees(cases: Cases) -> None:
    dataset = cases("snowstorm")
    wet = dataset.tp > 0.5
    share = (dataset.sf / dataset.tp).where(wet)
    assert share.where(dataset.t2m < 271.15).min() > 0.9
    assert share.where(dataset.t2m > 279.15).max() < 0.1


def test_daily_course_peaks_in_the_local_afternoon(cases: Cases) -> None:
    dataset = cases("heat_wave").sel(latitude=37.0, longitude=114.0)
    by_hour = dataset.t2m.groupby("time.hour").mean()
    assert int(by_hour.idxmax("hour")) == 6
    assert int(by_hour.idxmin("hour")) in (0, 18)


def test_dewpoint_never_implies_more_than_saturation(cases: Cases) -> None:
    for name in SAMPLES:
        dataset = cases(name)
        vapour = saturation_vapor_pressure(dataset.d2m.values)
        assert np.all(vapour <= 1.02 * saturation_vapor_pressure(dataset.t2m.values))
