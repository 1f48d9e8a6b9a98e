"""Reading webhooks and deliveries, in the open tenant scope."""

from __future__ import annotations

from uuid import UUID

from diagnostics.messages import message
from hvrmet.core.db.models import OwnedQuerySet
from hvrmet.core.errors import NotFoundError
from hvrmet.webhooks.event_types import DeliveryStatus
from hvrmet.webhooks.models import Attempt, Delivery, Subscription


def subscription_list() -> OwnedQuerySet:
    """Return the tenant's webhooks by name, those that have ended too."""
    found: OwnedQuerySet = Subscription.objects.order_by("name", "created_at")
    return found


def subscription_get(webhook_id: UUID, *, lock: bool = False) -> Subscription:
    """Return a webhook of this tenant.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    rows = Subscription.objects.select_for_update() if lock else Subscription.objects.all()
    found: Subscription | None = rows.filter(pk=webhook_id).first()
    if found is None:
        raise NotFoundError(message("refusal-a_webhook"))
    return found


def delivery_list(webhook_id: UUID, *, status: DeliveryStatus | None = None) -> OwnedQuerySet:
    """Return the deliveries to a webhook with their events."""
    found: OwnedQuerySet = Delivery.objects.filter(subscription_id=webhook_id)
    found = found.select_related("event")
    return found if status is None else found.filter(status=status)


def delivery_get(webhook_id: UUID, delivery_id: UUID) -> Delivery:
    """Return one delivery to a webhook.

    Raises
    ------
    NotFoundError
        When there is none.
    """
    found: Delivery | None = delivery_list(webhook_id).filter(pk=delivery_id).first()
    if found is None:
        raise NotFoundError(message("refusal-a_delivery"))
    return found


def attempt_list(delivery_id: UUID) -> OwnedQuerySet:
    """Return the attempts at a delivery in their order."""
    found: OwnedQuerySet = Attempt.objects.filter(delivery_id=delivery_id)
    return found.order_by("created_at", "id")
