"""The two clients: the same methods, waiting or awaiting."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, TypeVar

import httpx

from hvrmet_client import operations as op
from hvrmet_client.documents import (
    Document,
    Event,
    Extract,
    File,
    Hit,
    Job,
    Layers,
    Plan,
    Read,
    Source,
)
from hvrmet_client.operations import Item, Operation, Pause, Step, Stream

T = TypeVar("T")
ATTEMPTS = 5
FIRST_PAUSE = 0.5
BUSY = frozenset({429, 503})
"""Answers that ask to come again."""


def _headers(key: str | None, language: str | None) -> dict[str, str]:
    return {
        **({"Authorization": f"Bearer {key}"} if key else {}),
        **({"Accept-Language": language} if language else {}),
    }


def _again_in(reply: httpx.Response, attempt: int) -> float | None:
    """Return after how many seconds a request may be sent again, None where it is answered."""
    if reply.status_code not in BUSY or attempt >= ATTEMPTS or _is_quota(reply):
        return None
    asked = reply.headers.get("Retry-After", "")
    return float(asked) if asked.isdigit() else FIRST_PAUSE * 2**attempt


def _is_quota(reply: httpx.Response) -> bool:
    return b'"code":"quota_' in reply.content


def _url(job: Job | str, kind: str) -> str:
    return job.url if isinstance(job, Job) else f"{op.API}/{kind}/{job}/"


def _rows(found: Document) -> list[Any]:
    rows: list[Any] = (found.model_extra or {})["results"]
    return rows


class Client:
    """A client that waits for each answer.

    Parameters
    ----------
    url : str
        Of the platform, such as ``https://met.example.org``.
    key : str, optional
        A service key, ``hvr_...``.
    language : str, optional
        Of messages: ``en`` or ``zh``.
    http : httpx.Client, optional
        A connection of your own, with the key in its headers.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        language: str | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http or httpx.Client(
            base_url=url, headers=_headers(key, language), timeout=30.0
        )

    def __enter__(self) -> Client:
        """Use it for a block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def _done(self, step: Step) -> Any:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        attempt = 0
        while True:
            try:
                reply = self._http.request(
                    step.method,
                    step.path,
                    params=dict(step.query) or None,
                    json=step.body,
                    headers=dict(step.headers),
                )
            except httpx.TransportError:
                if not step.again or attempt >= ATTEMPTS:
                    raise
                pause: float | None = FIRST_PAUSE * 2**attempt
            else:
                pause = _again_in(reply, attempt)
                if pause is None:
                    return reply
            attempt += 1
            time.sleep(pause or 0.0)

    def _run(self, operation: Operation[T]) -> T:
        answer: Any = None
        while True:
            try:
                step = operation.send(answer)
            except StopIteration as end:
                value: T = end.value
                return value
            answer = self._done(step)

    def _stream(self, stream: Stream) -> Iterator[Any]:
        answer: Any = None
        while True:
            try:
                step = stream.send(answer)
            except StopIteration:
                return
            if isinstance(step, Item):
                answer = None
                yield step.value
            else:
                answer = self._done(step)

    def sources(self) -> list[Source]:
        """List the sources that a request may name."""
        found = self._run(op.get("sources/", Document))
        return [Source.model_validate(row) for row in _rows(found)]

    def source(self, name: str) -> Source:
        """Return a source with its fields, levels and times."""
        return self._run(op.get(f"sources/{name}/", Source))

    def feasibility(self, source: str, **fields: Any) -> Document:
        """Say what can be tested: `region`, `window`, `event`, `preset`, `run`, `member`."""
        return self._run(op.asked("feasibility/", {"source": source, **fields}, Document))

    def search(self, text: str, kind: str | None = None, **filters: Any) -> Iterator[Hit]:
        """Search across all kinds, or one of them; filters as those of ``search/``."""
        return self._stream(op.paged("search/", Hit, q=text, kind=kind, **filters))

    def read(self, text: str, source: str | None = None, **fields: Any) -> Read:
        """Read a request in English or Chinese; nothing is queued."""
        body = {"text": text, "source": source, **fields}
        return self._run(op.asked("requests/read/", body, Read))

    def plan(self, **fields: Any) -> Plan:
        """Return what a diagnosis would begin with; fields as for `diagnose`."""
        return self._run(op.asked("diagnoses/", fields, Plan, dry_run="true"))

    def diagnose(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a diagnosis: `source` and `region`, or `text`, and what ``diagnoses/`` takes."""
        return self._run(op.queued("diagnoses/", fields, idempotency_key))

    def compute(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a computation: `source`, `op`, `name`, and what else ``computations/`` takes."""
        return self._run(op.queued("computations/", fields, idempotency_key))

    def ask(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a question (`text`) or a claim (`claim`) about a `source`."""
        return self._run(op.queued("questions/", fields, idempotency_key))

    def run_workflow(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a workflow: `source`, `workflow` (YAML), `only`, `again`."""
        return self._run(op.queued("workflows/", fields, idempotency_key))

    def build_climatology(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a climatology: `source`, `name`, and `fields`, or `indices` over a `region`."""
        return self._run(op.queued("climatologies/", fields, idempotency_key))

    def extract(self, **fields: Any) -> Extract:
        """Compute at once: a raster, lines, arrows, features, a series, a profile, an index."""
        return self._run(op.asked("extracts/", fields, Extract))

    def follow(self, job: Job | str, *, after: int = 0, every: float = 0.5) -> Iterator[Event]:
        """Give each event of a job once, in order, until it ends.

        Parameters
        ----------
        job : Job or str
            A job, or the address of one.
        after : int
            The number of the last event that you have.
        every : float
            Seconds between two looks while nothing happens.
        """
        return self._stream(op.followed(job, after, every))

    def wait(self, job: Job, *, every: float = 0.5) -> Job:
        """Wait for the end of a job, and return it with what it gave."""
        for _ in self.follow(job, after=job.last_seq, every=every):
            pass
        return self.job(job)

    def job(self, job: Job | str) -> Job:
        """Return a job as it stands now; `job` may be its address."""
        return self._run(op.get(job.url if isinstance(job, Job) else job, Job))

    def diagnosis(self, job: Job | str) -> Job:
        """Return a diagnosis as it stands now, by its id or what `diagnose` gave."""
        return self._run(op.get(_url(job, "diagnoses"), Job))

    def diagnoses(self, **filters: Any) -> Iterator[Job]:
        """List diagnoses, newest first."""
        return self._stream(op.paged("diagnoses/", Job, **filters))

    def cancel(self, job: Job, reason: str = "") -> Job:
        """Stop a job."""
        return self._run(op.asked(f"{job.url}cancel/", {"reason": reason}, Job))

    def evidence(self, job: Job) -> list[Document]:
        """Return the evidence of a diagnosis, in the order it was found."""
        found = self._run(op.get(f"{job.url}evidence/", Document))
        return [Document.model_validate(row) for row in _rows(found)]

    def layers(self, job: Job, evidence_id: str, projection: str = "web_mercator") -> Layers:
        """Return the map of one piece of evidence."""
        path = f"{job.url}evidence/{evidence_id}/layers/"
        return self._run(op.layers(path, projection))

    def files(self, job: Job) -> list[File]:
        """Return the files that a job left; their addresses work for a few minutes."""
        found = self._run(op.get(f"{job.url}artifacts/", Document))
        return [File.model_validate(row) for row in _rows(found)]

    def report(self, job: Job, kind: str = "md") -> str:
        """Return the newest version of a report: ``md``, ``html`` or ``json``."""
        return self._run(op.report_text(job, kind))

    def fetch(self, url: str) -> bytes:
        """Return the bytes of a file."""
        return self._run(op.bytes_at(url))


class AsyncClient:
    """A client that awaits each answer; the same as `Client` else.

    Parameters
    ----------
    url : str
        Of the platform, such as ``https://met.example.org``.
    key : str, optional
        A service key, ``hvr_...``.
    language : str, optional
        Of messages: ``en`` or ``zh``.
    http : httpx.AsyncClient, optional
        A connection of your own, with the key in its headers.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        language: str | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http or httpx.AsyncClient(
            base_url=url, headers=_headers(key, language), timeout=30.0
        )

    async def __aenter__(self) -> AsyncClient:
        """Use it for a block."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection."""
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()

    async def _done(self, step: Step) -> Any:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        attempt = 0
        while True:
            try:
                reply = await self._http.request(
                    step.method,
                    step.path,
                    params=dict(step.query) or None,
                    json=step.body,
                    headers=dict(step.headers),
                )
            except httpx.TransportError:
                if not step.again or attempt >= ATTEMPTS:
                    raise
                pause: float | None = FIRST_PAUSE * 2**attempt
            else:
                pause = _again_in(reply, attempt)
                if pause is None:
                    return reply
            attempt += 1
            await asyncio.sleep(pause or 0.0)

    async def _run(self, operation: Operation[T]) -> T:
        answer: Any = None
        while True:
            try:
                step = operation.send(answer)
            except StopIteration as end:
                value: T = end.value
                return value
            answer = await self._done(step)

    async def _stream(self, stream: Stream) -> AsyncIterator[Any]:
        answer: Any = None
        while True:
            try:
                step = stream.send(answer)
            except StopIteration:
                return
            if isinstance(step, Item):
                answer = None
                yield step.value
            else:
                answer = await self._done(step)

    async def sources(self) -> list[Source]:
        """List the sources that a request may name."""
        found = await self._run(op.get("sources/", Document))
        return [Source.model_validate(row) for row in _rows(found)]

    async def source(self, name: str) -> Source:
        """Return a source with its fields, levels and times."""
        return await self._run(op.get(f"sources/{name}/", Source))

    async def feasibility(self, source: str, **fields: Any) -> Document:
        """Say what can be tested: `region`, `window`, `event`, `preset`, `run`, `member`."""
        return await self._run(op.asked("feasibility/", {"source": source, **fields}, Document))

    def search(self, text: str, kind: str | None = None, **filters: Any) -> AsyncIterator[Hit]:
        """Search across all kinds, or one of them; filters as those of ``search/``."""
        return self._stream(op.paged("search/", Hit, q=text, kind=kind, **filters))

    async def read(self, text: str, source: str | None = None, **fields: Any) -> Read:
        """Read a request in English or Chinese; nothing is queued."""
        body = {"text": text, "source": source, **fields}
        return await self._run(op.asked("requests/read/", body, Read))

    async def plan(self, **fields: Any) -> Plan:
        """Return what a diagnosis would begin with; fields as for `diagnose`."""
        return await self._run(op.asked("diagnoses/", fields, Plan, dry_run="true"))

    async def diagnose(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a diagnosis: `source` and `region`, or `text`, and what ``diagnoses/`` takes."""
        return await self._run(op.queued("diagnoses/", fields, idempotency_key))

    async def compute(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a computation: `source`, `op`, `name`, and what else ``computations/`` takes."""
        return await self._run(op.queued("computations/", fields, idempotency_key))

    async def ask(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a question (`text`) or a claim (`claim`) about a `source`."""
        return await self._run(op.queued("questions/", fields, idempotency_key))

    async def run_workflow(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a workflow: `source`, `workflow` (YAML), `only`, `again`."""
        return await self._run(op.queued("workflows/", fields, idempotency_key))

    async def build_climatology(self, *, idempotency_key: str | None = None, **fields: Any) -> Job:
        """Queue a climatology: `source`, `name`, and `fields`, or `indices` over a `region`."""
        return await self._run(op.queued("climatologies/", fields, idempotency_key))

    async def extract(self, **fields: Any) -> Extract:
        """Compute at once: a raster, lines, arrows, features, a series, a profile, an index."""
        return await self._run(op.asked("extracts/", fields, Extract))

    def follow(self, job: Job | str, *, after: int = 0, every: float = 0.5) -> AsyncIterator[Event]:
        """Give each event of a job once, in order, until it ends.

        Parameters
        ----------
        job : Job or str
            A job, or the address of one.
        after : int
            The number of the last event that you have.
        every : float
            Seconds between two looks while nothing happens.
        """
        return self._stream(op.followed(job, after, every))

    async def wait(self, job: Job, *, every: float = 0.5) -> Job:
        """Wait for the end of a job, and return it with what it gave."""
        async for _ in self.follow(job, after=job.last_seq, every=every):
            pass
        return await self.job(job)

    async def job(self, job: Job | str) -> Job:
        """Return a job as it stands now; `job` may be its address."""
        return await self._run(op.get(job.url if isinstance(job, Job) else job, Job))

    async def diagnosis(self, job: Job | str) -> Job:
        """Return a diagnosis as it stands now, by its id or what `diagnose` gave."""
        return await self._run(op.get(_url(job, "diagnoses"), Job))

    def diagnoses(self, **filters: Any) -> AsyncIterator[Job]:
        """List diagnoses, newest first."""
        return self._stream(op.paged("diagnoses/", Job, **filters))

    async def cancel(self, job: Job, reason: str = "") -> Job:
        """Stop a job."""
        return await self._run(op.asked(f"{job.url}cancel/", {"reason": reason}, Job))

    async def evidence(self, job: Job) -> list[Document]:
        """Return the evidence of a diagnosis, in the order it was found."""
        found = await self._run(op.get(f"{job.url}evidence/", Document))
        return [Document.model_validate(row) for row in _rows(found)]

    async def layers(self, job: Job, evidence_id: str, projection: str = "web_mercator") -> Layers:
        """Return the map of one piece of evidence."""
        path = f"{job.url}evidence/{evidence_id}/layers/"
        return await self._run(op.layers(path, projection))

    async def files(self, job: Job) -> list[File]:
        """Return the files that a job left; their addresses work for a few minutes."""
        found = await self._run(op.get(f"{job.url}artifacts/", Document))
        return [File.model_validate(row) for row in _rows(found)]

    async def report(self, job: Job, kind: str = "md") -> str:
        """Return the newest version of a report: ``md``, ``html`` or ``json``."""
        return await self._run(op.report_text(job, kind))

    async def fetch(self, url: str) -> bytes:
        """Return the bytes of a file."""
        return await self._run(op.bytes_at(url))
