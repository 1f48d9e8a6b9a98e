"""The deepening of a surface cyclone along its track."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import Extremum, local_extrema
from diagnostics.quantities.declare import index
from diagnostics.quantities.inputs import Limits, SeaLevelPressure
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Scene, Series

SEARCH_RADIUS_KM = 300.0
SEARCH_SIGMA_KM = 100.0


@index(
    title_en="Surface cyclone central pressure change rate",
    title_zh="地面气旋中心气压变化率",
    category="dynamics",
    difficulty="medium",
    events="rainstorm snowstorm gale",
    unit="hPa/h",
    valid_range=(-6.0, 6.0),
    reductions=(
        Reduction("single_value", "hPa/h", of="rate", over_time="min", is_index=True),
        Reduction("bergeron", "Bergeron", of="bergeron"),
    ),
    references=(
        "sanders1980",
        "yoshida2004",
        "ullrich2021",
    ),
    sign="negative = deepening",
    published_name="Surface Cyclone Pressure Change Rate",
    smoothing_note="Gaussian, sigma 100 km, for the search of a diagnosis only",
    formula="(p_c(t) - p_c(t - dt)) / dt along the track of the low",
    generic=False,
    follows=True,
    reach_km=100.0,
    antecedent_hours="dt_h",
    extra_outputs=("bergeron", "p_start", "p_end", "track"),
)
def cyclone_pressure_change_rate(
    pressure: SeaLevelPressure,
    scene: Scene,
    *,
    dt_h: Annotated[float, Limits("period of the change", "h", 3.0, 48.0)] = 24.0,
    max_speed_km_h: Annotated[
        float, Limits("fastest low that is followed", "km/h", 20.0, 200.0)
    ] = 90.0,
) -> Series:
    """Change of a surface low's central pressure along its track, negative for deepening.

    Parameters
    ----------
    pressure : ndarray (time, y, x)
        Pa.
    scene : Scene
        The low is the deepest of the region at the end of the period and is followed backward
        from there, at each step to the nearest minimum within reach, so that a new low that
        enters the box does not pass for a deepening one. In a diagnosis minima are those of the
        pressure smoothed by 100 km.
    dt_h : float
        Hours; 6 or 12 where the data are short.
    max_speed_km_h : float

    Returns
    -------
    Series
        Pa s-1. ``bergeron`` is the deepening over 24 h relative to 24 hPa at 60 degrees
        (Sanders and Gyakum 1980), from the mean of the two centre latitudes. Over a period the
        strongest deepening.
    """
    times = scene.times.astype("datetime64[s]").astype(np.int64) / 3600.0
    lows = [_lows(values, scene) for values in pressure]
    rate, bergeron = np.full(len(times), np.nan), np.full(len(times), np.nan)
    latitude, longitude = rate.copy(), rate.copy()
    present = np.zeros(len(times), dtype=bool)
    extra: dict[str, list[object]] = {
        name: [None] * len(times) for name in ("bergeron", "p_start", "p_end", "track")
    }
    for end in range(len(times)):
        start = np.flatnonzero(np.abs(times - (times[end] - dt_h)) < 1e-6)
        if not start.size:
            continue
        present[end] = True
        track = _follow(lows, times, int(start[0]), end, scene, max_speed_km_h)
        if track is None:
            continue
        first, last = track[0], track[-1]
        p_start = float(pressure[int(start[0])][first.row, first.column])
        p_end = float(pressure[end][last.row, last.column])
        rate[end] = (p_end - p_start) / (3600.0 * dt_h)
        middle = np.radians(abs(first.latitude + last.latitude) / 2.0)
        per_day = (p_start - p_end) / 100.0 / dt_h
        bergeron[end] = per_day * np.sin(np.radians(60.0)) / np.sin(middle)
        latitude[end], longitude[end] = last.latitude, last.longitude
        extra["bergeron"][end] = float(bergeron[end])
        extra["p_start"][end], extra["p_end"][end] = p_start / 100.0, p_end / 100.0
        extra["track"][end] = [[low.latitude, low.longitude] for low in track]
    return Series(
        rate,
        latitude=latitude,
        longitude=longitude,
        layers={"rate": 36.0 * rate, "bergeron": bergeron},
        extra=extra,
        present=present,
        lacking=f"no time has a sample exactly {dt_h:g} h earlier in the data",
        reason="no low of the region can be followed through the period",
    )


def _lows(values: Array, scene: Scene) -> list[Extremum]:
    smooth = scene.smooth(values, SEARCH_SIGMA_KM)
    return local_extrema(smooth, scene.grid, SEARCH_RADIUS_KM, "minimum")


def _follow(
    lows: list[list[Extremum]],
    times: Array,
    start: int,
    end: int,
    scene: Scene,
    max_speed_km_h: float,
) -> list[Extremum] | None:
    """Follow the deepest low of the last time back to the first; None where it is lost."""
    here = next((low for low in lows[end] if scene.mask[low.row, low.column]), None)
    if here is None:
        return None
    track = [here]
    for step in range(end - 1, start - 1, -1):
        reach = max_speed_km_h * (times[step + 1] - times[step])
        distances = [
            float(great_circle_km(here.latitude, here.longitude, low.latitude, low.longitude))
            for low in lows[step]
        ]
        if not distances or min(distances) > reach:
            return None
        here = lows[step][int(np.argmin(distances))]
        track.append(here)
    return track[::-1]


TOOLS = (cyclone_pressure_change_rate,)
