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
from diagnostics.messages import Listing, Measure, Message
from diagnostics.quantities.registry import resolve, values
from diagnostics.quantities.scene import Array, Mask, Scene

Test = Mapping[str, Any]


@dataclass(frozen=True)
class QuestionResult:
    """The result of a test.

    Attributes
    ----------
    answer : bool or None
        None where the fields at hand cannot tell.
    message : Message
        What was measured, for the reader.
    place : tuple of float, optional
        Latitude and longitude of what decides.
    value : float, optional
        The measure that decides, in `unit`.
    """

    answer: bool | None
    message: Message
    place: tuple[float, float] | None = None
    value: float | None = None
    unit: str = ""


_LACKS = MappingProxyType(
    {
        "missing_input": "input",
        "missing_level": "level",
        "level_missing": "level",
        "layer_outside_levels": "layer",
        "too_few_levels": "levels",
        "missing_time": "time",
        "incomplete_window": "window",
        "grid_too_small": "grid",
        "point_outside_data": "point",
    }
)
"""What is missing in the data, by the code of the error that reports it."""


def reason_of(error: InputDataError) -> Message:
    """Say why the data do not decide, with the names of what is missing."""
    if error.wording is not None:
        return error.wording
    missing = error.data.get("missing")
    if isinstance(missing, list) and missing and _LACKS.get(error.code) in _NAMED:
        names = Listing(items=tuple(str(item) for item in missing))
        return Message(id="chart-lacks_named", params={"names": names})
    return Message(id=f"chart-lacks_{_LACKS.get(error.code, 'something')}")


_NAMED = frozenset({"input", "time", "level"})
"""What the names in an error's data are names of."""


def measure(value: float, unit: str = "", figures: int = 3) -> Measure:
    """A value with its unit and so many significant figures at most."""
    digits = len(f"{value:.{figures}g}".partition("e")[0].partition(".")[2])
    return Measure(measure=float(value), unit=unit, digits=digits)


def rounded(value: float, unit: str = "", digits: int = 0) -> Measure:
    """A value with its unit and so many decimals."""
    return Measure(measure=float(value), unit=unit, digits=digits)


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
        raise InputDataError(Message(id="chart-no_value"), code="missing_input")
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
            Message(id="chart-no_time_before", params={"span": measure(hours, "h")}),
            code="missing_time",
        )
    return scene.at(min(times))


def hours_between(one: Scene, other: Scene) -> float:
    """Hours from the first scene's time to the second's."""
    return (other.time - one.time).total_seconds() / 3600.0
