"""Webhooks as the API takes and shows them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from hvrmet.core.http.pagination import Page, PageQuery
from hvrmet.core.names import Name
from hvrmet.webhooks.event_types import DeliveryStatus, EventKind

_MOST_EVENTS = 20


class NewWebhook(BaseModel):
    """An address to tell of events."""

    model_config = ConfigDict(extra="forbid")

    name: Name = Field(min_length=1, max_length=100)
    url: str = Field(min_length=1, max_length=2000)
    events: tuple[EventKind, ...] = Field(min_length=1, max_length=_MOST_EVENTS)


class WebhookChange(BaseModel):
    """What to change of a webhook; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    name: Name | None = Field(default=None, min_length=1, max_length=100)
    url: str | None = Field(default=None, min_length=1, max_length=2000)
    events: tuple[EventKind, ...] | None = Field(
        default=None, min_length=1, max_length=_MOST_EVENTS
    )
    active: bool | None = None


class SecretRotation(BaseModel):
    """How a secret is renewed; the former one signs for `grace_minutes` more."""

    model_config = ConfigDict(extra="forbid")

    grace_minutes: int = Field(default=24 * 60, ge=0, le=7 * 24 * 60)


class WebhookInfo(BaseModel):
    """A webhook without its secret."""

    id: UUID = Field(description="Of the webhook")
    name: str = Field(description="As its maker called it")
    url: str = Field(description="Where messages are sent")
    events: tuple[str, ...] = Field(description="Kinds of events that it is sent")
    active: bool = Field(description="Whether messages are sent: false while it is paused")
    created_by: str = Field(description="Label of who made it")
    created_at: datetime = Field(description="When it was made, UTC")
    previous_until: datetime | None = Field(
        description="Until when the former secret signs too, UTC; null where none was replaced"
    )
    ended_at: datetime | None = Field(description="When it was ended, UTC")


class WebhookList(BaseModel):
    """The webhooks of the tenant, by name."""

    results: tuple[WebhookInfo, ...]


class IssuedWebhook(WebhookInfo):
    """A webhook with its secret, which is shown only now."""

    secret: str


class DeliveryInfo(BaseModel):
    """One event on its way to one webhook; `attempts` counts since it was last asked for."""

    id: UUID = Field(description="Of the delivery")
    message_id: str = Field(description="The same in every attempt, so that receivers know repeats")
    type: str = Field(description="Kind of the event")
    subject: UUID = Field(description="Id of what the event is about")
    status: DeliveryStatus
    attempts: int
    last_code: int | None = Field(
        description="HTTP status of the last attempt; null where there was no answer"
    )
    last_error: str = Field(description="Why the last attempt failed; empty where it did not")
    created_at: datetime = Field(description="When it was made, UTC")
    next_at: datetime | None = Field(description="When it is attempted next, UTC")
    ended_at: datetime | None = Field(
        description="When it was delivered, given up or cancelled, UTC"
    )


class DeliveryPage(Page[DeliveryInfo]):
    """Deliveries, newest first."""


class DeliveryQuery(PageQuery):
    """Filters of the deliveries."""

    status: DeliveryStatus | None = None


class AttemptInfo(BaseModel):
    """One attempt: the receiver's status code, or why there is none."""

    at: datetime
    code: int | None
    duration_ms: int
    error: str


class DeliveryOut(DeliveryInfo):
    """A delivery with what was sent, and every attempt."""

    payload: dict[str, JsonValue]
    log: tuple[AttemptInfo, ...]
