"""Winds at pressure levels: shear across a layer, flow along the meridian."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.inputs import (
    Field,
    LevelHpa,
    NorthwardWindAt,
)
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps, Scene


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
        at_point={"direction_deg_to": wind_direction(eastward, northward, "to")},
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


OPERATORS = (
    Operator(
        vertical_wind_shear,
        category="dynamics",
        difficulty="hard",
        events=("rainstorm", "gale"),
        unit="m/s",
        valid_range=(0.0, 110.0),
        reductions=("max", "mean", "point"),
        formula="sqrt((u_high - u_low)**2 + (v_high - v_low)**2)",
        references=("weisman1982", "rotunno1988"),
        metpy=("bulk_shear",),
        published_name="Vertical Wind Shear",
        extra_outputs=("direction_deg_to",),
    ),
    Operator(
        meridional_wind_850,
        category="dynamics",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "heat_wave", "cold_wave"),
        unit="m/s",
        valid_range=(-50.0, 50.0),
        reductions=("mean", "max", "min"),
        formula="v, times -1 in the Southern Hemisphere",
        references=("compo1999", "grumm2001", "stuart2006"),
        sign="positive = poleward wind (southerly in the Northern Hemisphere)",
    ),
)
