"""Gaussian smoothing in kilometres, aware of missing values and of the date line."""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

MIN_SIGMA_CELLS = 0.4
"""An axis on which the Gaussian is narrower than this is left alone."""
TRUNCATE = 3.0
"""Half-width of the kernel in standard deviations."""


def smooth_gaussian(
    field: ArrayLike, sigma_y: float, sigma_x: float, *, cyclic: bool = False
) -> NDArray[Any]:
    """Separable Gaussian by normalised convolution.

    Parameters
    ----------
    field : array_like, shape (..., ny, nx)
        Missing values are NaN.
    sigma_y, sigma_x : float
        Standard deviation in cells; an axis below 0.4 is not smoothed.
    cyclic : bool
        Whether the columns close the circle.

    Returns
    -------
    array, shape (..., ny, nx)
        Missing cells stay missing; beyond an edge nothing is assumed, the kernel is renormalised.

    Notes
    -----
    Weighted mean ``(G * (f w)) / (G * w)`` with ``w = 1`` where f is given (normalised convolution,
    Knutsson and Westin 1993, doi:10.1109/CVPR.1993.341081). Truncated at 3 sigma.

    Examples
    --------
    >>> import numpy as np
    >>> round(float(smooth_gaussian(np.full((5, 5), 7.0), 1.0, 1.0)[2, 2]), 6)
    7.0
    """
    array = np.asarray(field, dtype=np.float64)
    valid = np.isfinite(array)
    total = np.where(valid, array, 0.0)
    weight = valid.astype(np.float64)
    smoothed = False
    for axis, sigma, wrap in ((-2, sigma_y, False), (-1, sigma_x, cyclic)):
        if sigma < MIN_SIGMA_CELLS or array.shape[axis] == 1:
            continue
        total = _convolve(total, sigma, axis, wrap)
        weight = _convolve(weight, sigma, axis, wrap)
        smoothed = True
    if not smoothed:
        return array.copy()
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(valid, total / weight, np.nan)


def smooth_by_row(
    field: ArrayLike, sigma_y: float, sigma_x: NDArray[np.float64], *, cyclic: bool = False
) -> NDArray[Any]:
    """As `smooth_gaussian`, with a width of its own along each row.

    Parameters
    ----------
    field : array_like, shape (ny, nx)
        Missing values are NaN.
    sigma_y : float
        Standard deviation in cells.
    sigma_x : array, shape (ny,)
        Likewise along each row.
    cyclic : bool

    Examples
    --------
    >>> import numpy as np
    >>> field = np.full((5, 5), 7.0)
    >>> round(float(smooth_by_row(field, 1.0, np.ones(5))[2, 2]), 6)
    7.0
    """
    array = np.asarray(field, dtype=np.float64)
    valid = np.isfinite(array)
    total, weight = np.where(valid, array, 0.0), valid.astype(np.float64)
    if sigma_y >= MIN_SIGMA_CELLS and array.shape[0] > 1:
        total, weight = (_convolve(part, sigma_y, -2, wrap=False) for part in (total, weight))
    for row, sigma in enumerate(sigma_x):
        if sigma >= MIN_SIGMA_CELLS and array.shape[1] > 1:
            for part in (total, weight):
                part[row] = _convolve(part[row], float(sigma), -1, cyclic)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(valid, total / weight, np.nan)


def smoothing_halo(sigma_km: float, spacing_km: float) -> int:
    """Cells that must surround a region so that smoothing is not felt at its edge.

    Three standard deviations and two cells.

    Examples
    --------
    >>> smoothing_halo(100.0, 25.0)
    14
    """
    return ceil(TRUNCATE * sigma_km / spacing_km) + 2


def _convolve(values: NDArray[Any], sigma: float, axis: int, wrap: bool) -> NDArray[Any]:
    from scipy.ndimage import correlate1d

    radius = max(1, int(TRUNCATE * sigma + 0.5))
    offsets = np.arange(-radius, radius + 1)
    kernel = np.exp(-0.5 * (offsets / sigma) ** 2)
    mode = "wrap" if wrap else "constant"
    return np.asarray(correlate1d(values, kernel, axis=axis, mode=mode, cval=0.0))
