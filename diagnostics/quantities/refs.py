"""The typed reference to a quantity, and the one place that reads its written form.

Contracts, stored runs, charts and the library hold references as text: ``name``, ``name@level``,
and for an index of the catalogue ``index:name``, with ``?parameter=value&...`` and ``@level`` where
it takes some.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache

from pydantic import JsonValue

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

INDEX = "index:"
"""What the written form of an index of the catalogue begins with."""


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
        return f"{INDEX if self.index else ''}{self.name}{'?' if given else ''}{given}{level}"

    def at(self, level: float | None) -> QuantityRef:
        """Return the same quantity at another level, or at none."""
        return replace(self, level=level)


def _written(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@cache
def read_reference(text: str) -> QuantityRef:
    """Read the written form of a reference.

    Raises
    ------
    ArgumentError
        ``unknown_quantity`` for what is no name with parameters, ``invalid_level``.

    Examples
    --------
    >>> read_reference("index:temp_change_24h?hours=12@850")
    QuantityRef(name='temp_change_24h', level=850.0, params=(('hours', 12),), index=True)
    """
    called, at, level_text = text.partition("@")
    index = called.startswith(INDEX)
    name, _, given = called.removeprefix(INDEX).partition("?")
    parts = [part.partition("=") for part in given.split("&") if part]
    named = name.isidentifier() and (index or not given)
    if not named or not all(key and value for key, _, value in parts):
        raise ArgumentError(
            Message(id="quantityerror-unknown_quantity_form", params={"called": f"{called!r}"}),
            code="unknown_quantity",
        )
    params = tuple(sorted((key, _value(value)) for key, _, value in parts))
    return QuantityRef(name, _level(text, level_text) if at else None, params, index)


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
