"""Questions to the workers that a request waits for: quick to answer, kept for minutes, no jobs.

A web process knows no science, so it asks the workers of the queue ``interactive``. What is asked
and what was answered lie in the shared cache; the message to the broker names them. Whoever waits
is woken by a list of the cache's server that the worker writes to. Nothing of it survives a lost
cache, and nothing needs to: whoever asked asks again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid4
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core.cache import cache
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis

from diagnostics.messages import Message, message
from hvrmet.accounts.principals import Principal
from hvrmet.celery_app import app
from hvrmet.core.broker import CONFIRM_SECONDS, SENDING_FAILED
from hvrmet.core.errors import ApplicationError

log = logging.getLogger(__name__)
TASK = "tasks.interactive.answer"
PREPARE = "tasks.interactive.prepare_layers"
QUEUE = "interactive"
WAIT_SECONDS = 2.0
"""How long a request waits."""
LOST_SECONDS = 90
"""After which an inquiry without an answer is given up: the worker's own limit is shorter."""
KEPT_SECONDS = 900
MOST_WAITING = 24
"""Inquiries of one tenant that may wait at a time."""
BROKEN = (RedisError, OSError)


class InquiryKind(StrEnum):
    """What is asked of a worker."""

    READING = "reading"
    WORDED_DIAGNOSIS = "worded_diagnosis"
    FEASIBILITY = "feasibility"
    PLAN = "plan"
    EXTRACT = "extract"
    LAYERS = "layers"
    PLACES_AT = "places_at"
    WORKFLOW_CHECK = "workflow_check"
    WORKFLOW_RUN = "workflow_run"
    CLIMATOLOGIES = "climatologies"
    CLIMATOLOGY_POINT = "climatology_point"
    CLIMATOLOGY_BUILD = "climatology_build"


class InquiryState(StrEnum):
    """Where an inquiry stands."""

    WAITING = "waiting"
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass(frozen=True)
class Refusal:
    """Why there is no answer."""

    code: str
    message: str
    status: int = 400
    wording: Message | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What a worker answered: a document, with the status and the address that go with it."""

    document: Any
    status: int = 200
    location: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Inquiry:
    """One inquiry as it stands."""

    id: UUID
    tenant_id: UUID
    kind: InquiryKind
    asked_at: float
    answer: Answer | None = None
    refusal: Refusal | None = None

    @property
    def state(self) -> InquiryState:
        """Where it stands."""
        if self.answer is not None:
            return InquiryState.ANSWERED
        return InquiryState.FAILED if self.refusal is not None else InquiryState.WAITING


def inquire(
    principal: Principal, kind: InquiryKind, asked: Mapping[str, Any], *, language: str
) -> Inquiry:
    """Ask the workers.

    Parameters
    ----------
    principal : Principal
        Who asks; a worker that acts on it acts in their name.
    kind : InquiryKind
    asked : mapping
        JSON data.
    language : str
        Of the reader.

    Raises
    ------
    ApplicationError
        ``too_many_inquiries`` (429) and ``workers_unreachable`` (503).
    """
    inquiry = Inquiry(uuid4(), principal.tenant_id, kind, time.time())
    record = {
        "kind": kind.value,
        "asked_at": inquiry.asked_at,
        "asked": dict(asked),
        "actor": _actor(principal),
        "language": language,
    }
    try:
        _count(principal.tenant_id)
        cache.set(_key(inquiry, "asked"), json.dumps(record), timeout=KEPT_SECONDS)
        app.send_task(
            TASK,
            args=[str(inquiry.id), str(inquiry.tenant_id)],
            queue=QUEUE,
            expires=LOST_SECONDS,
            retry=False,
            confirm_timeout=CONFIRM_SECONDS,
        )
        return look(inquiry.id, inquiry.tenant_id) or inquiry
    except (*BROKEN, *SENDING_FAILED) as error:
        log.warning("no worker can be asked: %s", error)
        raise ApplicationError(
            message("refusal-workers_unreachable"),
            code="workers_unreachable",
            http_status=503,
            data={"retry_after": 5},
        ) from error


def ask_for_maps(job_id: UUID, tenant_id: UUID) -> None:
    """Have the maps of a finished diagnosis made; where nobody can be asked they are made later."""
    try:
        app.send_task(
            PREPARE,
            args=[str(job_id), str(tenant_id)],
            queue=QUEUE,
            expires=3600,
            retry=False,
            confirm_timeout=CONFIRM_SECONDS,
        )
    except SENDING_FAILED as error:
        log.warning("job %s: nobody can be asked for its maps now: %s", job_id, error)


def _count(tenant_id: UUID) -> None:
    """Count an inquiry of a tenant, and refuse one too many; a forgotten count ends by itself."""
    key = _waiting(tenant_id)
    if cache.add(key, 1, timeout=LOST_SECONDS):
        return
    with suppress(ValueError):  # it ended in this moment
        if cache.incr(key) > MOST_WAITING:
            cache.decr(key)
            raise ApplicationError(
                message("refusal-too_many_inquiries", most=MOST_WAITING),
                code="too_many_inquiries",
                http_status=429,
                data={"retry_after": 2},
            )


def look(inquiry_id: UUID, tenant_id: UUID) -> Inquiry | None:
    """Return an inquiry as it stands now; None where there is none, or none any more."""
    key = _key_of(inquiry_id, tenant_id)
    answered = cache.get(f"{key}.answer")
    text = answered or cache.get(f"{key}.asked")
    if text is None:
        return None
    record = json.loads(text)
    answer = record.get("answer")
    refusal = record.get("refusal")
    if answer is None and refusal is None and time.time() - record["asked_at"] > LOST_SECONDS:
        refusal = {"code": "inquiry_lost", "message": "", "status": 503, "data": {}}
        refusal["wording"] = message("refusal-inquiry_lost").model_dump(mode="json")
    if refusal is not None:
        wording = refusal.pop("wording", None)
        refusal["wording"] = None if wording is None else Message.model_validate(wording)
    return Inquiry(
        inquiry_id,
        tenant_id,
        InquiryKind(record["kind"]),
        record["asked_at"],
        answer=None if answer is None else Answer(**answer),
        refusal=None if refusal is None else Refusal(**refusal),
    )


@dataclass(frozen=True)
class Taken:
    """An inquiry as a worker takes it."""

    inquiry: Inquiry
    asked: Mapping[str, Any]
    actor: Mapping[str, Any]
    language: str


def take(inquiry_id: UUID, tenant_id: UUID) -> Taken | None:
    """Return what is asked; None where it was answered, or is of no more use."""
    key = _key_of(inquiry_id, tenant_id)
    text = cache.get(f"{key}.asked")
    if text is None or cache.get(f"{key}.answer") is not None:
        return None
    record = json.loads(text)
    inquiry = Inquiry(inquiry_id, tenant_id, InquiryKind(record["kind"]), record["asked_at"])
    if time.time() - inquiry.asked_at > LOST_SECONDS:
        return None
    return Taken(inquiry, record["asked"], record["actor"], record["language"])


def leave(inquiry: Inquiry, outcome: Answer | Refusal) -> None:
    """Leave an answer or a refusal, and wake who waits for it."""
    record: dict[str, Any] = {"kind": inquiry.kind.value, "asked_at": inquiry.asked_at}
    match outcome:
        case Answer():
            record["answer"] = {**vars(outcome), "headers": dict(outcome.headers)}
        case Refusal():
            wording = outcome.wording and outcome.wording.model_dump(mode="json")
            record["refusal"] = {**vars(outcome), "wording": wording, "data": dict(outcome.data)}
    cache.set(_key(inquiry, "answer"), json.dumps(record), timeout=KEPT_SECONDS)
    with suppress(ValueError):
        cache.decr(_waiting(inquiry.tenant_id))
    _ring(_key(inquiry, "bell"))


def _ring(bell: str) -> None:
    """Wake who waits; without anybody the bell is forgotten soon."""
    if "redis" not in settings.CACHES["default"]["BACKEND"]:
        return
    with Redis.from_url(settings.ENVIRONMENT.channel_url, socket_timeout=2) as server:
        pipeline = server.pipeline(transaction=False)
        pipeline.rpush(bell, 1)
        pipeline.expire(bell, int(2 * WAIT_SECONDS))
        pipeline.execute()


_servers: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncRedis] = WeakKeyDictionary()


async def heard(inquiry: Inquiry, seconds: float = WAIT_SECONDS) -> bool:
    """Wait for an answer; False where it has not come in time, or nobody can listen."""
    loop = asyncio.get_running_loop()
    if loop not in _servers:
        _servers[loop] = AsyncRedis.from_url(
            settings.ENVIRONMENT.channel_url,
            max_connections=64,
            socket_timeout=seconds + 1,
            socket_connect_timeout=1,
        )
    try:
        rung = await _servers[loop].blpop([_key(inquiry, "bell")], timeout=seconds)
    except BROKEN as error:
        log.warning("an answer cannot be waited for: %s", error)
        return False
    return rung is not None


def _key(inquiry: Inquiry, part: str) -> str:
    return f"{_key_of(inquiry.id, inquiry.tenant_id)}.{part}"


def _key_of(inquiry_id: UUID, tenant_id: UUID) -> str:
    return f"{tenant_id.hex}.inquiry.{inquiry_id.hex}"


def _waiting(tenant_id: UUID) -> str:
    return f"{tenant_id.hex}.inquiries"


def _actor(principal: Principal) -> dict[str, Any]:
    return {
        "kind": principal.kind.value,
        "id": str(principal.id),
        "name": principal.name,
        "roles": [role.value for role in principal.roles],
        "scopes": None if principal.scopes is None else sorted(principal.scopes),
    }
