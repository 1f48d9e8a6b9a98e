"""Where the air is conditionally unstable, to tell thunderstorms from storms."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from diagnostics.detection.events.case import Case, Mask
from diagnostics.physics.parcel import cape_cin

UNSTABLE_CAPE = 500.0
MIN_LEVELS = 8


def unstable_cells(case: Case, time: datetime) -> Mask | None:
    """Cells whose most unstable parcel has 500 J/kg or more; None without soundings.

    Parameters
    ----------
    case : Case
    time : datetime
        A time of the data.
    """
    variable = case.inventory.variable("t")
    if not case.has("t", "q") or variable is None or len(variable.levels_hpa) < MIN_LEVELS:
        return None
    data = case.load("t", "q", start=time, end=time)
    if data is None:
        return None
    levels = np.asarray(data["level"].values, dtype=np.float64) * 100.0
    ascent = cape_cin(levels, data["t"].values[0], data["q"].values[0], parcel="MU")
    return np.asarray(np.nan_to_num(ascent.cape) >= UNSTABLE_CAPE)
