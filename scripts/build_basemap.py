"""Build the base maps of the charts: coastlines and land borders of Natural Earth as polylines.

    python scripts/build_basemap.py r-cran-rnaturalearthdata_0.1.0-2_all.deb

writes ``diagnostics/figures/data/natural_earth_110m.npz`` and ``..._50m.npz``. Needs numpy, shapely
and rdata; run it in an environment of its own.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
from natural_earth import NaturalEarth

TARGET = Path(__file__).parents[1] / "diagnostics" / "figures" / "data"
COAST_TOLERANCE = 0.005
Line = np.ndarray


def coastlines(source: NaturalEarth, scale: str) -> list[Line]:
    """Return the polylines of the coastline layer."""
    lines = []
    for feature in source.layer(f"coastline{scale}").lines:
        lines += [np.asarray(part.coords, dtype=float) for part in feature.Lines]
    return [piece for line in lines for piece in without_frame(line)]


def borders(source: NaturalEarth, scale: str) -> list[Line]:
    """Return the edges of countries that are no coast, joined into polylines.

    At 1:110m some neighbours do not share their vertices, so a border cannot be recognised by
    being drawn twice; it is what lies off the coastline.
    """
    import shapely

    edges = set()
    for feature in source.layer(f"countries{scale}").polygons:
        for ring in feature.Polygons:
            points = [tuple(point) for point in np.round(np.asarray(ring.coords, float), 6)]
            edges |= {(min(pair), max(pair)) for pair in pairwise(points)}
    ordered = sorted(edges)
    middles = shapely.points(np.mean(np.asarray(ordered), axis=1))
    coast = shapely.STRtree([shapely.LineString(line) for line in coastlines(source, scale)])
    _, distance = coast.query_nearest(middles, return_distance=True, all_matches=False)
    inland = [edge for edge, far in zip(ordered, distance > COAST_TOLERANCE, strict=True) if far]
    merged = shapely.line_merge(shapely.MultiLineString(inland))
    lines = [np.asarray(part.coords) for part in getattr(merged, "geoms", [merged])]
    return [piece for line in lines for piece in without_frame(line)]


def without_frame(line: Line) -> list[Line]:
    """Cut a line at 180 degrees, and drop segments that only frame the map there or at the pole."""
    first, second = line[:-1], line[1:]
    meridian = (np.abs(first[:, 0]) > 179.999) & (np.abs(second[:, 0]) > 179.999)
    pole = (first[:, 1] < -89.9) & (second[:, 1] < -89.9)
    jump = np.abs(second[:, 0] - first[:, 0]) > 180.0
    cuts = np.flatnonzero(meridian | pole | jump) + 1
    return [piece for piece in np.split(line, cuts) if len(piece) > 1]


def packed(lines: list[Line]) -> tuple[np.ndarray, np.ndarray]:
    """Return all points, shape (n, 2) longitude and latitude, and where each line begins."""
    lengths = [len(line) for line in lines]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    return np.concatenate(lines).astype(np.float32), offsets


def main(package: Path) -> None:
    """Write both files."""
    source = NaturalEarth(package)
    for scale in ("110", "50"):
        coast_points, coast_offsets = packed(coastlines(source, scale))
        border_points, border_offsets = packed(borders(source, scale))
        path = TARGET / f"natural_earth_{scale}m.npz"
        np.savez_compressed(
            path,
            coastline_points=coast_points,
            coastline_offsets=coast_offsets,
            borders_points=border_points,
            borders_offsets=border_offsets,
        )
        print(path.name, path.stat().st_size, "bytes", len(coast_offsets) - 1, "coastlines",
              len(border_offsets) - 1, "borders")  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]))
