"""Check a plan whole before anything runs: names, types, wires, ranges, and what the data hold."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from datetime import datetime

from pydantic import Field, JsonValue

from diagnostics.catalog import get_catalog
from diagnostics.contracts.base import Contract, format_instant
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.tools import ParameterSpec, ToolSpec
from diagnostics.contracts.validation import joined
from diagnostics.errors import ArgumentError, DiagnosticsError, UnitsError
from diagnostics.messages import Message, Param, positions, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.quantities.registry import at_level, resolve
from diagnostics.quantities.written_references import asked_reference
from diagnostics.units import convert
from diagnostics.workflow.bindings import (
    ITEMS,
    Kind,
    Output,
    argument_problem,
    expand,
    kind_of,
    no_output,
    outputs_of,
    wire_problem,
)
from diagnostics.workflow.schema import (
    AnyStep,
    Condition,
    FeaturesStep,
    FigureStep,
    IndexMapStep,
    IndexStep,
    MapStep,
    Plan,
    ToolStep,
    named_steps,
)

_KIND_OF_STEP = {
    "index": ToolKind.INDEX,
    "features": ToolKind.DETECTOR,
    "figure": ToolKind.FIGURE,
    "index_map": ToolKind.INDEX,
}


_LEVEL_OF_CALL = 850.0
"""Stands for the level that a call gives to a quantity without one; which it is does not matter."""


class PlanProblem(Contract):
    """One thing that is wrong with a plan, and where."""

    step: str
    field: str
    message: str
    wording: Message = Field(exclude=True)

    @property
    def line(self) -> Message:
        """Where it is, and what it is."""
        params: dict[str, Param] = {
            "step": self.step,
            "field": self.field,
            "problem": self.wording,
        }
        return Message(id="plan-line", params=params)


def _at(step: str, field: str, wording: Message) -> PlanProblem:
    return PlanProblem(step=step, field=field, message=render(wording, SOURCE), wording=wording)


def _wrong(step: str, field: str, name: str, /, **params: Param) -> PlanProblem:
    return _at(step, field, Message(id=f"plan-{name}", params=params))


def check_plan(plan: Plan, inventory: Inventory | None = None) -> tuple[PlanProblem, ...]:
    """List every problem of a plan; with an inventory also what the data cannot serve."""
    return tuple(_problems(plan, inventory))


def validate_plan(plan: Plan, inventory: Inventory | None = None) -> None:
    """Refuse a plan with problems.

    Raises
    ------
    ArgumentError
        With code ``invalid_plan`` and all problems in message and data.
    """
    problems = check_plan(plan, inventory)
    if problems:
        raise ArgumentError(
            Message(
                id="workflowerror-invalid",
                params={"problems": joined([problem.line for problem in problems])},
            ),
            code="invalid_plan",
            data={"problems": [problem.model_dump(mode="json") for problem in problems]},
        )


def _problems(plan: Plan, inventory: Inventory | None) -> Iterable[PlanProblem]:
    seen: dict[str, AnyStep] = {}
    offered: dict[str, dict[str, Output]] = {}
    taken = {step.id for step in plan.steps}
    for step in plan.steps:
        if step.id in seen:
            yield _wrong(step.id, "id", "used_twice")
        asked = () if step.when is None else (step.when.of,)
        for need in dict.fromkeys((*named_steps(step), *asked)):
            if need not in seen:
                yield _wrong(step.id, "needs", "no_earlier_step", name=repr(need))
        call: ToolStep = step.do if isinstance(step, MapStep) else step
        try:
            spec = get_catalog().tool(call.tool, _KIND_OF_STEP[call.kind]).spec
        except DiagnosticsError as error:
            yield _at(step.id, "tool", error.text)
        else:
            yield from _condition_problems(step, offered)
            yield from _wire_problems(step.id, call, spec, offered)
            if isinstance(step, MapStep):
                yield from _map_problems(step, spec, seen, offered, inventory, taken)
            else:
                yield from _step_problems(call, spec, seen, inventory)
                yield from _missing_arguments(call, inventory)
            offered[step.id] = outputs_of(step, spec)
        seen[step.id] = step


def _condition_problems(
    step: AnyStep, offered: Mapping[str, dict[str, Output]]
) -> Iterable[PlanProblem]:
    condition = step.when
    if condition is None or condition.of not in offered:
        return
    if condition.test in ("answered", "failed"):
        return
    message = _condition_problem(condition, offered[condition.of])
    if message:
        yield _at(step.id, "when", message)


def _condition_problem(condition: Condition, outputs: Mapping[str, Output]) -> Message | None:
    looked_at = condition.test in ("there", "not_there")
    name = condition.looked_at
    output = outputs.get(name)
    if output is None:
        return no_output(condition.of, name, outputs)
    wanted: Kind = "truth" if looked_at else "number"
    if output.kind != wanted:
        return Message(
            id="plan-test_of_other_kind",
            params={
                "test": repr(condition.test),
                "wanted": kind_of(wanted),
                "name": repr(name),
                "kind": kind_of(output.kind),
            },
        )
    if condition.unit and output.unit:
        try:
            convert(0.0, condition.unit, output.unit)
        except UnitsError as error:
            return error.text
    return None


def _wire_problems(
    name: str, call: ToolStep, spec: ToolSpec, offered: Mapping[str, dict[str, Output]]
) -> Iterable[PlanProblem]:
    known = {item.name for item in spec.parameters}
    for number, wire in enumerate(call.wires):
        if wire.of not in offered:
            continue
        message = wire_problem(wire, call, spec, offered[wire.of])
        parameter = wire.to.removeprefix("params.")
        if parameter != wire.to and parameter not in known:
            message = Message(
                id="plan-no_parameter", params={"tool": call.tool, "name": repr(parameter)}
            )
        if message:
            yield _at(name, f"wires.{number}", message)


def _map_problems(
    step: MapStep,
    spec: ToolSpec,
    seen: dict[str, AnyStep],
    offered: Mapping[str, dict[str, Output]],
    inventory: Inventory | None,
    taken: set[str],
) -> Iterable[PlanProblem]:
    if step.of is not None:
        outputs = offered.get(step.of)
        if outputs is None:
            return
        output = outputs.get(step.output or "")
        if output is None or output.kind not in ITEMS:
            lists = [name for name, item in outputs.items() if item.kind in ITEMS]
            gives: Param = ", ".join(lists) or Message(id="plan-none")
            wanted = repr(step.output)
            yield _wrong(
                step.id, "output", "no_list", step=repr(step.of), output=wanted, there=gives
            )
            return
        item = Output(ITEMS[output.kind])
        message = argument_problem(step.over, item, step.do, spec, step.margin)
        if message:
            yield _at(step.id, "over", message)
        yield from _step_problems(step.do, spec, seen, inventory)
        return
    for number in range(1, len(step.values) + 1):
        if f"{step.id}_{number}" in taken:
            yield _wrong(step.id, "id", "item_is_step", name=f"{step.id}_{number}")
    try:
        calls = expand(step, step.values, {}, spec)
    except DiagnosticsError as error:
        yield _at(step.id, "values", error.text)
        return
    for call in calls:
        try:
            own = get_catalog().tool(call.tool, _KIND_OF_STEP[call.kind]).spec
        except DiagnosticsError as error:
            yield _at(call.id, "tool", error.text)
            continue
        yield from _step_problems(call, own, seen, inventory)
        yield from _missing_arguments(call, inventory)


def _missing_arguments(call: ToolStep, inventory: Inventory | None) -> Iterable[PlanProblem]:
    if isinstance(call, FigureStep):
        lacks = not call.times and not call.wired("time")
    elif isinstance(call, IndexMapStep):
        lacks = call.time is None and not call.wired("time")
    elif isinstance(call, FeaturesStep):
        several = inventory is not None and len(inventory.times) > 1
        lacks = several and call.time is None and not call.wired("time")
    else:
        lacks = False
    if lacks:
        field = "times" if isinstance(call, FigureStep) else "time"
        yield _wrong(call.id, field, "give_time")


def _step_problems(
    step: ToolStep,
    spec: ToolSpec,
    seen: dict[str, AnyStep],
    inventory: Inventory | None,
) -> Iterable[PlanProblem]:
    if isinstance(step, IndexMapStep):
        target = seen.get(step.of)
        if target is not None and (not isinstance(target, IndexStep) or target.tool != step.tool):
            yield _wrong(step.id, "of", "computes_other", step=repr(step.of), tool=step.tool)
    if isinstance(step, IndexStep | FeaturesStep):
        yield from _parameter_problems(step, spec)
    if isinstance(step, IndexStep):
        names = [item.name for item in spec.reductions]
        if step.reduction is not None and names and step.reduction not in names:
            yield _wrong(
                step.id,
                "reduction",
                "not_offered",
                name=repr(step.reduction),
                choices=", ".join(names),
            )
    if isinstance(step, FigureStep):
        for detector in step.detectors:
            try:
                get_catalog().tool(detector.detector, ToolKind.DETECTOR)
            except DiagnosticsError as error:
                yield _at(step.id, "detectors", error.text)
    if inventory is not None:
        yield from _data_problems(step, spec, inventory)


def _parameter_problems(step: IndexStep | FeaturesStep, spec: ToolSpec) -> Iterable[PlanProblem]:
    known = {item.name: item for item in spec.parameters}
    for name, value in step.params.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=3)
            offer: Param = ", ".join(near or known) or Message(id="plan-none")
            yield _wrong(step.id, f"params.{name}", "unknown_parameter", there=offer)
            continue
        message = _value_problem(known[name], value)
        if message:
            yield _at(step.id, f"params.{name}", message)


def _value_problem(spec: ParameterSpec, value: JsonValue) -> Message | None:
    if spec.choices and value in spec.choices:
        return None
    if spec.choices and spec.kind not in ("number", "integer"):
        return _value("not_one_of", value, choices=", ".join(spec.choices))
    if spec.kind in ("number", "integer"):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return _value("no_number", value)
        if spec.minimum is not None and value < spec.minimum:
            return _value("below_minimum", value, limit=f"{spec.minimum:g}")
        if spec.maximum is not None and value > spec.maximum:
            return _value("above_maximum", value, limit=f"{spec.maximum:g}")
    if spec.kind == "boolean" and not isinstance(value, bool):
        return _value("no_truth", value)
    if spec.kind == "quantity" and value is not None:
        return _quantity_problem(value)
    return None


def _quantity_problem(value: JsonValue) -> Message | None:
    try:
        resolve(at_level(asked_reference(value), _LEVEL_OF_CALL))
    except ArgumentError as error:
        return error.text
    return None


def _value(name: str, value: JsonValue, /, **params: Param) -> Message:
    return Message(id=f"plan-{name}", params={"value": repr(value), **params})


def _data_problems(step: ToolStep, spec: ToolSpec, inventory: Inventory) -> Iterable[PlanProblem]:
    level = getattr(step, "level", None)
    if level is not None and inventory.levels_hpa and level not in inventory.levels_hpa:
        levels = ", ".join(f"{item:g}" for item in inventory.levels_hpa)
        yield _wrong(step.id, "level", "no_level", level=f"{level:g}", levels=levels)
    for name in (item.name for item in spec.inputs if not item.optional):
        if inventory.variable(name) is None:
            yield _wrong(step.id, "tool", "field_missing", tool=spec.name, name=name)
    region: Region | None = getattr(step, "region", None)
    if region is not None and inventory.grid is not None and not _overlap(region, inventory):
        yield _wrong(
            step.id,
            "region",
            "region_outside",
            region=positions.box(region.bounds()),
            extent=positions.box(inventory.grid.region.bounds()),
        )
    if inventory.times:
        first, last = inventory.times[0], inventory.times[-1]
        for time in _times_of(step):
            if not first <= time <= last:
                yield _wrong(
                    step.id,
                    "time",
                    "time_outside",
                    time=format_instant(time),
                    first=format_instant(first),
                    last=format_instant(last),
                )


def _times_of(step: ToolStep) -> tuple[datetime, ...]:
    if isinstance(step, FigureStep):
        return step.times
    if isinstance(step, IndexMapStep | FeaturesStep):
        return () if step.time is None else (step.time,)
    return (step.window.start, step.window.end) if step.window else ()


def _overlap(region: Region, inventory: Inventory) -> bool:
    grid = inventory.grid
    if grid is None or grid.cyclic:
        return True
    data = grid.region
    if region.north < data.south or region.south > data.north:
        return False
    offset = (region.west - data.west) % 360.0
    return offset <= data.width or offset + region.width >= 360.0
