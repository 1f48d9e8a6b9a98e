"""The track of planted faults: what the checks of data notice, and what they raise in vain."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import chain

from diagnostics.bench.faults.cases import generated_cases, real_cases
from diagnostics.bench.faults.corpus import corpus
from diagnostics.bench.faults.crops import clean_crops
from diagnostics.bench.faults.scoring import Answer, Outcome, answers, rates, wilson
from diagnostics.bench.rows import BenchRow

FOUND_GOAL, SILENT_GOAL, ALARM_GOAL = 0.95, 0.02, 0.01


def measure() -> Iterable[BenchRow]:
    """Plant every fault in every case, then check crops of clean files."""
    start = time.perf_counter()
    found = list(answers(corpus(), chain(generated_cases(), real_cases())))
    seconds = time.perf_counter() - start
    for what, part in (
        ("all pairs", found),
        ("pairs not held out", [item for item in found if not item.held_out]),
        ("held-out pairs", [item for item in found if item.held_out]),
        ("pairs that are not hard by nature", [item for item in found if not item.hard]),
    ):
        yield BenchRow(track="faults", what=what, seconds=seconds, note=_summary(part))
    yield BenchRow(track="faults", what="faults missed", seconds=seconds, note=_missed(found))
    yield from _alarms()


def _summary(part: list[Answer]) -> str:
    found = rates(part)
    low, high = wilson(found.found, found.pairs)
    return (
        f"{found.found} of {found.pairs} visible pairs refused or noted: {found.found_share:.1%} "
        f"({low:.1%} to {high:.1%}, goal {FOUND_GOAL:.0%}); used in silence "
        f"{found.silent_share:.1%} (goal {SILENT_GOAL:.0%}); {found.invisible} invisible"
    )


def _missed(found: list[Answer]) -> str:
    counts: dict[str, list[str]] = {}
    for item in found:
        if item.outcome is Outcome.SILENT:
            counts.setdefault(item.fault, []).append(item.case)
    order = sorted(counts, key=lambda name: -len(counts[name]))
    return "; ".join(f"{name}: {', '.join(counts[name])}" for name in order)


def _alarms() -> Iterable[BenchRow]:
    start = time.perf_counter()
    crops = list(clean_crops())
    seconds = time.perf_counter() - start
    if not crops:
        return
    wrong = [item for item in crops if item.alarms]
    low, high = wilson(len(wrong), len(crops))
    files = sorted({item.file for item in crops})
    named = sorted({(item.file, alarm.rule) for item in wrong for alarm in item.alarms})
    yield BenchRow(
        track="faults",
        what="false alarms",
        seconds=seconds,
        note=f"{len(wrong)} of {len(crops)} crops of {len(files)} clean files with a doubt or a "
        f"refusal: {len(wrong) / len(crops):.1%} ({low:.1%} to {high:.1%}, goal {ALARM_GOAL:.0%}), "
        f"in {len({item.file for item in wrong})} files"
        + (f": {', '.join(f'{file} {rule}' for file, rule in named)}" if named else ""),
    )
