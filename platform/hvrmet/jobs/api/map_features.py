"""REST: contours, and what detectors found in a source, as GeoJSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.computations import ContoursAnswer, Operation
from diagnostics.contracts.evidence import Feature, FeaturesAnswer
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.geojson import (
    FeatureCollection,
    GeoFeature,
    LineGeometry,
    line_or_point,
    point,
)
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.jobs.models import Job
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.answers import answer_destroyed, answer_of
from hvrmet.jobs.states import ENDED, JobKind, JobStatus

ASK_AGAIN_SECONDS = 2


class ResultAwaited(BaseModel):
    """A worker has not finished: ask the same address again after `Retry-After`."""

    job: str = Field(description="address of the computation")
    status: JobStatus = Field(description="of the computation")


AWAITED = OpenApiResponse(
    ResultAwaited, description="Not finished: ask again; `Location` is the computation"
)


def awaited(job: Job) -> Response | None:
    """Return where to look while a computation has not ended; None when it has."""
    status = JobStatus(job.status)
    if status in ENDED:
        return None
    url = reverse("computation-detail", args=[job.pk])
    return Response(
        ResultAwaited(job=url, status=status),
        status=202,
        headers={"Location": url, "Retry-After": str(ASK_AGAIN_SECONDS)},
    )


class ComputationFeaturesView(TenantView):
    """The lines and places of a computation, for maps."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="computations_features",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: FeatureCollection, 202: AWAITED}, 404, 410),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """Return contours, or what detectors found, as GeoJSON.

        `properties.layer` is `contour`, or the name of the detector.
        """
        job = job_get(job_id, kind=JobKind.COMPUTATION)
        operation = job.request["op"]
        if operation not in (Operation.FEATURES, Operation.CONTOURS):
            raise NotFoundError(f"map of lines (the op of this computation is {operation})")
        waiting = awaited(job)
        if waiting is not None:
            return waiting
        document = answer_of(job_id)
        if document is None and job.status == JobStatus.FINISHED:
            raise answer_destroyed()
        if document is None:
            raise NotFoundError(f"result of this computation, which is {job.status},")
        found = _contours if operation == Operation.CONTOURS else _features
        return Response(FeatureCollection(features=tuple(found(document))))


def _contours(document: dict[str, Any]) -> Iterator[GeoFeature]:
    answer = ContoursAnswer.model_validate(document, extra="ignore")
    about = answer.model_dump(mode="json", include={"name", "unit", "level", "time"})
    for line in answer.lines:
        yield GeoFeature(
            geometry=LineGeometry(coordinates=line.line),
            properties={
                "layer": "contour",
                **about,
                "value": line.value,
                "closed": line.closed,
            },
        )


def _features(document: dict[str, Any]) -> Iterator[GeoFeature]:
    answers = document["features"] if "detector" not in document else [document]
    for part in answers:
        answer = FeaturesAnswer.model_validate(part, extra="ignore")
        for feature in answer.features:
            yield GeoFeature(
                geometry=_geometry(feature),
                properties={
                    "layer": answer.detector,
                    **feature.model_dump(mode="json", exclude={"line"}),
                },
            )


def _geometry(feature: Feature) -> Any:
    if feature.line:
        return line_or_point(feature.line)
    return point(feature.latitude, feature.longitude)
