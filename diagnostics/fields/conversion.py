"""Units at the door: what files write, brought to the unit of an ingredient."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from diagnostics.errors import UnitsError
from diagnostics.fields.names import INGREDIENTS
from diagnostics.messages import Message

_WRITTEN = {
    "": "",
    "~": "",
    "(0 - 1)": "1",
    "(0-1)": "1",
    "0/1": "1",
    "proportion": "1",
    "fraction": "1",
    "dimensionless": "1",
    "flag": "1",
    "boolean": "1",
    "percent": "%",
    "gpm": "m",
    "gp m": "m",
    "geopotential meters": "m",
    "geopotential meter": "m",
    "geopotential metre": "m",
    "geopotential_metre": "m",
    "meters": "m",
    "metres": "m",
    "meter": "m",
    "metre": "m",
    "millibars": "hPa",
    "millibar": "hPa",
    "mb": "hPa",
    "mbar": "hPa",
    "hectopascals": "hPa",
    "pascals": "Pa",
    "degk": "K",
    "deg_k": "K",
    "degreek": "K",
    "kelvin": "K",
    "kelvins": "K",
    "degc": "degC",
    "deg_c": "degC",
    "degree_celsius": "degC",
    "degrees_celsius": "degC",
    "celsius": "degC",
    "c": "degC",
    "knots": "knot",
    "kts": "knot",
    "kt": "knot",
    "m of water equivalent": "m_water",
    "m of water": "m_water",
    "m water equivalent": "m_water",
    "mm/day": "mm day-1",
    "mb/day": "hPa day-1",
}
_PER_AREA_OF_WATER = {"m_water": 1000.0, "m": 1000.0, "cm": 10.0, "mm": 1.0, "kg m-2": 1.0}
"""One millimetre of water is one kilogram per square metre in every provider's convention."""


_LINEAR: dict[tuple[str, str], tuple[float, float]] = {
    ("hPa", "Pa"): (100.0, 0.0),
    ("kPa", "Pa"): (1000.0, 0.0),
    ("degC", "K"): (1.0, 273.15),
    ("%", "1"): (0.01, 0.0),
    ("g kg-1", "kg kg-1"): (1e-3, 0.0),
    ("1", "kg kg-1"): (1.0, 0.0),
    ("dam", "m"): (10.0, 0.0),
    ("gpdam", "m"): (10.0, 0.0),
    ("km", "m"): (1000.0, 0.0),
    ("J kg-1", "m2 s-2"): (1.0, 0.0),
    ("m2 s-2", "J kg-1"): (1.0, 0.0),
    ("m s-1", "m s-1"): (1.0, 0.0),
    ("hPa s-1", "Pa s-1"): (100.0, 0.0),
    ("hPa day-1", "Pa s-1"): (100.0 / 86400.0, 0.0),
    ("Pa day-1", "Pa s-1"): (1.0 / 86400.0, 0.0),
    ("knot", "m s-1"): (1852.0 / 3600.0, 0.0),
    ("km h-1", "m s-1"): (1.0 / 3.6, 0.0),
}
"""(factor, offset) of what files commonly hold; anything else goes through the unit registry."""


def tidy_unit(text: str) -> str:
    """Return a unit as files write it (``m s**-1``, ``millibars``) in one plain form."""
    plain = " ".join(str(text).replace("\x00", "").split())
    known = _WRITTEN.get(plain.lower())
    if known is not None:
        return known
    plain = re.sub(r"\*\*|\^", "", plain).replace("*", " ").replace("·", " ")
    plain = re.sub(r"([A-Za-z])/([A-Za-z]+)(\d?)", _over, plain)
    return " ".join(plain.split())


def _over(match: re.Match[str]) -> str:
    return f"{match[1]} {match[2]}-{match[3] or '1'}"


_RATE = re.compile(
    r"(?P<depth>kg m-2|mm|cm|m|m_water)[ /]*(?P<time>s|sec|second|h|hr|hour|d|day)(?:-1)?"
)
_SECONDS = {"s": 1.0, "h": 3600.0, "d": 86400.0}


def rate_of_water(unit: str) -> float | None:
    """Return what one of a unit of precipitation per time is in kg m-2 s-1; None for others.

    Examples
    --------
    >>> rate_of_water("kg m**-2 s**-1"), round(rate_of_water("mm/hr") * 3600.0, 6)
    (1.0, 1.0)
    >>> rate_of_water("mm") is None
    True
    """
    match = _RATE.fullmatch(tidy_unit(unit).lower())
    if match is None:
        return None
    return _PER_AREA_OF_WATER[match["depth"]] / _SECONDS[match["time"][0]]


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
        factor = _PER_AREA_OF_WATER.get(given)
        if factor is None:
            raise UnitsError(
                Message(
                    id="dataerror-no_water_amount",
                    params={"source": source_name, "unit": f"{unit!r}"},
                ),
                data={"variable": source_name, "unit": unit},
            )
        return values * factor
    linear = _LINEAR.get((given, target))
    if linear is not None:
        return values * linear[0] + linear[1]
    # The unit registry takes long to load and few files need it.
    from diagnostics.units import convert

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
