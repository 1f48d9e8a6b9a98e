"""Build a baseline: compute reduced indices over many years of one season."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from diagnostics.climatology.baseline import Baseline
from diagnostics.climatology.series import BaselineSeries, IndexKey
from diagnostics.contracts.evidence import SeriesPoint
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.messages import Message

Key = TypeVar("Key")

STD_FLOOR = 0.1
"""Least standard deviation of one hour and window, as a share of that of all values."""


@dataclass(frozen=True)
class ReducedSeries:
    """One index over one stretch: its identity and its value at every time.

    Parameters
    ----------
    key : IndexKey
    region : Region
    unit : str
    times : array (time,) of datetime64[m]
        UTC.
    values : array (time,)
        NaN where the index has no value.
    """

    key: IndexKey
    region: Region
    unit: str
    times: npt.NDArray[np.datetime64]
    values: npt.NDArray[np.float64]

    @classmethod
    def of_points(
        cls, key: IndexKey, region: Region, unit: str, points: Sequence[SeriesPoint]
    ) -> ReducedSeries:
        """Take the series of an index's answer."""
        times = [point.time.replace(tzinfo=None) for point in points]
        values = [np.nan if point.value is None else point.value for point in points]
        return cls(
            key,
            region,
            unit,
            np.array(times, dtype="datetime64[m]"),
            np.array(values, dtype=np.float64),
        )


@dataclass(frozen=True)
class Draws(Generic[Key]):
    """One stretch of data without a gap, for example one season of one year.

    Parameters
    ----------
    label : str
        For the progress report.
    source : object
        What `compute` reads: any field source.
    first : datetime64
        Earlier times only lead in (changes over 24 hours need them) and are left out.
    """

    label: str
    source: Key
    first: np.datetime64


def build_baseline(
    source_of_draws: Iterable[Draws[Key]],
    index_keys: Sequence[str],
    *,
    compute: Callable[[str, Key], ReducedSeries | None],
    attributes: dict[str, str],
    progress: Callable[[str, int, int], None] | None = None,
) -> Baseline:
    """Compute the baseline of several reduced indices.

    Parameters
    ----------
    source_of_draws : iterable of Draws
        Stretches of data, worked one after the other so that one is in memory at a time.
    index_keys : sequence of str
        What `compute` understands as the name of one reduced index.
    compute : callable
        (key, source) -> ReducedSeries, or None where the data do not give the index.
    attributes : dict
        ``name``, ``base_period``, ``provenance``.
    progress : callable, optional
        Called with (label, done, total) after each index.

    Returns
    -------
    Baseline

    Raises
    ------
    InputDataError
        ``inconsistent_draws`` when a key changes its region or unit between stretches.
    """
    collected: dict[str, list[ReducedSeries]] = {}
    starts: dict[str, list[np.datetime64]] = {}
    for draws in source_of_draws:
        for done, name in enumerate(index_keys, start=1):
            reduced = compute(name, draws.source)
            if reduced is not None:
                collected.setdefault(name, []).append(reduced)
                starts.setdefault(name, []).append(draws.first)
            if progress is not None:
                progress(draws.label, done, len(index_keys))
    series = [_join(parts, starts[name]) for name, parts in collected.items()]
    return Baseline([item for item in series if item is not None], attributes)


def _join(parts: Sequence[ReducedSeries], firsts: Sequence[np.datetime64]) -> BaselineSeries | None:
    """Put the stretches of one index into a table (hour, date)."""
    head = parts[0]
    for part in parts:
        if (part.key, part.unit, part.region) != (head.key, head.unit, head.region):
            raise InputDataError(
                Message(
                    id="climatologyerror-inconsistent_years", params={"name": f"{head.key.name}"}
                ),
                code="inconsistent_draws",
            )
    kept = [
        (part.times >= first) & np.isfinite(part.values)
        for part, first in zip(parts, firsts, strict=True)
    ]
    moments = np.concatenate([part.times[chosen] for part, chosen in zip(parts, kept, strict=True)])
    known = np.concatenate([part.values[chosen] for part, chosen in zip(parts, kept, strict=True)])
    if not known.size:
        return None
    days = moments.astype("datetime64[D]")
    hours, rows = np.unique((moments - days) / np.timedelta64(60, "m"), return_inverse=True)
    dates, columns = np.unique(days, return_inverse=True)
    table = np.full((hours.size, dates.size), np.nan)
    table[rows, columns] = known
    # the file keeps float32: what is compared is what is stored
    table = table.astype(np.float32).astype(np.float64)
    return BaselineSeries(
        key=head.key,
        region=head.region,
        unit=head.unit,
        hours=hours,
        dates=dates,
        values=table,
        std_floor=_std_floor(table),
    )


def _std_floor(values: npt.NDArray[np.float64]) -> float:
    known = values[np.isfinite(values)]
    return float(np.float32(STD_FLOOR * known.std())) if known.size else 0.0
