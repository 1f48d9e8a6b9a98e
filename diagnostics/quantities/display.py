"""From the SI value of an index to the unit in which forecasters read it.

Only the final reduced value is converted. Temperatures shown in degrees Celsius have an offset;
their spreads (standard deviation, range) do not, which is why a unit knows the unit of its
differences.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.errors import UnitsError
from diagnostics.messages import Message

Value = TypeVar("Value", float, npt.NDArray[np.float64])


@dataclass(frozen=True)
class DisplayUnit:
    """``shown = scale * si + offset``."""

    si: str
    scale: float = 1.0
    offset: float = 0.0
    difference: str | None = None

    def show(self, value: Value) -> Value:
        """Convert a value from SI."""
        return value * self.scale + self.offset

    def show_difference(self, value: Value) -> Value:
        """Convert a difference of two values from SI."""
        return value * self.scale


DISPLAY_UNITS = MappingProxyType(
    {
        "1": DisplayUnit("1"),
        "%": DisplayUnit("1", 100.0),
        "sigma": DisplayUnit("1"),
        "degC": DisplayUnit("K", 1.0, -ZERO_CELSIUS, "K"),
        "K": DisplayUnit("K"),
        "K**2": DisplayUnit("K2"),
        "K/100km": DisplayUnit("K m-1", 1e5),
        "K/100km/3h": DisplayUnit("K m-1 s-1", 1e5 * 10800.0),
        "K/day": DisplayUnit("K s-1", 86400.0),
        "K/km": DisplayUnit("K m-1", 1e3),
        "1e-5 K/s": DisplayUnit("K s-1", 1e5),
        "hPa": DisplayUnit("Pa", 1e-2),
        "hPa/100km": DisplayUnit("Pa m-1", 1e3),
        "hPa/h": DisplayUnit("Pa s-1", 36.0),
        "hPa/3h": DisplayUnit("Pa s-1", 108.0),
        "Pa/s": DisplayUnit("Pa s-1"),
        "m/s": DisplayUnit("m s-1"),
        "cm/s": DisplayUnit("m s-1", 1e2),
        "gpm": DisplayUnit("m"),
        "g/kg": DisplayUnit("kg kg-1", 1e3),
        "mm": DisplayUnit("kg m-2"),
        "mm/h": DisplayUnit("kg m-2 s-1", 3600.0),
        "kg m-1 s-1": DisplayUnit("kg m-1 s-1"),
        "g cm-1 hPa-1 s-1": DisplayUnit("kg m-1 Pa-1 s-1", 1e3),
        "1e-7 g cm-2 hPa-1 s-1": DisplayUnit("kg m-2 Pa-1 s-1", 1e8),
        "s-1": DisplayUnit("s-1"),
        "1e-5 s-1": DisplayUnit("s-1", 1e5),
        "1e-9 s-2": DisplayUnit("s-2", 1e9),
        "day-1": DisplayUnit("s-1", 86400.0),
        "J/kg": DisplayUnit("J kg-1"),
        "m2 s-2": DisplayUnit("m2 s-2"),
        "PVU": DisplayUnit("K m2 kg-1 s-1", 1e6),
        "1e-18 m kg-1 s-1": DisplayUnit("m kg-1 s-1", 1e18),
        "km2": DisplayUnit("m2", 1e-6),
        "deg_E": DisplayUnit("degree"),
        "deg_N": DisplayUnit("degree"),
    }
)
"""Every unit in which an index is shown, with the SI unit in which it is computed."""


def display_unit(name: str) -> DisplayUnit:
    """Return the conversion to the unit `name`.

    Raises
    ------
    UnitsError
        When no index is shown in such a unit; the message lists those there are.
    """
    try:
        return DISPLAY_UNITS[name]
    except KeyError:
        raise UnitsError(
            Message(
                id="quantityerror-unknown_unit",
                params={"name": f"{name!r}", "known": ", ".join(DISPLAY_UNITS)},
            )
        ) from None


def shown_unit(unit: str) -> str:
    """Write a unit as charts show it: ``degC`` as °C, ``m s-1`` as m s⁻¹; ``1`` as nothing."""
    if unit == "1":
        return ""
    raised = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    text = re.sub(r"\b1e(-?\d+)", lambda match: "10" + match[1].translate(raised), unit)
    text = re.sub(r"(?<=[A-Za-z])-?\d+\b", lambda match: match[0].translate(raised), text)
    return text.replace("degC", "°C")
