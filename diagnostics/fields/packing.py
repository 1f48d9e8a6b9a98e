"""Packed and missing values of NetCDF and Zarr variables, by their attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.enums import Severity
from diagnostics.errors import InputDataError, stated
from diagnostics.fields.blocks import Scan
from diagnostics.fields.checks import standard_height
from diagnostics.fields.conversion import to_ingredient_unit
from diagnostics.fields.names import called
from diagnostics.messages import Message

Floats = NDArray[np.float64]

_TYPICAL: Mapping[str, tuple[float, float]] = {
    "u": (-40, 40),
    "v": (-40, 40),
    "t": (200, 305),
    "q": (0, 0.015),
    "w": (-1, 1),
    "msl": (97000, 104000),
    "sp": (70000, 103000),
    "t2m": (240, 308),
    "d2m": (230, 298),
    "u10": (-15, 15),
    "v10": (-15, 15),
    "tp": (0, 30),
}
"""What ordinary weather reaches: a declared range that excludes it is a mistake of the file."""


def declared_range(attributes: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return ``valid_range`` or ``valid_min``/``valid_max`` in unpacked terms, or None.

    What is not a number, or bounds nothing, is as if it were not given.
    """
    low, high = _bound(attributes.get("valid_min")), _bound(attributes.get("valid_max"))
    if "valid_range" in attributes:
        pair = np.ravel(attributes["valid_range"])
        if pair.size != 2:
            return None
        low, high = _bound(pair[0]), _bound(pair[1])
    if low is None and high is None:
        return None
    edges = np.array(
        [-np.inf if low is None else low, np.inf if high is None else high], dtype=np.float64
    )
    kinds = {np.asarray(item).dtype.kind for item in (low, high) if item is not None}
    if kinds <= {"i", "u"}:
        scale, offset = packing_numbers(attributes)
        edges = edges * scale + offset
    return float(min(edges)), float(max(edges))


def _bound(given: object) -> Any:
    """Return a bound that is one finite number, in its own type; None for what bounds nothing."""
    value = np.ravel(np.asarray(given))
    usable = value.size == 1 and value.dtype.kind in "fiu" and np.isfinite(value[0])
    return value[0] if usable else None


def packing_numbers(attributes: Mapping[str, Any]) -> tuple[float, float]:
    """Return ``scale_factor`` and ``add_offset``: 1 and 0 where they are not given.

    Raises
    ------
    InputDataError
        ``invalid_packing`` when one of them is not one finite number, or the scale is zero: every
        value would be lost.
    """
    found = []
    for key, neutral in (("scale_factor", 1.0), ("add_offset", 0.0)):
        given = np.ravel(attributes.get(key, neutral))
        try:
            number = float(given[0])
        except (IndexError, TypeError, ValueError):
            number = np.nan
        if not np.isfinite(number) or (key == "scale_factor" and number == 0.0):
            shown = stated(attributes[key])
            raise InputDataError(
                Message(id="dataerror-invalid_packing", params={"name": key, "value": shown}),
                code="invalid_packing",
                data={"attribute": key, "value": shown},
            )
        found.append(number)
    return found[0], found[1]


def trusted_range(
    attributes: Mapping[str, Any],
    unit: str,
    ingredient: str,
    levels: tuple[float, ...],
    name: str,
    scan: Scan,
) -> tuple[float, float] | None:
    """Return the declared range where it admits ordinary weather, else note that it is ignored.

    Raises
    ------
    InputDataError
        ``invalid_packing``, which the scan holds against the ingredient as well.
    """
    try:
        packing_numbers(attributes)
    except InputDataError as error:
        scan.refuse(
            ingredient,
            error.code,
            Message(id="dataerror-value_not_usable", params={"name": name, "reason": error.text}),
        )
        raise
    declared = declared_range(attributes)
    if declared is None:
        return None
    edges = to_ingredient_unit(np.array(declared), unit, ingredient, name)
    low, high = float(edges.min()), float(edges.max())
    if ingredient in {"gh", "z"} and levels:
        factor = 9.80665 if ingredient == "z" else 1.0
        heights = factor * standard_height(np.array(levels))
        typical = (float(heights.min()), float(heights.max()))
    else:
        typical = _TYPICAL.get(ingredient, (np.nan, np.nan))
    if low > typical[0] or high < typical[1]:
        scan.note(
            "valid_range_ignored",
            Message(
                id="reader-valid_range_ignored",
                params={
                    "name": f"{name}",
                    "low": f"{declared[0]:g}",
                    "high": f"{declared[1]:g}",
                    "unit": f"{unit}",
                    "field": called(ingredient),
                },
            ),
            Severity.WARNING,
        )
        return None
    return declared


def unpack(
    raw: NDArray[np.generic],
    attributes: Mapping[str, Any],
    limits: tuple[float, float] | None,
) -> Floats:
    """Return float64 values with NaN for what the attributes call missing.

    Parameters
    ----------
    raw : ndarray
        As stored.
    attributes : mapping
        ``_FillValue``, ``missing_value``, ``scale_factor``, ``add_offset``, ``_Unsigned``.
    limits : tuple of float or None
        Declared valid range, unpacked; one end is finite.

    Raises
    ------
    InputDataError
        ``invalid_packing``.
    """
    if str(attributes.get("_Unsigned", "")).lower() == "true" and raw.dtype.kind == "i":
        raw = raw.view(f"u{raw.dtype.itemsize}")
    missing = np.zeros(raw.shape, dtype=bool)
    for key in ("_FillValue", "missing_value"):
        if key in attributes and np.asarray(attributes[key]).dtype.kind in "fiu":
            for mark in np.atleast_1d(attributes[key]):
                if _can_hold(raw.dtype, mark):
                    missing |= raw == raw.dtype.type(mark)
    values = raw.astype(np.float64)
    scale, offset = packing_numbers(attributes)
    if "scale_factor" in attributes:
        values *= scale
    if "add_offset" in attributes:
        values += offset
    if limits is not None:
        slack = 1e-6 * max(abs(edge) for edge in limits if np.isfinite(edge))
        missing |= (values < limits[0] - slack) | (values > limits[1] + slack)
    values[missing] = np.nan
    return values


def _can_hold(stored: np.dtype[Any], mark: float) -> bool:
    """Whether a mark of missing values may be among stored values: a NaN needs no mark."""
    if stored.kind == "f":
        return not np.isnan(mark)
    bounds = np.iinfo(stored)
    return bool(bounds.min <= mark <= bounds.max)
