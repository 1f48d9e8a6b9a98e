"""Every chart of the catalogue on every real case: drawn and checked, or what is missing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import perf_counter

from diagnostics.bench.known_cases import KnownCase, real_cases
from diagnostics.bench.rows import BenchRow
from diagnostics.contracts.enums import Language
from diagnostics.detection.features.registry import MISSING_CODES
from diagnostics.errors import DiagnosticsError
from diagnostics.figures import RenderedFigure, chart_ids, render_figure
from diagnostics.quantities.scene_context import chart_scene_context

PICTURES = "HVRMET_BENCH_PICTURES"
"""Names a folder where the pictures go, if anywhere."""
LACKING = MISSING_CODES | {"moving_grid", "no_values", "region_outside_data", "too_few_times"}


@dataclass(frozen=True)
class Attempt:
    """One chart of one case in one language: drawn, or why not."""

    chart: str
    language: Language
    seconds: float
    drawn: RenderedFigure | None = None
    reason: str = ""
    expected: bool = True

    @property
    def score(self) -> float | None:
        """The Image Checker's score."""
        check = self.drawn.answer.check if self.drawn else None
        return check.score if check else None


def attempts(case: KnownCase, charts: Iterable[str] | None = None) -> Iterator[Attempt]:
    """Draw the charts of a case in both languages.

    Parameters
    ----------
    case : KnownCase
    charts : iterable of str, optional
        All by default.
    """
    time = middle_time(case)
    around = chart_scene_context()
    for name in charts or chart_ids():
        for language in Language:
            start = perf_counter()
            try:
                drawn = render_figure(
                    name,
                    case.source,
                    time=time,
                    region=case.request.region,
                    language=language,
                    scene_context=around,
                )
            except DiagnosticsError as error:
                spent = perf_counter() - start
                expected = error.code in LACKING
                yield Attempt(name, language, spent, reason=error.message, expected=expected)
            else:
                yield Attempt(name, language, perf_counter() - start, drawn)


def middle_time(case: KnownCase) -> datetime:
    """Return the time in the middle of a case, after the first where there are several."""
    times = case.source.inventory().times
    return times[min(len(times) // 2 + 1, len(times) - 1)]


def measure() -> Iterable[BenchRow]:
    """Give a row for each case, and one for each chart that is not as it should be."""
    folder = os.environ.get(PICTURES)
    for case in real_cases(charts=True):
        scores: Counter[float] = Counter()
        missing: set[str] = set()
        spent = 0.0
        for attempt in attempts(case):
            spent += attempt.seconds
            if folder and attempt.drawn:
                _keep(Path(folder), case, attempt)
            if attempt.score is not None:
                scores[attempt.score] += 1
            elif attempt.expected:
                missing.add(attempt.chart)
            note = _trouble(attempt)
            if note:
                what = f"{case.name}: {attempt.chart} ({attempt.language.value})"
                yield BenchRow(track="figures", what=what, seconds=attempt.seconds, note=note)
        drawn = ", ".join(f"{count} x {score:g}" for score, count in sorted(scores.items()))
        note = f"{drawn or 'none'} of 5; {len(missing)} charts without their inputs"
        yield BenchRow(track="figures", what=case.name, seconds=spent, note=note)


def _trouble(attempt: Attempt) -> str:
    if attempt.drawn is None:
        return "" if attempt.expected else attempt.reason
    check = attempt.drawn.answer.check
    if check is None or check.score == 5.0:
        return ""
    return f"{check.score:g} of 5: {', '.join(item.message for item in check.findings)}"


def _keep(folder: Path, case: KnownCase, attempt: Attempt) -> None:
    assert attempt.drawn is not None
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{case.name.replace(' ', '_')}_{attempt.chart}_{attempt.language.value}.png"
    (folder / name).write_bytes(attempt.drawn.png)
