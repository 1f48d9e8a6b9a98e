"""Confidence in an assessment: a product of what the data can carry."""

from __future__ import annotations

from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from diagnostics.detection.events.case import Case, Series
from diagnostics.detection.events.daily_temperatures import DailyExtremes

_ORIGINS = {
    "observed": 1.0,
    "observation": 1.0,
    "analysis": 1.0,
    # its fields are the whole truth of the case
    "idealised": 1.0,
    "reanalysis": 0.8,
    "forecast": 0.6,
}
_LEAD_HOURS = ((24, 1.0), (72, 0.9), (120, 0.75), (240, 0.5))
PROXY = 0.6
"""Factor of an assessment that rests on a proxy for the field."""


def confidence(
    case: Case,
    *,
    distance: float,
    fired: bool,
    completeness: float = 1.0,
    step_hours: float | None = None,
    phase: float | None = None,
    proxy: bool = False,
    peak_time: datetime | None = None,
) -> tuple[float, dict[str, float]]:
    """Return the product and its factors.

    Parameters
    ----------
    case : Case
        Gives the spacing, the origin and the lead time.
    distance : float
        Of the peak from the threshold, relative. A type that has not fired is the more certainly
        absent the farther it stays below.
    fired : bool
    completeness : float
        Share of the steps that are there.
    step_hours : float or None
        Between samples; None for a single time.
    phase : float or None
        Factor for the phase of precipitation.
    proxy : bool
        Whether a proxy stands for the field.
    peak_time : datetime or None
        For the lead time of a forecast.
    """
    parts = {
        "completeness": _by_floor(completeness, ((0.999, 1.0), (0.9, 0.8), (0.75, 0.6)), 0.4),
        "margin": _margin(distance, fired=fired),
        "resolution": _by_ceiling(case.spacing, ((0.3, 1.0), (0.5, 0.8), (1.0, 0.6)), 0.4),
        "source": PROXY if proxy else _ORIGINS.get(case.inventory.origin, 0.6),
        "sampling": _by_ceiling(step_hours or 99.0, ((1, 1.0), (3, 0.8), (6, 0.6)), 0.4),
    }
    if phase is not None:
        parts["phase"] = phase
    start = case.inventory.init_time
    if case.inventory.origin == "forecast" and start is not None and peak_time is not None:
        lead = max(0.0, (peak_time - start).total_seconds() / 3600.0)
        parts["lead_time"] = _by_ceiling(lead, _LEAD_HOURS, 0.25)
    product = 1.0
    for factor in parts.values():
        product *= factor
    return round(product, 4), parts


def confidence_of_days(
    case: Case,
    daily: DailyExtremes,
    asked: NDArray[np.bool_],
    samples: Series,
    *,
    distance: float,
    fired: bool,
    peak_time: datetime | None,
) -> tuple[float, dict[str, float]]:
    """Return the product and its factors for a criterion of daily extremes.

    Parameters
    ----------
    case : Case
    daily : DailyExtremes
    asked : array of bool, shape (day,)
        Days of the period, whose samples count.
    samples : Series
        That the extremes are of.
    distance, fired, peak_time
        As for :func:`confidence`; of what is not met although its limit is reached, the distance
        says nothing.
    """
    return confidence(
        case,
        distance=distance if fired or distance < 0 else 0.0,
        fired=fired,
        completeness=float(np.mean(np.minimum(1.0, daily.complete[asked]))),
        step_hours=samples.step_hours,
        peak_time=peak_time,
    )


def phase_factor(snow_fraction: float | None, source: str, mixed_fraction: float = 0.0) -> float:
    """Factor for how clearly the precipitation is rain or snow."""
    if source in ("sf", "types"):
        return 1.0
    if snow_fraction is None:
        return 0.6
    if mixed_fraction > 0.3:
        return 0.4
    if min(snow_fraction, 1.0 - snow_fraction) <= 0.2:
        return 0.8 if source == "temperature" else 1.0
    return 0.6 if 0.3 <= snow_fraction <= 0.7 else 0.8


def _margin(distance: float, *, fired: bool) -> float:
    """Factor for how far the peak is from the threshold, on the side of the assessment."""
    size = distance if fired else -distance
    return _by_floor(size, ((0.3, 1.0), (0.1, 0.8), (0.0, 0.6)), 0.4)


def _by_floor(value: float, steps: tuple[tuple[float, float], ...], otherwise: float) -> float:
    return next((factor for least, factor in steps if value >= least - 1e-9), otherwise)


def _by_ceiling(value: float, steps: tuple[tuple[float, float], ...], otherwise: float) -> float:
    return next((factor for most, factor in steps if value <= most * 1.001), otherwise)
