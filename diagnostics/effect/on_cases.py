"""The effect of a change on the generated cases, whose event is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from diagnostics.agents import CaseView
from diagnostics.bench.known_cases import GENERATED_CAUSES, KnownCase, quiet_case, sample_cases
from diagnostics.bench.runs import opened_run
from diagnostics.contracts.effect import (
    CaseConclusion,
    CaseRates,
    CaseVerdict,
    EffectOnCases,
    EffectRequest,
    EntryChange,
    ShortConclusion,
    WordedVerdict,
)
from diagnostics.contracts.enums import EventType, Firing, Verdict
from diagnostics.contracts.guidelines import Experience, GuidelineEntry, GuidelineRelease
from diagnostics.effect.changes import (
    BothReleases,
    Progress,
    both_releases,
    chooses_otherwise,
    events_of,
    judges_alike,
    with_digest,
)
from diagnostics.effect.comparison import (
    conclusion_turns,
    rule_of,
    short_conclusion,
    verdict_differs,
    verdict_turns,
    worded,
)
from diagnostics.effect.criteria_on_cases import CriteriaInCases
from diagnostics.effect.on_data import OnData, counts, judged_on_data, view_with
from diagnostics.errors import DiagnosticsError
from diagnostics.loop.engine import search
from diagnostics.loop.run import Run
from diagnostics.samples import SAMPLES


@dataclass(frozen=True)
class _Judged:
    """An entry in a case, before and after; None where nobody asks or nothing was computed."""

    change: EntryChange
    event: EventType
    before: OnData | None
    after: OnData | None

    @property
    def differs(self) -> bool:
        """Whether anything of the judgement differs, be it the margin alone."""
        return rule_of(self.before) != rule_of(self.after)

    @property
    def decides(self) -> bool:
        """Whether a conclusion may change: by the judgement, or by what chooses."""
        asked = self.before is not None or self.after is not None
        return self.differs or (asked and chooses_otherwise(self.change))


def effect_on_cases(
    request: EffectRequest, library: GuidelineRelease, progress: Progress
) -> EffectOnCases:
    """Judge changed entries in every generated case, and diagnose cases that may end otherwise.

    By changed criteria every case is classified. Entries are judged in the events of the criteria
    as they are in force.

    Each entry is judged for each type of event that it is about and that a case allows to be
    tested. Where the case was made with that event and a judgement differs, or a field that
    chooses among factors or causes, the loop is run to its conclusion with both releases.

    Parameters
    ----------
    request : EffectRequest
    library : GuidelineRelease
        As it is in force.
    progress : callable
        Told after each case.

    Returns
    -------
    EffectOnCases

    Raises
    ------
    DiagnosticsError
        When the loop does not come to a conclusion with one of the releases.
    """
    releases = both_releases(library, request.changes).each(with_digest)
    criteria = [CriteriaInCases(change, library) for change in request.criteria]
    verdicts: list[CaseVerdict] = []
    conclusions: list[CaseConclusion] = []
    touched: Counter[str] = Counter()
    for done, known in enumerate(_cases(), start=1):
        for one in criteria:
            one.look_at(known)
        if request.changes:
            run = opened_run(known.request, known.source, release=releases.before)
            judged = list(_judged(run, releases, request.changes))
            verdicts += [_verdict(known, item) for item in judged]
            touched.update(item.change.entry_id for item in judged if item.decides)
            if any(item.decides and item.event.value == known.name for item in judged):
                conclusions.append(_concluded(known, run, releases.after))
        progress(done, len(SAMPLES))
    return EffectOnCases(
        digest=request.digest,
        cases=len(SAMPLES),
        rates=tuple(_rates(change.entry_id, verdicts, touched) for change in request.changes),
        verdicts=tuple(item for item in verdicts if verdict_differs(item.before, item.after)),
        conclusions=tuple(conclusions),
        criteria=tuple(one.found() for one in criteria),
    )


def _cases() -> Iterator[KnownCase]:
    yield from sample_cases()
    yield quiet_case()


def _judged(run: Run, releases: BothReleases, changes: Sequence[EntryChange]) -> Iterator[_Judged]:
    """Judge every changed entry for each type of event that it is about and that can be tested."""
    for event in _testable(run):
        about = [change for change in changes if event in events_of(change)]
        if not about:
            continue
        before, after = (view_with(run, one, event) for one in (releases.before, releases.after))
        for change in about:
            old = _on_data(run, before, change.before)
            shared = old is not None and judges_alike(change)
            new = None if shared else _on_data(run, after, change.after)
            if shared and old is not None and change.after is not None:
                new = replace(old, view=after, entry=change.after)
            yield _Judged(change, event, old, new)


def _testable(run: Run) -> list[EventType]:
    classification = run.state.classification
    assert classification is not None
    return [
        item.event
        for item in classification.assessments
        if item.firing is not Firing.NOT_ASSESSABLE
    ]


def _on_data(run: Run, view: CaseView, entry: GuidelineEntry | None) -> OnData | None:
    """Judge an entry where the loop would; what fails there is left out here."""
    if entry is None or entry not in view.candidates:
        return None
    try:
        return judged_on_data(run, view, entry)
    except DiagnosticsError as error:
        if error.ends_run:
            raise
        return None


def _verdict(known: KnownCase, judged: _Judged) -> CaseVerdict:
    with_event = judged.event.value == known.name
    before, after = (_worded(side, judged) for side in (judged.before, judged.after))
    turn = verdict_turns(before, after, with_event=with_event)
    return CaseVerdict(
        case=known.name,
        event=judged.event,
        with_event=with_event,
        entry_id=judged.change.entry_id,
        before=before,
        after=after,
        turned_wrong=turn.wrong,
        turned_right=turn.right,
    )


def _worded(side: OnData | None, judged: _Judged) -> WordedVerdict | None:
    """Return a verdict; whether it counts is tested where the judgement differs."""
    if side is None:
        return None
    controls = side.controls() if judged.decides else None
    return worded(side.rule, counts=counts(side.entry, controls))


def _concluded(known: KnownCase, run: Run, release: GuidelineRelease) -> CaseConclusion:
    """End the search of an opened run, and of one with the changed release on the same findings."""
    changed = opened_run(
        known.request,
        known.source,
        release=release,
        state=replace(run.state, started=None),
        like=run,
    )
    before, after = _ended(run), _ended(changed)
    turn = conclusion_turns(before, after, GENERATED_CAUSES[known.name])
    return CaseConclusion(
        case=known.name,
        event=EventType(known.name),
        before=before,
        after=after,
        turned_wrong=turn.wrong,
        turned_right=turn.right,
    )


def _ended(run: Run) -> ShortConclusion:
    assert run.state.classification is not None
    search(run, run.state.classification)
    assert run.state.conclusion is not None
    return short_conclusion(run.state.conclusion, run.state.evidence)


def _rates(entry_id: str, verdicts: Sequence[CaseVerdict], touched: Mapping[str, int]) -> CaseRates:
    own = [item for item in verdicts if item.entry_id == entry_id]
    return CaseRates(
        entry_id=entry_id,
        before=_experience((item.with_event, item.before) for item in own),
        after=_experience((item.with_event, item.after) for item in own),
        judged=sum(item.before is not None or item.after is not None for item in own),
        touched=touched.get(entry_id, 0),
    )


def _experience(found: Iterable[tuple[bool, WordedVerdict | None]]) -> Experience:
    """Count verdicts that decide, with the event and without."""
    numbers: Counter[str] = Counter()
    for with_event, verdict in found:
        if verdict is None or verdict.verdict is Verdict.UNDETERMINED:
            continue
        suffix = "" if with_event else "_without"
        numbers[f"tested{suffix}"] += 1
        numbers[f"confirmed{suffix}"] += verdict.verdict is Verdict.CONFIRMED
    return Experience.model_validate(numbers)
