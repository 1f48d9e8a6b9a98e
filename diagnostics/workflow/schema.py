"""The plan: steps that name catalogue tools, with typed arguments, wires and provenance.

Steps are written in an order in which they can run: a step names earlier steps only, so a plan
has no cycles. Steps that do not depend on each other may run at the same time.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract, Instant, is_empty, is_none
from diagnostics.contracts.checking import CheckFinding
from diagnostics.contracts.enums import IndexStatus, Language, Mode
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.roles import LevelRepair
from diagnostics.contracts.space_time import Region, SearchPlace, TimeWindow
from diagnostics.contracts.validation import ContractError

PLAN_SCHEMA_VERSION: Literal[1] = 1
MAP_LIMIT = 48
"""Items of one map at the most."""

StepId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Argument = Annotated[
    str, Field(pattern=r"^(tool|level|region|window|time|params\.[a-z][a-z0-9_]*)$")
]


class StepRecord(Contract):
    """What a step left when it ran: written back, and compared by a recomputation."""

    call_key: str
    digest: str = Field(description="of the answer without kernel and warnings")
    status: IndexStatus = IndexStatus.OK
    value: float | None = None
    unit: str = ""
    error: str | None = Field(default=None, description="why there is no answer")


class Wire(Contract):
    """One output of an earlier step, put into an argument of this one.

    A position becomes a region of `margin` degrees on every side, a time becomes a window of
    `margin` hours on either side. Numbers are converted between units.
    """

    to: Argument
    of: StepId
    output: str = "value"
    margin: float | None = Field(default=None, gt=0, description="degrees, or hours")


class Condition(Contract):
    """When a step runs: a test of one output of an earlier step."""

    of: StepId
    test: Literal[
        "above", "at_least", "below", "at_most", "there", "not_there", "answered", "failed"
    ]
    output: str = "value"
    threshold: float | None = None
    unit: str = Field(default="", description="of the threshold; the output's own where empty")

    @model_validator(mode="after")
    def _numbers_need_a_threshold(self) -> Self:
        compares = self.test in ("above", "at_least", "below", "at_most")
        if compares and self.threshold is None:
            raise ContractError("threshold_needed", test=self.test)
        if not compares and self.threshold is not None:
            raise ContractError("threshold_unused", test=self.test)
        return self

    @property
    def looked_at(self) -> str:
        """The output that is tested: ``there`` where truth is asked for and none is named."""
        truth = self.test in ("there", "not_there")
        return "there" if truth and self.output == "value" else self.output


class _Step(Contract):
    id: StepId
    needs: tuple[StepId, ...] = Field(default=(), description="steps that must have an answer")
    when: Condition | None = None
    record: StepRecord | None = None


class _ToolStep(_Step):
    tool: str
    wires: tuple[Wire, ...] = ()
    entry_id: str | None = None
    turn: int | None = None

    def wired(self, argument: str) -> bool:
        """Tell whether an argument comes from an earlier step."""
        return any(wire.to == argument for wire in self.wires)


class IndexStep(_ToolStep):
    """Compute one index at every time of a window."""

    kind: Literal["index"] = "index"
    region: Region | None = None
    window: TimeWindow | None = None
    level: float | None = None
    mode: Mode = Mode.QA
    reduction: str | None = None
    params: dict[str, JsonValue] = {}


class FeaturesStep(_ToolStep):
    """Look for features with one detector at one time."""

    kind: Literal["features"] = "features"
    region: Region | None = None
    time: Instant | None = Field(default=None, description="may be left out where data hold one")
    level: float | None = None
    params: dict[str, JsonValue] = {}


class FigureStep(_ToolStep):
    """Judge a chart's detectors and draw it.

    The detectors look at `times` in order until one passes; the chart shows that time, or the
    first where none passes. Each looks at its own of `places` where they are given, else at the
    region.
    """

    kind: Literal["figure"] = "figure"
    region: Region | None = None
    times: tuple[Instant, ...] = ()
    level: float | None = None
    detectors: tuple[DetectorExpectation, ...] = ()
    places: tuple[SearchPlace | None, ...] = Field(
        default=(),
        description="for each detector, where it looks",
        exclude_if=is_empty,
    )
    language: Language = Language.EN


class IndexMapStep(_ToolStep):
    """Draw the field behind an index step at one time."""

    kind: Literal["index_map"] = "index_map"
    of: StepId
    time: Instant | None = None
    region: Region | None = Field(
        default=None,
        description="what is outlined and shown; the region of the index by default",
        exclude_if=is_none,
    )
    language: Language = Language.EN


ToolStep = IndexStep | FeaturesStep | FigureStep | IndexMapStep
MapBody = Annotated[IndexStep | FeaturesStep | FigureStep, Field(discriminator="kind")]


class MapStep(_Step):
    """The same step for each item of a list.

    The list is written as `values`, or comes from an earlier step: `of` and `output`
    (``times`` of an index, ``positions`` of a detector). Each item goes into the argument `over`
    of the step `do`; the items are called ``<id>_1``, ``<id>_2`` and so on. An item that fails is
    that item's failure only; the map has an answer when one of its items has.
    """

    kind: Literal["map"] = "map"
    over: Argument
    values: tuple[JsonValue, ...] = Field(default=(), max_length=MAP_LIMIT)
    of: StepId | None = None
    output: str | None = None
    margin: float | None = Field(default=None, gt=0, description="degrees, or hours")
    do: MapBody
    records: tuple[StepRecord, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _body_is_named_by_the_map(cls, value: Any) -> Any:
        body = value.get("do") if isinstance(value, dict) else None
        if not isinstance(body, dict):
            return value
        return {**value, "do": {"id": value.get("id"), **body}}

    @model_validator(mode="after")
    def _one_list(self) -> Self:
        if bool(self.values) == (self.of is not None):
            raise ContractError("map_list")
        if self.of is not None and self.output is None:
            raise ContractError("map_output")
        if self.do.needs or self.do.when is not None:
            raise ContractError("map_needs")
        return self

    @property
    def tool(self) -> str:
        """The catalogue id of what the items call."""
        return self.do.tool


AnyStep = ToolStep | MapStep
PlanStep = Annotated[AnyStep, Field(discriminator="kind")]


class PlanSource(Contract):
    """The data that a plan ran on."""

    label: str = ""
    data_digest: str = ""
    climatology_digest: str = ""
    boundaries_digest: str = Field(default="", description="of the file that charts show, if any")
    repairs: tuple[LevelRepair, ...] = Field(
        default=(), description="levels that are interpolated before anything is computed"
    )
    refused: tuple[CheckFinding, ...] = Field(
        default=(), description="what the check of the data refused: no step reads these fields"
    )


class PlanRun(Contract):
    """When and with which sources a plan last ran."""

    revision: str = Field(default="", description="git revision of the software, where known")
    started_at: Instant | None = None
    finished_at: Instant | None = None


class Plan(Contract):
    """A workflow: steps in order, what they ran on, and with which catalogue."""

    schema_version: Literal[1] = PLAN_SCHEMA_VERSION
    name: str = "workflow"
    description: str = ""
    source: PlanSource = PlanSource()
    catalogue_digest: str = ""
    software_version: str = ""
    environment: str = Field(default="", description="fingerprint of lock, CPU and kernels")
    run: PlanRun = PlanRun()
    steps: tuple[PlanStep, ...] = ()

    def step(self, step_id: str) -> AnyStep:
        """Return one step by id."""
        for item in self.steps:
            if item.id == step_id:
                return item
        raise KeyError(step_id)


def named_steps(step: AnyStep) -> tuple[str, ...]:
    """Return the earlier steps whose answer a step cannot do without, each once."""
    named = list(step.needs)
    if isinstance(step, IndexMapStep):
        named.append(step.of)
    if isinstance(step, MapStep) and step.of is not None:
        named.append(step.of)
    wires = step.do.wires if isinstance(step, MapStep) else step.wires
    named.extend(wire.of for wire in wires)
    return tuple(dict.fromkeys(named))
