"""Thresholds made ready for a case: its latitude, and the climatology it has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist

from diagnostics.contracts.enums import Basis
from diagnostics.contracts.evidence import SeriesPoint
from diagnostics.contracts.guidelines import AbsoluteTest, IndexExpectation

GRID_POINT_PENALTY = 0.5
"""Standard deviations by which a threshold is raised where the climatology is of grid points."""

_SCALES = {"hPa": 20.0, "gpm": 100.0, "degC": 8.0}
"""What counts as far beyond a threshold in units whose zero is no natural origin."""
_RAREST = 0.0005
_FARTHEST = 1e6
"""No margin is wider: beyond a limit of next to nothing all is far, and the quotient has no end."""


@dataclass(frozen=True)
class Threshold:
    """One threshold made ready for the case's latitude."""

    basis: Basis
    quantity: str
    op: str
    low: float
    high: float
    scale: float | None = None

    def holds(self, value: float) -> bool:
        """Whether a value reaches the threshold."""
        if self.op == ">=":
            return value >= self.low
        if self.op == "<=":
            return value <= self.high
        return self.low <= value <= self.high

    @property
    def threshold(self) -> float:
        """The bound to be reached; of a range its lower end."""
        return self.high if self.op == "<=" else self.low

    def measured(self, point: SeriesPoint) -> float | None:
        """Return what the threshold is compared with at a time, None where it is not known."""
        if self.basis is Basis.CLIMATOLOGY_GRIDDED:
            return point.cluster_z if self.quantity == "z" else point.cluster_percentile
        if self.quantity == "z":
            return point.z
        if self.quantity == "percentile":
            return point.percentile
        return point.value

    def is_hidden(self, value: float, step: float | None) -> bool:
        """Whether the step in which a value is packed hides on which side of the bound it lies.

        It does where the step is as large as the bound itself, and where the value may have been on
        the other side before it was packed.
        """
        if step is None or self.basis is not Basis.ABSOLUTE:
            return False
        half = 0.5 * step
        coarse = step >= abs(self.threshold) > 0
        return coarse or self.holds(value - half) != self.holds(value + half)

    def margin(self, value: float) -> float:
        """Distance beyond the threshold, positive on the anomalous side, relative to it.

        It is finite for every threshold. Percentiles are compared through the normal quantile,
        where equal steps mean as much in the tail as in the middle.
        """
        low, high = self.low, self.high
        if self.quantity == "percentile":
            value, low, high = _sigma(value), _sigma(low), _sigma(high)
        if self.op == ">=":
            beyond, size = value - low, self.scale or abs(low)
        elif self.op == "<=":
            beyond, size = high - value, self.scale or abs(high)
        else:
            beyond, size = min(value - low, high - value), abs(high - low)
        return max(-_FARTHEST, min(_FARTHEST, beyond / (size or 1.0)))


def _sigma(percentile: float) -> float:
    """Normal quantile of a percentile, kept finite at both ends of a sample."""
    share = min(max(percentile / 100.0, _RAREST), 1.0 - _RAREST)
    return NormalDist().inv_cdf(share)


def absolute_threshold(test: AbsoluteTest) -> Threshold:
    """Return an operational threshold: the same on every grid."""
    low, high = test.value if isinstance(test.value, tuple) else (test.value, test.value)
    return Threshold(Basis.ABSOLUTE, "value", test.op, low, high)


def absolute_test_of(expected: IndexExpectation, latitude: float) -> AbsoluteTest | None:
    """Return the operational threshold that holds at a latitude: a band's, else the general."""
    for band in expected.bands:
        low, high = band.abs_lat_range
        if low <= abs(latitude) <= high:
            return band.absolute
    return expected.absolute


def threshold_for(
    expected: IndexExpectation, point: SeriesPoint, latitude: float
) -> Threshold | None:
    """Pick the test for one time: climatological where the point has a context.

    A climatology of grid points is asked for more (rule C1): what three contiguous cells reach
    together must lie half a standard deviation beyond the threshold, because the extremum was
    looked for among many cells.
    """
    if expected.clim is not None:
        lower = expected.tail == "lower"
        op = "<=" if lower else ">="
        threshold = expected.clim.threshold
        quantity = "z" if expected.clim.stat == "z" else "percentile"
        basis = Basis.CLIMATOLOGY_REDUCED
        if point.climatology_mode == "B":
            basis = Basis.CLIMATOLOGY_GRIDDED
            threshold = _raised(quantity, threshold, -GRID_POINT_PENALTY if lower else
                                GRID_POINT_PENALTY)  # fmt: skip
        test = Threshold(basis, quantity, op, threshold, threshold)
        if test.measured(point) is not None:
            return test
    absolute = absolute_test_of(expected, latitude)
    if absolute is None:
        return None
    return replace(absolute_threshold(absolute), scale=_SCALES.get(expected.unit))


def _raised(quantity: str, threshold: float, by: float) -> float:
    """Move a threshold by standard deviations; a percentile through the normal quantile."""
    if quantity == "z":
        return threshold + by
    return round(100.0 * NormalDist().cdf(_sigma(threshold) + by), 4)
