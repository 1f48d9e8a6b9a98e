"""The deepening of a surface cyclone along its track, and the warmth of its core."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

import numpy as np

from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.extrema import Extremum, local_extrema
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message, Param
from diagnostics.quantities.inputs import Field, LevelsHpa, Limits, Orography, SeaLevelPressure
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Scene, Series

SEARCH_RADIUS_KM = 300.0
SEARCH_SIGMA_KM = 100.0
LONGEST_STEP_HOURS = 12.0
"""A low is followed between times that lie no farther apart."""
FARTHEST_KM = 1200.0
"""Between two times, however fast a low may be."""
USUAL_KM_PER_HOUR = 110.0
HIGH_GROUND_M = 500.0
"""Above it sea-level pressure says more of the reduction than of the low."""


def cyclone_pressure_change_rate(
    pressure: SeaLevelPressure,
    orography: Orography,
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
    orography : ndarray (y, x), optional
        m. A track that leads over ground above 500 m is noted.
    scene : Scene
        The low is the deepest of the region at the end of the period and is followed backward
        from there, at each step to the nearest minimum within reach, so that a new low that
        enters the box does not pass for a deepening one. In a diagnosis minima are those of the
        pressure smoothed by 100 km. Between times more than
        12 h apart no low is followed, nor farther than 1,200 km.
    dt_h : float
        Hours; 6 or 12 where the data are short.
    max_speed_km_h : float
        A low that moves faster than 330 km in 3 h is noted.

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
    noted: set[str] = set()
    too_far_apart = 0.0
    for end in range(len(times)):
        start = np.flatnonzero(np.abs(times - (times[end] - dt_h)) < 1e-6)
        if not start.size:
            continue
        longest = float(np.diff(times[int(start[0]) : end + 1]).max())
        if longest > LONGEST_STEP_HOURS:
            too_far_apart = max(too_far_apart, longest)
            continue
        present[end] = True
        track = _follow(lows, times, int(start[0]), end, scene, max_speed_km_h)
        if track is None:
            continue
        noted |= _notes(track, times[int(start[0]) : end + 1], orography, scene)
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
        lacking=_lacking(dt_h, too_far_apart),
        reason=Message(id="lack-no_low_to_follow"),
        warnings=tuple(sorted(noted)),
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
        reach = min(FARTHEST_KM, max_speed_km_h * (times[step + 1] - times[step]))
        distances = [
            float(great_circle_km(here.latitude, here.longitude, low.latitude, low.longitude))
            for low in lows[step]
        ]
        if not distances or min(distances) > reach:
            return None
        here = lows[step][int(np.argmin(distances))]
        track.append(here)
    return track[::-1]


def _lacking(dt_h: float, too_far_apart: float) -> Message:
    if too_far_apart:
        steps: dict[str, Param] = {
            "step": f"{too_far_apart:g}",
            "longest": f"{LONGEST_STEP_HOURS:g}",
        }
        return Message(id="lack-steps_too_long", params=steps)
    return Message(id="lack-earlier_sample", params={"hours": f"{dt_h:g}"})


def _notes(track: list[Extremum], times: Array, orography: Array | None, scene: Scene) -> set[str]:
    """Say what makes a track doubtful: high ground beneath it, steps that are long for a low."""
    noted: set[str] = set()
    for (one, other), hours in zip(pairwise(track), np.diff(times), strict=True):
        apart = great_circle_km(one.latitude, one.longitude, other.latitude, other.longitude)
        if float(apart) > USUAL_KM_PER_HOUR * hours:
            noted.add("low_moves_far")
        if orography is not None and _highest_between(orography, one, other, scene) > HIGH_GROUND_M:
            noted.add("low_over_high_ground")
    if orography is None:
        noted.add("height_of_ground_unknown")
    return noted


def _highest_between(orography: Array, one: Extremum, other: Extremum, scene: Scene) -> float:
    """Highest ground on the straight line of cells between two centres, m."""
    across = other.column - one.column
    columns = orography.shape[-1]
    if scene.grid.cyclic and abs(across) > columns / 2:
        across -= int(np.sign(across)) * columns
    count = max(abs(across), abs(other.row - one.row)) + 1
    rows = np.linspace(one.row, other.row, count).round().astype(int)
    places = np.linspace(one.column, one.column + across, count).round().astype(int) % columns
    return float(np.nanmax(orography[rows, places], initial=-np.inf))


CORE_LEVELS = (500.0, 400.0, 300.0)
VORTEX = 4e-5
"""Cyclonic vorticity at 850 hPa, smoothed over 100 km, from which on there is a vortex, s-1 [D]."""


def warm_core_anomaly(
    temperature: Annotated[Array, Field("t", "K", levels="levels")],
    eastward_850: Annotated[Array, Field("u", "m s-1", at=850.0)],
    northward_850: Annotated[Array, Field("v", "m s-1", at=850.0)],
    grid: Grid,
    scene: Scene,
    *,
    levels: LevelsHpa = CORE_LEVELS,
    around_km: Annotated[
        float, Limits("sigma of what is taken as around", "km", 150.0, 500.0)
    ] = 250.0,
) -> Array:
    """How much warmer the middle troposphere is over a low-level vortex than around it.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K, on the levels.
    eastward_850, northward_850 : ndarray (time, y, x)
        m s-1.
    grid : Grid
    scene : Scene
    levels : tuple of float
        hPa.
    around_km : float

    Returns
    -------
    ndarray (time, y, x)
        K: mean over the levels minus its Gaussian mean, where the wind at 850 hPa has cyclonic
        vorticity of 4e-5 s-1 or more over 100 km; 0 where no vortex stands. Positive in tropical
        cyclones, negative in lows with a cold core (after R.E. Hart, 2003, Mon. Wea. Rev. 131,
        585-616, who uses the thermal wind).
    """
    middle = temperature.mean(axis=1)
    excess = middle - np.stack([grid.smooth_by_row(one, around_km) for one in middle])
    vorticity = grid.vorticity(eastward_850, northward_850) * scene.hemisphere
    spun = np.stack([grid.smooth_by_row(one, 100.0) for one in vorticity])
    warm: Array = np.where(spun >= VORTEX, excess, 0.0 * excess)
    return warm


OPERATORS = (
    Operator(
        cyclone_pressure_change_rate,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="hPa/h",
        valid_range=(-6.0, 6.0),
        reductions=(
            Reduction("single_value", "hPa/h", of="rate", over_time="min", is_index=True),
            Reduction("bergeron", "Bergeron", of="bergeron"),
        ),
        formula="(p_c(t) - p_c(t - dt)) / dt along the track of the low",
        references=("sanders1980", "yoshida2004", "ullrich2021"),
        sign="negative = deepening",
        published_name="Surface Cyclone Pressure Change Rate",
        extra_outputs=("bergeron", "p_start", "p_end", "track"),
        smoothing=Smoothing(
            inputs_km=100.0,
            note="Gaussian, sigma 100 km, for the search of a diagnosis only",
            search_only=True,
        ),
        reading=Reading(look_back="dt_h", time_coupled=True),
    ),
    Operator(
        warm_core_anomaly,
        category="thermodynamics",
        difficulty="medium",
        events=("gale", "rainstorm"),
        unit="K",
        valid_range=(-25.0, 25.0),
        reductions=("max", "min", "mean"),
        formula="mean t(500, 400, 300) - its Gaussian mean of 250 km, over a vortex at 850 hPa",
        references=("hart2003",),
        reading=Reading(halo=7),
    ),
)
