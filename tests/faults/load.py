"""Clients that queue diagnoses and do not give up: one idempotency key a job, until answered."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from hvrmet.embedded.web import ApiClient

PATIENCE = 20.0
PAUSE = 0.25


@dataclass(frozen=True)
class Submitted:
    """A job that the API has accepted: its key, its kind of case, and when it was asked for."""

    job_id: UUID
    key: str
    case: str
    asked: float
    tries: int


@dataclass
class Ledger:
    """What the clients know: every answer they got, and how often they were refused."""

    accepted: list[Submitted] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def accept(self, job: Submitted) -> None:
        with self._lock:
            self.accepted.append(job)

    def refuse(self, reason: str) -> None:
        with self._lock:
            self.refusals[reason] = self.refusals.get(reason, 0) + 1


def submit(
    client: ApiClient,
    case: str,
    body: Mapping[str, Any],
    ledger: Ledger,
    *,
    over: threading.Event | None = None,
) -> Submitted:
    """Queue one job, asking again with the same key until there is an answer, or it is `over`."""
    key = uuid4().hex
    asked = time.monotonic()
    tries = 0
    while over is None or not over.is_set():
        tries += 1
        try:
            job_id = _post(client, body, key)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != http.client.TOO_MANY_REQUESTS:
                raise AssertionError(error.read().decode(errors="replace")) from error
            ledger.refuse(f"HTTP {error.code}")
        except (OSError, http.client.HTTPException):
            ledger.refuse("no answer")
        else:
            job = Submitted(job_id, key, case, asked, tries)
            ledger.accept(job)
            return job
        time.sleep(PAUSE)
    raise AssertionError("there was no answer")


def _post(client: ApiClient, body: Mapping[str, Any], key: str) -> UUID:
    request = urllib.request.Request(
        f"{client.url}/api/v1/diagnoses/",
        data=json.dumps(body).encode(),
        headers={**client.headers, "Content-Type": "application/json", "Idempotency-Key": key},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
        return UUID(json.load(reply)["id"])


class Load:
    """A thread that keeps a number of jobs unended while it runs, outages or not.

    Parameters
    ----------
    client : ApiClient
    ledger : Ledger
    cases : mapping
        Request bodies by name.
    weights : mapping
        How often each case is drawn.
    draw : random.Random
    limit : int
        Jobs that shall wait or run; `unended` holds how many do, as far as is known.

    Attributes
    ----------
    unended : int
    """

    def __init__(
        self,
        client: ApiClient,
        ledger: Ledger,
        cases: Mapping[str, Mapping[str, Any]],
        weights: Mapping[str, float],
        draw: random.Random,
        limit: int,
    ) -> None:
        self.unended = 0
        self._limit = limit
        self._client, self._ledger, self._cases = client, ledger, cases
        self._weights, self._draw = weights, draw
        self._over = threading.Event()
        self._refused: AssertionError | None = None
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)

    def __enter__(self) -> Load:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def tell(self, unended: int) -> None:
        """Say how many jobs wait or run; raises what ended the thread, if it has ended."""
        self.unended = unended
        if self._refused is not None:
            raise self._refused

    def stop(self) -> None:
        """Queue no more; a request that has no answer yet is repeated until it has."""
        self._over.set()
        self._thread.join(timeout=3000)
        assert not self._thread.is_alive(), "a client still waits for its answer"

    def _run(self) -> None:
        while self._refused is None and not self._over.wait(PAUSE):
            self.turn()

    def turn(self) -> None:
        """Queue a job, unless as many wait or run as shall."""
        if self.unended >= self._limit:
            return
        names = list(self._weights)
        case = self._draw.choices(names, [self._weights[name] for name in names])[0]
        try:
            submit(self._client, case, self._cases[case], self._ledger)
        except AssertionError as error:
            self._refused = error
            return
        # Until the next count: a fault may last for minutes, and nobody counts meanwhile.
        self.unended += 1
