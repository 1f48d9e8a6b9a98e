"""Rows of the benchmark: the effect of one changed limit, against doing all of it again.

A stored run is judged again on its evidence, against diagnosing it again; the generated cases are
judged and two of their loops ended, against testing every entry of the library in all of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TypeVar
from uuid import UUID

from diagnostics.bench.factor_hit_rates import tried
from diagnostics.bench.known_cases import quiet_case, sample_cases
from diagnostics.bench.rows import BenchRow
from diagnostics.bench.runs import run_case
from diagnostics.contracts.effect import (
    EffectPart,
    EffectRequest,
    EntryChange,
    RunLabel,
    SentenceRequest,
)
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.guidelines import AbsoluteTest, IndexExpectation
from diagnostics.effect.changes import both_releases, with_digest
from diagnostics.effect.on_cases import effect_on_cases
from diagnostics.effect.on_runs import effect_on_runs
from diagnostics.effect.sentence import sentence_of
from diagnostics.effect.stored_runs import StoredRun
from diagnostics.guidelines import changes_digest, load_release

T = TypeVar("T")
_ENTRY = "g_rainstorm_wv_flux_convergence_intensity"
_LIMIT = 12.0
"""mm/h; the rainstorm has 8.7."""


def measure() -> Iterable[BenchRow]:
    """Yield the effect of one changed limit on a stored run and on the generated cases."""
    change = _change()
    yield from _on_a_stored_run(change)
    yield _on_the_cases(change)


def _change() -> EntryChange:
    before = load_release().entry(_ENTRY)
    assert isinstance(before.expected, IndexExpectation)
    limit = AbsoluteTest(op=">=", value=_LIMIT)
    expected = before.expected.model_copy(update={"absolute": limit})
    return EntryChange(before=before, after=before.model_copy(update={"expected": expected}))


def _request(part: EffectPart, change: EntryChange) -> EffectRequest:
    return EffectRequest(part=part, digest=changes_digest([change]), changes=(change,))


def _on_a_stored_run(change: EntryChange) -> Iterable[BenchRow]:
    known = next(sample_cases())
    label = RunLabel(
        job=UUID(int=0),
        source=known.name,
        event=EventType(known.name),
        region=known.request.region,
        period=None,
        at=datetime.now(UTC),
    )
    finished, _ = run_case(known.request, known.source)
    stored = StoredRun(label, finished.events, finished.release, None)
    request = _request(EffectPart.RUNS, change)
    found, seconds = _timed(
        lambda: effect_on_runs(request, [stored], of=1, total=1, progress=_unseen)
    )
    after = both_releases(finished.release, [change]).each(with_digest).after
    _, instead = run_case(known.request, known.source, after)
    yield BenchRow(
        track="effect",
        what="one limit, one stored run",
        seconds=seconds,
        instead_seconds=instead,
        instead="diagnosed again",
        note=f"{len(found.verdicts)} verdict changed",
    )
    typed = SentenceRequest(digest=request.digest, change=change, runs=True)
    sentence, seconds = _timed(lambda: sentence_of(typed, [stored], load_release))
    yield BenchRow(
        track="effect",
        what="the sentence while a limit is typed",
        seconds=seconds,
        instead_seconds=instead,
        instead="diagnosed again",
        note="on the stored run" if sentence.run is not None else "on the generated case",
    )


def _on_the_cases(change: EntryChange) -> BenchRow:
    request = _request(EffectPart.CASES, change)
    found, seconds = _timed(lambda: effect_on_cases(request, load_release(), _unseen))
    tested, instead = _timed(
        lambda: [item for known in (*sample_cases(), quiet_case()) for item in tried(known)]
    )
    verdicts = sum(len(item.confirmed) + len(item.refuted) for item in tested)
    return BenchRow(
        track="effect",
        what="one limit, generated cases",
        seconds=seconds,
        instead_seconds=instead,
        instead=f"all entries tested: {verdicts} verdicts",
        note=f"{len(found.verdicts)} verdicts, {len(found.conclusions)} conclusions compared",
    )


def _timed(make: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    made = make()
    return made, time.perf_counter() - start


def _unseen(done: int, total: int) -> None:
    """Show no progress."""
