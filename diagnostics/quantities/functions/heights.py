"""Geopotential heights and thicknesses.

A height here is geopotential over standard gravity (gpm), the number on charts; the geometric
height is 5 m more at 500 hPa and 66 m more at 50 hPa.
"""

from __future__ import annotations

from typing import Annotated

from diagnostics.constants import GRAVITY
from diagnostics.quantities.inputs import (
    Field,
    GeopotentialAt,
    LevelHpa,
    Temperature500,
    Temperature850,
)
from diagnostics.quantities.operator_record import AtDefaultLevel, Operator
from diagnostics.quantities.results import Array


def gh500(geopotential: GeopotentialAt, *, level: LevelHpa = 500.0) -> Array:
    """Geopotential height of a pressure level, 500 hPa unless another is asked for.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2.
    level : float
        hPa; the field handed over is at this level.

    Returns
    -------
    ndarray (time, y, x)
        gpm.
    """
    return geopotential / GRAVITY


def thickness_1000_500(
    geopotential_500: Annotated[Array, Field("z", "m2 s-2", at=500.0)],
    geopotential_1000: Annotated[Array, Field("z", "m2 s-2", at=1000.0, below_ground=True)],
) -> Array:
    """Thickness of the layer between 1000 and 500 hPa, a measure of its mean temperature.

    Parameters
    ----------
    geopotential_500, geopotential_1000 : ndarray (time, y, x)
        m2 s-2. Where 1000 hPa lies below ground it is the model's extrapolation; a diagnosis
        takes it too, because the thresholds in use (the 540 line) are those of that field.

    Returns
    -------
    ndarray (time, y, x)
        gpm.
    """
    return (geopotential_500 - geopotential_1000) / GRAVITY


def lapse_rate_850_500(
    temperature_850: Temperature850,
    temperature_500: Temperature500,
    geopotential_850: Annotated[Array, Field("z", "m2 s-2", at=850.0)],
    geopotential_500: Annotated[Array, Field("z", "m2 s-2", at=500.0)],
) -> Array:
    """Decrease of temperature with height between 850 and 500 hPa.

    Parameters
    ----------
    temperature_850, temperature_500 : ndarray (time, y, x)
        K.
    geopotential_850, geopotential_500 : ndarray (time, y, x)
        m2 s-2.

    Returns
    -------
    ndarray (time, y, x)
        K m-1, positive where it cools upward.
    """
    depth = (geopotential_500 - geopotential_850) / GRAVITY
    return (temperature_850 - temperature_500) / depth


OPERATORS = (
    Operator(
        gh500,
        category="dynamics",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale", "heat_wave", "cold_wave"),
        unit="gpm",
        valid_range=AtDefaultLevel(4700.0, 6050.0),
        reductions=("mean", "max", "min", "point"),
        formula="z / g0 at the level (500 hPa)",
        references=("hart2001", "zhu2007"),
        published_name="500hPa Geopotential Height",
    ),
    Operator(
        thickness_1000_500,
        category="thermodynamics",
        difficulty="easy",
        events=("snowstorm", "heat_wave", "cold_wave"),
        unit="gpm",
        valid_range=(4650.0, 6000.0),
        reductions=("mean", "min", "max", "point"),
        formula="(z(500) - z(1000)) / g0",
        references=("heppner1992", "zhu2007"),
        metpy=("thickness_hydrostatic",),
    ),
    Operator(
        lapse_rate_850_500,
        category="thermodynamics",
        difficulty="easy",
        events=("rainstorm", "gale"),
        unit="K/km",
        valid_range=(-3.0, 10.5),
        reductions=("max", "mean", "point"),
        formula="-(t(500) - t(850)) / (H(500) - H(850)), H = z / g0",
        references=("johns1992", "taszarek2020"),
    ),
)
