"""Webhooks, the events they announce, and every attempt to deliver them."""

from __future__ import annotations

from uuid import UUID

from django.db import models

from hvrmet.core.db.models import OwnedModel
from hvrmet.webhooks.event_types import DeliveryStatus


class Subscription(OwnedModel):
    """An address that receives events. Its secret is kept encrypted: it has to sign.

    After a rotation messages carry the signature of the former secret too, until
    `previous_until`.
    """

    name = models.CharField(max_length=100)
    url = models.CharField(max_length=2000)
    events = models.JSONField()
    active = models.BooleanField(default=True)
    sealed_key = models.TextField()
    previous_key = models.TextField(blank=True)
    previous_until = models.DateTimeField(null=True)
    created_by = models.CharField(max_length=200)
    ended_at = models.DateTimeField(null=True)

    class Meta(OwnedModel.Meta):
        verbose_name = "webhook"
        constraints = [
            models.UniqueConstraint(fields=("tenant", "id"), name="webhook_tenant_id"),
            models.UniqueConstraint(
                fields=("tenant", "name"),
                condition=models.Q(ended_at__isnull=True),
                name="webhook_tenant_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Event(OwnedModel):
    """Something that was announced; the database refuses to change or delete it."""

    kind = models.CharField(max_length=40)
    subject_id = models.UUIDField()
    payload = models.JSONField()

    class Meta(OwnedModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=("tenant", "id"), name="webhookevent_tenant_id")
        ]

    def __str__(self) -> str:
        return self.kind


class Delivery(OwnedModel):
    """One event on its way to one webhook; `attempts` counts since it was last asked for."""

    subscription = models.ForeignKey(Subscription, on_delete=models.PROTECT, related_name="+")
    subscription_id: UUID
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="+", db_index=False)
    event_id: UUID
    status = models.CharField(
        max_length=20, choices=[(item.value, item.value) for item in DeliveryStatus]
    )
    attempts = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    last_code = models.PositiveSmallIntegerField(null=True)
    last_error = models.CharField(max_length=300, blank=True)

    class Meta(OwnedModel.Meta):
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=("tenant", "id"), name="delivery_tenant_id"),
            models.UniqueConstraint(
                fields=("tenant", "subscription", "event"), name="delivery_tenant_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=("tenant", "subscription", "-created_at", "-id"), name="delivery_newest"
            )
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.event_id}"


class Attempt(OwnedModel):
    """One attempt at a delivery; the database refuses to change or delete it.

    The receiver's answer is not kept, only its status: it is nobody's business here.
    """

    delivery = models.ForeignKey(
        Delivery, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    code = models.PositiveSmallIntegerField(null=True)
    duration_ms = models.PositiveIntegerField()
    error = models.CharField(max_length=300, blank=True)

    class Meta(OwnedModel.Meta):
        indexes = [models.Index(fields=("tenant", "delivery", "created_at"), name="attempt_order")]

    def __str__(self) -> str:
        return f"{self.code} {self.error}"


class DueDelivery(models.Model):
    """A delivery that is to be attempted. Crosses tenants, so it holds ids and times only.

    A sender that takes it moves `due_at` on and writes its `claim_id`: if it dies, another one
    takes it then, and of two that believe to have it the claim tells whose word is taken.
    """

    delivery_id = models.UUIDField(primary_key=True)
    tenant_id = models.UUIDField()
    subscription_id = models.UUIDField()
    due_at = models.DateTimeField()
    claim_id = models.UUIDField(null=True)

    class Meta:
        verbose_name_plural = "due deliveries"
        indexes = [models.Index(fields=("due_at",), name="duedelivery_due")]

    def __str__(self) -> str:
        return str(self.delivery_id)
