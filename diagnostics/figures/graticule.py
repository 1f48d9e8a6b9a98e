"""Meridians and parallels with their labels on the edge of the map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.space_time import Region, wrap_longitude
from diagnostics.figures.projection import Frame, Projection

Array = NDArray[np.float64]
STEPS_DEG = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)


@dataclass(frozen=True)
class EdgeLabel:
    """A label on an edge of the frame, in map coordinates."""

    text: str
    position: float
    side: str


def step_for(span: float, wanted: float = 7.0) -> float:
    """Return the graticule step that gives about `wanted` lines over `span` degrees."""
    return min(STEPS_DEG, key=lambda step: abs(np.log(span / step / wanted)))


def longitude_text(longitude: float) -> str:
    """Write a longitude as 120°E, 45°W, 0° or 180°."""
    wrapped = wrap_longitude(longitude)
    if abs(wrapped) < 1e-6:
        return "0°"
    if abs(abs(wrapped) - 180.0) < 1e-6:
        return "180°"
    return f"{abs(wrapped):g}°{'E' if wrapped > 0 else 'W'}"


def latitude_text(latitude: float) -> str:
    """Write a latitude as 30°N, 30°S or 0°."""
    if abs(latitude) < 1e-6:
        return "0°"
    return f"{abs(latitude):g}°{'N' if latitude > 0 else 'S'}"


def graticule(
    projection: Projection, frame: Frame, extent: Region, step: float | None = None
) -> tuple[list[Array], list[EdgeLabel]]:
    """Return the lines of a graticule and the labels where they meet the left and lower edges.

    Parameters
    ----------
    projection : Projection
    frame : Frame
    extent : Region
        The box of longitudes and latitudes that the frame shows.
    step : float, optional
        Degrees between lines; chosen from the extent by default.
    """
    lon_step = step or step_for(extent.width)
    lat_step = step or step_for(extent.north - extent.south, 6.0)
    lines: list[Array] = []
    labels: list[EdgeLabel] = []
    latitudes = np.linspace(max(-89.9, extent.south - 2), min(89.9, extent.north + 2), 181)
    first = np.ceil((extent.west - 2) / lon_step) * lon_step
    seen: set[float] = set()
    for longitude in np.arange(first, extent.east + 2, lon_step):
        wrapped = wrap_longitude(float(longitude))
        if wrapped in seen:
            continue
        seen.add(wrapped)
        top = latitudes[np.abs(latitudes) <= 80.0] if abs(projection.latitude) > 60 else latitudes
        line = _project(projection, np.full(top.size, longitude), top)
        lines.append(line)
        crossing = _crossing(line, frame.y0, axis=1)
        if crossing is not None and frame.x0 <= crossing <= frame.x1:
            labels.append(EdgeLabel(longitude_text(wrapped), crossing, "bottom"))
    longitudes = np.linspace(extent.west - 2, extent.east + 2, 361)
    for latitude in np.arange(
        np.ceil(extent.south / lat_step) * lat_step, extent.north + 0.01, lat_step
    ):
        if abs(latitude) > 89.5:
            continue
        line = _project(projection, longitudes, np.full(longitudes.size, latitude))
        lines.append(line)
        crossing = _crossing(line, frame.x0, axis=0)
        if crossing is not None and frame.y0 <= crossing <= frame.y1:
            labels.append(EdgeLabel(latitude_text(float(latitude)), crossing, "left"))
    return lines, labels


def _project(projection: Projection, longitude: Array, latitude: Array) -> Array:
    x, y = projection.project(longitude, latitude)
    if projection.name == "plate_carree":
        broken = np.abs(np.diff(x, prepend=x[0])) > 180.0
        y = np.where(broken, np.nan, y)
    return np.column_stack([x, y])


def _crossing(line: Array, edge: float, *, axis: int) -> float | None:
    """Where a line crosses the edge at coordinate `edge` of `axis`, in the other coordinate."""
    along, across = line[:, axis] - edge, line[:, 1 - axis]
    with np.errstate(invalid="ignore"):
        hits = np.flatnonzero((along[:-1] * along[1:] <= 0) & (along[:-1] != along[1:]))
    if hits.size == 0:
        return None
    k = int(hits[0])
    share = along[k] / (along[k] - along[k + 1])
    return float(across[k] + share * (across[k + 1] - across[k]))
