"""The record of a type: what its field holds at most, how far it spreads, and its events.

The amount that a record is headed by belongs to the field: the largest value of the criterion's
quantity in region and period. The events add where and when the criterion is met, and how large
they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.detection import (
    CriterionMetrics,
    EventObject,
    MeasuredValue,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case, Mask
from diagnostics.detection.events.event_objects import rim_of
from diagnostics.detection.events.reasons import in_english
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message

SMALL = 4.0
"""In a region smaller than so many least areas, how far an area extends may not be seen."""


@dataclass(frozen=True)
class Headline:
    """The largest value of a criterion's quantity.

    Attributes
    ----------
    quantity, unit : str
    value : float
    latitude, longitude : float
    time : datetime
        Of a sample or day; of an amount, the end of the interval in which most of it falls.
    hours : float, optional
        Of an amount: the hours in which it falls.
    until : datetime, optional
        When those hours end.
    rate : float, optional
        What falls in the interval that ends at `time`.
    rate_hours : float, optional
        Length of that interval.
    hours_sampled : str, optional
        Of daily extremes: the hours of the day that the data hold, where they are a part of it.
    """

    quantity: str
    unit: str
    value: float
    latitude: float
    longitude: float
    time: datetime
    hours: float | None = None
    until: datetime | None = None
    rate: float | None = None
    rate_hours: float | None = None
    hours_sampled: str | None = None


def place_of(grid: Grid, cell: int) -> tuple[float, float]:
    """Latitude and longitude, -180..180, of a position in the flattened grid."""
    longitude = float(grid.longitude.ravel()[cell])
    return float(grid.latitude.ravel()[cell]), (longitude + 180.0) % 360.0 - 180.0


@dataclass(frozen=True)
class Extent:
    """The largest share of the region over which a criterion holds at one time, and that time."""

    share: float = 0.0
    time: datetime | None = None
    land_share: float | None = None


@dataclass(eq=False)
class Widest:
    """Finds the time at which a criterion holds over the largest share of the region.

    Parameters
    ----------
    case : Case
    on_land : bool
        Whether the criterion is one for land, whose share is then given as well.
    """

    case: Case
    on_land: bool = False
    extent: Extent = field(default=Extent(), init=False)

    def add(self, time: datetime, cells: Mask) -> None:
        """Add the cells that meet the criterion at a time: a sample, or the end of an interval."""
        share = self._share(cells, self.case.inside)
        if share > self.extent.share:
            land = self._share(cells, self.case.land) if self.on_land else None
            self.extent = Extent(share, time, land)

    def _share(self, cells: Mask, counted: Mask) -> float:
        weights: NDArray[np.float64] = self.case.grid.weights
        whole = float(weights[counted].sum())
        return round(float(weights[cells & counted].sum()) / whole, 6) if whole > 0.0 else 0.0


def verdict_on_small(case: Case, cells: Mask, counted: Mask, least_km2: float) -> Firing:
    """Judge areas that reach the limit and are smaller than an event must be.

    Parameters
    ----------
    case : Case
    cells : array of bool, shape (y, x)
        Cells of `counted` that reach the limit at any time.
    counted : array of bool, shape (y, x)
        Cells that count, with those beyond the region where the data were looked at there.
    least_km2 : float

    Returns
    -------
    Firing
        ``REACHED_HERE`` where such an area may go on beyond what is seen, or where all that
        counts is smaller than an event must be; else ``NOT_FIRED``. Where no more is to be seen
        (`case.within` is set), the first is so of small regions alone.
    """
    seen = float(np.asarray(case.grid.cell_area)[counted].sum()) / 1e6
    cut = (cells & rim_of(case.reach, case.grid)).any()
    small = case.within is None or seen < SMALL * least_km2
    return Firing.REACHED_HERE if small and (cut or seen < least_km2) else Firing.NOT_FIRED


def assessed(
    event: EventType,
    firing: Firing,
    wording: Message,
    headline: Headline,
    *,
    limit: float,
    label: str,
    window: str,
    distance: float,
    trust: tuple[float, dict[str, float]],
    least_km2: float,
    extent: Extent,
    objects: Sequence[EventObject] = (),
    chosen: int = 0,
    mode: str = "point",
    subtype: str | None = None,
    labels: tuple[str, ...] = (),
) -> TypeAssessment:
    """Make the record of a type whose criterion was tested.

    Parameters
    ----------
    event, firing, wording
        The type, the result, and its reason.
    headline : Headline
        The largest value of the criterion's quantity in region and period.
    limit, label : float, str
        Of the first grade, and where it is from.
    window : str
        Of the criterion, such as ``rolling 24 h`` or ``3 days``.
    distance : float
        From the limit, relative to the scale of the type.
    trust : tuple
        Confidence and its parts.
    least_km2 : float
        Least area of an event.
    extent : Extent
    objects : sequence of EventObject
        The strongest first.
    chosen : int
        Position of the one that is diagnosed.
    mode : str
        ``point`` or ``percentile``.
    subtype, labels
        Of the event.
    """
    item = objects[chosen] if objects else None
    return TypeAssessment(
        event=event,
        firing=firing,
        reason=in_english(wording),
        wording=wording,
        metrics=CriterionMetrics(
            quantity=headline.quantity,
            unit=headline.unit,
            peak=headline.value,
            peak_latitude=headline.latitude,
            peak_longitude=headline.longitude,
            peak_time=headline.time,
            peak_hours=headline.hours,
            peak_until=headline.until,
            rate=headline.rate,
            rate_hours=headline.rate_hours,
            hours_sampled=headline.hours_sampled,
            peak_apart=item is not None and item.peak != headline.value,
            onset=item.onset if item else None,
            end=item.end if item else None,
            duration_hours=item.duration_hours if item else None,
            area_fraction=extent.share,
            area_time=extent.time,
            land_fraction=extent.land_share,
            max_object_area_km2=item.area_km2 if item else 0.0,
            least_area_km2=least_km2,
            threshold_point=limit,
            threshold_effective=limit,
            threshold_mode=mode,
            threshold_label=label,
            window=window,
            distance=distance,
        ),
        grade=item.grade if item else 0,
        grade_name=item.grade_name if item else "",
        severity=item.severity if item else 0.0,
        confidence=trust[0],
        confidence_parts=trust[1],
        subtype=subtype,
        labels=labels,
        objects=tuple(objects),
        measured=MeasuredValue(
            quantity=headline.quantity,
            unit=headline.unit,
            value=headline.value,
            latitude=headline.latitude,
            longitude=headline.longitude,
            time=headline.until or headline.time,
            window=window.removeprefix("rolling "),
            hours=headline.hours,
        ),
    )
