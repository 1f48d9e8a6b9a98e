"""Streaks of strong wind or transport: how long they are, and where a place lies in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from diagnostics.grid.distance import great_circle_km, initial_bearing
from diagnostics.grid.objects import label_cells

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

Quadrant = Literal["core", "axis", "left_entrance", "left_exit", "right_entrance", "right_exit"]

_AT_CORE_KM = 1.0


def object_around(mask: NDArray[np.bool_], grid: Grid, cell: tuple[int, int]) -> NDArray[np.bool_]:
    """Return the connected object of a mask that holds a cell; nothing where the cell is outside.

    Parameters
    ----------
    mask : array of bool, shape (ny, nx)
    grid : Grid
    cell : (int, int)
        Row and column.
    """
    labels, _ = label_cells(mask, cyclic=grid.cyclic)
    return np.asarray((labels == labels[cell]) & mask[cell])


def longest_extent_km(mask: NDArray[np.bool_], grid: Grid) -> float:
    """Return the greatest distance across an object, km: 0 for a single cell or none.

    Parameters
    ----------
    mask : array of bool, shape (ny, nx)
        One connected object.
    grid : Grid

    Notes
    -----
    From the cell farthest from the first one to the cell farthest from that: the diameter of an
    elongated object, and at least 0.58 of that of any other.
    """
    latitude, longitude = grid.latitude[mask], grid.longitude[mask]
    if latitude.size < 2:
        return 0.0
    start = int(great_circle_km(latitude[0], longitude[0], latitude, longitude).argmax())
    return float(great_circle_km(latitude[start], longitude[start], latitude, longitude).max())


def streak_quadrant(
    core: tuple[float, float],
    flow: tuple[float, float],
    place: tuple[float, float],
    *,
    axis_km: float = 0.0,
) -> Quadrant:
    """Say in which quadrant of a streak a place lies.

    Parameters
    ----------
    core, place : (float, float)
        Latitude and longitude, degrees.
    flow : (float, float)
        Eastward and northward wind at the core.
    axis_km : float
        A place at most this far to the side of the flow lies on the axis.

    Returns
    -------
    str
        The frame is the flow at the core: upstream of it is the entrance, downstream the exit. Left
        and right are exchanged where the place lies south of the equator, where the ageostrophic
        circulation is mirrored (Uccellini and Johnson 1979).
    """
    distance = float(great_circle_km(*core, *place))
    if distance < _AT_CORE_KM:
        return "core"
    heading = float(np.degrees(np.arctan2(*flow)))
    relative = (float(initial_bearing(*core, *place)) - heading + 180.0) % 360.0 - 180.0
    if distance * abs(float(np.sin(np.radians(relative)))) < axis_km:
        return "axis"
    right = (relative > 0.0) == (place[0] >= 0.0)
    if abs(relative) < 90.0:
        return "right_exit" if right else "left_exit"
    return "right_entrance" if right else "left_entrance"
