"""The values that a question is about: times, rows, columns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.form_terms import Reduce
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.messages import Message
from diagnostics.questions.evaluate.times import Times

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
DAY_HOURS = 24.0


@dataclass(frozen=True)
class Cube:
    """Values (time, y, x) over the cells that hold a place, in the unit of the quantity.

    Parameters
    ----------
    values : ndarray (time, y, x)
    times : ndarray of datetime64[ns] (time,)
        Of values over intervals their ends; of values of days the starts of the days.
    length_hours : float
        Of the interval that a value speaks of; 0 for samples.
    step_hours : float
        Between the values; 0 where there is one.
    mask : ndarray of bool (y, x)
        Cells of the place.
    whole : ndarray of bool (time,)
        False for days that the data or the period cut.
    accumulated : bool
        Whether values may be summed over time.
    gapless : bool
        Whether the increments cover what is meant without a gap.
    """

    values: Array
    times: Times
    length_hours: float
    step_hours: float
    latitude: Array
    longitude: Array
    weights: Array
    areas: Array
    mask: Mask
    unit: str
    sort: str
    operator: str
    provenance: tuple[Provenance, ...]
    difference: bool = False
    accumulated: bool = False
    gapless: bool = True
    daily: Reduce | None = None
    whole: npt.NDArray[np.bool_] | None = None
    notes: tuple[Message, ...] = ()

    @property
    def angle(self) -> bool:
        """Whether the values are directions."""
        return self.sort == "direction"

    @cached_property
    def inside(self) -> Array:
        """The values with NaN outside the place."""
        return np.where(self.mask, self.values, np.nan)

    @property
    def single(self) -> bool:
        """Whether the place is one cell."""
        return int(self.mask.sum()) == 1

    def at(self, cell: tuple[int, int]) -> tuple[float, float]:
        """Return latitude and longitude of a cell."""
        return float(self.latitude[cell]), wrap_longitude(float(self.longitude[cell]))

    def moment(self, step: int) -> datetime:
        """Return the time of a step."""
        return to_moment(self.times[step])


def to_moment(time: np.datetime64) -> datetime:
    """Return a time of the data with its zone."""
    return datetime.fromtimestamp(int(time.astype("datetime64[s]").astype(np.int64)), UTC)
