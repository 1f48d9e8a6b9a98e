"""Wind speeds: near the ground, in jets, across layers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

import numpy as np

from diagnostics.catalog.declare import index
from diagnostics.catalog.inputs import (
    EastwardWind10m,
    EastwardWindAt,
    Field,
    LevelHpa,
    Limits,
    NorthwardWind10m,
    NorthwardWindAt,
)
from diagnostics.catalog.results import Array, Maps, MissingInputError, Scene
from diagnostics.grid.streaks import longest_extent_km, object_around, streak_quadrant

JET: Final = 30.0
LOW_LEVEL_JET: Final = 12.0
"""Speeds from which on there is a jet, m s-1."""
NOSE: Final = 3.0
"""How much stronger than the wind at 600 hPa a low-level jet is, m s-1."""
AXIS_KM: Final = 100.0

_BEAUFORT_MS = (0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7)
"""Lower limits of Beaufort forces 1 to 12, m s-1 (WMO-No. 306, code table 1100)."""


def direction_from(eastward_wind: Array, northward_wind: Array) -> Array:
    """Return where the wind blows from in degrees: north is 360, calm is 0.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray
        m s-1.
    """
    degrees = np.degrees(np.arctan2(-eastward_wind, -northward_wind)) % 360.0
    degrees = np.where(degrees == 0.0, 360.0, degrees)
    return np.where((eastward_wind == 0.0) & (northward_wind == 0.0), 0.0, degrees)


def direction_to(eastward: Array, northward: Array) -> Array:
    """Return where a vector points to in degrees clockwise from north, 0 to 360."""
    return np.degrees(np.arctan2(eastward, northward)) % 360.0


@index(
    title_en="10-m wind speed",
    title_zh="地面(10米)风速",
    category="dynamics",
    difficulty="easy",
    events="rainstorm snowstorm gale cold_wave",
    unit="m/s",
    valid_range=(0.0, 75.0),
    reductions=(
        "max",
        "mean",
        "p99",
        "point",
    ),
    references=(
        "knox2011",
        "brasseur2001",
    ),
    metpy=(
        "metpy.calc.wind_direction",
        "metpy.calc.wind_speed",
    ),
    published_name="Surface Wind Speed",
    formula="sqrt(u10**2 + v10**2)",
    extra_outputs=("direction_deg_from", "beaufort"),
)
def surface_wind_speed(eastward_wind: EastwardWind10m, northward_wind: NorthwardWind10m) -> Maps:
    """Wind speed at 10 m: the mean wind of a model step, not a gust.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1.

    Returns
    -------
    Maps
        m s-1. A mean over an area is the mean of speeds, not the speed of the mean vector.
    """
    speed = np.hypot(eastward_wind, northward_wind)
    beaufort = np.digitize(speed, _BEAUFORT_MS).astype(np.float64)
    return Maps(
        speed,
        at_point={
            "direction_deg_from": direction_from(eastward_wind, northward_wind),
            "beaufort": beaufort,
        },
    )


@index(
    title_en="10-m wind gust",
    title_zh="10米阵风",
    category="dynamics",
    difficulty="easy",
    events="gale",
    unit="m/s",
    valid_range=(0.0, 100.0),
    reductions=(
        "max",
        "p99",
    ),
    references=(
        "brasseur2001",
        "knox2011",
    ),
    formula="fg10, the largest gust since the previous time",
)
def wind_gust_10m(gust: Annotated[Array, Field("fg10", "m s-1")]) -> Array:
    """Strongest gust at 10 m over the interval that ends at each time.

    Parameters
    ----------
    gust : ndarray (time, y, x)
        m s-1.

    Returns
    -------
    ndarray (time, y, x)
        m s-1.
    """
    return gust


@index(
    title_en="Upper-level jet intensity",
    title_zh="高空急流强度",
    category="dynamics",
    difficulty="medium",
    events="rainstorm snowstorm gale cold_wave",
    unit="m/s",
    valid_range=(0.0, 130.0),
    reductions=(
        "max",
        "p99",
    ),
    references=(
        "uccellini1979",
        "uccellini1987",
        "koch2006",
        "sampe2010",
    ),
    domain="padded_10deg",
    metpy=("metpy.calc.wind_speed",),
    published_name="Jet Intensity",
    formula="sqrt(u**2 + v**2) at the level",
    extra_outputs=("direction_deg_from", "core_length_km", "relative_quadrant"),
)
def jet_intensity(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    scene: Scene,
    *,
    level: LevelHpa = 200.0,
) -> Maps:
    """Wind speed in the upper troposphere; 30 m/s and more is a jet.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1.
    scene : Scene
    level : float
        hPa; 200 in the warm season, 250 or 300 in the cold one.

    Returns
    -------
    Maps
        m s-1. From 30 m/s on, the length of the core (at least 0.9 of the largest speed) is
        reported, and the quadrant of the jet streak in which the region's centre lies: ``axis``
        within 100 km of the flow through the core.
    """
    speed = np.hypot(eastward_wind, northward_wind)
    streaks = [
        _Streak(scene, speed[k], eastward_wind[k], northward_wind[k]) for k in range(len(speed))
    ]
    return Maps(
        speed,
        at_point={"direction_deg_from": direction_from(eastward_wind, northward_wind)},
        extra={
            "core_length_km": [partial(item.length_km, JET, 0.9) for item in streaks],
            "relative_quadrant": [partial(item.quadrant, JET) for item in streaks],
        },
    )


@dataclass(frozen=True, eq=False)
class _Streak:
    """The strongest wind of one time in the region, looked at only when it is asked for."""

    scene: Scene
    speed: Array
    eastward_wind: Array
    northward_wind: Array

    def core(self, least: float) -> tuple[int, int] | None:
        inside = np.where(self.scene.mask & np.isfinite(self.speed), self.speed, -np.inf)
        row, column = np.unravel_index(inside.argmax(), inside.shape)
        cell = int(row), int(column)
        return cell if inside[cell] >= least else None

    def length_km(self, least: float, share: float) -> float | None:
        """Length of the object around the core with at least a share of its speed, or `least`."""
        cell = self.core(least)
        if cell is None:
            return None
        with np.errstate(invalid="ignore"):
            strong = self.speed >= max(share * self.speed[cell], least)
        return round(
            longest_extent_km(object_around(strong, self.scene.grid, cell), self.scene.grid)
        )

    def quadrant(self, least: float) -> str | None:
        """Where in the streak the region's centre lies."""
        cell = self.core(least)
        if cell is None or self.scene.region is None:
            return None
        flow = float(self.eastward_wind[cell]), float(self.northward_wind[cell])
        return streak_quadrant(
            self.scene.place(cell), flow, self.scene.region.center, axis_km=AXIS_KM
        )

    def left_front(self, least: float) -> bool | None:
        """Whether the region's centre lies in the left exit, where ascent is forced."""
        quadrant = self.quadrant(least)
        return None if quadrant is None else quadrant == "left_exit"


@index(
    title_en="Low-level jet strength",
    title_zh="低空急流强度",
    category="dynamics",
    difficulty="easy",
    events="rainstorm snowstorm gale",
    unit="m/s",
    valid_range=(0.0, 70.0),
    reductions=(
        "max",
        "p99",
        "mean",
    ),
    references=(
        "bonner1968",
        "chenyu1988",
        "duchen2018",
        "stensrud1996",
    ),
    domain="padded_3deg",
    metpy=("metpy.calc.wind_speed",),
    formula="sqrt(u**2 + v**2) where the wind blows poleward (shear_test: and V > V(600) + 3 m/s)",
    selective=True,
    extra_outputs=("direction_deg_from", "length_km", "left_front_in_region"),
)
def low_level_jet(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    eastward_600: Annotated[Array | None, Field("u", "m s-1", at=600.0, when=("shear_test", True))],
    northward_600: Annotated[
        Array | None, Field("v", "m s-1", at=600.0, when=("shear_test", True))
    ],
    scene: Scene,
    *,
    level: LevelHpa = 850.0,
    any_direction: Annotated[bool, Limits("count winds of every direction")] = False,
    shear_test: Annotated[
        bool, Limits("count only winds that exceed those at 600 hPa by 3 m/s")
    ] = False,
) -> Maps:
    """Wind speed of the low-level jet; 12 m/s and more is a jet.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1.
    eastward_600, northward_600 : ndarray (time, y, x), optional
        m s-1 at 600 hPa, for the test of the shear above the jet.
    scene : Scene
    level : float
        hPa.
    any_direction : bool
        Whether winds without a poleward component count too.
    shear_test : bool
        Whether only winds count that are 3 m/s stronger than those at 600 hPa: a nose, not deep
        flow.

    Returns
    -------
    Maps
        m s-1; NaN where the wind does not count. From 12 m/s on, the length of the jet is reported,
        and whether the region's centre lies in its left front.
    """
    speed = np.hypot(eastward_wind, northward_wind)
    if not any_direction:
        speed = np.where(northward_wind * scene.hemisphere > 0.0, speed, np.nan)
    if shear_test:
        if eastward_600 is None or northward_600 is None:
            raise MissingInputError("low_level_jet needs u and v at 600 hPa for its shear_test")
        above = np.hypot(eastward_600, northward_600)
        speed = np.where(speed >= above + NOSE, speed, np.nan)
    streaks = [
        _Streak(scene, speed[k], eastward_wind[k], northward_wind[k]) for k in range(len(speed))
    ]
    return Maps(
        speed,
        at_point={"direction_deg_from": direction_from(eastward_wind, northward_wind)},
        extra={
            "length_km": [partial(item.length_km, LOW_LEVEL_JET, 0.0) for item in streaks],
            "left_front_in_region": [partial(item.left_front, LOW_LEVEL_JET) for item in streaks],
        },
    )


@index(
    title_en="Vertical wind shear between two pressure levels",
    title_zh="垂直风切变",
    category="dynamics",
    difficulty="hard",
    events="rainstorm gale",
    unit="m/s",
    valid_range=(0.0, 110.0),
    reductions=(
        "max",
        "mean",
        "point",
    ),
    references=(
        "weisman1982",
        "rotunno1988",
    ),
    metpy=("metpy.calc.bulk_shear",),
    published_name="Vertical Wind Shear",
    formula="sqrt((u_high - u_low)**2 + (v_high - v_low)**2)",
    extra_outputs=("direction_deg_to",),
)
def vertical_wind_shear(
    eastward_low: Annotated[Array, Field("u", "m s-1", at="p_low")],
    northward_low: Annotated[Array, Field("v", "m s-1", at="p_low")],
    eastward_high: Annotated[Array, Field("u", "m s-1", at="p_high")],
    northward_high: Annotated[Array, Field("v", "m s-1", at="p_high")],
    *,
    p_low: LevelHpa = 850.0,
    p_high: LevelHpa = 500.0,
) -> Maps:
    """Length of the vector difference of the winds at two pressure levels.

    Parameters
    ----------
    eastward_low, northward_low, eastward_high, northward_high : ndarray (time, y, x)
        m s-1.
    p_low, p_high : float
        hPa; 850 and 500, or 850 and 200 for tropical cyclones.

    Returns
    -------
    Maps
        m s-1. The difference of the speeds is not the shear.
    """
    eastward, northward = eastward_high - eastward_low, northward_high - northward_low
    return Maps(
        np.hypot(eastward, northward),
        at_point={"direction_deg_to": direction_to(eastward, northward)},
    )


@index(
    title_en="850-hPa meridional wind",
    title_zh="850hPa经向风",
    category="dynamics",
    difficulty="easy",
    events="rainstorm snowstorm heat_wave cold_wave",
    unit="m/s",
    valid_range=(-50.0, 50.0),
    reductions=(
        "mean",
        "max",
        "min",
    ),
    references=(
        "compo1999",
        "grumm2001",
        "stuart2006",
    ),
    formula="v, times -1 in the Southern Hemisphere",
    sign="positive = poleward wind (southerly in the Northern Hemisphere)",
)
def meridional_wind_850(
    northward_wind: NorthwardWindAt, scene: Scene, *, level: LevelHpa = 850.0
) -> Array:
    """Poleward component of the wind: negative in outbreaks of polar air.

    Parameters
    ----------
    northward_wind : ndarray (time, y, x)
        m s-1.
    scene : Scene
    level : float
        hPa.

    Returns
    -------
    ndarray (time, y, x)
        m s-1.
    """
    return northward_wind * scene.hemisphere


TOOLS = (
    surface_wind_speed,
    wind_gust_10m,
    jet_intensity,
    low_level_jet,
    vertical_wind_shear,
    meridional_wind_850,
)
