"""The Guideline Library: entries and immutable releases."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import Category, EventType, Modality, ReferenceStatus

Tail = Literal["upper", "lower", "range"]


class ClimatologyTest(Contract):
    """A threshold on a standardised anomaly (`z`) or an empirical percentile (`pct`)."""

    stat: Literal["z", "pct"]
    threshold: float


class AbsoluteTest(Contract):
    """A threshold in the unit of the index; `value_coarse` holds from 1 degree spacing on."""

    op: Literal[">=", "<=", "in"]
    value: float | tuple[float, float]
    value_coarse: float | tuple[float, float] | None = None


class LatitudeBand(Contract):
    """An absolute threshold where the region's centre lies in a band of |latitude|."""

    abs_lat_range: tuple[float, float]
    absolute: AbsoluteTest


class ExtraTest(Contract):
    """A second test, on a named extra output of the index."""

    output: str
    test: AbsoluteTest


class IndexExpectation(Contract):
    """The anomaly that an index entry expects.

    `bands` replace `absolute` by the latitude of the region's centre; `also` must hold too.
    """

    kind: Literal["index"] = "index"
    direction: str
    tail: Tail
    reduction: str
    unit: str
    clim: ClimatologyTest | None = None
    absolute: AbsoluteTest | None = None
    floor: AbsoluteTest | None = None
    bands: tuple[LatitudeBand, ...] = ()
    also: tuple[ExtraTest, ...] = ()
    level: float | None = None
    params: dict[str, JsonValue] = {}


class DetectorExpectation(Contract):
    """One detector with its parameters; `weight` shares a figure's judgement."""

    detector: str
    params: dict[str, JsonValue] = {}


class FigureExpectation(Contract):
    """The features that a figure entry expects: any one detector passing confirms it."""

    kind: Literal["figure"] = "figure"
    direction: str
    detectors: tuple[DetectorExpectation, ...]
    require: Literal["any", "all"] = "any"


class MachineConditions(Contract):
    """When an entry applies; months are those of the Northern Hemisphere."""

    months_nh: tuple[int, ...] = ()
    abs_lat_range: tuple[float, float] | None = None
    event_centre_in: tuple[float, float, float, float] | None = Field(
        default=None, description="W,S,E,N"
    )
    subtype: tuple[str, ...] = ()


class Cause(Contract):
    """One of the competing explanations of a type of event."""

    id: str
    event_types: tuple[EventType, ...]
    name: str
    name_zh: str
    chain: str = Field(description="how it brings the event about, for readers")
    chain_zh: str
    feeds: tuple[str, ...] = Field(default=(), description="explanations that it leads on to")


class Experience(Contract):
    """How often an entry's anomaly was found, in cases with its event and in those without."""

    confirmed: int = Field(default=0, ge=0)
    tested: int = Field(default=0, ge=0)
    confirmed_without: int = Field(default=0, ge=0)
    tested_without: int = Field(default=0, ge=0)


class Reference(Contract):
    """A bibliographic reference with its verification status."""

    text: str
    status: ReferenceStatus = ReferenceStatus.FROM_KNOWLEDGE
    doi: str | None = None


class Curation(Contract):
    """Where an entry stands in review."""

    status: str = "draft"
    reviewed_by: str | None = None
    reviewed_at: str | None = None
    source: str = ""


class GuidelineEntry(Contract):
    """One (event type, factor) pair of curated knowledge."""

    id: str
    event_types: tuple[EventType, ...]
    factor: str
    modality: Modality
    category: Category
    expected: IndexExpectation | FigureExpectation = Field(discriminator="kind")
    rationale: str = Field(min_length=60)
    rationale_zh: str = ""
    restates_criterion: bool = Field(
        default=False,
        description="measures the quantity of the event's own criterion again: it tells of the "
        "severity, explains nothing, and is not counted among the confirmed factors",
    )
    weight: int = Field(ge=1, le=5)
    timing: str = ""
    conditions: dict[str, str] = {}
    conditions_machine: MachineConditions = MachineConditions()
    alternatives: tuple[str, ...]
    supports: tuple[str, ...] = Field(default=(), description="explanations it speaks for")
    opposes: tuple[str, ...] = Field(default=(), description="explanations it speaks against")
    experience: Experience | None = None
    references: tuple[Reference, ...]
    confidence: float = Field(gt=0, le=1)
    difficulty: str
    curation: Curation = Curation()
    note: str = ""

    @property
    def level(self) -> float | None:
        """The level in hPa at which an index is expected to be unusual, where the entry says so."""
        return self.expected.level if isinstance(self.expected, IndexExpectation) else None

    @property
    def params(self) -> dict[str, JsonValue]:
        """Parameters of an index other than its tool's own."""
        return self.expected.params if isinstance(self.expected, IndexExpectation) else {}


class GuidelineRelease(Contract):
    """An immutable set of entries; `digest` is taken over entries and metadata."""

    id: str
    version: str
    title: str
    entries: tuple[GuidelineEntry, ...]
    causes: tuple[Cause, ...] = ()
    digest: str = ""

    def causes_of(self, event: EventType) -> tuple[Cause, ...]:
        """Return the competing explanations of a type of event."""
        return tuple(cause for cause in self.causes if event in cause.event_types)

    def entry(self, entry_id: str) -> GuidelineEntry:
        """Return one entry by id."""
        for item in self.entries:
            if item.id == entry_id:
                return item
        raise KeyError(entry_id)
