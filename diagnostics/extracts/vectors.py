"""A thinned set of arrows, as evenly spread as the cells allow."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.space_time import Region
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import region_mask

LEAST_WIDTH = 0.05
"""Cosine of latitude below which columns are not thinned further."""


def thinned_cells(
    grid: Grid, region: Region | None, count: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Choose about `count` cells of a region.

    On latitude-longitude grids columns are taken at wider steps toward the poles, so that the
    places are as far apart there as elsewhere.

    Returns
    -------
    row, column : ndarray of int (n,)
    """
    inside = np.ones(grid.shape, dtype=bool) if region is None else region_mask(grid, region)
    rows, columns = np.nonzero(inside)
    wide = np.ones(rows.size)
    if grid.mapping is None:
        wide = np.maximum(np.cos(np.radians(grid.latitude[rows, columns])), LEAST_WIDTH)
    step = max(1.0, float(np.sqrt(wide.sum() / count)))
    down = (rows - rows.min()) % max(1, round(step)) == 0
    along = np.maximum(1, np.rint(step / wide)).astype(int)
    kept = down & ((columns - columns.min()) % along == 0)
    return rows[kept], columns[kept]
