"""The record of an event classification."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant, is_empty, is_false, is_none
from diagnostics.contracts.checking import CheckFinding, no_doubts
from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.enums import EventType, Firing, PrecipitationType
from diagnostics.contracts.space_time import Outline, Region, TimeWindow
from diagnostics.messages import Message

SUBTYPES = ("convective", "synoptic", "tropical_cyclone", "foehn", "dry_heat", "humid_heat")
"""Kinds of an event that the classification names, by their identifiers."""
BLOWS_FROM = (
    "of a wind or gust: where it blows from at that place and time, degrees clockwise from true "
    "north; absent where the data hold no components, or a gust falls in an interval in which the "
    "wind turns"
)


class CriterionMetrics(Contract):
    """What one event type reached, against its threshold.

    `peak` is the largest value of the quantity in region and period, or that of the event that
    was asked for. `onset`, `end`, `duration_hours` and `max_object_area_km2` are those of the
    event that is diagnosed.
    """

    quantity: str
    unit: str
    peak: float
    peak_latitude: float | None = None
    peak_longitude: float | None = None
    peak_time: Instant | None = None
    peak_from_deg: float | None = Field(default=None, description=BLOWS_FROM, exclude_if=is_none)
    peak_hours: float | None = Field(
        default=None, description="of an amount: the hours in which it falls", exclude_if=is_none
    )
    peak_until: Instant | None = Field(
        default=None, description="of an amount: when those hours end", exclude_if=is_none
    )
    rate: float | None = Field(
        default=None,
        description="of an amount: what falls in the interval that ends at `peak_time`, the most "
        "of those hours",
        exclude_if=is_none,
    )
    rate_hours: float | None = Field(
        default=None, description="length of that interval", exclude_if=is_none
    )
    peak_apart: bool = Field(
        default=False,
        description="the event that is diagnosed peaks below it: the largest value lies in an "
        "area that is no event by itself, or in another event",
        exclude_if=is_false,
    )
    hours_sampled: str | None = Field(
        default=None,
        description="of daily extremes: the hours that the data hold, where they are a part of "
        "the day",
        exclude_if=is_none,
    )
    onset: Instant | None = None
    end: Instant | None = None
    duration_hours: float | None = None
    area_fraction: float | None = Field(
        default=None,
        description="largest share of the region over which the criterion holds at one time; in "
        "runs without `area_time`, of the event at any time",
    )
    area_time: Instant | None = Field(
        default=None,
        description="that time: of a sample, or the end of the interval",
        exclude_if=is_none,
    )
    land_fraction: float | None = Field(
        default=None,
        description="of a criterion for land: the same as a share of the region's land",
        exclude_if=is_none,
    )
    max_object_area_km2: float | None = None
    least_area_km2: float | None = Field(
        default=None, description="least area of an event", exclude_if=is_none
    )
    threshold_point: float
    threshold_effective: float
    threshold_mode: str = Field(description="point | scaled | percentile")
    threshold_label: str = Field(default="", description="S, K, D or C: where the number is from")
    window: str = Field(default="", description="rolling or fixed, with its length")
    distance: float = Field(description="(peak - threshold) / scale; negative below threshold")


class TrackPoint(Contract):
    """Where an event was at one time: its area then, and its strongest value."""

    time: Instant
    latitude: float
    longitude: float
    area_km2: float
    value: float = Field(description="strongest value at that time, in the unit of the object")
    value_latitude: float | None = Field(
        default=None,
        description="where that value is; absent in runs of older releases",
        exclude_if=is_none,
    )
    value_longitude: float | None = Field(default=None, exclude_if=is_none)
    value_hours: float | None = Field(
        default=None,
        description="of an amount or a fall: in how many hours, which end at the time",
        exclude_if=is_none,
    )
    value_from_deg: float | None = Field(
        default=None,
        description=f"{BLOWS_FROM}; of the diagnosed event alone",
        exclude_if=is_none,
    )


class EventObject(Contract):
    """One event of a type: an object that is connected in space and time.

    `onset` is the start of its first interval or sample, `end` the end of its last one.
    """

    id: str = Field(description="stable within a classification, such as `gale-1`")
    event: EventType
    quantity: str
    unit: str
    peak: float
    peak_latitude: float
    peak_longitude: float
    peak_time: Instant
    peak_from_deg: float | None = Field(default=None, description=BLOWS_FROM, exclude_if=is_none)
    peak_hours: float | None = Field(
        default=None,
        description="of an amount: the hours in which the peak fell; absent in runs of before",
        exclude_if=is_none,
    )
    peak_until: Instant | None = Field(
        default=None,
        description="of an amount: when those hours end; `peak_time` is when most of it falls",
        exclude_if=is_none,
    )
    onset: Instant
    end: Instant
    first_day: date | None = Field(
        default=None,
        description="of heat and cold: the day of the criterion on which it begins; `peak_day` and "
        "`last_day` likewise",
        exclude_if=is_none,
    )
    peak_day: date | None = Field(default=None, exclude_if=is_none)
    last_day: date | None = Field(default=None, exclude_if=is_none)
    open_start: bool = Field(
        default=False,
        description="it is there when the data or the period begin, and may have begun before",
        exclude_if=is_false,
    )
    open_end: bool = Field(
        default=False,
        description="it is there when the data or the period end, and may go on",
        exclude_if=is_false,
    )
    duration_hours: float
    area_km2: float = Field(description="the largest area at one time, or of one day or window")
    box: Region = Field(description="of the cells that met the criterion at any time")
    outline: Outline = Field(
        default=(),
        description="of the same cells, simplified, as the coordinates of a GeoJSON MultiPolygon: "
        "longitude and latitude, longitudes beyond 180 across the date line; absent in runs of "
        "older releases, and beyond the strongest objects of a type",
        exclude_if=is_empty,
    )
    volume_km3: float | None = Field(
        default=None, description="water that fell, of rain and snow: amount times area"
    )
    track: tuple[TrackPoint, ...] = ()
    grade: int = 0
    grade_name: str = ""
    severity: float = 0.0
    cut_by_data: bool = Field(
        default=False, description="it reaches the first or last time of the data"
    )
    cut_by_period: bool = Field(
        default=False, description="it reaches the start or the end of the period"
    )
    cut_by_region: bool = Field(default=False, description="it reaches the edge of the region")


class StationEstimate(Contract):
    """What stations typically report where the data's cells have a value.

    Without calibration there is no range: `low` and `high` are None and `source` says why.
    """

    quantity: str
    unit: str
    low: float | None = None
    high: float | None = None
    ratio_low: float | None = Field(
        default=None, description="station value over cell value; a difference for temperatures"
    )
    ratio_high: float | None = None
    spacing_deg: float
    threshold: float
    source: str
    calibrated: bool = False


class MeasuredValue(Contract):
    """What the data hold of a type, whether or not its criterion could be tested."""

    quantity: str
    unit: str
    value: float
    latitude: float | None = None
    longitude: float | None = None
    time: Instant | None = None
    from_deg: float | None = Field(default=None, description=BLOWS_FROM, exclude_if=is_none)
    window: str = Field(default="", description="of an amount or extreme, such as `6 h`")
    hours: float | None = Field(
        default=None,
        description="of an amount of a type that is not met: the hours that end at `time`",
        exclude_if=is_none,
    )
    needs: Message | None = Field(
        default=None, description="what the criterion needs beyond it; None where it was tested"
    )


class PhaseTest(Contract):
    """One test of the phase at the peak of an event, and what it says."""

    test: str = Field(
        description="wet_bulb_2m | snow_level | freezing_level | thickness_1000_500; heights are "
        "above ground, all are means over the hours of the peak, weighted with what fell"
    )
    value: float
    unit: str
    says: PrecipitationType


class PrecipitationPhase(Contract):
    """What fell in the hours of the peak, and whether the tests of the phase agree with it."""

    type: PrecipitationType
    snow_share: float = Field(description="part of the amount at the peak that is snow")
    mixed_share: float = Field(description="part that is freezing rain or sleet")
    source: str = Field(description="sf | types | wet_bulb | temperature")
    tests: tuple[PhaseTest, ...] = ()
    wording: Message = Field(
        description="what the type rests on; why it is mixed or uncertain where it is"
    )


class TypeAssessment(Contract):
    """The test of one event type."""

    event: EventType
    firing: Firing
    reason: str = Field(description="why it fired, did not, or could not be tested")
    wording: Message | None = Field(
        default=None, description="the reason for every language; absent in runs of older releases"
    )
    metrics: CriterionMetrics | None = None
    grade: int = 0
    grade_name: str = ""
    severity: float = 0.0
    confidence: float = 0.0
    confidence_parts: dict[str, float] = {}
    subtype: str | None = None
    labels: tuple[str, ...] = ()
    rank: float = 0.0
    objects: tuple[EventObject, ...] = Field(
        default=(), description="events of the type, the strongest first"
    )
    stations: StationEstimate | None = None
    measured: MeasuredValue | None = None
    outside: MeasuredValue | None = Field(
        default=None,
        description="a stronger value in the same region, where a day before and after the period "
        "is counted in",
        exclude_if=is_none,
    )
    on_land: MeasuredValue | None = Field(
        default=None,
        description="of rain and wind that peak over the sea: the largest value of the same "
        "quantity on land, where it reaches the limit too",
        exclude_if=is_none,
    )
    beside: tuple[MeasuredValue, ...] = Field(
        default=(),
        description="of a type that is met: what else its forecast gives. With a gale the other "
        "kind of wind near the event, with snow the 2-m temperature at its peak, with heat and "
        "cold its lowest and highest value in region and period",
        exclude_if=is_empty,
    )
    phase: PrecipitationPhase | None = Field(
        default=None,
        description="of rain and snow that meet their criterion, where the phase is known",
        exclude_if=is_none,
    )


class Reliability(Contract):
    """How far a verdict on data of this detail can be trusted, as measured on poorer data."""

    detail: float = Field(description="product of the confidence parts that tell of the detail")
    held: int = Field(description="verdicts on data of the same class of detail that held")
    compared: int
    share: float = Field(ge=0, le=1, description="expected share, with a prior")


class Classification(Contract):
    """All five types tested over one region and period."""

    assessments: tuple[TypeAssessment, ...]
    primary: EventType | None = None
    secondary: tuple[EventType, ...] = ()
    compound: tuple[str, ...] = ()
    declared: EventType | None = None
    agreement: bool | None = None
    preset: str
    preset_digest: str
    region: Region
    window: TimeWindow
    timezone: str
    day_boundary: str
    snow_fraction: float | None = None
    warnings: tuple[str, ...] = ()
    chosen: str | None = Field(
        default=None, description="id of the object that is diagnosed: the strongest, or as asked"
    )
    doubts: tuple[CheckFinding, ...] = Field(
        default=(),
        description="what the checks of data doubt or refuse in the fields of the criteria",
        exclude_if=no_doubts,
    )

    choice: DataChoice | None = Field(
        default=None,
        description="the run, and the member or statistic of the ensemble, that the request named",
        exclude_if=is_none,
    )

    def event_object(self, identifier: str) -> EventObject:
        """Return the event with an id.

        Raises
        ------
        KeyError
            Where no assessment lists it.
        """
        for item in self.assessments:
            for found in item.objects:
                if found.id == identifier:
                    return found
        raise KeyError(identifier)

    def object_of(self, event: EventType) -> EventObject | None:
        """Return the event of a type that is diagnosed: the chosen one, else its strongest."""
        assessment = self.assessment(event)
        found = assessment.objects if assessment.firing is Firing.FIRED else ()
        return next((item for item in found if item.id == self.chosen), found[0] if found else None)

    @property
    def is_nothing_tested(self) -> bool:
        """Whether the data allow no type to be tested."""
        return all(item.firing is Firing.NOT_ASSESSABLE for item in self.assessments)

    def assessment(self, event: EventType) -> TypeAssessment:
        """Return the test of one type."""
        for item in self.assessments:
            if item.event == event:
                return item
        raise KeyError(event)
