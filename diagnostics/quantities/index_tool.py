"""The tool of the catalogue that an operator's record and signature make.

A wrong declaration fails here, with a message that names the function and the parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import get_type_hints

from diagnostics.contracts.enums import Category, EventType, ToolKind
from diagnostics.contracts.tools import InputSpec, ReductionSpec, ToolSpec
from diagnostics.messages import Message, Term, message, render
from diagnostics.quantities.display import DisplayUnit, display_unit
from diagnostics.quantities.inputs import Field
from diagnostics.quantities.operator_record import AtDefaultLevel, Operator
from diagnostics.quantities.reductions import GENERIC, SPREADS, Reduction, is_reducer
from diagnostics.quantities.references import reference_texts
from diagnostics.quantities.results import Result, Series
from diagnostics.quantities.signature import Signature, read_signature
from diagnostics.quantities.tool import Tool

FROM_THE_GROUND = "2"
"""Version of the operators that begin at the ground: in a diagnosis wherever the data tell it."""
_HOURS: Mapping[str | None, float] = {"h": 1.0, "d": 24.0}


@dataclass(frozen=True)
class IndexTool(Tool):
    """An index operator with its specification and how to feed it.

    Parameters
    ----------
    record : Operator
        The function's record.
    signature : Signature
        Fields, surroundings and parameters of the function.
    named_reductions : mapping of Reduction
        Those that work on a layer of their own.
    """

    record: Operator
    signature: Signature
    named_reductions: Mapping[str, Reduction] = field(default_factory=dict)

    @property
    def title(self) -> Message:
        """Its name."""
        return index_title(self.name)

    @property
    def unit(self) -> DisplayUnit:
        """Conversion from SI to the unit shown."""
        return display_unit(self.record.unit)

    @property
    def has_map(self) -> bool:
        """Whether its values are a field: not where the operator itself reduces in space."""
        return has_map(self.run)

    @property
    def reads_below_ground(self) -> bool:
        """Whether fields at a level are used where the level lies below ground, too."""
        return any(item.below_ground for item in self.signature.fields.values())

    def level_counts(self, values: Mapping[str, object]) -> bool:
        """Whether the parameter ``level`` counts, with these values of all parameters."""
        when = self.signature.conditions.get("level")
        return when is None or values[when[0]] == when[1]

    def look_back_hours(self, values: Mapping[str, object]) -> float:
        """Return how many hours before a time are read, with these values of parameters.

        Parameters
        ----------
        values : mapping
            By parameter; the default counts for one that is not there.
        """
        asked = self.record.reading.look_back
        if not isinstance(asked, str):
            return float(asked)
        parameter = self.signature.parameters[asked]
        length = values.get(asked, parameter.default)
        assert isinstance(length, (int, float))
        return float(length) * _HOURS[parameter.unit]

    def window_hours(self, values: Mapping[str, object]) -> float:
        """Return the length of the sum or change that a parameter gives in hours; 0 for others.

        Parameters
        ----------
        values : mapping
            By parameter.
        """
        asked = self.record.reading.look_back
        in_hours = isinstance(asked, str) and self.signature.parameters[asked].unit == "h"
        return self.look_back_hours(values) if in_hours else 0.0


def index_title(name: str, values: Mapping[str, object] | None = None) -> Message:
    """Return the name of an index operator for readers.

    Parameters
    ----------
    name : str
        Of the operator.
    values : mapping, optional
        Arguments of a call: the parcel that was lifted is said with the name.
    """
    title = message(f"index-{name}")
    parcel = (values or {}).get("parcel")
    return (
        title
        if parcel is None
        else message("map-of_parcel", name=title, parcel=Term(term=f"{parcel}"))
    )


def has_map(function: Callable[..., Result]) -> bool:
    """Whether a function returns a field, not one number for every time."""
    return get_type_hints(function)["return"] is not Series


def make_index_tool(record: Operator) -> IndexTool:
    """Return the tool of an operator.

    Raises
    ------
    TypeError
        When the signature does not declare a parameter as it must.
    ValueError
        When a reduction, a reference, an event or a unit is unknown.
    """
    function, name = record.function, record.name
    signature = read_signature(function)
    display = display_unit(record.unit)
    named = {item.name: item for item in record.reductions if isinstance(item, Reduction)}
    names = [item if isinstance(item, str) else item.name for item in record.reductions]
    for reduction in names:
        if reduction not in named and not is_reducer(reduction):
            raise ValueError(f"{name}: {reduction!r} is not a reduction")
    if has_map(function):
        names += [reduction for reduction in GENERIC if reduction not in names]
    for reduction in record.extra_reductions:
        if reduction not in names:
            raise ValueError(f"{name}: {reduction!r} is not one of its reductions")
    look_back = record.reading.look_back
    if isinstance(look_back, str) and (
        look_back not in signature.parameters or signature.parameters[look_back].unit not in _HOURS
    ):
        raise TypeError(f"{name}: no parameter {look_back!r} in hours or days")
    limits = record.valid_range
    reads_ground = any(item.name == "sp" for item in signature.fields.values())
    spec = ToolSpec(
        name=name,
        kind=ToolKind.INDEX,
        version=FROM_THE_GROUND if reads_ground else "1",
        summary=_first_line(function),
        category=Category(record.category),
        difficulty=record.difficulty,
        events=tuple(EventType(event) for event in record.events),
        inputs=tuple(_input(signature, item) for item in signature.fields.items()),
        one_of=record.one_of,
        parameters=tuple(signature.parameters.values()),
        reductions=tuple(
            ReductionSpec(name=reduction, unit=_unit_of(reduction, record.unit, display, named))
            for reduction in names
        ),
        default_reduction=names[0],
        unit=record.unit,
        valid_range=((limits.low, limits.high) if isinstance(limits, AtDefaultLevel) else limits),
        domain=record.domain,
        formula=record.formula,
        sign_convention=record.sign,
        smoothing=record.smoothing.text,
        extra_outputs=(*record.extra_outputs, *record.extra_reductions),
        tolerance=record.tolerance,
        metpy=tuple(f"metpy.calc.{called}" for called in record.metpy),
        references=reference_texts(record.references),
        climatology=record.climatology,
        source_id=record.published_name,
        title_en=render(index_title(name), "en"),
        title_zh=render(index_title(name), "zh"),
    )
    return IndexTool(spec, function, record, signature, named)


def _first_line(function: Callable[..., Result]) -> str:
    lines = (function.__doc__ or "").strip().splitlines()
    if not lines:
        raise TypeError(f"{function.__name__} has no docstring")
    return lines[0]


def _unit_of(name: str, unit: str, display: DisplayUnit, named: Mapping[str, Reduction]) -> str:
    if name in named:
        return named[name].unit
    return display.difference or unit if name in SPREADS else unit


def _input(signature: Signature, item: tuple[str, Field]) -> InputSpec:
    parameter, declared = item
    levels: tuple[float, ...] = declared.needs
    if isinstance(declared.at, str):
        levels = signature.default_levels(declared.at)
    elif declared.at is not None:
        levels = (float(declared.at),)
    elif declared.levels is not None:
        levels = signature.default_levels(declared.levels)
    return InputSpec(
        name=declared.name,
        unit=declared.unit,
        dims=declared.dims,
        levels_hpa=levels,
        optional=parameter in signature.optional,
    )
