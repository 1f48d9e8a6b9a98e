"""REST: the fields that jobs have kept, as maps, at points and along lines."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import ApplicationError, NotFoundError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import parse_query
from hvrmet.evidence.field_schemas import (
    MOST_CELLS,
    MOST_NUMBERS,
    MOST_PLACED,
    MOST_POINTS,
    Encoding,
    FieldLine,
    FieldPoints,
    FieldQuery,
    FieldValues,
    LineQuery,
    LineSample,
    PeriodQuery,
    PlaceValues,
    Point,
    PointsQuery,
    StoredFieldInfo,
    StoredFieldList,
    field_document,
    head_of,
)
from hvrmet.evidence.models import JobArtifact
from hvrmet.evidence.selectors import FIELDS, artifact_sha256, field_list
from hvrmet.evidence.storage import content_read
from hvrmet.evidence.stored_fields import (
    MEDIA_TYPE,
    StoredField,
    along,
    chosen_times,
    cut,
    nearest,
    numbers,
    point_not_held,
    read_field,
    write_field,
)
from hvrmet.jobs.api.map_features import AWAITED, awaited
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.states import JobKind

SUFFIX = ".nc"


class Awaited(Exception):  # noqa: N818 - no fault: the field is on its way
    """A worker has not finished the job that makes a field."""

    def __init__(self, response: Response) -> None:
        super().__init__("not finished")
        self.response = response


class _OfJob(TenantView):
    """What the views of fields share."""

    kind: ClassVar[JobKind]
    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    def stored(self, request: Request, job_id: UUID, name: str, query: PeriodQuery) -> StoredField:
        """Return a field at the times asked for; the store is read after the scope has closed.

        Raises
        ------
        Awaited
            While a computation has not ended.
        ApplicationError
            ``not_found`` (404), ``period_not_held`` (422), and as `content_read`.
        """
        tenant_id = self.principal(request).tenant_id
        with scope(tenant_id):
            job = job_get(job_id, kind=self.kind)
            sha256 = artifact_sha256(job_id, f"{FIELDS}{name}{SUFFIX}")
        waiting = awaited(job) if sha256 is None and self.kind is JobKind.COMPUTATION else None
        if waiting is not None:
            raise Awaited(waiting)
        if sha256 is None:
            raise NotFoundError(f"field {name[:100]!r} (`fields/` lists those there are)")
        field = read_field(content_read(tenant_id, sha256))
        return chosen_times(field, query.start, query.end)


class FieldsView(_OfJob):
    """The fields of a job."""

    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """List the fields that a job has kept."""
        job_get(job_id, kind=self.kind)
        found = tuple(self._info(job_id, row) for row in field_list(job_id))
        return Response(StoredFieldList(results=found))

    def _info(self, job_id: UUID, row: JobArtifact) -> StoredFieldInfo:
        name = row.name.removeprefix(FIELDS).removesuffix(SUFFIX)
        return StoredFieldInfo(
            name=name,
            size=row.artifact.size,
            sha256=row.artifact.sha256,
            url=reverse(f"{self.kind}-field", args=[job_id, name]),
        )


class FieldView(_OfJob):
    """The values of a field."""

    def get(self, request: Request, job_id: UUID, name: str) -> HttpResponseBase:
        """Return a field, or a part of it, on its native grid.

        The values are packed, plain numbers, or a NetCDF file, as the caller chooses.
        """
        query = parse_query(FieldQuery, request)
        try:
            field = self.stored(request, job_id, name, query)
        except Awaited as awaited:
            return awaited.response
        field = cut(field, query.region, query.stride)
        most = _most(field, query.encoding)
        if field.values.size > most:
            raise _too_many(field, most)
        if query.encoding is not Encoding.NETCDF:
            return Response(field_document(field, query.encoding))
        response = HttpResponse(write_field(field), content_type=MEDIA_TYPE)
        response["Content-Disposition"] = f'attachment; filename="{field.name}.nc"'
        return response


class FieldPointsView(_OfJob):
    """A field at points."""

    def get(self, request: Request, job_id: UUID, name: str) -> HttpResponseBase:
        """Return the values of the cells nearest to points: of several times, series."""
        query = parse_query(PointsQuery, request)
        try:
            field = self.stored(request, job_id, name, query)
        except Awaited as awaited:
            return awaited.response
        _require_few(field, len(query.point), MOST_POINTS)
        points = [_point(field, point) for point in query.point]
        return Response(FieldPoints(**head_of(field), points=tuple(points)))


class FieldLineView(_OfJob):
    """A field along a line."""

    def get(self, request: Request, job_id: UUID, name: str) -> HttpResponseBase:
        """Return the values of the cells nearest to places along a line.

        A value is null where the place lies beyond the grid.
        """
        query = parse_query(LineQuery, request)
        try:
            field = self.stored(request, job_id, name, query)
        except Awaited as awaited:
            return awaited.response
        _require_few(field, query.samples, query.samples)
        vertices = [(point.latitude, point.longitude) for point in query.vertex]
        samples = tuple(_sample(field, *place) for place in along(vertices, query.samples))
        return Response(FieldLine(**head_of(field), samples=samples))


def _most(field: StoredField, encoding: Encoding) -> int:
    if encoding is Encoding.NUMBERS:
        return MOST_NUMBERS
    placed = field.latitude.ndim > 1 and field.axes is None
    return MOST_PLACED if placed and encoding is Encoding.INT16 else MOST_CELLS


def _too_many(field: StoredField, most: int) -> ApplicationError:
    times, rows, columns = field.values.shape
    return ApplicationError(
        f"{times} times of {rows} by {columns} cells are {field.values.size} values, and one "
        f"answer in this encoding has {most} at most: ask for a smaller region, a shorter period "
        "or a larger stride",
        code="too_many_cells",
        http_status=422,
        data={"values": field.values.size, "limit": most, "shape": [times, rows, columns]},
    )


def _require_few(field: StoredField, places: int, most: int) -> None:
    most = min(most, MOST_NUMBERS // len(field.times))
    if places > most:
        raise ApplicationError(
            f"{places} places are more than the {most} that one answer has at {len(field.times)} "
            "times: send several requests, or ask for a shorter period or the cells of a region",
            code="too_many_points",
            http_status=422,
            data={"points": places, "limit": most},
        )


def _at(field: StoredField, latitude: float, longitude: float) -> dict[str, Any]:
    """Return what is known at a place, empty beyond the grid."""
    cell = nearest(field, latitude, longitude)
    if cell is None:
        return {}
    return {
        "cell_longitude": round(cell.longitude, 5),
        "cell_latitude": round(cell.latitude, 5),
        "distance_km": round(cell.distance_km, 2),
        "values": numbers(field.values[:, cell.row, cell.column]),
    }


def _point(field: StoredField, point: Point) -> PlaceValues:
    found = _at(field, point.latitude, point.longitude)
    if not found:
        raise point_not_held(field, point.latitude, point.longitude)
    return PlaceValues(longitude=point.longitude, latitude=point.latitude, **found)


def _sample(field: StoredField, along_km: float, latitude: float, longitude: float) -> LineSample:
    nothing = {
        "cell_longitude": None,
        "cell_latitude": None,
        "distance_km": None,
        "values": [None] * len(field.times),
    }
    return LineSample(
        longitude=round(longitude, 5),
        latitude=round(latitude, 5),
        along_km=round(along_km, 2),
        **(_at(field, latitude, longitude) or nothing),
    )


def _lists(name: str) -> Any:
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"{name}_fields",
            parameters=[TENANT_PARAMETER],
            responses=answers({200: StoredFieldList}, 404),
        )
    )


def _reads(name: str, query: type[PeriodQuery], shown: Any) -> Any:
    found: dict[Any, Any] = {200: shown}
    if query is FieldQuery:
        found = {(200, "application/json"): shown, (200, MEDIA_TYPE): OpenApiTypes.BINARY}
    if name.startswith("computations"):
        found |= {202: AWAITED}
    return extend_schema_view(
        get=extend_schema(
            operation_id=name,
            parameters=[*query_parameters(query), TENANT_PARAMETER],
            responses=answers(found, 404, 422),
        )
    )


@_lists("diagnoses")
class DiagnosisFieldsView(FieldsView):
    """The fields behind the evidence of a diagnosis."""

    kind = JobKind.DIAGNOSIS


@_lists("computations")
class ComputationFieldsView(FieldsView):
    """The field of a computation."""

    kind = JobKind.COMPUTATION


@_reads("diagnoses_field", FieldQuery, FieldValues)
class DiagnosisFieldView(FieldView):
    """A field behind the evidence of a diagnosis."""

    kind = JobKind.DIAGNOSIS


@_reads("computations_field", FieldQuery, FieldValues)
class ComputationFieldView(FieldView):
    """The values of a computation's field."""

    kind = JobKind.COMPUTATION


@_reads("diagnoses_field_points", PointsQuery, FieldPoints)
class DiagnosisFieldPointsView(FieldPointsView):
    """A field of a diagnosis at points."""

    kind = JobKind.DIAGNOSIS


@_reads("computations_field_points", PointsQuery, FieldPoints)
class ComputationFieldPointsView(FieldPointsView):
    """The field of a computation at points."""

    kind = JobKind.COMPUTATION


@_reads("diagnoses_field_line", LineQuery, FieldLine)
class DiagnosisFieldLineView(FieldLineView):
    """A field of a diagnosis along a line."""

    kind = JobKind.DIAGNOSIS


@_reads("computations_field_line", LineQuery, FieldLine)
class ComputationFieldLineView(FieldLineView):
    """The field of a computation along a line."""

    kind = JobKind.COMPUTATION
