"""The record of an event classification."""

from __future__ import annotations

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.messages import Message


class CriterionMetrics(Contract):
    """What one event type reached, against its threshold."""

    quantity: str
    unit: str
    peak: float
    peak_latitude: float | None = None
    peak_longitude: float | None = None
    peak_time: Instant | None = None
    onset: Instant | None = None
    end: Instant | None = None
    duration_hours: float | None = None
    area_fraction: float | None = None
    max_object_area_km2: float | None = None
    threshold_point: float
    threshold_effective: float
    threshold_mode: str = Field(description="point | scaled | percentile")
    threshold_label: str = Field(default="", description="S, K or D: where the number is from")
    window: str = Field(default="", description="rolling or fixed, with its length")
    distance: float = Field(description="(peak - threshold) / scale; negative below threshold")


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

    def assessment(self, event: EventType) -> TypeAssessment:
        """Return the test of one type."""
        for item in self.assessments:
            if item.event == event:
                return item
        raise KeyError(event)
