"""The tracks of the benchmark and their table."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module

from diagnostics.bench.rows import BenchRow
from diagnostics.errors import ArgumentError, ExecutionError
from diagnostics.messages import Message, Param

TRACKS: Mapping[str, str] = {
    "diagnosis": "diagnostics.bench.diagnosis",
    "columns": "diagnostics.bench.columns",
    "kinematics": "diagnostics.bench.kinematics",
    "catalogue": "diagnostics.bench.catalogue",
    "memory": "diagnostics.bench.memory",
    "charts": "diagnostics.bench.charts",
    "figures": "diagnostics.bench.real_charts",
    "cases": "diagnostics.bench.cases",
    "ablation": "diagnostics.bench.ablation",
    "experience": "diagnostics.bench.factor_hit_rates",
    "discrimination": "diagnostics.bench.discrimination",
    "effect": "diagnostics.effect.bench_rows",
    "explanations": "diagnostics.bench.explanations",
    "reliability": "diagnostics.bench.reliability",
    "questions": "diagnostics.bench.questions",
    "faults": "diagnostics.bench.faults.track",
    "planted": "diagnostics.bench.planted.track",
}
"""Name of each track, and the module whose `measure` yields its rows."""
WITH_CASES = ("planted",)
"""Tracks whose cases can be chosen: their `measure` takes the names."""


def run_track(
    track: str, *, progress: Callable[[Message], None], cases: tuple[str, ...] = ()
) -> list[BenchRow]:
    """Run one track, or all of them.

    Parameters
    ----------
    track : str
        A name in :data:`TRACKS`, or ``all``.
    progress : callable
        Told what is being measured.
    cases : tuple of str
        Which cases of a track in :data:`WITH_CASES`; all by default.

    Returns
    -------
    list of BenchRow

    Raises
    ------
    ArgumentError
        With code ``unknown_track``, ``unknown_case``, or ``no_cases_to_choose`` for a track whose
        cases are fixed.
    """
    if cases and track not in WITH_CASES:
        raise ArgumentError(
            Message(
                id="bench-no_cases_to_choose",
                params={"track": track, "tracks": ", ".join(WITH_CASES)},
            ),
            code="no_cases_to_choose",
        )
    if track != "all" and track not in TRACKS:
        near = difflib.get_close_matches(track, TRACKS, n=1)
        params: dict[str, Param] = {"track": track, "tracks": ", ".join(("all", *TRACKS))}
        wording = Message(id="bench-unknown_track", params=params)
        if near:
            wording = Message(id="bench-unknown_track_near", params={**params, "near": near[0]})
        raise ArgumentError(wording, code="unknown_track")
    rows: list[BenchRow] = []
    for name in TRACKS if track == "all" else (track,):
        progress(Message(id="bench-measuring", params={"track": name}))
        rows.extend(_load(name)(cases) if cases else _load(name)())
    return rows


def _load(track: str) -> Callable[..., Iterable[BenchRow]]:
    """Import a track: the tools that it compares with are installed for development only.

    Raises
    ------
    ExecutionError
        With code ``comparison_missing`` when one of them is not there.
    """
    try:
        measure: Callable[..., Iterable[BenchRow]] = import_module(TRACKS[track]).measure
    except ModuleNotFoundError as error:
        raise ExecutionError(
            Message(
                id="bench-comparison_missing",
                params={"track": track, "package": str(error.name)},
            ),
            code="comparison_missing",
        ) from error
    return measure
