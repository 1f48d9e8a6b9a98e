"""Range checks at the door: a unit or packing error is refused, never diagnosed as weather."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY
from diagnostics.errors import InputDataError
from diagnostics.fields.canonical import CANONICAL
from diagnostics.messages import Message

Floats = NDArray[np.float64]
IMPOSSIBLE = "impossible"
"""What a note calls values that are out of range and no fill value."""
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


class RangeCheck:
    """Refuses a field that is out of range, and masks the few values that are.

    Takes the field part by part, so that it need not be in memory as float64 as a whole.

    Parameters
    ----------
    name : str
        Canonical name.
    source_name, unit : str
        As the file has them, for the message.
    """

    def __init__(self, name: str, source_name: str, unit: str) -> None:
        self._name = name
        self._source_name = source_name
        self._unit = unit
        self._count = 0
        self._low, self._high = np.inf, -np.inf

    def part(self, values: Floats) -> Floats:
        """Return a part, in the canonical unit, with impossible values missing."""
        low, high = CANONICAL[self._name].valid_range
        with np.errstate(invalid="ignore"):
            bad = (values < low) | (values > high)
        outside = values[bad]
        if not outside.size:
            return values
        self._count += outside.size
        self._low = min(self._low, float(outside.min()))
        self._high = max(self._high, float(outside.max()))
        return np.where(bad, np.nan, values)

    def whole(self, values: NDArray[np.float32], levels: Floats) -> str | None:
        """Judge the field when all its parts were taken, and say what was masked.

        Parameters
        ----------
        values : ndarray
            What `part` returned; for level fields (time, level, y, x).
        levels : ndarray
            hPa, along axis 1 of a level field; empty otherwise.

        Raises
        ------
        InputDataError
            ``implausible_values`` when more than one value in a thousand is out of range and they
            are not one undeclared fill value, or when heights do not fit their levels.
        """
        note = None
        if self._count:
            given = self._count + int(np.isfinite(values).sum())
            is_fill = self._count < given and self._low == self._high
            if not is_fill and self._count > _FEW * given:
                raise self._implausible(given)
            # a fill value stands in more cells than one
            what = "an undeclared fill value" if is_fill and self._count > 1 else IMPOSSIBLE
            note = (
                f"{self._count} values of {self._source_name} are {what} and are taken as missing"
            )
        if self._name == "z" and levels.size:
            _check_heights(values, levels, self._source_name, self._unit)
        return note

    def _implausible(self, given: int) -> InputDataError:
        low, high = CANONICAL[self._name].valid_range
        return InputDataError(
            Message(
                id="dataerror-implausible_values",
                params={
                    "source": f"{self._source_name}",
                    "given": f"{self._unit!r}",
                    "count": f"{self._count}",
                    "given_values": f"{given}",
                    "low": f"{low:g}",
                    "high": f"{high:g}",
                    "unit": f"{CANONICAL[self._name].unit}",
                    "quantity": f"{self._name}",
                    "reached_low": f"{self._low:g}",
                    "reached_high": f"{self._high:g}",
                },
            ),
            code="implausible_values",
            data={
                "variable": self._source_name,
                "unit": self._unit,
                "minimum": self._low,
                "maximum": self._high,
            },
        )


def _check_heights(
    values: NDArray[np.float32], levels: Floats, source_name: str, unit: str
) -> None:
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
                Message(
                    id="dataerror-height_confused",
                    params={
                        "source": source_name,
                        "level": f"{level:g}",
                        "height": f"{height:.0f}",
                        "expected": f"{expected[position]:.0f}",
                        "unit": f"{unit!r}",
                    },
                ),
                code="implausible_values",
                data={"variable": source_name, "level": float(level), "height": height},
            )
