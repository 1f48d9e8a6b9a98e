"""The Guideline Library: entries and immutable releases."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, JsonValue, model_validator

from diagnostics.contracts.base import Contract, Instant, is_blank, is_empty, is_none
from diagnostics.contracts.enums import Category, EventType, Modality, ReferenceStatus

Tail = Literal["upper", "lower", "range"]


class ThresholdBasis(Contract):
    """Where a threshold comes from, and what it holds for."""

    reference: str | None = Field(
        default=None, description="key in the bibliography; None: a default of this library"
    )
    page: str = ""
    effective: date | None = Field(default=None, description="day from which it is in force")
    region: str = ""
    season: str = ""
    resolution_deg: float | None = Field(
        default=None, gt=0, description="spacing of the grids that it was set for"
    )


class ClimatologyTest(Contract):
    """A threshold on a standardised anomaly (`z`) or an empirical percentile (`pct`)."""

    stat: Literal["z", "pct"]
    threshold: float
    basis: ThresholdBasis | None = Field(default=None, exclude_if=is_none)


class AbsoluteTest(Contract):
    """A threshold in the unit of the index, applied to the values of the data on every grid."""

    op: Literal[">=", "<=", "in"]
    value: float | tuple[float, float]
    value_coarse: float | tuple[float, float] | None = Field(
        default=None,
        description="of releases before November 2026; no verdict reads it, because it was never "
        "calibrated",
    )
    basis: ThresholdBasis | None = Field(default=None, exclude_if=is_none)


class LatitudeBand(Contract):
    """An absolute threshold where the region's centre lies in a band of |latitude|."""

    abs_lat_range: tuple[float, float]
    absolute: AbsoluteTest


class ExtraTest(Contract):
    """A second test, on a named extra output of the index."""

    output: str
    test: AbsoluteTest


class Place(StrEnum):
    """Where an anomaly must stand, seen from the peak of the event.

    `upstream` is that of the flow at 500 hPa, `exit_region` means that the core of the jet lies
    upstream in the flow at 250 hPa, and `inflow` is the side from which the wind at 850 hPa comes.
    `cold_side` and `warm_side` are those to which the temperature at 850 hPa falls and rises.
    A `system` has a domain of its own: the quantity is defined there, wherever the event is.
    """

    AT = "at"
    ABOVE = "above"
    AROUND = "around"
    UPSTREAM = "upstream"
    INFLOW = "inflow"
    EXIT_REGION = "exit_region"
    COLD_SIDE = "cold_side"
    WARM_SIDE = "warm_side"
    SYSTEM = "system"


BlowsFrom = Literal[Place.UPSTREAM, Place.INFLOW, Place.COLD_SIDE, Place.WARM_SIDE]


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
    blows_from: BlowsFrom | None = Field(
        default=None,
        description="of a wind: the side from which it must blow, within a right angle; None where "
        "any direction is evidence",
        exclude_if=is_none,
    )
    level: float | None = None
    params: dict[str, JsonValue] = {}


class Vicinity(Contract):
    """Where and when, seen from the peak of the event, an anomaly is evidence of it."""

    place: Place
    reach_km: float = Field(gt=0, le=20_000, description="greatest distance from the peak")
    lag_hours: tuple[float, float] = Field(
        description="first and last hour relative to the peak; negative before it"
    )

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        first, last = self.lag_hours
        if first > last:
            raise ValueError(f"the window of hours ends ({last:g}) before it starts ({first:g})")
        return self


class DetectorExpectation(Contract):
    """One detector with its parameters.

    `where` and `finding` are its own where they differ from its entry's.
    """

    detector: str
    params: dict[str, JsonValue] = {}
    where: Vicinity | None = Field(default=None, exclude_if=is_none)
    finding: str | None = Field(default=None, exclude_if=is_none)


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


class CauseStructure(StrEnum):
    """A system that an explanation names, without which it is none.

    `cold_air` is an outbreak of cold air, `wave` an amplified trough or ridge; `instability` is the
    stratification that convection needs.
    """

    FRONT = "front"
    OCCLUSION = "occlusion"
    COLD_AIR = "cold_air"
    TROUGH = "trough"
    RIDGE = "ridge"
    WAVE = "wave"
    VORTEX = "vortex"
    LOW = "low"
    TROPICAL_CYCLONE = "tropical_cyclone"
    INSTABILITY = "instability"


class Cause(Contract):
    """One of the competing explanations of a type of event."""

    id: str
    event_types: tuple[EventType, ...] = Field(min_length=1)
    name: str
    name_zh: str
    chain: str = Field(description="how it brings the event about, for readers")
    chain_zh: str
    feeds: tuple[str, ...] = Field(default=(), description="explanations that it leads on to")
    structure: CauseStructure | None = Field(
        default=None,
        description="the system that it names: where that was looked for and not found near the "
        "event, it neither leads nor contributes",
        exclude_if=is_none,
    )

    @property
    def key(self) -> str:
        """Its name among the explanations of all types of event."""
        return f"{self.event_types[0].value}/{self.id}"


class Experience(Contract):
    """How often an entry's anomaly was found, in cases with its event and in those without."""

    confirmed: int = Field(default=0, ge=0)
    tested: int = Field(default=0, ge=0)
    confirmed_without: int = Field(default=0, ge=0)
    tested_without: int = Field(default=0, ge=0)


class Reference(Contract):
    """A bibliographic reference with its verification status, and what of it is cited."""

    text: str
    status: ReferenceStatus = ReferenceStatus.FROM_KNOWLEDGE
    doi: str | None = None
    key: str | None = Field(
        default=None, description="its name in the library's bibliography", exclude_if=is_none
    )
    passage: str | None = Field(
        default=None, description="the words that the entry rests on", exclude_if=is_none
    )
    page: str | None = Field(default=None, exclude_if=is_none)
    quoted: str | None = Field(
        default=None, description="the number of the passage, as it is printed", exclude_if=is_none
    )


class Curation(Contract):
    """Where an entry stands in review."""

    status: str = Field(default="draft", description="draft, reviewed, adjusted or own")
    reviewed_by: str | None = None
    reviewed_at: str | None = None
    source: str = ""
    adjusted: tuple[str, ...] = Field(
        default=(),
        description="paths of the fields that a centre says otherwise than the library",
        exclude_if=is_empty,
    )


class EntryText(Contract):
    """What an entry says, wherever it is kept: all but its bibliography and its state."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=200)
    event_types: tuple[EventType, ...] = Field(min_length=1)
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
    confidence: float = Field(gt=0, le=1)
    difficulty: str
    note: str = ""
    timing_zh: str = Field(default="", exclude_if=is_blank)
    conditions_zh: dict[str, str] = Field(default={}, exclude_if=is_blank)
    note_zh: str = Field(default="", exclude_if=is_blank)
    tags: tuple[str, ...] = Field(default=(), exclude_if=is_empty)

    @property
    def level(self) -> float | None:
        """The level in hPa at which an index is expected to be unusual, where the entry says so."""
        return self.expected.level if isinstance(self.expected, IndexExpectation) else None

    @property
    def params(self) -> dict[str, JsonValue]:
        """Parameters of an index other than its tool's own."""
        return self.expected.params if isinstance(self.expected, IndexExpectation) else {}


class GuidelineEntry(EntryText):
    """One (event type, factor) pair of curated knowledge, as a release holds it."""

    references: tuple[Reference, ...]
    curation: Curation = Curation()


class ReleasedPreset(Contract):
    """Criteria of events that a release says otherwise than the package, whole."""

    name: str
    document: dict[str, JsonValue]
    revised: tuple[str, ...] = Field(
        default=(),
        description="paths of the numbers that the library says otherwise than the package",
        exclude_if=is_empty,
    )
    adjusted: tuple[str, ...] = Field(
        default=(), description="paths of the numbers that a centre has set", exclude_if=is_empty
    )


class ReleaseApproval(Contract):
    """By whom a release was approved, and when the last of them did."""

    by: tuple[str, ...] = Field(min_length=1)
    at: Instant


class EntryName(Contract):
    """An entry by its name, and what makes it one of its kind."""

    id: str
    factor: str
    event_types: tuple[EventType, ...]
    supports: tuple[str, ...] = Field(default=(), exclude_if=is_empty)


def of_different_causes(one: EntryText | EntryName, other: EntryText | EntryName) -> bool:
    """Whether each of two entries speaks for explanations, and none of them for both."""
    first, second = set(one.supports), set(other.supports)
    return bool(first and second) and not first & second


class GuidelineRelease(Contract):
    """An immutable set of entries; `digest` is taken over entries and metadata."""

    id: str
    version: str
    title: str
    entries: tuple[GuidelineEntry, ...]
    causes: tuple[Cause, ...] = ()
    presets: tuple[ReleasedPreset, ...] = Field(
        default=(),
        description="those that it says otherwise than the package",
        exclude_if=is_empty,
    )
    unused: tuple[EntryName, ...] = Field(
        default=(),
        description="entries of the shared release that the centre does not use",
        exclude_if=is_empty,
    )
    digest: str = ""
    approval: ReleaseApproval | None = Field(
        default=None, description="not part of the digest, which was approved", exclude_if=is_none
    )

    def causes_of(self, event: EventType) -> tuple[Cause, ...]:
        """Return the competing explanations of a type of event."""
        return tuple(cause for cause in self.causes if event in cause.event_types)

    def preset(self, name: str) -> ReleasedPreset | None:
        """Return a preset that the release says otherwise than the package."""
        return next((item for item in self.presets if item.name == name), None)

    def entry(self, entry_id: str) -> GuidelineEntry:
        """Return one entry by id."""
        for item in self.entries:
            if item.id == entry_id:
                return item
        raise KeyError(entry_id)
