"""The climatology of a field on the grid and at the times of a scene, for the operators."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.climatology.series import MIN_SAMPLES
from diagnostics.quantities.results import Array, Maps, Scene

SHORT = "short_climatology"
"""Fewer years are behind the statistics than rule C1 asks for."""


@dataclass(frozen=True)
class Normals:
    """Mean and standard deviation at each time and cell, with what they rest on.

    Parameters
    ----------
    mean, std : ndarray (time, y, x)
        NaN where the climatology does not speak.
    count, effective : ndarray (time, y, x) or None
        Values in the window, and how many of them count as independent; None where the file does
        not say.
    source : str
        Name of the climatology.
    warnings : tuple of str
    """

    mean: Array
    std: Array
    count: Array | None
    effective: Array | None
    source: str
    warnings: tuple[str, ...] = ()


def find_item(
    scene: Scene, key: GridKey, kind: GridKind, statistics: tuple[str, ...], cure: str
) -> tuple[GridClimatology, GridItem] | str:
    """Return the item of the scene's climatology, or why there is none.

    Parameters
    ----------
    scene : Scene
    key : GridKey
    kind : GridKind
    statistics : tuple of str
        What the item must hold.
    cure : str
        How to name the field to ``hvrmet climatology build --field``.
    """
    build = f"build one with `hvrmet climatology build --field {cure}` and give --climatology FILE"
    if not scene.climatology:
        return f"no climatology is given; a gridded one of {key.label} is needed: {build}"
    found = scene.climatology.grid_item(key, kind)
    if found is None:
        return f"the climatology {scene.climatology.name} holds no gridded {key.label}: {build}"
    absent = [name for name in statistics if name not in found[1].arrays]
    if absent:
        return (
            f"the climatology {found[0].name} holds no {' and no '.join(absent)} of {key.label}: "
            f"{build}"
        )
    return found


def normals_of(scene: Scene, key: GridKey, floor: float, cure: str) -> Normals | str:
    """Read mean and standard deviation by hour and day of the year.

    Parameters
    ----------
    scene : Scene
    key : GridKey
    floor : float
        Least standard deviation, in the unit of the field.
    cure : str
        As for :func:`find_item`.

    Returns
    -------
    Normals or str
        The reason in words where there are none.

    Raises
    ------
    InputDataError
        ``climatology_grid_differs``.
    """
    found = find_item(scene, key, GridKind.HOURLY, ("mean", "std"), cure)
    if isinstance(found, str):
        return found
    held, item = found
    mean, spoken = held.at_times(item, "mean", scene.times, scene.grid)
    if not spoken.any():
        hours = ", ".join(f"{hour:g}" for hour in item.hours)
        return f"the climatology {held.name} holds the hours {hours} UTC, none within one hour"
    std, _ = held.at_times(item, "std", scene.times, scene.grid)
    count, effective = (
        held.at_times(item, name, scene.times, scene.grid)[0] if name in item.arrays else None
        for name in ("count", "effective")
    )
    if count is not None:
        if not (count >= MIN_SAMPLES).any():
            most = np.nanmax(count) if np.isfinite(count).any() else 0
            return (
                f"the climatology {held.name} is too short: at most {most:.0f} values of "
                f"{key.label} within its window of days; at least {MIN_SAMPLES} are needed"
            )
        enough = count >= MIN_SAMPLES
        mean, std = np.where(enough, mean, np.nan), np.where(enough, std, np.nan)
    return Normals(
        mean,
        np.maximum(std, floor),
        count,
        effective,
        held.name,
        (SHORT,) if item.is_short else (),
    )


def standardised(
    values: Array, scene: Scene, normals: Normals | str, *, scale: float, offset: float, unit: str
) -> Maps:
    """Return ``(values - mean) / std`` with what a reader wants to know beside it.

    Parameters
    ----------
    values : ndarray (time, y, x)
    scene : Scene
    normals : Normals or str
        A reason gives a result without any value.
    scale, offset : float
        From the unit of the field to `unit`, for the mean and (scale alone) the deviation.
    unit : str
        As it ends the names of the quantities beside the anomaly.
    """
    if isinstance(normals, str):
        return without_climatology(values.shape, normals)
    anomaly = (values - normals.mean) / normals.std
    known = np.asarray(np.isfinite(normals.mean).any(axis=(-2, -1)))
    extra = {
        name: [_typical(layer, scene) for layer in held]
        for name, held in (
            ("sample_count", normals.count),
            ("effective_sample_size", normals.effective),
        )
        if held is not None
    }
    return Maps(
        anomaly,
        at_point={
            f"climatological_mean_{unit}": normals.mean * scale + offset,
            f"climatological_std_{unit.replace('degc', 'k')}": normals.std * scale,
        },
        over_area={
            "area_fraction_2sigma": np.where(
                np.isfinite(anomaly), (np.abs(anomaly) >= 2.0).astype(float), np.nan
            ),
        },
        extra={**extra, "climatology": [normals.source] * len(anomaly)},
        present=known,
        lacking="the climatology does not cover the region",
        warnings=normals.warnings,
    )


def without_climatology(shape: tuple[int, ...], reason: str) -> Maps:
    """Return a result without any value, and why."""
    return Maps(np.full(shape, np.nan), present=np.zeros(shape[0], dtype=bool), lacking=reason)


def _typical(layer: Array, scene: Scene) -> float | None:
    inside = layer[scene.mask & np.isfinite(layer)]
    return float(np.median(inside)) if inside.size else None
