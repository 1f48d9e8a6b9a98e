"""Convective energy of whole grids: CAPE, CIN and the levels that bound them; stability indices.

The results are those of MetPy 1.7.1, whose definitions are followed to the letter: condensation
level of Romps (2017), pseudo-adiabat, virtual temperature correction, lowest level of free
convection and highest equilibrium level, net area between them. MetPy's own solver errs by up to
1e-4 K; against its equations solved tightly the energies here agree to 1e-6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.constants import KAPPA
from diagnostics.errors import ArgumentError, ExecutionError
from diagnostics.physics.levels import (
    LEVEL_AXIS,
    check_pressure_levels,
    check_surface_pressure,
    level_index,
)
from diagnostics.physics.lifting import integrate_pseudoadiabat, lifting_condensation_level
from diagnostics.physics.parcel_numpy import Energies, ascend
from diagnostics.physics.parcel_start import (
    Columns,
    Parcel,
    ParcelStart,
    missing_above,
    parcel_start,
    surface_start,
)
from diagnostics.physics.saturation import FloatArray, as_float
from diagnostics.physics.thermodynamics import dewpoint

__all__ = [
    "Kernel",
    "Parcel",
    "ParcelAscent",
    "cape_cin",
    "choose_kernel",
    "lifted_index",
    "showalter",
    "warm_up",
]

Kernel = Literal["numba", "numpy"]
ParcelName = Literal["MU", "SB", "ML"]

COMPILED_FROM: Final = 2000
"""Fewer parcels are lifted to a level with NumPy: loading compiled code costs more."""
CHUNK: Final = 8008
"""Columns lifted at once; with 137 levels the temporaries stay below 100 MB."""


@dataclass(frozen=True)
class ParcelAscent:
    """Energies and levels of the lifted parcels, arrays (..., y, x).

    Attributes
    ----------
    cape : ndarray
        J kg-1; 0 where there is no level of free convection, NaN where input is missing.
    cin : ndarray
        J kg-1, zero or negative; 0 also where there is no level of free convection. Averages of
        CIN leave out the columns without convection, which are those where `lfc` is NaN.
    lcl, lfc, el : ndarray
        Pressures of condensation, free convection and equilibrium, Pa. `el` is NaN where the
        parcel is still buoyant at the highest level; CAPE then ends there.
    parcel_pressure, parcel_temperature, parcel_dewpoint : ndarray
        Where the parcel started, Pa, K and K.
    parcel : Parcel
        Which parcel was lifted.
    kernel : {"numba", "numpy"}
        Which implementation computed it, for the provenance.
    """

    cape: FloatArray
    cin: FloatArray
    lcl: FloatArray
    lfc: FloatArray
    el: FloatArray
    parcel_pressure: FloatArray
    parcel_temperature: FloatArray
    parcel_dewpoint: FloatArray
    parcel: Parcel
    kernel: Kernel


class _Ascend(Protocol):
    def __call__(
        self, columns: Columns, start: ParcelStart, *, virtual_temperature: bool
    ) -> Energies: ...


def choose_kernel(kernel: Literal["auto", "numba", "numpy"] = "auto") -> Kernel:
    """Return which implementation will run.

    Parameters
    ----------
    kernel : {"auto", "numba", "numpy"}
        ``auto`` takes the compiled kernel where numba works.

    Raises
    ------
    ArgumentError
        For another name (``unknown_kernel``).
    ExecutionError
        When ``numba`` is asked for and does not work (``kernel_unavailable``).
    """
    if kernel not in ("auto", "numba", "numpy"):
        raise ArgumentError(
            f"kernel {kernel!r} is not known; use 'auto', 'numba' or 'numpy'",
            code="unknown_kernel",
        )
    if kernel == "numpy":
        return "numpy"
    if _compiled() is not None:
        return "numba"
    if kernel == "numba":
        raise ExecutionError(
            "the compiled kernel needs numba and a writable cache (NUMBA_CACHE_DIR); install it, "
            "or use kernel='auto'",
            code="kernel_unavailable",
        )
    return "numpy"


@lru_cache(maxsize=1)
def _compiled() -> _Ascend | None:
    # Imported here: numba is heavy and optional. It raises RuntimeError where it finds no place
    # for its cache, as in a read-only installation without a home.
    try:
        from diagnostics.physics.parcel_numba import ascend as compiled
    except (ImportError, RuntimeError):
        return None
    return compiled


@lru_cache(maxsize=1)
def _compiled_lift() -> Callable[[ParcelStart, float], FloatArray] | None:
    try:
        from diagnostics.physics.parcel_numba import lifted_temperature
    except (ImportError, RuntimeError):
        return None
    return lifted_temperature


def _implementation(kernel: Kernel) -> _Ascend:
    compiled = _compiled() if kernel == "numba" else None
    return ascend if compiled is None else compiled


def warm_up() -> Kernel:
    """Compile or load the kernel before the first request; return which one will run."""
    column = np.full((3, 1, 1), 280.0)
    return cape_cin([1e5, 7e4, 5e4], column, 0.0 * column + 0.004).kernel


def _parcel(name: str) -> Parcel:
    try:
        return Parcel(name)
    except ValueError:
        raise ArgumentError(
            f"parcel {name!r} is not known; use MU (most unstable), SB (surface based) or ML "
            "(mixed layer)",
            code="unknown_parcel",
            data={"parcel": str(name), "available": [each.value for each in Parcel]},
        ) from None


@dataclass(frozen=True)
class _Soundings:
    """Checked input, cut into chunks of columns on demand."""

    levels: FloatArray
    temperature: NDArray[np.generic]
    humidity: NDArray[np.generic]
    surface: tuple[FloatArray, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        shape = self.temperature.shape
        return (*shape[:LEVEL_AXIS], *shape[LEVEL_AXIS + 1 :])

    def chunks(self) -> Iterator[tuple[slice, Columns, ParcelStart]]:
        """Yield flat positions, soundings from the ground upwards and their lowest points."""
        rows = int(np.prod(self.shape[-2:]))
        order = slice(None) if self.levels[0] > self.levels[-1] else slice(None, None, -1)
        levels = self.levels[order]
        stack = (-1, self.levels.size, rows)
        temperature, humidity = self.temperature.reshape(stack), self.humidity.reshape(stack)
        for leading in range(temperature.shape[0]):
            for first in range(0, rows, CHUNK):
                part = slice(first, min(first + CHUNK, rows))
                where = slice(leading * rows + part.start, leading * rows + part.stop)
                t = as_float(temperature[leading, order, part])
                q = as_float(humidity[leading, order, part])
                columns = Columns(levels, t, dewpoint(levels[:, np.newaxis], q))
                yield where, columns, self._lowest_point(columns, where)

    def _lowest_point(self, columns: Columns, where: slice) -> ParcelStart:
        surface = [values[where] for values in self.surface]
        if len(surface) == 3:
            return surface_start(columns, surface[0], surface[1], surface[2])
        return surface_start(columns, surface[0] if surface else None, None, None)


def _soundings(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    surface_pressure: ArrayLike | None,
    t2m: ArrayLike | None,
    d2m: ArrayLike | None,
) -> _Soundings:
    levels = check_pressure_levels(pressure_levels_pa)
    t, q = np.ma.filled(temperature, np.nan), np.ma.filled(specific_humidity, np.nan)
    if t.ndim < 3 or t.shape != q.shape or t.shape[LEVEL_AXIS] != levels.size:
        raise ArgumentError(
            f"temperature {t.shape} and humidity {q.shape} must both be (..., level, y, x) with "
            f"{levels.size} levels",
            code="invalid_shape",
        )
    if surface_pressure is None and (t2m is not None or d2m is not None):
        raise ArgumentError(
            "2-m temperature and dewpoint need the surface pressure that says where they are",
            code="missing_surface_pressure",
        )
    shape = (*t.shape[:LEVEL_AXIS], *t.shape[LEVEL_AXIS + 1 :])
    surface: tuple[FloatArray, ...] = ()
    if surface_pressure is not None:
        surface = (check_surface_pressure(surface_pressure),)
        if t2m is not None and d2m is not None:
            surface = (*surface, as_float(t2m), as_float(d2m))
    flat = tuple(np.broadcast_to(values, shape).reshape(-1) for values in surface)
    return _Soundings(levels, t, q, flat)


def cape_cin(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    *,
    surface_pressure: ArrayLike | None = None,
    t2m: ArrayLike | None = None,
    d2m: ArrayLike | None = None,
    parcel: ParcelName | Parcel = "MU",
    virtual_temperature: bool = True,
    kernel: Literal["auto", "numba", "numpy"] = "auto",
) -> ParcelAscent:
    r"""Lift a parcel in every column and return its energies.

    Parameters
    ----------
    pressure_levels_pa : array_like, (level,)
        Pa, in either order.
    temperature, specific_humidity : array_like, (..., level, y, x)
        K and kg kg-1. Humidity that is not positive is raised to a small floor.
    surface_pressure : array_like, (..., y, x), optional
        Pa. Levels with ``p > sp`` are dropped.
    t2m, d2m : array_like, (..., y, x), optional
        K; with both, the surface values stand below all levels of the sounding.
    parcel : {"MU", "SB", "ML"}
        Most unstable (largest equivalent potential temperature in the lowest 300 hPa), surface
        based, or mixed over the lowest 100 hPa. The choice changes CAPE by a factor of two.
    virtual_temperature : bool
        Whether buoyancy counts the moisture.
    kernel : {"auto", "numba", "numpy"}
        Implementation; see `choose_kernel`.

    Returns
    -------
    ParcelAscent

    Raises
    ------
    ArgumentError
        For unknown names, or shapes that do not fit.
    DomainError
        When pressures look like hPa.

    Notes
    -----
    .. math:: CAPE = R_d \int_{p_{EL}}^{p_{LFC}} (T_{v,parcel} - T_{v,env})\, d\ln p, \quad
              CIN = R_d \int_{p_{LFC}}^{p_{start}} (T_{v,parcel} - T_{v,env})\, d\ln p

    Net areas between the lowest LFC above the condensation level and the highest EL; a positive
    CIN counts as 0. Moisture enters as the dewpoint of Bolton's formula, as MetPy has it, which
    moves CAPE by up to 1 %. Columns with a missing value above ground give NaN. The branches make
    CIN discontinuous: rounding the input to float32 moved it by up to 8 J kg-1. With 13 levels
    instead of one every 25 hPa CAPE is about 2 % lower in a smooth profile, more with thin moist
    layers.

    References
    ----------
    MetPy 1.7.1 ``most_unstable_cape_cin``, ``surface_based_cape_cin``, ``mixed_layer_cape_cin``,
    doi:10.5065/D6WW7G29. Romps, D. M., 2017: doi:10.1175/JAS-D-17-0102.1.
    """
    which, chosen = _parcel(parcel), choose_kernel(kernel)
    lift = _implementation(chosen)
    soundings = _soundings(
        pressure_levels_pa, temperature, specific_humidity, surface_pressure, t2m, d2m
    )
    result = np.empty((8, int(np.prod(soundings.shape))))
    for where, columns, base in soundings.chunks():
        start = parcel_start(columns, base, which)
        energies = lift(columns, start, virtual_temperature=virtual_temperature)
        for row, values in zip(result, (*energies, *start[:3]), strict=True):
            row[where] = values
        result[:, where][:, missing_above(columns, base)] = np.nan
    cape, cin, lcl, lfc, el, pressure, warmth, moisture = (
        row.reshape(soundings.shape) for row in result
    )
    return ParcelAscent(cape, cin, lcl, lfc, el, pressure, warmth, moisture, which, chosen)


@np.errstate(invalid="ignore", divide="ignore", over="ignore")
def _lifted_temperature(start: ParcelStart, target: float) -> FloatArray:
    """Return the parcels' temperature at `target`, Pa."""
    compiled = _compiled_lift() if start.pressure.size >= COMPILED_FROM else None
    if compiled is not None:
        return compiled(start, target)
    lcl, _ = lifting_condensation_level(start.pressure, start.temperature, start.dewpoint)
    dry = start.temperature * (target / start.pressure) ** KAPPA
    # MetPy starts the pseudo-adiabat from the dry adiabat; supersaturated air from itself.
    base = start.temperature * np.minimum(lcl / start.pressure, 1.0) ** KAPPA
    goal = np.minimum(np.full(lcl.shape, target), lcl)
    return np.where(target < lcl, integrate_pseudoadiabat(lcl, base, goal), dry)


def lifted_index(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    *,
    surface_pressure: ArrayLike | None = None,
    t2m: ArrayLike | None = None,
    d2m: ArrayLike | None = None,
    parcel: ParcelName | Parcel = "SB",
) -> FloatArray:
    """Return the lifted index, environment minus parcel at 500 hPa, K.

    Parameters
    ----------
    pressure_levels_pa, temperature, specific_humidity, surface_pressure, t2m, d2m, parcel
        As in `cape_cin`; the surface parcel by default.

    Returns
    -------
    ndarray, (..., y, x)
        K, negative where the parcel is warmer; without virtual temperature, the classical form.
        NaN where 500 hPa is not above the parcel's start or input is missing.

    Raises
    ------
    InputDataError
        When 500 hPa is not a level of the data (``level_missing``).

    References
    ----------
    Galway, J. G., 1956: The lifted index as a predictor of latent instability. Bull. Amer.
    Meteor. Soc., 37, 528-529.
    """
    which = _parcel(parcel)
    soundings = _soundings(
        pressure_levels_pa, temperature, specific_humidity, surface_pressure, t2m, d2m
    )
    level_index(soundings.levels, 50000.0)
    if which is Parcel.SURFACE:
        # nothing above 500 hPa is looked at
        low = [k for k, p in enumerate(soundings.levels) if p >= 50000.0 * (1.0 - 1e-6)]
        soundings = _soundings(
            *_at_levels(low, pressure_levels_pa, temperature, specific_humidity),
            surface_pressure,
            t2m,
            d2m,
        )
    result = np.empty(int(np.prod(soundings.shape)))
    for where, columns, base in soundings.chunks():
        start = parcel_start(columns, base, which)
        environment = columns.temperature[level_index(columns.levels, 50000.0)]
        index = environment - _lifted_temperature(start, 50000.0)
        result[where] = np.where(start.pressure > 50000.0, index, np.nan)
    return result.reshape(soundings.shape)


def _at_levels(
    chosen: list[int], levels: ArrayLike, temperature: ArrayLike, humidity: ArrayLike
) -> tuple[FloatArray, NDArray[np.generic], NDArray[np.generic]]:
    """Return some of the levels only."""
    t, q = np.ma.filled(temperature, np.nan), np.ma.filled(humidity, np.nan)
    return as_float(levels)[chosen], t[..., chosen, :, :], q[..., chosen, :, :]


def showalter(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    *,
    surface_pressure: ArrayLike | None = None,
) -> FloatArray:
    """Return the Showalter index, environment minus parcel lifted from 850 to 500 hPa, K.

    Parameters
    ----------
    pressure_levels_pa, temperature, specific_humidity, surface_pressure
        As in `cape_cin`.

    Returns
    -------
    ndarray, (..., y, x)
        K; NaN where 850 hPa is below ground or input is missing.

    Raises
    ------
    InputDataError
        When 850 or 500 hPa is not a level of the data (``level_missing``).

    References
    ----------
    Showalter, A. K., 1953: A stability index for thunderstorm forecasting. Bull. Amer. Meteor.
    Soc., 34, 250-252.
    """
    both = [level_index(pressure_levels_pa, level) for level in (85000.0, 50000.0)]
    levels, warmth, moisture = _at_levels(both, pressure_levels_pa, temperature, specific_humidity)
    soundings = _soundings(levels, warmth, moisture, surface_pressure, None, None)
    result = np.empty(int(np.prod(soundings.shape)))
    for where, columns, _ in soundings.chunks():
        low, high = (level_index(columns.levels, level) for level in (85000.0, 50000.0))
        t, td = columns.temperature[low], columns.dewpoint[low]
        start = ParcelStart(
            np.full(t.shape, 85000.0), t, td, np.full(t.shape, low + 1, dtype=np.intp)
        )
        index = columns.temperature[high] - _lifted_temperature(start, 50000.0)
        if soundings.surface:
            index = np.where(soundings.surface[0][where] >= 85000.0, index, np.nan)
        result[where] = index
    return result.reshape(soundings.shape)
