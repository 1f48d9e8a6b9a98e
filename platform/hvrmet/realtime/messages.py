"""The messages of the sockets, one class each."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field, JsonValue

from diagnostics.contracts.events import RecordedEvent


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
