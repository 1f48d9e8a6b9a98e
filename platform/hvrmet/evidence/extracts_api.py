"""REST: fields, lines, features, series and profiles for maps and diagrams, at once."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.computations import ComputationRequest, Operation
from diagnostics.contracts.evidence import FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.contracts.extracts import (
    ContoursAnswer,
    DetectionsAnswer,
    Projection,
    RasterAnswer,
    SectionAnswer,
    SeriesAnswer,
    SoundingAnswer,
    VectorsAnswer,
)
from diagnostics.contracts.map_layers import EvidenceLayers, MapLayer
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.db.scope import scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_body, parse_query
from hvrmet.evidence.api import EXTRACTED, for_ever
from hvrmet.evidence.selectors import evidence_of, extract_known, extracted_file
from hvrmet.jobs.api.inquiries import ACCEPTED, CLIMATOLOGY_ERRORS, INQUIRY_ERRORS, ask_worker
from hvrmet.jobs.queue.inquiries import InquiryKind
from hvrmet.jobs.registries.sources import source_get
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.answers import require_tool
from hvrmet.jobs.states import JobKind


class ExtractedFileInfo(BaseModel):
    """A file; `url` is the address of its content: it never changes, and may be kept for ever."""

    name: str
    sha256: str
    media_type: str
    size: int
    url: str


class FeatureAnswers(BaseModel):
    """The answers of every detector, where none was named."""

    features: tuple[FeaturesAnswer, ...]


class ExtractDocument(BaseModel):
    """What was computed, by the contract of its operation, and its files."""

    op: Operation
    source: str
    data_digest: str = Field(description="of the data that it was computed from")
    result: (
        RasterAnswer
        | ContoursAnswer
        | VectorsAnswer
        | SeriesAnswer
        | SoundingAnswer
        | SectionAnswer
        | DetectionsAnswer
        | IndexAnswer
        | FigureAnswer
        | FeaturesAnswer
        | FeatureAnswers
    )
    files: tuple[ExtractedFileInfo, ...]


class ShownLayer(MapLayer):
    """A layer with the address of its file."""

    url: str | None = None


class ShownLayers(EvidenceLayers):
    """The layers of a map for one piece of evidence."""

    layers: tuple[ShownLayer, ...] = ()


class LayersQuery(Query):
    """How rasters lie."""

    projection: Projection = Field(
        default=Projection.WEB_MERCATOR, description="Of the rows and columns of rasters"
    )


def layers_key(job_id: UUID, evidence_id: str, projection: Projection) -> str:
    """Return under which key the layers of a piece of evidence are kept: it never changes."""
    return digest_of(
        {"job": str(job_id), "evidence": evidence_id, "projection": projection.value, "version": 1}
    )


class ExtractView(TenantView):
    """What is taken out of data at once."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="extracts_create",
        parameters=[TENANT_PARAMETER],
        request=ComputationRequest,
        responses=answers(
            {200: ExtractDocument, 202: ACCEPTED}, *INQUIRY_ERRORS, *CLIMATOLOGY_ERRORS
        ),
    )
    def post(self, request: Request) -> Response:
        """Compute a raster, lines, arrows, features, a series, a profile or an index.

        The body is that of a computation, but no job is made: the answer comes at once, or is
        followed as an inquiry. The same asked of the same data is given from what is kept. What
        takes longer than half a minute is refused (`too_slow`): queue it as a computation.
        """
        wanted = parse_body(ComputationRequest, request)
        principal = self.principal(request)
        with scope(principal.tenant_id):
            source_get(wanted.source, tenant_id=principal.tenant_id)
        require_tool(wanted)
        return ask_worker(self, request, InquiryKind.EXTRACT, wanted.model_dump(mode="json"))


class EvidenceLayersView(TenantView):
    """The map of one piece of evidence."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="diagnoses_evidence_layers",
        parameters=[*query_parameters(LayersQuery), TENANT_PARAMETER],
        responses=answers({200: ShownLayers, 202: ACCEPTED}, 404, *INQUIRY_ERRORS),
    )
    def get(self, request: Request, job_id: UUID, evidence_id: str) -> Response:
        """Return the layers of a map of a piece of evidence, with their files.

        They are made once, from the very data of the diagnosis (`data_changed` where those are not
        there any more), and kept.
        """
        projection = parse_query(LayersQuery, request).projection
        known = self._known(request, job_id, evidence_id, projection)
        if known is not None:
            return Response(known)
        asked = {
            "job_id": str(job_id),
            "evidence_id": evidence_id,
            "projection": projection.value,
        }
        return ask_worker(self, request, InquiryKind.LAYERS, asked)

    def _known(
        self, request: Request, job_id: UUID, evidence_id: str, projection: Projection
    ) -> dict[str, Any] | None:
        with scope(self.principal(request).tenant_id):
            job_get(job_id, kind=JobKind.DIAGNOSIS)
            evidence_of(job_id, evidence_id)
            return extract_known(layers_key(job_id, evidence_id, projection))


class FileView(TenantView):
    """A file at the address of its content."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="files_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers(
            {(200, media_type): OpenApiTypes.BINARY for media_type in EXTRACTED}, 404, 500
        ),
    )
    @in_tenant_scope
    def get(self, request: Request, sha256: str) -> HttpResponse:
        """Return a file by the digest of its content, which never changes."""
        return for_ever(extracted_file(sha256))
