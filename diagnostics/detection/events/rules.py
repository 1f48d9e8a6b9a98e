"""Fire rules on a map: objects and area fractions beyond a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case
from diagnostics.grid.geometry import Grid
from diagnostics.grid.objects import label_cells
from diagnostics.grid.reduction import Located, area_fraction, area_maximum
from diagnostics.messages import Listing, Measure, Message, Moment, Term, render
from diagnostics.messages.numbers import threshold_digits

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Reach:
    """What a map reaches beyond a threshold.

    Attributes
    ----------
    cells : array of bool, shape (y, x)
        Counted cells at or beyond the threshold.
    area_fraction : float
        Of the counted cells with a value.
    largest_km2 : float
        Area of the largest 8-connected object.
    fires : bool
        Whether an object or the fraction is large enough.
    """

    cells: Mask
    area_fraction: float
    largest_km2: float
    fires: bool


def reach(
    condition: Mask,
    counted: Mask,
    grid: Grid,
    *,
    min_object_km2: float | None,
    min_fraction: float | None,
) -> Reach:
    """Apply a fire rule to a map.

    Parameters
    ----------
    condition : array of bool, shape (y, x)
        Cells that meet the criterion.
    counted : array of bool, shape (y, x)
        Cells that count: of the region, of the land, with a value.
    grid : Grid
    min_object_km2 : float or None
        Least area of an object; 0 stands for one cell, None for no rule on objects.
    min_fraction : float or None
        Least share of the counted area; None for no rule on the share.
    """
    cells = condition & counted
    if not cells.any():
        return Reach(cells, 0.0, 0.0, False)
    fraction = area_fraction(cells, grid.weights, counted)
    labels, _ = label_cells(cells, cyclic=grid.cyclic)
    areas = np.bincount(labels.ravel(), weights=grid.cell_area.ravel()) / 1e6
    largest = float(areas[1:].max())
    by_object = min_object_km2 is not None and largest >= min_object_km2 * (1 - 1e-6)
    by_fraction = min_fraction is not None and fraction >= min_fraction - 1e-9
    return Reach(cells, fraction, largest, by_object or by_fraction)


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


def not_assessable(event: EventType, wording: Message) -> TypeAssessment:
    """Make the record of a type that the data cannot test."""
    return TypeAssessment(
        event=event, firing=Firing.NOT_ASSESSABLE, reason=in_english(wording), wording=wording
    )


def without_land(event: EventType) -> TypeAssessment:
    """Make the record of a criterion for land over a region that has none."""
    wording = Message(id="event-no_land")
    return TypeAssessment(
        event=event,
        firing=Firing.NOT_FIRED,
        reason=in_english(wording),
        wording=wording,
        confidence=1.0,
    )


def equivalent(name: str, *, scaled: bool) -> str:
    """Name a grade; where thresholds are scaled it is never the national grade itself."""
    return f"model-scaled equivalent of {name}" if scaled else name


def threshold_text(
    point: float, effective: float, unit: str, label: str, *, scaled: bool
) -> Message:
    """Describe a threshold with its origin, and its value at a station where it is scaled."""
    at_station = Measure(measure=point, unit=unit, digits=threshold_digits(point))
    if not scaled:
        return Message(id="event-threshold", params={"point": at_station, "label": label})
    return Message(
        id="event-threshold_scaled",
        params={
            "effective": Measure(measure=effective, unit=unit, digits=threshold_digits(effective)),
            "point": at_station,
            "label": label,
        },
    )


def object_text(case: Case, min_object_km2: float) -> Message:
    """Describe how large an object must be."""
    if min_object_km2 <= 0:
        spacing = Measure(measure=case.spacing, unit="deg", digits=threshold_digits(case.spacing))
        return Message(id="event-one_cell", params={"size": spacing})
    return Message(
        id="event-area_labelled",
        params={"area": area(min_object_km2), "label": case.preset.area.min_object.label},
    )


def area(km2: float) -> Measure:
    """Describe an area."""
    return Measure(measure=km2, unit="km2", digits=0)


def share(fraction: float, digits: int = 1) -> Measure:
    """Describe a share of an area, in percent."""
    return Measure(measure=100.0 * fraction, unit="%", digits=digits)


def least_share(fraction: float, label: str) -> Message:
    """Describe the share of an area that a criterion asks for."""
    percent = 100.0 * fraction
    needed = Measure(measure=percent, unit="%", digits=threshold_digits(percent))
    return Message(id="event-share_labelled", params={"share": needed, "label": label})


def quantity_reached(quantity: str, value: Measure, at: datetime) -> Message:
    """Describe the largest value of a quantity and its time."""
    return Message(
        id="event-reached_at",
        params={"quantity": Term(term=quantity), "value": value, "time": Moment(moment=at)},
    )


def mode_of(case: Case) -> str:
    """``scaled`` or ``point``."""
    return "scaled" if case.preset.scaled(case.spacing) else "point"
