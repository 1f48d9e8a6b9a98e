"""REST: papers that curators give, and what was drawn from them."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_body
from rest_framework.request import Request
from rest_framework.response import Response

from knowledge.schemas import NewPaper, PaperInfo, PaperPage
from knowledge.selectors import papers as selectors
from knowledge.services import papers
from knowledge.shown import paper_info


class PaperListView(TenantView):
    """All papers."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_CURATE}

    @extend_schema(
        operation_id="library_papers",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: PaperPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the papers that were given, the newest first."""
        return NewestFirst().page(selectors.paper_list(), request, paper_info)

    @extend_schema(
        operation_id="library_paper_give",
        parameters=[TENANT_PARAMETER],
        request=NewPaper,
        responses=answers({202: PaperInfo}, 409, 413, 415, 429),
    )
    @in_tenant_scope
    def post(self, request: Request) -> Response:
        """Give a paper as PDF: a worker drafts entries of what it states, for curators to correct.

        The file is kept until it is read. The same paper once more changes nothing of its drafts.
        """
        wanted = parse_body(NewPaper, request)
        row = papers.paper_give(
            principal=self.principal(request),
            paper=papers.NewPaper(
                name=wanted.name,
                content=wanted.content,
                reference=wanted.reference,
                licence=wanted.licence or "",
                events=wanted.events,
            ),
        )
        where = reverse("library-paper", args=[row.pk])
        return Response(paper_info(row), status=202, headers={"Location": where})


class PaperView(TenantView):
    """One paper."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="library_paper",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: PaperInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, paper_id: UUID) -> Response:
        """Return how far the reading of a paper is, its passages and its drafts."""
        return Response(paper_info(selectors.paper_get(paper_id)))
