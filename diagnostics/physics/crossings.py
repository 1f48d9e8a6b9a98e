"""Heights at which a profile crosses a value; every crossing is looked at, none by chance."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.physics.levels import (
    ascending,
    check_pressure_levels,
    check_surface_pressure,
    level_first,
)
from diagnostics.physics.saturation import FloatArray, as_float

Which = Literal["highest", "lowest"]


class IsothermHeight(NamedTuple):
    """Where columns cross an isotherm.

    Attributes
    ----------
    height : ndarray, (..., y, x)
        Of the crossing chosen, in the unit of the heights; the ground's where the whole column
        is colder; NaN where it is warmer up to the end of the scan, or data are missing.
    crossings : ndarray of int, (..., y, x)
        How often the profile crosses the isotherm, in both directions.
    all_colder : ndarray of bool, (..., y, x)
        Where the whole column above ground is colder than the isotherm.
    """

    height: FloatArray
    crossings: NDArray[np.int64]
    all_colder: NDArray[np.bool_]


def height_of_isotherm(
    temperature: ArrayLike,
    height: ArrayLike,
    pressure_levels_pa: ArrayLike,
    isotherm: float = ZERO_CELSIUS,
    *,
    which: Which = "highest",
    surface_pressure: ArrayLike | None = None,
    surface_height: ArrayLike | None = None,
    surface_temperature: ArrayLike | None = None,
    scan_top: float = 10000.0,
) -> IsothermHeight:
    """Find where the temperature, or the wet-bulb temperature, falls below a value.

    Parameters
    ----------
    temperature : array_like, (..., level, y, x)
        K.
    height : array_like, (..., level, y, x)
        gpm (geopotential over g).
    pressure_levels_pa : array_like, (level,)
        Pa.
    isotherm : float
        K.
    which : {"highest", "lowest"}
        Which of several layers with ``T_upper < isotherm <= T_lower`` counts. The highest is the
        freezing level of the definition in use here; inversions make them differ.
    surface_pressure : array_like, (..., y, x), optional
        Pa; levels below ground are left out.
    surface_height, surface_temperature : array_like, (..., y, x), optional
        Height of the ground, gpm, and the temperature near it, K. With both and the surface
        pressure the point at the ground ends the profile. The height alone is what a column
        colder than the isotherm gives; without it, that of its lowest level.
    scan_top : float
        Where the scan stops, Pa.

    Returns
    -------
    IsothermHeight

    Raises
    ------
    ArgumentError
        For another `which`.

    Notes
    -----
    Between levels the height is linear in temperature.

    Examples
    --------
    >>> import numpy as np
    >>> p = np.array([850e2, 700e2, 500e2])
    >>> t = np.array([283.15, 273.15, 258.15])[:, None, None]
    >>> z = np.array([1500.0, 3000.0, 5600.0])[:, None, None]
    >>> round(float(height_of_isotherm(t, z, p)[0][0, 0]))
    3000
    """
    if which not in ("highest", "lowest"):
        raise ArgumentError(
            Message(id="physicserror-crossing", params={"given": f"{which!r}"}),
            code="unknown_crossing",
        )
    given = check_pressure_levels(pressure_levels_pa)
    levels = ascending(given)
    t, z = level_first(temperature, given), level_first(height, given)
    ground = np.inf if surface_pressure is None else check_surface_pressure(surface_pressure)
    scan = _Scan(np.broadcast_shapes(t.shape[1:], np.shape(ground)), isotherm, which)
    for k in np.flatnonzero(levels >= scan_top * (1.0 - 1e-6)):
        scan.descend(t[k], z[k], levels[k] <= ground)
    if surface_temperature is not None and surface_height is not None and np.ndim(ground):
        scan.descend(as_float(surface_temperature), as_float(surface_height), np.bool_(True))
    base = scan.base if surface_height is None else as_float(surface_height)
    return scan.finish(base, np.isnan(ground))


class _Scan:
    """The state of a scan from the top downwards, one entry per column."""

    def __init__(self, shape: tuple[int, ...], isotherm: float, which: Which) -> None:
        self.isotherm, self.which = isotherm, which
        self.height = np.full(shape, np.nan)
        self.crossings = np.zeros(shape, dtype=np.int64)
        self.upper = np.full(shape, np.nan)
        self.base = np.full(shape, np.nan)
        self.colder = np.ones(shape, dtype=np.bool_)
        self.missing = np.zeros(shape, dtype=np.bool_)
        self.seen = np.zeros(shape, dtype=np.bool_)

    def descend(
        self, temperature: FloatArray, height: FloatArray, valid: NDArray[np.bool_] | np.bool_
    ) -> None:
        """Take the next point below, where it is above ground."""
        valid = np.broadcast_to(valid, self.seen.shape)
        self.missing |= valid & (np.isnan(temperature) | np.isnan(height))
        falls = (self.upper < self.isotherm) & (temperature >= self.isotherm)
        rises = (self.upper >= self.isotherm) & (temperature < self.isotherm)
        linked = valid & self.seen
        self.crossings += linked & (falls | rises)
        take = linked & falls
        if self.which == "highest":
            take &= np.isnan(self.height)
        with np.errstate(invalid="ignore", divide="ignore"):
            weight = (self.isotherm - self.upper) / (temperature - self.upper)
            found = self.base + weight * (height - self.base)
        self.height = np.where(take, found, self.height)
        self.colder &= ~valid | (temperature < self.isotherm)
        self.upper = np.where(valid, temperature, self.upper)
        self.base = np.where(valid, height, self.base)
        self.seen |= valid

    def finish(self, ground: FloatArray, unknown: NDArray[np.bool_]) -> IsothermHeight:
        """Return the result, with the ground's height in columns that are colder throughout."""
        missing = self.missing | ~self.seen | unknown
        colder = self.colder & ~missing
        result = np.where(colder, ground, self.height)
        result = np.where(missing, np.nan, result)
        return IsothermHeight(result, np.where(missing, 0, self.crossings), colder)
