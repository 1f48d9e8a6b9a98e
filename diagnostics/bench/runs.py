"""Whole diagnoses in this process, kept in memory for the Evaluator."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

from diagnostics.bench.scoring import FinishedCase
from diagnostics.climatology import Climatologies
from diagnostics.contracts.events import EventBody, RecordedEvent
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.errors import ExecutionError
from diagnostics.guidelines import load_release
from diagnostics.loop import LoopPorts, diagnose
from diagnostics.loop.engine import begin
from diagnostics.loop.open_run import open_case, usable_source
from diagnostics.loop.run import Run
from diagnostics.loop.state import RunState
from diagnostics.messages import Message
from diagnostics.ports import ControlSignal, FieldSource

T = TypeVar("T")
R = TypeVar("R")


@dataclass
class _Memory:
    """Every surrounding of the loop, in memory."""

    pinned: GuidelineRelease
    events: list[RecordedEvent] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)

    def append(self, body: EventBody, attempt: int) -> RecordedEvent:
        """Number and keep one event."""
        event = RecordedEvent(seq=len(self.events) + 1, at=datetime.now(UTC), body=body)
        self.events.append(event)
        return event

    def put(self, name: str, data: bytes, media_type: str) -> ArtifactRef:
        """Keep bytes."""
        digest = hashlib.sha256(data).hexdigest()
        self.names[name], self.blobs[digest] = digest, data
        return ArtifactRef(name=name, sha256=digest, media_type=media_type, size=len(data))

    def get(self, sha256: str) -> bytes:
        """Return bytes."""
        return self.blobs[sha256]

    def release(self, digest: str | None = None) -> GuidelineRelease:
        """Return the release that the run pins, whatever the digest in its log."""
        return self.pinned

    def poll(self) -> ControlSignal:
        """Go on."""
        return ControlSignal()

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> Iterable[R]:
        """Apply `function` to each item."""
        return map(function, items)

    def submit(self, function: Callable[[T], R], item: T) -> None:
        """Begin nothing: seconds are those of this process."""


class _Evidence:
    """Evidence is kept in the log."""

    def put(self, item: EvidenceItem) -> None:
        """Accept."""


def _ports(
    memory: _Memory, source: FieldSource, baseline: Climatologies | None = None
) -> LoopPorts:
    return LoopPorts(
        source=source,
        guidelines=memory,
        artifacts=memory,
        evidence=_Evidence(),
        events=memory,
        control=memory,
        executor=memory,
        baseline=baseline,
    )


def opened_run(
    request: DiagnosisRequest,
    source: FieldSource,
    *,
    release: GuidelineRelease | None = None,
    baseline: Climatologies | None = None,
    state: RunState | None = None,
    like: Run | None = None,
) -> Run:
    """Open a run and classify its event, and go no further.

    Parameters
    ----------
    request : DiagnosisRequest
    source : FieldSource
    release : GuidelineRelease, optional
        The carried one by default.
    baseline : Climatologies, optional
    state : RunState, optional
        Of a run that is opened again; what it knows is not looked for again.
    like : Run, optional
        On the same data, with which it shares what both find of them.

    Returns
    -------
    Run

    Raises
    ------
    SourceError
        With code ``data_changed`` when the data are not those of the state.
    """
    memory = _Memory(release or load_release())
    ports = _ports(memory, usable_source(request, source, memory.pinned.presets), baseline)
    run = Run(request, ports, state or RunState(), attempt=1)
    if like is not None:
        run.share(like)
    begin(run, open_case(request, ports, run.state))
    return run


def run_case(
    request: DiagnosisRequest, source: FieldSource, release: GuidelineRelease | None = None
) -> tuple[FinishedCase, float]:
    """Diagnose and return the finished case with the seconds that it took.

    Parameters
    ----------
    request : DiagnosisRequest
    source : FieldSource
    release : GuidelineRelease, optional
        The carried one by default.

    Returns
    -------
    FinishedCase, float

    Raises
    ------
    ExecutionError
        When the run ended without a report.
    """
    memory = _Memory(release or load_release())
    start = time.perf_counter()
    outcome = diagnose(request, _ports(memory, source))
    seconds = time.perf_counter() - start
    if outcome.report is None:
        raise ExecutionError(
            Message(
                id="bench-diagnosis_failed",
                params={"name": request.source, "output": outcome.wording or outcome.message},
            )
        )
    pictures = {
        name: memory.blobs[digest]
        for name, digest in memory.names.items()
        if name.startswith("figures/")
    }
    case = FinishedCase(
        report=outcome.report,
        events=tuple(memory.events),
        release=memory.pinned,
        pictures=pictures,
    )
    return case, seconds
