"""Taking due deliveries, and keeping what came of them.

The sender works with these in three steps: `claim_due` takes some in one short transaction,
`prepare` reads each in its tenant's scope, and after the request, with no transaction open,
`settle` writes what came of it. Whoever dies in between loses nothing: the delivery is due again.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from hvrmet.core.db.scope import scope
from hvrmet.webhooks.event_types import DeliveryStatus
from hvrmet.webhooks.models import Attempt, Delivery, DueDelivery
from hvrmet.webhooks.sending import Outcome
from hvrmet.webhooks.signing import signed_headers

LONGEST_WAIT = timedelta(hours=6)
_GONE = 410
_HEADERS = {"content-type": "application/json", "user-agent": "hvrmet"}
_LOOK_AT = 200


@dataclass(frozen=True)
class ClaimedDelivery:
    """The right of one sender to attempt one delivery."""

    delivery_id: UUID
    tenant_id: UUID
    id: UUID


@dataclass(frozen=True)
class OutgoingMessage:
    """A request that is ready to be sent."""

    url: str
    headers: dict[str, str]
    body: bytes


def claim_due(limit: int) -> list[ClaimedDelivery]:
    """Take deliveries that are due, at most one for each webhook, the longest waiting first."""
    with transaction.atomic():
        due = DueDelivery.objects.select_for_update(skip_locked=True).filter(due_at__lte=Now())
        chosen: dict[UUID, DueDelivery] = {}
        for row in due.order_by("due_at", "delivery_id")[:_LOOK_AT]:
            chosen.setdefault(row.subscription_id, row)
        taken = list(chosen.values())[:limit]
        # Longer than an attempt can take, so that nobody else takes it meanwhile.
        hold = timedelta(seconds=3 * settings.ENVIRONMENT.hvrmet_webhook_timeout_seconds + 30)
        claim_id = uuid4()
        DueDelivery.objects.filter(pk__in=[row.pk for row in taken]).update(
            due_at=Now() + hold, claim_id=claim_id
        )
    return [ClaimedDelivery(row.delivery_id, row.tenant_id, claim_id) for row in taken]


def prepare(claim: ClaimedDelivery) -> OutgoingMessage | None:
    """Read and sign a claimed delivery; None when it is not wanted any more."""
    with scope(claim.tenant_id):
        delivery: Delivery | None = (
            Delivery.objects.filter(pk=claim.delivery_id, status=DeliveryStatus.PENDING)
            .select_related("subscription", "event")
            .first()
        )
        if delivery is None or not delivery.subscription.active:
            DueDelivery.objects.filter(pk=claim.delivery_id, claim_id=claim.id).delete()
            return None
        body = json.dumps(delivery.event.payload, ensure_ascii=False, separators=(",", ":"))
        signed = signed_headers(
            delivery.subscription,
            message_id=f"msg_{delivery.event_id.hex}",
            at=timezone.now(),
            body=body,
        )
        return OutgoingMessage(delivery.subscription.url, {**_HEADERS, **signed}, body.encode())


def settle(claim: ClaimedDelivery, outcome: Outcome) -> DeliveryStatus | None:
    """Record an attempt, and end the delivery or make it due again.

    Returns
    -------
    DeliveryStatus or None
        None when another sender, or nobody, holds the delivery by now.
    """
    with scope(claim.tenant_id):
        due = (
            DueDelivery.objects.select_for_update()
            .filter(pk=claim.delivery_id, claim_id=claim.id)
            .first()
        )
        delivery = Delivery.objects.select_for_update().get(pk=claim.delivery_id)
        Attempt.objects.create(
            delivery=delivery,
            code=outcome.code,
            duration_ms=outcome.duration_ms,
            error=outcome.error,
        )
        if due is None:
            return None
        delivery.attempts += 1
        delivery.last_code, delivery.last_error = outcome.code, outcome.error
        status = status_after(outcome, delivery.attempts)
        if status is DeliveryStatus.PENDING:
            due.due_at = delivery.next_at = timezone.now() + wait_after(delivery.attempts)
            due.save(update_fields=("due_at",))
        else:
            delivery.status, delivery.next_at = status, None
            delivery.ended_at = timezone.now()
            due.delete()
        delivery.save()
        return status


def status_after(outcome: Outcome, attempts: int) -> DeliveryStatus:
    """Say where a delivery stands after an attempt; a receiver that is gone is asked no more."""
    if outcome.delivered:
        return DeliveryStatus.DELIVERED
    last = attempts >= settings.ENVIRONMENT.hvrmet_webhook_attempts
    return DeliveryStatus.DEAD if last or outcome.code == _GONE else DeliveryStatus.PENDING


def wait_after(attempts: int, random_share: float | None = None) -> timedelta:
    """Return how long to wait after the n-th failed attempt: thrice as long each time.

    Up to half of it is random, so that what failed together does not come back together.

    Parameters
    ----------
    attempts : int
    random_share : float, optional
        From 0 to 1; drawn by default.
    """
    share = random.random() if random_share is None else random_share  # noqa: S311 - no secret
    base = settings.ENVIRONMENT.hvrmet_webhook_backoff_seconds * 3.0 ** (attempts - 1)
    return timedelta(seconds=min(base, LONGEST_WAIT.total_seconds()) * (0.5 + 0.5 * share))
