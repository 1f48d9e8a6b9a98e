"""Judge an entry of a stored run again from what its log holds, without its data.

The evidence of an index holds its whole series, so another limit, floor, band, percentile, second
test or window of hours is judged from it. What was computed otherwise, or would be, is not
guessed: the answer is then that the evidence does not suffice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from diagnostics.agents import CaseView
from diagnostics.contracts.enums import EventType, Verdict
from diagnostics.contracts.evidence import EvidenceItem, IndexAnswer, Judgement
from diagnostics.contracts.guidelines import (
    GuidelineEntry,
    GuidelineRelease,
    IndexExpectation,
    Place,
)
from diagnostics.contracts.inventory import GridInfo
from diagnostics.contracts.roles import IndexCall
from diagnostics.contracts.space_time import EDGE_TOLERANCE, Region, SearchPlace
from diagnostics.loop.case_view import case_view
from diagnostics.loop.plan_steps import index_step
from diagnostics.loop.search_area import place_towards
from diagnostics.loop.state import RunState
from diagnostics.loop.verification import decides_for_place, index_rule
from diagnostics.workflow import index_call_key

_JUDGED_BY = ("factor", "modality", "expected", "where")
_COMPUTED_BY = ("reduction", "unit", "level", "params")
_SIDED = (
    Place.UPSTREAM,
    Place.INFLOW,
    Place.EXIT_REGION,
    Place.COLD_SIDE,
    Place.WARM_SIDE,
)
_BEARINGS = tuple(15.0 * step for step in range(24))


@dataclass(frozen=True)
class StoredCase:
    """A stored run that has classified its event: its state, and what roles could see of it."""

    state: RunState
    view: CaseView


def stored_case(state: RunState, release: GuidelineRelease, event: EventType) -> StoredCase:
    """Return a run as it can be judged from its log.

    Parameters
    ----------
    state : RunState
    release : GuidelineRelease
        The one that the run pinned.
    event : EventType
        Whose factors it examined.

    Returns
    -------
    StoredCase
        Whose view does not say what a climatology would be needed for: whether one was given is
        not in the log.
    """
    assert state.request is not None
    view = case_view(
        replace(state, evidence=(), failed_steps=()),
        state.request,
        release,
        event,
        repairs=state.repairs,
        baseline=None,
    )
    return StoredCase(state, replace(view, lacks={}))


def judged_on_evidence(
    case: StoredCase, item: EvidenceItem, entry: GuidelineEntry
) -> Judgement | None:
    """Judge an entry from the evidence of a run.

    Parameters
    ----------
    case : StoredCase
    item : EvidenceItem
        With the verdict on the entry of this name that the run pinned.
    entry : GuidelineEntry
        As it is to be judged.

    Returns
    -------
    Judgement or None
        The stored one where the entry decides as the pinned one. None where the evidence does not
        suffice: where the entry asks for another computation, or where the pinned entry, judged
        again, does not give the stored verdict, threshold and time.
    """
    pinned = next((one for one in case.view.release.entries if one.id == item.entry_id), None)
    if pinned is None or item.judgement is None:
        return None
    if all(getattr(pinned, name) == getattr(entry, name) for name in _JUDGED_BY):
        return item.judgement
    if item.index is None or not _computed_alike(pinned, entry):
        return None
    again = _judged(case, item, item.index, pinned)
    if again is None or _decides(again) != _decides(item.judgement):
        return None
    return _judged(case, item, item.index, entry)


def _decides(rule: Judgement) -> tuple[Verdict, float | None, datetime | None]:
    return rule.verdict, rule.threshold, rule.decisive_time


def _computed_alike(pinned: GuidelineEntry, entry: GuidelineEntry) -> bool:
    """Whether both entries ask for the same values, be they judged as they may.

    From which side a wind had to blow is not in the log.
    """
    one, other = pinned.expected, entry.expected
    if not isinstance(one, IndexExpectation) or not isinstance(other, IndexExpectation):
        return False
    at = [
        (item.where.place, item.where.reach_km) if item.where else None for item in (pinned, entry)
    ]
    return (
        pinned.factor == entry.factor
        and one.blows_from is None
        and other.blows_from is None
        and at[0] == at[1]
        and all(getattr(one, name) == getattr(other, name) for name in _COMPUTED_BY)
    )


def _judged(
    case: StoredCase, item: EvidenceItem, answer: IndexAnswer, entry: GuidelineEntry
) -> Judgement | None:
    """Judge a stored answer; None where the loop may have computed another one."""
    view = case.view
    if entry.factor not in view.specs:
        return None
    if entry.where is None or view.peak_place is None:
        return index_rule(view, entry, answer)
    place = place_towards(view, entry.where, None, domain=view.specs[entry.factor].domain)
    if not place.whole:
        return index_rule(view, entry, answer, place)
    region = answer.region or view.request.region
    if not _computed_for(case.state, item, answer, region):
        return None
    of_the_region = region == view.request.region and _by_region(answer)
    if of_the_region and not decides_for_place(view, entry, answer, place):
        return None
    return _on_any_side(view, entry, answer, place, region)


def _on_any_side(
    view: CaseView, entry: GuidelineEntry, answer: IndexAnswer, place: SearchPlace, region: Region
) -> Judgement | None:
    """Judge an answer at its place, on a side of the event that the log does not name.

    The side says only how much of the place the data cover. None where that makes a difference,
    unless the answer was computed over the whole place.
    """
    assert entry.where is not None
    if entry.where.place not in _SIDED:
        return index_rule(view, entry, answer, place)
    domain = view.specs[entry.factor].domain
    sides = [place_towards(view, entry.where, bearing, domain=domain) for bearing in _BEARINGS]
    first, *others = [index_rule(view, entry, answer, side) for side in (place, *sides)]
    if all(other == first for other in others):
        return first
    if region == view.request.region or _cut(region, view.inventory.grid_at(place.time)):
        return None
    return index_rule(view, entry, answer, place.model_copy(update={"region": region}))


def _by_region(answer: IndexAnswer) -> bool:
    """Whether a climatology of the reduced index speaks for the region."""
    return any(point.climatology_mode == "A" for point in answer.series)


def _cut(region: Region, grid: GridInfo | None) -> bool:
    """Whether a region reaches the edge of the data, so that the place may be larger."""
    held = grid.region if grid is not None else None
    if held is None:
        return True
    room = [region.south - held.south, held.north - region.north]
    if held.width < 360.0:
        room += [(region.west - held.west) % 360.0, (held.east - region.east) % 360.0]
    return min(room) <= EDGE_TOLERANCE


def _computed_for(state: RunState, item: EvidenceItem, answer: IndexAnswer, region: Region) -> bool:
    """Whether no verdict had a say in an index being computed at the place of the event.

    Where a climatology of the reduced index is given, the loop looks at the whole region first and
    moves to the place or not: for a mean by its size, for an extreme by the verdict. The key of
    the call tells that no such climatology was given.
    """
    request, window = state.request, state.window
    assert request is not None
    assert window is not None
    mean = all(point.latitude is None for point in answer.series)
    if mean or region == request.region:
        return True
    call = _call_of(state, item)
    if call is None:
        return False
    given = {""}
    if answer.anomaly is not None and answer.anomaly.mode == "B":
        given.add(answer.anomaly.baseline_digest)
    step = index_step(item.id, item.turn, call, region, window)
    keys = {index_call_key(step, data=state.data_digest, climatology=one) for one in given}
    return item.call_key in keys


def _call_of(state: RunState, item: EvidenceItem) -> IndexCall | None:
    made = [
        IndexCall.model_validate(decided.output)
        for decided in state.decisions
        if decided.output_type == IndexCall.__name__
    ]
    return next((call for call in made if call.entry_id == item.entry_id), None)
