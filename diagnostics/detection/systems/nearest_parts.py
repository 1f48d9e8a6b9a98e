"""The part of a jet or of a corridor of vapour that acts on the event."""

from __future__ import annotations

import numpy as np

from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.contracts.systems import NearestPart
from diagnostics.detection.systems.positions import Place, position_of
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import Grid
from diagnostics.quantities.scene import Array, Mask


def nearest_part(
    east: Array, north: Array, within: Mask, grid: Grid, here: Place, *, unit: str
) -> NearestPart:
    """Return a vector at the event, or in the cell of an object that is nearest to it.

    Parameters
    ----------
    east, north : array, shape (y, x)
        Components.
    within : array of bool, shape (y, x)
        Cells of the object, of which there are some.
    grid : Grid
    here : (latitude, longitude)
        The event. Where its cell is one of the object's, the object lies over it.
    unit : str
        Of the components and the value.

    Returns
    -------
    NearestPart
    """
    rows, columns = np.nonzero(within)
    own = grid.nearest(*here)
    over_event = bool(within[own] and grid.holds(*here))
    if over_event:
        cell = own
    else:
        apart = great_circle_km(*here, grid.latitude[rows, columns], grid.longitude[rows, columns])
        nearest = int(np.argmin(apart))
        cell = (int(rows[nearest]), int(columns[nearest]))
    latitude, longitude = float(grid.latitude[cell]), wrap_longitude(float(grid.longitude[cell]))
    toward = round(float(np.degrees(np.arctan2(east[cell], north[cell]))) % 360.0, 1) % 360.0
    return NearestPart(
        value=float(np.hypot(east[cell], north[cell])),
        unit=unit,
        toward_deg=toward,
        latitude=round(latitude, 4),
        longitude=round(longitude, 4),
        over_event=over_event,
        position=position_of(latitude, longitude, here),
    )
