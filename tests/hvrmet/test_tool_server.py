"""The tool server of the platform: the caller's key, and the same refusals as REST."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from hvrmet.tool_server.door import ToolDoor
from hvrmet.tool_server.rest_backend import RestBackend
from mcp import Client

from diagnostics.tool_server import Caller, ToolRefusedError, tool_server


def api(answers: dict[str, Any], asked: list[httpx.Request]) -> httpx.MockTransport:
    """Return an API that gives each address its answers in turn."""

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        found = answers[f"{request.method} {request.url.path}"]
        status, document = found.pop(0) if isinstance(found, list) else found
        return httpx.Response(status, json=document)

    return httpx.MockTransport(reply)


async def _quiet(_done: float, _total: float | None, _text: str) -> None: ...


CALLER = Caller(_quiet, {"Authorization": "Bearer hvr_x", "Cookie": "secret", "Host": "met.test"})


FAILURE = {"code": "too_slow", "detail": "what to do", "data": {}}


def problem(code: str, status: int = 400) -> tuple[int, dict[str, Any]]:
    return status, {"code": code, "detail": "what to do", "data": {"a": 1}}


class TestBackend:
    async def test_only_who_calls_is_passed_on(self) -> None:
        asked: list[httpx.Request] = []
        answers = {"GET /api/v1/sources/": (200, {"results": []})}
        backend = RestBackend(api(answers, asked), "http://inside")
        assert await backend.sources(CALLER) == {"results": []}
        assert asked[0].headers["authorization"] == "Bearer hvr_x"
        assert asked[0].headers["host"] == "met.test"
        assert "cookie" not in asked[0].headers

    async def test_an_inquiry_is_followed(self) -> None:
        waiting = {"kind": "extract", "status": "waiting", "url": "/api/v1/inquiries/1/"}
        done = {**waiting, "status": "answered", "result": {"result": {"value": 1}}}
        answers = {
            "POST /api/v1/extracts/": (202, waiting),
            "GET /api/v1/inquiries/1/": [(200, waiting), (200, done)],
        }
        backend = RestBackend(api(answers, []), "http://inside")
        assert await backend.compute(CALLER, {"op": "index"}) == {"value": 1}

    async def test_what_takes_too_long_becomes_a_job(self, monkeypatch) -> None:
        monkeypatch.setattr("hvrmet.tool_server.rest_backend.POLL_SECONDS", 0)
        job = {"id": "j", "url": "/api/v1/computations/j/", "links": {"events": "/api/v1/e/"}}
        ended = {**job, "status": "finished", "result": {"value": 2}}
        answers = {
            "POST /api/v1/extracts/": problem("too_slow", 422),
            "POST /api/v1/computations/": (202, job),
            "GET /api/v1/e/": [
                (200, {"status": "running", "last_seq": 0, "results": []}),
                (200, {"status": "finished", "last_seq": 0, "results": []}),
            ],
            "GET /api/v1/computations/j/": (200, ended),
        }
        backend = RestBackend(api(answers, []), "http://inside")
        assert await backend.compute(CALLER, {"op": "index"}) == {"value": 2}

    @pytest.mark.parametrize(
        ("answer", "code"),
        [
            (problem("quota_jobs_per_hour", 429), "quota_jobs_per_hour"),
            ((202, {"kind": "x", "status": "failed", "failure": FAILURE}), "too_slow"),
        ],
    )
    async def test_refusals_are_those_of_rest(self, answer, code) -> None:
        backend = RestBackend(api({"POST /api/v1/diagnoses/": answer}, []), "http://inside")
        with pytest.raises(ToolRefusedError) as caught:
            await backend.diagnose(CALLER, {"source": "sample"})
        assert caught.value.code == code

    async def test_a_client_that_goes_away_leaves_the_job(self) -> None:
        job = {"id": "j", "url": "/api/v1/diagnoses/j/", "links": {"events": "/api/v1/e/"}}
        asked: list[httpx.Request] = []
        answers = {
            "POST /api/v1/diagnoses/": (202, job),
            "GET /api/v1/e/": (200, {"status": "running", "last_seq": 0, "results": []}),
        }
        backend = RestBackend(api(answers, asked), "http://inside")
        call = asyncio.create_task(backend.diagnose(CALLER, {}))
        while len(asked) < 2:
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert [request.method for request in asked] == ["POST", "GET"]

    async def test_an_agent_meets_the_same_document(self) -> None:
        answers = {"GET /api/v1/sources/x/": problem("not_found", 404)}
        server = tool_server(RestBackend(api(answers, []), "http://inside"))
        async with Client(server) as agent:
            result = await agent.call_tool("inspect", {"source": "x"})
        error = json.loads(result.content[0].text)["error"]
        assert (result.is_error, error["code"]) == (True, "not_found")


class TestDoor:
    async def test_strangers_are_answered_as_by_rest(self) -> None:
        async def rest(scope: Any, receive: Any, send: Any) -> None:
            assert scope["path"] == "/api/v1/me/"
            body = json.dumps({"code": "not_authenticated"}).encode()
            headers = [(b"content-type", b"application/problem+json")]
            await send({"type": "http.response.start", "status": 401, "headers": headers})
            await send({"type": "http.response.body", "body": body})

        door = ToolDoor(rest)
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=door), base_url="http://localhost"
        ) as client:
            reply = await client.post("/mcp", json={})
        assert (reply.status_code, reply.json()["code"]) == (401, "not_authenticated")

    async def test_everything_else_goes_on(self) -> None:
        async def rest(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=ToolDoor(rest)), base_url="http://localhost"
        ) as client:
            assert (await client.get("/api/v1/me/")).status_code == 204
            assert (await client.get("/mcpx")).status_code == 204
