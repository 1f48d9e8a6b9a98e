"""Weights of the three-point differences of a grid, and the compiled kernels where they work."""

from __future__ import annotations

from dataclasses import dataclass, fields
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
EVEN_TO = 1e-11
"""Spacings that differ by less, as a share, are the same: what rounding leaves of an even grid."""


@dataclass(frozen=True, eq=False)
class Stencils:
    """What the compiled kernels need of a grid.

    Attributes
    ----------
    rows, columns : array of int, shape (ny, 3) and (nx, 3)
        The points of each point's stencil.
    row_weights, column_weights : array, shape (ny, 3) and (3, nx)
        Of those points; in units of the spacing where points are evenly spaced.
    low, high, left, right : array, shape (ny,) or (nx,), or None
        The weights of an inner point's two neighbours; None where points are evenly spaced, so
        that they are -1 and 1.
    inverse_hx, inverse_hy, turn_x, turn_y : array, shape (ny,) or (ny, nx)
        ``1 / hx``, ``1 / hy``, over twice the spacing where points are evenly spaced,
        ``dhx/dy / (hx hy)`` and ``dhy/dx / (hx hy)``; one per row where they do not vary along x.
    """

    rows: NDArray[np.int64]
    row_weights: Array
    low: Array | None
    high: Array | None
    columns: NDArray[np.int64]
    column_weights: Array
    left: Array | None
    right: Array | None
    inverse_hx: Array
    inverse_hy: Array
    turn_x: Array
    turn_y: Array

    @property
    def arguments(self) -> tuple[Array | NDArray[np.int64] | None, ...]:
        """All of them in the order in which the kernels take them."""
        return tuple(getattr(self, field.name) for field in fields(self))


def stencils_of(metric: Metric) -> Stencils | None:
    """Return the stencils of a grid; None where a direction has fewer than three points."""
    if metric.x.size < 3 or metric.y.size < 3:
        return None
    rows, row_weights = three_points(metric.y, None)
    columns, column_weights = three_points(metric.x, metric.period)
    row_step, column_step = _even_weight(row_weights), _even_weight(column_weights)

    area = metric.hx * metric.hy
    terms = (
        (column_step or 1.0) / metric.hx,
        (row_step or 1.0) / metric.hy,
        metric.dhx_dy / area,
        metric.dhy_dx / area,
    )
    width = max(term.shape[1] for term in terms)

    def full(values: Array) -> Array:
        whole = np.broadcast_to(values, (metric.y.size, width))
        return np.ascontiguousarray(whole[:, 0] if width == 1 else whole)

    return Stencils(
        rows=rows,
        row_weights=row_weights / (row_step or 1.0),
        low=_one_of(row_weights, 0) if row_step is None else None,
        high=_one_of(row_weights, 2) if row_step is None else None,
        columns=columns,
        column_weights=np.ascontiguousarray(column_weights.T) / (column_step or 1.0),
        left=_one_of(column_weights, 0) if column_step is None else None,
        right=_one_of(column_weights, 2) if column_step is None else None,
        inverse_hx=full(terms[0]),
        inverse_hy=full(terms[1]),
        turn_x=full(terms[2]),
        turn_y=full(terms[3]),
    )


def _even_weight(weights: Array) -> float | None:
    """Return the weight of the next point where points are evenly spaced, to rounding; else None.

    Weights act on differences, so that an error of a weight is that of the derivative.
    """
    inner = weights[1:-1]
    step = float(np.mean(inner[:, 2]))
    even = np.abs(inner - [-step, 0.0, step]).max() <= EVEN_TO * abs(step)
    return step if even else None


def _one_of(weights: Array, point: int) -> Array:
    return np.ascontiguousarray(weights[:, point])


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
