"""Where there is land, by the packaged outlines, at a quarter of a degree."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

STEP = 0.25


@lru_cache(maxsize=1)
def _mask() -> NDArray[np.bool_]:
    packed = files("diagnostics.data_checks").joinpath("data", "land.npz").read_bytes()
    with np.load(BytesIO(packed)) as stored:
        rows, columns = (int(size) for size in stored["shape"])
        bits = np.unpackbits(stored["bits"], count=rows * columns)
    return np.asarray(bits.reshape(rows, columns).astype(bool))


def land_at(latitude: NDArray[np.float64], longitude: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell for points whether they are on land.

    Parameters
    ----------
    latitude, longitude : ndarray
        Degrees, of one shape.

    Returns
    -------
    ndarray of bool
    """
    mask = _mask()
    row = np.clip(((latitude + 90.0) / STEP).astype(int), 0, mask.shape[0] - 1)
    column = (((longitude + 180.0) % 360.0) / STEP).astype(int) % mask.shape[1]
    return np.asarray(mask[row, column])
