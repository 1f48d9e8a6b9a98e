"""REST: preparing a release of the library, what it changes, and the two approvals."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from drf_spectacular.utils import extend_schema
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_installation_scope, in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import parse_body
from hvrmet.core.names import Name
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.library import ReleaseDifference
from knowledge.models import Candidate
from knowledge.selectors import (
    adopted_get,
    candidate_difference,
    candidate_get,
    candidate_list,
    digests_difference,
    digests_in_use,
    unreviewed,
)
from knowledge.services import (
    candidate_approve,
    candidate_prepare,
    candidate_viewed,
    candidate_withdraw,
    release_viewed,
)


class NewCandidate(BaseModel):
    """A release to prepare from the library as it is."""

    model_config = ConfigDict(extra="forbid")

    version: str = Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z._-]{0,49}$", description="A new one")
    note: str = Field(min_length=1, max_length=1000, description="What it changes, for centres")
    title: Name | Literal[""] = Field(
        default="", max_length=300, description="Guideline Library without one"
    )


class NewApproval(BaseModel):
    """What is approved."""

    model_config = ConfigDict(extra="forbid")

    digest: str = Field(pattern="^[0-9a-f]{64}$")


class ApprovalInfo(BaseModel):
    """Who approved, and when."""

    by: str
    at: datetime


class CandidateInfo(BaseModel):
    """A prepared release."""

    id: UUID = Field(description="Of the prepared release")
    version: str = Field(description="Version that it has as a release")
    title: str = Field(description="Title of the release")
    note: str = Field(description="What who prepared it said of it")
    digest: str = Field(description="Digest of what it holds")
    since: str = Field(description="Digest of the release that it is compared with")
    since_version: str = Field(description="Version of the release that it is compared with")
    prepared_by: str = Field(description="Label of who prepared it")
    created_at: datetime = Field(description="When it was prepared, UTC")
    approvals: list[ApprovalInfo] = Field(description="Who approved it, and when")
    released: bool = Field(description="Whether it is a release now")
    withdrawn_by: str = Field(description="Label of who withdrew it; empty where nobody did")
    withdrawn_at: datetime | None = Field(description="When it was withdrawn, UTC")


class CandidatePage(Page[CandidateInfo]):
    """Prepared releases, newest first."""


class CandidateDetail(CandidateInfo):
    """A prepared release with what it changes."""

    difference: ReleaseDifference
    unreviewed: list[str] = Field(
        description="`entry NAME` of what operators took in from files, without a review by field"
    )


class CandidateListView(TenantView):
    """Prepared releases."""

    verbs = {"GET": Verb.LIBRARY_VIEW, "POST": Verb.LIBRARY_REVIEW}

    @extend_schema(
        operation_id="candidates_list",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: CandidatePage}),
    )
    def get(self, request: Request) -> Response:
        """List what was prepared, released or withdrawn."""
        return NewestFirst().page(candidate_list(), request, _info)

    @extend_schema(
        operation_id="candidates_prepare",
        parameters=[TENANT_PARAMETER],
        request=NewCandidate,
        responses=answers({201: CandidateDetail}, 400, 409, 415, 503),
    )
    @in_installation_scope
    def post(self, request: Request) -> Response:
        """Make a release of the library as it is; two people approve it."""
        wanted = parse_body(NewCandidate, request)
        row = candidate_prepare(principal=self.principal(request), **wanted.model_dump())
        return Response(_detail(row), status=201)


class CandidateView(TenantView):
    """One prepared release."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="candidates_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: CandidateDetail}, 404),
    )
    @in_installation_scope
    def get(self, request: Request, candidate_id: UUID) -> Response:
        """Return what a prepared release changes; who is shown it can approve it."""
        row = candidate_get(candidate_id)
        answer = _detail(row)
        candidate_viewed(self.principal(request), row)
        return Response(answer)


class CandidateApproveView(TenantView):
    """A person's word."""

    verbs = {"POST": Verb.LIBRARY_REVIEW}

    @extend_schema(
        operation_id="candidates_approve",
        parameters=[TENANT_PARAMETER],
        request=NewApproval,
        responses=answers({200: CandidateDetail}, 400, 404, 409, 415),
    )
    @in_installation_scope
    def post(self, request: Request, candidate_id: UUID) -> Response:
        """Approve a prepared release; the second person's word releases it."""
        wanted = parse_body(NewApproval, request)
        principal = self.principal(request)
        row = candidate_approve(
            principal=principal, candidate_id=candidate_id, digest=wanted.digest
        )
        return Response(_detail(row))


class CandidateWithdrawView(TenantView):
    """Ending what was not released."""

    verbs = {"POST": Verb.LIBRARY_REVIEW}

    @extend_schema(
        operation_id="candidates_withdraw",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: CandidateDetail}, 404, 409),
    )
    @in_installation_scope
    def post(self, request: Request, candidate_id: UUID) -> Response:
        """Withdraw a prepared release."""
        row = candidate_withdraw(principal=self.principal(request), candidate_id=candidate_id)
        return Response(_detail(row))


class ReleaseDifferenceView(TenantView):
    """Two releases beside each other."""

    verbs = {"GET": Verb.LIBRARY_VIEW}

    @extend_schema(
        operation_id="releases_difference",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ReleaseDifference}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, digest: str, other: str) -> Response:
        """Return what the release `digest` says otherwise than the release `other`.

        Who is shown what it changes in the release that the tenant works with, has opened it.
        """
        difference = digests_difference(other, digest)
        if other in digests_in_use():
            release_viewed(self.principal(request), adopted_get(digest))
        return Response(difference.model_dump(mode="json"))


def _info(row: Candidate) -> CandidateInfo:
    return CandidateInfo(
        **{name: getattr(row, name) for name in ("id", "version", "title", "note", "digest")},
        since=row.since.digest,
        since_version=row.since.version,
        prepared_by=row.prepared_by,
        created_at=row.created_at,
        approvals=[
            ApprovalInfo(by=item.person, at=item.created_at)
            for item in sorted(row.approvals.all(), key=lambda item: item.created_at)
        ],
        released=row.release_id is not None,
        withdrawn_by=row.withdrawn_by,
        withdrawn_at=row.withdrawn_at,
    )


def _detail(row: Candidate) -> dict[str, Any]:
    difference = candidate_difference(row)
    detail = CandidateDetail(
        **_info(row).model_dump(), difference=difference, unreviewed=list(unreviewed(difference))
    )
    return detail.model_dump(mode="json")
