"""Fire rules on a map: objects and area fractions beyond a threshold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.detection.events.case import Case
from diagnostics.grid.geometry import Grid
from diagnostics.grid.objects import label_cells
from diagnostics.grid.reduction import Located, area_fraction, area_maximum

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


def not_assessable(event: EventType, reason: str, *labels: str) -> TypeAssessment:
    """Make the record of a type that the data cannot test."""
    return TypeAssessment(
        event=event, firing=Firing.NOT_ASSESSABLE, reason=reason, labels=tuple(labels)
    )


def equivalent(name: str, *, scaled: bool) -> str:
    """Name a grade; where thresholds are scaled it is never the national grade itself."""
    return f"model-scaled equivalent of {name}" if scaled else name


def threshold_text(point: float, effective: float, unit: str, label: str, *, scaled: bool) -> str:
    """Say a threshold with its origin, and what it is at a station where it is scaled."""
    if not scaled:
        return f"{point:g} {unit} [{label}]"
    return f"{effective:.4g} {unit}, the model-scaled equivalent of {point:g} {unit} [{label}]"


def object_text(case: Case, min_object_km2: float) -> str:
    """Say how large an object must be."""
    if min_object_km2 <= 0:
        return f"one cell of {case.spacing:.3g} degrees"
    return f"{min_object_km2:,.0f} km2 [{case.preset.area.min_object.label}]"


def mode_of(case: Case) -> str:
    """``scaled`` or ``point``."""
    return "scaled" if case.preset.scaled(case.spacing) else "point"
