"""The columns of a grid as soundings: checked, cut into chunks, from the ground upwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.physics.levels import LEVEL_AXIS, check_pressure_levels, check_surface_pressure
from diagnostics.physics.parcel_start import Columns, ParcelStart, surface_start
from diagnostics.physics.saturation import FloatArray, as_float
from diagnostics.physics.thermodynamics import dewpoint

CHUNK: Final = 8008
"""Columns lifted at once; with 137 levels the temporaries stay below 100 MB."""


@dataclass(frozen=True)
class Soundings:
    """Checked input, cut into chunks of columns on demand."""

    levels: FloatArray
    temperature: NDArray[np.generic]
    humidity: NDArray[np.generic]
    surface: tuple[FloatArray, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a result: that of the fields without their levels."""
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


def read_soundings(
    pressure_levels_pa: ArrayLike,
    temperature: ArrayLike,
    specific_humidity: ArrayLike,
    surface_pressure: ArrayLike | None,
    t2m: ArrayLike | None,
    d2m: ArrayLike | None,
) -> Soundings:
    """Check what a sounding consists of.

    Parameters
    ----------
    pressure_levels_pa : array_like, (level,)
        Pa, in either order.
    temperature, specific_humidity : array_like, (..., level, y, x)
        K and kg kg-1.
    surface_pressure, t2m, d2m : array_like, (..., y, x), or None
        Pa, K and K; the last two stand below all levels where both are there.

    Raises
    ------
    ArgumentError
        For shapes that do not fit, or values near the ground without the pressure there.
    DomainError
        When pressures look like hPa.
    """
    levels = check_pressure_levels(pressure_levels_pa)
    t, q = np.ma.filled(temperature, np.nan), np.ma.filled(specific_humidity, np.nan)
    if t.ndim < 3 or t.shape != q.shape or t.shape[LEVEL_AXIS] != levels.size:
        raise ArgumentError(
            Message(
                id="physicserror-sounding_shape",
                params={
                    "temperature": f"{t.shape}",
                    "humidity": f"{q.shape}",
                    "count": f"{levels.size}",
                },
            ),
            code="invalid_shape",
        )
    if surface_pressure is None and (t2m is not None or d2m is not None):
        raise ArgumentError(
            Message(id="physicserror-missing_surface_pressure"),
            code="missing_surface_pressure",
        )
    shape = (*t.shape[:LEVEL_AXIS], *t.shape[LEVEL_AXIS + 1 :])
    surface: tuple[FloatArray, ...] = ()
    if surface_pressure is not None:
        surface = (check_surface_pressure(surface_pressure),)
        if t2m is not None and d2m is not None:
            surface = (*surface, as_float(t2m), as_float(d2m))
    flat = tuple(np.broadcast_to(values, shape).reshape(-1) for values in surface)
    return Soundings(levels, t, q, flat)
