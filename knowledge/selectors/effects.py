"""Reading what changes of the library do, where workers have measured it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q
from hvrmet.jobs.selectors import diagnoses_of, effect_answer

from diagnostics import __version__
from diagnostics.contracts.base import digest_of
from diagnostics.contracts.effect import (
    CriteriaChange,
    EffectOnCases,
    EffectOnRuns,
    EffectPart,
    EntryChange,
    MeasuredWith,
    Outdated,
)
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.library import Library
from diagnostics.guidelines import (
    changes_digest,
    deciding_changes,
    deciding_criteria,
    release_of,
)
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
from knowledge.selectors.rows import preset_of
from knowledge.words import says_why

R = TypeVar("R", EntryRevision, PresetRevision)
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
    criteria : tuple of CriteriaChange
        Criteria of events that change, likewise.
    """

    changes: tuple[EntryChange, ...] = ()
    reason: str = ""
    unmeasured: str = ""
    needs_reason: bool = False
    problems: tuple[Problem, ...] = ()
    release: str = ""
    is_past: bool = False
    criteria: tuple[CriteriaChange, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Of what the changes decide, and for whom; empty where there is none."""
        if not self.changes and not self.criteria:
            return ""
        digest = changes_digest(self.changes, self.criteria)
        return digest_of([self.release, digest]) if self.release else digest

    def reason_missing(self, measured: EffectOnCases | None) -> bool:
        """Whether right cases turn wrong and nobody said why."""
        wrong = measured is not None and measured.wrong > 0
        return self.needs_reason and wrong and not says_why(self.reason)


def outcome_subject(outcome: Outcome, reason: str = "") -> Subject:
    """Return what a proposal lets decide otherwise; nothing while it is wrong."""
    if outcome.problems:
        return Subject(reason=reason, needs_reason=True, problems=outcome.problems)
    names = {entry.id for entry in outcome.changed.entries}
    names |= {key for kind, key in outcome.removed if kind == ProposedKind.ENTRY}
    before, after = _part(outcome.before, names), _part(outcome.after, names)
    return Subject(
        deciding_changes(before, after),
        reason,
        needs_reason=True,
        criteria=deciding_criteria(before, after),
    )


def proposal_subject(row: Proposal) -> Subject:
    """Return what an open proposal would change now, or what an accepted one has changed."""
    if row.state == ProposalState.ACCEPTED:
        return Subject(
            _accepted_changes(row),
            row.effect_reason,
            row.unmeasured,
            is_past=True,
            criteria=_accepted_criteria(row),
        )
    standing = proposals_stand([row])[0] if row.state in OPEN else None
    if standing is None or not standing.fields:
        return Subject((), row.effect_reason, needs_reason=True)
    return outcome_subject(proposal_outcome(standing), row.effect_reason)


def _accepted_changes(row: Proposal) -> tuple[EntryChange, ...]:
    """Return what the entries that a proposal changed say otherwise than before."""
    replaced, made = _revisions_of(row, EntryRevision)
    return deciding_changes(_said(replaced), _said(made))


def _accepted_criteria(row: Proposal) -> tuple[CriteriaChange, ...]:
    """Return what the criteria that a proposal changed say otherwise than before."""
    sides = (
        release_of(Library(presets=tuple(preset_of(item) for item in revisions)))
        for revisions in _revisions_of(row, PresetRevision)
    )
    return deciding_criteria(*sides)


def _revisions_of(row: Proposal, model: type[R]) -> tuple[list[R], list[R]]:
    """Return the revisions that a proposal has replaced, and those that it made."""
    made = list(model.objects.filter(proposal=row).select_related("item"))
    numbers = {item.item_id: item.number - 1 for item in made}
    earlier = model.objects.filter(item__in=numbers).select_related("item")
    return [item for item in earlier if item.number == numbers[item.item_id]], made


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
    changes, criteria = deciding_changes(old, new), deciding_criteria(old, new)
    accepted = _accepted_for(row, changes, criteria)
    return Subject(
        changes,
        reason=_joined(item.effect_reason for item in accepted),
        unmeasured=_joined(item.unmeasured for item in accepted),
        criteria=criteria,
    )


def _joined(said: Iterable[str]) -> str:
    return "\n".join(text for text in said if text)


def _accepted_for(
    row: Candidate, changes: Iterable[EntryChange], criteria: Iterable[CriteriaChange]
) -> list[Proposal]:
    """Return the proposals by which a prepared release came to say otherwise, oldest first."""
    period = {"created_at__gt": row.since.created_at, "created_at__lte": row.created_at}
    entries = EntryRevision.objects.filter(
        item__key__in=[item.entry_id for item in changes], **period
    )
    presets = PresetRevision.objects.filter(
        item__key__in=[item.preset for item in criteria], **period
    )
    made = Q(pk__in=entries.values("proposal")) | Q(pk__in=presets.values("proposal"))
    return list(Proposal.objects.filter(made).order_by("closed_at"))


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
        criteria=deciding_criteria(before, after),
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
        if known.newest != newest_run(subject) and measured.measured is not None:
            found.append(Outdated.NEWER_RUNS)
    elif known.library and known.library != rest_of_library(subject.changes, subject.criteria):
        found.append(Outdated.OTHER_LIBRARY)
    return tuple(found)


def newest_run(subject: Subject) -> UUID | None:
    """Return the open scope's newest finished diagnosis that changes are about."""
    about = diagnoses_of(
        events_of_changes(subject.changes), [item.preset for item in subject.criteria]
    )
    found: UUID | None = about.order_by("-created_at", "-id").values_list("pk", flat=True).first()
    return found


def events_of_changes(changes: Iterable[EntryChange]) -> set[EventType]:
    """Return the types of event that changed entries are about, before or after."""
    entries = (entry for item in changes for entry in (item.before, item.after))
    return {event for entry in entries if entry is not None for event in entry.event_types}


def rest_of_library(changes: Iterable[EntryChange], criteria: Iterable[CriteriaChange]) -> str:
    """Return a digest of the revisions in force of all that is not changed.

    Empty where criteria alone change: nothing else has a say in what they do.
    """
    changed = [item.entry_id for item in changes]
    if not changed:
        return ""
    rest = latest(EntryRevision).filter(removed=False).exclude(item__key__in=changed)
    kept = [item.preset for item in criteria]
    presets = latest(PresetRevision).exclude(numbers={}).exclude(item__key__in=kept)
    numbers = (
        *rest.order_by("item__key").values_list("item__key", "number"),
        *presets.order_by("item__key").values_list("item__key", "number"),
    )
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
