"""The folder that a run leaves: its log, its artifacts, and last of all its manifest."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from diagnostics.cli.files import write_whole
from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.events import EventBody, RecordedEvent, read_event
from diagnostics.contracts.evidence import ArtifactRef, EvidenceItem
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message

EVENTS = "events.jsonl"
MANIFEST = "manifest.json"
REPORT = "diagnosis.json"


class RunFolder:
    """A run's directory; created when the first event is recorded, not before.

    Implements the artifact, evidence and event sinks of the loop: evidence lives in the log.

    Parameters
    ----------
    path : Path
    resume : bool
        Go on in a folder that already holds a run.
    listener : callable, optional
        Called with every recorded event.
    first : mapping of str to bytes, optional
        Files that a new folder gets before the first event.

    Raises
    ------
    ArgumentError
        With code ``output_not_empty`` for a non-empty folder without `resume`, and
        ``nothing_to_resume`` the other way round.
    """

    def __init__(
        self,
        path: Path,
        *,
        resume: bool = False,
        listener: Callable[[RecordedEvent], None] | None = None,
        first: Mapping[str, bytes] | None = None,
    ) -> None:
        self.path = path
        self._listener = listener
        self._first = {} if resume or first is None else dict(first)
        self._names: dict[str, str] = {}
        occupied = path.exists() and (not path.is_dir() or any(path.iterdir()))
        if occupied and not resume:
            raise ArgumentError(
                Message(id="error-output_not_empty", params={"folder": str(path)}),
                code="output_not_empty",
            )
        if resume and not (path / EVENTS).is_file():
            raise ArgumentError(
                Message(id="error-nothing_to_resume", params={"folder": str(path), "file": EVENTS}),
                code="nothing_to_resume",
            )
        self.history = read_events(path / EVENTS, repair=True) if resume else []
        self._seq = len(self.history)
        if resume:
            self._index_artifacts()

    def _index_artifacts(self) -> None:
        for folder in ("figures", "fields"):
            for file in sorted((self.path / folder).glob("*")):
                self._names[_sha256(file.read_bytes())] = f"{folder}/{file.name}"

    def append(self, body: EventBody, attempt: int) -> RecordedEvent:
        """Record one event: one whole line, on disk before the loop goes on."""
        event = RecordedEvent(seq=self._seq + 1, at=datetime.now(UTC), body=body)
        self.path.mkdir(parents=True, exist_ok=True)
        while self._first:
            name, data = self._first.popitem()
            write_whole(self.path / name, data)
        line = event.model_dump_json() + "\n"
        with (self.path / EVENTS).open("a", encoding="utf-8") as stream:
            stream.write(line)
            stream.flush()
            os.fsync(stream.fileno())
        self._seq = event.seq
        if self._listener is not None:
            self._listener(event)
        return event

    def put(self, name: str, data: bytes, media_type: str) -> ArtifactRef:
        """Write one artifact whole."""
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, data)
        digest = _sha256(data)
        self._names[digest] = name
        return ArtifactRef(name=name, sha256=digest, media_type=media_type, size=len(data))

    def get(self, sha256: str) -> bytes:
        """Read an artifact back.

        Raises
        ------
        InputDataError
            With code ``artifact_missing`` when the folder lost it.
        """
        name = self._names.get(sha256)
        if name is None:
            raise InputDataError(
                Message(id="commanderror-artifact_missing", params={"path": f"{self.path}"}),
                code="artifact_missing",
            )
        return (self.path / name).read_bytes()

    def complete(self, details: dict[str, Any]) -> Path:
        """Write the manifest: the sha256 of every file; its presence marks completion."""
        files = {
            file.relative_to(self.path).as_posix(): _sha256(file.read_bytes())
            for file in sorted(self.path.rglob("*"))
            if file.is_file() and file.name != MANIFEST
        }
        manifest = {"files": files, **details}
        write_whole(self.path / MANIFEST, json.dumps(manifest, indent=1).encode())
        return self.path / MANIFEST


class FolderEvidence:
    """Evidence of a command-line run is kept in its log alone."""

    def put(self, item: EvidenceItem) -> None:
        """Accept evidence that can be written canonically; the event that follows keeps it."""
        canonical_bytes(item)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def read_events(path: Path, *, repair: bool = False) -> list[RecordedEvent]:
    """Read a log of events.

    Parameters
    ----------
    path : Path
        ``events.jsonl``.
    repair : bool
        Cut off a last line that a killed process left unfinished.

    Raises
    ------
    InputDataError
        With code ``broken_event_log``; the message names the line.
    """
    if not path.is_file():
        raise InputDataError(
            Message(id="commanderror-no_run", params={"path": f"{path}"}), code="no_run"
        )
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if repair and text and not text.endswith("\n"):
        lines = lines[:-1]
        write_whole(path, "".join(f"{line}\n" for line in lines).encode())
    events = []
    for number, line in enumerate(lines, start=1):
        try:
            events.append(read_event(json.loads(line)))
        except (json.JSONDecodeError, ValidationError) as error:
            raise InputDataError(
                Message(
                    id="commanderror-broken_log", params={"path": f"{path}", "number": f"{number}"}
                ),
                code="broken_event_log",
            ) from error
    return events
