"""Checking a call against an operator's declaration, before anything is read."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.tools import ParameterSpec
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.reductions import Reduction, percentile_of

Level = float | str
"""A pressure in hPa, or ``2m``."""


@dataclass(frozen=True)
class Call:
    """One checked call of an index operator.

    Parameters
    ----------
    values : mapping
        Every parameter of the function, defaults included; levels as tuples.
    given : frozenset of str
        Parameters that the caller set.
    reduction : Reduction
        Resolved reduction.
    generic : bool
        Whether the reduction works on the index itself.
    level : float, str or None
        The level that the answer is for.
    warnings : tuple of str
    """

    values: Mapping[str, Any]
    given: frozenset[str]
    reduction: Reduction
    generic: bool
    level: Level | None
    warnings: tuple[str, ...] = ()


def check_call(
    tool: IndexTool,
    *,
    level: Level | None = None,
    reduction: str | None = None,
    params: Mapping[str, JsonValue] | None = None,
) -> Call:
    """Check level, reduction and parameters of a call.

    Raises
    ------
    ArgumentError
        ``unknown_parameter``, ``invalid_parameter`` or ``unknown_reduction``; the message names
        what the operator accepts.
    """
    known = tool.signature.parameters
    asked = dict(params or {})
    # the published questions call the reduction a statistic
    statistic = asked.pop("stat", None) if "stat" not in known else None
    reduction = reduction or (str(statistic) if statistic is not None else None)
    warnings: tuple[str, ...] = ()
    if level is not None:
        if "level" in known:
            asked["level"] = level
        elif "levels" in known:
            asked["levels"] = [float(level)]
        else:
            warnings = ("level_ignored",)
    unknown = sorted(set(asked) - set(known))
    if unknown:
        raise ArgumentError(
            Message(
                id=f"quantityerror-unknown_parameter{'' if known else '_of_none'}",
                params={
                    "name": tool.name,
                    "unknown": ", ".join(map(repr, unknown)),
                    **({"known": ", ".join(known)} if known else {}),
                },
            ),
            code="unknown_parameter",
            data={"index": tool.name, "unknown": unknown, "known": list(known)},
        )
    values = {name: _value(tool.name, spec, spec.default) for name, spec in known.items()}
    for name, given in asked.items():
        values[name] = _value(tool.name, known[name], given)
    chosen, generic = resolve_reduction(tool, reduction)
    reported = values.get("level")
    if not tool.level_counts(values):
        reported = None
        if "level" in asked:
            warnings = ("level_ignored",)
    return Call(
        values=values,
        given=frozenset(asked),
        reduction=chosen,
        generic=generic,
        level=reported,
        warnings=warnings,
    )


def parameters_digest(tool: IndexTool, call: Call) -> str:
    """Digest of the parameters that differ from their defaults, the level apart; "" for none."""
    changed = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in call.values.items()
        if name != "level" and value != _value("", tool.signature.parameters[name], None)
    }
    return digest_of(changed) if changed else ""


def resolve_reduction(tool: IndexTool, name: str | None) -> tuple[Reduction, bool]:
    """Return the reduction called `name` and whether it works on the index itself.

    Raises
    ------
    ArgumentError
        With code ``unknown_reduction``, naming those of the index.
    """
    name = name or tool.spec.default_reduction or ""
    if name in tool.named_reductions:
        return tool.named_reductions[name], False
    listed = [item.name for item in tool.spec.reductions]
    any_percentile = "p95" in listed and percentile_of(name) is not None
    if name in listed or any_percentile:
        unit = next(
            (item.unit for item in tool.spec.reductions if item.name == name), tool.spec.unit
        )
        return Reduction(name, unit or "1", of="", how=name, over_time=name), True
    raise ArgumentError(
        Message(
            id="quantityerror-unknown_reduction",
            params={"name": f"{tool.name}", "reduction": f"{name!r}", "listed": ", ".join(listed)},
        ),
        code="unknown_reduction",
        data={"index": tool.name, "known": listed},
    )


def _value(index: str, spec: ParameterSpec, given: Any) -> Any:
    """Read a parameter's JSON value (or its text from a command line)."""
    if given is None:
        given = spec.default
    try:
        value = _READERS[spec.kind](spec, given)
    except (TypeError, ValueError):
        raise ArgumentError(
            Message(
                id="quantityerror-invalid_parameter",
                params={
                    "name": f"{spec.name!r}",
                    "index": index,
                    "given": f"{given!r}",
                    "expected": f"{_expected(spec)}",
                },
            ),
            code="invalid_parameter",
            data={"index": index, "parameter": spec.name},
        ) from None
    return value


def _number(spec: ParameterSpec, given: Any) -> float | str:
    if isinstance(given, str) and given in spec.choices:
        return given
    if isinstance(given, bool):
        raise TypeError("a boolean is not a number")
    number = float(given)
    low, high = spec.minimum, spec.maximum
    outside = (low is not None and number < low) or (high is not None and number > high)
    if not math.isfinite(number) or outside:
        raise ValueError("outside the limits")
    return number


def _integer(spec: ParameterSpec, given: Any) -> int:
    number = float(_number(spec, given))
    if number != int(number):
        raise ValueError("not a whole number")
    return int(number)


def _boolean(spec: ParameterSpec, given: Any) -> bool:
    if isinstance(given, bool):
        return given
    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[
        str(given).lower()
    ]


def _choice(spec: ParameterSpec, given: Any) -> str:
    if given not in spec.choices:
        raise ValueError("not one of the choices")
    return str(given)


def _levels(spec: ParameterSpec, given: Any) -> tuple[float, ...]:
    items = given.replace(",", " ").split() if isinstance(given, str) else given
    if isinstance(items, (int, float)):
        items = [items]
    levels = tuple(float(_number(spec, item)) for item in items)
    if not levels:
        raise ValueError("no level")
    return tuple(sorted(set(levels)))


def _text(spec: ParameterSpec, given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError("not a text")
    return given


_READERS = {
    "number": _number,
    "integer": _integer,
    "boolean": lambda spec, given: _key_as_value_error(_boolean, spec, given),
    "choice": _choice,
    "levels": _levels,
    "text": _text,
}


def _key_as_value_error(reader: Any, spec: ParameterSpec, given: Any) -> Any:
    try:
        return reader(spec, given)
    except KeyError:
        raise ValueError("not a boolean") from None


def _expected(spec: ParameterSpec) -> str:
    unit = f" {spec.unit}" if spec.unit else ""
    limits = ""
    if spec.minimum is not None or spec.maximum is not None:
        low = "-inf" if spec.minimum is None else f"{spec.minimum:g}"
        high = "inf" if spec.maximum is None else f"{spec.maximum:g}"
        limits = f" from {low} to {high}{unit}"
    words = {
        "number": f"a number{limits}",
        "integer": f"a whole number{limits}",
        "boolean": "true or false",
        "choice": f"one of {', '.join(spec.choices)}",
        "levels": f"a list of levels{limits}",
        "text": "a text",
    }
    if spec.kind == "number" and spec.choices:
        return f"{words['number']} or {' or '.join(map(repr, spec.choices))}"
    return words[spec.kind]
