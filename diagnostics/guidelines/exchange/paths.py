"""Fields of an item's document by their paths: ``expected.absolute.value``; a list is one field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message


def field_take(document: dict[str, Any], path: str) -> Any:
    """Take a value out of nested maps, and the maps it leaves empty; None where there is none."""
    name, _, rest = path.partition(".")
    if not rest:
        return document.pop(name, None)
    inner = document.get(name)
    if not isinstance(inner, dict) or not inner:
        return None
    value = field_take(inner, rest)
    if not inner:
        del document[name]
    return value


def field_put(document: dict[str, Any], path: str, value: Any) -> None:
    """Put a value into nested maps, which are made where they are missing; None puts nothing.

    Raises
    ------
    ArgumentError
        With code ``unknown_field`` where a part of the path is no map.
    """
    if value is None:
        return
    *outer, last = path.split(".")
    for name in outer:
        inner = document.setdefault(name, {})
        if not isinstance(inner, dict):
            wrong = Message(id="libraryerror-no_field", params={"path": path, "part": name})
            raise ArgumentError(wrong, code="unknown_field")
        document = inner
    document[last] = value


def field_value(document: Mapping[str, Any], path: str) -> Any:
    """Return what a field holds, through lists by number; None where it is not there."""
    value: Any = document
    for name in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def fields_of(document: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Give every field of a document with its path, in the document's order."""
    for name, value in document.items():
        if isinstance(value, Mapping) and value:
            yield from fields_of(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def patched(document: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with other values in some of its fields; None empties a field.

    Parameters
    ----------
    document : mapping
    values : mapping
        Path to value.

    Raises
    ------
    ArgumentError
        With code ``unknown_field`` where a part of a path is no map.
    """
    changed = deepcopy(dict(document))
    for path, value in values.items():
        field_take(changed, path)
        field_put(changed, path, deepcopy(value))
    return changed


def within(paths: Iterable[str], path: str) -> str | None:
    """Return the first of `paths` that lies in the field `path`, or in which that lies."""
    for other in paths:
        shorter, longer = sorted((f"{path}.", f"{other}."), key=len)
        if other != path and longer.startswith(shorter):
            return other
    return None
