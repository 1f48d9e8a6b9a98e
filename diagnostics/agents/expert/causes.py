"""Weighing competing explanations by the verdicts on the factors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from diagnostics.agents.protocol import CaseView
from diagnostics.contracts.enums import CauseStanding, EventType, Firing, Verdict
from diagnostics.contracts.evidence import Judgement
from diagnostics.contracts.guidelines import Cause, FigureExpectation, GuidelineEntry
from diagnostics.contracts.roles import CauseWeight
from diagnostics.grid.distance import great_circle_km
from diagnostics.guidelines import links_of

BY_CLASSIFICATION = "classification"
"""Stands among the evidence where the classification's subtype speaks."""
_Speaks = tuple[str, frozenset[str]]
"""The explanation that a subtype speaks for, and those that it speaks against."""
_NOTHING_SAID: _Speaks = "", frozenset()
_SUBTYPES: Mapping[str, _Speaks] = {
    "convective": ("convective_gusts", frozenset()),
    "tropical_cyclone": (
        "tropical_cyclone",
        frozenset({"extratropical_cyclone", "cold_outbreak", "downslope_wind"}),
    ),
    "foehn": ("downslope_wind", frozenset()),
    "humid_heat": ("humid_heat", frozenset({"dry_surface"})),
    "dry_heat": ("", frozenset({"humid_heat"})),
}
_OF_OTHERS: Mapping[tuple[EventType, str], _Speaks] = {
    (EventType.RAINSTORM, "tropical_cyclone"): (
        "tropical_system",
        frozenset({"frontal_lifting"}),
    ),
}
"""What the subtype of another type that fired in the same region and period speaks for."""
_FINDING_OF = {EventType.COLD_WAVE: "temperature_fall"}
"""What a type of event is, where its criterion is met, by the name of the finding."""
_SAME_PLACE_KM, _SAME_TIME = 1000.0, timedelta(days=1)
_SUBTYPE_WEIGHT = 4.0
_BY_STRUCTURE = frozenset({"tropical_cyclone", "tropical_system"})
"""What a low is by its structure, a warm core: a deep low or moist air alone leaves it open."""
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
_TIE = 0.85
"""Share of the greatest weight from which explanations count as equally strong."""
_LEAST_SUPPORT = 2
"""A single factor that speaks for several explanations makes none of them lead or contribute."""


def weigh_causes(view: CaseView) -> tuple[CauseWeight, ...]:
    """Weigh the explanations of the event, the strongest first.

    A confirmed finding adds its weight times the verdict's confidence to what it supports, shared
    among them, and takes the whole from what it opposes; one that is looked for and not found takes
    a part from what it supports. One physical finding counts once, by its strongest evidence; where
    one test finds it and another misses it, the difference of both counts. The result is the
    balance over all that was said, kept from the ends by a reserve.

    Parameters
    ----------
    view : CaseView

    Returns
    -------
    tuple of CauseWeight
        ``leading``: the strongest that is spoken for; ``contributing``: close to it, or leading on
        to it with enough of its own; ``fallen``: rejected by evidence against it, that is a finding
        that opposes it and outweighs what supports it, or the absence of one that it cannot do
        without; ``open``: the rest, among them what merely was not found, and what competes with
        the strongest and rests on nothing but what stronger ones explain already, and what must
        show a finding that was not found. Where the criterion is not met there is nothing to
        explain, and nothing leads; nor where it cannot be tested, but the one that would lead is
        marked. Where the event has no place, one factor found somewhere in the region makes no
        explanation lead.
    """
    balances = _balances(view)
    weighed = _no_stronger_than_what_includes_them(
        [_weighed(name, balance) for name, balance in balances.items()], balances
    )
    weighed.sort(key=lambda item: (-item.weight, item.cause))
    weighed = _nearest_first(weighed, view, balances)
    best = weighed[0].weight if weighed else 0.0
    firing = view.classification.assessment(view.event).firing
    located = view.peak_place is not None
    feeds = {cause.id: set(cause.feeds) for cause in view.release.causes_of(view.event)}
    leading = weighed[0].cause if weighed else ""
    judged: list[CauseWeight] = []
    explained: set[str] = set()
    for place, item in enumerate(weighed):
        feeder = leading in feeds[item.cause]
        own = located and balances[item.cause].own
        least = best * (_FEEDING if feeder else _CLOSE)
        standing = _standing(item, least, place, own=own and item.weight >= least)
        if balances[item.cause].rejected:
            standing = CauseStanding.FALLEN
        competes = not (feeder or item.cause in feeds[leading])
        if standing is CauseStanding.CONTRIBUTING and competes and not own:
            known = explained.issuperset(item.supported_by)
            standing = CauseStanding.OPEN if known else standing
        if standing is CauseStanding.CONTRIBUTING and (
            judged[0].standing is not CauseStanding.LEADING
        ):
            standing = CauseStanding.OPEN
        if firing is Firing.NOT_FIRED and standing is not CauseStanding.FALLEN:
            standing = CauseStanding.OPEN
        if standing in (CauseStanding.LEADING, CauseStanding.CONTRIBUTING):
            explained |= set(item.supported_by)
        judged.append(item.model_copy(update={"standing": standing}))
    return tuple(judged if firing is not Firing.NOT_ASSESSABLE else map(_if_met, judged))


def requirements_to_test(view: CaseView) -> dict[str, tuple[str, ...]]:
    """Return what has to be tested before the explanations in play can be decided.

    In play is an explanation that something speaks for, at least nearly as much as for the one
    of the greatest balance, its requirements left aside. Once enough factors count, so is each
    that must show what it requires, unless evidence rejects it: a wind along a barrier is no rival
    of the cyclone beside it before somebody has looked for it. Of each thing that it requires and
    that is not found yet, the untested entry of the greatest value is named; of several
    alternatives one entry each, so that none is called absent for the lack of another.

    Parameters
    ----------
    view : CaseView

    Returns
    -------
    dict
        Entry id to the explanations that wait for its verdict, in the order of their balance;
        empty where every requirement was tested, or cannot be tested on these data.
    """
    causes = view.release.causes_of(view.event)
    said, balances = _said(view), _balances(view)
    best = max((balance.leaving_needs_aside for balance in balances.values()), default=0.0)
    if best <= 0.0:
        return {}
    enough = view.wanted <= 0
    in_play = [
        item
        for item in causes
        if balances[item.id].leaving_needs_aside >= _CLOSE * best
        or (enough and item.must_show and not balances[item.id].rejected)
    ]
    in_play.sort(key=lambda cause: -balances[cause.id].leaving_needs_aside)
    by_types = _shown_by_other_types(view)
    candidates = sorted(view.candidates, key=lambda entry: (-view.value(entry), entry.id))
    waiting: dict[str, tuple[str, ...]] = {}
    for cause in in_play:
        for need in cause.needs:
            shown = any(name in by_types for name in need)
            if shown or any(piece.found and piece.shows_one_of(need) for piece in said):
                continue
            for name in need:
                tested = any(piece.shows_one_of((name,)) for piece in said)
                shows = next((item for item in candidates if _looks_for(item, name)), None)
                if shows is not None and not tested:
                    waiting[shows.id] = (*waiting.get(shows.id, ()), cause.id)
    return {entry: tuple(dict.fromkeys(names)) for entry, names in waiting.items()}


def _looks_for(entry: GuidelineEntry, name: str) -> bool:
    """Whether an entry looks for a finding, or for a feature by the name of its detector."""
    expected = entry.expected
    detectors = expected.detectors if isinstance(expected, FigureExpectation) else ()
    return entry.finding == name or any(item.detector == name for item in detectors)


def _if_met(item: CauseWeight) -> CauseWeight:
    """Return how an explanation stands where it is not known whether the event happened."""
    if item.standing not in (CauseStanding.LEADING, CauseStanding.CONTRIBUTING):
        return item
    leads = item.standing is CauseStanding.LEADING
    return item.model_copy(update={"standing": CauseStanding.OPEN, "leads_if_met": leads})


def _no_stronger_than_what_includes_them(
    weighed: list[CauseWeight], balances: Mapping[str, _Balance]
) -> list[CauseWeight]:
    """Let no explanation be stronger than one that all its findings speak for too.

    An explanation of which little can be tested is missed by little; with nothing of its own it
    explains no more than the one that has more beside the same findings.
    """
    found = []
    for item in weighed:
        own = set(item.supported_by)
        wider = [
            other.weight
            for other in weighed
            if own and own < set(other.supported_by) and other.weight > 0.0
        ]
        alone = balances[item.cause].own
        limit = min(wider) - _LESS if wider and not alone else item.weight
        weight = round(min(item.weight, limit), 4)
        found.append(item.model_copy(update={"weight": max(-1.0, weight)}))
    return found


_LESS = 0.01


def _nearest_first(
    weighed: list[CauseWeight], view: CaseView, balances: Mapping[str, _Balance]
) -> list[CauseWeight]:
    """Of explanations that are equally strong, let one lead that the others lead on to.

    Only one for which some finding of its own speaks.

    A corridor of vapour feeds the front that lifts it: the front is what makes the rain.
    """
    if not weighed or weighed[0].weight <= 0.0:
        return weighed
    close = {item.cause for item in weighed if item.weight >= _TIE * weighed[0].weight}
    feeds = {cause.id: close & set(cause.feeds) for cause in view.release.causes_of(view.event)}
    fed = {name for cause in close for name in feeds[cause]}
    last = [
        item
        for item in weighed
        if item.cause in fed and not feeds[item.cause] and balances[item.cause].own
    ]
    first = [item.model_copy(update={"weight": weighed[0].weight}) for item in last[:1]]
    return [*first, *(item for item in weighed if item not in last[:1])]


def _spoken_for_by_subtypes(view: CaseView) -> _Speaks:
    """Return what the classification's subtypes speak for and against."""
    for item in view.classification.assessments:
        if item.firing is not Firing.FIRED or item.subtype is None:
            continue
        linked = _OF_OTHERS.get((view.event, item.subtype))
        if item.event is not view.event and linked is not None:
            return linked
    own = view.classification.assessment(view.event).subtype or ""
    return _SUBTYPES.get(own, _NOTHING_SAID)


def _absence(judgement: Judgement) -> float:
    """Weight of a factor that was looked for and not found.

    Where it was measured how often such a factor is missed with the event and without, what is
    missed as often with it says nothing.
    """
    margin, ratio = judgement.margin, judgement.ratio
    clear = 1.0 if margin is None else min(1.0, abs(margin) / _CLEAR)
    telling = 1.0 if ratio is None else max(0.0, 1.0 - ratio.missed)
    return _ABSENT * clear * telling


@dataclass(frozen=True)
class _Piece:
    """One verdict: what it found, how much that is worth, and what it speaks for and against."""

    id: str
    finding: str
    detector: str
    found: bool
    worth: float
    absence: float
    clear: bool
    supports: tuple[str, ...]
    opposes: tuple[str, ...]

    def shows_one_of(self, names: Collection[str]) -> bool:
        """Whether it looked for one of these findings or detectors."""
        return self.finding in names or self.detector in names


def _said(view: CaseView) -> list[_Piece]:
    """Return what every verdict says."""
    entries = {entry.id: entry for entry in view.release.entries}
    found = []
    for item in view.evidence:
        entry, judgement = entries.get(item.entry_id or ""), item.judgement
        if entry is None or judgement is None or judgement.verdict is Verdict.UNDETERMINED:
            continue
        worth = entry.weight * judgement.confidence
        if judgement.counts is False:
            worth *= _WITHOUT_EVENT
        supports, opposes = links_of(entry, judgement.detector)
        found.append(
            _Piece(
                id=item.id,
                finding=item.finding or entry.finding or entry.id,
                detector=judgement.detector or "",
                found=judgement.verdict is Verdict.CONFIRMED,
                worth=worth,
                absence=_absence(judgement),
                clear=judgement.margin is None or abs(judgement.margin) >= _CLEAR,
                supports=supports,
                opposes=opposes,
            )
        )
    return found


@dataclass
class _Balance:
    """What speaks for one explanation, against it, and what of it was not found."""

    pro: float = 0.0
    against: float = 0.0
    absent: float = 0.0
    supported_by: tuple[str, ...] = ()
    opposed_by: tuple[str, ...] = ()
    own: bool = False
    cannot_be: bool = False
    not_shown: bool = False

    @property
    def rejected(self) -> bool:
        """Whether there is evidence against it that outweighs what speaks for it."""
        return self.cannot_be or self.against > self.pro

    @property
    def weight(self) -> float:
        """The balance, -1 to 1."""
        return self._against(max(self.against, self.pro + 1.0) if self.cannot_be else self.against)

    @property
    def leaving_needs_aside(self) -> float:
        """The balance without what it cannot do without; 0 where nothing speaks for it."""
        return self._against(self.against) if self.supported_by else 0.0

    def _against(self, against: float) -> float:
        contra = against + self.absent
        return round((self.pro - contra) / (self.pro + contra + _RESERVE), 4)


def _balances(view: CaseView) -> dict[str, _Balance]:
    """Return the balance of every explanation of the event."""
    said, by_subtypes = _said(view), _spoken_for_by_subtypes(view)
    causes = view.release.causes_of(view.event)
    shown = _shown_by_other_types(view)
    names = {name for cause in causes for need in cause.needs for name in need}
    waiting = {
        name
        for name in names
        if any(_looks_for(entry, name) for entry in view.candidates)
        and not any(piece.shows_one_of((name,)) for piece in said)
    }
    return {cause.id: _balance(cause, said, by_subtypes, waiting, shown) for cause in causes}


def _shown_by_other_types(view: CaseView) -> frozenset[str]:
    """Return the findings that another type shows whose criterion is met at the same place.

    A cold wave is a fall of temperature: its strongest fall lies within 1000 km of the event's
    peak and a day of it [D].
    """
    here = view.peak_place
    found: set[str] = set()
    for item in view.classification.assessments:
        metrics, finding = item.metrics, _FINDING_OF.get(item.event)
        if here is None or finding is None or item.firing is not Firing.FIRED or metrics is None:
            continue
        if metrics.peak_latitude is None or metrics.peak_longitude is None:
            continue
        if metrics.peak_time is None or abs(metrics.peak_time - view.peak_time) > _SAME_TIME:
            continue
        distance = great_circle_km(*here, metrics.peak_latitude, metrics.peak_longitude)
        if item.event is not view.event and float(distance) <= _SAME_PLACE_KM:
            found.add(finding)
    return frozenset(found)


def _balance(
    cause: Cause,
    said: Sequence[_Piece],
    by_subtype: _Speaks,
    waiting: Collection[str],
    shown: Collection[str],
) -> _Balance:
    """Add up what the findings say of one explanation.

    `waiting` names findings and detectors that could still be tested on these data: an
    explanation that may do with any of several is not rejected before all are missed. `shown` are
    those that the classification shows.
    """
    balance = _Balance()
    for finding in dict.fromkeys(piece.finding for piece in said):
        of_it = [piece for piece in said if piece.finding == finding]
        pro = _strongest(of_it, lambda piece: piece.found and cause.id in piece.supports)
        absent = _strongest(of_it, lambda piece: not piece.found and cause.id in piece.supports)
        against = _strongest(of_it, lambda piece: piece.found and cause.id in piece.opposes)
        gain = pro.worth / len(pro.supports) if pro else 0.0
        loss = absent.absence * absent.worth / len(absent.supports) if absent else 0.0
        if pro is not None and gain >= loss:
            balance.pro += gain - loss
            balance.supported_by += (pro.id,)
            balance.own |= len(pro.supports) == 1
        elif absent is not None:
            balance.absent += loss - gain
            balance.opposed_by += (absent.id,)
        if against is not None:
            balance.against += against.worth
            balance.opposed_by += (against.id,)
    for need in cause.needs:
        if any(name in shown for name in need):
            continue
        tested = [piece for piece in said if piece.shows_one_of(need)]
        balance.not_shown |= cause.must_show and not any(piece.found for piece in tested)
        missed = bool(tested) and all(piece.clear and not piece.found for piece in tested)
        if missed and not any(name in waiting for name in need):
            balance.cannot_be = True
            balance.opposed_by += tuple(
                piece.id for piece in tested if piece.id not in balance.opposed_by
            )
    if by_subtype[0] == cause.id:
        balance.pro += _SUBTYPE_WEIGHT
        balance.supported_by += (BY_CLASSIFICATION,)
        balance.own = True
    if cause.id in by_subtype[1]:
        balance.against += _SUBTYPE_WEIGHT
        balance.opposed_by += (BY_CLASSIFICATION,)
    return balance


def _strongest(pieces: Sequence[_Piece], wanted: Callable[[_Piece], bool]) -> _Piece | None:
    return max(filter(wanted, pieces), key=lambda piece: piece.worth, default=None)


def _weighed(cause: str, balance: _Balance) -> CauseWeight:
    weight = balance.weight
    classified = BY_CLASSIFICATION in balance.supported_by
    if (balance.not_shown or cause in _BY_STRUCTURE) and not classified:
        weight = min(weight, 0.0)
    return CauseWeight(
        cause=cause,
        standing=CauseStanding.OPEN,
        weight=weight,
        supported_by=balance.supported_by,
        opposed_by=balance.opposed_by,
    )


def _standing(item: CauseWeight, least: float, place: int, *, own: bool) -> CauseStanding:
    if not item.supported_by and not item.opposed_by:
        return CauseStanding.OPEN
    if item.weight <= 0:
        return CauseStanding.OPEN
    enough = len(item.supported_by) >= _LEAST_SUPPORT and item.weight >= least
    if place == 0:
        return CauseStanding.LEADING if enough or own else CauseStanding.OPEN
    return CauseStanding.CONTRIBUTING if enough or own else CauseStanding.OPEN
