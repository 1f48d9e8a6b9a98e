"""Report versions as the API shows them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.urls import reverse
from pydantic import BaseModel, Field

from diagnostics.contracts.base import Instant
from diagnostics.contracts.enums import EventType, Language, OccurrenceStatus
from diagnostics.contracts.reading import Reading
from diagnostics.contracts.report import Report as ReportDocument
from diagnostics.contracts.space_time import Region
from hvrmet.core.http.pagination import Page, PageQuery
from hvrmet.core.http.schemas import Flag, Query, RegionText
from hvrmet.reports.models import Publication
from hvrmet.reports.selectors import Titles
from hvrmet.reports.states import VersionStatus
from hvrmet.tenants.pages import page_address


class Dissent(BaseModel):
    """A reviewer who does not agree with what was published, in their own words."""

    review: UUID
    reviewer: str
    verdict: str
    text: str
    at: datetime


class ReportVersionInfo(BaseModel):
    """One version and where it stands, without its text.

    `corrects` is the number of the version that a correction began with; `superseded_by` is the
    number of the version that took its place.
    """

    number: int = Field(description="Of the version, from 1")
    digest: str = Field(description="Sha256 of the document")
    author: str = Field(description="Label of who made the version")
    corrects: int | None
    note: str = Field(description="What its author said of it")
    created_at: datetime = Field(description="When the version was made, UTC")
    status: VersionStatus
    changed_at: datetime = Field(description="When its status last changed, UTC")
    approved_by: str = Field(description="Label of who approved it; empty before")
    published_by: str = Field(description="Label of who published it; empty before")
    published_at: datetime | None = Field(description="When it was published, UTC")
    withdrawn_by: str = Field(description="Label of who withdrew it; empty where nobody did")
    withdrawal_reason: str = Field(description="Why it was withdrawn; empty where nobody did")
    superseded_by: int | None
    dissent: tuple[Dissent, ...] = Field(
        description="Reviewers who disagree with what was published"
    )


class ReportInfo(BaseModel):
    """The versions of a diagnosis' report, newest first, and the newest document."""

    versions: tuple[ReportVersionInfo, ...]
    latest: ReportDocument


class ReportVersionOut(ReportVersionInfo):
    """One version with its document."""

    document: ReportDocument


class ReadingQuery(Query):
    """In which language a version is read."""

    language: Language | None = Field(
        default=None, description="The language in which the version was written, by default"
    )


class ReportReadingOut(ReportVersionInfo):
    """One version, written sentence by sentence in one of the languages that are kept."""

    language: Language
    languages: tuple[Language, ...]
    reading: Reading


class ReportLinks(BaseModel):
    """Where the report and its diagnosis are; `page` is where people read the version."""

    page: str
    report: str
    html: str
    markdown: str
    diagnosis: str


class ReportSummary(ReportVersionInfo):
    """A version in the list of all reports.

    `occurrence` says whether the criterion of `occurred` is met; `event` is the event that the
    diagnosis was of, which need not have happened.
    """

    id: UUID = Field(description="Of the version")
    diagnosis: UUID = Field(description="Id of the diagnosis that the report is of")
    title: str = Field(description="Title of the version")
    titles: dict[Language, str] = Field(description="The title in the languages that are kept")
    event: EventType | None
    occurrence: OccurrenceStatus
    occurred: EventType | None
    region: Region = Field(description="Box of the diagnosis, degrees")
    links: ReportLinks


class ListedReport(ReportSummary):
    """A version in a list, with what reports of one region differ by.

    `changed_by` is who made the last change of status; of changes by a release before this one, who
    brought the version furthest. `opened` says whether the caller was shown the version as a whole;
    null for services.
    """

    changed_by: str
    requested_by: str = Field(description="Label of who asked for the diagnosis")
    requested_at: datetime = Field(description="When the diagnosis was asked for, UTC")
    opened: bool | None


class ReportSummaryPage(Page[ListedReport]):
    """Report versions, newest first."""


class PublishedReport(ReportSummary):
    """A version of the list with its document."""

    document: ReportDocument


class ReportQuery(PageQuery):
    """Filters of the list of reports."""

    status: VersionStatus | None = None
    event: EventType | None = None
    occurrence: OccurrenceStatus | None = Field(
        default=None, description="Whether the criterion of the event is met"
    )
    diagnosis: UUID | None = Field(default=None, description="Versions of this diagnosis' report")
    newest: Flag = Field(
        default=False,
        description="Only the newest version of each report, of those that the caller may see; "
        "the other filters are applied to it",
    )
    region: RegionText | None = Field(
        default=None, description="`W,S,E,N` in degrees; reports whose region meets it"
    )
    since: Instant | None = Field(
        default=None, description="Published, superseded or withdrawn since then"
    )


def version_info(row: Publication) -> ReportVersionInfo:
    """Return a version as lists show it."""
    return ReportVersionInfo.model_validate(_info(row))


def report_summary(row: Publication, titles: Titles | None = None) -> ReportSummary:
    """Return a version as the list of all reports shows it, with its titles where known."""
    key = row.version_id
    return ReportSummary(
        **_info(row),
        id=key,
        diagnosis=row.report.job_id,
        title=row.title,
        titles=(titles or {}).get(key, {}),
        event=EventType(row.event) if row.event else None,
        occurrence=OccurrenceStatus(row.occurrence),
        occurred=EventType(row.occurred) if row.occurred else None,
        region=Region(west=row.west, south=row.south, east=row.east, north=row.north),
        links=ReportLinks(
            page=page_address("report-page", row.report.job_id, row.version.number),
            report=reverse("report-detail", args=[key]),
            html=reverse("report-export", args=[key, "html"]),
            markdown=reverse("report-export", args=[key, "md"]),
            diagnosis=reverse("diagnosis-detail", args=[row.report.job_id]),
        ),
    )


def _info(row: Publication) -> dict[str, object]:
    names = ReportVersionInfo.model_fields
    of_version = ("number", "digest", "author", "corrects", "note", "created_at")
    return {name: getattr(row.version if name in of_version else row, name) for name in names}
