"""Saved regions as the API takes and shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.validation import ContractError
from hvrmet.regions.models import SavedRegion

Longitude = Annotated[float, Field(ge=-180, le=540)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Point = tuple[Longitude, Latitude]
MOST_POINTS = 500
FEWEST_CORNERS = 3
CIRCLE = 360.0


class NewRegion(BaseModel):
    """A name with a box or a polygon.

    A polygon is one ring of ``[longitude, latitude]`` in degrees, closed or not; over the date line
    its longitudes go on beyond 180.
    """

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
    region: Region | None = None
    polygon: tuple[Point, ...] | None = Field(default=None, max_length=MOST_POINTS)

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.region is None) == (self.polygon is None):
            raise ContractError("region_or_polygon")
        if self.polygon is not None:
            self._check_ring()
        return self

    def _check_ring(self) -> None:
        ring = self.ring()
        longitudes = [longitude for longitude, _ in ring]
        latitudes = [latitude for _, latitude in ring]
        flat = min(longitudes) == max(longitudes) or min(latitudes) == max(latitudes)
        if len(set(ring)) < FEWEST_CORNERS or flat:
            raise ContractError("polygon_without_area")
        if max(longitudes) - min(longitudes) > CIRCLE:
            raise ContractError("polygon_too_wide")

    def ring(self) -> tuple[Point, ...]:
        """Return the corners, without the first one again at the end."""
        given = self.polygon or ()
        return given[:-1] if len(given) > 1 and given[0] == given[-1] else given

    def box(self) -> Region:
        """Return the box, or the one around the polygon."""
        if self.region is not None:
            return self.region
        ring = self.ring()
        longitudes = [longitude for longitude, _ in ring]
        latitudes = [latitude for _, latitude in ring]
        return Region(
            west=min(longitudes), south=min(latitudes), east=max(longitudes), north=max(latitudes)
        )


class RegionInfo(BaseModel):
    """A saved region; `region` is its box, also of a polygon."""

    id: UUID
    name: str
    region: Region
    polygon: tuple[Point, ...] | None = Field(description="null for a box")
    created_by: str
    created_at: datetime
    changed_at: datetime


class RegionList(BaseModel):
    """The regions of the centre, by name."""

    results: tuple[RegionInfo, ...]


def region_info(row: SavedRegion) -> RegionInfo:
    """Return a saved region as the API shows it."""
    return RegionInfo(
        id=row.pk,
        name=row.name,
        region=Region(west=row.west, south=row.south, east=row.east, north=row.north),
        polygon=row.polygon,
        created_by=row.created_by,
        created_at=row.created_at,
        changed_at=row.changed_at,
    )
