"""REST: corrections of a diagnosis' report."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.selectors import job_get
from hvrmet.reviews.acts import VERBS, Act
from hvrmet.reviews.corrections import correction_submit
from hvrmet.reviews.models import Correction
from hvrmet.reviews.schemas import CorrectionInfo, CorrectionPage, NewCorrection
from hvrmet.reviews.selectors import correction_get, correction_list


class CorrectionListView(TenantView):
    """The corrections of a diagnosis' report."""

    verbs = {"GET": Verb.REPORT_REVIEW, "POST": VERBS[Act.CORRECT]}

    @extend_schema(
        operation_id="diagnoses_corrections",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: CorrectionPage}, 400, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """List the corrections of a report, newest first."""
        job_get(job_id)
        corrections = correction_list(job_id, drafts=self.principal(request).sees_drafts)
        return NewestFirst().page(corrections, request, _info)

    @extend_schema(
        operation_id="diagnoses_correct",
        parameters=[TENANT_PARAMETER],
        request=NewCorrection,
        responses=answers(
            {
                202: OpenApiResponse(
                    CorrectionInfo, description="To be checked; `Location` is its address"
                )
            },
            400,
            404,
            409,
            415,
        ),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Submit other wording for a report.

        A worker computes its quantities, binds each value to evidence and makes a new version.
        """
        job_get(job_id)
        wanted = parse_body(NewCorrection, request)
        row = correction_submit(
            principal=self.principal(request),
            job_id=job_id,
            number=wanted.version,
            edits=wanted.edits,
            quantities=wanted.quantities,
            note=wanted.note,
        )
        location = reverse("diagnosis-correction", args=[job_id, row.pk])
        shown = _info(row)
        return Response(shown, status=202, headers={"Location": location})


class CorrectionView(TenantView):
    """One correction."""

    verbs = {"GET": Verb.REPORT_REVIEW}

    @extend_schema(
        operation_id="diagnoses_correction",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: CorrectionInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID, correction_id: UUID) -> Response:
        """Return a correction: the version that it became, or why it did not."""
        if not self.principal(request).sees_drafts:
            raise NotFoundError("correction")
        row = correction_get(correction_id, job_id=job_id)
        return Response(_info(row))


def _info(row: Correction) -> CorrectionInfo:
    same = (name for name in CorrectionInfo.model_fields if name != "version")
    shown = {name: getattr(row, name) for name in same}
    return CorrectionInfo.model_validate({**shown, "version": row.version.number})
