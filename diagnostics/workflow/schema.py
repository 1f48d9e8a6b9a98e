"""The plan: steps that name catalogue tools, with typed arguments and provenance."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import IndexStatus, Language, Mode
from diagnostics.contracts.guidelines import DetectorExpectation
from diagnostics.contracts.space_time import Region, TimeWindow

PLAN_SCHEMA_VERSION: Literal[1] = 1
StepId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]


class StepRecord(Contract):
    """What a step left when it ran: written back, and compared by a recomputation."""

    call_key: str
    digest: str = Field(description="of the answer without kernel and warnings")
    status: IndexStatus = IndexStatus.OK
    value: float | None = None
    unit: str = ""
    error: str | None = None


class _Step(Contract):
    id: StepId
    tool: str
    needs: tuple[StepId, ...] = ()
    entry_id: str | None = None
    turn: int | None = None
    record: StepRecord | None = None


class IndexStep(_Step):
    """Compute one index at every time of a window."""

    kind: Literal["index"] = "index"
    region: Region | None = None
    window: TimeWindow | None = None
    level: float | None = None
    mode: Mode = Mode.QA
    reduction: str | None = None
    params: dict[str, JsonValue] = {}


class FigureStep(_Step):
    """Judge a chart's detectors and draw it.

    The detectors look at `times` in order until one passes; the chart shows that time, or the
    first where none passes.
    """

    kind: Literal["figure"] = "figure"
    region: Region | None = None
    times: tuple[Instant, ...] = Field(min_length=1)
    level: float | None = None
    detectors: tuple[DetectorExpectation, ...] = ()
    language: Language = Language.EN


class IndexMapStep(_Step):
    """Draw the field behind an index step at one time."""

    kind: Literal["index_map"] = "index_map"
    of: StepId
    time: Instant
    language: Language = Language.EN


PlanStep = Annotated[IndexStep | FigureStep | IndexMapStep, Field(discriminator="kind")]


class PlanSource(Contract):
    """The data that a plan ran on."""

    label: str = ""
    data_digest: str = ""
    climatology_digest: str = ""


class Plan(Contract):
    """A workflow: steps in order, what they ran on, and with which catalogue."""

    schema_version: Literal[1] = PLAN_SCHEMA_VERSION
    name: str = "workflow"
    description: str = ""
    source: PlanSource = PlanSource()
    catalogue_digest: str = ""
    software_version: str = ""
    environment: str = Field(default="", description="fingerprint of lock, CPU and kernels")
    steps: tuple[PlanStep, ...] = ()

    def step(self, step_id: str) -> IndexStep | FigureStep | IndexMapStep:
        """Return one step by id."""
        for item in self.steps:
            if item.id == step_id:
                return item
        raise KeyError(step_id)
