"""The pseudo-adiabat between shared pressure levels, tabulated.

Every column of a grid has the same pressure levels, so the temperature of a saturated parcel at
one level fixes its temperature at the next: one function of one variable per layer. It is
tabulated once per set of levels and read by cubic Hermite interpolation.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from diagnostics.constants import KAPPA
from diagnostics.physics.lifting import FINE_STEP, integrate_pseudoadiabat
from diagnostics.physics.saturation import (
    ES_POWER,
    ES_SLOPE,
    FloatArray,
    saturation_vapor_pressure,
)

TABLE_COLDEST: Final = 150.0
"""K. Colder parcels hold no water to speak of: their pseudo-adiabat is the dry adiabat."""
TABLE_WARMEST: Final = 345.0
"""K. Warmer parcels do not occur; they are given as missing."""
TABLE_STEP: Final = 0.5
"""K."""
_SIZE: Final = round((TABLE_WARMEST - TABLE_COLDEST) / TABLE_STEP) + 1


class AdiabatTables(NamedTuple):
    """Maps of the parcel's temperature from each level to the next one up.

    Attributes
    ----------
    maps : ndarray, (layer, entry, 2)
        Temperature at the upper level for each entry's temperature at the lower one, K, and its
        derivative times the step; NaN where the air could not be saturated.
    dry : ndarray, (layer,)
        Factor of the dry adiabat, for parcels colder than the table.
    """

    maps: FloatArray
    dry: FloatArray


@lru_cache(maxsize=16)
def adiabat_tables(levels: tuple[float, ...]) -> AdiabatTables:
    """Return the tables for levels in Pa, from the ground upwards.

    Notes
    -----
    The slopes come from the variation of the equation's solution: two integrations a tenth of a
    kelvin apart on either side. With a step of 0.5 K the error of the interpolation is below
    1e-6 K per layer.
    """
    entries = TABLE_COLDEST + TABLE_STEP * np.arange(_SIZE)
    pressure = np.asarray(levels, dtype=np.float64)
    layers = max(pressure.size - 1, 0)
    maps = np.empty((layers, _SIZE, 2))
    offset = 0.1
    stacked = np.concatenate([entries - offset, entries, entries + offset])
    for k in range(layers):
        lower = np.full(stacked.size, pressure[k])
        upper = np.full(stacked.size, pressure[k + 1])
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            saturable = saturation_vapor_pressure(stacked) < 0.9 * pressure[k]
            start = np.where(saturable, stacked, np.nan)
            below, middle, above = np.split(
                integrate_pseudoadiabat(lower, start, upper, FINE_STEP), 3
            )
        maps[k, :, 0] = middle
        maps[k, :, 1] = (above - below) * (TABLE_STEP / (2.0 * offset))
    dry = (pressure[1:] / pressure[:-1]) ** KAPPA
    maps.flags.writeable = dry.flags.writeable = False
    return AdiabatTables(maps, dry)


def climb_layer(tables: AdiabatTables, layer: int, temperature: FloatArray) -> FloatArray:
    """Return the temperature at the top of a layer of a parcel saturated at its bottom.

    Parameters
    ----------
    tables : AdiabatTables
        Of the levels.
    layer : int
        Index of the layer, counted from the ground.
    temperature : ndarray
        At the layer's lower level, K.
    """
    position = (temperature - TABLE_COLDEST) / TABLE_STEP
    with np.errstate(invalid="ignore"):
        inside = (position >= 0.0) & (position <= _SIZE - 1)
        index = np.clip(np.where(inside, position, 0.0), 0, _SIZE - 2).astype(np.intp)
    s = position - index
    entries = tables.maps[layer]
    (low, first), (high, second) = entries[index].T, entries[index + 1].T
    rise = high - low
    cubic = first + second - 2.0 * rise
    between = low + s * (first + s * (rise - first - cubic + s * cubic))
    result = np.where(position < 0.0, temperature * tables.dry[layer], between)
    return np.where(position > _SIZE - 1, np.nan, result)


SATURATION_STEP: Final = 0.125
"""K."""


def saturation_table() -> FloatArray:
    """Return the saturation pressure and its slope times the step, (entry, 2).

    Notes
    -----
    Cubic Hermite interpolation between entries errs by less than 1e-10 of the value.
    """
    count = round((TABLE_WARMEST - TABLE_COLDEST) / SATURATION_STEP) + 1
    temperature = TABLE_COLDEST + SATURATION_STEP * np.arange(count)
    pressure = saturation_vapor_pressure(temperature)
    slope = pressure * (ES_SLOPE / temperature - ES_POWER) / temperature
    table = np.stack([pressure, SATURATION_STEP * slope], axis=1)
    table.flags.writeable = False
    return table
