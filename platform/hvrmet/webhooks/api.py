"""REST: webhooks, and the log of what was sent to them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from diagnostics.messages import message
from hvrmet.accounts.granting import require_rights
from hvrmet.accounts.roles import Verb
from hvrmet.accounts.views import TenantView, in_tenant_scope
from hvrmet.core.db.scope import scope
from hvrmet.core.http.openapi import TENANT_PARAMETER, answers, query_parameters
from hvrmet.core.http.pagination import NewestFirst
from hvrmet.core.http.schemas import parse_body, parse_query
from hvrmet.webhooks.event_types import verbs_to_read
from hvrmet.webhooks.models import Delivery, Subscription
from hvrmet.webhooks.schemas import (
    AttemptInfo,
    DeliveryInfo,
    DeliveryOut,
    DeliveryPage,
    DeliveryQuery,
    IssuedWebhook,
    NewWebhook,
    SecretRotation,
    WebhookChange,
    WebhookInfo,
    WebhookList,
)
from hvrmet.webhooks.selectors import (
    attempt_list,
    delivery_get,
    delivery_list,
    subscription_get,
    subscription_list,
)
from hvrmet.webhooks.services import (
    delivery_replay,
    subscription_change,
    subscription_create,
    subscription_end,
    subscription_rotate,
    subscription_test,
)
from hvrmet.webhooks.targets import target_of

_NEVER_KEPT = {"Cache-Control": "no-store"}


class WebhookListView(TenantView):
    """The webhooks of the tenant."""

    verbs = {"GET": Verb.WEBHOOK_VIEW, "POST": Verb.WEBHOOK_MANAGE}

    @extend_schema(
        operation_id="webhooks_list",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: WebhookList}),
    )
    @in_tenant_scope
    def get(self, request: Request) -> Response:
        """List the webhooks without their secrets."""
        listed = WebhookList(results=tuple(_info(row) for row in subscription_list()))
        return Response(listed)

    @extend_schema(
        operation_id="webhooks_create",
        parameters=[TENANT_PARAMETER],
        request=NewWebhook,
        responses=answers({201: IssuedWebhook}, 400, 409, 415),
    )
    def post(self, request: Request) -> Response:
        """Register a webhook; the answer is the only place where its secret is shown."""
        wanted = parse_body(NewWebhook, request)
        target_of(wanted.url)  # a name may take long to resolve: no transaction waits for it
        principal = self.principal(request)
        with scope(principal.tenant_id):
            row, secret = subscription_create(
                principal=principal, name=wanted.name, url=wanted.url, events=wanted.events
            )
            return Response(_issued(row, secret), status=201, headers=_NEVER_KEPT)


class WebhookView(TenantView):
    """One webhook."""

    verbs = {
        "GET": Verb.WEBHOOK_VIEW,
        "PATCH": Verb.WEBHOOK_MANAGE,
        "DELETE": Verb.WEBHOOK_MANAGE,
    }

    @extend_schema(
        operation_id="webhooks_retrieve",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: WebhookInfo}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, webhook_id: UUID) -> Response:
        """Return a webhook without its secret."""
        return Response(_info(subscription_get(webhook_id)))

    @extend_schema(
        operation_id="webhooks_change",
        parameters=[TENANT_PARAMETER],
        request=WebhookChange,
        responses=answers({200: WebhookInfo}, 400, 404, 409, 415),
    )
    def patch(self, request: Request, webhook_id: UUID) -> Response:
        """Change a webhook, pause it or resume it."""
        principal = self.principal(request)
        with scope(principal.tenant_id):
            subscription_get(webhook_id)
        wanted = parse_body(WebhookChange, request)
        if wanted.url is not None:
            target_of(wanted.url)
        with scope(principal.tenant_id):
            row = subscription_change(
                principal=principal,
                webhook_id=webhook_id,
                changes=wanted.model_dump(exclude_none=True),
            )
            return Response(_info(row))

    @extend_schema(
        operation_id="webhooks_end",
        parameters=[TENANT_PARAMETER],
        responses=answers({204: None}, 404, 409),
    )
    @in_tenant_scope
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        """End a webhook at once; its deliveries stay on record."""
        subscription_end(principal=self.principal(request), webhook_id=webhook_id)
        return Response(status=204)


class WebhookRotationView(TenantView):
    """A new secret for a webhook."""

    verbs = {"POST": Verb.WEBHOOK_MANAGE}

    @extend_schema(
        operation_id="webhooks_rotate",
        parameters=[TENANT_PARAMETER],
        request=SecretRotation,
        responses=answers({200: IssuedWebhook}, 400, 404, 409, 415),
    )
    @in_tenant_scope
    def post(self, request: Request, webhook_id: UUID) -> Response:
        """Renew the secret of a webhook; the former one signs too for a while."""
        wanted = parse_body(SecretRotation, request)
        row, secret = subscription_rotate(
            principal=self.principal(request),
            webhook_id=webhook_id,
            grace=timedelta(minutes=wanted.grace_minutes),
        )
        return Response(_issued(row, secret), headers=_NEVER_KEPT)


class WebhookTestView(TenantView):
    """A message that tells of nothing."""

    verbs = {"POST": Verb.WEBHOOK_MANAGE}

    @extend_schema(
        operation_id="webhooks_test",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({202: DeliveryInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, webhook_id: UUID) -> Response:
        """Send a test message to a webhook."""
        delivery = subscription_test(principal=self.principal(request), webhook_id=webhook_id)
        return Response(_delivery(delivery), status=202)


class DeliveryListView(TenantView):
    """What was sent to a webhook, and is to be."""

    verbs = {"GET": Verb.WEBHOOK_VIEW}

    @extend_schema(
        operation_id="webhooks_deliveries",
        parameters=[
            *query_parameters(DeliveryQuery),
            TENANT_PARAMETER,
        ],
        responses=answers({200: DeliveryPage}, 400, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, webhook_id: UUID) -> Response:
        """List the deliveries of a webhook, newest first."""
        query = parse_query(DeliveryQuery, request)
        subscription_get(webhook_id)
        found = delivery_list(webhook_id, status=query.status)
        return NewestFirst().page(found, request, _delivery)


class DeliveryView(TenantView):
    """One delivery."""

    verbs = {"GET": Verb.WEBHOOK_VIEW}

    @extend_schema(
        operation_id="webhooks_delivery",
        parameters=[TENANT_PARAMETER],
        responses=answers({200: DeliveryOut}, 404),
    )
    @in_tenant_scope
    def get(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Return what a webhook was sent, and every attempt with status and duration."""
        row = delivery_get(webhook_id, delivery_id)
        wanted = verbs_to_read([row.event.kind])
        require_rights(self.principal(request), wanted, to=message("refusal-act_read_sent"))
        log = tuple(
            AttemptInfo(at=item.created_at, **_fields(item, "code", "duration_ms", "error"))
            for item in attempt_list(row.pk)
        )
        shown = DeliveryOut(**_delivery(row).model_dump(), payload=row.event.payload, log=log)
        return Response(shown)


class ReplayView(TenantView):
    """Sending a message again."""

    verbs = {"POST": Verb.WEBHOOK_MANAGE}

    @extend_schema(
        operation_id="webhooks_replay",
        parameters=[TENANT_PARAMETER],
        request=None,
        responses=answers({202: DeliveryInfo}, 404, 409),
    )
    @in_tenant_scope
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Send a delivery again that was delivered, given up or cancelled."""
        delivery = delivery_replay(
            principal=self.principal(request), webhook_id=webhook_id, delivery_id=delivery_id
        )
        return Response(_delivery(delivery), status=202)


def _fields(row: object, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _info(row: Subscription) -> WebhookInfo:
    return WebhookInfo.model_validate(row, from_attributes=True)


def _issued(row: Subscription, secret: str) -> IssuedWebhook:
    return IssuedWebhook(**_info(row).model_dump(), secret=secret)


def _delivery(row: Delivery) -> DeliveryInfo:
    return DeliveryInfo(
        id=row.pk,
        message_id=f"msg_{row.event_id.hex}",
        type=row.event.kind,
        subject=row.event.subject_id,
        **_fields(row, "status", "attempts", "last_code", "last_error"),
        **_fields(row, "created_at", "next_at", "ended_at"),
    )
