"""Maps of the catalogue's index operators as quantities.

They are asked for as ``index:name``, with parameters and a level where they take some:
``index:spi?days=90``, ``index:temp_change_24h@850``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from diagnostics.errors import ArgumentError
from diagnostics.quantities.scene import Array, Scene

if TYPE_CHECKING:
    import xarray

PREFIX = "index:"
TOLERANCE_DEG = 1e-3
_CALL = re.compile(r"index:([a-z][a-z0-9_]*)(?:\?((?:[a-z0-9_]+=[^&=@]+&?)+))?")


@dataclass(frozen=True)
class OperatorCall:
    """Which operator, with which parameters (sorted by name)."""

    name: str
    params: tuple[tuple[str, JsonValue], ...] = ()


def parse_operator(text: str) -> OperatorCall:
    """Understand ``index:name?parameter=value&...``, without a level.

    Values are JSON, or text where they are none.

    Raises
    ------
    ArgumentError
        With code ``unknown_quantity``.
    """
    found = _CALL.fullmatch(text)
    if found is None:
        raise ArgumentError(
            f"{text!r} names no index; write index:name or index:name?parameter=value",
            code="unknown_quantity",
        )
    params: dict[str, JsonValue] = {}
    for part in (found[2] or "").split("&"):
        name, _, value = part.partition("=")
        if name:
            try:
                params[name] = json.loads(value)
            except json.JSONDecodeError:
                params[name] = value
    return OperatorCall(found[1], tuple(sorted(params.items())))


def operator_field(scene: Scene, call: OperatorCall, level: float | None) -> Array:
    """Return an operator's map on the scene's grid, NaN where it has no value.

    Raises
    ------
    ArgumentError
        With code ``no_operators`` where the scene knows none.
    """
    around = scene.surroundings
    if around.operators is None or around.source is None:
        raise ArgumentError(
            f"the index {call.name} cannot be computed here: detectors alone know no operators",
            code="no_operators",
        )
    array = around.operators.compute(
        call, level, around.source, scene.time, scene.grid.bounds, around.climatology
    )
    return placed(array, scene)


def placed(array: xarray.DataArray, scene: Scene) -> Array:
    """Bring a map of the same source onto the scene's cells."""
    y_dim, x_dim = scene.grid.dims
    own = (scene.dataset[y_dim].values, scene.dataset[x_dim].values)
    there = (array[y_dim].values, array[x_dim].values)
    period = 360.0 if x_dim == "longitude" else 0.0
    rows, columns = _matched(own[0], there[0], 0.0), _matched(own[1], there[1], period)
    values = np.asarray(array.values, dtype=np.float64)
    found = values[np.maximum(rows, 0)[:, None], np.maximum(columns, 0)]
    known = (rows >= 0)[:, None] & (columns >= 0)
    return np.where(known, found, np.nan)


def _matched(own: NDArray[np.generic], there: NDArray[np.generic], period: float) -> Array:
    """Place of each own coordinate among those of the other, -1 where there is none."""
    gaps = np.asarray(own, np.float64)[:, None] - np.asarray(there, np.float64)[None, :]
    if period:
        gaps = (gaps + period / 2) % period - period / 2
    gaps = np.abs(gaps)
    nearest = gaps.argmin(axis=1)
    step = float(np.median(np.abs(np.diff(own.astype(np.float64))))) if own.size > 1 else 1.0
    near = gaps[np.arange(own.size), nearest] <= max(TOLERANCE_DEG, 0.01 * step)
    return np.asarray(np.where(near, nearest, -1))
