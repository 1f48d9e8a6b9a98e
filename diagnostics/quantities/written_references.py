"""The written form of a reference to a quantity, and the one place that reads it.

The command line, requests, composed charts, stored runs and older releases of the library write
references as text: ``name``, ``name@level``, and for an index of the catalogue ``index:name``, with
``?parameter=value&...`` and ``@level`` where it takes some. Some names have short forms, such as
``T850`` or ``msl``. Everything else passes the typed reference, `QuantityRef`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from pydantic import JsonValue, ValidationError

from diagnostics.contracts.quantities import (
    HIGHEST_LEVEL,
    INDEX,
    ParameterValue,
    QuantityRef,
    reference_of,
)
from diagnostics.contracts.validation import joined, list_problems
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

_LEVEL_OF_CALL = "@{level}"
"""Older documents leave the level to the detector so."""
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


Asked: TypeAlias = QuantityRef | JsonValue
"""A reference as a caller may give it: typed, the mapping of a document, or written."""


def asked_reference(asked: Asked) -> QuantityRef:
    """Return the reference that a caller gave.

    Parameters
    ----------
    asked : QuantityRef, mapping or str
        Typed, the mapping of a document, or written in full or in its short form.

    Raises
    ------
    ArgumentError
        As `read_reference`; ``unknown_quantity`` for a mapping that is none of a quantity.

    Examples
    --------
    >>> asked_reference("T850") == asked_reference({"name": "temperature", "level": 850})
    True
    """
    if isinstance(asked, QuantityRef):
        return asked
    if isinstance(asked, str):
        return _read(asked)
    try:
        return reference_of(asked)
    except ValidationError as error:
        raise ArgumentError(
            Message(
                id="quantityerror-reference_form",
                params={"given": f"{asked}", "problems": joined(list_problems(error))},
            ),
            code="unknown_quantity",
        ) from error


def _read(text: str) -> QuantityRef:
    short = _SHORT_FORM.fullmatch(text)
    if text in _SHORT_SURFACE:
        return QuantityRef(_SHORT_SURFACE[text])
    if short and short[1] in _SHORT:
        return QuantityRef(_SHORT[short[1]], _level(text, short[2]))
    return read_reference(text.removesuffix(_LEVEL_OF_CALL))


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
        return f"{INDEX if self.index else ''}{self.name}{given}{level}"


def written_parts(text: str) -> WrittenReference:
    """Take a written reference apart without judging it.

    Examples
    --------
    >>> written_parts("index:cape?parcel=ml@high")
    WrittenReference(name='cape', given='parcel=ml', level='high', index=True)
    """
    called, at, level = text.partition("@")
    index = called.startswith(INDEX)
    name, _, given = called.removeprefix(INDEX).partition("?")
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


def _value(text: str) -> ParameterValue:
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return text
    if isinstance(value, list):
        value = tuple(value)
    parts = value if isinstance(value, tuple) else (value,)
    return text if any(isinstance(part, (dict, list)) for part in parts) else value


def _level(text: str, level_text: str) -> float:
    try:
        level = float(level_text)
    except ValueError:
        level = float("nan")
    if not 0.0 < level < HIGHEST_LEVEL:
        raise ArgumentError(
            Message(id="quantityerror-level_form", params={"text": f"{text!r}"}),
            code="invalid_level",
        )
    return level
