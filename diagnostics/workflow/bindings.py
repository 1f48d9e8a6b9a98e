"""Outputs that steps offer, arguments that take them, and conditions on them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from pydantic import ValidationError

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.evidence import FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.contracts.tools import ToolSpec
from diagnostics.contracts.validation import joined, list_problems
from diagnostics.errors import ArgumentError, ExecutionError, UnitsError
from diagnostics.messages import Message, Term, message
from diagnostics.units import convert
from diagnostics.workflow.outcome import StepOutcome, StepState
from diagnostics.workflow.schema import (
    AnyStep,
    Condition,
    FeaturesStep,
    FigureStep,
    IndexStep,
    MapStep,
    ToolStep,
    Wire,
)

Kind = Literal["number", "position", "time", "truth", "positions", "times"]
Position = tuple[float, float]

ITEMS: dict[str, Kind] = {"positions": "position", "times": "time"}
"""Lists that a map may run over, with the kind of their items."""

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "above": operator.gt,
    "at_least": operator.ge,
    "below": operator.lt,
    "at_most": operator.le,
}


@dataclass(frozen=True)
class Output:
    """What kind of thing an output is; `unit` None means that it is not declared."""

    kind: Kind
    unit: str | None = None


def outputs_of(step: AnyStep, spec: ToolSpec) -> dict[str, Output]:
    """List what later steps may take from a step.

    Parameters
    ----------
    step : any step
    spec : ToolSpec
        Of the tool that it names.

    Returns
    -------
    dict
        Outputs by name. A map offers nothing but ``count``, the items that gave an answer.
    """
    if isinstance(step, MapStep):
        return {"count": Output("number", "1")}
    if isinstance(step, IndexStep):
        name = step.reduction or spec.default_reduction
        units = {item.name: item.unit for item in spec.reductions}
        extras = {f"extra.{name}": Output("number") for name in spec.extra_outputs}
        return {
            "value": Output("number", units.get(name or "", spec.unit)),
            "position": Output("position"),
            "time": Output("time"),
            "times": Output("times"),
            "z": Output("number", "1"),
            "percentile": Output("number", "1"),
            **extras,
        }
    if isinstance(step, FeaturesStep):
        return {
            "value": Output("number"),
            "there": Output("truth"),
            "count": Output("number", "1"),
            "score": Output("number", "1"),
            "position": Output("position"),
            "positions": Output("positions"),
            "time": Output("time"),
        }
    return {"there": Output("truth"), "score": Output("number", "1"), "time": Output("time")}


def read_output(outcome: StepOutcome, name: str) -> tuple[Any, str | None]:
    """Take one output of a finished step.

    Returns
    -------
    value, unit
        Times as `datetime`, positions as (latitude, longitude).

    Raises
    ------
    ExecutionError
        With code ``no_output`` when the answer does not hold it.
    """
    value: Any = None
    unit: str | None = None
    if outcome.items and name == "count":
        value = sum(item.state is StepState.ANSWERED for item in outcome.items)
        unit = "1"
    elif outcome.index is not None:
        value, unit = _of_index(outcome.index, name)
    elif outcome.features is not None:
        value, unit = _of_features(outcome.features, name)
    elif outcome.figure is not None:
        value, unit = _of_figure(outcome.figure, name)
    if value is None:
        raise ExecutionError(
            Message(
                id="workflowerror-no_output",
                params={"id": f"{outcome.step.id!r}", "name": name},
            ),
            code="no_output",
        )
    return value, unit


def _of_index(answer: IndexAnswer, name: str) -> tuple[Any, str | None]:
    if name == "value":
        return answer.value, answer.unit
    if name == "position":
        known = answer.latitude is not None and answer.longitude is not None
        return ((answer.latitude, answer.longitude) if known else None), None
    if name == "time":
        said = answer.extra.get("time", answer.time)
        if isinstance(said, str):
            said = datetime.fromisoformat(said)
        return (said if isinstance(said, datetime) else None), None
    if name == "times":
        return tuple(point.time for point in answer.series) or None, None
    if name in ("z", "percentile"):
        return (getattr(answer.anomaly, name) if answer.anomaly else None), "1"
    found = answer.extra.get(name.removeprefix("extra."))
    number = isinstance(found, int | float) and not isinstance(found, bool)
    return (found if number else None), None


def _of_features(answer: FeaturesAnswer, name: str) -> tuple[Any, str | None]:
    best = max(answer.features, key=lambda item: item.score, default=None)
    if name == "there":
        return answer.passed, None
    if name in ("count", "score"):
        return (len(answer.features) if name == "count" else answer.score), "1"
    if name == "positions":
        return tuple((item.latitude, item.longitude) for item in answer.features), None
    if name == "time":
        return answer.time, None
    if best is None:
        return None, None
    if name == "position":
        return (best.latitude, best.longitude), None
    return best.value, best.unit or None


def _of_figure(answer: FigureAnswer, name: str) -> tuple[Any, str | None]:
    if name == "there":
        decided = [item.passed for item in answer.features if item.passed is not None]
        return (any(decided) if decided else None), None
    if name == "score":
        return max((item.score for item in answer.features), default=None), "1"
    return (answer.time if isinstance(answer.time, datetime) else None), None


def resolve(step: ToolStep, outcomes: Mapping[str, StepOutcome], spec: ToolSpec) -> ToolStep:
    """Put the outputs that a step's wires name into its arguments.

    Raises
    ------
    ExecutionError
        With code ``no_output`` when an earlier step does not hold the output.
    UnitsError
        When the number's unit does not fit the argument's.
    """
    for wire in step.wires:
        value, unit = read_output(outcomes[wire.of], wire.output)
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = _converted(float(value), unit, unit_of(spec, wire.to))
        step = put(step, wire.to, value, margin=wire.margin)
    return step.model_copy(update={"wires": ()}) if step.wires else step


def unit_of(spec: ToolSpec, argument: str) -> str | None:
    """Return the unit of an argument; None where it has none."""
    if argument == "level":
        return "hPa"
    name = argument.removeprefix("params.")
    return next((item.unit for item in spec.parameters if item.name == name), None)


def _converted(value: float, unit: str | None, wanted: str | None) -> float:
    if unit is None or wanted is None or unit == wanted:
        return value
    return float(convert(value, unit, wanted))


def put(step: ToolStep, argument: str, value: Any, *, margin: float | None = None) -> ToolStep:
    """Return a step with one argument set.

    `value` may be what :func:`read_output` gives, or plain JSON as a map's list holds it.

    Raises
    ------
    ArgumentError
        With code ``invalid_plan`` when the value does not fit the argument.
    """
    if argument.startswith("params."):
        held = getattr(step, "params", None)
        if held is None:
            raise ArgumentError(
                Message(id="workflowerror-no_parameters", params={"kind": f"{step.kind}"}),
                code="invalid_plan",
            )
        changes: dict[str, Any] = {"params": {**held, argument.removeprefix("params."): value}}
    else:
        name = "times" if argument == "time" and isinstance(step, FigureStep) else argument
        changes = {name: _fitting(argument, value, margin)}
        if name == "times":
            changes["times"] = [changes["times"]]
    document = step.model_dump(mode="json", exclude_defaults=True)
    try:
        return type(step).model_validate({**document, **changes})
    except ValidationError as error:
        raise ArgumentError(
            Message(
                id="workflowerror-does_not_fit",
                params={
                    "id": f"{step.id!r}",
                    "value": f"{_shown(value)}",
                    "argument": argument,
                    "problems": joined(list_problems(error)),
                },
            ),
            code="invalid_plan",
        ) from error


def _fitting(argument: str, value: Any, margin: float | None) -> Any:
    if argument == "region" and isinstance(value, tuple) and len(value) == 2:
        latitude, longitude = value
        point = Region(west=longitude, south=latitude, east=longitude, north=latitude)
        return point.padded(margin or 0.0).bounds()
    if argument == "window" and isinstance(value, datetime | str):
        middle = datetime.fromisoformat(value) if isinstance(value, str) else value
        reach = timedelta(hours=margin or 0.0)
        window = TimeWindow(start=middle - reach, end=middle + reach)
        return window.model_dump(mode="json")
    return format_instant(value) if isinstance(value, datetime) else value


def _shown(value: Any) -> str:
    return format_instant(value) if isinstance(value, datetime) else repr(value)


def expand(
    step: MapStep, values: Sequence[Any], outcomes: Mapping[str, StepOutcome], spec: ToolSpec
) -> tuple[ToolStep, ...]:
    """Make the steps of a map's items, with wires resolved.

    Raises
    ------
    ArgumentError
        With code ``invalid_plan`` when an item does not fit the argument.
    """
    made = []
    for number, value in enumerate(values, start=1):
        item: ToolStep = step.do.model_copy(update={"id": f"{step.id}_{number}"})
        filled = put(item, step.over, value, margin=step.margin)
        made.append(resolve(filled, outcomes, spec) if outcomes or not filled.wires else filled)
    return tuple(made)


def condition_is_met(condition: Condition, outcome: StepOutcome) -> bool:
    """Tell whether a condition on a finished step holds.

    Raises
    ------
    ExecutionError
        With code ``no_output`` when the step does not hold what is tested.
    UnitsError
        When the threshold's unit does not fit.
    """
    if condition.test == "answered":
        return outcome.state is StepState.ANSWERED
    if condition.test == "failed":
        return outcome.state is not StepState.ANSWERED
    value, unit = read_output(outcome, condition.looked_at)
    if condition.test in ("there", "not_there"):
        return bool(value) is (condition.test == "there")
    threshold = _converted(condition.threshold or 0.0, condition.unit or unit, unit)
    return _COMPARE[condition.test](float(value), threshold)


def describe_condition(condition: Condition) -> Message:
    """Describe a condition, e.g. ``water.value above 50 mm``."""
    test = Term(term=f"test_{condition.test}")
    if condition.test in ("answered", "failed") or condition.threshold is None:
        return Message(id="workflow-condition", params={"step": condition.of, "test": test})
    return Message(
        id="workflow-condition_bound",
        params={
            "step": f"{condition.of}.{condition.output}",
            "test": test,
            "bound": f"{condition.threshold:g} {condition.unit}".rstrip(),
        },
    )


def wire_problem(
    wire: Wire, step: ToolStep, spec: ToolSpec, offered: Mapping[str, Output]
) -> Message | None:
    """Return what is wrong with a wire; None where it fits."""
    output = offered.get(wire.output)
    if output is None:
        return no_output(wire.of, wire.output, offered)
    return argument_problem(wire.to, output, step, spec, wire.margin)


def no_output(step: str, output: str, offered: Iterable[str]) -> Message:
    """Return that a step has no such output, and those it has."""
    return message("plan-no_output", step=repr(step), output=repr(output), there=", ".join(offered))


def kind_of(kind: Kind) -> Term:
    """Return the name of what a wire carries."""
    return Term(term=f"wire_{kind}")


def argument_problem(
    argument: str, output: Output, step: ToolStep, spec: ToolSpec, margin: float | None
) -> Message | None:
    """Return why a kind of value does not fit an argument of a step; None where it does."""
    name = argument.removeprefix("params.")
    if argument.startswith("params."):
        wanted: Kind | None = "number" if hasattr(step, "params") else None
    else:
        held = "times" if argument == "time" and isinstance(step, FigureStep) else argument
        wanted = _TAKEN.get(argument) if hasattr(step, held) else None
    if wanted is None:
        return message("plan-takes_none", kind=step.kind, name=name)
    if output.kind != wanted:
        return message(
            "plan-other_kind",
            argument=argument,
            wanted=kind_of(wanted),
            kind=kind_of(output.kind),
        )
    if argument in ("region", "window") and margin is None:
        return message("plan-margin", wanted=kind_of(wanted), argument=argument)
    unit = unit_of(spec, argument)
    if output.kind == "number" and output.unit and unit:
        try:
            convert(0.0, output.unit, unit)
        except UnitsError as error:
            return error.text
    return None


_TAKEN: dict[str, Kind] = {
    "level": "number",
    "region": "position",
    "window": "time",
    "time": "time",
}
