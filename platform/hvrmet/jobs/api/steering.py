"""REST: orders to a running diagnosis."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.contracts.events import Steered
from diagnostics.contracts.steering import SteeringAction
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers
from hvrmet.core.http.schemas import parse_body
from hvrmet.jobs.models import SteeringOrder
from hvrmet.jobs.schemas import NewOrder
from hvrmet.jobs.selectors import job_get
from hvrmet.jobs.services.steering import order_create, taken_orders
from hvrmet.jobs.states import OFF_QUEUE, JobKind, JobStatus


class OrderStatus(StrEnum):
    """What has become of an order; `missed` came too late for the run to take it."""

    WAITING = "waiting"
    APPLIED = "applied"
    REFUSED = "refused"
    MISSED = "missed"


class OrderDocument(BaseModel):
    """An order; `seq` is the event by which the run took it."""

    id: UUID = Field(description="Of the order")
    number: int = Field(description="Of the order, in the order given")
    action: SteeringAction
    factor: str = Field(description="Name of the factor")
    entry_id: str | None = Field(description="Entry of the library that has the factor")
    reason: str = Field(description="Why it was given")
    author: str = Field(description="Label of who gave it")
    created_at: datetime = Field(description="When it was given, UTC")
    status: OrderStatus
    problem: str
    message: str
    seq: int | None


class OrderList(BaseModel):
    """The orders to a diagnosis, in the order given."""

    results: tuple[OrderDocument, ...]


class SteeringView(TenantView):
    """The orders to a diagnosis."""

    verbs = {"GET": Verb.DIAGNOSIS_VIEW, "POST": Verb.DIAGNOSIS_STEER}

    @extend_schema(
        operation_id="diagnoses_steering_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: OrderList}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, job_id: UUID) -> Response:
        """List the orders with what became of them."""
        job = job_get(job_id, kind=JobKind.DIAGNOSIS)
        taken, over = taken_orders(job_id), JobStatus(job.status) in OFF_QUEUE
        rows = SteeringOrder.objects.filter(job_id=job_id).order_by("number")
        listed = OrderList(
            results=tuple(_document(row, taken.get(str(row.pk)), over=over) for row in rows)
        )
        return Response(listed)

    @extend_schema(
        operation_id="diagnoses_steering_create",
        parameters=[TENANT_PARAMETER],
        request=NewOrder,
        responses=answers(
            {202: OpenApiResponse(OrderDocument, description="Kept; taken at the next step")},
            400,
            404,
            409,
            415,
        ),
    )
    @in_tenant_scope
    def post(self, request: Request, job_id: UUID) -> Response:
        """Pin, veto or add a factor, or have the run conclude."""
        wanted = parse_body(NewOrder, request)
        order = order_create(
            principal=self.principal(request),
            job_id=job_id,
            action=wanted.action,
            factor=wanted.factor,
            reason=wanted.reason,
        )
        return Response(_document(order, None, over=False), status=202)


def _document(
    row: SteeringOrder, taken: tuple[int, Steered] | None, *, over: bool
) -> OrderDocument:
    seq, body = taken if taken is not None else (None, None)
    if body is not None:
        status = OrderStatus.APPLIED if body.applied else OrderStatus.REFUSED
    else:
        status = OrderStatus.MISSED if over else OrderStatus.WAITING
    return OrderDocument(
        id=row.pk,
        number=row.number,
        action=SteeringAction(row.action),
        factor=row.factor,
        entry_id=body.entry_id if body is not None else None,
        reason=row.reason,
        author=row.author,
        created_at=row.created_at,
        status=status,
        problem=body.problem if body is not None else "",
        message=body.message if body is not None else "",
        seq=seq,
    )
