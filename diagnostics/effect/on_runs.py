"""The effect of a change on the stored runs of a centre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from diagnostics.agents import ablated_release, expert_team
from diagnostics.contracts.controls import FactorControls
from diagnostics.contracts.effect import (
    EffectOnRuns,
    EffectRequest,
    EntryChange,
    RunBasis,
    RunLabel,
    RunRates,
    RunVerdict,
    ShortConclusion,
    StoredRunConclusion,
    UndecidedRun,
    VerdictCounts,
    WordedVerdict,
)
from diagnostics.contracts.enums import EventType, Modality, Role, Verdict
from diagnostics.contracts.evidence import EvidenceItem, Judgement
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.effect.changes import (
    BothReleases,
    Progress,
    both_releases,
    chooses_otherwise,
    events_of,
)
from diagnostics.effect.comparison import (
    in_every_language,
    rule_of,
    short_conclusion,
    verdict_differs,
    worded,
)
from diagnostics.effect.criteria_on_runs import CriteriaInRuns
from diagnostics.effect.on_data import counts, judged_on_data
from diagnostics.effect.on_evidence import StoredCase, judged_on_evidence, stored_case
from diagnostics.effect.stored_runs import (
    MOST_CLASSIFIED,
    MOST_ON_DATA,
    DataAllowance,
    RunData,
    StoredRun,
)
from diagnostics.errors import DiagnosticsError, InputDataError
from diagnostics.guidelines import inapplicable_reason
from diagnostics.guidelines.examined import event_to_examine
from diagnostics.loop.case_view import case_view
from diagnostics.loop.conclusion import conclude
from diagnostics.loop.run import Run
from diagnostics.loop.search_area import finding_of
from diagnostics.loop.state import RunState, fold
from diagnostics.messages import Message

MOST_FIRED = 5
"""Runs that are shown with a confirmed entry, the newest."""


@dataclass(frozen=True)
class _Side:
    """An entry in a run with its verdict, as it was or as it is to be."""

    entry: GuidelineEntry
    rule: Judgement
    counts: bool | None
    controls: FactorControls | None

    def worded(self) -> WordedVerdict:
        """Return the verdict for readers."""
        return worded(self.rule, counts=self.counts)

    def evidence(self, stored: EvidenceItem | None, turn: int) -> EvidenceItem:
        """Return the evidence that the run would hold with this verdict."""
        figure = self.entry.modality is Modality.FIGURE
        item = stored or EvidenceItem(
            id=self.entry.id,
            call_key="",
            entry_id=self.entry.id,
            modality=self.entry.modality,
            role=Role.PLOTTER if figure else Role.CODE_EXECUTOR,
            turn=turn,
        )
        counts = None if self.entry.restates_criterion else self.counts
        return item.model_copy(
            update={
                "restates_criterion": self.entry.restates_criterion,
                "finding": finding_of(self.entry, self.rule.detector),
                "judgement": self.rule.model_copy(update={"counts": counts}),
                "controls": self.controls,
            }
        )


@dataclass(frozen=True)
class _Judged:
    """A changed entry in a run, before and after; None where it would not be tested."""

    basis: RunBasis
    before: _Side | None
    after: _Side | None

    @property
    def differs(self) -> bool:
        """Whether anything of the judgement differs, be it the margin alone."""
        return rule_of(self.before) != rule_of(self.after)

    def verdict(self, run: RunLabel, entry_id: str) -> RunVerdict:
        """Return both verdicts for readers."""
        return RunVerdict(
            run=run,
            entry_id=entry_id,
            basis=self.basis,
            before=self.before.worded() if self.before is not None else None,
            after=self.after.worded() if self.after is not None else None,
        )


@dataclass
class _Found:
    """What the runs have given so far."""

    runs: int = 0
    verdicts: list[RunVerdict] = field(default_factory=list)
    undecided: list[UndecidedRun] = field(default_factory=list)
    conclusions: list[StoredRunConclusion] = field(default_factory=list)
    touched: Counter[str] = field(default_factory=Counter)


def effect_on_runs(
    request: EffectRequest,
    runs: Iterable[StoredRun],
    *,
    of: int,
    total: int,
    progress: Progress,
    of_criteria: Mapping[str, int] | None = None,
) -> EffectOnRuns:
    """Judge changed entries again in stored runs: from their evidence, or else on their data.

    By changed criteria their events are classified again, likewise. Entries are judged in the
    event that a run examined.

    An entry that a run never tested stays untested, unless it is new or applies to the case since
    the change; it is then judged on the data. Both verdicts of one entry in one run have the same
    basis. Whether a factor counts is known from the stored evidence only where it was confirmed
    and still is.

    Conclusions rest on the factors that a run tested, with the changed verdicts in their places,
    and are drawn by the expert policy before and after alike. A new search with the changed
    library might test other factors. Where one of the entries cannot be judged in a run, there is
    no conclusion of it.

    Parameters
    ----------
    request : EffectRequest
    runs : iterable of StoredRun
        The newest first.
    of : int
        Stored runs that the changed entries are about, looked at or not.
    total : int
        How many `runs` gives.
    progress : callable
        Told after each run.
    of_criteria : mapping, optional
        Stored runs that were made with each of the changed criteria, by the name of these.

    Returns
    -------
    EffectOnRuns
    """
    found = _Found()
    allowance = DataAllowance(MOST_ON_DATA if request.changes else MOST_CLASSIFIED)
    criteria = [CriteriaInRuns(change) for change in request.criteria]
    for done, run in enumerate(runs, start=1):
        state = fold(run.events)
        data = RunData(run, state, allowance)
        _look_at(run, state, request.changes, data, found)
        for one in criteria:
            one.look_at(run, state, data)
        progress(done, total)
    return EffectOnRuns(
        digest=request.digest,
        runs=found.runs,
        of=of,
        rates=tuple(_rates(change.entry_id, found) for change in request.changes),
        verdicts=tuple(item for item in found.verdicts if verdict_differs(item.before, item.after)),
        fired=tuple(item for item in found.verdicts if _fired(item))[:MOST_FIRED],
        conclusions=tuple(item for item in found.conclusions if item.before != item.after),
        undecided=tuple(found.undecided),
        criteria=tuple(one.found((of_criteria or {}).get(one.preset, 0)) for one in criteria),
    )


def judged_again(run: StoredRun, change: EntryChange) -> RunVerdict | None:
    """Judge a changed entry in a stored run from its evidence alone.

    Parameters
    ----------
    run : StoredRun
    change : EntryChange

    Returns
    -------
    RunVerdict or None
        None where the run did not test the entry, or where its evidence is not enough.
    """
    state = fold(run.events)
    opened = _open(run, state, [change])
    if opened is None or not isinstance(run.label, RunLabel):
        return None
    case, releases = opened
    name = change.entry_id
    stored = next((item for item in case.state.evidence if item.entry_id == name), None)
    old, new = (_applicable(case, release, name) for release in (releases.before, releases.after))
    if stored is None or (old is None and new is None):
        return None
    both = _on_evidence(case, stored, old, new)
    return both.verdict(run.label, name) if both is not None else None


def _open(
    run: StoredRun, state: RunState, changes: Sequence[EntryChange]
) -> tuple[StoredCase, BothReleases] | None:
    """Read a run from its log, with both sides of the changes; None where it has no event."""
    event = event_to_examine(state.classification) if state.classification is not None else None
    if state.request is None or event is None:
        return None
    without = state.request.options.without
    releases = both_releases(run.release, changes).each(lambda one: ablated_release(one, without))
    return stored_case(state, ablated_release(run.release, without), event), releases


def _look_at(
    run: StoredRun, state: RunState, changes: Sequence[EntryChange], data: RunData, found: _Found
) -> None:
    label = run.label
    if not isinstance(label, RunLabel) or label.event not in _events(changes):
        return
    found.runs += 1
    opened = _open(run, state, changes)
    if opened is None:
        return
    case, releases = opened
    judged: dict[str, _Judged] = {}
    whole = True
    for change in changes:
        name = change.entry_id
        sides = [_applicable(case, release, name) for release in (releases.before, releases.after)]
        try:
            both = _judge(case, data, change, *sides)
        except DiagnosticsError as error:
            texts = in_every_language(error.text)
            found.undecided.append(UndecidedRun(run=label, entry_id=name, texts=texts))
            whole = False
            continue
        if both is not None:
            judged[name] = both
            found.verdicts.append(both.verdict(label, name))
            found.touched[name] += both.differs or chooses_otherwise(change)
    if judged and whole and case.state.conclusion is not None:
        ends = (
            _concluded(case, releases.before, {name: one.before for name, one in judged.items()}),
            _concluded(case, releases.after, {name: one.after for name, one in judged.items()}),
        )
        found.conclusions.append(StoredRunConclusion(run=label, before=ends[0], after=ends[1]))


def _events(changes: Iterable[EntryChange]) -> frozenset[EventType]:
    return frozenset(event for change in changes for event in events_of(change))


def _applicable(
    case: StoredCase, release: GuidelineRelease, entry_id: str
) -> GuidelineEntry | None:
    """Return an entry where it is in a release and applies to a case."""
    entry = next((one for one in release.entries if one.id == entry_id), None)
    if entry is None or inapplicable_reason(entry, case.view.profile) is not None:
        return None
    return entry


def _judge(
    case: StoredCase,
    data: RunData,
    change: EntryChange,
    old: GuidelineEntry | None,
    new: GuidelineEntry | None,
) -> _Judged | None:
    """Judge an entry before and after; None where a run did not test it and would not now.

    Raises
    ------
    DiagnosticsError
        With the reason for readers why it cannot be judged.
    """
    name = change.entry_id
    stored = next((item for item in case.state.evidence if item.entry_id == name), None)
    if stored is not None:
        if old is None and new is None:
            return None
        known = _on_evidence(case, stored, old, new)
        if known is not None:
            return known
    elif new is None or old is not None or name in case.state.vetoed:
        return None
    for entry in (old, new):
        if entry is not None and case.view.blocked_reason(entry) is not None:
            raise _lacks(entry)
    run = data.opened()
    return _Judged(
        RunBasis.DATA,
        _on_data(run, case, old) if old is not None else None,
        _on_data(run, case, new) if new is not None else None,
    )


def _on_evidence(
    case: StoredCase,
    stored: EvidenceItem,
    old: GuidelineEntry | None,
    new: GuidelineEntry | None,
) -> _Judged | None:
    """Judge both sides on the evidence; None where it does not suffice for one of them."""
    sides: list[_Side | None] = []
    for entry in (old, new):
        rule = judged_on_evidence(case, stored, entry) if entry is not None else None
        if entry is not None and rule is None:
            return None
        sides.append(_kept(stored, entry, rule) if entry is not None and rule is not None else None)
    before, after = sides
    if before is not None and after is not None and before.rule is not after.rule:
        before, after = _without_base_rate(before), _without_base_rate(after)
    return _Judged(RunBasis.EVIDENCE, before, after)


def _kept(stored: EvidenceItem, entry: GuidelineEntry, rule: Judgement) -> _Side:
    """Keep what was found at quiet places and times of a factor that stays confirmed."""
    known = stored.judgement
    stays = known is not None and {known.verdict, rule.verdict} == {Verdict.CONFIRMED}
    counting = known.counts if known is not None and stays else None
    return _Side(
        entry,
        rule,
        False if entry.restates_criterion else counting,
        stored.controls if stays else None,
    )


def _without_base_rate(side: _Side) -> _Side:
    """Leave out how often the test is met on other days: it is known of the stored limit alone."""
    return replace(side, rule=side.rule.model_copy(update={"base_rate": None}))


def _on_data(run: Run, case: StoredCase, entry: GuidelineEntry) -> _Side:
    view = run.view(case.view.event)
    if view.blocked_reason(entry) is not None:
        raise _lacks(entry)
    found = judged_on_data(run, view, entry)
    if found is None:
        raise InputDataError(Message(id="effect-not_computed", params={"factor": entry.factor}))
    controls = found.controls()
    return _Side(entry, found.rule, counts(entry, controls), controls)


def _lacks(entry: GuidelineEntry) -> InputDataError:
    return InputDataError(Message(id="effect-lacks_fields", params={"factor": entry.factor}))


def _concluded(
    case: StoredCase, release: GuidelineRelease, sides: Mapping[str, _Side | None]
) -> ShortConclusion:
    """Conclude a run with one side of the changed entries in the place of what it found."""
    request, event = case.view.request, case.view.event
    state = _refolded(case.state, release, sides)
    view = case_view(state, request, release, event, repairs=state.repairs, baseline=None)
    weighed = expert_team().diagnostician.weigh(view).output.causes if state.turn else ()
    conclusion = conclude(
        state,
        {entry.id: entry for entry in release.entries},
        event,
        request.options.target_factors,
        causes=weighed,
    )
    return short_conclusion(conclusion, state.evidence)


def _refolded(
    state: RunState, release: GuidelineRelease, sides: Mapping[str, _Side | None]
) -> RunState:
    """Return a state with one side of the changed entries, and nothing that a release lacks."""
    held = {entry.id for entry in release.entries} | {None}
    evidence: dict[str, EvidenceItem] = {}
    for item in state.evidence:
        name = item.entry_id or item.id
        side = sides.get(name)
        if side is not None:
            evidence[name] = side.evidence(item, item.turn)
        elif item.entry_id in held and name not in sides:
            evidence[name] = item
    for name, side in sides.items():
        if side is not None and name not in evidence:
            evidence[name] = side.evidence(None, state.turn)
    return replace(
        state,
        evidence=tuple(evidence.values()),
        failed_steps=tuple(item for item in state.failed_steps if item.entry_id in held),
    )


def _fired(verdict: RunVerdict) -> bool:
    sides = (verdict.before, verdict.after)
    return any(side is not None and side.verdict is Verdict.CONFIRMED for side in sides)


def _rates(entry_id: str, found: _Found) -> RunRates:
    own = [item for item in found.verdicts if item.entry_id == entry_id]
    return RunRates(
        entry_id=entry_id,
        before=_counted(item.before for item in own),
        after=_counted(item.after for item in own),
        touched=found.touched[entry_id],
    )


def _counted(sides: Iterable[WordedVerdict | None]) -> VerdictCounts:
    numbers: Counter[str] = Counter()
    for side in sides:
        if side is not None:
            numbers[side.verdict.value] += 1
            numbers["not_counted"] += side.counts is False
    return VerdictCounts.model_validate(numbers)
