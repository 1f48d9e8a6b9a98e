"""Pressure at the ground where the data do not hold it: from height and sea-level pressure.

A parcel, a sum or a mean over a layer begins at the ground. Without the file's surface pressure,
it follows from what tells of the ground; what lies below it is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY
from diagnostics.contracts.inventory import Inventory, VariableInfo
from diagnostics.fields.canonical import CANONICAL
from diagnostics.fields.wrapped_source import WrappedSource
from diagnostics.physics.columns import SEA_LEVEL_PA, surface_pressure_from_orography
from diagnostics.ports import FieldRequest, FieldSource

if TYPE_CHECKING:
    import xarray as xr

Array = NDArray[np.float64]

HIGHEST_GROUND_HPA = 400.0
"""No ground lies above this level."""


def ingredients(inventory: Inventory) -> tuple[str, ...]:
    """Return the fields that tell the pressure at the ground; nothing where it needs no telling.

    Heights of levels over a known height of the ground tell it best, sea-level pressure with that
    height by the standard atmosphere. Where nothing is known of the height, the ground is at sea
    level: it lies no lower.
    """
    held = {item.name for item in inventory.variables}
    if "sp" in held:
        return ()
    heights = inventory.variable("z")
    low = () if heights is None else tuple(p for p in heights.levels_hpa if p >= HIGHEST_GROUND_HPA)
    names: list[str] = [name for name in ("orog", "msl") if name in held]
    if len(low) > 1 and names != ["msl"]:
        names.append("z")
    return tuple(names)


def height_is_known(inventory: Inventory) -> bool:
    """Whether the pressure at the ground follows from the ground's own height."""
    found = inventory.variable("sp")
    return found is not None and (not found.derived_from or "orog" in found.derived_from)


def with_ground(source: FieldSource) -> FieldSource:
    """Return a source that has surface pressure, if anything in the data tells it."""
    return GroundedSource(source) if ingredients(source.inventory()) else source


class GroundedSource(WrappedSource):
    """A source with surface pressure that follows from its other fields.

    Parameters
    ----------
    source : FieldSource
        Without surface pressure, and with `ingredients` for it.
    """

    def __init__(self, source: FieldSource) -> None:
        super().__init__(source)
        inventory = source.inventory()
        self._from = ingredients(inventory)
        self._levels: tuple[float, ...] = ()
        if "z" in self._from:
            heights = inventory.variable("z")
            assert heights is not None
            self._levels = tuple(p for p in heights.levels_hpa if p >= HIGHEST_GROUND_HPA)
        pressure = CANONICAL["sp"]
        made = VariableInfo(
            name="sp",
            long_name=pressure.long_name,
            unit=pressure.unit,
            source_name="",
            times=len(inventory.times),
            derived_from=self._from,
        )
        self._inventory = inventory.model_copy(update={"variables": (*inventory.variables, made)})

    def inventory(self) -> Inventory:
        """Return the other source's inventory with the surface pressure."""
        return self._inventory

    def load(self, request: FieldRequest) -> xr.Dataset:
        """Read a window of fields; surface pressure is computed from what is read of others.

        Raises
        ------
        InputDataError
            As the other source does.
        """
        if "sp" not in request.variables:
            return self._source.load(request)
        read = request.model_copy(update={"variables": self._from, "levels_hpa": self._levels})
        pressure = surface_pressure(self._source.load(read))
        others = tuple(name for name in request.variables if name != "sp")
        if not others:
            return pressure.to_dataset(name="sp")
        found = self._source.load(request.model_copy(update={"variables": others}))
        return found.assign(sp=pressure)


def surface_pressure(data: xr.Dataset) -> xr.DataArray:
    """Return the pressure at the ground from what a dataset holds of orog, msl and z.

    Parameters
    ----------
    data : xarray.Dataset
        Canonical. Without ``orog`` the ground is at sea level.

    Returns
    -------
    DataArray (time, y, x)
        Pa. The logarithm of pressure is linear in height between levels, and on to the ground below
        the lowest of them as between it and sea level, where that is known, or the level above.
        Without levels, and where they have no values, the standard atmosphere tells it.
    """
    if "msl" in data:
        like = data["msl"]
    elif "z" in data:
        like = data["z"].isel(level=0, drop=True)
    else:
        like = data["orog"].expand_dims(time=data["time"])
    ground = np.asarray(data["orog"].values if "orog" in data else 0.0, dtype=np.float64)
    sea = data["msl"].values.astype(np.float64) if "msl" in data else SEA_LEVEL_PA
    values = np.broadcast_to(
        sea * surface_pressure_from_orography(ground) / SEA_LEVEL_PA, like.shape
    )
    if "z" in data:
        heights = data["z"].transpose("time", "level", ...).values / GRAVITY
        levels = np.log(100.0 * data["level"].values)
        below = np.log(sea) if "msl" in data else None
        found = np.exp(_at_height(heights, levels, ground, below))
        values = np.where(np.isfinite(found), found, values)
    known = CANONICAL["sp"]
    made = like.copy(data=values.astype(np.float32)).rename("sp")
    return made.assign_attrs({"units": known.unit, "long_name": known.long_name})


def _at_height(heights: Array, log_pressure: Array, ground: Array, sea: Array | None) -> Array:
    """Return log pressure at the ground, (time, y, x); the last level is the lowest."""
    last = len(log_pressure) - 1
    found = np.full((heights.shape[0], *heights.shape[2:]), np.nan)
    for upper in range(last):
        top, base = heights[:, upper], heights[:, upper + 1]
        step = log_pressure[upper] - log_pressure[upper + 1]
        between = log_pressure[upper + 1] + step * (ground - base) / (top - base)
        # the outermost layers reach on
        inside = (ground > base) | (upper + 1 == last)
        inside &= (ground <= top) | (upper == 0)
        found = np.where(inside, between, found)
    if sea is not None:
        lowest = heights[:, last]
        between = sea + (log_pressure[last] - sea) * ground / np.where(lowest > 0, lowest, np.nan)
        found = np.where((ground <= lowest) & (lowest > 0), between, found)
    return found
