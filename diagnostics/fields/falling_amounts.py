"""Where an accumulation begins, as its values show: within its interval it never falls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.fields.axes import text_of
from diagnostics.fields.blocks import Times
from diagnostics.fields.conversion import WATER_DEPTH, tidy_unit
from diagnostics.fields.packing import unpack

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
_SAMPLE = 2_000_000
"""Values of an accumulation that are looked at."""
_CELLS = 2_000
_TIMES = 240
_FALL = 0.05
"""kg m-2 by which an amount must fall to have begun again: more than packing makes of it."""
_WET = 0.5
_PAIRS = 20
"""Pairs of wet hours within a day, none of them falling, that make totals of amounts."""
_HOUR = np.timedelta64(1, "h")


def sampled_amounts(variable: xr.Variable) -> Floats:
    """Return a part of a field (time, y, x) of amounts, at every time, small enough to look at."""
    stride = max(1, int(np.ceil(np.sqrt(variable.size / _SAMPLE))))
    window = variable[:, ::stride, ::stride]
    return unpack(np.asarray(window.values), dict(variable.attrs), None)


def totals_since_midnight(variable: xr.Variable, dims: Sequence[str], times: Times) -> bool | None:
    """Tell totals since 00 UTC (ERA5-Land) from amounts of each hour (ERA5) by their values.

    Parameters
    ----------
    variable : xarray.Variable
        Raw.
    dims : sequence of str
        Of time; only one shows it.
    times : ndarray of datetime64[ns]
        Along it.

    Returns
    -------
    bool or None
        False where an amount falls within a day; True where amounts fall after 00 UTC and never
        else, in enough wet hours; None where the values do not show it.
    """
    if len(dims) != 1 or dims[0] not in variable.dims or times.size < 2:
        return None
    times = times[:_TIMES]
    window = variable.transpose(dims[0], ...)[: times.size]
    cells = max(1, window.size // max(1, times.size))
    stride = max(1, int(np.ceil(np.sqrt(cells / _CELLS))))
    window = window[(..., *(slice(None, None, stride),) * 2)]
    amounts = unpack(np.asarray(window.values), dict(variable.attrs), None).reshape(times.size, -1)
    if tidy_unit(text_of(variable, "units")) in {"m", WATER_DEPTH}:
        amounts = amounts * 1000.0
    hourly = np.diff(times) == _HOUR
    is_first = (times[1:] - times[1:].astype("datetime64[D]")) == _HOUR
    with np.errstate(invalid="ignore"):
        falls = (np.diff(amounts, axis=0) < -_FALL) & hourly[:, None]
        wet = (amounts[:-1] >= _WET) & hourly[:, None]
    if falls[~is_first].any():
        return False
    enough = int(wet[~is_first].sum()) >= _PAIRS
    return True if enough and falls[is_first].any() else None
