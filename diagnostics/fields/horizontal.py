"""Horizontal grids of sources: orientation, extent and the cells that a region needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.inventory import GridInfo
from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.errors import InputDataError
from diagnostics.messages import Message, positions

EDGE_TOLERANCE_DEG = 1e-4
"""Box edges are compared with this tolerance: float32 coordinates are no better."""

DEGREE_DECIMALS = 12
"""Decimals of coordinates: they drop what turning by 360 degrees adds, and keep every digit that a
file gives; a spacing of 0.01 degree still has ten."""

Floats = NDArray[np.float64]


def tidy_degrees(degrees: Floats) -> Floats:
    """Return coordinates without the last bits that depend on the convention of longitude.

    Parameters
    ----------
    degrees : ndarray (n,)
        Latitudes or longitudes.
    """
    return np.round(degrees, DEGREE_DECIMALS)


@dataclass(frozen=True)
class HorizontalSelection:
    """The cells of one window: a slice of rows, runs of columns, and their coordinates.

    ``columns`` are slices of the canonical column axis in reading order; there are two where the
    window crosses the seam of a cyclic grid.
    """

    rows: slice
    columns: tuple[slice, ...]
    coordinates: Mapping[str, tuple[tuple[str, ...], Floats]]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the window."""
        return (
            self.rows.stop - self.rows.start,
            sum(part.stop - part.start for part in self.columns),
        )


@dataclass(frozen=True)
class HorizontalGrid:
    """A grid in canonical orientation: rows northward, columns eastward.

    Attributes
    ----------
    kind : str
        ``latitude_longitude`` or the CF name of the projection.
    y, x : ndarray
        Axis values, ascending: latitude and longitude in degrees, or projection coordinates.
    latitude, longitude : ndarray or None
        Degrees at every cell (y, x), for projected grids only.
    mapping : mapping or None
        CF grid-mapping attributes of a projected grid.
    """

    kind: str
    y: Floats
    x: Floats
    latitude: Floats | None = None
    longitude: Floats | None = None
    mapping: Mapping[str, Any] | None = field(default=None, hash=False)

    @property
    def is_projected(self) -> bool:
        """Whether the axes are not latitude and longitude."""
        return self.latitude is not None

    @property
    def dims(self) -> tuple[str, str]:
        """Names of the horizontal dims in the canonical dataset."""
        return ("y", "x") if self.is_projected else ("latitude", "longitude")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.y.size, self.x.size

    @cached_property
    def spacing_deg(self) -> float:
        """Nominal spacing in degrees of latitude (of arc on projected grids)."""
        if self.latitude is not None and self.longitude is not None:
            if self.y.size < 2:
                return 0.0
            north = np.diff(self.latitude, axis=0)
            east = np.mod(np.diff(self.longitude, axis=0) + 180.0, 360.0) - 180.0
            east = east * np.cos(np.deg2rad(self.latitude[1:]))
            return float(np.median(np.hypot(north, east)))
        if self.y.size > 1:
            return float(np.median(np.diff(self.y)))
        return float(np.median(np.diff(self.x))) if self.x.size > 1 else 0.0

    @cached_property
    def is_cyclic(self) -> bool:
        """Whether the columns go round the whole circle."""
        if self.is_projected or self.x.size < 4:
            return False
        step = float(np.median(np.diff(self.x)))
        return bool(abs(self.x[-1] + step - self.x[0] - 360.0) < 0.01 * step + 1e-3)

    @cached_property
    def digest(self) -> str:
        """Sha256 of the geometry, rounded to what float32 coordinates can say."""
        state = hashlib.sha256(self.kind.encode())
        for values in (self.y, self.x, self.latitude, self.longitude):
            if values is not None:
                state.update(str(values.shape).encode())
                state.update(np.round(values, 3).astype("<f8").tobytes())
        state.update(canonical_bytes(_plain(self.mapping)))
        return state.hexdigest()

    def same_as(self, other: HorizontalGrid) -> bool:
        """Whether two grids hold the same cells, up to float32 rounding."""
        if self.is_projected != other.is_projected or self.shape != other.shape:
            return False
        if self.latitude is not None and other.latitude is not None:
            pairs = [(self.latitude, other.latitude), (self.longitude, other.longitude)]
        else:
            pairs = [(self.y, other.y), (self.x, other.x)]
        tolerance = max(0.01 * self.spacing_deg, EDGE_TOLERANCE_DEG)
        return all(
            a is not None and b is not None and bool(np.allclose(a, b, rtol=0, atol=tolerance))
            for a, b in pairs
        )

    @cached_property
    def region(self) -> Region:
        """The box of the cell centres."""
        latitude = self.y if self.latitude is None else self.latitude
        if self.is_cyclic:
            west, east = -180.0, 180.0
        else:
            longitude = self.x if self.longitude is None else self.contiguous_longitude()
            west, east = float(longitude.min()), float(longitude.max())
            shift = wrap_longitude(west) - west
            west, east = west + shift, min(east + shift, west + shift + 360.0)
        return Region(
            west=_tidy(west),
            south=_tidy(max(-90.0, float(latitude.min()))),
            east=_tidy(east),
            north=_tidy(min(90.0, float(latitude.max()))),
        )

    def describe(self) -> str:
        """Return the grid in a few words, for messages."""
        west, south, east, north = (f"{edge:g}" for edge in self.region.bounds())
        rows, columns = self.shape
        return (
            f"{rows} x {columns} cells, about {self.spacing_deg:.3g} degrees, "
            f"{west},{south},{east},{north} (W,S,E,N), {self.kind}"
        )

    def info(self) -> GridInfo:
        """Return the grid as the inventory shows it."""
        return GridInfo(
            kind=self.kind,
            shape=self.shape,
            spacing_deg=round(self.spacing_deg, 6),
            region=self.region,
            cyclic=self.is_cyclic,
            digest=self.digest,
        )

    def contiguous_longitude(self, center: float | None = None) -> Floats:
        """2-D longitudes of a projected grid, unwrapped about `center` (its own by default)."""
        if self.longitude is None:
            raise ValueError("only projected grids have longitudes at every cell")
        if center is None:
            angle = np.deg2rad(self.longitude[np.isfinite(self.longitude)])
            center = float(np.rad2deg(np.arctan2(np.sin(angle).mean(), np.cos(angle).mean())))
        return self.longitude + 360.0 * np.round((center - self.longitude) / 360.0)

    def select(self, region: Region | None, halo: int = 0) -> HorizontalSelection:
        """Return the cells whose centres lie in `region`, with `halo` cells on every side.

        A box between cell centres means the nearest cell. The halo stops at the edge of the data;
        on a cyclic grid it wraps.

        Raises
        ------
        InputDataError
            ``region_outside_data`` when the box does not touch the data.
        """
        if self.latitude is not None:
            return self._select_projected(region, halo)
        rows = self._rows(region, halo)
        columns, longitude = self._columns(region, halo)
        return HorizontalSelection(
            rows,
            columns,
            {
                "latitude": (("latitude",), self.y[rows]),
                "longitude": (("longitude",), longitude),
            },
        )

    def _outside(self, region: Region) -> InputDataError:
        asked, extent = positions.box(region.bounds()), positions.box(self.region.bounds())
        return InputDataError(
            Message(id="error-region_outside_data", params={"region": asked, "extent": extent}),
            code="region_outside_data",
            data={"region": region.bounds(), "extent": self.region.bounds()},
        )

    def _rows(self, region: Region | None, halo: int) -> slice:
        if region is None:
            return slice(0, self.y.size)
        inside = (self.y >= region.south - EDGE_TOLERANCE_DEG) & (
            self.y <= region.north + EDGE_TOLERANCE_DEG
        )
        found = _span(inside, self.y, (region.south + region.north) / 2)
        if found is None:
            raise self._outside(region)
        return slice(max(0, found.start - halo), min(self.y.size, found.stop + halo))

    def _columns(self, region: Region | None, halo: int) -> tuple[tuple[slice, ...], Floats]:
        count = self.x.size
        if region is None:
            return (slice(0, count),), self.x
        if self.is_cyclic:
            return self._cyclic_columns(region, halo)
        best: tuple[int, slice, float] | None = None
        for turn in (-720.0, -360.0, 0.0, 360.0, 720.0):
            shifted = self.x + turn
            inside = (shifted >= region.west - EDGE_TOLERANCE_DEG) & (
                shifted <= region.east + EDGE_TOLERANCE_DEG
            )
            found = _span(inside, shifted, (region.west + region.east) / 2)
            if found is not None:
                cells = int(inside.sum())
                if best is None or cells > best[0]:
                    best = (cells, found, turn)
        if best is None:
            raise self._outside(region)
        _, found, turn = best
        part = slice(max(0, found.start - halo), min(count, found.stop + halo))
        return (part,), self.x[part] + turn

    def _cyclic_columns(self, region: Region, halo: int) -> tuple[tuple[slice, ...], Floats]:
        count = self.x.size
        step = 360.0 / count
        eastward = np.mod(self.x - region.west + EDGE_TOLERANCE_DEG, 360.0)
        cells = int((eastward <= region.width + 2 * EDGE_TOLERANCE_DEG).sum())
        first = int(np.argmin(eastward))
        if cells == 0:
            center = np.mod(self.x - (region.west + region.east) / 2 + 180.0, 360.0) - 180.0
            first, cells = int(np.argmin(np.abs(center))), 1
        width = min(count, cells + 2 * halo)
        start = first - (width - cells) // 2
        anchor = self.x[first] + 360.0 * round((region.west - self.x[first] + step / 2) / 360.0)
        index = np.arange(start, start + width)
        turns = np.floor_divide(index, count)
        longitude = self.x[index % count] + 360.0 * turns + (anchor - self.x[first])
        begin = start % count
        if begin + width <= count:
            return (slice(begin, begin + width),), longitude
        return (slice(begin, count), slice(0, begin + width - count)), longitude

    def _select_projected(self, region: Region | None, halo: int) -> HorizontalSelection:
        if self.latitude is None:
            raise ValueError("not a projected grid")
        rows, columns = slice(0, self.y.size), slice(0, self.x.size)
        center = None
        if region is not None:
            center = (region.west + region.east) / 2
            rows, columns = self._projected_window(region, halo)
        longitude = self.contiguous_longitude(center)[rows, columns]
        return HorizontalSelection(
            rows,
            (columns,),
            {
                "y": (("y",), self.y[rows]),
                "x": (("x",), self.x[columns]),
                "latitude": (("y", "x"), self.latitude[rows, columns]),
                "longitude": (("y", "x"), longitude),
            },
        )

    def _projected_window(self, region: Region, halo: int) -> tuple[slice, slice]:
        latitude = self.latitude
        if latitude is None:
            raise ValueError("not a projected grid")
        longitude = self.contiguous_longitude((region.west + region.east) / 2)
        tolerance = EDGE_TOLERANCE_DEG
        inside = (
            (latitude >= region.south - tolerance)
            & (latitude <= region.north + tolerance)
            & (longitude >= region.west - tolerance)
            & (longitude <= region.east + tolerance)
        )
        if not inside.any():
            lat0, lon0 = region.center
            east = (np.mod(longitude - lon0 + 180.0, 360.0) - 180.0) * np.cos(np.deg2rad(lat0))
            distance = np.hypot(latitude - lat0, east)
            if not np.nanmin(distance) <= self.spacing_deg:
                raise self._outside(region)
            inside = distance == np.nanmin(distance)
        j = np.flatnonzero(inside.any(axis=1))
        i = np.flatnonzero(inside.any(axis=0))
        return (
            slice(max(0, int(j[0]) - halo), min(self.y.size, int(j[-1]) + 1 + halo)),
            slice(max(0, int(i[0]) - halo), min(self.x.size, int(i[-1]) + 1 + halo)),
        )


def _span(inside: NDArray[np.bool_], values: Floats, center: float) -> slice | None:
    found = np.flatnonzero(inside)
    if found.size:
        return slice(int(found[0]), int(found[-1]) + 1)
    nearest = int(np.argmin(np.abs(values - center)))
    reach = float(np.max(np.abs(np.diff(values)))) if values.size > 1 else 0.5
    if abs(values[nearest] - center) <= reach / 2 + EDGE_TOLERANCE_DEG:
        return slice(nearest, nearest + 1)
    return None


def _tidy(value: float) -> float:
    return float(round(value, 6))


def _plain(mapping: Mapping[str, Any] | None) -> dict[str, Any]:
    return {
        key: np.asarray(value).tolist() if not isinstance(value, str) else value
        for key, value in sorted((mapping or {}).items())
    }
