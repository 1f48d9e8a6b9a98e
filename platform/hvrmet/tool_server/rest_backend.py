"""Tools over REST: each call is requests to the API with the caller's key.

So permissions, quotas, limits of rates and the audit log are those of REST; there is no second way
to the data.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import httpx

from diagnostics.contracts.events import read_event
from diagnostics.contracts.narration import narrate
from diagnostics.tool_server import Caller, Picture, ToolRefusedError

API = "/api/v1"
FORWARDED = ("authorization", "accept-language", "host", "x-forwarded-proto", "x-forwarded-for")
ENDED = frozenset({"finished", "failed", "cancelled", "parked"})
LONGEST_SECONDS = 1800.0
"""How long a call waits for a job; the job goes on."""
POLL_SECONDS = 0.5


class RestBackend:
    """Answers by requests to an API.

    Parameters
    ----------
    transport : httpx.AsyncBaseTransport
        Leads to the API, in this process or elsewhere.
    base_url : str
        Of the API; its host is the caller's own where the caller names one.
    """

    def __init__(self, transport: httpx.AsyncBaseTransport, base_url: str) -> None:
        self._client = httpx.AsyncClient(transport=transport, base_url=base_url, timeout=60.0)

    async def sources(self, caller: Caller) -> dict[str, Any]:
        """List the sources."""
        return await self._get(caller, "/sources/")

    async def inspect(self, caller: Caller, source: str) -> dict[str, Any]:
        """Return the stored inventory of a source."""
        return await self._get(caller, f"/sources/{source}/")

    async def compute(self, caller: Caller, request: dict[str, Any]) -> dict[str, Any]:
        """Compute at once, and as a job what takes longer than a request may wait."""
        try:
            found = await self._post(caller, "/extracts/", request)
        except ToolRefusedError as error:
            if error.code != "too_slow":
                raise
            found = await self._job(caller, "/computations/", request)
        result: dict[str, Any] = found["result"]
        return result

    async def figure(self, caller: Caller, request: dict[str, Any]) -> Picture:
        """Draw a chart and fetch its picture."""
        found = await self._post(caller, "/extracts/", request)
        reply = await self._sent(caller, "GET", found["files"][0]["url"])
        return Picture(found["result"], reply.content)

    async def ask(self, caller: Caller, request: dict[str, Any]) -> dict[str, Any]:
        """Queue a question or a claim, and wait for its answer."""
        found: dict[str, Any] = (await self._job(caller, "/questions/", request))["result"]
        return found

    async def diagnose(self, caller: Caller, request: dict[str, Any]) -> dict[str, Any]:
        """Queue a diagnosis, by fields or in words, and follow it to its end."""
        job = await self._post(caller, "/diagnoses/", request)
        ended = await self._followed(caller, job, narrated=True)
        state = ended["state"]
        return {
            "diagnosis": ended["id"],
            "event": state["event"],
            "conclusion": state["conclusion"],
            "factors": state["factors"],
            "url": ended["url"],
        }

    async def search(self, caller: Caller, text: str, kinds: tuple[str, ...]) -> dict[str, Any]:
        """Search across all kinds, or some."""
        return await self._get(caller, "/search/", {"q": text, "kind": list(kinds)})

    async def report(self, caller: Caller, diagnosis: str) -> dict[str, Any]:
        """Return the newest version that the caller is shown."""
        shown = await self._get(caller, f"/diagnoses/{diagnosis}/report/")
        number = shown["versions"][0]["number"]
        address = f"{API}/diagnoses/{diagnosis}/report/versions/{number}/export/md/"
        reply = await self._sent(caller, "GET", address)
        return {"diagnosis": diagnosis, "version": number, "markdown": reply.text}

    async def require_key(self, headers: Mapping[str, str]) -> httpx.Response:
        """Return how the API answers to who they are, for those who come to the door."""
        return await self._client.get(f"{API}/me/", headers=_forwarded(headers))

    async def _job(self, caller: Caller, path: str, request: dict[str, Any]) -> dict[str, Any]:
        job = await self._post(caller, path, request)
        return await self._followed(caller, job, narrated=False)

    async def _followed(
        self, caller: Caller, job: dict[str, Any], *, narrated: bool
    ) -> dict[str, Any]:
        """Follow a job to its end; whoever goes away leaves it running."""
        after, reported, begun = 0, 0, time.monotonic()
        events = job["links"]["events"]
        while time.monotonic() - begun < LONGEST_SECONDS:
            page = await self._get(caller, events, {"after": after})
            for event in page["results"]:
                after = event["seq"]
                line = narrate(read_event(event).body) if narrated else None
                if line:
                    reported += 1
                    await caller.report(float(reported), None, line.strip())
            if page["status"] in ENDED and after == page["last_seq"]:
                ended = await self._get(caller, job["url"])
                return _finished(ended)
            await asyncio.sleep(POLL_SECONDS)
        raise ToolRefusedError(
            "still_running",
            f"the job goes on: read {job['url']} later",
            {"url": job["url"], "id": job["id"]},
        )

    async def _get(
        self, caller: Caller, path: str, query: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        reply = await self._sent(caller, "GET", _address(path), params=query or {})
        found: dict[str, Any] = reply.json()
        return found

    async def _post(self, caller: Caller, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post, and follow an inquiry that was not answered at once."""
        reply = await self._sent(caller, "POST", _address(path), json=body)
        found: dict[str, Any] = reply.json()
        begun = time.monotonic()
        while found.get("status") == "waiting" and "kind" in found:
            if time.monotonic() - begun > LONGEST_SECONDS:
                raise ToolRefusedError("still_running", "no worker has answered: try again later")
            found = await self._get(caller, found["url"])
        if found.get("status") == "answered" and "kind" in found:
            result: dict[str, Any] = found["result"]
            return result
        if found.get("status") == "failed" and "kind" in found:
            failure = found["failure"]
            raise ToolRefusedError(failure["code"], failure["detail"], failure["data"])
        return found

    async def _sent(self, caller: Caller, method: str, address: str, **more: Any) -> httpx.Response:
        reply = await self._client.request(
            method, address, headers=_forwarded(caller.headers), **more
        )
        if reply.is_error:
            problem = reply.json()
            raise ToolRefusedError(problem["code"], problem["detail"], problem["data"])
        return reply


def _address(path: str) -> str:
    return path if path.startswith(API) else f"{API}{path}"


def _forwarded(headers: Mapping[str, str]) -> dict[str, str]:
    """Return what says who calls and in which language; nothing else passes."""
    given = {name.lower(): value for name, value in headers.items()}
    return {name: given[name] for name in FORWARDED if name in given}


def _finished(ended: dict[str, Any]) -> dict[str, Any]:
    """Return an ended job, or refuse with why it has no answer."""
    failure = ended.get("failure") or (ended.get("state") or {}).get("failure")
    if ended["status"] == "finished":
        return ended
    code = failure["code"] if failure else ended["status"]
    said = failure["message"] if failure else f"the job was {ended['status']}"
    raise ToolRefusedError(code, said, {"id": ended["id"], "url": ended["url"]})
