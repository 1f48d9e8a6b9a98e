"""The socket's messages, one class each, and the wake-up sent after an event is committed.

A wake-up carries no content and may be lost: readers look at the table.
"""

from __future__ import annotations

import logging
from typing import Literal
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from pydantic import BaseModel
from redis import RedisError

from diagnostics.contracts.events import RecordedEvent

log = logging.getLogger(__name__)


class Ready(BaseModel):
    """First message: the socket follows this job from here."""

    type: Literal["ready"] = "ready"
    job: UUID
    after: int


class Event(BaseModel):
    """One recorded event; `event.seq` is what to resume from."""

    type: Literal["event"] = "event"
    event: RecordedEvent


class Ended(BaseModel):
    """Last message: the job has ended and every event was sent."""

    type: Literal["ended"] = "ended"
    status: str
    last_seq: int


def group_of(tenant_id: UUID, job_id: UUID) -> str:
    """Name the channel group of a job; groups begin with the tenant."""
    return f"{tenant_id.hex}.job.{job_id.hex}"


def announce(tenant_id: UUID, job_id: UUID, seq: int) -> None:
    """Wake the sockets of a job. A broken channel layer delays them, and breaks nothing."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(
            group_of(tenant_id, job_id), {"type": "job.changed", "seq": seq}
        )
    except (RedisError, OSError) as error:
        log.warning("sockets were not woken for event %d of job %s: %s", seq, job_id, error)
