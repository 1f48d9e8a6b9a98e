"""The structure of a tropical cyclone as an explanation: where it is one, and what is part of it.

References
----------
Jiang, H. and Zipser, E. J. (2010), Contribution of tropical cyclones to the global precipitation
from eight seasons of TRMM data, Journal of Climate 23: rain within 500 km of a centre is its own.
"""

from __future__ import annotations

from diagnostics.agents.protocol import CaseView
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.detection.systems.tropical import TROPICAL_LATITUDE, shows_structure
from diagnostics.grid.distance import destination, great_circle_km
from diagnostics.guidelines.support import BY_STRUCTURE

_AROUND_KM = 500.0
"""Rain nearer to a tropical cyclone is its own (Jiang and Zipser 2010), and so is what is found
there and is a part of every vortex."""
_BEYOND_KM = 1500.0
"""A tropical cyclone farther from the event has no part in it [D]."""
_PARTS = frozenset({"low_level_jet", "low_level_vorticity", "vorticity_advection", "trough_500"})
_DETECTED_PARTS = frozenset({"trough_axis", "cutoff_low", "vortex", "llj_object"})
"""What a vortex is made of: no system beside it where it is found within one."""


def is_near(other: TypeAssessment, view: CaseView) -> bool:
    """Whether an event of another type peaks within the reach of what its subtype names."""
    found, here = other.metrics, view.peak_place
    if here is None or found is None or found.peak_latitude is None:
        return True
    return _km(here, (found.peak_latitude, found.peak_longitude or 0.0)) <= _AROUND_KM


def without_structure(view: CaseView) -> frozenset[str]:
    """Return the explanations by a structure that no low near the event has in these data."""
    here, systems = view.peak_place, view.systems
    if here is None or systems is None:
        return frozenset()
    beyond = abs(here[0]) > TROPICAL_LATITUDE
    told = shows_structure(view.inventory) and "pressure" not in systems.cannot_tell
    if not beyond and (view.event is not EventType.GALE or not told):
        return frozenset()
    for system in systems.pressure:
        centre = system.centres[system.centre_at(systems.time) or 0]
        cut = not beyond and (centre.at_data_edge or centre.near_edge)
        near = _km(here, (centre.latitude, centre.longitude)) <= _BEYOND_KM
        if near and (system.cyclone is not None or (cut and system.kind == "low")):
            return frozenset()
    return BY_STRUCTURE


def parts_of_cyclone(view: CaseView) -> frozenset[str]:
    """Return the ids of the evidence that shows what a tropical cyclone is made of."""
    if view.systems is None or view.peak_place is None:
        return frozenset()
    systems = [item for item in view.systems.pressure if item.cyclone is not None]
    centres = [(one.latitude, one.longitude) for item in systems for one in item.centres]
    found = set()
    for item in view.evidence:
        rule = item.judgement
        if rule is None or (item.finding not in _PARTS and rule.detector not in _DETECTED_PARTS):
            continue
        place, seen = view.peak_place, rule.from_peak
        if seen is not None and seen.distance_km:
            place = destination(*place, seen.bearing_deg or 0.0, seen.distance_km)
        if any(_km(place, centre) <= _AROUND_KM for centre in centres):
            found.add(item.id)
    return frozenset(found)


def _km(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(great_circle_km(*one, *other))
