"""Reading what changes of the library do, where workers have measured it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hvrmet.jobs.selectors import effect_job
from hvrmet.jobs.services.answers import answer_of

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.effect import EffectOnCases, EffectOnRuns, EffectPart, EntryChange
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.library import Library
from diagnostics.guidelines import changes_digest, deciding_changes, release_of
from diagnostics.guidelines.exchange import Problem
from knowledge.models import (
    Candidate,
    EntryRevision,
    MeasuredEffect,
    Proposal,
    ProposalState,
    ProposedKind,
)
from knowledge.selectors.library import entries_of
from knowledge.selectors.outcomes import Outcome, proposal_outcome
from knowledge.selectors.overlays import overlay_stand
from knowledge.selectors.proposals import OPEN, proposals_stand
from knowledge.selectors.releases import current_release_digest, release_document


@dataclass(frozen=True)
class Subject:
    """The changes whose effect is asked for, and why right cases may turn wrong.

    Attributes
    ----------
    changes : tuple of EntryChange
        None where nothing is decided otherwise, or where what is proposed is wrong.
    reason : str
    needs_reason : bool
        Whether it can only be accepted with a reason where right cases turn wrong.
    problems : tuple of Problem
        What is wrong with what is proposed.
    release : str
        Digest of the release that a centre changes for itself; empty for the library.
    """

    changes: tuple[EntryChange, ...] = ()
    reason: str = ""
    needs_reason: bool = False
    problems: tuple[Problem, ...] = ()
    release: str = ""

    @cached_property
    def digest(self) -> str:
        """Of what the changes decide, and for whom; empty where there is none."""
        if not self.changes:
            return ""
        digest = changes_digest(self.changes)
        return digest_of([self.release, digest]) if self.release else digest

    def reason_missing(self, measured: EffectOnCases | None) -> bool:
        """Whether right cases turn wrong and nobody said why."""
        said = any(letter.isalpha() for letter in self.reason)
        return self.needs_reason and not said and measured is not None and measured.wrong > 0


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
        return Subject(_accepted_changes(row), row.effect_reason)
    standing = proposals_stand([row])[0] if row.state in OPEN else None
    if standing is None or not standing.fields:
        return Subject((), row.effect_reason, needs_reason=True)
    outcome = proposal_outcome(standing)
    return Subject(
        outcome_changes(outcome),
        row.effect_reason,
        needs_reason=True,
        problems=outcome.problems,
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
    return Subject(changes, "\n".join(_reasons(row, [item.entry_id for item in changes])))


def _reasons(row: Candidate, entries: Iterable[str]) -> list[str]:
    """Return why right cases may turn wrong, as the proposals of a release's changes say it."""
    made = EntryRevision.objects.filter(
        item__key__in=list(entries),
        created_at__gt=row.since.created_at,
        created_at__lte=row.created_at,
    )
    accepted = Proposal.objects.filter(pk__in=made.values("proposal")).exclude(effect_reason="")
    return list(accepted.order_by("closed_at").values_list("effect_reason", flat=True))


def overlay_subject() -> Subject:
    """Return what the open scope's overlay would change of what the centre works with."""
    standing = overlay_stand()
    release = current_release_digest()
    combination = standing.combination
    if not standing.is_changed or combination.problems:
        return Subject(problems=combination.problems, release=release)
    changes = deciding_changes(release_document(release), combination.release)
    return Subject(changes, release=release)


def measured_on_cases(subject: Subject) -> EffectOnCases | None:
    """Return the effect of a change on the generated cases, or None where it is not measured.

    What a centre changes for itself stands in the answer of its own job alone.
    """
    if not subject.digest:
        return None
    if subject.release:
        found = _answer_on(EffectPart.CASES, subject)
    else:
        documents = MeasuredEffect.objects.filter(digest=subject.digest)
        found = documents.values_list("document", flat=True).first()
    return None if found is None else EffectOnCases.model_validate(found, extra="ignore")


def measured_on_runs(subject: Subject) -> EffectOnRuns | None:
    """Return the effect on the stored runs of the open scope's tenant, or None."""
    found = _answer_on(EffectPart.RUNS, subject)
    return None if found is None else EffectOnRuns.model_validate(found, extra="ignore")


def is_measured(part: EffectPart, subject: Subject) -> bool:
    """Whether the effect is there: for all on the cases, for the open scope's tenant on runs."""
    measured = measured_on_cases if part is EffectPart.CASES else measured_on_runs
    return measured(subject) is not None


def _answer_on(part: EffectPart, subject: Subject) -> dict[str, Any] | None:
    job = effect_job(part, subject.digest) if subject.digest else None
    return None if job is None else answer_of(job.pk)


def _entries_alone(document: dict[str, Any], names: set[str]) -> GuidelineRelease:
    """Read some entries of a release: to read all of them takes long."""
    entries = [entry for entry in document["entries"] if entry["id"] in names]
    return GuidelineRelease.model_validate({**document, "entries": entries, "causes": []})


def _part(library: Library, names: set[str]) -> GuidelineRelease:
    """Make a release of some entries alone."""
    entries = tuple(entry for entry in library.entries if entry.id in names)
    return release_of(library.model_copy(update={"entries": entries, "causes": ()}))
