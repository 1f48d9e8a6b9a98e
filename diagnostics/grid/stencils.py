"""Weights of the three-point differences of a grid, and the compiled kernels where they work."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.grid.derivatives import Array

if TYPE_CHECKING:
    from diagnostics.grid.metric import Metric

COMPILED_FROM = 20_000
"""Fields with fewer values are differentiated with NumPy: compiled code saves nothing there."""


@dataclass(frozen=True, eq=False)
class Stencils:
    """What the compiled kernels need of a grid.

    Attributes
    ----------
    rows, columns : array of int, shape (ny, 3) and (nx, 3)
        The points of each point's stencil.
    row_weights, column_weights : array, shape (ny, 3) and (3, nx)
    inverse_hx, inverse_hy, turn_x, turn_y : array, shape (ny,) or (ny, nx)
        ``1 / hx``, ``1 / hy``, ``dhx/dy / (hx hy)`` and ``dhy/dx / (hx hy)``; one per row where
        they do not vary along x.
    """

    rows: NDArray[np.int64]
    row_weights: Array
    columns: NDArray[np.int64]
    column_weights: Array
    inverse_hx: Array
    inverse_hy: Array
    turn_x: Array
    turn_y: Array

    @property
    def arguments(self) -> tuple[Array | NDArray[np.int64], ...]:
        """All of them in the order in which the kernels take them."""
        return (
            self.rows,
            self.row_weights,
            self.columns,
            self.column_weights,
            self.inverse_hx,
            self.inverse_hy,
            self.turn_x,
            self.turn_y,
        )


def stencils_of(metric: Metric) -> Stencils | None:
    """Return the stencils of a grid; None where a direction has fewer than three points."""
    if metric.x.size < 3 or metric.y.size < 3:
        return None
    rows, row_weights = three_points(metric.y, None)
    columns, column_weights = three_points(metric.x, metric.period)

    area = metric.hx * metric.hy
    terms = (1.0 / metric.hx, 1.0 / metric.hy, metric.dhx_dy / area, metric.dhy_dx / area)
    width = max(term.shape[1] for term in terms)

    def full(values: Array) -> Array:
        whole = np.broadcast_to(values, (metric.y.size, width))
        return np.ascontiguousarray(whole[:, 0] if width == 1 else whole)

    return Stencils(
        rows=rows,
        row_weights=row_weights,
        columns=columns,
        column_weights=np.ascontiguousarray(column_weights.T),
        inverse_hx=full(terms[0]),
        inverse_hy=full(terms[1]),
        turn_x=full(terms[2]),
        turn_y=full(terms[3]),
    )


def three_points(coordinate: Array, period: float | None) -> tuple[NDArray[np.int64], Array]:
    """Indices and weights of the first derivative at each point.

    Parameters
    ----------
    coordinate : array, shape (n,)
        Strictly monotonic, at least three points.
    period : float or None
        Length of the circle when the last point neighbours the first.

    Returns
    -------
    tuple of array, shape (n, 3)
        Derivatives of the Lagrange polynomials through three neighbours: the point in the middle
        inside, at the end of the three at true edges.
    """
    count = coordinate.size
    indices = np.arange(count)[:, np.newaxis] + np.array([-1, 0, 1])
    if period is None:
        indices[0], indices[-1] = (0, 1, 2), (count - 3, count - 2, count - 1)
        places = coordinate[indices]
    else:
        direction = np.sign(coordinate[1] - coordinate[0])
        turns = indices // count
        indices = indices % count
        places = coordinate[indices] + direction * period * turns
    at = coordinate
    a, b, c = places[:, 0], places[:, 1], places[:, 2]
    weights = np.stack(
        [
            (2 * at - b - c) / ((a - b) * (a - c)),
            (2 * at - a - c) / ((b - a) * (b - c)),
            (2 * at - a - b) / ((c - a) * (c - b)),
        ],
        axis=1,
    )
    return indices.astype(np.int64), weights


def as_stored(*fields: ArrayLike) -> list[NDArray[Any]]:
    """Return fields in single precision where all of them are stored so, else in double.

    The kernels widen every number that they read: a copy would cost more than the derivative.
    """
    arrays = [np.asarray(field) for field in fields]
    single = all(array.dtype == np.float32 for array in arrays)
    return [array if single else array.astype(np.float64, copy=False) for array in arrays]


@lru_cache(maxsize=1)
def compiled() -> ModuleType | None:
    """Return the compiled kernels; None where numba is missing or finds no place for its cache."""
    try:
        from diagnostics.grid import kernels
    except (ImportError, RuntimeError):
        return None
    return kernels
