"""Traffic of the memory-bound kernels against what the memory gives, and growth with the grid."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType

import numba
import numpy as np
import numpy.typing as npt

from diagnostics.bench.rows import BenchRow
from diagnostics.bench.states import FloatArray, State, global_state, regional_state
from diagnostics.bench.timing import compared_seconds
from diagnostics.constants import GRAVITY
from diagnostics.grid.stencils import compiled, three_points
from diagnostics.physics import potential_vorticity
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
    """Compare each kernel into given arrays with a triad that moves as many bytes."""
    kernels, columns = compiled(), potential_vorticity.compiled()
    if kernels is None or columns is None:
        return
    for name, state in (("global", global_state()), ("regional", regional_state())):
        for stored, said in ((np.float32, "single"), (np.float64, "double")):
            for what, work, moved in _kernels(state, stored, kernels, columns):
                size = round(moved / 24)
                first, second, result = np.ones(size), np.ones(size), np.empty(size)
                seconds, triad = compared_seconds(work, partial(_triad, first, second, result))
                yield BenchRow(
                    track="memory",
                    what=f"{what} into given arrays, {said}, {name} {state.shape_text}",
                    seconds=seconds,
                    instead_seconds=triad,
                    instead="triad over as many bytes",
                    note=f"{moved / seconds / _GIGA:.0f} GB/s of the triad's "
                    f"{moved / triad / _GIGA:.0f}",
                )


def _kernels(
    state: State, stored: npt.DTypeLike, kernels: ModuleType, columns: ModuleType
) -> Iterable[tuple[str, Callable[[], object], int]]:
    """Yield name, call and bytes read and written of the kernels of the derivatives."""
    assert state.grid.stencils is not None
    stencils = state.grid.stencils.arguments
    u, v, t = (np.asarray(field, dtype=stored) for field in (state.u, state.v, state.temperature))
    one, other = np.empty(u.shape), np.empty(u.shape)
    factor = np.ones(len(u))
    levels = three_points(state.pressure, None)
    coriolis = np.ascontiguousarray(state.grid.coriolis)
    plane = [field[np.newaxis] for field in (t, u, v)]
    nothing = np.empty((0, *u.shape))
    single, double = u.nbytes, one.nbytes
    yield (
        "vorticity, divergence",
        partial(kernels.wind, v, u, stencils, -1.0, one),
        2 * single + double,
    )
    yield "gradient", partial(kernels.gradient, t, stencils, one, other), single + 2 * double
    yield "advection", partial(kernels.advection, t, u, v, stencils, one), 3 * single + double
    yield (
        "frontogenesis",
        partial(kernels.frontogenesis, t, u, v, stencils, one),
        3 * single + double,
    )
    yield (
        "Q vector",
        partial(kernels.q_vector, u, v, t, factor, stencils, one, other),
        3 * single + 2 * double,
    )
    yield (
        "potential vorticity",
        partial(
            columns.potential_vorticity,
            *plane, coriolis, levels, stencils, GRAVITY, one[np.newaxis], nothing,
        ),
        3 * single + double,
    )  # fmt: skip


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
