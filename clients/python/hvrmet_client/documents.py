"""Documents of the API: the fields that most programs need; the rest is in ``model_extra``."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict

ENDED = frozenset({"finished", "failed", "cancelled", "parked"})


class Document(BaseModel):
    """A document; fields that this version does not know are kept."""

    model_config = ConfigDict(extra="allow", frozen=True)


class Source(Document):
    """A source; `variables`, `levels_hpa` and `valid_times` where one was asked for alone."""

    name: str
    title: str
    title_zh: str = ""
    health: str
    region: list[float] | None = None
    newest_time: datetime | None = None
    times: int = 0
    variables: list[dict[str, Any]] = []
    levels_hpa: list[float] = []
    valid_times: list[datetime] = []


class Read(Document):
    """What was read from a request in words."""

    asks: str
    understood: list[dict[str, Any]]
    assumed: list[dict[str, Any]]
    not_understood: list[dict[str, Any]]
    diagnosis: dict[str, Any] | None = None
    charts: list[dict[str, Any]] = []
    question: dict[str, Any] | None = None


class Plan(Document):
    """What a diagnosis would begin with."""

    event: str | None
    factors: list[dict[str, Any]]
    fields: list[dict[str, Any]]
    bytes: int
    estimated_seconds: float | None = None


class Job(Document):
    """A diagnosis, a computation, a question, a workflow or a climatology.

    `state` is of diagnoses; `result` and `failure` are of the others. `cost` is there where one
    job was asked for alone.
    """

    id: UUID
    url: str
    status: str
    source: str
    last_seq: int
    request: dict[str, Any]
    links: dict[str, str | None]
    state: dict[str, Any] = {}
    result: dict[str, Any] | None = None
    failure: dict[str, Any] | None = None
    cost: dict[str, Any] | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.status in ENDED

    @property
    def reason(self) -> dict[str, Any] | None:
        """Why it failed, None where it did not."""
        return self.failure or self.state.get("failure")


class Event(Document):
    """One event of a job."""

    seq: int
    at: datetime
    body: dict[str, Any]

    @property
    def type(self) -> str:
        """What happened."""
        kind: str = self.body["type"]
        return kind


class File(Document):
    """A file; `url` is where it is fetched."""

    name: str
    sha256: str
    media_type: str
    size: int
    url: str


class Extract(Document):
    """What was computed at once, and its files."""

    op: str
    source: str
    result: dict[str, Any]
    files: list[File]


class Layer(Document):
    """One layer of a map; `url` is None where `reason` says why there is no file."""

    kind: str
    title: str
    title_zh: str = ""
    unit: str = ""
    url: str | None
    reason: str = ""
    raster: dict[str, Any] | None = None


class Layers(Document):
    """The map of one piece of evidence."""

    evidence_id: str
    factor: str
    time: datetime | None
    layers: list[Layer]


class Hit(Document):
    """Something that a search has found."""

    kind: str
    id: str
    title: str
    title_zh: str = ""
    score: float
    url: str | None = None
