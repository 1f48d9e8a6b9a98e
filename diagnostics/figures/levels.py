"""Class limits and contour values of a layer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.figures.spec import Layer

Array = NDArray[np.float64]
MAX_CLASSES = 14
FEW_CLASSES = 5


def shading_levels(layer: Layer, values: Array) -> tuple[float, ...]:
    """Return the class limits for the values that the map shows.

    Fixed levels are kept. Multiples of an interval are cut to the 1st to 99th percentile; the
    interval is doubled until at most 14 classes remain, and halved once where fewer than five
    would be used.
    """
    if layer.levels:
        return layer.levels
    interval = layer.interval or 1.0
    low, high = _span(values)
    if (high - low) / interval < FEW_CLASSES:
        interval /= 2.0
    while (high - low) / interval > MAX_CLASSES - 2:
        interval *= 2.0
    first, last = np.floor(low / interval) * interval, np.ceil(high / interval) * interval
    if layer.first_level is not None:
        first = max(first, layer.first_level)
    if layer.last_level is not None:
        last = min(last, layer.last_level)
    if last - first < 2 * interval:
        last = first + 2 * interval
    return tuple(np.round(np.arange(first, last + interval / 2, interval), 6).tolist())


def contour_levels(layer: Layer, values: Array) -> tuple[tuple[float, ...], float | None]:
    """Return the contour values inside the data's range, and the interval that was used."""
    low, high = _span(values, 0.0, 100.0)
    if layer.levels:
        return tuple(level for level in layer.levels if low <= level <= high), None
    interval = layer.interval or 1.0
    if layer.wide_interval and layer.wide_range is not None and high - low > layer.wide_range:
        interval = layer.wide_interval
    if (high - low) / interval < FEW_CLASSES - 1:
        interval /= 2.0
    first, last = np.ceil(low / interval), np.floor(high / interval)
    if last < first:
        return (), interval
    levels = np.arange(first, last + 1) * interval
    if layer.blank is not None:
        levels = levels[(levels <= layer.blank[0]) | (levels >= layer.blank[1])]
    return tuple(np.round(levels, 6).tolist()), interval


def _span(values: Array, low: float = 1.0, high: float = 99.0) -> tuple[float, float]:
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return 0.0, 0.0
    return float(np.percentile(finite, low)), float(np.percentile(finite, high))
