"""The operations, free of input and output: generators that ask for requests and get answers.

Both clients run the same generators, one waiting for each answer, the other awaiting it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from uuid import uuid4

import httpx

from hvrmet_client.documents import ENDED, Document, Event, Job, Layers
from hvrmet_client.errors import HvrmetError

API = "/api/v1"
D = TypeVar("D", bound=Document)
T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """A request to send; `again` allows to send it again when the connection breaks."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    again: bool = True


@dataclass(frozen=True)
class Pause:
    """So many seconds to wait."""

    seconds: float


@dataclass(frozen=True)
class Item:
    """One thing that a stream gives."""

    value: Any


Step = Send | Pause
Operation = Generator[Step, Any, T]
Stream = Generator[Step | Item, Any, None]


def answer_of(reply: httpx.Response) -> Any:
    """Return the JSON of an answer.

    Raises
    ------
    HvrmetError
        For a refusal.
    """
    if not reply.is_error:
        return reply.json()
    try:
        problem = reply.json()
    except ValueError:
        raise HvrmetError("no_answer", reply.reason_phrase, status=reply.status_code) from None
    raise HvrmetError(
        problem.get("code", "unknown"),
        problem.get("detail", ""),
        status=reply.status_code,
        data=problem.get("data"),
        request_id=problem.get("request_id", ""),
    )


def get(path: str, model: type[D], **query: Any) -> Operation[D]:
    """Read one document."""
    reply = yield Send("GET", _address(path), query=_given(query))
    return model.model_validate(answer_of(reply))


def asked(path: str, body: Mapping[str, Any], model: type[D], **query: Any) -> Operation[D]:
    """Ask for what a worker answers, and follow the inquiry where it takes longer."""
    found = yield from _answered(Send("POST", _address(path), _given(query), _given(body)))
    return model.model_validate(found)


def _answered(send: Send) -> Operation[Any]:
    reply = yield send
    found = answer_of(reply)
    while _is_inquiry(found) and found["status"] == "waiting":
        reply = yield Send("GET", found["url"])
        found = answer_of(reply)
    if not _is_inquiry(found):
        return found
    if found["status"] == "failed":
        failure = found["failure"]
        raise HvrmetError(failure["code"], failure["detail"], data=failure["data"])
    return found["result"]


def _is_inquiry(found: Any) -> bool:
    return isinstance(found, dict) and {"asked_at", "kind", "status"} <= set(found)


def layers(path: str, projection: str) -> Operation[Layers]:
    """Read the layers of a map, and follow the inquiry where they are made first."""
    found = yield from _answered(Send("GET", _address(path), {"projection": projection}))
    return Layers.model_validate(found)


def queued(path: str, body: Mapping[str, Any], key: str | None = None) -> Operation[Job]:
    """Queue a job, once however often the request is sent."""
    headers = {"Idempotency-Key": key or uuid4().hex}
    found = yield from _answered(Send("POST", _address(path), body=_given(body), headers=headers))
    return Job.model_validate(found)


def followed(job: Job | str, after: int, every: float) -> Stream:
    """Give each event of a job once, until there will be no more."""
    events = job.links["events"] if isinstance(job, Job) else f"{job}events/"
    assert events is not None
    while True:
        reply = yield Send("GET", events, {"after": after})
        page = answer_of(reply)
        for document in page["results"]:
            event = Event.model_validate(document)
            after = event.seq
            yield Item(event)
        if page["status"] in ENDED and after >= page["last_seq"]:
            return
        if after >= page["last_seq"]:
            yield Pause(every)


def paged(path: str, model: type[D], **query: Any) -> Stream:
    """Give each row of a list, page after page."""
    send = Send("GET", _address(path), _given(query))
    while True:
        reply = yield send
        page = answer_of(reply)
        for row in page["results"]:
            yield Item(model.model_validate(row))
        if not page.get("next"):
            return
        send = Send("GET", page["next"])


def report_text(job: Job, kind: str) -> Operation[str]:
    """Read the newest version of a report, as text of a kind."""
    reply = yield Send("GET", f"{job.url}report/")
    number = answer_of(reply)["versions"][0]["number"]
    reply = yield Send("GET", f"{job.url}report/versions/{number}/export/{kind}/")
    if reply.is_error:
        answer_of(reply)
    text: str = reply.text
    return text


def bytes_at(url: str) -> Operation[bytes]:
    """Fetch a file."""
    reply = yield Send("GET", url)
    if reply.is_error:
        answer_of(reply)
    content: bytes = reply.content
    return content


def _address(path: str) -> str:
    return path if path.startswith((API, "http")) else f"{API}/{path}"


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given; None means that it was not."""
    return {name: value for name, value in values.items() if value is not None}
