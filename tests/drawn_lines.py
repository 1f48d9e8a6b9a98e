"""Lines drawn by hand against lines that were found."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from diagnostics.grid.distance import great_circle_km


def dense(line: Any) -> Any:
    """Points of a line every 50 km or nearer."""
    points = []
    for (lat, lon), (lat_end, lon_end) in pairwise(line):
        count = max(2, int(float(great_circle_km(lat, lon, lat_end, lon_end)) / 50.0) + 1)
        turn = (lon_end - lon + 180.0) % 360.0 - 180.0
        part = np.linspace(0.0, 1.0, count)
        points += list(zip(lat + (lat_end - lat) * part, lon + turn * part, strict=True))
    return np.array(points)


def km_along(one: Any, others: list[Any], near_km: float) -> tuple[float, float]:
    """Length of a line, and how much of it lies near others, km."""
    length = 50.0 * len(one)
    if not others:
        return length, 0.0
    other = np.concatenate(others)
    apart = great_circle_km(one[:, :1], one[:, 1:], other[:, 0], other[:, 1])
    return length, float((apart.min(axis=1) <= near_km).mean()) * length
