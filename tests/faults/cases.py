"""What the load of a fault run asks for."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hvrmet.embedded.ports import LOOPBACK

from diagnostics.samples import sample_info, write_sample
from tests.faults.faults import OTHER_DATA, REPLACED, VANISHING
from tests.faults.run import Plan

SCRIPTED = ("steps", "poison")
REAL = ("quiet", "rainstorm")
HARMED = (VANISHING, REPLACED)
"""Sources that faults do harm to: rainstorms with files of their own."""
COMPARED = ("steps", *REAL, VANISHING)
STALLED = "stalled"
WEIGHTS = {"steps": 12.0, "quiet": 2.0, "rainstorm": 1.0, "poison": 0.3, STALLED: 0.3}
# A run that meets a full store says so; nothing else may end one of these otherwise.
EXPECTED = {
    **dict.fromkeys(COMPARED, "finished, failed storage_full"),
    "poison": "parked parked",
    STALLED: "failed step_too_long",
    VANISHING: "finished",
    REPLACED: "failed source_changed, failed data_changed",
}


@contextmanager
def sources(folder: Path) -> Iterator[dict[str, Any]]:
    """Write the generated cases, and yield what ``HVRMET_SOURCES`` shall register.

    The stalled one takes connections and never says a word.
    """
    registered: dict[str, Any] = {
        name: {"paths": [str(folder / OTHER_DATA)], "title": name} for name in SCRIPTED
    }
    for name in (*REAL, *HARMED):
        sample = write_sample(sample_of(name), folder / f"{name}.nc")
        registered[name] = {"paths": [sample.path], "title": name}
    with socket.create_server((LOOPBACK, 0)) as silent:
        address = f"http://{LOOPBACK}:{silent.getsockname()[1]}/data.zarr"
        registered[STALLED] = {"paths": [address], "title": "A server that hangs"}
        yield registered


def case(name: str) -> dict[str, Any]:
    """Return the request for a source."""
    return {"source": name, "region": sample_info(sample_of(name)).region.bounds()}


def sample_of(name: str) -> str:
    """Return the generated case behind a source; those without data of their own use the quiet."""
    if name in HARMED:
        return "rainstorm"
    return name if name in REAL else "quiet"


def plan_of(seed: int, faults: Sequence[str]) -> Plan:
    """Return the plan of a long run: faults in random order, scripted and real jobs."""
    order = list(faults)
    random.Random(seed).shuffle(order)
    return Plan(
        seed=seed,
        faults=order,
        cases={name: case(name) for name in EXPECTED},
        weights=WEIGHTS,
        expected=EXPECTED,
        compared=COMPARED,
    )
