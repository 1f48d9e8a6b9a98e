"""The socket's messages, one class each, and the wake-up sent after an event is committed.

A wake-up carries no content and may be lost: readers look at the table.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Literal
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from pydantic import BaseModel, Field, JsonValue
from redis import RedisError

from diagnostics.contracts.events import RecordedEvent

log = logging.getLogger(__name__)
# A layer that takes the connection and says nothing must not hold a worker up for longer.
WAKE_SECONDS = 2.0


class Ready(BaseModel):
    """First message: the socket follows this job from here."""

    type: Literal["ready"] = "ready"
    job: UUID
    after: int = Field(description="number of the last event that will not be sent")


class Event(BaseModel):
    """One recorded event; `event.seq` is what to resume from."""

    type: Literal["event"] = "event"
    event: RecordedEvent


class Ended(BaseModel):
    """Last message: the job has ended and every event was sent."""

    type: Literal["ended"] = "ended"
    status: str
    last_seq: int


class Heartbeat(BaseModel):
    """The socket is alive and nothing is missing up to `last_seq`."""

    type: Literal["heartbeat"] = "heartbeat"
    at: datetime
    last_seq: int


class ActivityReady(BaseModel):
    """First message of the tenant's activity: every change after `after` will be sent."""

    type: Literal["ready"] = "ready"
    after: datetime


class JobMoved(BaseModel):
    """A job as it stands after its status has changed; a greater `last_seq` is newer."""

    id: UUID
    kind: str
    status: str
    source: str
    requested_by: str
    created_at: datetime
    last_seq: int
    state: JsonValue = Field(description="the fold of the job's events, as REST shows it")


class Activity(BaseModel):
    """A job was queued, taken or given back, or has ended; `at` is what to resume from."""

    type: Literal["job"] = "job"
    at: datetime
    job: JobMoved


class ActivityHeartbeat(BaseModel):
    """The socket is alive; resume from `at`."""

    type: Literal["heartbeat"] = "heartbeat"
    at: datetime


JOB_MESSAGES: tuple[type[BaseModel], ...] = (Ready, Event, Heartbeat, Ended)
ACTIVITY_MESSAGES: tuple[type[BaseModel], ...] = (ActivityReady, Activity, ActivityHeartbeat)


def group_of(tenant_id: UUID, job_id: UUID) -> str:
    """Name the channel group of a job; groups begin with the tenant."""
    return f"{tenant_id.hex}.job.{job_id.hex}"


def activity_group_of(tenant_id: UUID) -> str:
    """Name the channel group of a tenant's activity."""
    return f"{tenant_id.hex}.activity"


def announce(tenant_id: UUID, job_id: UUID, seq: int, *, moved: bool = False) -> None:
    """Wake the readers of a job, and of the tenant's activity when the job's status has changed.

    A broken channel layer delays them, and breaks nothing.
    """
    layer = get_channel_layer()
    if layer is None:
        return
    groups = [group_of(tenant_id, job_id), *([activity_group_of(tenant_id)] if moved else [])]

    async def wake() -> None:
        async with asyncio.timeout(WAKE_SECONDS):
            for group in groups:
                await layer.group_send(group, {"type": "job.changed", "seq": seq})

    try:
        async_to_sync(wake)()
    except (RedisError, OSError) as error:
        log.warning("sockets were not woken for event %d of job %s: %s", seq, job_id, error)
