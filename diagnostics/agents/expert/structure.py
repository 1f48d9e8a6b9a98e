"""The systems that explanations name: whether one is near the event, and what is part of one.

References
----------
Jiang, H. and Zipser, E. J. (2010), Contribution of tropical cyclones to the global precipitation
from eight seasons of TRMM data, Journal of Climate 23: rain within 500 km of a centre is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from diagnostics.agents.protocol import CaseView
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Verdict
from diagnostics.contracts.guidelines import Cause, CauseStructure
from diagnostics.contracts.roles import StructureSearch
from diagnostics.contracts.systems import AxisAloft, FrontSegment, SynopticSystems, UpperCentre
from diagnostics.detection.relative_position import ENOUGH, share_held, square
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
_Item = AxisAloft | FrontSegment | UpperCentre


class _Search(NamedTuple):
    """Where the situation looks for a kind of system, and how near it must be, as its entries say.

    `lacking` is the name under which the situation says that the data cannot show the kind.
    """

    lacking: str
    reach_km: float
    items: Callable[[SynopticSystems], Iterable[_Item]]
    kinds: frozenset[str]


def _fronts(reach_km: float, *kinds: str) -> _Search:
    return _Search("fronts", reach_km, lambda found: found.fronts, frozenset(kinds))


def _axes(kind: str) -> _Search:
    return _Search("axes", 2000.0, lambda found: found.axes, frozenset({kind}))


def _aloft(reach_km: float, *kinds: str) -> _Search:
    return _Search("upper", reach_km, lambda found: found.upper, frozenset(kinds))


_TROUGH = (_axes("trough"), _aloft(1500.0, "closed_low", "cutoff_low"))
_RIDGE = (_axes("ridge"), _aloft(1500.0, "closed_high", "subtropical_high"))
_SEARCHES: Mapping[CauseStructure, tuple[_Search, ...]] = {
    CauseStructure.FRONT: (_fronts(500.0, "cold", "warm", "stationary", "occluded", "untyped"),),
    CauseStructure.OCCLUSION: (_fronts(500.0, "occluded"),),
    CauseStructure.COLD_AIR: (_fronts(1500.0, "cold"),),
    CauseStructure.TROUGH: _TROUGH,
    CauseStructure.RIDGE: _RIDGE,
    CauseStructure.WAVE: (*_TROUGH, *_RIDGE),
    CauseStructure.VORTEX: (_aloft(2000.0, "closed_low", "cutoff_low"),),
}
_SHOWN_BY: Mapping[CauseStructure, frozenset[str]] = {
    # of the moist front of East Asia the gradient of equivalent potential temperature tells more
    CauseStructure.FRONT: frozenset({"front_tfp", "shear_line", "gradient_band"}),
    CauseStructure.COLD_AIR: frozenset({"cold_advection", "front"}),
    CauseStructure.TROUGH: frozenset({"trough_500", "east_asian_trough"}),
    CauseStructure.RIDGE: frozenset({"ridge_500", "blocking", "subtropical_high"}),
    CauseStructure.WAVE: frozenset({"trough_500", "east_asian_trough", "blocking"}),
    CauseStructure.VORTEX: frozenset({"polar_vortex"}),
    CauseStructure.LOW: frozenset({"closed_extremum", "deepening_low"}),
    CauseStructure.INSTABILITY: frozenset({"instability"}),
}
"""Detectors and findings of confirmed factors that show the system, where they speak for the
explanation that names it."""


def search_of(cause: Cause, view: CaseView) -> StructureSearch | None:
    """Say whether the system that an explanation names is near the event.

    Parameters
    ----------
    cause : Cause
    view : CaseView

    Returns
    -------
    str or None
        ``found``: the situation has it within the reach of the entries that look for it, or a
        confirmed factor shows it. ``absent``: it was looked for in data that would show it.
        ``unknown``: the data cannot show it. None where the explanation names none.
    """
    kind = cause.structure
    if kind is None or kind is CauseStructure.TROPICAL_CYCLONE:
        return None
    entries = {entry.id: entry for entry in view.release.entries}
    shown = _SHOWN_BY.get(kind, frozenset())
    for item in view.evidence:
        entry, rule = entries.get(item.entry_id or ""), item.judgement
        if entry is None or rule is None or cause.id not in entry.supports:
            continue
        if rule.verdict is Verdict.CONFIRMED and {item.finding, rule.detector} & shown:
            return "found"
    if kind is CauseStructure.INSTABILITY:
        tested = [item for item in view.evidence if item.judgement and item.finding in shown]
        return "absent" if tested else "unknown"
    here, systems = view.peak_place, view.systems
    if here is None or systems is None or not systems.at_event:
        return "unknown"
    if kind is CauseStructure.LOW:
        return _low_near(systems, here, view)
    found = [_found(search, systems, here, view) for search in _SEARCHES[kind]]
    return next((one for one in ("found", "unknown") if one in found), "absent")


def _found(
    search: _Search, systems: SynopticSystems, here: tuple[float, float], view: CaseView
) -> StructureSearch:
    for item in search.items(systems):
        own = item.kind if not isinstance(item, FrontSegment) else item.type
        whole = isinstance(item, FrontSegment) or item.part_of is None
        away = item.position.distance_km if item.position is not None else float("inf")
        if own in search.kinds and whole and away <= search.reach_km:
            return "found"
    held = _held(here, search.reach_km, view)
    return "absent" if held and search.lacking not in systems.cannot_tell else "unknown"


def _low_near(
    systems: SynopticSystems, here: tuple[float, float], view: CaseView
) -> StructureSearch:
    """Look for a low that is no tropical cyclone: near, or the one that makes the flow."""
    cut = "pressure" in systems.cannot_tell or not _held(here, _BEYOND_KM, view)
    for whirl in systems.circulations:
        if _km(here, (whirl.latitude, whirl.longitude)) <= _BEYOND_KM:
            return "found"
    for system in systems.pressure:
        if system.kind != "low" or system.cyclone is not None:
            continue
        centre = system.centres[system.centre_at(systems.time) or 0]
        near = _km(here, (centre.latitude, centre.longitude)) <= _BEYOND_KM
        governs = system.effect is not None and system.effect.governs
        if near and centre.at_data_edge:
            cut = True
        elif near or governs:
            return "found"
    beyond = systems.flow is not None and "low" in systems.flow.beyond
    return "unknown" if cut or beyond else "absent"


def _held(here: tuple[float, float], reach_km: float, view: CaseView) -> bool:
    """Whether the data cover enough around the event to say that something is not there."""
    return share_held(square(*here, reach_km / sqrt(2.0)), view.inventory.extent()) >= ENOUGH


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
