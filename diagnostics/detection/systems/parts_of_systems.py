"""Which systems aloft are parts of a cyclone, and which troughs are parts of a low."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from diagnostics.contracts.systems import (
    AxisAloft,
    PressureSystem,
    UpperCentre,
)
from diagnostics.grid.distance import great_circle_km

UPRIGHT_KM = 300.0
"""A low aloft within this of a surface low is the upper part of the same cyclone, and a trough that
is deepest within it of a closed low aloft is that low [D]."""
DEEP_HPA = 1000.0
"""A cut-off low has at most a shallow low at the surface below it [D]."""
Q = TypeVar("Q", AxisAloft, UpperCentre)


def of_cyclone(
    centre: UpperCentre, pressure: Sequence[PressureSystem], time: datetime
) -> UpperCentre:
    """Return a low aloft as a closed low where it is the upper part of a deep cyclone below it.

    Parameters
    ----------
    centre : UpperCentre
    pressure : sequence of PressureSystem
        The systems at the surface.
    time : datetime

    Returns
    -------
    UpperCentre
    """
    if centre.kind != "cutoff_low":
        return centre
    for system in pressure:
        at = system.centre_at(time)
        if system.kind != "low" or at is None:
            continue
        below = system.centres[at]
        deep = system.unit == "hPa" and below.value < DEEP_HPA
        away = great_circle_km(centre.latitude, centre.longitude, below.latitude, below.longitude)
        if (system.cyclone is not None or deep) and float(away) <= UPRIGHT_KM:
            return centre.model_copy(update={"kind": "closed_low"})
    return centre


def part_of_cyclone(item: Q, pressure: Sequence[PressureSystem], time: datetime) -> Q:
    """Mark a low or a trough aloft that is the circulation of a tropical cyclone.

    Parameters
    ----------
    item : UpperCentre or AxisAloft
        A trough by its deepest point.
    pressure : sequence of PressureSystem
        The systems at the surface.
    time : datetime

    Returns
    -------
    UpperCentre or AxisAloft
    """
    if item.kind not in ("closed_low", "trough"):
        return item
    for system in pressure:
        at = system.centre_at(time)
        if system.cyclone is None or at is None:
            continue
        below = system.centres[at]
        away = great_circle_km(item.latitude, item.longitude, below.latitude, below.longitude)
        if float(away) <= UPRIGHT_KM:
            return item.model_copy(update={"part_of": system.id})
    return item


def part_of_low(axis: AxisAloft, upper: Sequence[UpperCentre]) -> AxisAloft:
    """Mark a trough that is deepest where a closed low of the same height stands: it is that low.

    Parameters
    ----------
    axis : AxisAloft
    upper : sequence of UpperCentre

    Returns
    -------
    AxisAloft
        Part of ``upper-1``, the first of the centres, and so on.
    """
    if axis.kind != "trough" or axis.part_of is not None:
        return axis
    for number, centre in enumerate(upper, start=1):
        away = great_circle_km(axis.latitude, axis.longitude, centre.latitude, centre.longitude)
        if centre.kind in ("closed_low", "cutoff_low") and float(away) <= UPRIGHT_KM:
            return axis.model_copy(update={"part_of": f"upper-{number}"})
    return axis
