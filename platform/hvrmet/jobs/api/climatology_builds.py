"""REST: climatologies that a centre builds, as jobs."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from pydantic import Field, JsonValue, RootModel
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import Instant
from diagnostics.contracts.climatology_requests import BuiltPart, ClimatologyRequest
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import in_tenant_scope
from hvrmet.core.http.openapi import PAGE_PARAMETERS, TENANT_PARAMETER, answers
from hvrmet.core.http.pagination import NewestFirst, Page
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.api.answers import AnswerCancelView, AnswerDetailView, AnswerJob, AnswerView
from hvrmet.jobs.api.diagnoses import DiagnosisEventsView
from hvrmet.jobs.api.idempotency import KEY_PARAMETER, idempotency_key, queued
from hvrmet.jobs.api.inquiries import INQUIRY_ERRORS, InquiryDocument, ask_worker
from hvrmet.jobs.api.words import require_source
from hvrmet.jobs.queue.inquiries import InquiryKind
from hvrmet.jobs.schemas import Cancellation
from hvrmet.jobs.selectors import job_list
from hvrmet.jobs.services.lifecycle import climatology_resume
from hvrmet.jobs.services.usage import COST, Use
from hvrmet.jobs.states import JobKind, Priority


class NewClimatology(ClimatologyRequest):
    """A climatology to build, with how it shall be worked on."""

    priority: Priority = Priority.NORMAL
    deadline: Instant | None = Field(default=None, description="what has not begun by then fails")


class Climatology(AnswerJob):
    """A climatology of the centre, and how its build stands."""

    request: ClimatologyRequest
    parent: UUID | None = Field(description="the build that this one goes on with")
    progress: BuiltPart | None = Field(description="null before the first part is done")


class BuiltClimatology(Climatology):
    """A climatology with what it holds, as ``hvrmet climatology show --json`` prints it."""

    result: dict[str, JsonValue] | None
    cost: Use | None = Field(description=COST)


class ClimatologyPage(Page[Climatology]):
    """Climatologies of the centre, newest first."""


class QueuedClimatology(RootModel[Climatology | InquiryDocument]):
    """A climatology that was queued, or the inquiry that checks it."""


class _Climatologies(AnswerView):
    kind = JobKind.CLIMATOLOGY
    asks, shows, answers = NewClimatology, Climatology, BuiltClimatology


class ClimatologyListView(_Climatologies):
    """Climatologies of the centre."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="climatologies_list",
        parameters=[*PAGE_PARAMETERS, TENANT_PARAMETER],
        responses=answers({200: ClimatologyPage}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the climatologies that the centre builds or has built, newest first.

        What the operator has registered for a source, and all centres share, is listed there.
        """
        return NewestFirst().page(job_list(kind=self.kind), request, self.document)

    @extend_schema(
        operation_id="climatologies_create",
        parameters=[KEY_PARAMETER, TENANT_PARAMETER],
        request=NewClimatology,
        responses=answers(
            {
                202: OpenApiResponse(
                    QueuedClimatology, description="`Location` is where to follow it"
                )
            },
            *INQUIRY_ERRORS,
        ),
    )
    def post(self, request: Request) -> Response:
        """Queue the build of a climatology, once it was checked against the data.

        Parts that were computed before, from the same data, are not computed again.
        """
        wanted = parse_body(NewClimatology, request)
        require_source(self.principal(request), wanted.source)
        asked = {
            "body": wanted.model_dump(mode="json"),
            "idempotency_key": idempotency_key(request),
        }
        return ask_worker(self, request, InquiryKind.CLIMATOLOGY_BUILD, asked)


@extend_schema_view(
    get=extend_schema(
        operation_id="climatologies_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: BuiltClimatology}, 404, 410),
    )
)
class ClimatologyView(_Climatologies, AnswerDetailView):
    """One climatology."""


@extend_schema_view(
    post=extend_schema(
        operation_id="climatologies_cancel",
        parameters=[TENANT_PARAMETER],
        request=Cancellation,
        responses=answers({202: Climatology}, 400, 404, 409, 415),
    )
)
class ClimatologyCancelView(_Climatologies, AnswerCancelView):
    """Stopping the build of a climatology."""


class ClimatologyResumeView(_Climatologies):
    """Going on with the build of a climatology."""

    verbs = {"POST": Verb.DIAGNOSIS_CREATE}

    @extend_schema(
        operation_id="climatologies_resume",
        parameters=[KEY_PARAMETER, TENANT_PARAMETER],
        request=None,
        responses=answers(
            {202: OpenApiResponse(Climatology, description="Queued; `Location` is its address")},
            400,
            404,
            409,
            422,
        ),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Go on with a build that was cancelled or failed, as another job.

        What it had computed is kept for weeks and is not computed again.
        """
        job, created = climatology_resume(
            principal=self.principal(request),
            job_id=job_id,
            idempotency_key=idempotency_key(request),
        )
        return queued(self.document(job), created=created)


@extend_schema_view(get=extend_schema(operation_id="climatologies_events"))
class ClimatologyEventsView(DiagnosisEventsView):
    """The log of a build: each part as it is done."""

    kind = JobKind.CLIMATOLOGY
