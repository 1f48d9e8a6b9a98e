"""One reduced index in a baseline: its key, its values, its statistics."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
import numpy.typing as npt

from diagnostics.climatology.calendar import HOUR_TOLERANCE, hour_distance, in_window
from diagnostics.climatology.significance import effective_sample_size
from diagnostics.contracts.base import Contract
from diagnostics.contracts.space_time import Region, wrap_longitude

FloatArray = npt.NDArray[np.float64]

REGION_TOLERANCE_DEG = 0.01
MIN_SAMPLES = 30
"""Fewer values than this are no climatology."""


class IndexKey(Contract):
    """What must agree before a value may be compared with a baseline.

    Parameters
    ----------
    name : str
        Identifier of the index.
    level : float or None
        hPa; None where the index has no level.
    reduction : str
    params_digest : str
        Digest of the parameters that differ from their defaults; empty for none.
    mode : str
        ``qa`` or ``diagnose``; empty in files that do not say, which were built as a diagnosis.
    """

    name: str
    level: float | None = None
    reduction: str = ""
    params_digest: str = ""
    mode: str = ""

    @property
    def without_mode(self) -> IndexKey:
        """The key whatever the mode."""
        return self.model_copy(update={"mode": ""})


@dataclass(frozen=True)
class Statistics:
    """Where one value stands in its sample."""

    mean: float
    std: float
    z: float
    percentile: float
    count: int
    effective: float


@dataclass(frozen=True)
class BaselineSeries:
    """The sample of one reduced index.

    Parameters
    ----------
    key : IndexKey
    region : Region
        The box over which the index was reduced.
    unit : str
        Of the reduced value, as the index shows it.
    hours : array (hour,)
        Analysis hours, UTC.
    dates : array (date,) of datetime64[D]
        Day of each sample, ascending.
    values : array (hour, date)
        NaN where the index had no value.
    std_floor : float
        The standard deviation is taken as at least this.
    """

    key: IndexKey
    region: Region
    unit: str
    hours: FloatArray
    dates: npt.NDArray[np.datetime64]
    values: FloatArray
    std_floor: float = 0.0
    attributes: dict[str, str] = field(default_factory=dict)

    def covers(self, region: Region) -> bool:
        """Whether `region` is the box of this series, to a hundredth of a degree."""
        edges = (
            wrap_longitude(self.region.west - region.west),
            self.region.width - region.width,
            self.region.south - region.south,
            self.region.north - region.north,
        )
        return all(abs(edge) <= REGION_TOLERANCE_DEG for edge in edges)

    def hour_index(self, moment: datetime) -> int | None:
        """Row of the analysis hour within one hour of `moment`, or None."""
        hour = moment.hour + moment.minute / 60.0
        distances = [hour_distance(hour, float(known)) for known in self.hours]
        best = int(np.argmin(distances))
        return best if distances[best] <= HOUR_TOLERANCE else None

    def sample(self, moment: datetime) -> tuple[FloatArray, npt.NDArray[np.datetime64]] | None:
        """Values and dates at the hour of `moment` inside its 31-day window, in time order."""
        row = self.hour_index(moment)
        if row is None:
            return None
        chosen = in_window(self.dates, moment) & np.isfinite(self.values[row])
        return self.values[row][chosen], self.dates[chosen]

    def statistics(self, moment: datetime, value: float) -> Statistics | None:
        """Place `value` in the sample of its hour and season.

        Returns
        -------
        Statistics or None
            None without an analysis hour within one hour or with fewer than 30 values. The
            percentile is the mid-rank: the share below plus half the share equal, in per cent.
        """
        found = self.sample(moment)
        if found is None or found[0].size < MIN_SAMPLES:
            return None
        values, dates = found
        mean = float(values.mean())
        std = max(float(values.std(ddof=1)), self.std_floor)
        below = np.count_nonzero(values < value)
        equal = np.count_nonzero(values == value)
        return Statistics(
            mean=mean,
            std=std,
            z=(value - mean) / std if std > 0 else 0.0,
            percentile=100.0 * (below + 0.5 * equal) / values.size,
            count=int(values.size),
            effective=effective_sample_size(values, dates),
        )
