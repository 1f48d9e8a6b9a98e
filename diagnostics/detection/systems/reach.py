"""How far a named system reaches: what lies within it is no place without it."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np

from diagnostics.contracts.systems import (
    MoisturePlume,
    PressureSystem,
    SynopticSystems,
)
from diagnostics.grid.distance import destination, great_circle_km

_FLANKS = 1.5
"""Radii of the outermost closed contour within which the gradient is the low's own [D]."""
_LEAST_LOW_KM = 500.0
"""At the data's edge no contour closes; a low is no smaller than this [D]."""
_FRONT_KM = 300.0
"""To either side of a front: its zone, with the rain and wind of the front [D]."""
_JET_KM = 500.0
"""Around the strongest wind of a jet: its core [D]."""
_PLUME_KM = 300.0
"""To either side of the middle of a plume: half the width of an atmospheric river [D]."""
_SAME_TIME = timedelta(hours=6)
_STEP_KM = 100.0


def system_at(
    systems: SynopticSystems, time: datetime, latitude: float, longitude: float
) -> str | None:
    """Return the kind of a system that a point lies within, or None outside all of them.

    Lows reach as far as their flanks at the time of theirs that is nearest, fronts, cores of jets
    and plumes of moisture are known at the main time; a system says nothing of hours that are more
    than six away.

    Parameters
    ----------
    systems : SynopticSystems
    time : datetime
    latitude, longitude : float
        Degrees.

    Returns
    -------
    str or None
        ``low``, ``front``, ``jet`` or ``plume``.
    """
    point = latitude, longitude
    if any(_in_low(item, time, point) for item in systems.pressure if item.kind == "low"):
        return "low"
    if abs(systems.time - time) > _SAME_TIME:
        return None
    circulations = ((item.latitude, item.longitude) for item in systems.circulations)
    if any(_apart(centre, point) <= _LEAST_LOW_KM for centre in circulations):
        return "low"
    if any(_from_line(item.line, point) <= _FRONT_KM for item in systems.fronts):
        return "front"
    if any(_apart((jet.latitude, jet.longitude), point) <= _JET_KM for jet in systems.jets):
        return "jet"
    if any(_from_line(_middle(item), point) <= _PLUME_KM for item in systems.plumes):
        return "plume"
    return None


def _in_low(low: PressureSystem, time: datetime, point: tuple[float, float]) -> bool:
    centre = min(low.centres, key=lambda item: abs(item.time - time))
    if abs(centre.time - time) > _SAME_TIME:
        return False
    reach = max(_LEAST_LOW_KM, _FLANKS * centre.radius_km)
    return _apart((centre.latitude, centre.longitude), point) <= reach


def _middle(plume: MoisturePlume) -> tuple[tuple[float, float], ...]:
    """Points along a plume: half its length up and down the transport from its strongest point."""
    steps = np.arange(-plume.length_km / 2.0, plume.length_km / 2.0 + _STEP_KM, _STEP_KM)
    place = plume.latitude, plume.longitude
    return tuple(destination(*place, plume.toward_deg, float(step)) for step in steps)


def _from_line(line: tuple[tuple[float, float], ...], point: tuple[float, float]) -> float:
    latitudes, longitudes = np.transpose(line)
    return float(np.min(great_circle_km(*point, latitudes, longitudes)))


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(great_circle_km(*one, *other))
