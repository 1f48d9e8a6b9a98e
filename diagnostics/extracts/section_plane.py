"""A quantity on a vertical plane between two points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.extracts import Point
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.sections import Section, great_circle_section, sample_bilinear
from diagnostics.messages import Message
from diagnostics.quantities.registry import components, resolve, values
from diagnostics.quantities.scene import Scene

Array = npt.NDArray[np.float64]

MOST_PLACES = 201
LEAST_PLACES = 21
MARGIN_DEG = 1.0
"""Beyond the plane, so that places on its edge lie between cells."""


@dataclass(frozen=True, eq=False)
class SectionPlane:
    """Values on a vertical plane.

    Attributes
    ----------
    points : Section
        Places along the plane.
    pressure : ndarray (level,)
        hPa, from the top downward.
    values : ndarray (level, n)
        In the unit of the quantity; NaN below ground and outside the data. Of a wind the
        component along the plane.
    across : ndarray (level, n) or None
        Of a wind the component to the left of the plane.
    ground : ndarray (n,) or None
        Surface pressure, hPa.
    """

    points: Section
    pressure: Array
    values: Array
    across: Array | None
    ground: Array | None


def great_circle(start: Point, end: Point, spacing_km: float) -> Section:
    """Return places between two points about as far apart as the cells are.

    Raises
    ------
    ArgumentError
        ``invalid_section`` where the points coincide or lie opposite each other.
    """
    ends = (start.latitude, start.longitude), (end.latitude, end.longitude)
    points = great_circle_section(*ends, spacing_km=spacing_km)
    count = int(np.clip(points.latitude.size, LEAST_PLACES, MOST_PLACES))
    return great_circle_section(*ends, count=count)


def box_around(points: Section) -> Region:
    """Return the box that is read for a plane, across 180 degrees where the plane runs there."""
    east = np.degrees(np.unwrap(np.radians(points.longitude)))
    west, width = float(east.min()), float(np.ptp(east))
    if width + 2 * MARGIN_DEG >= 360.0:
        west, width = -180.0, 360.0
    else:
        west, width = west - MARGIN_DEG, width + 2 * MARGIN_DEG
    return Region(
        west=west,
        south=max(-90.0, float(points.latitude.min()) - MARGIN_DEG),
        east=west + width,
        north=min(90.0, float(points.latitude.max()) + MARGIN_DEG),
    )


def require_profile(quantity: QuantityRef) -> None:
    """Refuse what has no value at each pressure.

    Raises
    ------
    ArgumentError
        ``not_on_levels``.
    """
    refusal = ArgumentError(
        Message(id="extracterror-not_on_levels", params={"name": quantity.name}),
        code="not_on_levels",
    )
    try:
        known = resolve(quantity.at(500.0)).quantity
    except ArgumentError as error:
        if error.code != "invalid_level":
            raise
        raise refusal from error
    drawn = known.compute is not None or known.vector is not None
    if not known.has_level or known.level_unit != "hPa" or not drawn:
        raise refusal


def section_plane(scene: Scene, quantity: QuantityRef, points: Section) -> SectionPlane:
    """Sample a quantity on every pressure level of a scene.

    Parameters
    ----------
    scene : Scene
        Loaded with the quantity at each level.
    quantity : QuantityRef
        Its level does not count.
    points : Section

    Raises
    ------
    InputDataError
        ``missing_level`` with fewer than two levels, ``section_outside_data`` where no place of
        the plane has a value; as `values`.
    """
    pressure = scene.levels_hpa
    if pressure.size < 2:
        raise InputDataError(
            Message(id="extracterror-section_levels", params={"count": pressure.size}),
            code="missing_level",
        )
    is_vector = resolve(quantity.at(float(pressure[0]))).quantity.vector is not None

    def sampled(field: Array) -> Array:
        return sample_bilinear(field, scene.grid, points.latitude, points.longitude)

    ground = sampled(scene.field("sp")) / 100.0 if scene.has("sp") else None
    hidden = np.zeros((pressure.size, points.latitude.size), dtype=bool)
    if ground is not None:
        hidden = pressure[:, np.newaxis] > ground
    across: Array | None = None
    if is_vector:
        winds = [
            points.components(*(sampled(part) for part in components(scene, quantity.at(level))))
            for level in pressure.tolist()
        ]
        plane = np.array([wind[0] for wind in winds])
        across = np.where(hidden, np.nan, np.array([wind[1] for wind in winds]))
    else:
        plane = np.array(
            [sampled(values(scene, quantity.at(level))) for level in pressure.tolist()]
        )
    plane = np.where(hidden, np.nan, plane)
    if not np.isfinite(plane).any():
        raise InputDataError(
            Message(id="extracterror-section_outside"), code="section_outside_data"
        )
    return SectionPlane(points, pressure, plane, across, ground)
