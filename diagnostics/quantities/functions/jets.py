"""Jets: the upper-level jet and its streaks, the low-level jet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

import numpy as np

from diagnostics.grid.streaks import longest_extent_km, object_around, streak_quadrant
from diagnostics.messages import Message
from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.inputs import EastwardWindAt, Field, LevelHpa, Limits, NorthwardWindAt
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps, MissingInputError, Scene

JET: Final = 30.0
LOW_LEVEL_JET: Final = 12.0
"""Speeds from which on there is a jet, m s-1."""
NOSE: Final = 3.0
"""How much stronger than the wind at 600 hPa a low-level jet is, m s-1."""
AXIS_KM: Final = 100.0


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
        at_point={"direction_deg_from": wind_direction(eastward_wind, northward_wind)},
        extra={
            "core_length_km": [partial(item.length_km, JET, 0.9) for item in streaks],
            "relative_quadrant": [partial(item.quadrant, JET) for item in streaks],
        },
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
            raise MissingInputError(Message(id="lack-shear_test"))
        above = np.hypot(eastward_600, northward_600)
        speed = np.where(speed >= above + NOSE, speed, np.nan)
    streaks = [
        _Streak(scene, speed[k], eastward_wind[k], northward_wind[k]) for k in range(len(speed))
    ]
    return Maps(
        speed,
        at_point={"direction_deg_from": wind_direction(eastward_wind, northward_wind)},
        extra={
            "length_km": [partial(item.length_km, LOW_LEVEL_JET, 0.0) for item in streaks],
            "left_front_in_region": [partial(item.left_front, LOW_LEVEL_JET) for item in streaks],
        },
    )


OPERATORS = (
    Operator(
        jet_intensity,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="m/s",
        valid_range=(0.0, 130.0),
        reductions=("max", "p99"),
        formula="sqrt(u**2 + v**2) at the level",
        references=("uccellini1979", "uccellini1987", "koch2006", "sampe2010"),
        metpy=("wind_speed",),
        published_name="Jet Intensity",
        domain="padded_10deg",
        extra_outputs=("direction_deg_from", "core_length_km", "relative_quadrant"),
    ),
    Operator(
        low_level_jet,
        category="dynamics",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale"),
        unit="m/s",
        valid_range=(0.0, 70.0),
        reductions=("max", "p99", "mean"),
        formula=(
            "sqrt(u**2 + v**2) where the wind blows poleward (shear_test: and V > V(600) + 3 m/s)"
        ),
        references=("bonner1968", "chenyu1988", "duchen2018", "stensrud1996"),
        metpy=("wind_speed",),
        domain="padded_3deg",
        extra_outputs=("direction_deg_from", "length_km", "left_front_in_region"),
        nan_means_not_applicable=True,
    ),
)
