"""The Python client: two faces, patient with broken connections, whole against REST."""

from __future__ import annotations

import inspect
import re
from typing import Any

import httpx
import pytest
from django.test import Client as Browser
from hvrmet.testing import IdleHeartbeat
from hvrmet_client import AsyncClient, Client, HvrmetError
from hvrmet_client import clients as client_module

from tasks import diagnosis

SOURCE = inspect.getsource(client_module)
JOB = {
    "id": "6f8f5f0a-0000-4000-8000-000000000001",
    "url": "/api/v1/diagnoses/x/",
    "status": "queued",
    "source": "sample",
    "last_seq": 0,
    "request": {},
    "links": {"events": "/api/v1/diagnoses/x/events/"},
}


def event(seq: int) -> dict[str, Any]:
    return {"seq": seq, "at": "2026-01-01T00:00:00Z", "body": {"type": f"e{seq}"}}


class Script:
    """An API that answers each request by the next part of a script."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, document, *headers = answer
        return httpx.Response(status, json=document, headers=headers[0] if headers else {})

    @property
    def client(self) -> Client:
        transport = httpx.MockTransport(self)
        return Client("http://x", http=httpx.Client(transport=transport, base_url="http://x"))

    @property
    def asynchronous(self) -> AsyncClient:
        transport = httpx.MockTransport(self)
        http = httpx.AsyncClient(transport=transport, base_url="http://x")
        return AsyncClient("http://x", http=http)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "FIRST_PAUSE", 0.0)


def test_both_faces_have_the_same_methods() -> None:
    methods = [
        (name, method)
        for name, method in inspect.getmembers(Client, inspect.isfunction)
        if not name.startswith("_")
    ]
    assert methods
    for name, method in methods:
        other = getattr(AsyncClient, name)
        assert list(inspect.signature(method).parameters) == list(
            inspect.signature(other).parameters
        )
        assert method.__doc__ == other.__doc__, name


EVENTS = (
    (200, {"status": "running", "last_seq": 2, "results": [event(1), event(2)]}),
    httpx.ConnectError("cut"),
    (503, {"code": "too_busy", "detail": "later"}, {"Retry-After": "0"}),
    (200, {"status": "finished", "last_seq": 3, "results": [event(3)]}),
)


def test_events_come_once_in_order_over_a_cut() -> None:
    script = Script((202, JOB), *EVENTS)
    with script.client as met:
        job = met.diagnose(source="sample", region=[110, 27, 126, 35])
        assert [one.seq for one in met.follow(job, every=0)] == [1, 2, 3]
    asked = [request.url.params.get("after") for request in script.asked[1:]]
    assert asked == ["0", "2", "2", "2"]


async def test_the_same_without_waiting() -> None:
    script = Script((202, JOB), *EVENTS)
    async with script.asynchronous as met:
        job = await met.diagnose(source="sample", region=[110, 27, 126, 35])
        assert [one.type async for one in met.follow(job, every=0)] == ["e1", "e2", "e3"]


def test_following_goes_on_after_a_cut_of_the_process() -> None:
    script = Script((200, {"status": "finished", "last_seq": 3, "results": [event(3)]}))
    with script.client as met:
        assert [one.seq for one in met.follow(JOB["url"], after=2)] == [3]


def test_a_request_that_is_sent_again_has_the_same_key() -> None:
    script = Script(httpx.ReadTimeout("cut"), (202, JOB))
    with script.client as met:
        met.diagnose(text="Why the rain?", source="sample")
    keys = {request.headers["Idempotency-Key"] for request in script.asked}
    assert (len(script.asked), len(keys)) == (2, 1)


def test_what_takes_longer_is_followed() -> None:
    waiting = {"id": "i", "url": "/api/v1/inquiries/i/", "kind": "reading", "asked_at": "t"}
    read = {"asks": "diagnosis", "understood": [], "assumed": [], "not_understood": []}
    script = Script(
        (202, {**waiting, "status": "waiting"}),
        (200, {**waiting, "status": "waiting"}),
        (200, {**waiting, "status": "answered", "result": read}),
        (202, {**waiting, "status": "waiting"}),
        (200, {**waiting, "status": "failed", "failure": {"code": "c", "detail": "d", "data": {}}}),
    )
    with script.client as met:
        assert met.read("Why the rain?").asks == "diagnosis"
        with pytest.raises(HvrmetError) as caught:
            met.read("Why the flibber?")
    assert caught.value.code == "c"


def test_a_refusal_says_what_to_do() -> None:
    problem = {"code": "quota_jobs_per_hour", "detail": "wait", "request_id": "r", "data": {"a": 1}}
    script = Script((429, problem))
    with script.client as met, pytest.raises(HvrmetError, match="wait") as caught:
        met.compute(source="sample", op="index", name="pwat")
    error = caught.value
    assert (error.code, error.status, error.data) == ("quota_jobs_per_hour", 429, {"a": 1})


def test_lists_go_on_by_themselves() -> None:
    rows = [{**JOB, "status": status} for status in ("finished", "failed", "queued")]
    script = Script(
        (200, {"next": "http://x/api/v1/diagnoses/?cursor=c", "results": rows[:2]}),
        (200, {"next": None, "results": rows[2:]}),
    )
    with script.client as met:
        assert [job.status for job in met.diagnoses(source="sample")] == [
            *("finished", "failed", "queued"),
        ]


class InProcess(httpx.BaseTransport):
    """Sends requests to Django in this process and transaction."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        kept = {name: value for name, value in request.headers.items() if name != "host"}
        reply = Browser().generic(
            request.method,
            request.url.raw_path.decode(),
            request.read(),
            content_type=request.headers.get("content-type", "application/json"),
            headers=kept,
        )
        return httpx.Response(reply.status_code, headers=dict(reply.items()), content=reply.content)


@pytest.mark.slow
@pytest.mark.django_db
def test_from_a_chinese_sentence_to_the_rasters_of_its_evidence(
    watched: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "Heartbeat", IdleHeartbeat)
    headers = {**watched.headers, "Accept-Language": "zh"}
    http = httpx.Client(transport=InProcess(), base_url="http://testserver", headers=headers)
    with Client("http://testserver", http=http) as met:
        text = "2026年7月5日江淮地区暴雨是什么原因？"
        found = met.read(text, "sample")
        assert (found.asks, found.not_understood) == ("diagnosis", [])
        assert met.plan(text=text, source="sample").event in ("rainstorm", None)
        job = met.diagnose(source="sample", region=[110, 27, 126, 35], options={"max_turns": 1})
        diagnosis.run(str(job.id), str(watched.id))
        types = [one.type for one in met.follow(job)]
        assert (types[0], types[-1]) == ("job_queued", "job_finished")
        done = met.diagnosis(job)
        assert done.state["conclusion"]["occurrence"]["status"] == "met"
        rasters = [
            layer
            for item in met.evidence(done)
            for layer in met.layers(done, (item.model_extra or {})["id"]).layers
            if layer.kind == "raster" and layer.url
        ]
        assert rasters
        assert met.fetch(rasters[0].url or "").startswith(b"\x89PNG")
        assert "江淮" in text


def test_documents_keep_what_they_do_not_know() -> None:
    script = Script((200, {**JOB, "brand_new": 7}))
    with script.client as met:
        assert (met.job(JOB["url"]).model_extra or {})["brand_new"] == 7


def test_every_path_is_of_the_document() -> None:
    """What the client asks for is what OpenAPI describes."""
    from hvrmet.core.http.documentation import openapi_document

    known = set(openapi_document()["paths"])
    asked = re.findall(r'op\.(?:get|asked|queued|paged)\(\s*"([a-z/]+/)"', SOURCE)
    assert len(asked) > 8
    assert {f"/api/v1/{path}" for path in asked} <= known
