"""ToolSpec: what the catalogue says of an operator, a detector, a figure or a reduction."""

from __future__ import annotations

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, is_empty
from diagnostics.contracts.enums import Category, EventType, Feasibility, ToolKind


class InputSpec(Contract):
    """One canonical field that a tool reads.

    `alternatives` are sets of fields from which the reader can derive a missing one.
    """

    name: str
    unit: str
    dims: tuple[str, ...]
    levels_hpa: tuple[float, ...] = ()
    optional: bool = False


class ParameterSpec(Contract):
    """One parameter of a tool: a plain JSON value with a default and limits."""

    name: str
    kind: str = Field(description="number | integer | text | boolean | choice | levels")
    default: JsonValue = None
    unit: str | None = None
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    description: str = ""


class ReductionSpec(Contract):
    """One way to reduce a field over a region, with the unit of the result."""

    name: str
    unit: str


class ToolSpec(Contract):
    """A catalogue entry, as every layer sees it."""

    name: str
    kind: ToolKind
    version: str = "1"
    title_en: str
    title_zh: str
    summary: str = ""
    category: Category | None = None
    difficulty: str | None = None
    events: tuple[EventType, ...] = ()
    inputs: tuple[InputSpec, ...] = ()
    one_of: tuple[tuple[tuple[str, ...], ...], ...] = Field(
        default=(),
        description="groups of sets of fields: of each group the data must hold one whole set",
        exclude_if=is_empty,
    )
    parameters: tuple[ParameterSpec, ...] = ()
    reductions: tuple[ReductionSpec, ...] = ()
    default_reduction: str | None = None
    unit: str | None = None
    valid_range: tuple[float, float] | None = None
    domain: str = "event_region"
    formula: str = ""
    sign_convention: str = ""
    smoothing: str = "none"
    extra_outputs: tuple[str, ...] = ()
    tolerance: float = Field(default=1e-9, description="relative, for recomputation elsewhere")
    metpy: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    detectors: tuple[str, ...] = Field(default=(), description="of a figure: what judges it")
    questions: tuple[str, ...] = Field(default=(), description="of a figure: yes/no questions")
    layers: tuple[str, ...] = Field(default=(), description="of a figure: layers in z-order")
    climatology: str = Field(
        default="", description="what a gridded climatology must hold; empty where none is needed"
    )
    source_id: str | None = Field(default=None, description="published name, where one exists")

    def title(self, language: str) -> str:
        """Return the title in a language: English where there is none in it."""
        return {"en": self.title_en, "zh": self.title_zh}.get(language) or self.title_en


class ToolFeasibility(Contract):
    """Whether one tool can run on given data, and what it lacks."""

    name: str
    kind: ToolKind
    feasibility: Feasibility
    missing: tuple[str, ...] = ()
    note: str = ""
