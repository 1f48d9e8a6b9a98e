"""The climatology of a field on the grid and at the times of a scene, for the operators."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diagnostics.climatology import GridClimatology, GridItem, GridKey, GridKind
from diagnostics.climatology.series import MIN_SAMPLES
from diagnostics.messages import Listing, Message, Param
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
) -> tuple[GridClimatology, GridItem] | Message:
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
    wanted: dict[str, Param] = {
        "label": key.label,
        "cure": Message(id="lack-build_climatology", params={"field": cure}),
    }
    if not scene.climatology:
        return Message(id="quantityerror-no_climatology", params=wanted)
    found = scene.climatology.grid_item(key, kind)
    if found is None:
        return Message(
            id="lack-not_in_climatology", params={"name": scene.climatology.name, **wanted}
        )
    absent = [name for name in statistics if name not in found[1].arrays]
    if absent:
        lacking = Listing(items=tuple(absent))
        return Message(
            id="quantityerror-climatology_statistics",
            params={"name": found[0].name, "statistics": lacking, **wanted},
        )
    return found


def normals_of(scene: Scene, key: GridKey, floor: float, cure: str) -> Normals | Message:
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
    Normals or Message
        The reason where there are none.

    Raises
    ------
    InputDataError
        ``climatology_grid_differs``.
    """
    found = find_item(scene, key, GridKind.HOURLY, ("mean", "std"), cure)
    if isinstance(found, Message):
        return found
    held, item = found
    mean, spoken = held.at_times(item, "mean", scene.times, scene.grid)
    if not spoken.any():
        hours = ", ".join(f"{hour:g}" for hour in item.hours)
        return Message(id="lack-climatology_hours", params={"name": held.name, "hours": hours})
    std, _ = held.at_times(item, "std", scene.times, scene.grid)
    count, effective = (
        held.at_times(item, name, scene.times, scene.grid)[0] if name in item.arrays else None
        for name in ("count", "effective")
    )
    if count is not None:
        if not (count >= MIN_SAMPLES).any():
            most = np.nanmax(count) if np.isfinite(count).any() else 0
            params: dict[str, Param] = {
                "name": held.name,
                "most": f"{most:.0f}",
                "label": key.label,
                "least": str(MIN_SAMPLES),
            }
            return Message(id="lack-climatology_short", params=params)
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
    values: Array,
    scene: Scene,
    normals: Normals | Message,
    *,
    scale: float,
    offset: float,
    unit: str,
) -> Maps:
    """Return ``(values - mean) / std`` with what a reader wants to know beside it.

    Parameters
    ----------
    values : ndarray (time, y, x)
    scene : Scene
    normals : Normals or Message
        A reason gives a result without any value.
    scale, offset : float
        From the unit of the field to `unit`, for the mean and (scale alone) the deviation.
    unit : str
        As it ends the names of the quantities beside the anomaly.
    """
    if isinstance(normals, Message):
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
        lacking=Message(id="lack-climatology_region"),
        warnings=normals.warnings,
    )


def without_climatology(shape: tuple[int, ...], reason: Message) -> Maps:
    """Return a result without any value, and why."""
    return Maps(np.full(shape, np.nan), present=np.zeros(shape[0], dtype=bool), lacking=reason)


def _typical(layer: Array, scene: Scene) -> float | None:
    inside = layer[scene.mask & np.isfinite(layer)]
    return float(np.median(inside)) if inside.size else None
