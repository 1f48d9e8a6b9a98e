"""Every operator with an equivalent in MetPy 1.7.1 against it, on grids in double precision.

Beside each operator stands what it may differ by, as a share of the square mean of the field.
Stencils with metric terms are compared in `test_metpy_definition`, columns in `test_metpy`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import metpy.calc as mpcalc
import numpy as np
import pytest
import xarray
from metpy.units import units

from diagnostics.catalog import get_catalog
from diagnostics.constants import EARTH_RADIUS, GRAVITY, KAPPA, ZERO_CELSIUS
from diagnostics.fields.memory import MemorySource
from tests.diagnostics.catalog.test_metpy_definition import TIME, at, maps, ours

EXACT = 1e-9
INTEGRAL = 1e-6
Theirs = Callable[[xarray.Dataset], object]


@dataclass(frozen=True)
class Promise:
    """What MetPy gives for a call, and how near the operator must be."""

    tolerance: float
    theirs: Theirs
    params: dict[str, object]
    every: int = 1
    """Only every so many rows and columns: MetPy works one column at a time."""


def promise(tolerance: float, theirs: Theirs, *, every: int = 1, **params: object) -> Promise:
    return Promise(tolerance, theirs, params, every)


def value(quantity: Any, unit: str) -> np.ndarray:
    """Bring MetPy's answer to a unit; masked cells are unknown."""
    data = quantity.metpy.unit_array if hasattr(quantity, "metpy") else quantity
    plain = data.to(unit).magnitude
    return np.ma.filled(np.ma.asarray(plain, dtype=np.float64), np.nan)


def near(data: xarray.Dataset, name: str) -> xarray.DataArray:
    return data[name].metpy.quantify()


def dewpoint(data: xarray.Dataset, level: float) -> object:
    return mpcalc.dewpoint_from_specific_humidity(level * units.hPa, at(data, "q", level))


def speed(data: xarray.Dataset, level: float) -> np.ndarray:
    return value(mpcalc.wind_speed(at(data, "u", level), at(data, "v", level)), "m/s")


def shear(data: xarray.Dataset, low: float, high: float) -> np.ndarray:
    low_wind, high_wind = (
        [value(at(data, name, level), "m/s") * units("m/s") for name in "uv"]
        for level in (low, high)
    )
    east, north = (high_wind[k] - low_wind[k] for k in (0, 1))
    return value(mpcalc.wind_speed(east, north), "m/s")


def slope(field: xarray.DataArray, unit: str) -> np.ndarray:
    east, north = mpcalc.geospatial_gradient(field)
    return np.hypot(value(east, unit), value(north, unit))


def stacked(data: xarray.Dataset, levels: tuple[float, ...]) -> tuple[object, object, object]:
    """Pressure, temperature and dewpoint of levels, the first axis along them."""
    warm = np.stack([value(at(data, "t", p), "K") for p in levels]) * units.K
    moist = np.stack([value(dewpoint(data, p), "K") for p in levels]) * units.K
    pressure = np.array(levels)[:, None, None] * np.ones(warm.shape)
    return pressure * units.hPa, warm, moist


def index_of(data: xarray.Dataset, function: Callable[..., object]) -> np.ndarray:
    found = function(*stacked(data, (850.0, 700.0, 500.0)), vertical_dim=0)
    return np.squeeze(value(found, "K"))


def threat(data: xarray.Dataset) -> np.ndarray:
    pressure, warm, moist = stacked(data, (850.0, 500.0))
    u, v = (np.stack([value(at(data, n, p), "m/s") for p in (850.0, 500.0)]) for n in "uv")
    wind = u * units("m/s"), v * units("m/s")
    found = mpcalc.sweat_index(
        pressure, warm, moist,
        mpcalc.wind_speed(*wind).to("knots"), mpcalc.wind_direction(*wind),
    )  # fmt: skip
    # the turn of the wind counts the other way round south of the equator
    return np.where(data.latitude.values[:, None] >= 0.0, np.squeeze(found.magnitude), np.nan)


def theta(data: xarray.Dataset, level: float) -> np.ndarray:
    return value(mpcalc.potential_temperature(level * units.hPa, at(data, "t", level)), "K")


def stability(data: xarray.Dataset, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """Squared frequency of a layer, and its depth."""
    lower, upper = theta(data, low), theta(data, high)
    depth = value(at(data, "z", high) - at(data, "z", low).values * units("m2 s-2"), "m2 s-2")
    depth = depth / GRAVITY
    return GRAVITY / (0.5 * (lower + upper)) * (upper - lower) / depth, depth


def frequency(data: xarray.Dataset) -> np.ndarray:
    return np.sqrt(np.maximum(stability(data, 925.0, 700.0)[0], 0.0))


def growth(data: xarray.Dataset) -> np.ndarray:
    squared, depth = stability(data, 850.0, 500.0)
    turning = mpcalc.coriolis_parameter(data.latitude.values * units.degrees).to("1/s").magnitude
    rate = 0.31 * np.abs(turning)[:, None] * shear(data, 850.0, 500.0) / depth
    return rate / np.sqrt(np.maximum(squared, 1e-5))


def ageostrophic(data: xarray.Dataset) -> np.ndarray:
    height = at(data, "z", 300) / (GRAVITY * units("m/s^2"))
    return value(
        mpcalc.wind_speed(
            *mpcalc.ageostrophic_wind(height, at(data, "u", 300), at(data, "v", 300))
        ),
        "m/s",
    )


def warming(data: xarray.Dataset) -> np.ndarray:
    pressure = 100.0 * data.level.values
    lapse = mpcalc.first_derivative(
        data["t"].values * units.K, axis=0, x=pressure * units.Pa
    ).to("K/Pa").magnitude  # fmt: skip
    rate = data["w"].values * (KAPPA * data["t"].values / pressure[:, None, None] - lapse)
    return rate[[list(data.level.values).index(p) for p in (500.0, 700.0, 850.0)]].mean(axis=0)


def mixed_down(data: xarray.Dataset) -> np.ndarray:
    warm, pressure = value(at(data, "t", 850), "K"), data["sp"].values
    return np.stack(
        [
            value(mpcalc.dry_lapse([p] * units.Pa, t * units.K, 850 * units.hPa), "K")[0]
            for p, t in zip(pressure.ravel(), warm.ravel(), strict=True)
        ]
    ).reshape(warm.shape)


def humidity(data: xarray.Dataset) -> object:
    return mpcalc.relative_humidity_from_dewpoint(near(data, "t2m"), near(data, "d2m"))


def surface_speed(data: xarray.Dataset) -> object:
    return mpcalc.wind_speed(near(data, "u10"), near(data, "v10"))


def deficit(data: xarray.Dataset) -> np.ndarray:
    wet, dry = (
        value(mpcalc.saturation_vapor_pressure(near(data, n)), "Pa") for n in ("t2m", "d2m")
    )
    return wet - dry


def felt(data: xarray.Dataset) -> np.ndarray:
    share = value(humidity(data), "dimensionless") * units.dimensionless
    warm = data["t2m"].values * units.K
    wind = value(surface_speed(data), "m/s") * units("m/s")
    return value(mpcalc.apparent_temperature(warm, share, wind, mask_undefined=False), "K")


def heat(data: xarray.Dataset) -> np.ndarray:
    share = value(humidity(data), "dimensionless") * units.dimensionless
    return value(mpcalc.heat_index(data["t2m"].values * units.K, share, mask_undefined=False), "K")


def chill(data: xarray.Dataset) -> np.ndarray:
    wind = value(surface_speed(data), "m/s") * units("m/s")
    return value(mpcalc.windchill(data["t2m"].values * units.K, wind), "K")


def wet_bulb(data: xarray.Dataset) -> np.ndarray:
    return value(mpcalc.wet_bulb_temperature(*(near(data, n) for n in ("sp", "t2m", "d2m"))), "K")


def water(data: xarray.Dataset) -> np.ndarray:
    column = data.isel(level=slice(None, None, -1))
    pressure = column.level.values * units.hPa
    moist = value(
        mpcalc.dewpoint_from_specific_humidity(
            pressure[:, None, None], column["q"].values * units.dimensionless
        ),
        "K",
    )
    found = [
        mpcalc.precipitable_water(pressure, profile * units.K).to("mm").magnitude
        for profile in moist.reshape(len(pressure), -1).T
    ]
    return np.array(found).reshape(moist.shape[1:])


def flux_convergence(data: xarray.Dataset) -> np.ndarray:
    column = data.sel(level=slice(300.0, 1000.0))
    pressure = 100.0 * column.level.values
    flux = [
        column["u"].isel(level=0).copy(
            data=np.trapezoid(column["q"].values * column[name].values, pressure, axis=0) / GRAVITY
        )
        for name in "uv"
    ]  # fmt: skip
    return -np.asarray(mpcalc.divergence(*flux).metpy.magnitude)


PROMISES = {
    "surface_wind_speed": promise(EXACT, lambda d: value(surface_speed(d), "m/s")),
    "jet_intensity": promise(EXACT, lambda d: speed(d, 200), level=200),
    "low_level_jet": promise(EXACT, lambda d: speed(d, 850), level=850, any_direction=True),
    "vertical_wind_shear": promise(EXACT, lambda d: shear(d, 850, 500)),
    "mslp_gradient": promise(EXACT, lambda d: slope(near(d, "msl"), "Pa/m")),
    "horizontal_temperature_gradient": promise(
        EXACT, lambda d: slope(at(d, "t", 850), "K/m"), level=850
    ),
    "ageostrophic_wind_max": promise(EXACT, ageostrophic, level=300),
    "adiabatic_warming_rate": promise(EXACT, warming),
    "dry_mixdown_tmax": promise(EXACT, mixed_down, every=3),
    "k_index": promise(EXACT, lambda d: index_of(d, mpcalc.k_index)),
    # a difference of temperatures in MetPy, a number of degrees Celsius in the catalogue
    "total_totals": promise(EXACT, lambda d: index_of(d, mpcalc.total_totals_index) + ZERO_CELSIUS),
    "sweat_index": promise(EXACT, threat),
    "thetae_diff_850_500": promise(
        EXACT,
        lambda d: np.subtract(
            *(
                value(
                    mpcalc.equivalent_potential_temperature(
                        p * units.hPa, at(d, "t", p), dewpoint(d, p)
                    ),
                    "K",
                )
                for p in (850, 500)
            )
        ),
    ),
    "brunt_vaisala_lowlevel": promise(EXACT, frequency),
    "eady_growth_rate": promise(EXACT, growth),
    "specific_humidity_level": promise(
        EXACT,
        lambda d: value(
            mpcalc.specific_humidity_from_mixing_ratio(
                mpcalc.mixing_ratio_from_specific_humidity(at(d, "q", 850))
            ),
            "dimensionless",
        ),
        level=850,
    ),
    "dewpoint_depression_700": promise(
        EXACT, lambda d: value(at(d, "t", 700), "K") - value(dewpoint(d, 700), "K")
    ),
    "rh_2m": promise(EXACT, lambda d: value(humidity(d), "dimensionless")),
    "vpd_2m": promise(EXACT, deficit),
    "heat_index": promise(EXACT, heat),
    "wind_chill": promise(EXACT, chill),
    "apparent_temperature": promise(EXACT, felt, variant="nws"),
    # MetPy's own solver stops at 1e-4 K
    "wet_bulb_temperature_2m": promise(1e-6, wet_bulb, every=7),
    "pwat": promise(INTEGRAL, water, every=5),
    "wv_flux_convergence_intensity": promise(INTEGRAL, flux_convergence),
}

ELSEWHERE = {
    "as stencils, in test_metpy_definition": {
        "positive_vorticity", "low_level_divergence_extrema", "upper_level_convergence_extrema",
        "upper_level_divergence_max", "pva_500", "warm_advection_center_intensity",
        "surface_negative_temp_advection", "frontogenesis_center", "thetae_850_max",
        "average_relative_humidity", "moisture_flux_divergence", "qvector_convergence",
        "moist_pv_mpv1", "dynamic_tropopause_pressure", "pv_isentropic_max",
    },
    "column by column, in test_metpy and tests/diagnostics/physics": {
        "cape", "cin", "lifted_index", "showalter_index", "dcape", "bulk_shear_0_6km",
        "storm_relative_helicity", "wet_bulb_zero_height", "snow_level_height",
    },
    "below, at one level": {"max_vertical_velocity"},
    "not: the states here are not in hydrostatic balance, as MetPy's thickness assumes": {
        "thickness_1000_500",
    },
    "not: MetPy has a part of it only": {"cold_high_intensity", "gust_potential"},
}  # fmt: skip


@pytest.fixture(scope="module", params=["regional", "global"])
def state(request, maker: Callable[..., xarray.Dataset]) -> tuple[xarray.Dataset, xarray.Dataset]:
    """Fields in double precision, and one time of them as MetPy reads it."""
    if request.param == "regional":
        dataset = maker(times=3)
    else:
        dataset = maker(west=0.0, south=-90.0, step=5.0, shape=(37, 72), times=3)
    exact = dataset.astype(np.float64, keep_attrs=True)
    theirs = exact.metpy.assign_crs(
        grid_mapping_name="latitude_longitude", earth_radius=EARTH_RADIUS
    )
    return exact, theirs.isel(time=TIME)


def inside(latitude: np.ndarray, rows: int = 3) -> np.ndarray:
    """The rows that are more than three away from a pole."""
    step = float(np.abs(np.diff(latitude)).min())
    return np.abs(latitude) <= (90.0 - rows * step + 1e-6 if np.abs(latitude).max() > 89 else 90.0)


@pytest.mark.parametrize("name", PROMISES)
@pytest.mark.sweep(10)
def test_an_operator_keeps_its_promise(name: str, state) -> None:
    exact, data = state
    wanted = PROMISES[name]
    # MetPy's columns begin at the lowest level
    bare = exact.drop_vars("sp") if name == "wv_flux_convergence_intensity" else exact
    some = {axis: slice(None, None, wanted.every) for axis in ("latitude", "longitude")}
    here = ours(name, MemorySource(bare), **wanted.params)[:: wanted.every, :: wanted.every]
    there = np.asarray(wanted.theirs(data.isel(some)))
    keep = inside(data.latitude.values)[:: wanted.every]
    # MetPy does not know that the columns close the circle
    here, there = here[keep, 1:-1], there[keep, 1:-1]
    known = np.isfinite(here) & np.isfinite(there)
    assert known.any()
    if name not in ("wind_chill", "sweat_index"):
        assert known.mean() > 0.5
    error = np.sqrt(np.mean((here - there)[known] ** 2))
    assert error <= wanted.tolerance * np.sqrt(np.mean(there[known] ** 2))


def test_the_vertical_velocity_of_one_level(state) -> None:
    exact, data = state
    here = maps("max_vertical_velocity", MemorySource(exact), levels=[700]).at_point["w_m_s"][0]
    there = mpcalc.vertical_velocity(
        at(data, "w", 700),
        700 * units.hPa,
        at(data, "t", 700),
        mpcalc.mixing_ratio_from_specific_humidity(at(data, "q", 700)),
    )
    there = value(there, "m/s")
    assert np.sqrt(np.mean((here - there) ** 2)) <= EXACT * np.sqrt(np.mean(there**2))


def test_every_operator_with_an_equivalent_is_compared_once() -> None:
    named = [*PROMISES, *(name for names in ELSEWHERE.values() for name in names)]
    assert len(named) == len(set(named))
    assert set(named) == {tool.name for tool in get_catalog().indices() if tool.spec.metpy}
