"""REST: the evidence and files of a diagnosis."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema, extend_schema_view
from pydantic import BaseModel
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.evidence import EvidenceItem
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import ApplicationError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.problems import MEDIA_TYPE, problem_document
from hvrmet.evidence.downloads import Download, download_url, read_token
from hvrmet.evidence.models import JobArtifact
from hvrmet.evidence.selectors import artifact_list, evidence_list
from hvrmet.evidence.storage import content_read
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.states import JobKind

INLINE = ("image/png", "image/svg+xml", "application/json", "text/plain", "text/markdown")


class EvidenceList(BaseModel):
    """The evidence of a diagnosis, in the order it was found."""

    results: tuple[EvidenceItem, ...]


class ArtifactInfo(BaseModel):
    """One file of a run; `url` works for a few minutes."""

    name: str
    sha256: str
    media_type: str
    size: int
    url: str


class ArtifactList(BaseModel):
    """The files of a run, by name."""

    results: tuple[ArtifactInfo, ...]


class EvidenceView(TenantView):
    """What a diagnosis found."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="diagnoses_evidence",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: EvidenceList}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """List the evidence of a diagnosis."""
        job_get(job_id)
        return Response({"results": [row.document for row in evidence_list(job_id)]})


class ArtifactsView(TenantView):
    """The files that a diagnosis left."""

    kind: ClassVar[JobKind] = JobKind.DIAGNOSIS
    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="diagnoses_artifacts",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ArtifactList}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """List the files of a job with signed addresses."""
        job_get(job_id, kind=self.kind)
        rows = artifact_list(job_id, drafts=self.principal(request).sees_drafts)
        return Response(ArtifactList(results=tuple(_info(row) for row in rows)))


@extend_schema_view(get=extend_schema(operation_id="computations_artifacts"))
class ComputationArtifactsView(ArtifactsView):
    """The chart that a computation drew."""

    kind = JobKind.COMPUTATION


@extend_schema_view(get=extend_schema(operation_id="questions_artifacts"))
class QuestionArtifactsView(ArtifactsView):
    """The files that a question left."""

    kind = JobKind.QUESTION


def _info(row: JobArtifact) -> ArtifactInfo:
    artifact = row.artifact
    url = download_url(
        Download(row.tenant_id, artifact.sha256, row.name.rsplit("/")[-1], artifact.media_type)
    )
    return ArtifactInfo(
        name=row.name,
        sha256=artifact.sha256,
        media_type=artifact.media_type,
        size=artifact.size,
        url=url,
    )


@require_safe
def download(request: HttpRequest, token: str) -> HttpResponse:
    """Serve an artifact by its signed address, in a way that no browser runs it."""
    try:
        wanted = read_token(token)
        data = content_read(wanted.tenant_id, wanted.sha256)
    except ApplicationError as error:
        document = problem_document(error.http_status, error.code, error.message, error.data)
        return JsonResponse(document, status=error.http_status, content_type=MEDIA_TYPE)
    response = HttpResponse(data, content_type=wanted.media_type)
    kind = "inline" if wanted.media_type in INLINE else "attachment"
    response["Content-Disposition"] = f'{kind}; filename="{wanted.name}"'
    response["Content-Security-Policy"] = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
    response["Cache-Control"] = "private, max-age=300, immutable"
    return response
