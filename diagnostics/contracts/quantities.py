"""The typed reference to a quantity: name, level, parameters.

Code passes it; documents of the package (library, charts) have it as a mapping, such as
``{name: height, level: 500}``. Records and messages show its written form, ``height@500``, which
`diagnostics.quantities.written_references` reads again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue, TypeAdapter, model_serializer
from pydantic.dataclasses import dataclass

INDEX = "index:"
"""Stands before the name of an index in the written form."""
HIGHEST_LEVEL = 10_000.0

Scalar: TypeAlias = str | bool | int | float | None
ParameterValue: TypeAlias = Scalar | tuple[Scalar, ...]


def _sorted_pairs(given: Any) -> Any:
    """Take parameters as a mapping or as pairs, sorted by name."""
    pairs = tuple(given.items()) if isinstance(given, Mapping) else given
    return tuple(sorted(pairs, key=str)) if isinstance(pairs, (tuple, list)) else pairs


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class QuantityRef:
    """A quantity by name, level and parameters.

    Attributes
    ----------
    name : str
        Of a quantity of the registry, or of an index operator.
    level : float or None
        hPa, or K on isentropic surfaces.
    params : tuple of (str, value)
        Of an index, sorted by name; a mapping in documents.
    index : bool
        Whether `name` is that of an index operator.

    Examples
    --------
    >>> QuantityRef("height", 500.0).text
    'height@500'
    >>> QuantityRef("spi", params=(("days", 90),), index=True).text
    'index:spi?days=90'
    """

    name: Annotated[str, Field(min_length=1)]
    level: Annotated[float | None, Field(gt=0.0, lt=HIGHEST_LEVEL, allow_inf_nan=False)] = None
    params: Annotated[tuple[tuple[str, ParameterValue], ...], BeforeValidator(_sorted_pairs)] = ()
    index: bool = False

    @property
    def text(self) -> str:
        """The written form."""
        given = "&".join(f"{name}={_written(value)}" for name, value in self.params)
        level = "" if self.level is None else f"@{self.level:g}"
        return f"{INDEX if self.index else ''}{self.name}{'?' if given else ''}{given}{level}"

    @property
    def arguments(self) -> dict[str, JsonValue]:
        """The parameters as a call takes them."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in self.params
        }

    def at(self, level: float | None) -> QuantityRef:
        """Return the same quantity at another level, or at none."""
        return replace(self, level=level)

    def document(self) -> dict[str, JsonValue]:
        """Return the mapping of documents; what has its default is left out.

        Examples
        --------
        >>> QuantityRef("spi", params=(("days", 90),), index=True).document()
        {'name': 'spi', 'params': {'days': 90}, 'index': True}
        """
        shown: dict[str, JsonValue] = {"name": self.name}
        if self.level is not None:
            shown["level"] = int(self.level) if self.level.is_integer() else self.level
        if self.params:
            shown["params"] = self.arguments
        if self.index:
            shown["index"] = True
        return shown

    @model_serializer(mode="plain", when_used="json")
    def _in_records(self) -> str:
        return self.text


_READER: TypeAdapter[QuantityRef] = TypeAdapter(QuantityRef)
_KEYS = frozenset({"name", "level", "params", "index"})


def _written(value: ParameterValue) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def written_at(name: str, level: float | str | None) -> str:
    """Write a name with the level that a document has beside it.

    Examples
    --------
    >>> written_at("temperature", 850.0), written_at("pwat", None)
    ('temperature@850', 'pwat')
    """
    if level is None:
        return name
    return f"{name}@{level if isinstance(level, str) else format(level, 'g')}"


def is_reference(value: object) -> bool:
    """Whether a value of a document is the mapping of a quantity."""
    return isinstance(value, Mapping) and "name" in value and value.keys() <= _KEYS


def reference_of(document: Any) -> QuantityRef:
    """Read the mapping of a document.

    Raises
    ------
    pydantic.ValidationError
        Where a key is unknown or a value is none of a quantity.
    """
    return _READER.validate_python(document)


def written_form(document: Any) -> Any:
    """Return a document with each mapping of a quantity in its written form, as records have it.

    Examples
    --------
    >>> written_form({"field": {"name": "height", "level": 500}, "threshold": 5600})
    {'field': 'height@500', 'threshold': 5600}
    """
    if is_reference(document):
        return reference_of(document).text
    if isinstance(document, Mapping):
        return {key: written_form(value) for key, value in document.items()}
    return document


def with_references(document: Any) -> Any:
    """Return a document with each mapping of a quantity read.

    Examples
    --------
    >>> with_references({"reduce": "max", "quantity": {"name": "height", "level": 500}})
    {'reduce': 'max', 'quantity': QuantityRef(name='height', level=500.0, params=(), index=False)}
    """
    if is_reference(document):
        return reference_of(document)
    if isinstance(document, Mapping):
        return {key: with_references(value) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [with_references(value) for value in document]
    return document
