"""The rings of corners around the cells of a mask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    pass
Corners = NDArray[np.intp]


def trace(mask: NDArray[np.bool_], *, straight: bool) -> list[list[Corners]]:
    """Follow the edges between the cells of a mask and the others.

    Parameters
    ----------
    mask : array of bool, shape (ny, nx)
    straight : bool
        Whether edges are straight, so that corners at which nothing turns are left out.

    Returns
    -------
    list of list of array, shape (n, 2)
        For each part whose cells share edges its outer ring, counterclockwise, and its holes,
        clockwise: ``x, y`` of each corner on the way, where cell (i, j) reaches from ``j, i`` to
        ``j + 1, i + 1``. The first corner is not repeated.
    """
    from scipy.ndimage import label

    labels, count = label(mask)
    wide = mask.shape[1] + 1
    step = np.array([1, wide, -1, -wide])
    padded = np.pad(labels, 1)
    # the four cells around each corner, and the edges that leave it with a member on their left
    south_west, south_east = padded[:-1, :-1].ravel(), padded[:-1, 1:].ravel()
    north_west, north_east = padded[1:, :-1].ravel(), padded[1:, 1:].ravel()
    members = np.stack([north_east, north_west, south_west, south_east])
    others = np.stack([south_east, north_east, north_west, south_west])
    leaves = (members > 0) & (others == 0)
    direction, corner = np.nonzero(leaves)
    head = corner + step[direction]
    # turning left where two ways are open keeps to the same cell
    left, right = (direction + 1) % 4, (direction - 1) % 4
    turn = np.where(leaves[left, head], left, np.where(leaves[direction, head], direction, right))
    number = np.zeros(leaves.shape, dtype=np.intp)
    number[direction, corner] = np.arange(corner.size)
    after = number[turn, head]
    bends = np.empty(corner.size, dtype=bool)
    bends[after] = (direction != direction[after]) | (not straight)
    follows, at, shown = after.tolist(), corner.tolist(), bends.tolist()
    part_of = members[direction, corner]
    seen = [False] * len(at)
    shells: list[list[Corners]] = [[] for _ in range(count)]
    holes: list[list[Corners]] = [[] for _ in range(count)]
    for first in range(len(at)):
        if seen[first]:
            continue
        path = []
        edge = first
        while not seen[edge]:
            seen[edge] = True
            if shown[edge]:
                path.append(at[edge])
            edge = follows[edge]
        for loop in _simple_loops(path):
            rows, columns = np.divmod(np.array(loop), wide)
            ring = np.stack([columns, rows], axis=1)
            kind = shells if _signed_area(ring) > 0.0 else holes
            kind[int(part_of[first]) - 1].append(ring)
    return [shell + inner for shell, inner in zip(shells, holes, strict=True)]


def _simple_loops(path: list[int]) -> list[list[int]]:
    """Cut a path where it meets itself in a corner."""
    if len(set(path)) == len(path):
        return [path]
    loops: list[list[int]] = []
    open_path: list[int] = []
    places: dict[int, int] = {}
    for corner in path:
        if corner in places:
            start = places[corner]
            loop = open_path[start:]
            del open_path[start:]
            for item in loop:
                del places[item]
            loops.append(loop)
        places[corner] = len(open_path)
        open_path.append(corner)
    return [*loops, open_path]


def _signed_area(ring: Corners) -> float:
    x, y = ring.T
    return float(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1]) + x[-1] * y[0] - x[0] * y[-1]) / 2.0
