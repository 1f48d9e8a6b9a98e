"""Changes of sea-level pressure."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message
from diagnostics.quantities.functions.pressure import AIR_DENSITY
from diagnostics.quantities.inputs import (
    Limits,
    SeaLevelPressure,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene
from diagnostics.quantities.timeline import earlier


def pressure_change_24h_difference(
    pressure: SeaLevelPressure,
    scene: Scene,
    *,
    hours: Annotated[float, Limits("length of the change", "h", 1.0, 96.0)] = 24.0,
) -> Maps:
    """Contrast of the 24-hour pressure changes in the region, largest rise minus deepest fall.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa.
    scene : Scene
    hours : float
        Length of the change.

    Returns
    -------
    Maps
        The change itself in Pa; the layer ``change`` is in hPa. Other readings of the name (the
        change at one point, or between two named points) are not meant.
    """
    before, present = earlier(pressure, scene.times, hours)
    change = pressure - before
    return Maps(
        change,
        layers={"change": 0.01 * change},
        extra=_rise_and_fall(0.01 * change, scene),
        present=present,
        lacking=Message(id="lack-earlier_sample", params={"hours": f"{hours:g}"}),
    )


def _rise_and_fall(change: Array, scene: Scene) -> dict[str, list[float | None]]:
    """Return the largest rise and the deepest fall of each time with their places."""
    names = (
        "max_rise", "min_fall", "rise_lat", "rise_lon", "fall_lat", "fall_lon", "separation_km",
    )  # fmt: skip
    rows: list[tuple[float | None, ...]] = []
    for values in change:
        usable = scene.mask & np.isfinite(values)
        if not usable.any():
            rows.append((None,) * len(names))
            continue
        rise = np.unravel_index(np.where(usable, values, -np.inf).argmax(), values.shape)
        fall = np.unravel_index(np.where(usable, values, np.inf).argmin(), values.shape)
        places = [scene.place(rise), scene.place(fall)]
        apart = float(great_circle_km(*places[0], *places[1]))
        rows.append((float(values[rise]), float(values[fall]), *places[0], *places[1], apart))
    return {name: [row[k] for row in rows] for k, name in enumerate(names)}


def pressure_tendency_3h(
    pressure: SeaLevelPressure,
    grid: Grid,
    scene: Scene,
    *,
    hours: Annotated[float, Limits("over which the tendency is taken", "h", 1.0, 12.0)] = 6.0,
) -> Maps:
    """Pressure tendency; its largest magnitude drives the isallobaric wind.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa. At low latitudes the semidiurnal tide contributes about 1 hPa in 3 h.
    grid : Grid
    scene : Scene
    hours : float
        Over which the tendency is taken: 6, or 3 where the data allow.

    Returns
    -------
    Maps
        Pa s-1, signed; the default reduction is the largest magnitude. ``vis_m_s`` is the speed
        of the isallobaric wind ``|grad dp/dt| / (rho f**2)`` with 1.25 kg m-3, not equatorward of
        20 degrees, where it means nothing.
    """
    before, present = earlier(pressure, scene.times, hours)
    tendency = (pressure - before) / (3600.0 * hours)
    found = _rise_and_fall(108.0 * tendency, scene)
    with np.errstate(divide="ignore", invalid="ignore"):
        isallobaric = np.hypot(*grid.gradient(tendency)) / (AIR_DENSITY * grid.coriolis**2)
    return Maps(
        tendency,
        at_point={"vis_m_s": np.where(np.abs(grid.latitude) < 20.0, np.nan, isallobaric)},
        extra={name: found[name] for name in ("max_rise", "min_fall", "separation_km")},
        present=present,
        lacking=Message(id="lack-earlier_sample", params={"hours": f"{hours:g}"}),
    )


OPERATORS = (
    Operator(
        pressure_change_24h_difference,
        category="dynamics",
        difficulty="hard",
        events=("gale", "cold_wave"),
        unit="hPa",
        valid_range=(0.0, 90.0),
        reductions=(
            Reduction("single_value", "hPa", of="change", how="range", is_index=True),
            "max",
            "min",
        ),
        formula="max - min over the region of msl(time) - msl(time - 24 h)",
        references=("zhu2007", "kapela1995"),
        published_name="24-h Pressure Change Difference",
        domain="padded_5deg",
        extra_outputs=(
            "max_rise",
            "min_fall",
            "rise_lat",
            "rise_lon",
            "fall_lat",
            "fall_lon",
            "separation_km",
        ),
        reading=Reading(look_back="hours"),
    ),
    Operator(
        pressure_tendency_3h,
        category="dynamics",
        difficulty="easy",
        events=("gale", "cold_wave"),
        unit="hPa/3h",
        valid_range=(-40.0, 40.0),
        reductions=("max_abs", "max", "min"),
        formula="(msl(time) - msl(time - h)) / h, shown per 3 h",
        references=("kapela1995", "knox2011"),
        extra_outputs=("max_rise", "min_fall", "separation_km", "vis_m_s"),
        reading=Reading(halo=3, look_back="hours"),
    ),
)
