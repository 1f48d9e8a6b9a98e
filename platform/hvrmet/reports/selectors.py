"""Reading report versions, in the open tenant scope."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, Func, JSONField, OuterRef, Value

from diagnostics.contracts.enums import EventType, Language, OccurrenceStatus
from diagnostics.contracts.space_time import Region
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.db.regions import meets
from hvrmet.core.errors import NotFoundError
from hvrmet.reports.models import Publication, ReportReading, ReportVersion
from hvrmet.reports.states import VersionStatus

Places = dict[UUID, dict[Language, tuple[str, ...]]]
Titles = dict[UUID, dict[Language, str]]
_TEXTS = ("version__document", "version__markdown", "version__html")
_OF_JOB = ("report__job__state", "report__job__request")


def version_list(job_id: UUID, *, drafts: bool) -> OwnedQuerySet:
    """Return where the versions of a job's report stand, newest first, without their texts."""
    found: OwnedQuerySet = _versions(job_id, drafts).defer(*_TEXTS).order_by("-version__number")
    return found


def publication_get(job_id: UUID, number: int | None = None, *, drafts: bool = True) -> Publication:
    """Return one version of a job's report with where it stands; the latest by default.

    Without drafts the latest is the one in force, or else the last that was.

    Raises
    ------
    NotFoundError
        When there is no such version, or not yet.
    """
    versions = _versions(job_id, drafts)
    if number is not None:
        versions = versions.filter(version__number=number)
    elif not drafts:
        in_force = versions.filter(status=VersionStatus.PUBLISHED)
        versions = in_force if in_force.exists() else versions
    found: Publication | None = versions.order_by("-version__number").first()
    if found is None:
        raise NotFoundError("report version")
    return found


def publication_list(
    *,
    drafts: bool,
    status: VersionStatus | None = None,
    event: EventType | None = None,
    occurrence: OccurrenceStatus | None = None,
    diagnosis: UUID | None = None,
    newest: bool = False,
    region: Region | None = None,
    since: datetime | None = None,
) -> OwnedQuerySet:
    """Return the tenant's versions that pass every given filter, without their texts.

    Parameters
    ----------
    drafts : bool
        With what was never published.
    status, event, occurrence : optional
    diagnosis : UUID, optional
        Versions of this job's report.
    newest : bool, optional
        Only the last version of each report, of those that may be shown.
    region : Region, optional
        Versions whose region has a point in common with it.
    since : datetime, optional
        Versions whose status changed at this moment or after it.
    """
    shown: OwnedQuerySet = Publication.objects.all()
    if not drafts:
        shown = shown.filter(published_at__isnull=False)
    found: OwnedQuerySet = shown.select_related("version", "report__job")
    found = found.defer(*_TEXTS, *_OF_JOB)
    if newest:
        later = shown.filter(
            report=OuterRef("report"), version__number__gt=OuterRef("version__number")
        )
        found = found.exclude(Exists(later))
    if status is not None:
        found = found.filter(status=status)
    if event is not None:
        found = found.filter(event=event)
    if occurrence is not None:
        found = found.filter(occurrence=occurrence)
    if diagnosis is not None:
        found = found.filter(report__job_id=diagnosis)
    if since is not None:
        found = found.filter(changed_at__gte=since)
    return found if region is None else found.filter(meets(region))


def correctors_of(version: ReportVersion) -> list[str]:
    """Return the labels of those whose corrections led to a version, the last one last."""
    before = ReportVersion.objects.filter(report_id=version.report_id, number__lt=version.number)
    known = {number: rest for number, *rest in before.values_list("number", "author", "corrects")}
    found: list[str] = []
    author, corrects = version.author, version.corrects
    while corrects is not None:
        if author not in found:
            found.insert(0, author)
        author, corrects = known.get(corrects, ("", None))
    return found


def places_said(version_ids: Collection[UUID]) -> Places:
    """Return what versions say of the place, by version and language: the fact "where"."""
    path = '$.facts[*] ? (@.name == "where").lines[*]'
    return {
        version: {language: tuple(map(_text_of, lines)) for language, lines in said.items()}
        for version, said in _said(version_ids, path).items()
    }


def titles_said(version_ids: Collection[UUID]) -> Titles:
    """Return the titles of versions, by version and language."""
    return {
        version: {language: _text_of(lines[0]) for language, lines in said.items() if lines}
        for version, said in _said(version_ids, "$.title").items()
    }


def _said(version_ids: Collection[UUID], path: str) -> dict[UUID, dict[Language, list[Any]]]:
    """Return sentences of readings, without the rest of them."""
    lines = Func(
        F("document"), Value(path), function="jsonb_path_query_array", output_field=JSONField()
    )
    rows = ReportReading.objects.filter(version__in=version_ids).annotate(lines=lines)
    found: dict[UUID, dict[Language, list[Any]]] = {}
    for version_id, language, said in rows.values_list("version_id", "language", "lines"):
        found.setdefault(version_id, {})[Language(language)] = said
    return found


def _text_of(sentence: dict[str, Any]) -> str:
    return "".join(piece["text"] for piece in sentence["pieces"])


def publication_by_id(version_id: UUID, *, drafts: bool) -> Publication:
    """Return a version by its own key.

    Raises
    ------
    NotFoundError
        When there is none, or it may not be shown.
    """
    found = Publication.objects.select_related("version", "report").filter(version_id=version_id)
    if not drafts:
        found = found.filter(published_at__isnull=False)
    row: Publication | None = found.first()
    if row is None:
        raise NotFoundError("report")
    return row


def _versions(job_id: UUID, drafts: bool) -> OwnedQuerySet:
    found: OwnedQuerySet = Publication.objects.filter(report__job_id=job_id)
    found = found.select_related("version", "report__job").defer(*_OF_JOB)
    return found if drafts else found.filter(published_at__isnull=False)
