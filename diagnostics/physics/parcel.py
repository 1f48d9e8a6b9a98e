"""Convective energy of whole grids: CAPE, CIN and the levels that bound them.

The results are those of MetPy 1.7.1, whose definitions are followed to the letter: condensation
level of Romps (2017), pseudo-adiabat, virtual temperature correction, lowest level of free
convection and highest equilibrium level, net area between them. MetPy's own solver errs by up to
1e-4 K; against its equations solved tightly the energies here agree to 1e-6.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike

from diagnostics.errors import ArgumentError, ExecutionError
from diagnostics.messages import Message
from diagnostics.physics.parcel_numpy import Energies, ascend
from diagnostics.physics.parcel_start import (
    Columns,
    Parcel,
    ParcelName,
    ParcelStart,
    missing_above,
    parcel_of,
    parcel_start,
)
from diagnostics.physics.saturation import FloatArray
from diagnostics.physics.soundings import read_soundings

Kernel = Literal["numba", "numpy"]


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
            Message(id="physicserror-unknown_kernel", params={"kernel": f"{kernel!r}"}),
            code="unknown_kernel",
        )
    if kernel == "numpy":
        return "numpy"
    if _compiled() is not None:
        return "numba"
    if kernel == "numba":
        raise ExecutionError(
            Message(id="physicserror-kernel_unavailable"),
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


def _implementation(kernel: Kernel) -> _Ascend:
    compiled = _compiled() if kernel == "numba" else None
    return ascend if compiled is None else compiled


def warm_up() -> Kernel:
    """Compile or load the kernel before the first request; return which one will run."""
    column = np.full((3, 1, 1), 280.0)
    return cape_cin([1e5, 7e4, 5e4], column, 0.0 * column + 0.004).kernel


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

    Net areas between the lowest LFC above the condensation level and the highest EL. A positive CIN
    counts as 0, and so does a negative CAPE: a stable layer between two shallow unstable ones can
    outweigh both, and no energy is available then; MetPy keeps the negative number. Moisture enters
    as the dewpoint of Bolton's formula, as MetPy has it, which moves CAPE by up to 1 %. Columns
    with a missing value above ground give NaN. The branches make CIN discontinuous: rounding the
    input to float32 moved it by up to 8 J kg-1. With 13 levels instead of one every 25 hPa CAPE is
    about 2 % lower in a smooth profile, more with thin moist layers.

    References
    ----------
    MetPy 1.7.1 ``most_unstable_cape_cin``, ``surface_based_cape_cin``, ``mixed_layer_cape_cin``,
    doi:10.5065/D6WW7G29. Romps, D. M., 2017: doi:10.1175/JAS-D-17-0102.1.
    """
    which, chosen = parcel_of(parcel), choose_kernel(kernel)
    lift = _implementation(chosen)
    soundings = read_soundings(
        pressure_levels_pa, temperature, specific_humidity, surface_pressure, t2m, d2m
    )
    result = np.empty((8, int(np.prod(soundings.shape))))
    for where, columns, base in soundings.chunks():
        start = parcel_start(columns, base, which)
        energies = lift(columns, start, virtual_temperature=virtual_temperature)
        for row, values in zip(result, (*energies, *start[:3]), strict=True):
            row[where] = values
        result[:, where][:, missing_above(columns, base)] = np.nan
    result[0] = np.maximum(result[0], 0.0)
    cape, cin, lcl, lfc, el, pressure, warmth, moisture = (
        row.reshape(soundings.shape) for row in result
    )
    return ParcelAscent(cape, cin, lcl, lfc, el, pressure, warmth, moisture, which, chosen)
