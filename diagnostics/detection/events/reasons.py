"""What the assessments of all types share: peaks, and the words of their reasons."""

from __future__ import annotations

from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.detection import EventObject, MeasuredValue, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.criterion_numbers import Number
from diagnostics.grid.geometry import Grid
from diagnostics.grid.reduction import Located, area_maximum
from diagnostics.messages import Listing, Measure, Message, Moment, Term, render
from diagnostics.messages.numbers import threshold_digits

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def peak_of(values: Array, grid: Grid, counted: Mask) -> Located | None:
    """Return the largest value over the counted cells and where it is."""
    return area_maximum(values, grid, counted)


def in_english(wording: Message) -> str:
    """Write a reason in English, as the contract keeps it beside the message."""
    return render(wording, "en")


def clauses(*parts: Message | None) -> Message:
    """Join the statements of a reason; what is None is left out."""
    given = tuple(part for part in parts if part is not None)
    return Message(id="event-reason", params={"clauses": Listing(items=given, style="clauses")})


def not_assessable(
    event: EventType, wording: Message, measured: MeasuredValue | None = None
) -> TypeAssessment:
    """Make the record of a type that the data cannot test, with what they hold of it."""
    return TypeAssessment(
        event=event,
        firing=Firing.NOT_ASSESSABLE,
        reason=in_english(wording),
        wording=wording,
        measured=measured.model_copy(update={"needs": wording}) if measured else None,
    )


def measured_at(
    quantity: str,
    unit: str,
    found: Located,
    time: datetime,
    window: str = "",
    hours: float | None = None,
) -> MeasuredValue:
    """Make the record of a value with its place and time; of an amount, with its hours."""
    return MeasuredValue(
        quantity=quantity,
        unit=unit,
        value=found.value,
        latitude=found.latitude,
        longitude=found.longitude,
        time=time,
        window=window,
        hours=hours,
    )


def chosen_of(case: Case, objects: list[EventObject]) -> int:
    """Position of the object that is diagnosed: the one asked for, else the strongest."""
    return next((k for k, item in enumerate(objects) if item.id == case.asked), 0)


def without_land(event: EventType) -> TypeAssessment:
    """Make the record of a criterion for land over a region that has none."""
    return never(event, Message(id="event-no_land"))


def never(event: EventType, wording: Message) -> TypeAssessment:
    """Make the record of a type that the region or the season rules out."""
    return TypeAssessment(
        event=event,
        firing=Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        confidence=1.0,
    )


def threshold_text(value: float, unit: str, label: str) -> Message:
    """Describe a threshold with its origin."""
    limit = Measure(measure=value, unit=unit, digits=threshold_digits(value))
    return Message(id="event-threshold", params={"point": limit, "label": label})


def object_text(number: Number, least_km2: float | None = None) -> Message:
    """Describe how large an object must be."""
    return Message(
        id="event-area_labelled",
        params={
            "area": area(number.value if least_km2 is None else least_km2),
            "label": number.label,
        },
    )


def small_text(firing: Firing) -> Message:
    """Say of cells that reach the limit why they are no event."""
    seen = firing is not Firing.REACHED_HERE
    return Message(id="event-too_small" if seen else "event-extent_unseen")


def among_text(count: int) -> Message | None:
    """Say that there are more events than the one that is described."""
    return Message(id="event-strongest_of", params={"count": count}) if count > 1 else None


def area(km2: float) -> Measure:
    """Describe an area."""
    return Measure(measure=km2, unit="km2", digits=0)


def share(fraction: float, digits: int = 1) -> Measure:
    """Describe a share of an area, in percent."""
    return Measure(measure=100.0 * fraction, unit="%", digits=digits)


def quantity_reached(quantity: str, value: Measure, at: datetime) -> Message:
    """Describe the largest value of a quantity and its time."""
    return Message(
        id="event-reached_at",
        params={"quantity": Term(term=quantity), "value": value, "time": Moment(moment=at)},
    )
