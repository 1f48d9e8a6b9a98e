#!/usr/bin/env python
"""Build the land mask that the checks of data compare fields with, from the packaged outlines."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import shapely

from diagnostics.grid import gazetteer

STEP = 0.25
TARGET = Path("diagnostics/data_checks/data/land.npz")


def main() -> None:
    """Write one bit for each cell of a quarter of a degree: whether its centre is on land."""
    latitude = np.arange(-90 + STEP / 2, 90, STEP)
    longitude = np.arange(-180 + STEP / 2, 180, STEP)
    columns, rows = np.meshgrid(longitude, latitude)
    land = np.zeros(rows.shape, dtype=bool)
    for outline in gazetteer.outlines():
        west, south, east, north = outline.bounds
        inside = (rows >= south) & (rows <= north) & (columns >= west) & (columns <= east)
        shapely.prepare(outline)
        land[inside] |= shapely.contains_xy(outline, columns[inside], rows[inside])
    np.savez_compressed(TARGET, bits=np.packbits(land), shape=np.array(land.shape))
    print(f"{TARGET}: {land.mean():.3f} of the cells are land")


if __name__ == "__main__":
    main()
