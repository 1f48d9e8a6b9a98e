"""The page of an operator, a detector or a chart in the catalogue."""

from __future__ import annotations

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import Category, EventType, ToolKind
from diagnostics.contracts.space_time import Region
from diagnostics.contracts.tools import ParameterSpec, ReductionSpec


class PageInput(Contract):
    """A field that a tool reads, in words."""

    name: str
    title: str
    unit: str
    where: str = Field(default="", description="levels, or the surface")
    optional: bool = False


class PageMode(Contract):
    """What a mode of calculation does for this tool."""

    mode: str
    text: str


class PageLayer(Contract):
    """One layer of a chart, in words."""

    kind: str
    quantity: str
    title_en: str
    title_zh: str
    unit: str
    drawing: str = Field(description="levels, interval, colours, smoothing")


class PageQuestion(Contract):
    """A yes/no question of a chart and how it is answered from the arrays."""

    text: str
    answered_by: str


class PageDetector(Contract):
    """A detector that judges a chart, with its parameters there."""

    name: str
    title_en: str
    title_zh: str
    events: tuple[EventType, ...] = ()
    parameters: dict[str, JsonValue] = Field(default_factory=dict)


class ExampleAnswer(Contract):
    """The answer to one question of a chart."""

    question: str
    answer: bool | None


class PageExample(Contract):
    """A call with its result, executed by a test.

    `data` is a generated sample (`hvrmet sample`) or an analytic state of the package.
    """

    data: str
    time: Instant
    region: Region
    mode: str | None = None
    level: float | None = None
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    commands: tuple[str, ...] = ()
    status: str = "ok"
    value: float | None = None
    unit: str | None = None
    passed: bool | None = None
    score: float | None = None
    found: int | None = Field(default=None, description="features")
    answers: tuple[ExampleAnswer, ...] = ()
    message: str = ""


class ToolPage(Contract):
    """Everything that a reader may want to know of one tool."""

    name: str
    kind: ToolKind
    version: str
    title_en: str
    title_zh: str
    summary: str
    description: tuple[str, ...] = Field(default=(), description="paragraphs: method and limits")
    category: Category | None = None
    difficulty: str | None = None
    events: tuple[EventType, ...] = ()
    formula: str = ""
    unit: str | None = None
    valid_range: tuple[float, float] | None = None
    sign: str = ""
    inputs: tuple[PageInput, ...] = ()
    parameters: tuple[ParameterSpec, ...] = ()
    reductions: tuple[ReductionSpec, ...] = ()
    extra_outputs: tuple[str, ...] = ()
    modes: tuple[PageMode, ...] = ()
    tolerance: float | None = None
    metpy: str = ""
    layers: tuple[PageLayer, ...] = ()
    rules: tuple[str, ...] = ()
    detectors: tuple[PageDetector, ...] = ()
    questions: tuple[PageQuestion, ...] = ()
    variations: tuple[str, ...] = ()
    example: PageExample | None = None
    picture: str | None = Field(default=None, description="path in the repository's gallery")
    references: tuple[str, ...] = ()
    used_by: tuple[str, ...] = Field(default=(), description="of a detector: charts it judges")


class PageEntry(Contract):
    """A short entry of the catalogue, small enough to put before a model."""

    name: str
    kind: ToolKind
    title_en: str
    title_zh: str
    text: str
    score: float
