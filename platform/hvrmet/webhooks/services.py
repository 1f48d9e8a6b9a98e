"""Writing webhooks and announcing events, in the caller's tenant scope."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from diagnostics.messages import message
from hvrmet.accounts.granting import require_rights
from hvrmet.accounts.principals import Principal
from hvrmet.audit.services import Action, audit_record
from hvrmet.celery_app import app
from hvrmet.core.broker import CONFIRM_SECONDS, SENDING_FAILED
from hvrmet.core.db.scope import current_tenant
from hvrmet.core.db.uniqueness import unique
from hvrmet.core.errors import ApplicationError
from hvrmet.webhooks.event_types import TEST_KIND, DeliveryStatus, EventKind, verbs_to_read
from hvrmet.webhooks.models import Delivery, DueDelivery, Event, Subscription
from hvrmet.webhooks.selectors import delivery_get, subscription_get
from hvrmet.webhooks.signing import make_secret, sealed

log = logging.getLogger(__name__)

MOST_WEBHOOKS = 50
SENDER = "tasks.webhooks.send_due"


def announce(kind: EventKind, *, subject_id: UUID, data: dict[str, Any]) -> None:
    """Tell every webhook that asked for it, once the open transaction is there.

    Parameters
    ----------
    kind : EventKind
    subject_id : UUID
        The diagnosis concerned.
    data : dict
        JSON-compatible; what the message says beside its kind and time.
    """
    listening = list(
        Subscription.objects.filter(ended_at__isnull=True, active=True, events__contains=[kind])
    )
    if listening:
        _queue(kind, subject_id, data, listening)


def _queue(
    kind: str, subject_id: UUID, data: dict[str, Any], to: Sequence[Subscription]
) -> list[Delivery]:
    now = timezone.now()
    payload = {"type": kind, "timestamp": now.isoformat(), "data": data}
    event = Event.objects.create(kind=kind, subject_id=subject_id, payload=payload)
    deliveries: list[Delivery] = Delivery.objects.bulk_create(
        Delivery(subscription=item, event=event, status=DeliveryStatus.PENDING, next_at=now)
        for item in to
    )
    _make_due(deliveries)
    return deliveries


def _make_due(deliveries: Iterable[Delivery]) -> None:
    DueDelivery.objects.bulk_create(
        DueDelivery(
            delivery_id=item.pk,
            tenant_id=item.tenant_id,
            subscription_id=item.subscription_id,
            due_at=Now(),
        )
        for item in deliveries
    )
    transaction.on_commit(_wake_sender, robust=True)


def _wake_sender() -> None:
    """Ask for the sender now; without a broker beat does it as soon as there is one."""
    try:
        app.send_task(SENDER, args=[], retry=False, confirm_timeout=CONFIRM_SECONDS)
    except SENDING_FAILED as error:
        log.warning("the broker takes no message now, webhooks wait: %s", error)


def subscription_create(
    *, principal: Principal, name: str, url: str, events: Iterable[EventKind]
) -> tuple[Subscription, str]:
    """Register a webhook whose address was judged; its secret is returned only here.

    Raises
    ------
    ApplicationError
        ``webhook_name_taken`` or ``too_many_webhooks`` (409), or ``beyond_own_rights`` (403) for
        events that the actor may not read.
    """
    events = tuple(events)
    require_rights(principal, verbs_to_read(events), to=message("refusal-act_events"))
    present = Subscription.objects.filter(ended_at__isnull=True)
    if present.count() >= MOST_WEBHOOKS:
        raise ApplicationError(
            message("refusal-too_many_webhooks", most=MOST_WEBHOOKS),
            code="too_many_webhooks",
            http_status=409,
        )
    secret = make_secret()
    with unique("webhook_tenant_name", otherwise=_name_taken(name)):
        row: Subscription = Subscription.objects.create(
            name=name,
            url=url,
            events=sorted(set(events)),
            sealed_key=sealed(secret),
            created_by=principal.label,
        )
    _record(Action.WEBHOOK_CREATED, principal, row, after=_audited(row))
    return row, secret


def _name_taken(name: str) -> ApplicationError:
    return ApplicationError(
        message("refusal-webhook_name_taken", name=name), code="webhook_name_taken", http_status=409
    )


def subscription_change(
    *, principal: Principal, webhook_id: UUID, changes: dict[str, Any]
) -> Subscription:
    """Change a webhook; pausing it (`active` False) lets what waits for it wait no more.

    Raises
    ------
    ApplicationError
        With code ``webhook_ended`` or ``webhook_name_taken`` (409), or ``beyond_own_rights`` (403).
    """
    row = _lock_present(webhook_id)
    if set(changes) - {"active"} or changes.get("active"):
        events = {*row.events, *changes.get("events", ())}
        require_rights(principal, verbs_to_read(events), to=message("refusal-act_change_webhook"))
    before = _audited(row)
    for field, value in changes.items():
        setattr(row, field, sorted(set(value)) if field == "events" else value)
    with unique("webhook_tenant_name", otherwise=_name_taken(row.name)):
        row.save(update_fields=tuple(changes))
    if not row.active:
        _cancel_waiting(row)
    _record(Action.WEBHOOK_CHANGED, principal, row, before=before, after=_audited(row))
    return row


def subscription_rotate(
    *, principal: Principal, webhook_id: UUID, grace: timedelta
) -> tuple[Subscription, str]:
    """Give a webhook a new secret; the former one signs too until `grace` is over.

    Raises
    ------
    ApplicationError
        With code ``webhook_ended`` (409), or ``beyond_own_rights`` (403): whoever has the secret
        can sign messages of its events.
    """
    row = _lock_present(webhook_id)
    require_rights(principal, verbs_to_read(row.events), to=message("refusal-act_rotate_webhook"))
    secret = make_secret()
    row.previous_key, row.previous_until = row.sealed_key, timezone.now() + grace
    row.sealed_key = sealed(secret)
    row.save(update_fields=("sealed_key", "previous_key", "previous_until"))
    minutes = int(grace.total_seconds() // 60)
    _record(Action.WEBHOOK_ROTATED, principal, row, data={"grace_minutes": minutes})
    return row, secret


def subscription_end(*, principal: Principal, webhook_id: UUID) -> None:
    """End a webhook at once and forget its secrets; its deliveries stay on record.

    Raises
    ------
    ApplicationError
        With code ``webhook_ended`` (409) when it has ended before.
    """
    row = _lock_present(webhook_id)
    row.ended_at, row.active = timezone.now(), False
    row.sealed_key = row.previous_key = ""
    row.save(update_fields=("ended_at", "active", "sealed_key", "previous_key"))
    _cancel_waiting(row)
    _record(Action.WEBHOOK_ENDED, principal, row)


def subscription_test(*, principal: Principal, webhook_id: UUID) -> Delivery:
    """Send a webhook a message that tells of nothing.

    Raises
    ------
    ApplicationError
        With code ``webhook_ended`` or ``webhook_paused`` (409).
    """
    row = _lock_present(webhook_id)
    _require_active(row)
    (delivery,) = _queue(TEST_KIND, row.pk, {"webhook": str(row.pk)}, [row])
    _record(Action.WEBHOOK_TESTED, principal, row, data={"delivery": str(delivery.pk)})
    return delivery


def delivery_replay(*, principal: Principal, webhook_id: UUID, delivery_id: UUID) -> Delivery:
    """Send a message again that has ended; it keeps its id, so receivers can know it.

    Raises
    ------
    NotFoundError
        When there is no such delivery.
    ApplicationError
        ``webhook_ended``, ``webhook_paused`` or ``delivery_pending`` (409).
    """
    row = _lock_present(webhook_id)
    _require_active(row)
    delivery = delivery_get(webhook_id, delivery_id)
    if delivery.status == DeliveryStatus.PENDING:
        raise ApplicationError(
            message("refusal-delivery_pending"), code="delivery_pending", http_status=409
        )
    before = {"status": delivery.status}
    delivery.status, delivery.attempts = DeliveryStatus.PENDING, 0
    delivery.next_at, delivery.ended_at = timezone.now(), None
    delivery.save(update_fields=("status", "attempts", "next_at", "ended_at"))
    _make_due([delivery])
    _record(
        Action.WEBHOOK_REPLAYED,
        principal,
        row,
        data={"delivery": str(delivery.pk)},
        before=before,
        after={"status": delivery.status},
    )
    return delivery


def _lock_present(webhook_id: UUID) -> Subscription:
    row = subscription_get(webhook_id, lock=True)
    if row.ended_at is not None:
        raise ApplicationError(
            message("refusal-webhook_ended"), code="webhook_ended", http_status=409
        )
    return row


def _require_active(row: Subscription) -> None:
    if not row.active:
        raise ApplicationError(
            message("refusal-webhook_paused"), code="webhook_paused", http_status=409
        )


def _cancel_waiting(row: Subscription) -> None:
    DueDelivery.objects.filter(tenant_id=current_tenant(), subscription_id=row.pk).delete()
    waiting = Delivery.objects.filter(subscription=row, status=DeliveryStatus.PENDING)
    waiting.update(status=DeliveryStatus.CANCELLED, next_at=None, ended_at=Now())


def _audited(row: Subscription) -> dict[str, Any]:
    return {"name": row.name, "url": row.url, "events": row.events, "active": row.active}


def _record(action: Action, principal: Principal, row: Subscription, **documents: Any) -> None:
    data = {"name": row.name, **documents.pop("data", {})}
    audit_record(
        action=action,
        actor=principal.label,
        actor_id=principal.id,
        subject_id=row.pk,
        data=data,
        **documents,
    )
