"""REST: the workspace of a centre's curators, its entries, revisions and remarks."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count
from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_body, parse_query
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.messages import message
from knowledge.differences import FieldDifference, entry_differences
from knowledge.entry_tables import entry_of
from knowledge.models import Revision
from knowledge.previews import entry_preview
from knowledge.schemas import (
    ChangedEntry,
    CommentInfo,
    CommentPage,
    CoverageCell,
    CoverageMatrix,
    DiffQuery,
    EntryDetail,
    EntryDiff,
    EntryFilter,
    EntryPreview,
    EntryQueue,
    NewComment,
    NewEntry,
    NewWorkspace,
    Reason,
    RevisionDetail,
    RevisionPage,
    StatisticsQuery,
    UseInfo,
    UseStatistics,
    WorkPage,
    WorkspaceInfo,
)
from knowledge.selectors.attention import QueueFilter, coverage, queue, uses_of
from knowledge.selectors.learning import tallies
from knowledge.selectors.workspaces import (
    comment_list,
    library_entry_get,
    revision_get,
    revision_list,
    work_list,
    workspace_get,
)
from knowledge.services.comments import comment_add, comment_resolve
from knowledge.services.drafts import (
    Author,
    draft_drop,
    entry_change,
    entry_create,
    entry_remove,
)
from knowledge.services.workspaces import workspace_open
from knowledge.shown import (
    comment_info,
    entry_detail,
    queue_item,
    revision_info,
    work_info,
    workspace_info,
)

ENTRY = [TENANT_PARAMETER]


class WorkspaceView(TenantView):
    """The workspace."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_workspace",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: WorkspaceInfo}, 409),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Return the workspace of the centre's curators."""
        return Response(workspace_info(workspace_get()))

    @extend_schema(
        operation_id="library_workspace_open",
        parameters=[TENANT_PARAMETER],
        request=NewWorkspace,
        responses=answers({201: WorkspaceInfo}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Open the workspace of the curators on a release; once for a centre."""
        wanted = parse_body(NewWorkspace, request)
        row = workspace_open(principal=self.principal(request), digest=wanted.digest)
        return Response(workspace_info(row), status=201)


class LibraryEntryListView(TenantView):
    """The entries of the workspace."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_entries",
        parameters=[*query_parameters(EntryFilter), TENANT_PARAMETER],
        responses=answers({200: EntryQueue}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List library entries by need of attention, by name or newest first, filtered."""
        query = parse_query(EntryFilter, request)
        chosen = query.model_dump(mode="json", exclude_none=True)
        found = queue(QueueFilter(**{"text": chosen.pop("q"), **chosen}))
        document = EntryQueue(results=tuple(queue_item(row) for row in found))
        return Response(document.model_dump(mode="json"))

    @extend_schema(
        operation_id="library_entry_create",
        parameters=[TENANT_PARAMETER],
        request=NewEntry,
        responses=answers({201: EntryDetail}, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Draft a new entry of the library."""
        wanted = parse_body(NewEntry, request)
        author = Author.of(self.principal(request))
        draft = entry_create(author=author, entry=wanted.entry, reason=wanted.reason)
        return Response(entry_detail(draft.entry, revision_get(draft.entry), draft), status=201)


class LibraryEntryView(TenantView):
    """One entry of the workspace."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "PUT": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_entry",
        parameters=ENTRY,
        responses=answers({200: EntryDetail}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, entry_id: str) -> Response:
        """Return a library entry in its newest state."""
        row = library_entry_get(entry_id)
        return Response(entry_detail(row, revision_get(row)))

    @extend_schema(
        operation_id="library_entry_change",
        parameters=ENTRY,
        request=ChangedEntry,
        responses=answers({200: EntryDetail}, 404, 409, 415),
    )
    @in_tenant_scope
    def put(self, request: Request, entry_id: str) -> Response:
        """Save another state of a library entry; refused where it was changed since."""
        row = library_entry_get(entry_id)
        wanted = parse_body(ChangedEntry, request)
        _require_same(wanted.entry, entry_id)
        entry_change(
            author=Author.of(self.principal(request)),
            entry=wanted.entry,
            based_on=wanted.based_on,
            reason=wanted.reason,
        )
        row.refresh_from_db()
        return Response(entry_detail(row, revision_get(row)))


class LibraryEntryRemoveView(TenantView):
    """The removal of an entry."""

    verbs = {"POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_entry_remove",
        parameters=ENTRY,
        request=Reason,
        responses=answers({200: EntryDetail}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, entry_id: str) -> Response:
        """Draft the removal of a library entry from the next release."""
        row = library_entry_get(entry_id)
        wanted = parse_body(Reason, request)
        author = Author.of(self.principal(request))
        draft = entry_remove(author=author, entry_id=entry_id, reason=wanted.reason)
        return Response(entry_detail(row, revision_get(row), draft))


class LibraryDraftDropView(TenantView):
    """Giving up a draft."""

    verbs = {"POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_draft_drop",
        parameters=ENTRY,
        request=Reason,
        responses=answers({200: EntryDetail}, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, entry_id: str) -> Response:
        """Give up the draft of a library entry; its released state counts again."""
        row = library_entry_get(entry_id)
        wanted = parse_body(Reason, request)
        author = Author.of(self.principal(request))
        draft_drop(author=author, entry_id=entry_id, reason=wanted.reason)
        row.refresh_from_db()
        return Response(entry_detail(row, revision_get(row)))


class LibraryPreviewView(TenantView):
    """What a report would print."""

    verbs = {"POST": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_preview",
        parameters=[TENANT_PARAMETER],
        request=GuidelineEntry,
        responses=answers({200: EntryPreview}, 415),
    )
    def post(self, request: Request) -> Response:
        """Return the sentences that a report has for an entry, and what is wrong with it."""
        found = entry_preview(parse_body(GuidelineEntry, request))
        problems = [dict(one) for one in found.problems]
        plain = found.model_dump(mode="json", exclude={"problems"})
        return Response({**plain, "problems": problems})


class LibraryRevisionListView(TenantView):
    """The history of an entry."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_revisions",
        parameters=[*PAGE_PARAMETERS, *ENTRY],
        responses=answers({200: RevisionPage}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, entry_id: str) -> Response:
        """List the revisions of a library entry, the newest first."""
        rows = revision_list(library_entry_get(entry_id))
        return NewestFirst().page(
            rows, request, lambda row: revision_info(row).model_dump(mode="json")
        )


class LibraryRevisionView(TenantView):
    """One revision."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_revision",
        parameters=ENTRY,
        responses=answers({200: RevisionDetail}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, entry_id: str, number: int) -> Response:
        """Return one revision of a library entry."""
        row = revision_get(library_entry_get(entry_id), number)
        detail = {**revision_info(row).model_dump(), "entry": entry_of(row)}
        return Response(RevisionDetail.model_validate(detail).model_dump(mode="json"))


class LibraryRevisionDiffView(TenantView):
    """What differs between two revisions."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_revision_diff",
        parameters=[*query_parameters(DiffQuery), *ENTRY],
        responses=answers({200: EntryDiff}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, entry_id: str, number: int) -> Response:
        """Compare two revisions of a library entry, field by field."""
        query = parse_query(DiffQuery, request)
        row = library_entry_get(entry_id)
        after = revision_get(row, number)
        against = query.against or _released_number(row.released)
        fields: tuple[FieldDifference, ...] = ()
        if against is not None:
            before = revision_get(row, against)
            fields = tuple(entry_differences(entry_of(before), entry_of(after), curation=True))
        document = EntryDiff(before=against, after=after.number, fields=fields)
        return Response(document.model_dump(mode="json"))


def _released_number(revision: Revision | None) -> int | None:
    return None if revision is None else revision.number


class LibraryCommentListView(TenantView):
    """Remarks on an entry."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_comments",
        parameters=[*PAGE_PARAMETERS, *ENTRY],
        responses=answers({200: CommentPage}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, entry_id: str) -> Response:
        """List the remarks on a library entry, the newest first."""
        return NewestFirst().page(comment_list(library_entry_get(entry_id)), request, comment_info)

    @extend_schema(
        operation_id="library_comment",
        parameters=ENTRY,
        request=NewComment,
        responses=answers({201: CommentInfo}, 404, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, entry_id: str) -> Response:
        """Remark on a library entry or on one of its fields."""
        library_entry_get(entry_id)
        wanted = parse_body(NewComment, request)
        row = comment_add(
            principal=self.principal(request),
            entry_id=entry_id,
            text=wanted.text,
            field=wanted.field,
        )
        return Response(comment_info(row), status=201)


class LibraryCommentResolveView(TenantView):
    """Resolving a remark."""

    verbs = {"POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_comment_resolve",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: CommentInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, comment_id: UUID) -> Response:
        """Say that what a remark asks for is done."""
        row = comment_resolve(principal=self.principal(request), comment_id=comment_id)
        return Response(comment_info(row))


class LibraryUsesView(TenantView):
    """Who uses an entry."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_entry_uses",
        parameters=ENTRY,
        responses=answers({200: UseInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, entry_id: str) -> Response:
        """Return the diagnoses, releases, overlays and proposals that have a library entry."""
        uses = uses_of(library_entry_get(entry_id))
        document = UseInfo(
            jobs=uses.jobs,
            last_jobs=tuple(job.pk for job in uses.last_jobs),
            shared_releases=uses.shared_releases,
            overlays=len(uses.overlays),
            proposals=tuple(uses.proposals),
            alternative_of=tuple(uses.names_it),
        )
        return Response(document.model_dump(mode="json"))


class LibraryStatisticsView(TenantView):
    """What use shows."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_statistics",
        parameters=[*query_parameters(StatisticsQuery), TENANT_PARAMETER],
        responses=answers({200: UseStatistics}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Count verdicts, orders and corrections by entry, event type, season or region."""
        query = parse_query(StatisticsQuery, request)
        found = tallies(query.by, entry=query.entry)  # type: ignore[arg-type]  # the query checks
        document = UseStatistics(by=query.by, results=tuple(found))
        return Response(document.model_dump(mode="json"))


class LibraryCoverageView(TenantView):
    """The coverage matrix."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_coverage",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: CoverageMatrix}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """Count the library entries of each event type, category and modality."""
        cells = tuple(
            CoverageCell.model_validate(
                {"event": event, "category": category, "modality": modality, "entries": count}
            )
            for (event, category, modality), count in coverage().items()
        )
        return Response(CoverageMatrix(results=cells).model_dump(mode="json"))


class LibraryCitationsView(TenantView):
    """The bibliography."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_citations",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: WorkPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the publications of the workspace, and how many revisions cite each."""
        rows = work_list().annotate(cited_by=Count("citations"))
        return NewestFirst().page(rows, request, work_info)


def _require_same(entry: GuidelineEntry, name: str) -> None:
    if entry.id != name:
        raise ApplicationError(message("refusal-other_entry", name=name), code="invalid_request")
