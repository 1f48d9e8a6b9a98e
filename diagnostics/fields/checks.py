"""Range checks at the door: a unit or packing error is refused, never diagnosed as weather."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY
from diagnostics.errors import InputDataError
from diagnostics.fields.canonical import CANONICAL

Floats = NDArray[np.float64]
_FEW = 1e-3


def standard_height(level_hpa: Floats) -> Floats:
    """Geopotential height (m) of pressure levels (hPa) in a standard atmosphere.

    Polytropic up to 226.32 hPa, isothermal above (ICAO Doc 7488, 1993); good to a few hundred
    metres up to 20 hPa, which is all that a check of units needs.
    """
    pressure = np.maximum(np.asarray(level_hpa, dtype=np.float64), 1e-3)
    below = 44330.8 * (1.0 - (pressure / 1013.25) ** 0.190263)
    above = 11000.0 + 6341.62 * np.log(226.3206 / pressure)
    return np.asarray(np.where(pressure > 226.3206, below, above))


def check_values(
    name: str, values: Floats, levels: Floats, source_name: str, unit: str
) -> tuple[Floats, str | None]:
    """Refuse a field that is out of range, and mask the few values that are.

    Parameters
    ----------
    name : str
        Canonical name.
    values : ndarray
        In the canonical unit; for level fields (time, level, y, x).
    levels : ndarray
        hPa, along axis 1 of a level field; empty otherwise.
    source_name, unit : str
        As the file has them, for the message.

    Returns
    -------
    values : ndarray
        With impossible values missing.
    note : str or None
        What was masked.

    Raises
    ------
    InputDataError
        ``implausible_values`` when more than one value in a thousand is out of range and they
        are not one undeclared fill value, or when heights do not fit their levels.
    """
    low, high = CANONICAL[name].valid_range
    with np.errstate(invalid="ignore"):
        bad = (values < low) | (values > high)
    note = None
    count = int(bad.sum())
    if count:
        outside = values[bad]
        finite = max(1, int(np.isfinite(values).sum()))
        is_fill = count < finite and float(outside.min()) == float(outside.max())
        if not is_fill and count > _FEW * finite:
            raise _implausible(name, outside, source_name, unit, finite)
        values = np.where(bad, np.nan, values)
        what = "an undeclared fill value" if is_fill else "impossible"
        note = f"{count} values of {source_name} are {what} and are taken as missing"
    if name == "z" and levels.size:
        _check_heights(values, levels, source_name, unit)
    return values, note


def _check_heights(values: Floats, levels: Floats, source_name: str, unit: str) -> None:
    """Geopotential divided by gravity must be near the height of its level (P-01)."""
    expected = standard_height(levels)
    for position, level in enumerate(levels):
        slab = values[:, position]
        finite = slab[np.isfinite(slab)]
        if not finite.size:
            continue
        height = float(np.median(finite)) / GRAVITY
        margin = 1200.0 + 0.2 * abs(expected[position])
        if abs(height - expected[position]) > margin:
            raise InputDataError(
                f"{source_name} at {level:g} hPa has a median height of {height:.0f} m where "
                f"about {expected[position]:.0f} m belongs: geopotential (m2 s-2) and "
                f"geopotential height (m) seem to be confused. Correct its units attribute, "
                f"which reads {unit!r}.",
                code="implausible_values",
                data={"variable": source_name, "level": float(level), "height": height},
            )


def _implausible(
    name: str, outside: Floats, source_name: str, unit: str, finite: int
) -> InputDataError:
    low, high = CANONICAL[name].valid_range
    return InputDataError(
        f"{source_name} (unit {unit!r}) has {outside.size} of {finite} values outside "
        f"{low:g} to {high:g} {CANONICAL[name].unit}, what {name} can be: they reach "
        f"{float(outside.min()):g} to {float(outside.max()):g}. Its units attribute, packing or "
        "fill value is wrong: correct it in the file.",
        code="implausible_values",
        data={
            "variable": source_name,
            "unit": unit,
            "minimum": float(outside.min()),
            "maximum": float(outside.max()),
        },
    )
