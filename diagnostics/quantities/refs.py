"""The typed reference to a quantity, and the one place that reads and writes its written form.

Contracts, stored runs, charts and the library hold references as text: ``name``, ``name@level``,
and for an index of the catalogue ``index:name``, with ``?parameter=value&...`` and ``@level`` where
it takes some. Some names have short forms, such as ``T850`` or ``msl``. The code passes the typed
reference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from pydantic import JsonValue

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

_INDEX = "index:"
_SHORT_FORM = re.compile(r"([A-Za-z]+?)(\d{2,4})")
_SHORT: Mapping[str, str] = {
    "H": "height",
    "T": "temperature",
    "q": "specific_humidity",
    "RH": "relative_humidity",
    "theta": "potential_temperature",
    "thetae": "equivalent_potential_temperature",
    "w": "omega",
    "V": "wind_speed",
    "zeta": "cyclonic_vorticity",
    "div": "divergence",
    "Tadv": "temperature_advection",
    "MFD": "moisture_flux_divergence",
    "F": "frontogenesis",
    "PV": "isentropic_potential_vorticity",
}
_SHORT_SURFACE: Mapping[str, str] = {
    "msl": "mean_sea_level_pressure",
    "t2m": "temperature_2m",
    "pwat": "precipitable_water",
    "RH2m": "relative_humidity_2m",
    "heat_index": "heat_index",
    "Tw2m": "wet_bulb_2m",
    "snow_we": "snowfall_24h",
    "div10": "divergence_10m",
    "V10": "wind_speed_10m",
    "10m": "wind_10m",
    "dT24": "temperature_2m_change_24h",
    "dp24": "pressure_change_24h",
    "pDT": "dynamic_tropopause_pressure",
}


@dataclass(frozen=True)
class QuantityRef:
    """A quantity by name, level and parameters.

    Attributes
    ----------
    name : str
        Of a quantity of the registry, or of an index operator.
    level : float or None
        hPa, or K on isentropic surfaces.
    params : tuple of (str, value)
        Of an index, sorted by name.
    index : bool
        Whether `name` is that of an index operator.

    Examples
    --------
    >>> QuantityRef("height", 500.0).text
    'height@500'
    >>> QuantityRef("spi", params=(("days", 90),), index=True).text
    'index:spi?days=90'
    """

    name: str
    level: float | None = None
    params: tuple[tuple[str, JsonValue], ...] = ()
    index: bool = False

    @property
    def text(self) -> str:
        """The written form."""
        given = "&".join(f"{name}={_written(value)}" for name, value in self.params)
        level = "" if self.level is None else f"@{self.level:g}"
        return f"{_INDEX if self.index else ''}{self.name}{'?' if given else ''}{given}{level}"

    def at(self, level: float | None) -> QuantityRef:
        """Return the same quantity at another level, or at none."""
        return replace(self, level=level)


Asked: TypeAlias = QuantityRef | str
"""A typed reference, or the written form in which a document holds it."""


def _written(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def reference(asked: Asked) -> QuantityRef:
    """Return a reference that is typed, written in full, or written in its short form.

    Parameters
    ----------
    asked : QuantityRef or str

    Raises
    ------
    ArgumentError
        As `read_reference`.

    Examples
    --------
    >>> reference("T850")
    QuantityRef(name='temperature', level=850.0, params=(), index=False)
    """
    if isinstance(asked, QuantityRef):
        return asked
    short = _SHORT_FORM.fullmatch(asked)
    if asked in _SHORT_SURFACE:
        return QuantityRef(_SHORT_SURFACE[asked])
    if short and short[1] in _SHORT:
        return quantity_at(_SHORT[short[1]], short[2])
    return read_reference(asked)


@dataclass(frozen=True)
class WrittenReference:
    """The parts of a written reference as they stand there, which may be wrong.

    Attributes
    ----------
    name : str
    given : str
        What stands between ``?`` and ``@``.
    level : str or None
        What follows the ``@``; None without one.
    index : bool
    """

    name: str
    given: str = ""
    level: str | None = None
    index: bool = False

    @property
    def text(self) -> str:
        """The written form."""
        given = f"?{self.given}" if self.given else ""
        level = "" if self.level is None else f"@{self.level}"
        return f"{_INDEX if self.index else ''}{self.name}{given}{level}"


def written_parts(text: str) -> WrittenReference:
    """Take a written reference apart without judging it.

    Examples
    --------
    >>> written_parts("index:cape?parcel=ml@high")
    WrittenReference(name='cape', given='parcel=ml', level='high', index=True)
    """
    called, at, level = text.partition("@")
    index = called.startswith(_INDEX)
    name, _, given = called.removeprefix(_INDEX).partition("?")
    return WrittenReference(name, given, level if at else None, index)


@cache
def read_reference(text: str) -> QuantityRef:
    """Read the full written form of a reference.

    Raises
    ------
    ArgumentError
        ``unknown_quantity`` for what is no name with parameters, ``invalid_level``.

    Examples
    --------
    >>> read_reference("index:temp_change_24h?hours=12@850")
    QuantityRef(name='temp_change_24h', level=850.0, params=(('hours', 12),), index=True)
    """
    written = written_parts(text)
    parts = [part.partition("=") for part in written.given.split("&") if part]
    named = written.name.isidentifier() and (written.index or not written.given)
    if not named or not all(key and value for key, _, value in parts):
        called = replace(written, level=None).text
        raise ArgumentError(
            Message(id="quantityerror-unknown_quantity_form", params={"called": f"{called!r}"}),
            code="unknown_quantity",
        )
    params = tuple(sorted((key, _value(value)) for key, _, value in parts))
    level = None if written.level is None else _level(text, written.level)
    return QuantityRef(written.name, level, params, written.index)


def at_level(text: str, level: JsonValue) -> str:
    """Put a level where a written reference has ``{level}``; parameters of detectors may have it.

    Examples
    --------
    >>> at_level("wind@{level}", 850.0)
    'wind@850'
    """
    return text.replace("{level}", _level_text(level))


def _level_text(level: JsonValue) -> str:
    return f"{level:g}" if isinstance(level, (int, float)) else str(level)


def quantity_at(name: str, level: JsonValue) -> QuantityRef:
    """Return a quantity at a level that a caller gave.

    Parameters
    ----------
    name : str
        Of a quantity of the registry.
    level : number or text
        hPa, or K on isentropic surfaces.

    Raises
    ------
    ArgumentError
        With code ``invalid_level``.
    """
    written = _level_text(level)
    return QuantityRef(name, _level(f"{name}@{written}", written))


def _value(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except json.JSONDecodeError:
        return text
    return value


def _level(text: str, level_text: str) -> float:
    try:
        level = float(level_text)
    except ValueError:
        level = float("nan")
    if not 0.0 < level < 10000.0:
        raise ArgumentError(
            Message(id="quantityerror-level_form", params={"text": f"{text!r}"}),
            code="invalid_level",
        )
    return level
