"""Traffic of the memory-bound kernels against what the memory gives, and growth with the grid."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterable
from functools import partial

import numba
import numpy as np

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.states import FloatArray, global_state, regional_state
from diagnostics.bench.timing import compared_seconds
from diagnostics.grid.stencils import compiled
from diagnostics.physics.columns import precipitable_water
from diagnostics.physics.parcel import cape_cin

_GIGA = 1e9
_COLUMNS = (10_000, 100_000, 1_000_000, 10_000_000)


def measure() -> Iterable[BenchRow]:
    """Measure traffic, then growth."""
    yield from _traffic()
    yield from _growth()


@numba.njit(cache=True, error_model="numpy")
def _triad(first: FloatArray, second: FloatArray, result: FloatArray) -> None:
    for i in range(result.size):
        result[i] = first[i] + 3.0 * second[i]


def _traffic() -> Iterable[BenchRow]:
    """Compare a kernel into a given array with a triad over as many bytes: three fields each."""
    for name, state in (("global", global_state()), ("regional", regional_state())):
        kernels, stencils = compiled(), state.grid.stencils
        if kernels is None or stencils is None:
            continue
        result, flat = np.empty_like(state.u), np.empty(state.u.size)
        arguments = state.v, state.u, stencils.arguments, -1.0, result
        seconds, triad = compared_seconds(
            partial(kernels.wind, *arguments),
            partial(_triad, state.u.ravel(), state.v.ravel(), flat),
        )
        moved = 3 * result.nbytes / _GIGA
        yield BenchRow(
            track="memory",
            what=f"vorticity into a given array, {name} {state.shape_text}",
            seconds=seconds,
            instead_seconds=triad,
            instead="triad over the same bytes",
            note=f"{moved / seconds:.0f} GB/s of the triad's {moved / triad:.0f}",
        )


def _growth() -> Iterable[BenchRow]:
    """Repeat the global state along a leading axis, without copying it, until it is large."""
    state = global_state()
    cape_cin(state.pressure, state.temperature, state.specific_humidity)
    for count in _COLUMNS:
        repeats = max(1, round(count / state.columns))
        rows = max(1, min(count, state.columns) // state.grid.shape[1])
        t, q = (
            np.broadcast_to(part, (repeats, *part.shape))
            for part in (
                np.ascontiguousarray(field[:, :rows])
                for field in (state.temperature, state.specific_humidity)
            )
        )
        number = t.shape[0] * t.shape[2] * t.shape[3]
        for what, work, results in (
            ("CAPE and CIN, MU", partial(cape_cin, state.pressure, t, q), 8),
            ("precipitable water", partial(precipitable_water, q, state.pressure), 1),
        ):
            seconds, peak = _with_peak(work)
            beside = (peak - results * 8 * number) / 2**20
            yield BenchRow(
                track="memory",
                what=f"{what}, {number:,} columns of {len(state.pressure)} levels",
                seconds=seconds,
                note=f"{1e6 * seconds / number:.2f} us a column, {beside:.0f} MiB besides results",
            )


def _with_peak(work: Callable[[], object]) -> tuple[float, int]:
    """Return the time of a call and the most memory that it held; tracing few arrays is free."""
    tracemalloc.start()
    try:
        start = time.perf_counter()
        work()
        seconds = time.perf_counter() - start
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return seconds, peak
