"""What the properties of documents mean: the words of the code, for the OpenAPI document.

A field's own ``description`` comes first. Where there is none, the docstring of its class speaks:
an item of its Attributes section, or the clauses that name the field in backquotes. What remains is
the unit that a name ends with.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

_ITEM = re.compile(r"^(\w+(?:, \w+)*) : .*\n((?:    .*(?:\n|$))+)", re.MULTILINE)
_CLAUSE = re.compile(r"(?<=[.;])(?<!e\.g\.)\s+")
_OURS = {"diagnostics", "hvrmet", "knowledge"}
_UNITS = (
    (r"(?:.+_)?latitude", "degrees north"),
    (r"(?:.+_)?longitude", "degrees east"),
    (r".+_km", "km"),
    (r".+_km2", "km2"),
    (r".+_hpa", "hPa"),
    (r".+_hours", "hours"),
    (r".+_deg", "degrees"),
)


def describe_properties(schemas: dict[str, Any]) -> None:
    """Give the properties of components the words that the code has for them.

    Parameters
    ----------
    schemas : dict
        The components by name; properties that have no description are given one.
    """
    # A document has one class (tests see to it), but packages of others may have its name as well.
    ours = (m for m in _models(BaseModel) if m.__module__.partition(".")[0] in _OURS)
    models = {model.__name__: model for model in ours}
    for name, schema in schemas.items():
        model = models.get(name) or models.get(name.removesuffix("Request"))
        properties = schema.get("properties", {})
        written = words_of(model) if model else {}
        for field, said in properties.items():
            if not said.get("description"):
                found = written.get(field) or _unit(field, said)
                if found:
                    said["description"] = found


def words_of(model: type[BaseModel]) -> dict[str, str]:
    """Return what the docstrings of a model and of its bases say of its fields.

    Parameters
    ----------
    model : type of BaseModel

    Returns
    -------
    dict of str
        By field, without the full stop; fields that no docstring names are not in it.

    Examples
    --------
    >>> class Depth(BaseModel):
    ...     '''Snow at a place; `height` is null in summer. `time` is in UTC.'''
    ...
    ...     height: float | None
    ...     time: str
    >>> words_of(Depth)
    {'height': '`height` is null in summer', 'time': '`time` is in UTC'}
    """
    found: dict[str, str] = {}
    for base in model.__mro__:
        if not issubclass(base, BaseModel) or base is BaseModel:
            continue
        # The docstring of the class itself: one that is inherited comes with its own class.
        text = inspect.cleandoc(base.__dict__.get("__doc__") or "")
        prose, _, items = text.partition("\nAttributes\n----------\n")
        for names, words in _ITEM.findall(items):
            for field in names.split(", "):
                found.setdefault(field, _line(words))
        parts = _CLAUSE.split(_flat(prose))
        for field in model.model_fields:
            clauses = [part for part in parts if re.search(f"(?<!`)`{field}`(?!`)", part)]
            if clauses:
                found.setdefault(field, _line(" ".join(clauses)))
    return found


def _models(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for model in base.__subclasses__():
        yield model
        yield from _models(model)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _line(text: str) -> str:
    return _flat(text).rstrip(".;")


def _unit(field: str, said: dict[str, Any]) -> str:
    """Return the unit of a number, or of several, that its name ends with."""
    kinds = {said.get("type"), *(kind.get("type") for kind in said.get("anyOf", ()))}
    if not kinds & {"number", "integer", "array"}:
        return ""
    return next((unit for name, unit in _UNITS if re.fullmatch(name, field)), "")
