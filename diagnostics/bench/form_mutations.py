"""Forms that say something else than the form they are made from: what a verifier must refuse.

Each change is one that a reader may get wrong: a place exchanged, dropped or added, the lowest for
the highest, another unit, level, day or threshold, a negation lost, a threshold bound to another
quantity, a condition that nobody stated.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from pydantic import ValidationError

from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.language.proposals.verifier import differences

_OTHER: dict[str, dict[str, tuple[str, ...]]] = {
    "reduce": {
        "max": ("min", "mean"),
        "min": ("max", "mean"),
        "mean": ("max", "median"),
        "median": ("mean",),
        "sum": ("mean", "max"),
        "range": ("std",),
        "std": ("range",),
    },
    "end": {"max": ("min",), "min": ("max",)},
    "relation": {
        "above": ("below", "at_least"),
        "at_least": ("at_most", "above"),
        "below": ("above", "at_most"),
        "at_most": ("at_least", "below"),
        "equal": ("above",),
        "between": ("outside",),
        "outside": ("between",),
    },
    "space": {"any": ("all", "none"), "all": ("any",), "most": ("any",), "none": ("any",)},
    "over": {"any": ("all", "none"), "all": ("any",), "most": ("any",), "none": ("any",)},
    "lasting": {"any": ("all",), "all": ("any",)},
    "unit": {
        "degC": ("degF", "K"),
        "degF": ("degC",),
        "K": ("degC",),
        "m/s": ("km/h", "kt"),
        "km/h": ("m/s",),
        "kt": ("m/s",),
        "mph": ("km/h",),
        "mm": ("cm", "in"),
        "cm": ("mm",),
        "hPa": ("kPa",),
        "%": ("",),
    },
    "of": {"hours": ("days",), "days": ("hours",), "area": ("area_percent",), "cells": ("area",)},
    "direction": {"rise": ("fall",), "fall": ("rise",)},
    "which": {"first": ("last",), "last": ("first",), "all": ("first",)},
    "operation": {"subtract": ("add",), "divide": ("subtract",), "percent": ("percent_change",)},
    "id": {
        "temperature": ("dewpoint", "relative_humidity"),
        "wind_speed": ("wind_gust", "temperature"),
        "wind_gust": ("wind_speed",),
        "precipitation": ("snowfall",),
        "mean_sea_level_pressure": ("surface_pressure",),
        "dewpoint": ("temperature",),
    },
    "axis": {"latitude": ("longitude",), "longitude": ("latitude",)},
    "asked": {"present": ("position", "grade"), "coordinates": ("country",)},
    "approximation": {"as_written": ("about",), "about": ("as_written",)},
    "event": {"rainstorm": ("gale",), "gale": ("rainstorm",), "heat_wave": ("cold_wave",)},
    "surface": {"land": ("sea",), "sea": ("land",)},
}
_NUMBERS = ("value", "percentile", "hours", "change_hours", "share", "km", "take")
_ELSEWHERE = {"kind": "point", "latitude": 12.5, "longitude": 45.0, "name": "Elsewhere"}
_CONDITION = {
    "kind": "where",
    "quantity": {"id": "relative_humidity", "level": "2m"},
    "relation": "above",
    "limit": {"kind": "amount", "amount": {"value": 80.0, "unit": "%"}},
}
_STATEMENTS = ("compare", "holds", "tendency", "event", "feature", "both", "either")
Path = tuple[str | int, ...]


def mutations(form: Form | ClaimForm) -> Iterator[tuple[str, Form | ClaimForm]]:
    """Yield forms with one change each, with the path and sort of the change.

    Parameters
    ----------
    form : Form or ClaimForm

    Yields
    ------
    str, Form or ClaimForm
        Only forms that fit the contract and mean something else.
    """
    document = form.model_dump(mode="json")
    for path, value in list(_walk(document, ())):
        for name, changed in _changes(path, value):
            other = copy.deepcopy(document)
            _put(other, path, changed)
            try:
                made = type(form).model_validate(other)
            except ValidationError:
                continue
            if differences(made, form):
                yield f"{name} at {'.'.join(map(str, path))}", made


def _walk(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        inner = enumerate(value)  # type: ignore[assignment]
    for name, part in inner:
        if name not in ("assumed", "words", "text"):
            yield from _walk(part, (*path, name))


def _put(document: Any, path: Path, value: Any) -> None:
    for name in path[:-1]:
        document = document[name]
    document[path[-1]] = value


def _changes(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    last = path[-1]
    if isinstance(value, str) and isinstance(last, str):
        yield from (("other word", other) for other in _OTHER.get(last, {}).get(value, ()))
    if isinstance(value, int | float) and not isinstance(value, bool) and last in _NUMBERS:
        yield "other number", value + 1
        yield "other sign", -value
    for change in _SORTS:
        yield from change(path, value)


def _places(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    if path[-1] not in ("place", "position", "centre", "start", "end"):
        return
    if isinstance(value, dict) and value.get("kind") in ("point", "named", "box", "around"):
        yield "place dropped", {"kind": "everywhere"}
        yield "other place", _ELSEWHERE
    if isinstance(value, dict) and value.get("kind") == "everywhere":
        yield "place added", _ELSEWHERE


def _levels(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    if path[-1] == "level":
        yield "other level", 700.0 if value != 700.0 else 300.0
        if value is not None:
            yield "level dropped", None


def _times(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    if path[-1] == "base" and isinstance(value, dict):
        kind = value.get("kind")
        if kind != "all":
            yield "time dropped", {"kind": "all"}
        else:
            yield "time added", {"kind": "days", "dates": ["2019-03-05"]}
    listed = len(path) > 1 and path[-2] in ("dates", "times")
    if isinstance(value, str) and (listed or path[-1] in ("start", "end", "now")):
        moment = _moment(value)
        if moment is not None:
            shown = (moment + timedelta(days=1)).isoformat()
            yield "other day", shown[:10] if len(value) == 10 else shown
            if len(value) > 10:
                yield "other hour", (moment + timedelta(hours=1)).isoformat()
    if path[-1] in ("first", "last") and isinstance(value, int | float):
        yield "other hour", value + 1
    if len(path) > 1 and path[-2] == "months" and isinstance(value, int):
        yield "other month", value % 12 + 1
    if path[-1] == "zone":
        yield "other zone", "+08:00" if value != "+08:00" else "-05:00"


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _statistics(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, dict):
        return
    if value.get("kind") == "measure":
        if value["space"] != value["over"]:
            yield (
                "reductions exchanged",
                {
                    **value,
                    "space": value["over"],
                    "over": value["space"],
                },
            )
        for name in ("space", "over"):
            if value[name] is not None:
                yield f"{name} dropped", {**value, name: None}
            else:
                yield f"{name} added", {**value, name: {"reduce": "max"}}
        if value["within"] is None:
            yield "condition added", {**value, "within": _CONDITION}
        else:
            yield "condition dropped", {**value, "within": None}
    if value.get("kind") == "where":
        yield "condition denied", {"kind": "not_of", "condition": value}
        yield "condition added", {"kind": "all_of", "conditions": [value, _CONDITION]}
    if value.get("kind") == "not_of":
        yield "negation dropped", value["condition"]
    if value.get("kind") == "all_of":
        yield "any for all", {**value, "kind": "any_of"}
        yield "condition dropped", value["conditions"][0]
    if value.get("kind") in _STATEMENTS:
        yield "statement denied", {"kind": "negation", "statement": value}
    if value.get("kind") == "negation":
        yield "negation dropped", value["statement"]


def _lists(path: Path, value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, list) or len(value) < 2:
        return
    if path[-1] in ("numbers", "conditions", "statements", "clauses", "candidates"):
        yield "order exchanged", [value[1], value[0], *value[2:]]
        yield "one dropped", value[:-1]
    if path[-1] in ("conditions", "clauses"):
        yield from _bound_otherwise(value)


def _bound_otherwise(parts: list[Any]) -> Iterator[tuple[str, Any]]:
    """Exchange the limits of two conditions: each threshold is bound to the other quantity."""
    first, second = copy.deepcopy(parts[0]), copy.deepcopy(parts[1])
    if isinstance(first, dict) and "limit" in first and "limit" in second:
        first["limit"], second["limit"] = second["limit"], first["limit"]
        first["relation"], second["relation"] = second["relation"], first["relation"]
        yield "thresholds exchanged", [first, second, *parts[2:]]


_SORTS: tuple[Callable[[Path, Any], Iterator[tuple[str, Any]]], ...] = (
    _places,
    _levels,
    _times,
    _statistics,
    _lists,
)
