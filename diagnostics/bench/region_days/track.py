"""The track of region-days: statements that a criterion is met, against the fields."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from diagnostics.bench.faults.scoring import wilson
from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.bench.region_days.sources import SOURCES, DaySource, boxes, periods
from diagnostics.bench.region_days.thinned import likely_statements
from diagnostics.bench.region_days.truth import is_met
from diagnostics.bench.rows import BenchRow
from diagnostics.contracts.enums import Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import classify
from diagnostics.errors import DiagnosticsError
from diagnostics.fields import open_source

GOAL = 0.02
MOST_PAIRS = 160
"""Regions and periods of one source, evenly spread."""


@dataclass(frozen=True)
class RegionDays:
    """One region and period of a source: what was said of a type, and what the fields hold."""

    source: str
    event: str
    box: tuple[float, ...]
    start: datetime
    days: int
    said: Firing
    met: bool


def region_days(sources: Iterable[DaySource] = SOURCES) -> Iterator[RegionDays]:
    """Classify every region and period of the sources that are at hand.

    Parameters
    ----------
    sources : iterable of DaySource
    """
    root = os.environ.get(DATA_VARIABLE)
    for item in sources if root else ():
        path = Path(str(root)) / item.path
        if path.exists():
            yield from _of_source(item, path)


def _of_source(item: DaySource, path: Path) -> Iterator[RegionDays]:
    fields = item.read(path)
    source = open_source(path)
    pairs = [(box, span) for box in boxes(fields, item.box) for span in periods(fields, item.days)]
    step = max(1, -(-len(pairs) // MOST_PAIRS))
    for box, (start, end) in pairs[::step]:
        try:
            found = classify(
                source, Region.model_validate(tuple(box)), TimeWindow(start=start, end=end)
            )
        except DiagnosticsError:
            continue  # a box on which the data have no cell
        for assessment in found.assessments:
            event = assessment.event.value
            if event not in item.events or assessment.firing is Firing.NOT_ASSESSABLE:
                continue
            met = is_met(event, fields, box, start, end)
            if met is not None:
                days = max(1, item.days)
                said = assessment.firing
                yield RegionDays(path.name, event, tuple(box), start, days, said, met)


def measure() -> Iterable[BenchRow]:
    """Count false statements by type."""
    begin = time.perf_counter()
    found = list(region_days())
    seconds = time.perf_counter() - begin
    for event in sorted({item.event for item in found}):
        part = [item for item in found if item.event == event]
        yield BenchRow(track="region_days", what=event, seconds=seconds, note=summary(part))
    begin = time.perf_counter()
    thinned = list(likely_statements())
    if thinned:
        seconds = time.perf_counter() - begin
        note = summary_of_likely(thinned)
        yield BenchRow(track="region_days", what="likely at stations", seconds=seconds, note=note)


def summary_of_likely(found: list[tuple[Firing, bool]]) -> str:
    """Write how often what stations probably see is in the finer original."""
    said = [met for firing, met in found if firing is Firing.LIKELY_AT_STATIONS]
    false = said.count(False)
    low, high = wilson(false, len(found))
    return (
        f"{len(found)} regions and periods of thinned data: {len(said)} likely at stations, of "
        f"which {false} reach the limit in no cell of the original "
        f"({false / len(found):.1%} of all; "
        f"{low:.1%} to {high:.1%}, goal {GOAL:.0%})"
    )


def summary(part: list[RegionDays]) -> str:
    """Write what was counted of one type."""
    said = Counter(item.said for item in part)
    false = [item for item in part if item.said is Firing.FIRED and not item.met]
    missed = [item for item in part if item.said is not Firing.FIRED and item.met]
    low, high = wilson(len(false), len(part))
    named = "; ".join(f"{item.source} {item.box} {item.start:%Y-%m-%d}" for item in false[:4])
    return (
        f"{len(part)} regions and periods, {sum(item.days for item in part)} region-days: "
        f"{said[Firing.FIRED]} met, {said[Firing.LIKELY_AT_STATIONS]} likely at stations, "
        f"{said[Firing.NOT_FIRED]} not met; said met and not so {len(false)} "
        f"({len(false) / max(1, len(part)):.1%}; {low:.1%} to {high:.1%}, goal {GOAL:.0%}); "
        f"met and not said {len(missed)}" + (f"; false: {named}" if named else "")
    )
