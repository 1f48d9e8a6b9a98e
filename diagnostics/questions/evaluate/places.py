"""Places of a form on the grid of the data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.form_terms import (
    Around,
    BoxPlace,
    Everywhere,
    NamedPlace,
    Place,
    PlacesTogether,
    PointPlace,
    Surface,
)
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.gazetteer import resolve_region
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import box_mask, format_region, region_mask, share_held
from diagnostics.messages import Message
from diagnostics.questions.evaluate.workspace import Workspace, refusal

Mask = npt.NDArray[np.bool_]
KM_PER_DEGREE = 111.195


@dataclass(frozen=True)
class Spot:
    """A place as the data see it.

    Parameters
    ----------
    region : Region or None
        The box that is read; None for the whole grid. A box without extent is the nearest cell.
    mask : callable
        From a grid to the cells of the place.
    key : tuple
        Equal for equal places.
    """

    region: Region | None
    mask: Callable[[Grid], Mask]
    key: tuple[Any, ...]
    name: str = ""
    country: str = ""
    point: bool = False
    surface: Surface | None = None


def spot_of(place: Place, work: Workspace) -> Spot:
    """Return what a place with a fixed position or area means on the grid.

    Raises
    ------
    InputDataError
        ``region_outside_data``.
    """
    match place:
        case Everywhere():
            if work.region is not None:
                return _box(work.region, work)
            return Spot(None, lambda grid: np.ones(grid.shape, dtype=bool), ("all",))
        case PointPlace():
            return point_spot(place.latitude, place.longitude, work, place.name, place.country)
        case BoxPlace():
            return _with_surface(_box(place.region, work), place.surface)
        case NamedPlace():
            return _with_surface(_named(place, work), place.surface)
        case PlacesTogether():
            return _together(place, work)
        case _:
            raise TypeError(f"{type(place).__name__} has no fixed position")


def point_spot(
    latitude: float, longitude: float, work: Workspace, name: str = "", country: str = ""
) -> Spot:
    """Return the nearest cell of a position.

    Raises
    ------
    InputDataError
        ``region_outside_data``.
    """
    longitude = wrap_longitude(longitude)
    extent = work.extent
    if not extent.padded(work.spacing_deg).holds(latitude, longitude):
        raise _outside(name or f"{latitude:g}, {longitude:g}", work)
    region = Region(west=longitude, south=latitude, east=longitude, north=latitude)
    return Spot(
        region,
        lambda grid: region_mask(grid, region),
        ("point", latitude, longitude),
        name,
        country,
        point=True,
    )


def part_held(region: Region | None, work: Workspace) -> tuple[Message, ...]:
    """Say how much of an area the data hold, where that is not all of it."""
    if region is None or not region.width or region.north == region.south:
        return ()
    extent = work.extent.padded(work.spacing_deg / 2)
    share = share_held(region, lambda latitude, longitude: box_mask(latitude, longitude, extent))
    if share is None:
        return ()
    return (Message(id="question-note_part_of_area", params={"share": f"{100 * share:.1f}"}),)


def circle_spot(place: Around, latitude: float, longitude: float, work: Workspace) -> Spot:
    """Return the cells within a distance of a position; at least the nearest one."""
    north_south = place.km / KM_PER_DEGREE
    narrow = max(0.05, float(np.cos(np.radians(min(89.0, abs(latitude) + north_south)))))
    east_west = min(180.0, north_south / narrow)
    centre = Region(west=longitude, south=latitude, east=longitude, north=latitude)
    region = centre.padded(north_south, east_west=east_west)
    if region.overlap(work.extent.padded(work.spacing_deg)) is None:
        raise _outside(f"{latitude:g}, {longitude:g}", work)

    def mask(grid: Grid) -> Mask:
        near = great_circle_km(grid.latitude, grid.longitude, latitude, longitude) <= place.km
        return near if near.any() else region_mask(grid, centre)

    return Spot(region, mask, ("around", latitude, longitude, place.km))


def _box(region: Region, work: Workspace) -> Spot:
    _check(region, work, format_region(region))
    small = max(region.width, region.north - region.south) < work.spacing_deg
    if small:
        latitude, longitude = region.center
        return point_spot(latitude, longitude, work)
    return Spot(region, lambda grid: region_mask(grid, region), ("box", *region.bounds()))


def _named(place: NamedPlace, work: Workspace) -> Spot:
    _check(place.region, work, place.name)
    polygon = resolve_region(place.outline).polygon if place.outline else None
    region = place.region
    small = max(region.width, region.north - region.south) < work.spacing_deg
    if small:
        latitude, longitude = region.center
        return point_spot(latitude, longitude, work, place.name, place.country)
    return Spot(
        region,
        lambda grid: region_mask(grid, region, polygon),
        ("named", place.outline, *region.bounds()),
        place.name,
        place.country,
    )


def _together(place: PlacesTogether, work: Workspace) -> Spot:
    spots = [spot_of(item, work) for item in place.places]
    regions = [item.region or work.extent for item in spots]
    joined: Region | None = regions[0]
    for other in regions[1:]:
        if place.shared:
            joined = joined.overlap(other) if joined is not None else None
        elif joined is not None:
            joined = joined.joined(other)
    if joined is None:
        raise refusal("shared_place", "region_outside_data")

    def mask(grid: Grid) -> Mask:
        masks = [item.mask(grid) for item in spots]
        chosen = np.logical_and if place.shared else np.logical_or
        found: Mask = chosen.reduce(masks)
        if not found.any():
            raise refusal("shared_place", "region_outside_data")
        return found

    # the whole of every part must be read, so that their own nearest cells are there
    name = ", ".join(item.name for item in spots if item.name)
    return Spot(
        joined,
        mask,
        ("shared" if place.shared else "together", *(item.key for item in spots)),
        name,
        next((item.country for item in spots if item.country), ""),
        point=False,
    )


def _with_surface(spot: Spot, surface: Surface | None) -> Spot:
    if surface is None:
        return spot
    return Spot(
        spot.region, spot.mask, (*spot.key, surface), spot.name, spot.country, spot.point, surface
    )


def _check(region: Region, work: Workspace, name: str) -> None:
    if region.overlap(work.extent.padded(work.spacing_deg / 2.0)) is None:
        raise _outside(name, work)


def _outside(name: str, work: Workspace) -> Exception:
    return refusal(
        "place_in_data",
        "region_outside_data",
        place=name,
        extent=format_region(work.extent),
    )
