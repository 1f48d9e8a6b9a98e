"""Indices of one column, computed by MetPy at the grid point that a report names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from diagnostics.bench.planted.fields import STANDARD_GRAVITY, CaseFields
from diagnostics.bench.planted.quantities import dewpoint, vorticity

AtPoint = Callable[[CaseFields, int, tuple[int, int], Mapping[str, Any]], float]
_OMEGA = 7.292e-5


def most_unstable_cape(
    fields: CaseFields, step: int, cell: tuple[int, int], _: Mapping[str, Any]
) -> float:
    """Return the CAPE of the most unstable parcel of the lowest 300 hPa, J kg-1."""
    import metpy.calc as mpcalc
    from metpy.units import units

    name = "q" if "q" in fields.upper else "r"
    levels = [float(p) for p in fields.levels["t"] if p in fields.levels[name] and p >= 100.0]
    surface = float(fields.plane("sp", step)[cell]) / 100.0 if "sp" in fields.surface else 1e4
    held = [level for level in sorted(levels, reverse=True) if level <= surface]
    warm = np.array([fields.plane("t", step, level)[cell] for level in held])
    dew = np.array([dewpoint(fields, step, level)[cell] for level in held])
    cape, _inhibition = mpcalc.most_unstable_cape_cin(
        np.array(held) * units.hPa, warm * units.kelvin, np.minimum(dew, warm) * units.kelvin
    )
    return float(cape.magnitude)


def isentropic_vorticity(
    fields: CaseFields, step: int, cell: tuple[int, int], given: Mapping[str, Any]
) -> float:
    """Return the potential vorticity on an isentropic surface in PVU, without the tilting terms."""
    levels = sorted(float(p) for p in fields.levels["t"] if 100.0 <= p <= 850.0)
    theta = np.array([fields.plane("t", step, p)[cell] * (1000.0 / p) ** 0.2857 for p in levels])
    spin = np.array(
        [
            vorticity(fields.plane("u", step, p), fields.plane("v", step, p), fields)[cell]
            for p in levels
        ]
    )
    earth = 2 * _OMEGA * np.sin(np.radians(fields.latitude[cell[0]]))
    lapse = np.gradient(theta, np.array(levels) * 100.0)
    vortical = -1e6 * STANDARD_GRAVITY * (spin + earth) * lapse
    order = np.argsort(theta)
    return float(np.interp(float(given["theta_k"]), theta[order], vortical[order]))


POINTS: Mapping[str, AtPoint] = {
    "cape": most_unstable_cape,
    "pv_isentropic_max": isentropic_vorticity,
}
"""By name of the index."""
POINTS_OFF: Mapping[str, tuple[float, float]] = {
    "cape": (0.3, 150.0),
    "pv_isentropic_max": (0.35, 0.5),
}
"""Relative and absolute difference: parcels start elsewhere, and layers are thick."""
