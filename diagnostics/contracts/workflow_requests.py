"""What is asked of the platform of a workflow: to check it, to run it, to run a part again."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from diagnostics.contracts.base import Contract, Instant, is_none
from diagnostics.contracts.validation import ContractError

LONGEST_WORKFLOW = 200_000
"""Characters of a workflow."""
MOST_STEPS = 200
"""Steps of a workflow that the platform runs; a map counts as one."""


class WorkflowRequest(Contract):
    """A workflow in the format of the command line, on a registered source.

    A part is run again by asking for the whole with `only` or `again`: what is not made again is
    taken from what the centre's workflows computed before on the same data.
    """

    source: str = Field(min_length=1, max_length=200)
    workflow: str = Field(min_length=1, max_length=LONGEST_WORKFLOW, description="YAML or JSON")
    only: tuple[str, ...] = Field(
        default=(), max_length=MOST_STEPS, description="steps to run, with what they need"
    )
    again: tuple[str, ...] = Field(
        default=(),
        max_length=MOST_STEPS,
        description="steps to compute again, with what depends on them",
    )
    run: Instant | None = Field(default=None, description="start of the forecast")
    member: int | None = Field(default=None, ge=0)
    climatology: str | None = Field(
        default=None,
        max_length=64,
        description="id of a climatology that the centre has built; what is chosen for the source "
        "without; the platform writes the digest of its file",
        exclude_if=is_none,
    )

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.workflow.strip():
            raise ContractError("no_words")
        return self


class PlannedStep(Contract):
    """One step of a checked workflow."""

    id: str
    kind: str
    tool: str
    needs: tuple[str, ...] = ()


class CheckedWorkflow(Contract):
    """A workflow that fits the data, with its diagram."""

    name: str
    description: str = ""
    steps: tuple[PlannedStep, ...]
    diagram: str = Field(description="SVG")


class WorkflowStep(Contract):
    """How one step ended, for those who follow."""

    step: str
    tool: str
    status: str
    error: str | None = Field(default=None, exclude_if=is_none)
    number: int
    total: int
