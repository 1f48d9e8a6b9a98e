"""Mean wind and gusts at 10 m."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.inputs import EastwardWind10m, Field, NorthwardWind10m
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.results import Array, Maps

_BEAUFORT_MS = (0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7)
"""Lower limits of Beaufort forces 1 to 12, m s-1 (WMO-No. 306, code table 1100)."""


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
            "direction_deg_from": wind_direction(eastward_wind, northward_wind),
            "beaufort": beaufort,
        },
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


OPERATORS = (
    Operator(
        surface_wind_speed,
        category="dynamics",
        difficulty="easy",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="m/s",
        valid_range=(0.0, 75.0),
        reductions=("max", "mean", "p99", "point"),
        formula="sqrt(u10**2 + v10**2)",
        references=("knox2011", "brasseur2001"),
        metpy=("wind_direction", "wind_speed"),
        published_name="Surface Wind Speed",
        extra_outputs=("direction_deg_from", "beaufort"),
    ),
    Operator(
        wind_gust_10m,
        category="dynamics",
        difficulty="easy",
        events=("gale",),
        unit="m/s",
        valid_range=(0.0, 100.0),
        reductions=("max", "p99"),
        formula="fg10, the largest gust since the previous time",
        references=("brasseur2001", "knox2011"),
    ),
)
