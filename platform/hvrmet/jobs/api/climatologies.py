"""REST: the climatologies of the registered sources, and what they say of a place and a day."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from pydantic import BaseModel, ConfigDict, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.base import Instant
from diagnostics.contracts.climatology import (
    ClimatologyAtPoint,
    ClimatologyPoint,
    HeldClimatologies,
)
from diagnostics.messages import message
from hvrmet.accounts.principals import Principal
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.db.scope import scope
from hvrmet.core.errors import NotFoundError
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.schemas import Query, parse_body, parse_query
from hvrmet.jobs.api.inquiries import ACCEPTED, INQUIRY_ERRORS, ask_worker
from hvrmet.jobs.models import ClimatologyChoice
from hvrmet.jobs.queue.inquiries import InquiryKind
from hvrmet.jobs.registries.sources import sources_of
from hvrmet.jobs.services.climatologies import climatology_choose, climatology_chosen


class ClimatologyPointQuery(Query):
    """A place and a moment, and which quantity."""

    latitude: float = Field(ge=-90, le=90, description="Degrees north")
    longitude: float = Field(ge=-180, le=360, description="Degrees east")
    time: Instant = Field(description="Its month, day and hour count, not its year")
    name: str | None = Field(
        default=None, max_length=100, description="One field or index; all without it"
    )
    level: float | None = Field(default=None, gt=0, description="Level in hPa")


def _require(principal: Principal, name: str) -> None:
    with scope(principal.tenant_id):
        if name not in sources_of(principal.tenant_id):
            raise NotFoundError(message("refusal-a_source"))


class ClimatologiesView(TenantView):
    """The climatologies of a source."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_climatologies",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: HeldClimatologies, 202: ACCEPTED}, 404, *INQUIRY_ERRORS),
    )
    def get(self, request: Request, source_name: str) -> Response:
        """List the climatologies that a data source is used with, with what each holds.

        The one that the centre has chosen comes first, then the one that the operator has
        registered; nothing is listed where there is neither.
        """
        _require(self.principal(request), source_name)
        return ask_worker(self, request, InquiryKind.CLIMATOLOGIES, {"source": source_name})


class ClimatologyPointView(TenantView):
    """What the climatologies of a source say of a place."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW}

    @extend_schema(
        operation_id="sources_climatology_point",
        parameters=[*query_parameters(ClimatologyPointQuery), TENANT_PARAMETER],
        responses=answers({200: ClimatologyAtPoint, 202: ACCEPTED}, 404, *INQUIRY_ERRORS),
    )
    def get(self, request: Request, source_name: str) -> Response:
        """Return what the climatologies of a source say of a place, day and hour.

        Mean, standard deviation, count and quantiles of each quantity: of the values within 15 days
        in all years. What a climatology does not reach is left out.
        """
        wanted = parse_query(ClimatologyPointQuery, request)
        _require(self.principal(request), source_name)
        point = ClimatologyPoint.model_validate(wanted.model_dump())
        asked = {"source": source_name, "point": point.model_dump(mode="json")}
        return ask_worker(self, request, InquiryKind.CLIMATOLOGY_POINT, asked)


class NewClimatologyChoice(BaseModel):
    """Which climatology of the centre a source is used with."""

    model_config = ConfigDict(extra="forbid")

    climatology: UUID | None = Field(
        description="id of a build that has finished; null for the operator's alone"
    )


class ClimatologyChoiceDocument(BaseModel):
    """With which climatologies the centre uses a source: its own first, then the shared one."""

    source: str
    climatology: UUID | None = Field(description="the build that was chosen; null where none was")
    url: str | None
    digest: str | None = Field(description="of its file; jobs are pinned to it")
    chosen_by: str | None
    chosen_at: datetime | None
    shared: bool = Field(description="whether the operator has registered one for all centres")


class ClimatologyChoiceView(TenantView):
    """Which climatology of its own a centre has used with a source."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "PUT": Verb.CLIMATOLOGY_CHOOSE}

    @extend_schema(
        operation_id="sources_climatology_choice",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: ClimatologyChoiceDocument}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, source_name: str) -> Response:
        """Return which climatology the centre has chosen for a data source."""
        shared = self._shared(request, source_name)
        return Response(_choice(source_name, climatology_chosen(source_name), shared=shared))

    @extend_schema(
        operation_id="sources_climatology_choose",
        parameters=[TENANT_PARAMETER],
        request=NewClimatologyChoice,
        responses=answers({200: ClimatologyChoiceDocument}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def put(self, request: Request, source_name: str) -> Response:
        """Choose a climatology that the centre has built for a data source.

        Diagnoses, computations, questions and workflows that are queued from now on use it before
        the shared one, and stay pinned to it.
        """
        wanted = parse_body(NewClimatologyChoice, request)
        shared = self._shared(request, source_name)
        row = climatology_choose(
            principal=self.principal(request), source=source_name, climatology=wanted.climatology
        )
        return Response(_choice(source_name, row, shared=shared))

    def _shared(self, request: Request, name: str) -> bool:
        sources = sources_of(self.principal(request).tenant_id)
        if name not in sources:
            raise NotFoundError(message("refusal-a_source"))
        return sources[name].climatology is not None


def _choice(
    source: str, row: ClimatologyChoice | None, *, shared: bool
) -> ClimatologyChoiceDocument:
    return ClimatologyChoiceDocument(
        source=source,
        climatology=row and row.job_id,
        url=row and reverse("climatology-detail", args=[row.job_id]),
        digest=row and row.digest,
        chosen_by=row and row.chosen_by,
        chosen_at=row and row.chosen_at,
        shared=shared,
    )
