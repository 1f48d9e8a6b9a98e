"""Taking entries in from outside: a YAML file, or a later release of the shared library."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hvrmet.core.errors import ApplicationError

from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.validation import joined
from diagnostics.guidelines import PAPER
from diagnostics.messages import Message, message
from knowledge.differences import entry_differences
from knowledge.entry_tables import cause_row
from knowledge.executable import problems_of
from knowledge.interchange import LISTED
from knowledge.models import CauseRow, Draft, LibraryEntry
from knowledge.selectors.releases import release_document
from knowledge.selectors.workspaces import (
    causes,
    head_entries,
    library_entries,
    workspace_get,
)
from knowledge.services.drafts import Author, as_draft
from knowledge.services.workspaces import entry_row_create, revisions_store
from knowledge.states import ChangeKind, DraftStatus, Origin


@dataclass
class ImportReport:
    """What an import did; `conflicts` were changed here and there, and stay as they are here."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: int = 0
    conflicts: dict[str, list[str]] = field(default_factory=dict)


def library_import(*, author: Author, release: GuidelineRelease, reason: str) -> ImportReport:
    """Draft what a file has otherwise than the workspace; entries that it lacks stay.

    Of a file that was drawn from a paper, entries that were there once are left as they are: a
    paper that is given twice changes nothing of what curators made of its drafts.

    Raises
    ------
    ApplicationError
        ``no_workspace`` (409); ``invalid_entry`` (400) with every entry that cannot be executed:
        nothing is taken in then. ``entry_proposed`` (409) where an entry is under review.
    """
    workspace_get(lock=True)
    _causes_add(release)
    heads = head_entries()
    of_paper = release.id.startswith(PAPER)
    known = set(_known(release)) if of_paper else set()
    wanted = {
        entry.id: entry
        for entry in release.entries
        if entry.id not in known
        and (entry.id not in heads or entry_differences(heads[entry.id], entry))
    }
    _require_executable(list(wanted.values()))
    report = ImportReport(unchanged=len(release.entries) - len(wanted))
    report.added = [name for name in wanted if name not in heads]
    report.changed = [name for name in wanted if name in heads]
    origin = Origin.LITERATURE if of_paper else Origin.IMPORTED
    _drafts_store(author, wanted, report, reason, origin)
    return report


def _known(release: GuidelineRelease) -> Iterable[str]:
    """Return which entries of a file the workspace has, or had before they were dropped."""
    rows = library_entries(removed=True).filter(entry_id__in=[one.id for one in release.entries])
    found: Iterable[str] = rows.values_list("entry_id", flat=True)
    return found


def upstream_take(
    *, author: Author, digest: str, theirs: frozenset[str] = frozenset()
) -> ImportReport:
    """Draft what a later shared release changed; what both sides changed is a conflict.

    Parameters
    ----------
    author : Author
    digest : str
        Of the shared release.
    theirs : frozenset of str, optional
        Conflicting entries of which the shared state is taken; the others stay as they are here.

    Raises
    ------
    ApplicationError
        As :func:`library_import`.
    """
    workspace = workspace_get(lock=True)
    release = release_document(digest)
    common = {one.id: one for one in release_document(workspace.upstream_digest).entries}
    heads = head_entries()
    _causes_add(release)
    report = ImportReport()
    wanted: dict[str, GuidelineEntry] = {}
    for entry in release.entries:
        own, before = heads.get(entry.id), common.get(entry.id)
        if own is None:
            if before is None:
                wanted[entry.id] = entry
                report.added.append(entry.id)
            continue
        if not entry_differences(own, entry):
            report.unchanged += 1
            continue
        if entry.id not in theirs and before is not None and not entry_differences(before, entry):
            report.unchanged += 1
            continue
        mine = [] if before is None else entry_differences(before, own)
        if mine and entry.id not in theirs:
            fields = {one.field for one in mine}
            report.conflicts[entry.id] = sorted(
                one.field for one in entry_differences(own, entry) if one.field in fields
            ) or sorted(fields)
            continue
        wanted[entry.id] = entry
        report.changed.append(entry.id)
    _require_executable(list(wanted.values()))
    reason = f"{release.id} {release.version}"
    _drafts_store(author, wanted, report, reason, Origin.IMPORTED)
    workspace.upstream_digest = digest
    workspace.save()
    return report


def _drafts_store(
    author: Author,
    wanted: dict[str, GuidelineEntry],
    report: ImportReport,
    reason: str,
    origin: Origin,
) -> None:
    rows: dict[str, LibraryEntry] = {
        row.entry_id: row for row in library_entries(removed=True).filter(entry_id__in=list(wanted))
    }
    busy = Draft.objects.filter(entry__in=list(rows.values()), closed_at__isnull=True)
    open_keys = set()
    for draft in busy:
        if draft.status == DraftStatus.PROPOSED:
            raise ApplicationError(
                message("refusal-entry_proposed"), code="entry_proposed", http_status=409
            )
        open_keys.add(draft.entry_id)
    for name in wanted:
        if name not in rows:
            rows[name] = entry_row_create(name)
    stored = revisions_store(
        ((rows[name], as_draft(entry)) for name, entry in wanted.items()),
        author=author.label,
        author_id=author.id,
        origin=origin,
        reason=reason,
    )
    for row in rows.values():
        row.head, row.removed = stored[row.pk], False
    LibraryEntry.objects.bulk_update(rows.values(), ["head", "removed"], batch_size=500)
    Draft.objects.bulk_create(
        Draft(
            entry=row,
            kind=ChangeKind.ADD if row.released_id is None else ChangeKind.CHANGE,
            status=DraftStatus.OPEN,
            opened_by=author.label,
            opened_by_id=author.id,
            origin=origin,
        )
        for row in rows.values()
        if row.pk not in open_keys
    )


def _causes_add(release: GuidelineRelease) -> None:
    """Take in explanations that the workspace does not have yet."""
    known = {(cause.id, event) for cause in causes() for event in cause.event_types}
    last = CauseRow.objects.count()
    new = [
        cause
        for cause in release.causes
        if any((cause.id, event) not in known for event in cause.event_types)
    ]
    CauseRow.objects.bulk_create(cause_row(last + place, cause) for place, cause in enumerate(new))


def _require_executable(entries: list[GuidelineEntry]) -> None:
    known = causes()
    problems: list[Message] = []
    for entry in entries:
        problems += [
            message("problem-line", path=f"{entry.id}.{one.at}", problem=one.wording)
            for one in problems_of(entry, known)
        ]
    if problems:
        raise ApplicationError(
            message(
                "refusal-invalid_library",
                count=str(len(problems)),
                problems=joined(problems[:LISTED]),
            ),
            code="invalid_library",
            data={"count": len(problems), "problems": problems[:LISTED]},
        )
