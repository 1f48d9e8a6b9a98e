"""A baseline of reduced indices, opened from its file."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from diagnostics.climatology.baseline_file import read_series, series_digest
from diagnostics.climatology.calendar import HALF_WINDOW_DAYS
from diagnostics.climatology.series import MIN_SAMPLES, BaselineSeries, IndexKey
from diagnostics.climatology.summary import summarise
from diagnostics.contracts.climatology import BaselineSummary
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.evidence import ClimatologyContext
from diagnostics.contracts.space_time import Region

MODE = "A"
"""Climatology of the reduced index itself, not of grid points."""


class Baseline:
    """The climatology of reduced indices over their own regions.

    Parameters
    ----------
    series : iterable of BaselineSeries
    attributes : mapping, optional
        ``name``, ``base_period``, ``provenance`` and whatever else the file says.
    digest : str, optional
        Computed from the series where not given.
    """

    def __init__(
        self,
        series: Iterable[BaselineSeries],
        attributes: Mapping[str, str] | None = None,
        digest: str | None = None,
    ) -> None:
        self._series = tuple(series)
        self._attributes = dict(attributes or {})
        self.digest = digest or series_digest(self._series)
        self._by_key: dict[IndexKey, list[BaselineSeries]] = defaultdict(list)
        for item in self._series:
            self._by_key[item.key.without_mode].append(item)

    @property
    def name(self) -> str:
        """What the baseline is called."""
        return self._attributes.get("name", "baseline")

    @property
    def attributes(self) -> Mapping[str, str]:
        """Global attributes: base period, provenance and others."""
        return dict(self._attributes)

    @property
    def series(self) -> tuple[BaselineSeries, ...]:
        """Every reduced index of the baseline."""
        return self._series

    def keys(self) -> tuple[IndexKey, ...]:
        """Return the keys that have at least one region, without their modes."""
        return tuple(self._by_key)

    def find(self, key: IndexKey, region: Region) -> BaselineSeries | None:
        """Return the series of a key over exactly this region, or None.

        That of the key's own mode goes first; where there is none, that of the other serves, and
        the context says so.
        """
        found = [item for item in self._by_key.get(key.without_mode, ()) if item.covers(region)]
        return min(found, key=lambda item: mode_of(item) != key.mode, default=None)

    def summary(self) -> BaselineSummary:
        """Return name, digest and a few numbers of each reduced index."""
        return BaselineSummary(
            name=self.name,
            digest=self.digest,
            attributes=dict(self._attributes),
            indices=tuple(summarise(item) for item in self._series),
        )

    def context(
        self, key: IndexKey, region: Region, time: datetime, value: float
    ) -> ClimatologyContext | None:
        """Place a reduced value in the climatology of its hour and season.

        Parameters
        ----------
        key : IndexKey
        region : Region
            The box over which the index was reduced; it must be that of the baseline to a
            hundredth of a degree.
        time : datetime
            UTC; an analysis hour must lie within one hour of it.
        value : float
            In the unit of the index.

        Returns
        -------
        ClimatologyContext or None
            None where the baseline cannot speak; `reason` says why.
        """
        series = self.find(key, region)
        if series is None or not math.isfinite(value):
            return None
        found = series.statistics(time, value)
        if found is None:
            return None
        return ClimatologyContext(
            baseline=self.name,
            baseline_digest=self.digest,
            mode=MODE,
            mean=found.mean,
            std=found.std,
            z=found.z,
            percentile=found.percentile,
            sample_count=found.count,
            effective_sample_size=found.effective,
            index_mode=mode_of(series),
        )

    def reason(self, key: IndexKey, region: Region, time: datetime) -> str | None:
        """Say why `context` is None for a finite value, or None when it is not."""
        if key.without_mode not in self._by_key:
            level = "" if key.level is None else f" at {key.level:g} hPa"
            return f"{self.name} holds no {key.name}{level} reduced by {key.reduction!r}"
        series = self.find(key, region)
        if series is None:
            known = "; ".join(
                ",".join(f"{edge:g}" for edge in item.region.bounds())
                for item in self._by_key[key.without_mode]
            )
            asked = ",".join(f"{edge:g}" for edge in region.bounds())
            return f"{self.name} holds {key.name} for the regions {known}, not for {asked}"
        found = series.sample(time)
        if found is None:
            hours = ", ".join(f"{hour:g}" for hour in series.hours)
            return f"{self.name} holds the hours {hours} UTC, none within one hour of {time:%H:%M}"
        if found[0].size < MIN_SAMPLES:
            return (
                f"{self.name} has {found[0].size} values within {HALF_WINDOW_DAYS} days of "
                f"{time:%d %B}; at least {MIN_SAMPLES} are needed"
            )
        return None


def mode_of(series: BaselineSeries) -> str:
    """Return the mode in which a series was computed; a diagnosis where the file does not say."""
    return series.key.mode or Mode.DIAGNOSE.value


def open_baseline(path: str | Path) -> Baseline:
    """Open a baseline file and check it against its checksum.

    Raises
    ------
    InputDataError
        ``file_not_found``, ``not_a_baseline``, ``damaged_baseline``.
    """
    series, attributes = read_series(path)
    digest = attributes.pop("digest")
    attributes.pop("format")
    return Baseline(series, attributes, digest)
