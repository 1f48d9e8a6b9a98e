"""Check a plan whole before anything runs: names, types, ranges, and what the data hold."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from datetime import datetime

from pydantic import JsonValue

from diagnostics.catalog import get_catalog
from diagnostics.contracts.base import Contract, format_instant
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.tools import ParameterSpec, ToolSpec
from diagnostics.errors import ArgumentError, DiagnosticsError
from diagnostics.workflow.schema import FigureStep, IndexMapStep, IndexStep, Plan

_KIND_OF_STEP = {"index": ToolKind.INDEX, "figure": ToolKind.FIGURE, "index_map": ToolKind.INDEX}


class PlanProblem(Contract):
    """One thing that is wrong with a plan, and where."""

    step: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"step {self.step}, {self.field}: {self.message}"


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
            "the workflow cannot run: " + "; ".join(str(problem) for problem in problems),
            code="invalid_plan",
            data={"problems": [problem.model_dump(mode="json") for problem in problems]},
        )


def _problems(plan: Plan, inventory: Inventory | None) -> Iterable[PlanProblem]:
    seen: dict[str, IndexStep | FigureStep | IndexMapStep] = {}
    for step in plan.steps:
        if step.id in seen:
            yield PlanProblem(step=step.id, field="id", message="used by two steps")
        for need in (*step.needs, *((step.of,) if isinstance(step, IndexMapStep) else ())):
            if need not in seen:
                yield PlanProblem(
                    step=step.id,
                    field="needs",
                    message=f"no earlier step is called {need!r}; steps run in the order written",
                )
        try:
            spec = get_catalog().tool(step.tool, _KIND_OF_STEP[step.kind]).spec
        except DiagnosticsError as error:
            yield PlanProblem(step=step.id, field="tool", message=error.message)
        else:
            yield from _step_problems(step, spec, seen, inventory)
        seen[step.id] = step


def _step_problems(
    step: IndexStep | FigureStep | IndexMapStep,
    spec: ToolSpec,
    seen: dict[str, IndexStep | FigureStep | IndexMapStep],
    inventory: Inventory | None,
) -> Iterable[PlanProblem]:
    if isinstance(step, IndexMapStep):
        target = seen.get(step.of)
        if target is not None and (not isinstance(target, IndexStep) or target.tool != step.tool):
            yield PlanProblem(
                step=step.id, field="of", message=f"{step.of!r} does not compute {step.tool}"
            )
    if isinstance(step, IndexStep):
        names = [item.name for item in spec.reductions]
        if step.reduction is not None and names and step.reduction not in names:
            yield PlanProblem(
                step=step.id,
                field="reduction",
                message=f"{step.reduction!r} is not offered; choose from {', '.join(names)}",
            )
        yield from _parameter_problems(step, spec)
    if isinstance(step, FigureStep):
        for detector in step.detectors:
            try:
                get_catalog().tool(detector.detector, ToolKind.DETECTOR)
            except DiagnosticsError as error:
                yield PlanProblem(step=step.id, field="detectors", message=error.message)
    if inventory is not None:
        yield from _data_problems(step, spec, inventory)


def _parameter_problems(step: IndexStep, spec: ToolSpec) -> Iterable[PlanProblem]:
    known = {item.name: item for item in spec.parameters}
    for name, value in step.params.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=3)
            offer = ", ".join(near or known) or "none"
            yield PlanProblem(
                step=step.id, field=f"params.{name}", message=f"unknown; there is: {offer}"
            )
            continue
        message = _value_problem(known[name], value)
        if message:
            yield PlanProblem(step=step.id, field=f"params.{name}", message=message)


def _value_problem(spec: ParameterSpec, value: JsonValue) -> str | None:
    if spec.choices and value in spec.choices:
        return None
    if spec.choices and spec.kind not in ("number", "integer"):
        return f"{value!r} is not one of {', '.join(spec.choices)}"
    if spec.kind in ("number", "integer"):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return f"{value!r} is not a number"
        if spec.minimum is not None and value < spec.minimum:
            return f"{value} is below the minimum {spec.minimum:g}"
        if spec.maximum is not None and value > spec.maximum:
            return f"{value} is above the maximum {spec.maximum:g}"
    if spec.kind == "boolean" and not isinstance(value, bool):
        return f"{value!r} is not true or false"
    return None


def _data_problems(
    step: IndexStep | FigureStep | IndexMapStep, spec: ToolSpec, inventory: Inventory
) -> Iterable[PlanProblem]:
    level = getattr(step, "level", None)
    if level is not None and inventory.levels_hpa and level not in inventory.levels_hpa:
        levels = ", ".join(f"{item:g}" for item in inventory.levels_hpa)
        yield PlanProblem(
            step=step.id, field="level", message=f"{level:g} hPa is not in the data: {levels}"
        )
    for name in (item.name for item in spec.inputs if not item.optional):
        if inventory.variable(name) is None:
            yield PlanProblem(
                step=step.id, field="tool", message=f"{spec.name} needs {name}, not in the data"
            )
    region: Region | None = getattr(step, "region", None)
    if region is not None and inventory.grid is not None and not _overlap(region, inventory):
        yield PlanProblem(
            step=step.id,
            field="region",
            message=f"{region.bounds()} lies outside the data {inventory.grid.region.bounds()}",
        )
    if inventory.times:
        first, last = inventory.times[0], inventory.times[-1]
        for time in _times_of(step):
            if not first <= time <= last:
                yield PlanProblem(
                    step=step.id,
                    field="time",
                    message=f"{format_instant(time)} is outside {format_instant(first)} to "
                    f"{format_instant(last)}",
                )


def _times_of(step: IndexStep | FigureStep | IndexMapStep) -> tuple[datetime, ...]:
    if isinstance(step, FigureStep):
        return step.times
    if isinstance(step, IndexMapStep):
        return (step.time,)
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
