"""The Guideline Library: entries and immutable releases."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal, Self, get_args

from pydantic import Field, JsonValue, model_validator

from diagnostics.contracts.base import (
    Contract,
    Instant,
    is_blank,
    is_empty,
    is_false,
    is_none,
)
from diagnostics.contracts.discrimination import LikelihoodRatio
from diagnostics.contracts.enums import (
    Category,
    EventType,
    Modality,
    ReferenceStatus,
    VerificationOutcome,
)

Tail = Literal["upper", "lower", "range"]
PaperLicence = Literal["CC-BY-4.0", "CC-BY-3.0", "CC-BY-2.0", "CC0-1.0", "other"]
PAPER_LICENCES: tuple[PaperLicence, ...] = get_args(PaperLicence)
"""What a paper may stand under; its words are quoted of all but ``other``."""


class ThresholdOrigin(Contract):
    """Where a threshold comes from, and for what it was found."""

    source: str = Field(default="", max_length=500, description="reference, standard or data set")
    effective_from: date | None = None
    region: str = Field(default="", max_length=200)
    season: str = Field(default="", max_length=200)
    resolution_deg: float | None = Field(
        default=None, gt=0, le=10, description="grid spacing of the data it was found on, degrees"
    )


class ClimatologyTest(Contract):
    """A threshold on a standardised anomaly (`z`) or an empirical percentile (`pct`)."""

    stat: Literal["z", "pct"]
    threshold: float
    origin: ThresholdOrigin | None = Field(default=None, exclude_if=is_none)


class AbsoluteTest(Contract):
    """A threshold in the unit of the index, applied to the values of the data on every grid."""

    op: Literal[">=", "<=", "in"]
    value: float | tuple[float, float]
    value_coarse: float | tuple[float, float] | None = Field(
        default=None,
        description="of releases before November 2026; no verdict reads it, because it was never "
        "calibrated",
    )
    origin: ThresholdOrigin | None = Field(default=None, exclude_if=is_none)


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


class Place(StrEnum):
    """Where an anomaly must stand, seen from the peak of the event.

    `upstream` is that of the flow at 500 hPa, `exit_region` means that the core of the jet lies
    upstream in the flow at 250 hPa, and `inflow` is the side from which the wind at 850 hPa comes.
    A `system` has a domain of its own: the quantity is defined there, wherever the event is.
    """

    AT = "at"
    ABOVE = "above"
    AROUND = "around"
    UPSTREAM = "upstream"
    INFLOW = "inflow"
    EXIT_REGION = "exit_region"
    SYSTEM = "system"


class Vicinity(Contract):
    """Where and when, seen from the peak of the event, an anomaly is evidence of it."""

    place: Place
    reach_km: float = Field(gt=0, le=20_000, description="greatest distance from the peak")
    lag_hours: tuple[float, float] = Field(
        description="first and last hour relative to the peak; negative before it"
    )
    advection_ms: float | None = Field(
        default=None,
        gt=0,
        le=50,
        description="how fast what is looked for comes with the flow: before the peak the reach is "
        "longer by this speed times the hours; None for a reach that stays",
        exclude_if=is_none,
    )

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        first, last = self.lag_hours
        if first > last:
            raise ValueError(f"the window of hours ends ({last:g}) before it starts ({first:g})")
        return self


class DetectorExpectation(Contract):
    """One detector with its parameters; a quantity among them is a mapping, in older releases text.

    `where`, `finding`, `supports` and `opposes` are its own where they differ from its entry's: the
    detectors of one chart may show different things.
    """

    detector: str
    params: dict[str, JsonValue] = {}
    where: Vicinity | None = Field(default=None, exclude_if=is_none)
    finding: str | None = Field(default=None, exclude_if=is_none)
    supports: tuple[str, ...] | None = Field(default=None, exclude_if=is_none)
    opposes: tuple[str, ...] | None = Field(default=None, exclude_if=is_none)


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
    requires: tuple[str | tuple[str, ...], ...] = Field(
        default=(),
        description="findings, or detectors, that it cannot do without, each or of several "
        "together any one: looked for and clearly missed, it is rejected",
        exclude_if=is_empty,
    )
    must_show: bool = Field(
        default=False,
        description="it is named only where what it requires was found: untested it stays open",
        exclude_if=is_false,
    )

    @property
    def needs(self) -> tuple[tuple[str, ...], ...]:
        """Findings of which one each must be there."""
        return tuple((one,) if isinstance(one, str) else one for one in self.requires)


class Experience(Contract):
    """How often an entry's anomaly was found, in cases with its event and in those without."""

    confirmed: int = Field(default=0, ge=0)
    tested: int = Field(default=0, ge=0)
    confirmed_without: int = Field(default=0, ge=0)
    tested_without: int = Field(default=0, ge=0)


class Passage(Contract):
    """A place in a publication that carries a statement of an entry.

    The text is quoted only where the licence of the publication allows it; the place remains.
    """

    page: str = Field(default="", max_length=50, description="as printed, or its number in a file")
    offset: int | None = Field(default=None, ge=0, description="characters from the page's start")
    text: str = Field(default="", max_length=4000)
    number: str = Field(default="", max_length=200, description="the number quoted, with its unit")
    figure: str = Field(default="", max_length=200, description="figure or table that shows it")
    licence: str = Field(default="", max_length=100, description="under which the text is quoted")


class Verification(Contract):
    """Who compared a reference with what, when, and what came of it."""

    by: str = Field(max_length=200)
    at: Instant
    source: str = Field(max_length=500, description="what it was compared with")
    outcome: VerificationOutcome = VerificationOutcome.AGREES


class Reference(Contract):
    """A bibliographic reference with its verification status; `text` is how a report prints it."""

    text: str
    status: ReferenceStatus = ReferenceStatus.FROM_KNOWLEDGE
    doi: str | None = None
    title: str = Field(default="", max_length=1000, exclude_if=is_blank)
    authors: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    year: int | None = Field(default=None, ge=1500, le=2200, exclude_if=is_none)
    journal: str = Field(default="", max_length=500, exclude_if=is_blank)
    volume: str = Field(default="", max_length=50, exclude_if=is_blank)
    issue: str = Field(default="", max_length=50, exclude_if=is_blank)
    pages: str = Field(default="", max_length=50, exclude_if=is_blank)
    verification: Verification | None = Field(default=None, exclude_if=is_none)
    passages: tuple[Passage, ...] = Field(
        default=(), description="what of it speaks for this entry", exclude_if=is_empty
    )


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
    rationale_names_side: bool = Field(
        default=False,
        description="the rationale names a direction, a side or a region that the test of the "
        "entry does not look at: reports of cases leave it out",
        exclude_if=is_false,
    )
    restates_criterion: bool = Field(
        default=False,
        description="measures the quantity of the event's own criterion again: it tells of the "
        "severity, explains nothing, and is not counted among the confirmed factors",
    )
    weight: int = Field(ge=1, le=5)
    timing: str = ""
    timing_zh: str = Field(default="", exclude_if=is_blank)
    where: Vicinity | None = Field(
        default=None,
        description="where and when the anomaly is evidence; None in releases before November "
        "2026, whose verdicts look anywhere in the region",
        exclude_if=is_none,
    )
    finding: str | None = Field(
        default=None,
        description="the physical finding: entries that share it show one thing, which counts once",
        exclude_if=is_none,
    )
    conditions: dict[str, str] = {}
    conditions_machine: MachineConditions = MachineConditions()
    alternatives: tuple[str, ...]
    supports: tuple[str, ...] = Field(default=(), description="explanations it speaks for")
    opposes: tuple[str, ...] = Field(default=(), description="explanations it speaks against")
    experience: Experience | None = None
    discrimination: tuple[LikelihoodRatio, ...] = Field(
        default=(),
        description="measured on real cases: of the type first, then by half-year and latitude; "
        "empty where too few independent cases are known on either side",
        exclude_if=is_empty,
    )
    references: tuple[Reference, ...]
    confidence: float = Field(gt=0, le=1)
    difficulty: str
    curation: Curation = Curation()
    note: str = ""
    tags: tuple[str, ...] = Field(default=(), exclude_if=is_empty)

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
    dependence: dict[EventType, float] = Field(
        default={},
        description="by type, the mean correlation of findings over the cases that the ratios of "
        "discrimination were measured on",
        exclude_if=is_empty,
    )
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
