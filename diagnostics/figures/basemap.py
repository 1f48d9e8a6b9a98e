"""Coastlines and borders on a map's frame, projected once and kept."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from diagnostics.figures.boundaries import NATURAL_EARTH, Boundaries
from diagnostics.figures.projection import Frame, Projection

Array = NDArray[np.float64]
DETAIL_LIMIT_DEG = 130.0


@lru_cache(maxsize=64)
def map_lines(
    projection: Projection,
    frame: Frame,
    kind: str,
    wide: bool,
    boundaries: Boundaries = NATURAL_EARTH,
) -> Array:
    """Return the lines of one kind on the map, shape (n, 2), separated by rows of NaN.

    Parameters
    ----------
    projection : Projection
    frame : Frame
        Lines outside are left out.
    kind : str
        ``coastline`` or ``borders``.
    wide : bool
        Use the coarser lines.
    boundaries : Boundaries
        Whose lines.
    """
    points, starts = boundaries.lines(kind, "110m" if wide else "50m")
    x, y = projection.project(points[:, 0], points[:, 1])
    width, height = frame.x1 - frame.x0, frame.y1 - frame.y0
    grown = Frame(
        frame.x0 - 0.05 * width,
        frame.x1 + 0.05 * width,
        frame.y0 - 0.05 * height,
        frame.y1 + 0.05 * height,
    )
    shown = grown.contains(x, y) & np.isfinite(x)
    jump = np.r_[True, np.hypot(np.diff(x), np.diff(y)) > 0.5 * max(width, height)]
    first = starts | jump
    # A shown point brings its neighbours on the same line, so that lines reach the frame's edge.
    before_shown = np.r_[shown[1:], False] & ~np.r_[first[1:], True]
    after_shown = np.r_[False, shown[:-1]] & ~first
    kept = (shown | before_shown | after_shown) & np.isfinite(x)
    begins = kept & (first | ~np.r_[False, kept[:-1]])
    rows = np.column_stack([x, y])[kept]
    result: Array = np.insert(rows, np.flatnonzero(begins[kept]), np.nan, axis=0)
    return result
