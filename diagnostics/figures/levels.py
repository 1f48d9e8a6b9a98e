"""Class limits and contour values of a layer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagnostics.figures.spec import Layer

Array = NDArray[np.float64]
MAX_CLASSES = 14
FEW_CLASSES = 5
CLASSES = 9
SYMMETRIC_SHARE = 0.25
"""A field whose smaller side reaches this share of its larger one is drawn about zero."""


def shading_levels(layer: Layer, values: Array) -> tuple[float, ...]:
    """Return the class limits for the values that the map shows.

    Fixed levels are kept. Multiples of an interval are cut to the 1st to 99th percentile; the
    interval is doubled until at most 14 classes remain, and halved once where fewer than five
    would be used. Without levels or interval they are chosen by `index_levels`.
    """
    if layer.levels:
        return layer.levels
    if layer.interval is None:
        return index_levels(values)
    interval = layer.interval
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


def reaching_levels(
    levels: tuple[float, ...], beyond: tuple[float, ...], values: Array
) -> tuple[float, ...]:
    """Continue class limits upward as far as the largest value needs.

    The colour above the last limit then holds values of one class only.

    Examples
    --------
    >>> reaching_levels((0.1, 10, 25, 50, 100, 250), (400, 600, 800), np.array([640.0]))
    (0.1, 10, 25, 50, 100, 250, 400, 600)
    >>> reaching_levels((0.1, 10, 25), (50,), np.array([8.0]))
    (0.1, 10, 25)
    """
    finite = values[np.isfinite(values)]
    highest = float(finite.max()) if finite.size else -np.inf
    return (*levels, *(level for level in beyond if level <= highest))


def contour_levels(layer: Layer, values: Array) -> tuple[tuple[float, ...], float | None]:
    """Return the contour values inside the data's range, and the interval that was used."""
    low, high = _span(values, 0.0, 100.0)
    if layer.levels:
        return tuple(level for level in layer.levels if low <= level <= high), None
    if layer.interval is None:
        return index_levels(values), None
    interval = layer.interval
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


def index_levels(field: Array) -> tuple[float, ...]:
    """Choose class limits for an index's field.

    Steps of 1, 2, 2.5 or 5 times a power of ten between the 2nd and 98th percentile,
    symmetric about zero for a field of both signs. A diagnosis calls this once per index and keeps
    the result, so that its maps at several times can be compared.

    Parameters
    ----------
    field : array
        In the unit in which it is drawn; NaN is ignored.
    """
    finite = np.asarray(field)[np.isfinite(field)]
    if finite.size == 0:
        return (0.0, 1.0)
    low, high = (float(part) for part in np.percentile(finite, [2.0, 98.0]))
    signed = low < 0 < high and min(-low, high) >= SYMMETRIC_SHARE * max(-low, high)
    if signed:
        high = max(-low, high)
        low = -high
    span = high - low or abs(high) or 1.0
    power = 10.0 ** np.floor(np.log10(span / CLASSES))
    steps = [power * part for part in (1.0, 2.0, 2.5, 5.0, 10.0)]
    step = min(steps, key=lambda size: abs(span / size - CLASSES))
    first, last = np.floor(low / step + 1e-9), np.ceil(high / step - 1e-9)
    last = max(last, first + 2)
    levels = [float(f"{level:.6g}") for level in np.arange(first, last + 1) * step]
    if not signed:
        levels += _up_to(float(finite.max()), levels[-1], step)
    return tuple(levels)


def _up_to(highest: float, last: float, step: float) -> list[float]:
    """Widening classes from the last limit until one holds the largest value."""
    added: list[float] = []
    while highest > last + step and len(added) < MAX_CLASSES - CLASSES - 2:
        step *= 2.0
        last += step
        added.append(float(f"{last:.6g}"))
    return added
