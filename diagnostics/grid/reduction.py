"""Area-weighted statistics of a field over a region.

Every function takes the weights explicitly: there is no unweighted mean by accident.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from diagnostics.grid.geometry import Grid

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Located:
    """An extreme value and where it is; longitude -180..180."""

    value: float
    row: int
    column: int
    latitude: float
    longitude: float


def area_mean(field: ArrayLike, weights: Array, mask: NDArray[np.bool_] | None = None) -> float:
    """Weighted mean over the cells that are given and inside `mask`; NaN when there are none.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
    weights : array, shape (ny, nx)
        ``Grid.weights``.
    mask : array of bool, shape (ny, nx), optional

    Examples
    --------
    >>> import numpy as np
    >>> float(area_mean(np.array([[1.0, 3.0], [np.nan, 2.0]]), np.ones((2, 2))))
    2.0
    """
    values, scale = _selected(field, weights, mask)
    return float(np.average(values, weights=scale)) if scale.sum() > 0 else float("nan")


def area_std(field: ArrayLike, weights: Array, mask: NDArray[np.bool_] | None = None) -> float:
    """Weighted standard deviation (of the population); NaN without cells.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
    weights : array, shape (ny, nx)
    mask : array of bool, shape (ny, nx), optional

    Examples
    --------
    >>> import numpy as np
    >>> round(float(area_std(np.array([[1.0, 3.0], [1.0, 3.0]]), np.ones((2, 2)))), 6)
    1.0
    """
    values, scale = _selected(field, weights, mask)
    if scale.sum() <= 0:
        return float("nan")
    mean = np.average(values, weights=scale)
    return float(np.sqrt(np.average((values - mean) ** 2, weights=scale)))


def area_percentile(
    field: ArrayLike, percent: float, weights: Array, mask: NDArray[np.bool_] | None = None
) -> float:
    """Weighted percentile with linear interpolation; NaN without cells.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
    percent : float
        0..100.
    weights : array, shape (ny, nx)
    mask : array of bool, shape (ny, nx), optional

    Notes
    -----
    With the values in ascending order and ``S_k`` the sum of the weights before the k-th plus half
    its share ``w_k``, values are placed at ``(S_k - S_1) / (S_n - S_1)`` and interpolated
    linearly. With equal weights this is numpy's default percentile (Hyndman and Fan 1996, type 7,
    doi:10.1080/00031305.1996.10473566).

    Examples
    --------
    >>> import numpy as np
    >>> field = np.arange(100.0).reshape(10, 10)
    >>> round(float(area_percentile(field, 90.0, np.ones((10, 10)))))
    89
    """
    values, scale = _selected(field, weights, mask)
    positive = scale > 0
    values, scale = values[positive], scale[positive]
    if values.size == 0:
        return float("nan")
    if values.size == 1:
        return float(values[0])
    order = np.argsort(values, kind="stable")
    values, scale = values[order], scale[order]
    middle = np.cumsum(scale) - scale / 2
    place = (middle - middle[0]) / (middle[-1] - middle[0])
    return float(np.interp(percent / 100.0, place, values))


def area_maximum(
    field: ArrayLike, grid: Grid, mask: NDArray[np.bool_] | None = None
) -> Located | None:
    """Largest value and its cell; of equal cells the first, southern and western first.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
    grid : Grid
    mask : array of bool, shape (ny, nx), optional

    Returns
    -------
    Located or None
        None when no cell is given.

    Examples
    --------
    >>> import numpy as np
    >>> from diagnostics.grid.geometry import latitude_longitude_grid
    >>> grid = latitude_longitude_grid(np.array([30.0, 31.0]), np.array([110.0, 111.0]))
    >>> found = area_maximum(np.array([[1.0, np.nan], [4.0, 2.0]]), grid)
    >>> found.value, found.latitude, found.longitude
    (4.0, 31.0, 110.0)
    """
    return _extreme(np.asarray(field, dtype=np.float64), grid, mask, largest=True)


def valid_fraction(
    field: ArrayLike, weights: Array, mask: NDArray[np.bool_] | None = None
) -> float:
    """Weighted fraction of the region's cells that have a value; 0 for an empty region.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
    weights : array, shape (ny, nx)
    mask : array of bool, shape (ny, nx), optional

    Examples
    --------
    >>> import numpy as np
    >>> float(valid_fraction(np.array([[1.0, np.nan], [2.0, 3.0]]), np.ones((2, 2))))
    0.75
    """
    inside = np.ones(np.shape(weights), dtype=bool) if mask is None else mask
    total = float(weights[inside].sum())
    given = inside & np.isfinite(np.asarray(field, dtype=np.float64))
    return float(weights[given].sum()) / total if total > 0 else 0.0


def area_fraction(
    condition: NDArray[np.bool_],
    weights: Array,
    valid: NDArray[np.bool_] | None = None,
) -> float:
    """Weighted fraction of the valid cells where a condition holds; 0 when none is valid.

    Parameters
    ----------
    condition : array of bool, shape (ny, nx)
    weights : array, shape (ny, nx)
    valid : array of bool, shape (ny, nx), optional
        Cells that count, e.g. the land cells of the region with a value.

    Examples
    --------
    >>> import numpy as np
    >>> float(area_fraction(np.array([[True, False], [True, True]]), np.ones((2, 2))))
    0.75
    """
    counted = np.ones(np.shape(weights), dtype=bool) if valid is None else valid
    total = float(weights[counted].sum())
    return float(weights[counted & condition].sum()) / total if total > 0 else 0.0


def _selected(
    field: ArrayLike, weights: Array, mask: NDArray[np.bool_] | None
) -> tuple[Array, Array]:
    values = np.asarray(field, dtype=np.float64)
    inside = np.isfinite(values) if mask is None else mask & np.isfinite(values)
    return values[inside], np.broadcast_to(weights, values.shape)[inside]


def _extreme(
    values: Array, grid: Grid, mask: NDArray[np.bool_] | None, *, largest: bool
) -> Located | None:
    inside = np.isfinite(values) if mask is None else mask & np.isfinite(values)
    if not inside.any():
        return None
    search = np.where(inside, values, -np.inf if largest else np.inf)
    flat = int(np.argmax(search) if largest else np.argmin(search))
    row, column = (int(index) for index in np.unravel_index(flat, values.shape))
    return Located(
        value=float(values[row, column]),
        row=row,
        column=column,
        latitude=float(grid.latitude[row, column]),
        longitude=float((grid.longitude[row, column] + 180.0) % 360.0 - 180.0),
    )
