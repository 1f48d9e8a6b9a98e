"""Building the climatology of reduced indices (rule C1, mode A) from any source of many years.

The times of the source are worked in stretches, each by itself, so that memory holds one stretch
per process; changes over hours and whole days read what they need beyond a stretch's edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import xarray
from pydantic import JsonValue

from diagnostics.catalog.registry import get_catalog
from diagnostics.catalog.run_operator import compute_index, index_key
from diagnostics.catalog.workers import in_order
from diagnostics.climatology import Baseline, Draws, ReducedSeries, build_baseline
from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.enums import EventType, Mode
from diagnostics.contracts.guidelines import GuidelineRelease, IndexExpectation
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest, FieldSource
from diagnostics.quantities.arguments import Level
from diagnostics.quantities.cache import FieldCache

STRETCH_TIMES = 120
"""Times of one stretch by default: a month of six-hourly data."""

YEARS_NEEDED = 20
"""Of rule C1: with 31 days each they give 620 values to an hour."""

Found = Mapping[str, ReducedSeries]


@dataclass(frozen=True)
class ReducedIndex:
    """An index with the level, reduction and parameters that give one number at each time."""

    name: str
    level: Level | None = None
    reduction: str | None = None
    params: tuple[tuple[str, JsonValue], ...] = ()

    @property
    def label(self) -> str:
        """Text that is the same for the same reduced index."""
        level = "" if self.level is None else f"@{self.level}".removesuffix(".0")
        params = canonical_bytes(dict(self.params)).decode() if self.params else ""
        return f"{self.name}{level}:{self.reduction or 'default'}{params}"


@dataclass(frozen=True)
class Stretch:
    """Consecutive times of a source."""

    label: str
    window: TimeWindow


def library_indices(
    release: GuidelineRelease, events: Iterable[EventType] = EventType
) -> tuple[ReducedIndex, ...]:
    """Return every reduced index that entries of these events judge, each once.

    Entries whose index, reduction or parameters are not in this catalogue are left out.
    """
    catalogue, wanted = get_catalog(), set(events)
    found: dict[str, ReducedIndex] = {}
    for entry in release.entries:
        expected = entry.expected
        if not isinstance(expected, IndexExpectation) or entry.factor not in catalogue:
            continue
        if wanted & set(entry.event_types):
            item = ReducedIndex(
                entry.factor, expected.level, expected.reduction, tuple(expected.params.items())
            )
            if _can_reduce(item):
                found.setdefault(item.label, item)
    return tuple(found.values())


def _can_reduce(item: ReducedIndex) -> bool:
    try:
        index_key(item.name, level=item.level, reduction=item.reduction, params=dict(item.params))
    except ArgumentError:
        return False
    return True


def reduce_index(
    item: ReducedIndex,
    source: FieldSource,
    region: Region,
    *,
    window: TimeWindow | None = None,
    cache: FieldCache | None = None,
) -> ReducedSeries | None:
    """Compute one reduced index as a diagnosis does, at every time of a period.

    Returns
    -------
    ReducedSeries or None
        None where the data do not give the index, a level that they lack included.

    Raises
    ------
    DiagnosticsError
        As :func:`~diagnostics.catalog.compute_index`.
    """
    params = dict(item.params)
    try:
        answer = compute_index(
            item.name,
            source,
            time=window,
            region=region,
            level=item.level,
            mode=Mode.DIAGNOSE,
            reduction=item.reduction,
            params=params,
            cache=cache,
        )
    except InputDataError as error:
        if error.code != "missing_level":
            raise
        return None
    domain = answer.provenance.domain
    if domain is None or not any(point.value is not None for point in answer.series):
        return None
    key = index_key(
        item.name,
        level=item.level,
        reduction=item.reduction,
        params=params,
        mode=Mode.DIAGNOSE,
    )
    return ReducedSeries.of_points(key, domain, answer.unit, answer.series)


def stretches_of(times: Sequence[datetime], length: int = STRETCH_TIMES) -> tuple[Stretch, ...]:
    """Cut ascending times into stretches of at most `length`; the turn of a year is a cut too.

    Parameters
    ----------
    times : sequence of datetime
        UTC.
    length : int
    """
    found = []
    for year in sorted({moment.year for moment in times}):
        inside = [moment for moment in times if moment.year == year]
        for first in range(0, len(inside), length):
            part = inside[first : first + length]
            label = f"{part[0]:%Y-%m-%d} to {part[-1]:%Y-%m-%d}"
            found.append(Stretch(label, TimeWindow(start=part[0], end=part[-1])))
    return tuple(found)


def base_times(
    times: Sequence[datetime],
    *,
    exclude: Iterable[int] = (),
    years_needed: int = YEARS_NEEDED,
) -> tuple[datetime, ...]:
    """Return the times of the base period: all but those of the years left out.

    Raises
    ------
    InputDataError
        With code ``too_few_years`` where fewer than `years_needed` years remain.
    """
    left_out = set(exclude)
    kept = tuple(moment for moment in times if moment.year not in left_out)
    years = {moment.year for moment in kept}
    if len(years) < max(years_needed, 1):
        raise InputDataError(
            Message(
                id="catalogerror-too_few_years",
                params={"years": f"{len(years)}", "years_needed": f"{max(years_needed, 1)}"},
            ),
            code="too_few_years",
            data={"years": sorted(years), "needed": years_needed},
        )
    return kept


class Fingerprinted:
    """A source whose digest is known already: the content of all years is read once, not by all."""

    def __init__(self, source: FieldSource, digest: str) -> None:
        self._source = source
        self._digest = digest
        self._inventory = source.inventory()

    def inventory(self) -> Inventory:
        """Say what the source holds."""
        return self._inventory

    def load(self, request: FieldRequest) -> xarray.Dataset:
        """Read a window from the source."""
        return self._source.load(request)

    def digest(self) -> str:
        """Return the digest that is known."""
        return self._digest

    def check_unchanged(self) -> None:
        """Make sure that the source is still the one that was opened."""
        self._source.check_unchanged()


@dataclass(frozen=True)
class Reducing:
    """Reduces every index over one stretch; travels to other processes."""

    source: FieldSource
    digest: str
    region: Region
    indices: tuple[ReducedIndex, ...]

    def __call__(self, stretch: Stretch) -> dict[str, ReducedSeries]:
        """Return what the data give, by label."""
        source = Fingerprinted(self.source, self.digest)
        cache = FieldCache()
        found: dict[str, ReducedSeries] = {}
        for item in self.indices:
            reduced = reduce_index(item, source, self.region, window=stretch.window, cache=cache)
            if reduced is not None:
                found[item.label] = reduced
        return found


def build_from_source(
    reducing: Reducing,
    stretches: Sequence[Stretch],
    *,
    attributes: Mapping[str, str],
    workers: int = 1,
    scheduler: str | None = None,
    done: Mapping[str, Found] | None = None,
    keep: Callable[[str, Found], None] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Baseline:
    """Build a baseline from stretches of one source.

    Parameters
    ----------
    reducing : Reducing
    stretches : sequence of Stretch
        In time order.
    attributes : mapping
        Of the baseline: ``name``, ``base_period``, ``provenance``.
    workers : int
        Processes.
    scheduler : str, optional
        Address of a dask cluster that does the work instead.
    done : mapping, optional
        Stretches that an earlier, interrupted build finished, by label.
    keep : callable, optional
        Called with each newly finished stretch.
    progress : callable, optional
        Called with (label, done, total) after each stretch.

    Returns
    -------
    Baseline

    Raises
    ------
    InputDataError
        ``nothing_to_build`` where the data give none of the indices; ``inconsistent_draws``.
    ExecutionError
        As :func:`~diagnostics.catalog.workers.in_order`.
    """
    known = done or {}

    def draws() -> Iterator[Draws[Found]]:
        left = [item for item in stretches if item.label not in known]
        fresh = in_order(reducing, left, workers=workers, scheduler=scheduler)
        for number, stretch in enumerate(stretches, start=1):
            found = known.get(stretch.label)
            if found is None:
                found = next(fresh)
                if keep is not None:
                    keep(stretch.label, found)
            if progress is not None:
                progress(stretch.label, number, len(stretches))
            first = np.datetime64(stretch.window.start.replace(tzinfo=None), "m")
            yield Draws(stretch.label, found, first)

    built = build_baseline(
        draws(),
        [item.label for item in reducing.indices],
        compute=lambda label, found: found.get(label),
        attributes=dict(attributes),
    )
    if not built.series:
        raise InputDataError(
            Message(id="catalogerror-nothing_to_build"),
            code="nothing_to_build",
        )
    return built
