"""Units at the door: what files write, brought to the unit of an ingredient."""

from __future__ import annotations

import contextlib
import re

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import UnitsError
from diagnostics.fields.names import INGREDIENTS
from diagnostics.messages import Message
from diagnostics.units import convert, plain_spelling

_WRITTEN = {
    "": "",
    "~": "",
    "(0 - 1)": "1",
    "(0-1)": "1",
    "0/1": "1",
    "flag": "1",
    "boolean": "1",
    "c": "degC",
    "k": "K",
    "gp m": "m",
    "geopotential meters": "m",
    "geopotential meter": "m",
    "geopotential metre": "m",
}
"""What stands for another unit, or for none, only as a whole."""
WATER_DEPTH = "m of water equivalent"
"""In the plain form, of however it is written."""
_PER_AREA_OF_WATER = {WATER_DEPTH: 1000.0, "m": 1000.0, "cm": 10.0, "mm": 1.0, "kg m-2": 1.0}
"""One millimetre of water is one kilogram per square metre in every provider's convention."""
_OF_WATER = frozenset(
    {"mm", "cm", "m", "in", "ft", "kg", "g", "l", "of", "water", "equivalent", "e"}
)
"""The words of an amount of water: the registry has others, the points of printers among them."""

_LINEAR: dict[tuple[str, str], tuple[float, float]] = {
    ("hPa", "Pa"): (100.0, 0.0),
    ("kPa", "Pa"): (1000.0, 0.0),
    ("degC", "K"): (1.0, 273.15),
    ("%", "1"): (0.01, 0.0),
    ("g kg-1", "kg kg-1"): (1e-3, 0.0),
    ("1", "kg kg-1"): (1.0, 0.0),
    ("dam", "m"): (10.0, 0.0),
    ("km", "m"): (1000.0, 0.0),
    ("J kg-1", "m2 s-2"): (1.0, 0.0),
    ("m2 s-2", "J kg-1"): (1.0, 0.0),
    ("m s-1", "m s-1"): (1.0, 0.0),
    ("hPa s-1", "Pa s-1"): (100.0, 0.0),
    ("hPa day-1", "Pa s-1"): (100.0 / 86400.0, 0.0),
    ("Pa day-1", "Pa s-1"): (1.0 / 86400.0, 0.0),
    ("kt", "m s-1"): (1852.0 / 3600.0, 0.0),
    ("km h-1", "m s-1"): (1.0 / 3.6, 0.0),
}
"""(factor, offset) of what files commonly hold; anything else goes through the unit registry."""


def tidy_unit(text: str) -> str:
    """Return a unit as files write it (``m s**-1``, ``millibars``) in one plain form.

    What cannot be read stays as it is written.

    Examples
    --------
    >>> tidy_unit("Millimeters"), tidy_unit("kg/m²"), tidy_unit("hPa/day")
    ('mm', 'kg m-2', 'hPa day-1')
    """
    plain = " ".join(str(text).replace("\x00", "").split())
    known = _WRITTEN.get(plain.lower())
    if known is not None:
        return known
    try:
        return plain_spelling(plain)
    except UnitsError:
        return plain


def is_pressure(unit: str) -> bool:
    """Whether a unit text is one of pressure."""
    return tidy_unit(unit) in {"Pa", "hPa", "kPa"}


def to_ingredient_unit(
    values: NDArray[np.float64], unit: str, ingredient: str, source_name: str
) -> NDArray[np.float64]:
    """Convert values from the file's unit to the ingredient's.

    Water amounts may be depths (m, mm) or masses per area. An absent unit is taken as the
    ingredient's own; the range check after it catches what that gets wrong.

    Raises
    ------
    UnitsError
        When the unit is unknown or of another quantity.
    """
    target = INGREDIENTS[ingredient].unit
    given = tidy_unit(unit)
    if given in {"", target}:
        return values
    if target == "1" and "code table" in given.lower():  # a flag or a code, as GRIB tables have it
        return values
    if target == "kg m-2":
        return values * _amount_of_one(given, unit, source_name)
    linear = _LINEAR.get((given, target))
    if linear is not None:
        return values * linear[0] + linear[1]
    try:
        return np.asarray(convert(values, given, target), dtype=np.float64)
    except UnitsError as error:
        raise UnitsError(
            Message(
                id="dataerror-unit_does_not_fit",
                params={
                    "source": source_name,
                    "unit": f"{unit!r}",
                    "target": f"{target}",
                    "message": error.text,
                },
            ),
            data={"variable": source_name, "unit": unit, "target": target},
        ) from error


def _amount_of_one(given: str, unit: str, source_name: str) -> float:
    """Return how many kg m-2 of water one of a unit is."""
    known = _PER_AREA_OF_WATER.get(given)
    if known is not None:
        return known
    if _OF_WATER.issuperset(re.findall(r"[^\W\d]+", given)):
        with contextlib.suppress(UnitsError):
            return float(convert(1.0, given, "kg m-2", water_equivalent=True))
    raise UnitsError(
        Message(
            id="dataerror-no_water_amount",
            params={"source": source_name, "unit": f"{unit!r}"},
        ),
        data={"variable": source_name, "unit": unit},
    )
