"""Contours as lines of longitude and latitude, found as the charts draw them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.space_time import Region
from diagnostics.figures.layer_data import LayerData, map_plane
from diagnostics.figures.layers import contoured_field
from diagnostics.figures.projection import Frame, Projection
from diagnostics.figures.spec import Layer
from diagnostics.grid.geometry import Grid

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ContourLines:
    """Contours of a layer over a region.

    Attributes
    ----------
    levels : tuple of float
        Values that lines were sought of.
    interval : float or None
    lines : tuple of (float, array)
        Value and positions of each line; shape (n, 2), longitude and latitude, degrees. Longitudes
        are continuous along a line.
    """

    levels: tuple[float, ...]
    interval: float | None
    lines: tuple[tuple[float, Array], ...]


def contour_lines(grid: Grid, region: Region, layer: Layer, data: LayerData) -> ContourLines:
    """Return the contours of a layer as a map in degrees of the region draws them.

    Parameters
    ----------
    grid : Grid
        Of the data.
    region : Region
        What the map shows: values are chosen from the cells in it, and lines end up to two cells
        beyond it.
    layer : Layer
        Of contours.
    data : LayerData
        On the grid.
    """
    from matplotlib.figure import Figure

    middle = region.center
    projection = Projection("plate_carree", middle[1], middle[0])
    half = region.width / 2
    frame = Frame(-half, half, region.south, region.north)
    found = contoured_field(map_plane(grid, projection, frame), layer, data)
    if not found.levels:
        return ContourLines((), found.interval, ())
    drawn = Figure().add_subplot().contour(found.x, found.y, found.values, levels=found.levels)
    lines = tuple(
        (float(level), np.column_stack([segment[:, 0] + projection.longitude, segment[:, 1]]))
        for level, segments in zip(drawn.levels, drawn.allsegs, strict=True)
        for segment in segments
        if len(segment) > 1
    )
    return ContourLines(found.levels, found.interval, lines)
