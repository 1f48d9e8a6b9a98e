"""Reading what an operator's signature declares."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic import JsonValue

from diagnostics.contracts.tools import ParameterSpec
from diagnostics.fields.canonical import CANONICAL
from diagnostics.quantities.inputs import Field, Limits

CONTEXT = ("grid", "pressure_levels", "scene")
"""Positional parameters that are not fields."""

_KINDS: Mapping[Any, str] = {
    float: "number",
    int: "integer",
    bool: "boolean",
    str: "text",
    tuple[float, ...]: "levels",
}


@dataclass(frozen=True)
class Signature:
    """What a function takes.

    Parameters
    ----------
    fields : mapping of Field
        By parameter name, in order.
    optional : frozenset of str
        Fields that may be None.
    context : tuple of str
        Which of :data:`CONTEXT` it takes.
    parameters : mapping of ParameterSpec
        Keyword-only parameters.
    conditions : mapping of (str, value)
        Of those that count with one value of another parameter only: that parameter and value.
    """

    fields: Mapping[str, Field]
    optional: frozenset[str]
    context: tuple[str, ...]
    parameters: Mapping[str, ParameterSpec]
    conditions: Mapping[str, tuple[str, bool | str]]

    def default_levels(self, parameter: str) -> tuple[float, ...]:
        """Return the default of a level parameter as a tuple of hPa; none for ``2m``."""
        default = self.parameters[parameter].default
        values = default if isinstance(default, list) else [default]
        return tuple(float(value) for value in values if isinstance(value, (int, float)))


def read_signature(function: Callable[..., Any]) -> Signature:
    """Derive the declaration from a function's signature.

    Raises
    ------
    TypeError
        When a parameter lacks its annotation, names an unknown field, states another unit than
        the canonical one, or refers to a level parameter that does not exist. The message names
        the function and the parameter.
    """
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Field] = {}
    optional: set[str] = set()
    context: list[str] = []
    parameters: dict[str, ParameterSpec] = {}
    conditions: dict[str, tuple[str, bool | str]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        where = f"{function.__name__}, parameter {name!r}"
        hint = hints.get(name)
        if hint is None:
            raise TypeError(f"{where}: has no annotation")
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            limits = _limits(hint)
            parameters[name] = _parameter(where, name, hint, limits, parameter.default)
            if limits.when is not None:
                conditions[name] = limits.when
        elif name in CONTEXT:
            context.append(name)
        else:
            declared, may_lack = _field(where, hint)
            fields[name] = declared
            if may_lack:
                optional.add(name)
    for name, declared in fields.items():
        top = declared.column[0] if declared.column else None
        if declared.when is not None and (
            name not in optional or declared.when[0] not in parameters
        ):
            raise TypeError(
                f"{function.__name__}, parameter {name!r}: `when` names a keyword parameter, and "
                "the field is Array | None"
            )
        for reference in (declared.at, declared.levels, top):
            if isinstance(reference, str) and reference not in parameters:
                raise TypeError(
                    f"{function.__name__}, parameter {name!r}: its level is {reference!r}, "
                    "which is not a keyword parameter"
                )
    for name, (other, _) in conditions.items():
        if other not in parameters:
            raise TypeError(
                f"{function.__name__}, parameter {name!r}: `when` names {other!r}, which is not a "
                "keyword parameter"
            )
    return Signature(fields, frozenset(optional), tuple(context), parameters, conditions)


def _field(where: str, hint: Any) -> tuple[Field, bool]:
    found = [item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Field)]
    if get_origin(hint) is not Annotated or not found:
        raise TypeError(
            f"{where}: a field is annotated as Annotated[Array, Field(name, unit)]; "
            f"the context is {', '.join(CONTEXT)}"
        )
    declared = found[0]
    canonical = CANONICAL.get(declared.name)
    if canonical is None:
        raise TypeError(
            f"{where}: {declared.name!r} is no canonical field; there are {', '.join(CANONICAL)}"
        )
    if declared.unit != canonical.unit:
        raise TypeError(
            f"{where}: {declared.name} is in {canonical.unit}, not in {declared.unit!r}"
        )
    if sum(item is not None for item in (declared.at, declared.levels, declared.column)) > 1:
        raise TypeError(f"{where}: give one of at, levels and column")
    return declared, NoneType in get_args(get_args(hint)[0])


def _limits(hint: Any) -> Limits:
    found = [item for item in getattr(hint, "__metadata__", ()) if isinstance(item, Limits)]
    return found[0] if found else Limits()


def _parameter(where: str, name: str, hint: Any, limits: Limits, default: Any) -> ParameterSpec:
    if default is inspect.Parameter.empty:
        raise TypeError(f"{where}: a keyword parameter has a default")
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    choices: tuple[str, ...] = ()
    if get_origin(hint) is Literal:
        kind, choices = "choice", tuple(str(choice) for choice in get_args(hint))
    elif hint in _KINDS:
        kind = _KINDS[hint]
    else:
        # float | Literal["2m"]: a number, or one of a few words
        members = get_args(hint)
        words = [item for item in members if get_origin(item) is Literal]
        if float not in members or not words:
            raise TypeError(f"{where}: {hint} is not a kind of parameter")
        kind, choices = "number", tuple(str(choice) for word in words for choice in get_args(word))
    value: JsonValue = list(default) if isinstance(default, tuple) else default
    return ParameterSpec(
        name=name,
        kind=kind,
        default=value,
        unit=limits.unit,
        choices=choices,
        minimum=limits.minimum,
        maximum=limits.maximum,
        description=limits.description,
    )
