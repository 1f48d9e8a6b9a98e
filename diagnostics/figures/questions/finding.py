"""What a question's test finds, and the ground that all tests share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Any

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.detection.features.objects import Blob
from diagnostics.detection.features.thresholds import objects_beyond
from diagnostics.errors import InputDataError
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Array, Mask, Scene

Test = Mapping[str, Any]


@dataclass(frozen=True)
class Found:
    """The result of a test.

    Attributes
    ----------
    answer : bool or None
        None where the fields at hand cannot tell.
    en, zh : str
        What was measured, for the reader.
    place : tuple of float, optional
        Latitude and longitude of what decides.
    value : float, optional
        The measure that decides, in `unit`.
    """

    answer: bool | None
    en: str
    zh: str
    place: tuple[float, float] | None = None
    value: float | None = None
    unit: str = ""


_REASONS_ZH = MappingProxyType(
    {
        "missing_input": "所需要素不在资料中，或资料不覆盖所问的范围",
        "missing_level": "资料缺少所需的等压面",
        "level_missing": "资料缺少所需的等压面",
        "layer_outside_levels": "资料的等压面不覆盖所需的气层",
        "too_few_levels": "等压面太少",
        "missing_time": "资料缺少所需的时次",
        "incomplete_window": "资料不覆盖所需的整个时段",
        "grid_too_small": "资料范围太小",
        "point_outside_data": "所问的地点在资料范围之外",
    }
)
"""What the data lack, by the code of the error that says so."""


def reason_zh(error: InputDataError) -> str:
    """Say in Chinese why the data cannot tell, with the names of what is missing."""
    missing = error.data.get("missing")
    named = "、".join(str(item) for item in missing) if isinstance(missing, list) else ""
    reason = _REASONS_ZH.get(error.code, "")
    if error.code in ("missing_input", "missing_time", "missing_level") and named:
        reason = f"资料中没有 {named}"
    return f"资料不足：{reason}" if reason else "资料不足"


def compare(value: float, op: str, threshold: float) -> bool:
    """Whether ``value op threshold`` holds; `op` is ``>=`` or ``<=``."""
    return value >= threshold if op == ">=" else value <= threshold


def beyond(field: Array, test: Test) -> Mask:
    """Cells with ``field op value``; unknown cells do not count."""
    with np.errstate(invalid="ignore"):
        limit = float(test["value"])
        return np.asarray(field >= limit if test.get("op", ">=") == ">=" else field <= limit)


def field_of(scene: Scene, test: Test) -> tuple[Array, str]:
    """Return the values of a test's ``quantity``, or of its canonical ``field``, and the unit.

    Raises
    ------
    InputDataError
        With code ``missing_input`` where the data lack it.
    """
    if "field" in test:
        return scene.field(str(test["field"])), str(test.get("unit", ""))
    return values(scene, test["quantity"]), resolve(test["quantity"]).quantity.unit


def mask_of(scene: Scene, test: Test) -> Mask:
    """The region grown by ``margin``, cut to the cells that ``over`` asks for.

    Raises
    ------
    InputDataError
        With code ``missing_input`` where no cell is left to judge.
    """
    mask = scene.inside(float(test.get("margin", 0.0)))
    if "over" in test:
        mask = mask & beyond(field_of(scene, test["over"])[0], test["over"])
    return mask


def place_of(scene: Scene, cell: tuple[Any, ...]) -> tuple[float, float]:
    """Latitude and longitude of a cell."""
    grid = scene.grid
    return float(grid.latitude[cell]), wrap_longitude(float(grid.longitude[cell]))


def extreme_cell(scene: Scene, field: Array, mask: Mask, pick: str) -> tuple[Any, ...]:
    """The cell of `mask` with the largest or smallest value.

    Raises
    ------
    InputDataError
        With code ``missing_input`` where no cell has a value.
    """
    kept = np.where(mask, field, np.nan)
    if not np.isfinite(kept).any():
        raise InputDataError("no value in the area that counts", code="missing_input")
    place = int(np.nanargmax(kept) if pick == "max" else np.nanargmin(kept))
    return tuple(np.unravel_index(place, field.shape))


def at_place(place: tuple[float, float]) -> str:
    """A place as 35.0°N 120.0°E."""
    latitude, longitude = place
    return (
        f"{abs(latitude):.1f}°{'N' if latitude >= 0 else 'S'} "
        f"{abs(longitude):.1f}°{'E' if longitude >= 0 else 'W'}"
    )


def objects_of(scene: Scene, test: Test) -> list[Blob]:
    """Objects of ``quantity op value`` that meet the region grown by ``margin``, largest first."""
    field, _ = field_of(scene, test)
    near = scene.inside(float(test.get("margin", 5.0)))
    found = objects_beyond(
        scene,
        field,
        test.get("op", ">="),
        scene.coarse(float(test["value"]), test.get("coarse")),
        float(test.get("min_area_km2", 0.0)),
    )
    return [blob for blob in found if blob.touches(near)]


def earlier(scene: Scene, hours: float) -> Scene:
    """The same fields at the earliest time within the `hours` before the scene's own.

    Raises
    ------
    InputDataError
        With code ``missing_time`` where the data hold none.
    """
    start = scene.time - timedelta(hours=hours)
    times = [time for time in scene.times if start <= time < scene.time]
    if not times:
        raise InputDataError(
            f"the data hold no time within the {hours:g} h before", code="missing_time"
        )
    return scene.at(min(times))


def hours_between(one: Scene, other: Scene) -> float:
    """Hours from the first scene's time to the second's."""
    return (other.time - one.time).total_seconds() / 3600.0
