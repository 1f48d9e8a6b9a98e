"""Troughs as passages in time: heights fall and rise again over a place."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from diagnostics.constants import GRAVITY
from diagnostics.messages import Message
from diagnostics.quantities.inputs import (
    EastwardWindAt,
    Field,
    GeopotentialAt,
    LevelHpa,
    Limits,
    NorthwardWindAt,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.results import Array, Maps, Scene

_LEAST_SAMPLES = 3
"""Before, at and after the lowest height."""


def trough_passage(
    geopotential: GeopotentialAt,
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    temperature: Annotated[Array | None, Field("t", "K", at=850.0, below_ground=True)],
    scene: Scene,
    *,
    level: LevelHpa = 500.0,
    hours: Annotated[
        float, Limits("within which the trough comes and goes", "h", 12.0, 96.0)
    ] = 48.0,
) -> Maps:
    """Depth of the trough that passed a place in the hours before, as its height fell and rose.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2, at the level.
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, at the level.
    temperature : ndarray (time, y, x), optional
        K, at 850 hPa; without it the air is not asked to become colder.
    scene : Scene
    level : float
        hPa.
    hours : float
        Length of the period that ends at each time.

    Returns
    -------
    Maps
        m: the smaller one of the fall to the lowest height of the period and the rise since. It
        counts where the mean wind turned with the passage, from before the lowest height to after
        it: veered in the Northern Hemisphere, backed in the Southern; and where the air became
        colder. Otherwise it is 0. Cut-off lows that stay and lows that only pass by on the other
        side turn the wind the other way.
    """
    height = geopotential / GRAVITY
    flow = (eastward_wind, northward_wind)
    known = np.isfinite(height) & np.isfinite(eastward_wind) & np.isfinite(northward_wind)
    wind = [_running(np.where(known, part, 0.0)) for part in flow]
    warmth = None if temperature is None else _running(temperature)
    length = np.timedelta64(round(hours * 3600.0), "s")
    depth = np.full(height.shape, np.nan)
    present = np.zeros(len(height), dtype=bool)
    for now, time in enumerate(scene.times):
        first = int(np.searchsorted(scene.times, time - length))
        present[now] = now - first + 1 >= _LEAST_SAMPLES
        if present[now]:
            found = _deepest(height, wind, warmth, scene.hemisphere, first, now)
            depth[now] = np.where(known[first : now + 1].all(axis=0), found, np.nan)
    return Maps(
        depth,
        present=present,
        lacking=Message(id="lack-passage_samples", params={"hours": f"{hours:g}"}),
    )


def _running(values: Array) -> Array:
    """Sums over all earlier times: one more than there are times."""
    return np.concatenate([np.zeros_like(values[:1]), np.cumsum(values, axis=0)])


def _deepest(
    height: Array, wind: list[Array], warmth: Array | None, hemisphere: Array, first: int, now: int
) -> Array:
    """Return the depth of the deepest passage that began at `first` or later and ended `now`."""
    best = np.zeros(height.shape[1:])
    for lowest in range(first + 1, now):
        start = first + height[first:lowest].argmax(axis=0)
        fall = np.take_along_axis(height, start[np.newaxis], 0)[0] - height[lowest]
        depth = np.minimum(fall, height[now] - height[lowest])
        (u, later_u), (v, later_v) = (_means(sums, start, lowest, now) for sums in wind)
        counts = (u * later_v - v * later_u) * hemisphere < 0.0
        if warmth is not None:
            before, after = _means(warmth, start, lowest, now)
            # a temperature that is missing asks for nothing
            counts &= ~(after >= before)
        best = np.maximum(best, np.where(counts, depth, 0.0))
    return best


def _means(sums: Array, start: npt.NDArray[np.intp], lowest: int, now: int) -> tuple[Array, Array]:
    """Return means from the start to before the lowest height, and from after it to now."""
    begun = np.take_along_axis(sums, start[np.newaxis], 0)[0]
    before = (sums[lowest] - begun) / (lowest - start)
    return before, (sums[now + 1] - sums[lowest + 1]) / (now - lowest)


OPERATORS = (
    Operator(
        trough_passage,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale", "cold_wave"),
        unit="gpm",
        valid_range=(0.0, 1500.0),
        reductions=("max", "mean", "p95"),
        formula="max over t' of min(max z before t' - z(t'), z(t) - z(t')) / g0, where wind and "
        "temperature turn with it",
        references=("holton2013",),
        reading=Reading(look_back="hours", time_coupled=True),
    ),
)
