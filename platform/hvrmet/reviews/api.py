"""REST: reviews of a diagnosis' report, and the way of a version to publication."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_body, parse_query
from hvrmet.jobs.selectors import job_get
from hvrmet.reports.models import Publication
from hvrmet.reports.schemas import ReportVersionInfo, version_info
from hvrmet.reviews.acts import VERBS, Act
from hvrmet.reviews.models import Review
from hvrmet.reviews.publication import version_publish, version_submit, version_withdraw
from hvrmet.reviews.schemas import (
    NewReview,
    ReviewInfo,
    ReviewPage,
    ReviewQuery,
    Withdrawal,
)
from hvrmet.reviews.selectors import review_list
from hvrmet.reviews.services import review_record


class ReviewListView(TenantView):
    """The reviews of a diagnosis' report."""

    verbs = {"GET": Verb.REPORT_VIEW, "POST": VERBS[Act.COMMENT]}

    @extend_schema(
        operation_id="diagnoses_reviews",
        parameters=[
            *query_parameters(ReviewQuery),
            TENANT_PARAMETER,
        ],
        responses=answers({200: ReviewPage}, 400, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """List the reviews of a report, newest first."""
        query = parse_query(ReviewQuery, request)
        job_get(job_id)
        drafts = self.principal(request).sees_drafts
        reviews = review_list(job_id, drafts=drafts, version=query.version)
        return NewestFirst().page(reviews, request, _info)

    @extend_schema(
        operation_id="diagnoses_review",
        parameters=[TENANT_PARAMETER],
        request=NewReview,
        responses=answers({201: ReviewInfo}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Approve a version, ask for changes, or reject it; of a published one, disagree."""
        job_get(job_id)
        wanted = parse_body(NewReview, request)
        review = review_record(principal=self.principal(request), job_id=job_id, review=wanted)
        return Response(_info(review), status=201)


class SubmitView(TenantView):
    """Handing a draft in."""

    verbs = {"POST": VERBS[Act.SUBMIT]}

    @extend_schema(
        operation_id="diagnoses_report_submit",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: ReportVersionInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID, number: int) -> Response:
        """Hand a draft in for review."""
        return _shown(
            version_submit(principal=self.principal(request), job_id=job_id, number=number)
        )


class PublishView(TenantView):
    """Publication."""

    verbs = {"POST": VERBS[Act.PUBLISH]}

    @extend_schema(
        operation_id="diagnoses_report_publish",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({200: ReportVersionInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID, number: int) -> Response:
        """Publish an approved version, as a second person."""
        return _shown(
            version_publish(principal=self.principal(request), job_id=job_id, number=number)
        )


class WithdrawView(TenantView):
    """Withdrawal."""

    verbs = {"POST": VERBS[Act.WITHDRAW]}

    @extend_schema(
        operation_id="diagnoses_report_withdraw",
        parameters=[TENANT_PARAMETER],
        request=Withdrawal,
        responses=answers({200: ReportVersionInfo}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID, number: int) -> Response:
        """Withdraw a version with a reason; it is not deleted."""
        job_get(job_id)
        wanted = parse_body(Withdrawal, request)
        return _shown(
            version_withdraw(
                principal=self.principal(request),
                job_id=job_id,
                number=number,
                reason=wanted.reason,
            )
        )


def _shown(row: Publication) -> Response:
    return Response(version_info(row))


def _info(row: Review) -> ReviewInfo:
    same = (name for name in ReviewInfo.model_fields if name != "version")
    shown = {name: getattr(row, name) for name in same}
    return ReviewInfo.model_validate({**shown, "version": row.version.number})
