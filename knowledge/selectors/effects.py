"""Reading what changes of the library do, where workers have measured it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from hvrmet.jobs.selectors import diagnoses_of, effect_answer

from diagnostics import __version__
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.effect import (
    EffectOnCases,
    EffectOnRuns,
    EffectPart,
    EntryChange,
    MeasuredWith,
    Outdated,
)
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.library import Library
from diagnostics.guidelines import changes_digest, deciding_changes, release_of
from diagnostics.guidelines.exchange import Problem
from knowledge.models import (
    Adoption,
    Candidate,
    EntryRevision,
    MeasuredEffect,
    PresetRevision,
    Proposal,
    ProposalState,
    ProposedKind,
)
from knowledge.selectors.library import entries_of, latest
from knowledge.selectors.outcomes import Outcome, proposal_outcome
from knowledge.selectors.overlays import overlay_stand
from knowledge.selectors.proposals import OPEN, proposals_stand
from knowledge.selectors.releases import current_release_digest, release_document
from knowledge.words import says_why

Measured = EffectOnCases | EffectOnRuns


@dataclass(frozen=True)
class Subject:
    """The changes whose effect is asked for, and why right cases may turn wrong.

    Attributes
    ----------
    changes : tuple of EntryChange
        None where nothing is decided otherwise, or where what is proposed is wrong.
    reason : str
    unmeasured : str
        Why it was accepted before anybody knew whether right cases turn wrong.
    needs_reason : bool
        Whether it can only be accepted with a reason where right cases turn wrong.
    problems : tuple of Problem
        What is wrong with what is proposed.
    release : str
        Digest of the release that a centre changes for itself; empty for the library.
    is_past : bool
        Whether it is done: what was measured then is not measured again.
    criteria : bool
        Whether criteria of events change too, whose effect nobody measures.
    """

    changes: tuple[EntryChange, ...] = ()
    reason: str = ""
    unmeasured: str = ""
    needs_reason: bool = False
    problems: tuple[Problem, ...] = ()
    release: str = ""
    is_past: bool = False
    criteria: bool = False

    @cached_property
    def digest(self) -> str:
        """Of what the changes decide, and for whom; empty where there is none."""
        if not self.changes:
            return ""
        digest = changes_digest(self.changes)
        return digest_of([self.release, digest]) if self.release else digest

    def reason_missing(self, measured: EffectOnCases | None) -> bool:
        """Whether right cases turn wrong and nobody said why."""
        wrong = measured is not None and measured.wrong > 0
        return self.needs_reason and wrong and not says_why(self.reason)


def outcome_changes(outcome: Outcome) -> tuple[EntryChange, ...]:
    """Return the entries that a proposal lets decide otherwise; none while it is wrong."""
    if outcome.problems:
        return ()
    names = {entry.id for entry in outcome.changed.entries}
    names |= {key for kind, key in outcome.removed if kind == ProposedKind.ENTRY}
    return deciding_changes(_part(outcome.before, names), _part(outcome.after, names))


def proposal_subject(row: Proposal) -> Subject:
    """Return what an open proposal would change now, or what an accepted one has changed."""
    if row.state == ProposalState.ACCEPTED:
        return Subject(
            _accepted_changes(row),
            row.effect_reason,
            row.unmeasured,
            is_past=True,
            criteria=PresetRevision.objects.filter(proposal=row).exists(),
        )
    standing = proposals_stand([row])[0] if row.state in OPEN else None
    if standing is None or not standing.fields:
        return Subject((), row.effect_reason, needs_reason=True)
    outcome = proposal_outcome(standing)
    return Subject(
        outcome_changes(outcome),
        row.effect_reason,
        needs_reason=True,
        problems=outcome.problems,
        criteria=bool(outcome.changed.presets),
    )


def _accepted_changes(row: Proposal) -> tuple[EntryChange, ...]:
    """Return what the revisions that a proposal made say otherwise than those before them."""
    made = list(EntryRevision.objects.filter(proposal=row).select_related("item"))
    numbers = {item.item_id: item.number - 1 for item in made}
    earlier = EntryRevision.objects.filter(item__in=numbers).select_related("item")
    replaced = [item for item in earlier if item.number == numbers[item.item_id]]
    return deciding_changes(_said(replaced), _said(made))


def _said(revisions: Iterable[EntryRevision]) -> GuidelineRelease:
    """Make a release of what revisions say, without their citations, which decide nothing."""
    entries = entries_of(item for item in revisions if not item.removed)
    bare = tuple(entry.model_copy(update={"citations": ()}) for entry in entries)
    return release_of(Library(entries=bare))


def candidate_subject(row: Candidate) -> Subject:
    """Return what a prepared release changes in the one that it is compared with, and why."""
    documents = row.since.document, row.document
    before, after = ({entry["id"]: entry for entry in one["entries"]} for one in documents)
    names = {name for name in {**before, **after} if before.get(name) != after.get(name)}
    old, new = (_entries_alone(document, names) for document in documents)
    changes = deciding_changes(old, new)
    accepted = _accepted_for(row, [item.entry_id for item in changes])
    return Subject(
        changes,
        reason=_joined(item.effect_reason for item in accepted),
        unmeasured=_joined(item.unmeasured for item in accepted),
        criteria=row.since.document.get("presets") != row.document.get("presets"),
    )


def _joined(said: Iterable[str]) -> str:
    return "\n".join(text for text in said if text)


def _accepted_for(row: Candidate, entries: Iterable[str]) -> list[Proposal]:
    """Return the proposals by which entries have changed in a prepared release, oldest first."""
    made = EntryRevision.objects.filter(
        item__key__in=list(entries),
        created_at__gt=row.since.created_at,
        created_at__lte=row.created_at,
    )
    accepted = Proposal.objects.filter(pk__in=made.values("proposal"))
    return list(accepted.order_by("closed_at"))


def overlay_subject() -> Subject:
    """Return what the open scope's overlay would change of what the centre works with."""
    standing = overlay_stand()
    release = current_release_digest()
    combination = standing.combination
    if not standing.is_changed or combination.problems:
        return Subject(problems=combination.problems, release=release)
    return _of_centre(release_document(release), combination.release)


def adoption_subject(row: Adoption) -> Subject:
    """Return what the open scope's tenant would adopt with a proposal that waits."""
    if row.adopted_at is not None or row.withdrawn_at is not None:
        return Subject()
    digests = (current_release_digest(), row.adopted.digest)
    return _of_centre(*(release_document(digest) for digest in digests))


def _of_centre(before: GuidelineRelease, after: GuidelineRelease) -> Subject:
    return Subject(
        deciding_changes(before, after),
        release=before.digest,
        criteria=before.presets != after.presets,
    )


def measured_on_cases(subject: Subject) -> EffectOnCases | None:
    """Return the effect of a change on the generated cases, or None where it is not measured.

    What a centre changes for itself stands in the answer of its own job alone.
    """
    if not subject.digest:
        return None
    if subject.release:
        found = _answer_on(EffectPart.CASES, subject)
    else:
        kept = MeasuredEffect.objects.filter(digest=subject.digest).order_by("-created_at")
        found = kept.values_list("document", flat=True).first()
    return None if found is None else EffectOnCases.model_validate(found, extra="ignore")


def measured_on_runs(subject: Subject) -> EffectOnRuns | None:
    """Return the effect on the stored runs of the open scope's tenant, or None."""
    found = _answer_on(EffectPart.RUNS, subject)
    return None if found is None else EffectOnRuns.model_validate(found, extra="ignore")


def measured_on(part: EffectPart, subject: Subject) -> Measured | None:
    """Return the effect, or None: for all on the cases, for the open scope's tenant on runs."""
    measured = measured_on_cases if part is EffectPart.CASES else measured_on_runs
    return measured(subject)


def outdated(part: EffectPart, subject: Subject, measured: Measured) -> tuple[Outdated, ...]:
    """Return why an effect might be another if it were measured now."""
    if subject.is_past:
        return ()
    known = measured.measured or MeasuredWith(software="")
    found = [Outdated.NEWER_SOFTWARE] if known.software != __version__ else []
    if part is EffectPart.RUNS:
        if known.newest != newest_run(subject.changes) and measured.measured is not None:
            found.append(Outdated.NEWER_RUNS)
    elif known.library and known.library != rest_of_library(subject.changes):
        found.append(Outdated.OTHER_LIBRARY)
    return tuple(found)


def newest_run(changes: Iterable[EntryChange]) -> UUID | None:
    """Return the open scope's newest finished diagnosis that changes are about."""
    entries = (entry for item in changes for entry in (item.before, item.after))
    events = {event for entry in entries if entry is not None for event in entry.event_types}
    found: UUID | None = (
        diagnoses_of(events).order_by("-created_at", "-id").values_list("pk", flat=True).first()
    )
    return found


def rest_of_library(changes: Iterable[EntryChange]) -> str:
    """Return a digest of the revisions in force of all entries that are not changed."""
    changed = [item.entry_id for item in changes]
    rest = latest(EntryRevision).filter(removed=False).exclude(item__key__in=changed)
    numbers = rest.order_by("item__key").values_list("item__key", "number")
    return digest_of([[key, number] for key, number in numbers])


def _answer_on(part: EffectPart, subject: Subject) -> dict[str, Any] | None:
    return effect_answer(part, subject.digest) if subject.digest else None


def _entries_alone(document: dict[str, Any], names: set[str]) -> GuidelineRelease:
    """Read some entries of a release: to read all of them takes long."""
    entries = [entry for entry in document["entries"] if entry["id"] in names]
    return GuidelineRelease.model_validate({**document, "entries": entries, "causes": []})


def _part(library: Library, names: set[str]) -> GuidelineRelease:
    """Make a release of some entries alone."""
    entries = tuple(entry for entry in library.entries if entry.id in names)
    return release_of(library.model_copy(update={"entries": entries, "causes": ()}))
