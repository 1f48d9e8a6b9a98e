"""A whole diagnosis in a fresh process, with its parts."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from diagnostics.bench.rows import BenchRow
from diagnostics.contracts.events import RecordedEvent, read_event
from diagnostics.errors import ExecutionError
from diagnostics.messages import Message
from diagnostics.samples import SAMPLES, write_sample
from diagnostics.temporary import owned_folder

_COLD_BUDGET = 15.0
_PARTS = {
    "event_classified": "classification",
    "index_computed": "indices",
    "figure_rendered": "charts",
    "report_drafted": "report",
}


def measure() -> Iterable[BenchRow]:
    """Diagnose each sample that has an event, cold, and say where the time went."""
    with owned_folder("bench") as folder:
        for name in SAMPLES:
            yield from _one(name, folder)


def _one(name: str, folder: Path) -> Iterable[BenchRow]:
    info = write_sample(name, folder / f"{name}.nc")
    out = folder / name
    box = ",".join(f"{edge:g}" for edge in info.region.bounds())
    command = [sys.executable, "-m", "diagnostics.cli", "diagnose", "--data", str(info.path)]
    command += ["--region", box, "--out", str(out), "--json"]
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        raise ExecutionError(
            Message(
                id="bench-diagnosis_failed", params={"name": name, "output": done.stdout[-400:]}
            )
        )
    answer = json.loads(done.stdout)
    lines = (out / "events.jsonl").read_text(encoding="utf-8").splitlines()
    events = [read_event(json.loads(line)) for line in lines]
    note = f"{answer['conclusion']}, {len(answer['confirmed'])} confirmed"
    yield BenchRow(
        track="diagnosis",
        what=f"{name}, cold process",
        seconds=seconds,
        budget_seconds=_COLD_BUDGET,
        note=note,
    )
    for part, spent in _parts(events).items():
        yield BenchRow(track="diagnosis", what=f"{name}: {part}", seconds=spent)


def _parts(events: list[RecordedEvent]) -> dict[str, float]:
    """Sum the time before each kind of event: what led to it."""
    spent = dict.fromkeys(_PARTS.values(), 0.0)
    for before, after in pairwise(events):
        part = _PARTS.get(after.body.type)
        if part is not None:
            spent[part] += (after.at - before.at).total_seconds()
    return {part: seconds for part, seconds in spent.items() if seconds > 0}
