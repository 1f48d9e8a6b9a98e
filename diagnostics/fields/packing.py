"""Packed and missing values of NetCDF and Zarr variables, by their attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.enums import Severity
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
    """Return ``valid_range`` or ``valid_min``/``valid_max`` in unpacked terms, or None."""
    low, high = attributes.get("valid_min"), attributes.get("valid_max")
    if "valid_range" in attributes:
        pair = np.asarray(attributes["valid_range"]).ravel()
        if pair.size != 2:
            return None
        low, high = pair
    if low is None and high is None:
        return None
    edges = np.array(
        [-np.inf if low is None else low, np.inf if high is None else high], dtype=np.float64
    )
    kinds = {np.asarray(item).dtype.kind for item in (low, high) if item is not None}
    if kinds <= {"i", "u"}:
        edges = edges * float(attributes.get("scale_factor", 1.0)) + float(
            attributes.get("add_offset", 0.0)
        )
    return float(min(edges)), float(max(edges))


def trusted_range(
    attributes: Mapping[str, Any],
    unit: str,
    ingredient: str,
    levels: tuple[float, ...],
    name: str,
    scan: Scan,
) -> tuple[float, float] | None:
    """Return the declared range where it admits ordinary weather, else note that it is ignored."""
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
        Declared valid range, unpacked.
    """
    if str(attributes.get("_Unsigned", "")).lower() == "true" and raw.dtype.kind == "i":
        raw = raw.view(f"u{raw.dtype.itemsize}")
    missing = np.zeros(raw.shape, dtype=bool)
    for key in ("_FillValue", "missing_value"):
        if key in attributes and np.asarray(attributes[key]).dtype.kind in "fiu":
            for mark in np.atleast_1d(attributes[key]):
                if not np.isnan(mark):
                    missing |= raw == raw.dtype.type(mark)
    values = raw.astype(np.float64)
    scale, offset = attributes.get("scale_factor"), attributes.get("add_offset")
    if scale is not None:
        values *= float(np.ravel(scale)[0])
    if offset is not None:
        values += float(np.ravel(offset)[0])
    if limits is not None:
        slack = 1e-6 * max(abs(edge) for edge in limits if np.isfinite(edge))
        missing |= (values < limits[0] - slack) | (values > limits[1] + slack)
    values[missing] = np.nan
    return values
