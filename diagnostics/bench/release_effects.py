"""What a release of the library changes in known cases, against the one before it.

The changed entries are judged on every case whose data allow it, under both releases, as the loop
judges them; each generated case is then diagnosed as a whole under both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from diagnostics.bench.factor_hit_rates import tested
from diagnostics.bench.known_cases import KnownCase, quiet_case, sample_cases
from diagnostics.bench.runs import opened_run, run_case
from diagnostics.contracts.enums import EventType, ExplanationStatus, Firing, OccurrenceStatus
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.report import Report
from diagnostics.errors import DiagnosticsError
from diagnostics.loop.run import Run


@dataclass(frozen=True)
class JudgedEntry:
    """One entry in one case under both releases; None where it is not there or cannot tell."""

    case: str
    event: EventType
    occurred: bool
    entry: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class Diagnosed:
    """What a whole diagnosis came to: in words of the contract, and the factors that count."""

    occurrence: str
    explanation: str
    event: str
    factors: tuple[str, ...]
    right: bool | None


def changed_entries(before: GuidelineRelease, after: GuidelineRelease) -> tuple[str, ...]:
    """Return the entries that differ between two releases in more than who reviewed them."""
    left = {entry.id: _judged_part(entry) for entry in before.entries}
    right = {entry.id: _judged_part(entry) for entry in after.entries}
    return tuple(name for name in {**left, **right} if left.get(name) != right.get(name))


def _judged_part(entry: GuidelineEntry) -> GuidelineEntry:
    blank = {"curation": GuidelineEntry.model_fields["curation"].default, "references": ()}
    return entry.model_copy(update=blank)


def generated_cases() -> Iterator[KnownCase]:
    """Yield the generated cases, the one without an event last."""
    yield from sample_cases()
    yield quiet_case()


def judged(
    known: KnownCase, before: GuidelineRelease, after: GuidelineRelease
) -> Iterator[JudgedEntry]:
    """Judge the changed entries on one case under both releases.

    Parameters
    ----------
    known : KnownCase
    before, after : GuidelineRelease

    Yields
    ------
    JudgedEntry
        For each type whose criterion the data can test and each entry that has a verdict under one
        of the releases at least.

    Raises
    ------
    DiagnosticsError
        Where the case cannot be opened.
    """
    names = set(changed_entries(before, after))
    runs = [opened_run(known.request, known.source, release) for release in (before, after)]
    classification = runs[0].state.classification
    assert classification is not None
    for assessment in classification.assessments:
        if assessment.firing is Firing.NOT_ASSESSABLE:
            continue
        found = [_verdicts(run, assessment.event, names) for run in runs]
        for name in sorted({*found[0], *found[1]}):
            yield JudgedEntry(
                case=known.name,
                event=assessment.event,
                occurred=assessment.firing is Firing.FIRED,
                entry=name,
                before=found[0].get(name),
                after=found[1].get(name),
            )


def _verdicts(run: Run, event: EventType, names: set[str]) -> dict[str, str]:
    view = run.view(event)
    found = {}
    for entry in view.candidates:
        if entry.id not in names:
            continue
        try:
            rule = tested(run, view, entry)
        except DiagnosticsError:
            continue
        if rule is not None:
            found[entry.id] = rule[0].verdict.value
    return found


def diagnosed(known: KnownCase, release: GuidelineRelease) -> Diagnosed:
    """Diagnose a generated case as a whole under a release.

    Raises
    ------
    DiagnosticsError
        Where the run ends without a report.
    """
    case, _ = run_case(known.request, known.source, release)
    return conclusion_of(case.report, known)


def conclusion_of(report: Report, known: KnownCase) -> Diagnosed:
    """Return what a report concludes, and whether that is right for a generated case.

    A case with an event is right where the event is found and explained, the quiet one where
    nothing is.
    """
    conclusion = report.conclusion
    event = conclusion.event.value if conclusion.event is not None else ""
    occurred = conclusion.occurrence.status is OccurrenceStatus.MET
    explained = conclusion.explanation.status is ExplanationStatus.CONFIRMED
    confirmed = set(conclusion.confirmed)
    right: bool | None = None
    if not known.real:
        wanted = known.name if known.name in {one.value for one in EventType} else ""
        right = (event == wanted and occurred and explained) if wanted else not explained
    return Diagnosed(
        occurrence=conclusion.occurrence.status.value,
        explanation=conclusion.explanation.status.value,
        event=event,
        factors=tuple(
            sorted(
                {one.entry_id for one in report.evidence if one.id in confirmed and one.entry_id}
            )
        ),
        right=right,
    )
