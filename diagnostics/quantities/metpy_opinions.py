"""What MetPy does for a second opinion, by operator.

`OPINIONS` is the registry: which operators have an opinion, how closely both should agree and for
which types of event a diagnosis asks for it by itself. Nothing here depends on how long something
takes.

MetPy is imported at the first opinion of a process, which takes a second or two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.contracts.enums import EventType
from diagnostics.messages import Message
from diagnostics.quantities.point_neighbourhood import NoOpinionError, PointNeighbourhood
from diagnostics.quantities.results import Array

Compute = Callable[[PointNeighbourhood], Any]


@dataclass(frozen=True)
class Opinion:
    """How MetPy computes one index.

    Parameters
    ----------
    compute : callable
        Returns the value with its unit.
    functions : tuple of str
        Of `metpy.calc`.
    relative, absolute : float
        Both agree where they differ by no more than ``absolute + relative * |ours|``, the first in
        the unit shown.
    events : frozenset of EventType
        Types of event in whose diagnoses the opinion is asked for by itself.
    """

    compute: Compute
    functions: tuple[str, ...]
    relative: float
    absolute: float
    events: frozenset[EventType]


OPINIONS: dict[str, Opinion] = {}
"""By name of the index."""


def _opinion(
    *names: str,
    functions: tuple[str, ...],
    relative: float = 0.0,
    absolute: float = 0.0,
    events: tuple[EventType, ...] = (),
) -> Callable[[Compute], Compute]:
    def register(compute: Compute) -> Compute:
        for name in names:
            OPINIONS[name] = Opinion(compute, functions, relative, absolute, frozenset(events))
        return compute

    return register


def _units() -> Any:
    from metpy.units import units

    return units


def _dewpoint(pressure_hpa: Any, humidity: Any) -> Any:
    import metpy.calc as mpcalc

    units = _units()
    moist = np.maximum(humidity, 1e-9) * units("kg/kg")
    return mpcalc.dewpoint_from_specific_humidity(pressure_hpa * units.hPa, moist).to("kelvin")


def _levels(around: PointNeighbourhood, *hpa: float) -> tuple[Any, Any, Any]:
    """Return pressure, temperature and dewpoint at named levels, the lowest first.

    A level whose humidity the operator does not read has its temperature as dewpoint: the index
    does not use it, MetPy's profile must have it.
    """
    units = _units()
    temperature = np.array([around.point(f"temperature_{level:g}") for level in hpa])
    dewpoint = [
        _dewpoint(level, around.point(f"humidity_{level:g}")).magnitude
        if f"humidity_{level:g}" in around.arrays
        else warm
        for level, warm in zip(hpa, temperature, strict=True)
    ]
    return (
        np.array(hpa) * units.hPa,
        temperature * units.kelvin,
        np.minimum(dewpoint, temperature) * units.kelvin,
    )


def _column(around: PointNeighbourhood) -> tuple[Any, Any, Any]:
    """Return pressure, temperature and dewpoint from the ground up, 2 m values first."""
    units = _units()
    pressure, temperature = around.levels[::-1], around.point("temperature")[::-1]
    dewpoint = _dewpoint(pressure, around.point("humidity")[::-1]).magnitude
    near = ("surface_pressure", "temperature_2m", "dewpoint_2m")
    if all(name in around.arrays for name in near):
        ground, warm, moist = (around.point(name) for name in near)
        above = pressure < ground / 100.0 - 0.5
        pressure = np.concatenate([[ground / 100.0], pressure[above]])
        temperature = np.concatenate([[warm], temperature[above]])
        dewpoint = np.concatenate([[moist], dewpoint[above]])
    return (
        pressure * units.hPa,
        temperature * units.kelvin,
        np.minimum(dewpoint, temperature) * units.kelvin,
    )


def _wind(around: PointNeighbourhood) -> tuple[Any, Any]:
    units = _units()
    return (
        around.point("eastward_wind") * units("m/s"),
        around.point("northward_wind") * units("m/s"),
    )


@_opinion(
    "cape",
    functions=("most_unstable_cape_cin", "surface_based_cape_cin", "mixed_layer_cape_cin"),
    relative=0.05,
    absolute=20.0,
    events=(EventType.RAINSTORM, EventType.GALE),
)
def _cape(around: PointNeighbourhood) -> Any:
    return _parcel(around)[0]


@_opinion(
    "cin",
    functions=("most_unstable_cape_cin", "surface_based_cape_cin", "mixed_layer_cape_cin"),
    relative=0.1,
    absolute=10.0,
)
def _cin(around: PointNeighbourhood) -> Any:
    return _parcel(around)[1]


def _parcel(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    if not around.call.values.get("virtual_temperature", True):
        raise NoOpinionError(Message(id="opinion-virtual_temperature"))
    computed = {
        "MU": mpcalc.most_unstable_cape_cin,
        "SB": mpcalc.surface_based_cape_cin,
        "ML": mpcalc.mixed_layer_cape_cin,
    }
    return computed[str(around.call.values["parcel"])](*_column(around))


@_opinion(
    "lifted_index",
    functions=("parcel_profile", "lifted_index"),
    absolute=0.5,
    events=(EventType.RAINSTORM,),
)
def _lifted(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    if around.call.values["parcel"] != "SB":
        raise NoOpinionError(Message(id="opinion-surface_parcel"))
    pressure, temperature, dewpoint = _column(around)
    profile = mpcalc.parcel_profile(pressure, temperature[0], dewpoint[0])
    return mpcalc.lifted_index(pressure, temperature, profile)[0].to("delta_degC").m * _units()(
        "kelvin"
    )


@_opinion("dcape", functions=("downdraft_cape",), relative=0.05, absolute=20.0)
def _dcape(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    down = mpcalc.downdraft_cape(*_column(around))[0]
    return max(down, 0.0 * down.units)


@_opinion(
    "pwat",
    functions=("dewpoint_from_specific_humidity", "precipitable_water"),
    relative=0.05,
    absolute=0.5,
    events=(EventType.RAINSTORM, EventType.SNOWSTORM),
)
def _precipitable_water(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    units = _units()
    ground = around.point("surface_pressure") / 100.0
    profile = around.point("humidity")
    above = around.levels < ground
    # the lowest layer ends at the ground, not at the lowest level above it
    near = np.interp(ground, around.levels, profile)
    pressure = np.concatenate([[ground], around.levels[above][::-1]])
    humidity = np.concatenate([[near], profile[above][::-1]])
    water = mpcalc.precipitable_water(pressure * units.hPa, _dewpoint(pressure, humidity))
    return water.to("mm").magnitude * units("kg/m^2")


@_opinion("k_index", functions=("k_index",), absolute=0.1, events=(EventType.RAINSTORM,))
def _k_index(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    return mpcalc.k_index(*_levels(around, 850, 700, 500)).to("kelvin")


@_opinion("total_totals", functions=("total_totals_index",), absolute=0.1)
def _total_totals(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    value = mpcalc.total_totals_index(*_levels(around, 850, 500))
    # a sum and difference of temperatures: its zero is that of Celsius, as ours is
    return (value.to("delta_degC").magnitude + 273.15) * _units()("kelvin")


@_opinion("showalter_index", functions=("showalter_index",), absolute=0.2)
def _showalter(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    value = mpcalc.showalter_index(*_levels(around, 850, 500))
    return value.to("delta_degC").magnitude * _units()("kelvin")


@_opinion("sweat_index", functions=("sweat_index",), relative=0.01, absolute=0.5)
def _sweat(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    units = _units()
    u = np.array([around.point(f"eastward_{level}") for level in (850, 500)]) * units("m/s")
    v = np.array([around.point(f"northward_{level}") for level in (850, 500)]) * units("m/s")
    speed = mpcalc.wind_speed(u, v).to("knots")
    return mpcalc.sweat_index(*_levels(around, 850, 500), speed, mpcalc.wind_direction(u, v))


@_opinion("thetae_850_max", functions=("equivalent_potential_temperature",), absolute=0.5)
def _theta_e(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    units, level = _units(), around.pressure
    moist = _dewpoint(level, around.point("humidity"))
    warm = around.point("temperature") * units.kelvin
    return mpcalc.equivalent_potential_temperature(level * units.hPa, warm, min(moist, warm))


@_opinion("dewpoint_depression_700", functions=("dewpoint_from_specific_humidity",), absolute=0.05)
def _depression(around: PointNeighbourhood) -> Any:
    units = _units()
    moist = _dewpoint(around.pressure, around.point("humidity"))
    return (around.point("temperature") - moist.magnitude) * units.kelvin


@_opinion("rh_2m", functions=("relative_humidity_from_dewpoint",), absolute=0.1)
def _relative_humidity(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    return mpcalc.relative_humidity_from_dewpoint(*_near_ground(around))


@_opinion("vpd_2m", functions=("saturation_vapor_pressure",), relative=0.005, absolute=0.02)
def _deficit(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    warm, moist = _near_ground(around)
    return mpcalc.saturation_vapor_pressure(warm) - mpcalc.saturation_vapor_pressure(moist)


@_opinion(
    "wet_bulb_temperature_2m",
    functions=("wet_bulb_temperature",),
    absolute=0.05,
    events=(EventType.SNOWSTORM, EventType.HEAT_WAVE),
)
def _wet_bulb(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    pressure = around.point("surface_pressure") * _units()("Pa")
    return mpcalc.wet_bulb_temperature(pressure, *_near_ground(around)).to("kelvin")


@_opinion("heat_index", functions=("heat_index",), absolute=0.1, events=(EventType.HEAT_WAVE,))
def _heat_index(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    warm, moist = _near_ground(around)
    share = mpcalc.relative_humidity_from_dewpoint(warm, moist)
    return mpcalc.heat_index(warm, share, mask_undefined=False).to("kelvin")


@_opinion("wind_chill", functions=("windchill",), absolute=0.1, events=(EventType.COLD_WAVE,))
def _wind_chill(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    warm = around.point("temperature") * _units()("kelvin")
    speed = mpcalc.wind_speed(*_wind(around))
    return mpcalc.windchill(warm, speed, mask_undefined=True).to("kelvin")


def _near_ground(around: PointNeighbourhood) -> tuple[Any, Any]:
    units = _units()
    warm = around.point("temperature") * units.kelvin
    return warm, min(around.point("dewpoint") * units.kelvin, warm)


@_opinion(
    "surface_wind_speed",
    "jet_intensity",
    "low_level_jet",
    functions=("wind_speed",),
    relative=1e-4,
    absolute=0.01,
    events=(EventType.GALE,),
)
def _speed(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    return mpcalc.wind_speed(*_wind(around))


@_opinion("vertical_wind_shear", functions=("wind_speed",), relative=1e-4, absolute=0.01)
def _shear(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    units = _units()
    east = (around.point("eastward_high") - around.point("eastward_low")) * units("m/s")
    north = (around.point("northward_high") - around.point("northward_low")) * units("m/s")
    return mpcalc.wind_speed(east, north)


@_opinion(
    "bulk_shear_0_6km",
    functions=("wind_speed", "metpy.interpolate.interpolate_1d"),
    relative=1e-3,
    absolute=0.05,
    events=(EventType.GALE,),
)
def _deep_shear(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc
    from metpy.interpolate import interpolate_1d

    units = _units()
    heights, east, north = _hodograph(around)
    top = [interpolate_1d(np.array([6000.0]), heights, wind)[0] for wind in (east, north)]
    return mpcalc.wind_speed((top[0] - east[0]) * units("m/s"), (top[1] - north[0]) * units("m/s"))


@_opinion(
    "storm_relative_helicity",
    functions=("storm_relative_helicity",),
    relative=1e-2,
    absolute=1.0,
)
def _helicity(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    if "storm_u_m_s" not in around.extra or "storm_v_m_s" not in around.extra:
        raise NoOpinionError(Message(id="opinion-no_motion"))
    units = _units()
    heights, east, north = _hodograph(around)
    return mpcalc.storm_relative_helicity(
        heights * units.m,
        east * units("m/s"),
        north * units("m/s"),
        depth=float(around.call.values["depth_m"]) * units.m,
        storm_u=float(around.extra["storm_u_m_s"]) * units("m/s"),
        storm_v=float(around.extra["storm_v_m_s"]) * units("m/s"),
    )[2]


def _hodograph(around: PointNeighbourhood) -> tuple[Array, Array, Array]:
    """Return heights above the ground in m and winds in m/s from 10 m up."""
    heights = around.point("geopotential")[::-1] / GRAVITY - around.point("orography")
    above = heights > 0.0
    winds = [
        np.concatenate([[around.point(near)], around.point(aloft)[::-1][above]])
        for near, aloft in (
            ("eastward_10m", "eastward_wind"),
            ("northward_10m", "northward_wind"),
        )
    ]
    return np.concatenate([[0.0], heights[above]]), winds[0], winds[1]


def _flow(around: PointNeighbourhood) -> tuple[Any, Any]:
    units = _units()
    return (
        around.plane("eastward_wind") * units("m/s"),
        around.plane("northward_wind") * units("m/s"),
    )


@_opinion(
    "positive_vorticity",
    functions=("vorticity",),
    relative=0.02,
    absolute=0.05,
)
def _vorticity(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    return around.at(mpcalc.vorticity(*_flow(around)))


@_opinion(
    "low_level_divergence_extrema",
    "upper_level_convergence_extrema",
    "upper_level_divergence_max",
    functions=("divergence",),
    relative=0.02,
    absolute=0.05,
)
def _divergence(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    return around.at(mpcalc.divergence(*_flow(around)))


@_opinion("moisture_flux_divergence", functions=("divergence",), relative=0.02, absolute=0.05)
def _moisture_flux(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    units = _units()
    moist = around.plane("humidity") * units("kg/kg")
    u, v = _flow(around)
    flux = around.at(mpcalc.divergence(moist * u, moist * v))
    return flux / (GRAVITY * units("m/s^2"))


@_opinion("warm_advection_center_intensity", functions=("advection",), relative=0.01, absolute=0.01)
def _advection(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    warm = around.plane("temperature") * _units()("kelvin")
    return around.at(mpcalc.advection(warm, *_flow(around)))


@_opinion("frontogenesis_center", functions=("frontogenesis",), relative=0.05, absolute=0.05)
def _frontogenesis(around: PointNeighbourhood) -> Any:
    import metpy.calc as mpcalc

    units = _units()
    warm = around.plane("temperature") * units("kelvin")
    theta = mpcalc.potential_temperature(around.pressure * units.hPa, warm)
    return around.at(mpcalc.frontogenesis(theta, *_flow(around)))


@_opinion(
    "horizontal_temperature_gradient", functions=("geospatial_gradient",), relative=0.01,
    absolute=0.01, events=(EventType.COLD_WAVE,),
)  # fmt: skip
def _temperature_gradient(around: PointNeighbourhood) -> Any:
    return _gradient(around, around.plane("temperature") * _units()("kelvin"))


@_opinion("mslp_gradient", functions=("geospatial_gradient",), relative=0.01, absolute=0.01)
def _pressure_gradient(around: PointNeighbourhood) -> Any:
    return _gradient(around, around.plane("pressure") * _units()("Pa"))


def _gradient(around: PointNeighbourhood, field: Any) -> Any:
    import metpy.calc as mpcalc

    east, north = (part[around.row, around.column] for part in mpcalc.geospatial_gradient(field))
    return np.hypot(east, north)
