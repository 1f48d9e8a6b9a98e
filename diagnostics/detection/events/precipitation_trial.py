"""What is tried of amounts of rain and snow, and the best that was found."""

from __future__ import annotations

from dataclasses import dataclass

from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.amounts import Amount
from diagnostics.detection.events.case import Case, Mask, Series
from diagnostics.detection.events.criterion_numbers import AccumulationWindow, Number
from diagnostics.detection.events.phase import Phases
from diagnostics.grid.reduction import Located


@dataclass(frozen=True, eq=False)
class Trial:
    """What the test of one type rests on.

    Attributes
    ----------
    series : Series
        Amounts that count for the type, kg m-2 per interval.
    windows : tuple of AccumulationWindow
        The longest first.
    on_land : bool
        Whether only land counts.
    ratio : str
        Name of the quantity in the table of ratios to finer data.
    """

    case: Case
    event: EventType
    series: Series
    phases: Phases
    windows: tuple[AccumulationWindow, ...]
    on_land: bool
    quantity: str
    proxy: bool
    ratio: str

    @property
    def counted(self) -> Mask:
        """Cells of the region that count."""
        return self.case.land if self.on_land else self.case.inside

    @property
    def reach(self) -> Mask:
        """Cells that count, with those that were read around the region."""
        return self.case.reach_land if self.on_land else self.case.reach

    @property
    def min_object(self) -> Number:
        """Least area of an object."""
        area_ = self.case.preset.area
        return area_.min_object_of_proxy if self.proxy else area_.min_object

    def limits(self, window: AccumulationWindow) -> tuple[float, float, float]:
        """Thresholds of the three grades."""
        first, second, third = (grade.value for grade in window.grades)
        return first, second, third


@dataclass(frozen=True, eq=False)
class Best:
    """The largest amount of one window length, met or not."""

    window: AccumulationWindow
    amount: Amount
    peak: Located

    @property
    def distance(self) -> float:
        """From the first threshold, relative to it."""
        limit = self.window.grades[0].value
        return (self.peak.value - limit) / limit
