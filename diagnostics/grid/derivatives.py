"""Finite differences on uneven, possibly cyclic coordinates."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.errors import InputDataError
from diagnostics.messages import Message

Array = NDArray[np.float64]


def first_derivative(
    values: ArrayLike, coordinate: Array, *, axis: int, period: float | None = None
) -> Array:
    """Second-order first derivative, centred inside and one-sided at true edges.

    Parameters
    ----------
    values : array_like, shape (..., n, ...)
    coordinate : array, shape (n,)
        Strictly monotonic, spacing may vary.
    axis : int
        Axis of `values` that runs along `coordinate`.
    period : float, optional
        Length of the circle when the last point neighbours the first.

    Returns
    -------
    array, shape of `values`
        NaN wherever a point of the stencil is NaN.

    Raises
    ------
    InputDataError
        ``grid_too_small`` when there are fewer than two points.

    Notes
    -----
    The three-point formulas of Durran (2010, doi:10.1007/978-1-4419-6412-0), the same stencils as
    ``numpy.gradient(edge_order=2)``.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([0.0, 1.0, 3.0, 6.0])
    >>> np.round(first_derivative(x**2, x, axis=0), 6)
    array([ 0.,  2.,  6., 12.])
    """
    array = np.asarray(values, dtype=np.float64)
    count = coordinate.size
    if count < 2:
        raise InputDataError(
            Message(id="griderror-derivative_cells"),
            code="grid_too_small",
        )
    if period is not None:
        array, coordinate = _wrapped(array, coordinate, axis, period)
    order: Literal[1, 2] = 2 if coordinate.size > 2 else 1
    result: Array = np.asarray(np.gradient(array, coordinate, axis=axis, edge_order=order))
    # on even spacings the point itself has no weight, which must not hide that it is missing
    result[np.isnan(array)] = np.nan
    if period is not None:
        result = np.take(result, np.arange(1, count + 1), axis=axis)
    return result


def second_derivative(
    values: ArrayLike, coordinate: Array, *, axis: int, period: float | None = None
) -> Array:
    """Three-point second derivative; at true edges the neighbouring stencil is used.

    Parameters
    ----------
    values : array_like, shape (..., n, ...)
    coordinate : array, shape (n,)
        Strictly monotonic, spacing may vary.
    axis : int
        Axis of `values` that runs along `coordinate`.
    period : float, optional
        Length of the circle when the last point neighbours the first.

    Returns
    -------
    array, shape of `values`

    Raises
    ------
    InputDataError
        ``grid_too_small`` when there are fewer than three points.

    Examples
    --------
    >>> import numpy as np
    >>> x = np.array([0.0, 1.0, 2.0, 3.0])
    >>> np.round(second_derivative(x**2, x, axis=0)[1:-1], 6)
    array([2., 2.])
    """
    array = np.asarray(values, dtype=np.float64)
    if coordinate.size < 3:
        raise InputDataError(
            Message(id="griderror-second_derivative_cells"),
            code="grid_too_small",
        )
    if period is not None:
        array, coordinate = _wrapped(array, coordinate, axis, period)
    array = np.moveaxis(array, axis, -1)
    before, after = np.diff(coordinate)[:-1], np.diff(coordinate)[1:]
    inner = 2.0 * (
        array[..., :-2] / (before * (before + after))
        - array[..., 1:-1] / (before * after)
        + array[..., 2:] / (after * (before + after))
    )
    if period is None:
        inner = np.concatenate([inner[..., :1], inner, inner[..., -1:]], axis=-1)
    return np.moveaxis(inner, -1, axis)


def _wrapped(values: Array, coordinate: Array, axis: int, period: float) -> tuple[Array, Array]:
    """Repeat the last point before the first and the first after the last."""
    direction = np.sign(coordinate[1] - coordinate[0])
    padded = np.concatenate(
        [
            np.take(values, [-1], axis=axis),
            values,
            np.take(values, [0], axis=axis),
        ],
        axis=axis,
    )
    ring = np.concatenate(
        [
            [coordinate[-1] - direction * period],
            coordinate,
            [coordinate[0] + direction * period],
        ]
    )
    return padded, ring
