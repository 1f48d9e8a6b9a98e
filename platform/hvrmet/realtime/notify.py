"""The wake-up sent to open sockets after an event is committed.

It carries no content and may be lost: readers look at the table.
"""

from __future__ import annotations

import asyncio
import logging
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis import RedisError

from hvrmet.realtime.layer import WAKE_SECONDS, NotifyingLayer

log = logging.getLogger(__name__)


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

    message = {"type": "job.changed", "seq": seq}

    async def wake() -> None:
        async with asyncio.timeout(WAKE_SECONDS):
            for group in groups:
                await layer.group_send(group, message)

    try:
        if isinstance(layer, NotifyingLayer):
            layer.send_to_groups(groups, message)
        else:
            async_to_sync(wake)()
    except (RedisError, OSError) as error:
        log.warning("sockets were not woken for event %d of job %s: %s", seq, job_id, error)
