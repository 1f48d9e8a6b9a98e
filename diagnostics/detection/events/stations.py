"""What stations typically report where the cells of a grid have a value."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import log
from typing import NamedTuple

from diagnostics.contracts.detection import StationEstimate
from diagnostics.documents import read_yaml
from diagnostics.messages import Measure, Message
from diagnostics.messages.numbers import threshold_digits

NEAREST = log(1.5)
"""A spacing stands for one that is at most half as large again."""


class Ratio(NamedTuple):
    """How values of a finer grid compare with the mean of a coarser cell that holds them.

    Factors, or differences in K for temperatures: the 10th, 50th and 90th percentile over the
    coarse cells of the largest fine value.
    """

    quantity: str
    surface: str
    spacing_deg: float
    fine_deg: float
    low: float
    middle: float
    high: float
    cells: int
    source: str
    additive: bool


def station_estimate(
    quantity: str,
    value: float,
    *,
    threshold: float,
    unit: str,
    spacing_deg: float,
    surface: str = "any",
) -> tuple[StationEstimate | None, bool]:
    """Estimate what finer data would show, and whether it typically reaches a limit.

    Parameters
    ----------
    quantity : {"rain", "snow", "wind", "gust", "maximum_temperature"}
    value : float
        Of a grid cell, below its limit.
    threshold : float
    unit : str
    spacing_deg : float
    surface : {"land", "sea", "any"}

    Returns
    -------
    estimate : StationEstimate or None
        None where no pair of resolutions was measured for this quantity and spacing.
    likely : bool
        Whether the middle of the range reaches the limit.
    """
    found = _nearest(quantity, spacing_deg, surface)
    if found is None:
        return None, False
    low, middle, high = (
        value + part if found.additive else value * part
        for part in (found.low, found.middle, found.high)
    )
    likely = middle >= threshold
    estimate = StationEstimate(
        quantity=quantity,
        unit=unit,
        low=low,
        high=high,
        ratio_low=found.low,
        ratio_high=found.high,
        spacing_deg=spacing_deg,
        threshold=threshold,
        source=found.source,
        calibrated=True,
    )
    return estimate, likely


def likely_text(estimate: StationEstimate) -> Message:
    """Describe the range that finer data would typically show."""
    assert estimate.low is not None and estimate.high is not None
    return Message(
        id="event-likely_at_stations",
        params={
            "low": Measure(measure=estimate.low, unit=estimate.unit, digits=1),
            "high": Measure(measure=estimate.high, unit=estimate.unit, digits=1),
            "spacing": Measure(
                measure=estimate.spacing_deg,
                unit="deg",
                digits=threshold_digits(estimate.spacing_deg),
            ),
        },
    )


def _nearest(quantity: str, spacing_deg: float, surface: str) -> Ratio | None:
    """Return the pair of the nearest spacing, of the surface where there is one."""
    near = [
        item
        for item in _ratios()
        if item.quantity == quantity
        and item.surface in (surface, "any")
        and abs(log(spacing_deg / item.spacing_deg)) <= NEAREST
    ]
    return min(
        near,
        key=lambda item: (
            round(abs(log(spacing_deg / item.spacing_deg)), 6),
            item.surface == "any",
        ),
        default=None,
    )


@cache
def _ratios() -> tuple[Ratio, ...]:
    text = files("diagnostics.detection.events").joinpath("stations.yaml").read_text("utf-8")
    rows = read_yaml(text)["pairs"]
    return tuple(Ratio(**row) for row in rows)
