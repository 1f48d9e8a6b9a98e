"""The record of a test: one shape for every event type."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict

from diagnostics.contracts.detection import CriterionMetrics, EventObject, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.confidence import confidence
from diagnostics.detection.events.reasons import in_english, measured_at
from diagnostics.grid.reduction import Located
from diagnostics.messages import Message


class Threshold(NamedTuple):
    """The number that decides, in the unit of the quantity, and where it is from (S, K or D)."""

    value: float
    label: str
    mode: str = "point"


class Reached(NamedTuple):
    """The value that is compared with the threshold, where and when it was reached.

    `window` is the time that it covers, as the record of the criterion names it;
    `measured_from` the time at which a change begins, if that lies before the period.
    """

    quantity: str
    unit: str
    value: float
    latitude: float
    longitude: float
    time: datetime | None
    window: str = ""
    measured_from: datetime | None = None


class DataQuality(TypedDict, total=False):
    """What the data can carry, as :func:`confidence` takes it; a type names what it knows."""

    completeness: float
    step_hours: float | None
    phase: float | None
    proxy: bool


def reached_by(
    item: EventObject, window: str = "", measured_from: datetime | None = None
) -> Reached:
    """Return what an event reached at its peak."""
    return Reached(
        item.quantity, item.unit, item.peak, item.peak_latitude, item.peak_longitude,
        item.peak_time, window, measured_from,
    )  # fmt: skip


def assessed(
    case: Case,
    event: EventType,
    wording: Message,
    reached: Reached,
    threshold: Threshold,
    *,
    distance: float,
    data: DataQuality,
    objects: Sequence[EventObject] = (),
    item: EventObject | None = None,
    share: float = 0.0,
    measured_window: str | None = None,
    subtype: str | None = None,
    labels: tuple[str, ...] = (),
) -> TypeAssessment:
    """Return the assessment of a type that could be tested.

    Parameters
    ----------
    case : Case
    event : EventType
    wording : Message
        Why the criterion is met or not.
    reached : Reached
        The peak of the event; without an event, the value nearest to the threshold.
    threshold : Threshold
    distance : float
        Of the value from the threshold, relative; negative below it.
    data : DataQuality
    objects : sequence of EventObject
        The events of the type, the strongest first.
    item : EventObject or None
        The one that is diagnosed. Without it the criterion is not met.
    share : float
        Share of the region that the event covers; reported only.
    measured_window : str or None
        The time that the measured value covers, where its record names it in other words.
    subtype : str or None
    labels : tuple of str

    Returns
    -------
    TypeAssessment
    """
    met = item is not None
    product, parts = confidence(
        case,
        distance=distance if met or distance < 0 else 0.0,
        fired=met,
        peak_time=reached.time,
        **data,
    )
    place = Located(reached.value, 0, 0, reached.latitude, reached.longitude)
    window = reached.window if measured_window is None else measured_window
    return TypeAssessment(
        event=event,
        firing=Firing.FIRED if met else Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        metrics=CriterionMetrics(
            quantity=reached.quantity,
            unit=reached.unit,
            peak=reached.value,
            peak_latitude=reached.latitude,
            peak_longitude=reached.longitude,
            peak_time=reached.time,
            onset=item.onset if item else None,
            end=item.end if item else None,
            duration_hours=item.duration_hours if item else None,
            area_fraction=share,
            max_object_area_km2=item.area_km2 if item else 0.0,
            threshold_point=threshold.value,
            threshold_effective=threshold.value,
            threshold_mode=threshold.mode,
            threshold_label=threshold.label,
            window=reached.window,
            measured_from=reached.measured_from,
            distance=distance,
        ),
        grade=item.grade if item else 0,
        grade_name=item.grade_name if item else "",
        severity=item.severity if item else 0.0,
        confidence=product,
        confidence_parts=parts,
        subtype=subtype,
        labels=labels,
        objects=tuple(objects),
        measured=measured_at(reached.quantity, reached.unit, place, reached.time, window),
    )
