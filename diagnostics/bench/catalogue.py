"""The operators as they are asked for: the published set at once, and code in a fresh process."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from statistics import median

import diagnostics
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.timing import best_seconds, turn_seconds
from diagnostics.catalog import FieldCache, compute_index, get_catalog
from diagnostics.contracts.enums import IndexStatus
from diagnostics.errors import ExecutionError
from diagnostics.fields.memory import MemorySource
from diagnostics.messages import Message
from diagnostics.samples import generate, sample_info

_SET_BUDGET = 0.3
_CODE_BUDGET = 0.5
_PROCESSES = 3
_FRESH = """
import time
import numpy as np
import diagnostics.bench.states
from diagnostics.grid import geometry
from diagnostics.physics import lifted_index, parcel, potential_vorticity, wind
state = diagnostics.bench.states.global_state()
column = state.pressure, state.temperature, state.specific_humidity
def work():
    parcel.cape_cin(*column)
    lifted_index.lifted_index(*column)
    state.grid.vorticity(state.u, state.v)
    state.grid.frontogenesis(state.temperature, state.u, state.v)
    profile = wind.wind_profile(state.u, state.v, state.height, state.pressure, top=6000.0)
    wind.storm_relative_helicity(profile, (8.0, 2.0))
    potential_vorticity.ertel_potential_vorticity(
        state.temperature, state.u, state.v, state.pressure, state.grid
    )
times = []
for _ in range(4):
    start = time.process_time()
    work()
    times.append(time.process_time() - start)
print(times[0] - min(times[1:]))
"""


def measure() -> Iterable[BenchRow]:
    """Measure the published indices together, then the price of compiled code."""
    yield _published_set()
    yield _fresh_process()


def _published_set() -> BenchRow:
    names = [tool.name for tool in get_catalog().indices() if tool.spec.source_id]
    info = sample_info("rainstorm")
    source = MemorySource(generate("rainstorm"), title="sample")
    outcomes: Counter[IndexStatus] = Counter()

    def work() -> None:
        # a cache of its own: the fields are read once, nothing is left from the call before
        cache = FieldCache()
        outcomes.clear()
        for name in names:
            answer = compute_index(
                name, source, time=info.peak_time, region=info.region, cache=cache
            )
            outcomes[answer.status] += 1

    best_seconds(work, repeats=1)
    said = ", ".join(f"{count} {status.value}" for status, count in sorted(outcomes.items()))
    return BenchRow(
        track="catalogue",
        what=f"{len(names)} published indices, one region and time, warm",
        seconds=turn_seconds(work),
        budget_seconds=_SET_BUDGET,
        note=said,
    )


def _fresh_process() -> BenchRow:
    """Time what a process pays at its first calls more than at its next, the cache being filled.

    In time of the processor: everything runs in one thread, and other work on the machine would
    count several times over in so long a stretch.
    """
    spent = []
    for number in range(_PROCESSES + 1):
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", _FRESH],
            capture_output=True,
            text=True,
            check=False,
            cwd=Path(diagnostics.__file__).parents[1],
        )
        if done.returncode != 0:
            raise ExecutionError(
                Message(id="bench-process_failed", params={"output": done.stderr[-400:]})
            )
        if number:
            # the first process fills the cache where the code has changed
            spent.append(float(done.stdout))
    return BenchRow(
        track="catalogue",
        what="compiled code in a fresh process: eight kernels, with their compiler",
        seconds=median(spent),
        budget_seconds=_CODE_BUDGET,
        note="time of the processor",
    )
