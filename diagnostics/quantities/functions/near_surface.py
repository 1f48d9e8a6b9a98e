"""Humidity and comfort at 2 m."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import numpy as np
import numpy.typing as npt

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.messages import Message
from diagnostics.physics import heat_stress
from diagnostics.physics.saturation import saturation_vapor_pressure
from diagnostics.physics.thermodynamics import (
    relative_humidity_from_dewpoint,
    vapor_pressure_deficit,
    wet_bulb_temperature_from_dewpoint,
)
from diagnostics.quantities.inputs import (
    Dewpoint2m,
    EastwardWind10m,
    Limits,
    NorthwardWind10m,
    SurfacePressure,
    Temperature2m,
)
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps, Scene

SEA_LEVEL_PRESSURE = 101325.0
HEAT_FROM: Final = ZERO_CELSIUS + 20.0
CHILL_UP_TO: Final = ZERO_CELSIUS + 10.0
"""Air temperatures at which heat and cold indices begin to say something, K."""


def rh_2m(temperature: Temperature2m, dewpoint: Dewpoint2m) -> Array:
    """Relative humidity at 2 m over liquid water.

    Parameters
    ----------
    temperature, dewpoint : ndarray (time, y, x)
        K.

    Returns
    -------
    ndarray (time, y, x)
        Fraction.
    """
    return relative_humidity_from_dewpoint(temperature, dewpoint)


def vpd_2m(temperature: Temperature2m, dewpoint: Dewpoint2m) -> Array:
    """Vapour pressure deficit at 2 m over liquid water, how strongly the air dries the ground.

    Parameters
    ----------
    temperature, dewpoint : ndarray (time, y, x)
        K.

    Returns
    -------
    ndarray (time, y, x)
        Pa.
    """
    return vapor_pressure_deficit(temperature, dewpoint)


def wet_bulb_temperature_2m(
    temperature: Temperature2m,
    dewpoint: Dewpoint2m,
    surface_pressure: SurfacePressure,
    *,
    method: Annotated[
        Literal["normand", "stull"], Limits("exact construction, or the fit of Stull")
    ] = "normand",
) -> Maps:
    """Wet-bulb temperature at 2 m.

    Parameters
    ----------
    temperature, dewpoint : ndarray (time, y, x)
        K.
    surface_pressure : ndarray (time, y, x), optional
        Pa; 1013.25 hPa is assumed, with a warning, where it is unknown.
    method : {"normand", "stull"}
        The fit holds at sea-level pressure, 5 to 99 % humidity and -20 to 50 degC, and departs
        by up to 1.2 K.

    Returns
    -------
    Maps
        K.
    """
    assumed = surface_pressure is None and method == "normand"
    pressure: Array | float = SEA_LEVEL_PRESSURE if surface_pressure is None else surface_pressure
    return Maps(
        wet_bulb_temperature_from_dewpoint(pressure, temperature, dewpoint, method),
        warnings=("surface_pressure_assumed",) if assumed else (),
    )


def wbgt_simplified(temperature: Temperature2m, dewpoint: Dewpoint2m) -> Array:
    """Wet-bulb globe temperature for moderate sun and light wind.

    Parameters
    ----------
    temperature, dewpoint : ndarray (time, y, x)
        K.

    Returns
    -------
    ndarray (time, y, x)
        K. Approximation of the Australian Bureau of Meteorology; too high at night and in wind.
    """
    return heat_stress.wet_bulb_globe_temperature(temperature, saturation_vapor_pressure(dewpoint))


def heat_index(temperature: Temperature2m, dewpoint: Dewpoint2m, scene: Scene) -> Maps:
    """Heat index of the United States National Weather Service.

    Parameters
    ----------
    temperature, dewpoint : ndarray (time, y, x)
        K.
    scene : Scene

    Returns
    -------
    Maps
        K, the temperature itself below 40 degF (MetPy masks below 80 degF unless told not to);
        35 degC at 60 % gives 45.1 degC. At times when no cell of the region is as warm as 20 degC
        the index says nothing, and there is no value.
    """
    humidity = relative_humidity_from_dewpoint(temperature, dewpoint)
    felt = heat_stress.heat_index(temperature, humidity)
    return Maps(
        _where_applicable(felt, temperature >= HEAT_FROM, scene),
        reason=Message(id="lack-heat_index_range"),
    )


def humidex(temperature: Temperature2m, dewpoint: Dewpoint2m, scene: Scene) -> Maps:
    """Humidex of the Meteorological Service of Canada: how hot humid air feels.

    Parameters
    ----------
    temperature, dewpoint : ndarray (time, y, x)
        K.
    scene : Scene

    Returns
    -------
    Maps
        K, from the vapour pressure of its own definition. A number without a unit in forecasts,
        shown here as the temperature that it is; great discomfort begins at 40, danger at 45. At
        times when no cell of the region is as warm as 20 degC it says nothing, and there is no
        value.
    """
    return Maps(
        _where_applicable(
            heat_stress.humidex(temperature, dewpoint), temperature >= HEAT_FROM, scene
        ),
        reason=Message(id="lack-humidex_range"),
    )


def _where_applicable(felt: Array, applicable: npt.NDArray[np.bool_], scene: Scene) -> Array:
    """Leave the times out at which an index applies nowhere in the region."""
    somewhere = (applicable & scene.mask).any(axis=(-2, -1), keepdims=True)
    return np.where(somewhere, felt, np.nan)


def wind_chill(
    temperature: Temperature2m,
    eastward_wind: EastwardWind10m,
    northward_wind: NorthwardWind10m,
    scene: Scene,
) -> Maps:
    """Wind chill temperature.

    Parameters
    ----------
    temperature : ndarray (time, y, x)
        2-m temperature, K.
    eastward_wind, northward_wind : ndarray (time, y, x)
        10-m wind, m s-1.
    scene : Scene

    Returns
    -------
    Maps
        K; the air temperature itself above 10 degC or below 4.8 km/h. At times when no cell of the
        region is as cold as 10 degC the index says nothing, and there is no value.
    """
    chilled = heat_stress.wind_chill(temperature, np.hypot(eastward_wind, northward_wind))
    return Maps(
        _where_applicable(chilled, temperature <= CHILL_UP_TO, scene),
        reason=Message(id="lack-wind_chill_range"),
    )


def apparent_temperature(
    temperature: Temperature2m,
    dewpoint: Dewpoint2m,
    eastward_wind: EastwardWind10m,
    northward_wind: NorthwardWind10m,
    *,
    variant: Annotated[
        Literal["steadman1994", "nws"], Limits("two indices share the name")
    ] = "steadman1994",
) -> Array:
    """Apparent temperature in the shade.

    Parameters
    ----------
    temperature, dewpoint : ndarray (time, y, x)
        K.
    eastward_wind, northward_wind : ndarray (time, y, x)
        10-m wind, m s-1.
    variant : {"steadman1994", "nws"}
        The second is the heat index from 80 degF on, the wind chill below 50 degF and the
        temperature between.

    Returns
    -------
    ndarray (time, y, x)
        K.
    """
    speed = np.hypot(eastward_wind, northward_wind)
    if variant == "nws":
        humidity = relative_humidity_from_dewpoint(temperature, dewpoint)
        return heat_stress.apparent_temperature_nws(temperature, humidity, speed)
    return heat_stress.apparent_temperature(temperature, saturation_vapor_pressure(dewpoint), speed)


OPERATORS = (
    Operator(
        rh_2m,
        category="moisture",
        difficulty="easy",
        events=("snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="%",
        valid_range=(0.0, 105.0),
        reductions=("mean", "min", "max"),
        formula="es(d2m) / es(t2m)",
        references=("dingke2015", "perkins2015"),
        metpy=("relative_humidity_from_dewpoint",),
    ),
    Operator(
        vpd_2m,
        category="moisture",
        difficulty="easy",
        events=("heat_wave",),
        unit="hPa",
        valid_range=(0.0, 130.0),
        reductions=("max", "mean", "p95"),
        formula="es(t2m) - es(d2m)",
        references=("miralles2014", "perkins2015"),
        metpy=("saturation_vapor_pressure",),
    ),
    Operator(
        wet_bulb_temperature_2m,
        category="moisture",
        difficulty="medium",
        events=("snowstorm", "heat_wave"),
        unit="degC",
        valid_range=(-60.0, 36.0),
        reductions=("max", "min", "mean", "point"),
        formula="normand: dry adiabat to the condensation level, moist one back; stull: fit",
        references=("stull2011", "sherwood2010", "raymond2020"),
        metpy=("wet_bulb_temperature",),
    ),
    Operator(
        wbgt_simplified,
        category="moisture",
        difficulty="medium",
        events=("heat_wave",),
        unit="degC",
        valid_range=(-20.0, 48.0),
        reductions=("max", "mean", "p95"),
        formula="0.567 T + 0.393 e + 3.94, T in degC, e in hPa",
        references=("liljegren2008",),
    ),
    Operator(
        heat_index,
        category="thermodynamics",
        difficulty="medium",
        events=("heat_wave",),
        unit="degC",
        valid_range=(-60.0, 75.0),
        reductions=("max", "mean", "p95"),
        formula="Steadman's simple form; Rothfusz regression with two adjustments from 79 degF on",
        references=("steadman1979", "rothfusz1990"),
        metpy=("heat_index",),
        nan_means_not_applicable=True,
    ),
    Operator(
        humidex,
        category="thermodynamics",
        difficulty="easy",
        events=("heat_wave",),
        unit="degC",
        valid_range=(-70.0, 70.0),
        reductions=("max", "mean", "p95"),
        formula="T + 5/9 (e - 10), e = 6.11 exp(5417.7530 (1/273.16 - 1/d2m)) in hPa",
        references=("masterton1979",),
        nan_means_not_applicable=True,
    ),
    Operator(
        wind_chill,
        category="thermodynamics",
        difficulty="easy",
        events=("cold_wave",),
        unit="degC",
        valid_range=(-95.0, 60.0),
        reductions=("min", "mean", "p05"),
        formula=(
            "13.12 + 0.6215 T + (0.3965 T - 11.37) V**0.16, T in degC (<= 10), V in km/h (> 4.8)"
        ),
        references=("osczevski2005",),
        metpy=("windchill",),
        nan_means_not_applicable=True,
    ),
    Operator(
        apparent_temperature,
        category="thermodynamics",
        difficulty="medium",
        events=("heat_wave",),
        unit="degC",
        valid_range=(-50.0, 60.0),
        reductions=("max", "mean", "min"),
        formula="T + 0.33 e - 0.70 V - 4.00, e in hPa, V in m/s; nws: heat index or wind chill",
        references=("steadman1994",),
        metpy=("apparent_temperature",),
    ),
)
