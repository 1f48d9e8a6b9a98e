"""Map projections and the frame of a chart.

Charts are drawn on plain axes in projected coordinates: the data, the base map and the graticule
are projected once, which is several times faster than projecting inside the drawing library.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import local
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import JsonValue

from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

Array = NDArray[np.float64]

TROPICS_DEG = 25.0
POLAR_DEG = 60.0
LAMBERT_SPAN_DEG = 90.0
LAMBERT_HALF_WIDTH_DEG = 10.0
LEAST_CONE_DEG = 15.0
"""Nearer to the equator a cone between two standard parallels is nearly a cylinder."""
KEPT_ROOM = 0.01
"""Border around what must stay visible, as a share of the frame: its outline can be seen."""
MOST_KEPT = 64
"""Projections a thread keeps ready."""


@dataclass(frozen=True)
class Projection:
    """A map projection on the sphere.

    Attributes
    ----------
    name : str
        ``plate_carree`` (coordinates in degrees), ``lambert``, ``mercator`` or ``polar`` (metres).
    longitude, latitude : float
        Centre of the map; the central meridian points up.
    """

    name: str
    longitude: float
    latitude: float

    def _proj(self) -> Any:
        found = _PROJECTING.known.get(self)
        if found is None:
            if len(_PROJECTING.known) >= MOST_KEPT:
                _PROJECTING.known.clear()
            found = _PROJECTING.known[self] = self._new_proj()
        return found

    def _new_proj(self) -> Any:
        from pyproj import Proj

        if self.name == "lambert":
            low, high = (
                self.latitude - LAMBERT_HALF_WIDTH_DEG,
                self.latitude + LAMBERT_HALF_WIDTH_DEG,
            )
            return Proj(
                proj="lcc",
                lat_1=low,
                lat_2=high,
                lat_0=self.latitude,
                lon_0=self.longitude,
                R=EARTH_RADIUS,
            )
        if self.name == "mercator":
            return Proj(proj="merc", lat_ts=self.latitude, lon_0=self.longitude, R=EARTH_RADIUS)
        pole = 90.0 if self.latitude >= 0 else -90.0
        return Proj(
            proj="stere", lat_0=pole, lat_ts=pole * 2 / 3, lon_0=self.longitude, R=EARTH_RADIUS
        )

    def project(self, longitude: ArrayLike, latitude: ArrayLike) -> tuple[Array, Array]:
        """Return map coordinates; points that cannot be shown become NaN."""
        lon, lat = np.broadcast_arrays(
            np.asarray(longitude, np.float64), np.asarray(latitude, np.float64)
        )
        if self.name == "plate_carree":
            x = (lon - self.longitude + 180.0) % 360.0 - 180.0
            return x, np.array(lat)
        x, y = self._proj()(lon, lat)
        hidden = ~np.isfinite(x) | (np.abs(x) > 1e9)
        return np.where(hidden, np.nan, x), np.where(hidden, np.nan, y)

    def project_grid(self, longitude: Array, latitude: Array) -> tuple[Array, Array]:
        """Project a field's coordinates without a break inside the array."""
        if self.name != "plate_carree":
            return self.project(longitude, latitude)
        centre = longitude[longitude.shape[0] // 2, longitude.shape[1] // 2]
        turns = np.round((centre - self.longitude) / 360.0) * 360.0
        return longitude - self.longitude - turns, np.array(latitude)

    def inverse(self, x: ArrayLike, y: ArrayLike) -> tuple[Array, Array]:
        """Return longitude and latitude of map coordinates."""
        if self.name == "plate_carree":
            return np.asarray(x, np.float64) + self.longitude, np.asarray(y, np.float64)
        lon, lat = self._proj()(x, y, inverse=True)
        return np.asarray(lon), np.asarray(lat)

    def axes_of(self, longitude: Array, latitude: Array) -> tuple[Array, Array]:
        """Unit vectors on the map toward east and north at points, each of shape (2, n)."""
        if self.name == "plate_carree":
            ones, zeros = np.ones_like(latitude), np.zeros_like(latitude)
            return np.stack([ones, zeros]), np.stack([zeros, ones])
        step = np.where(latitude > 0, -1e-3, 1e-3)
        x0, y0 = self.project(longitude, latitude)
        x1, y1 = self.project(longitude, latitude + step)
        north = np.stack([x1 - x0, y1 - y0]) * np.sign(step)
        north /= np.hypot(*north)
        return np.stack([north[1], -north[0]]), north


class _Projecting(local):
    """What projects, by projection: threads may not share it."""

    def __init__(self) -> None:
        self.known: dict[Projection, Any] = {}


_PROJECTING = _Projecting()


def choose_projection(extent: Region, wanted: str = "auto") -> Projection:
    """Choose the projection for an extent.

    Plate carree in the tropics and for very wide maps, Lambert conformal in middle latitudes up to
    90 degrees wide, polar stereographic poleward of 60 degrees. Mercator comes in where the data
    end inside a Lambert map (`diagnostics.figures.maps.fit_view`).

    Raises
    ------
    ArgumentError
        With code ``invalid_projection`` for a Lambert map near the equator or a pole.
    """
    latitude, longitude = extent.center
    span = max(extent.width, extent.north - extent.south)
    crosses = extent.south < 0 < extent.north
    if wanted in ("NorthPolarStereo", "SouthPolarStereo"):
        return Projection("polar", longitude, 90.0 if wanted.startswith("North") else -90.0)
    if wanted == "PlateCarree":
        return Projection("plate_carree", longitude, latitude)
    if wanted == "LambertConformal":
        return _conformal(extent)
    if abs(latitude) <= TROPICS_DEG or (span > 140.0 and crosses):
        return Projection("plate_carree", longitude, latitude)
    if abs(latitude) > POLAR_DEG:
        return Projection("polar", longitude, latitude)
    if span <= LAMBERT_SPAN_DEG:
        return Projection("lambert", longitude, latitude)
    return Projection("plate_carree", longitude, latitude)


def _conformal(extent: Region) -> Projection:
    """Return the cone through an extent, where there is one."""
    latitude, longitude = extent.center
    if not LEAST_CONE_DEG <= abs(latitude) <= 90.0 - LAMBERT_HALF_WIDTH_DEG:
        better = "PlateCarree" if abs(latitude) < LEAST_CONE_DEG else "a polar projection"
        raise ArgumentError(
            Message(
                id="figureerror-lambert_distorted",
                params={
                    "latitude": f"{latitude:.0f}",
                    "better": better,
                },
            ),
            code="invalid_projection",
        )
    return Projection("lambert", longitude, latitude)


@dataclass(frozen=True)
class Frame:
    """The rectangle of the map in projected coordinates."""

    x0: float
    x1: float
    y0: float
    y1: float

    @property
    def aspect(self) -> float:
        """Width over height."""
        return (self.x1 - self.x0) / (self.y1 - self.y0)

    def contains(self, x: Array, y: Array) -> NDArray[np.bool_]:
        """Points inside the frame."""
        return np.asarray((x >= self.x0) & (x <= self.x1) & (y >= self.y0) & (y <= self.y1))

    def lattice(self, nx: int, ny: int) -> tuple[Array, Array]:
        """Regular points over the frame, edges included, shape (ny, nx)."""
        x, y = np.meshgrid(np.linspace(self.x0, self.x1, nx), np.linspace(self.y0, self.y1, ny))
        return x, y


def outline(region: Region, points: int = 60) -> tuple[Array, Array]:
    """Longitude and latitude along the edge of a box, closed."""
    along = np.linspace(0.0, 1.0, points)
    west, east, south, north = region.west, region.east, region.south, region.north
    lon = np.concatenate(
        [
            west + along * (east - west),
            np.full(points, east),
            east - along * (east - west),
            np.full(points, west),
        ]
    )
    lat = np.concatenate(
        [
            np.full(points, south),
            south + along * (north - south),
            np.full(points, north),
            north - along * (north - south),
        ]
    )
    return lon, lat


def frame_of(projection: Projection, extent: Region, aspects: tuple[float, float]) -> Frame:
    """Return the frame around an extent, its aspect brought between the limits by growing."""
    lon, lat = outline(extent)
    x, y = projection.project(lon, lat)
    if projection.name == "plate_carree":
        x = (lon - extent.west) - extent.width / 2
    x0, x1, y0, y1 = (
        float(part) for part in (np.nanmin(x), np.nanmax(x), np.nanmin(y), np.nanmax(y))
    )
    if projection.name == "polar" and extent.width > 180.0:
        reach = max(abs(value) for value in (x0, x1, y0, y1))
        x0, x1, y0, y1 = -reach, reach, -reach, reach
    return grown_to_aspect(projection, Frame(x0, x1, y0, y1), aspects)


def grown_to_aspect(projection: Projection, frame: Frame, aspects: tuple[float, float]) -> Frame:
    """Widen a frame that is too narrow or too flat, to both sides alike, inside the world."""
    x0, x1, y0, y1 = frame.x0, frame.x1, frame.y0, frame.y1
    width, height = x1 - x0, y1 - y0
    low, high = aspects
    if frame.aspect < low:
        grow = (low * height - width) / 2
        x0, x1 = x0 - grow, x1 + grow
    elif frame.aspect > high:
        grow = (width / high - height) / 2
        y0, y1 = y0 - grow, y1 + grow
    if projection.name == "plate_carree":
        y0, y1 = max(y0, -90.0), min(y1, 90.0)
        x0, x1 = max(x0, -180.0), min(x1, 180.0)
    return Frame(x0, x1, y0, y1)


def region_of_frame(projection: Projection, frame: Frame) -> Region:
    """Return the smallest box of longitudes and latitudes that holds the frame."""
    x, y = frame.lattice(40, 40)
    lon, lat = projection.inverse(x.ravel(), y.ravel())
    good = np.isfinite(lon) & np.isfinite(lat)
    lon, lat = lon[good], lat[good]
    south, north = float(lat.min()), float(lat.max())
    if projection.name == "polar":
        zero = frame.contains(np.zeros(1), np.zeros(1))[0]
        if zero:  # the pole is on the map: every longitude is
            return Region(
                west=projection.longitude - 180.0,
                east=projection.longitude + 180.0,
                south=south if projection.latitude > 0 else -90.0,
                north=90.0 if projection.latitude > 0 else north,
            )
    offset = (lon - projection.longitude + 180.0) % 360.0 - 180.0
    if projection.name == "plate_carree":
        offset = np.array([frame.x0, frame.x1])
    return Region(
        west=projection.longitude + float(offset.min()),
        south=south,
        east=projection.longitude + float(offset.max()),
        north=north,
    )


def share_inside(frame: Frame, edge_x: Array, edge_y: Array) -> float:
    """Return the share of a frame's edge, taken a little inside, that an outline holds."""
    from matplotlib.path import Path

    pad_x, pad_y = 0.005 * (frame.x1 - frame.x0), 0.005 * (frame.y1 - frame.y0)
    inner = Frame(frame.x0 + pad_x, frame.x1 - pad_x, frame.y0 + pad_y, frame.y1 - pad_y)
    x, y = inner.lattice(30, 30)
    border = np.ones(x.shape, dtype=bool)
    border[1:-1, 1:-1] = False
    outer = Path(np.column_stack([edge_x, edge_y]))
    return float(outer.contains_points(np.column_stack([x[border], y[border]])).mean())


def fit_to_data(frame: Frame, edge_x: Array, edge_y: Array, keep: Frame) -> Frame:
    """Shrink a frame until the data's outline covers it, never below `keep` and a narrow border.

    Parameters
    ----------
    edge_x, edge_y : array, shape (n,)
        The outline of the data on the map.
    keep : Frame
        What must stay visible, the event region.
    """
    from matplotlib.path import Path

    path = Path(np.column_stack([edge_x, edge_y]))
    count = 33
    edge = np.ones((count, count), dtype=bool)
    edge[1:-1, 1:-1] = False
    for _ in range(4 * count):
        x, y = frame.lattice(count, count)
        inside = np.ones(x.shape, dtype=bool)
        inside[edge] = path.contains_points(np.column_stack([x[edge], y[edge]]))
        if inside.all():
            return frame
        missing = {
            "y0": np.mean(~inside[0]),
            "y1": np.mean(~inside[-1]),
            "x0": np.mean(~inside[:, 0]),
            "x1": np.mean(~inside[:, -1]),
        }
        width, height = frame.x1 - frame.x0, frame.y1 - frame.y0
        room = {
            "x0": keep.x0 - frame.x0 - KEPT_ROOM * width,
            "x1": frame.x1 - keep.x1 - KEPT_ROOM * width,
            "y0": keep.y0 - frame.y0 - KEPT_ROOM * height,
            "y1": frame.y1 - keep.y1 - KEPT_ROOM * height,
        }
        least = 1e-3 * max(width, height)
        open_sides = [side for side in missing if missing[side] > 0 and room[side] > least]
        if not open_sides:
            return frame
        side = max(open_sides, key=lambda name: missing[name])
        step = min((width if side in ("x0", "x1") else height) / count, room[side])
        parts = {"x0": frame.x0, "x1": frame.x1, "y0": frame.y0, "y1": frame.y1}
        parts[side] += step if side in ("x0", "y0") else -step
        frame = Frame(**parts)
    return frame


def trim_aspect(frame: Frame, keep: Frame, aspects: tuple[float, float]) -> Frame:
    """Cut a frame that is too tall or too wide, from the sides farthest from `keep`.

    What must stay visible keeps a margin of a tenth of its size; the aspect then gives way.
    """
    low, high = aspects
    if frame.aspect < low:
        y0, y1 = _trimmed(frame.y0, frame.y1, keep.y0, keep.y1, (frame.x1 - frame.x0) / low)
        return Frame(frame.x0, frame.x1, y0, y1)
    if frame.aspect > high:
        x0, x1 = _trimmed(frame.x0, frame.x1, keep.x0, keep.x1, (frame.y1 - frame.y0) * high)
        return Frame(x0, x1, frame.y0, frame.y1)
    return frame


def _trimmed(
    low: float, high: float, keep_low: float, keep_high: float, length: float
) -> tuple[float, float]:
    """Return an interval of `length` inside ``[low, high]``, centred on what is kept if it fits."""
    margin = 0.1 * (keep_high - keep_low)
    length = max(length, keep_high - keep_low + 2 * margin)
    if length >= high - low:
        return low, high
    start = (keep_low + keep_high - length) / 2
    start = min(max(start, low), high - length)
    return start, start + length


@dataclass(frozen=True)
class MapView:
    """Projection, frame and the box of longitudes and latitudes that the frame shows.

    `settled` says that the chart asks for this projection and no other.
    """

    projection: Projection
    frame: Frame
    extent: Region
    settled: bool = False

    def as_document(self) -> dict[str, JsonValue]:
        """The view as JSON, for the chart's specification."""
        frame = self.frame
        return {
            "projection": self.projection.name,
            "center": [round(self.projection.longitude, 4), round(self.projection.latitude, 4)],
            "frame": [round(part, 3) for part in (frame.x0, frame.y0, frame.x1, frame.y1)],
            "extent": [round(part, 3) for part in self.extent.bounds()],
        }
