"""The clients of a load run: sockets that follow, requests at a fixed rate, jobs without end."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

ACTIVITY_SHARE = 10  # one socket of so many follows the activity
LOOK_SECONDS = 2.0
PAUSE_SECONDS = 5.0
GREATEST_DELAY = 30.0
# What a dashboard and downstream services ask for, by weight.
MIX = {"list": 35, "detail": 35, "events": 15, "evidence": 10, "usage": 5}
_FAULTS = (aiohttp.ClientError, TimeoutError, OSError)


@dataclass(frozen=True)
class Target:
    """The platform under load: its address, a key, and the diagnosis that is asked for."""

    url: str
    key: str
    request: dict[str, Any]

    @property
    def headers(self) -> dict[str, str]:
        """What every client sends."""
        return {"Authorization": f"Bearer {self.key}"}


@dataclass(frozen=True)
class Received:
    """One event at one socket; times in seconds since 1970."""

    job: str
    seq: int
    at: float
    open_since: float


class Clients:
    """All clients of one load run, and what they saw.

    Requests are sent on time whether or not earlier ones have been answered, and their latency
    counts from the time at which they were due.
    """

    def __init__(self, target: Target, *, ended: str, sockets: int, rate: float, jobs: int) -> None:
        self.target = target
        self._sockets, self._rate, self._jobs = sockets, rate, jobs
        self.latencies: dict[str, list[float]] = defaultdict(list)
        self.errors: Counter[str] = Counter()
        self.received: list[Received] = []
        self.finished = self.missing = self.closed_early = self.most_open = 0
        self._running: list[str] = []
        self._known = [ended]  # what is asked about, from the first request on
        self._open = 0
        self._over = asyncio.Event()
        self._choice = random.Random(1)  # noqa: S311 - the same mix each time

    async def run(self, seconds: float, look: Callable[[], None]) -> None:
        """Load the platform for so long; `look` is called every two seconds."""
        limit = aiohttp.TCPConnector(limit=0)
        timeout = aiohttp.ClientTimeout(total=GREATEST_DELAY)
        async with aiohttp.ClientSession(
            self.target.url, headers=self.target.headers, connector=limit, timeout=timeout
        ) as session:
            tasks = [asyncio.create_task(self._feed(session))]
            while len(self._running) < self._jobs:
                await asyncio.sleep(0.1)
            tasks += [
                asyncio.create_task(
                    self._follow_activity() if number % ACTIVITY_SHARE == 0 else self._follow()
                )
                for number in range(self._sockets)
            ]
            while self._open < self._sockets:
                await asyncio.sleep(0.1)
            tasks.append(asyncio.create_task(self._ask(session)))
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                await asyncio.sleep(LOOK_SECONDS)
                look()
            self._over.set()
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception):
                    raise result

    async def _feed(self, session: aiohttp.ClientSession) -> None:
        """Keep so many diagnoses waiting or running."""
        while True:
            for job in list(self._running):
                document = await self._get(session, "detail", f"/api/v1/diagnoses/{job}/")
                if document and document["status"] in {"finished", "failed", "parked"}:
                    self._running.remove(job)
                    self.finished += document["status"] == "finished"
                    if document["status"] != "finished":
                        self.errors[f"job {document['status']}"] += 1
            while len(self._running) < self._jobs:
                if (queued := await self._submit(session)) is None:
                    break
                self._running.append(queued)
                self._known.append(queued)
            await asyncio.sleep(1)

    async def _submit(self, session: aiohttp.ClientSession) -> str | None:
        try:
            async with session.post("/api/v1/diagnoses/", json=self.target.request) as reply:
                document = await reply.json(content_type=None)
        except _FAULTS as error:
            self.errors[f"submit: {type(error).__name__}"] += 1
            return None
        if reply.status != 202:
            self.errors[f"submit: {reply.status}"] += 1
            return None
        return str(document["id"])

    async def _ask(self, session: aiohttp.ClientSession) -> None:
        """Send requests when they are due."""
        started = time.monotonic()
        names, weights = list(MIX), list(MIX.values())
        async with asyncio.TaskGroup() as group:
            for number in itertools.count():
                due = started + number / self._rate
                if (wait := due - time.monotonic()) > 0:
                    await asyncio.sleep(wait)
                name = self._choice.choices(names, weights)[0]
                group.create_task(self._request(session, name, due))

    async def _request(self, session: aiohttp.ClientSession, name: str, due: float) -> None:
        job = self._choice.choice(self._known)
        path = {
            "list": "/api/v1/diagnoses/",
            "detail": f"/api/v1/diagnoses/{job}/",
            "events": f"/api/v1/diagnoses/{job}/events/?after=20&limit=50",
            "evidence": f"/api/v1/diagnoses/{job}/evidence/",
            "usage": "/api/v1/usage/",
        }[name]
        await self._get(session, name, path, due=due)

    async def _get(
        self, session: aiohttp.ClientSession, name: str, path: str, *, due: float | None = None
    ) -> Any:
        try:
            async with session.get(path) as reply:
                body = await reply.read()
        except _FAULTS as error:
            self.errors[f"{name}: {type(error).__name__}"] += 1
            return None
        if reply.status != 200:
            self.errors[f"{name}: {reply.status}"] += 1
            return None
        if due is not None:
            self.latencies[name].append(time.monotonic() - due)
        return json.loads(body)

    async def _follow(self) -> None:
        """Follow one diagnosis after the other, each to its end, and none twice."""
        seen: set[str] = set()
        while True:
            job, after, first = await self._another(seen), 0, True
            seen.add(job)
            # Nobody turns to the next diagnosis in the instant in which the last one has ended.
            await asyncio.sleep(self._choice.uniform(0, PAUSE_SECONDS) if len(seen) > 1 else 0)
            while first or after:
                first = False
                after = await self._one_socket(f"/ws/v1/diagnoses/{job}/?after={after}", job, after)

    async def _another(self, seen: set[str]) -> str:
        while not (running := [job for job in self._running if job not in seen]):
            await asyncio.sleep(0.1)
        return self._choice.choice(running)

    async def _follow_activity(self) -> None:
        while True:
            await self._one_socket("/ws/v1/activity/", "", 0)

    async def _one_socket(self, path: str, job: str, after: int) -> int:
        """Follow until the socket closes; return what to resume from, 0 after the end."""
        address = self.target.url.replace("http", "ws", 1) + path
        ended = False
        try:
            async with connect(address, additional_headers=self.target.headers) as socket:
                self._open += 1
                self.most_open = max(self.most_open, self._open)
                try:
                    open_since = None
                    async for text in socket:
                        message = json.loads(text)
                        match message["type"]:
                            case "ready":
                                open_since = time.time()
                            case "event":
                                seq = message["event"]["seq"]
                                self.missing += seq != after + 1
                                after = seq
                                self.received.append(
                                    Received(job, seq, time.time(), open_since or time.time())
                                )
                            case "ended":
                                ended = True
                finally:
                    self._open -= 1
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            self.errors[f"socket: {type(error).__name__}"] += 1
        if ended:
            return 0
        self.closed_early += 1
        await asyncio.sleep(0.5)
        return after
