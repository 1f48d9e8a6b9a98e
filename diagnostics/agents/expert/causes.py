"""Weighing competing explanations by the verdicts on the factors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from diagnostics.agents.expert.structure import (
    is_near,
    parts_of_cyclone,
    search_of,
    without_structure,
)
from diagnostics.agents.protocol import CaseView
from diagnostics.contracts.enums import CauseStanding, EventType, Firing, Verdict
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.contracts.roles import (
    BY_CLASSIFICATION,
    WITHOUT_STRUCTURE,
    CauseWeight,
    StructureSearch,
)
from diagnostics.guidelines.support import BY_STRUCTURE

_Told = tuple[str, frozenset[str]]
"""The explanation that a subtype speaks for, and those that it speaks against."""
_NOTHING_TOLD: _Told = "", frozenset()
_SUBTYPES: Mapping[str, _Told] = {
    "convective": ("convective_gusts", frozenset()),
    "tropical_cyclone": (
        "tropical_cyclone",
        frozenset({"extratropical_cyclone", "cold_outbreak", "downslope_wind"}),
    ),
    "foehn": ("downslope_wind", frozenset()),
    "humid_heat": ("humid_heat", frozenset({"dry_surface"})),
    "dry_heat": ("dry_surface", frozenset({"humid_heat"})),
}
_OF_OTHERS: Mapping[tuple[EventType, str], _Told] = {
    (EventType.RAINSTORM, "tropical_cyclone"): (
        "tropical_system",
        frozenset({"frontal_lifting"}),
    ),
}
"""What the subtype of another type that fired in the same region and period speaks for."""
_SUBTYPE_WEIGHT = 4.0
_WITHOUT_EVENT = 0.5
"""Share of the weight of what is found as strongly without the event: it proves no cause, but an
air mass full of instability still tells convection from a front [D]."""
_ABSENT = 0.6
"""A factor that was looked for and not found counts less than one that was found."""
_CLEAR = 0.25
"""A factor that stays this far below its threshold, relative to it, is fully absent; one that
comes nearer tells less, in proportion."""
_RESERVE = 2.0
"""Weight that keeps a single factor from settling a question."""
_CLOSE = 0.6
_FEEDING = 0.4
"""As `_CLOSE`, for what leads on to the leading explanation: it does not compete with it."""
_TIE = 0.95
"""Share of the greatest weight from which explanations count as equally strong."""
_LEAST_SUPPORT = 2
"""A single factor that speaks for several explanations makes none of them lead or contribute."""


def weigh_causes(view: CaseView) -> tuple[CauseWeight, ...]:
    """Weigh the explanations of the event, the strongest first.

    A confirmed factor adds its weight times the verdict's confidence to what it supports, shared
    among them, and takes the whole from what it opposes; a refuted one takes a part from what it
    supports. The result is the balance over all that was said, kept from the ends by a reserve.

    Parameters
    ----------
    view : CaseView

    Returns
    -------
    tuple of CauseWeight
        ``leading``: the strongest that is spoken for, where the event is met; else the strongest of
        all, if it is spoken for; ``contributing``: close to it, or
        leading on to it with enough of its own; ``fallen``:
        spoken against more than for; ``open``: the rest, among them what competes with the
        strongest and rests on nothing but what stronger ones explain already, and what names a
        system that was looked for and is not near the event: values of fields alone make no front.
        What the classification found the structure of leads, whatever else is found. Where the
        criterion is not met there is nothing to explain, and nothing leads. Where it cannot be
        tested, the event has no place: one factor found somewhere in the region makes no
        explanation lead.
    """
    entries = {entry.id: entry for entry in view.release.entries}
    told = _told_by_subtypes(view)
    structure = told[0] if told[0] in BY_STRUCTURE else ""
    parts = parts_of_cyclone(view) if structure else frozenset()
    absent = frozenset() if structure else without_structure(view)
    weighed = [
        _searched(
            _weigh(
                cause.id,
                [item for item in view.evidence if cause.id == structure or item.id not in parts],
                entries,
                by_subtype=told,
                absent=absent,
            ),
            search_of(cause, view),
        )
        for cause in view.release.causes_of(view.event)
    ]
    weighed.sort(key=lambda item: (-item.weight, item.cause))
    weighed = _nearest_first(weighed, view)
    weighed.sort(key=lambda item: item.cause != structure)
    located = view.peak_place is not None
    stands = [_stands(item, own=located and _own(item, view, entries)) for item in weighed]
    firing = view.classification.assessment(view.event).firing
    searched = firing is Firing.FIRED and not structure and any(stands)
    first = stands.index(True) if searched else 0
    best = weighed[first].weight if weighed else 0.0
    feeds = {cause.id: set(cause.feeds) for cause in view.release.causes_of(view.event)}
    leading = weighed[first].cause if weighed else ""
    judged: list[CauseWeight] = []
    explained: set[str] = set()
    for place, item in enumerate(weighed):
        feeder = leading in feeds[item.cause]
        own = located and _own(item, view, entries)
        least = best * (_FEEDING if feeder else _CLOSE)
        standing = _standing(item, least, leads=place == first, own=own and item.weight >= least)
        competes = not (feeder or item.cause in feeds[leading])
        if standing is CauseStanding.CONTRIBUTING and competes and not own:
            known = explained.issuperset(item.supported_by)
            standing = CauseStanding.OPEN if known else standing
        if firing is Firing.NOT_FIRED and standing is not CauseStanding.FALLEN:
            standing = CauseStanding.OPEN
        if standing in (CauseStanding.LEADING, CauseStanding.CONTRIBUTING):
            explained |= set(item.supported_by)
        judged.append(item.model_copy(update={"standing": standing}))
    return tuple(sorted(judged, key=lambda item: item.standing is not CauseStanding.LEADING))


def _searched(item: CauseWeight, search: StructureSearch | None) -> CauseWeight:
    """Say of an explanation whether the system that it names is there, and against it if not."""
    if search is not None and BY_CLASSIFICATION in item.supported_by:
        search = "found"
    against = (WITHOUT_STRUCTURE,) if search == "absent" else ()
    return item.model_copy(update={"structure": search, "opposed_by": (*item.opposed_by, *against)})


def _nearest_first(weighed: list[CauseWeight], view: CaseView) -> list[CauseWeight]:
    """Of explanations that are equally strong, let one lead that the others lead on to.

    A corridor of vapour feeds the front that lifts it: the front is what makes the rain.
    """
    if not weighed or weighed[0].weight <= 0.0:
        return weighed
    close = {item.cause for item in weighed if item.weight >= _TIE * weighed[0].weight}
    feeds = {cause.id: close & set(cause.feeds) for cause in view.release.causes_of(view.event)}
    fed = {name for cause in close for name in feeds[cause]}
    last = [item for item in weighed if item.cause in fed and not feeds[item.cause]]
    return [*last[:1], *(item for item in weighed if item not in last[:1])]


def _told_by_subtypes(view: CaseView) -> _Told:
    """Return what the classification's subtypes speak for and against."""
    for item in view.classification.assessments:
        if item.firing is not Firing.FIRED or item.subtype is None:
            continue
        linked = _OF_OTHERS.get((view.event, item.subtype))
        if item.event is not view.event and linked is not None and is_near(item, view):
            return linked
    own = view.classification.assessment(view.event).subtype or ""
    return _SUBTYPES.get(own, _NOTHING_TOLD)


def _absence(judgement: Judgement) -> float:
    """Weight of a factor that was looked for and not found."""
    margin = judgement.margin
    return _ABSENT * (1.0 if margin is None else min(1.0, abs(margin) / _CLEAR))


def _weigh(
    cause: str,
    evidence: Iterable[EvidenceItem],
    entries: Mapping[str, GuidelineEntry],
    *,
    by_subtype: _Told,
    absent: frozenset[str],
) -> CauseWeight:
    pro, contra = 0.0, 0.0
    supported: list[str] = []
    opposed: list[str] = []
    for item in evidence:
        entry, judgement = entries.get(item.entry_id or ""), item.judgement
        if entry is None or judgement is None:
            continue
        worth = entry.weight * judgement.confidence
        if judgement.counts is False:
            worth *= _WITHOUT_EVENT
        if judgement.verdict is Verdict.CONFIRMED and cause in entry.supports:
            pro += worth / len(entry.supports)
            supported.append(item.id)
        elif judgement.verdict is Verdict.CONFIRMED and cause in entry.opposes:
            contra += worth
            opposed.append(item.id)
        elif judgement.verdict is Verdict.REFUTED and cause in entry.supports:
            contra += _absence(judgement) * worth / len(entry.supports)
            opposed.append(item.id)
    if by_subtype[0] == cause:
        pro += _SUBTYPE_WEIGHT
        supported.append(BY_CLASSIFICATION)
    for name, against in ((BY_CLASSIFICATION, by_subtype[1]), (WITHOUT_STRUCTURE, absent)):
        if cause in against:
            contra += _SUBTYPE_WEIGHT
            opposed.append(name)
    weight = round((pro - contra) / (pro + contra + _RESERVE), 4)
    if cause in BY_STRUCTURE and BY_CLASSIFICATION not in supported:
        weight = min(weight, 0.0)
    return CauseWeight(
        cause=cause,
        standing=CauseStanding.OPEN,
        weight=weight,
        supported_by=tuple(supported),
        opposed_by=tuple(opposed),
    )


def _own(item: CauseWeight, view: CaseView, entries: Mapping[str, GuidelineEntry]) -> bool:
    """Whether some confirmed factor speaks for this explanation alone."""
    for piece in view.evidence:
        entry = entries.get(piece.entry_id or "")
        if piece.id in item.supported_by and entry is not None and len(entry.supports) == 1:
            return True
    return BY_CLASSIFICATION in item.supported_by


def _stands(item: CauseWeight, *, own: bool) -> bool:
    """Whether enough speaks for an explanation that it may lead, and its system is not missing."""
    enough = own or len(item.supported_by) >= _LEAST_SUPPORT
    return item.weight > 0 and item.structure != "absent" and enough


def _standing(item: CauseWeight, least: float, *, leads: bool, own: bool) -> CauseStanding:
    if not item.supported_by and not item.opposed_by:
        return CauseStanding.OPEN
    no_cyclone = WITHOUT_STRUCTURE in item.opposed_by and item.cause in BY_STRUCTURE
    if item.weight < 0 or no_cyclone:
        return CauseStanding.FALLEN
    if not _stands(item, own=own) or not (own or item.weight >= least):
        return CauseStanding.OPEN
    return CauseStanding.LEADING if leads else CauseStanding.CONTRIBUTING
