"""What is known of an entry's discrimination in a case, and what several findings say together."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, sqrt

from diagnostics.contracts.discrimination import HalfYear, JointOdds, LikelihoodRatio
from diagnostics.contracts.guidelines import GuidelineEntry
from diagnostics.guidelines.applicability import CaseProfile, northern_month

Z_90 = 1.645
"""Half the width of an interval that holds 90 % of a normal distribution, in deviations."""
_COLD_HALF = frozenset({10, 11, 12, 1, 2, 3})


def half_year_of(month: int, latitude: float) -> HalfYear:
    """Return the half-year of a calendar month in its own hemisphere.

    Parameters
    ----------
    month : int
    latitude : float
        Degrees.
    """
    return "cold" if northern_month(month, latitude) in _COLD_HALF else "warm"


def ratio_of(entry: GuidelineEntry, profile: CaseProfile) -> LikelihoodRatio | None:
    """Return the ratio that was measured for the kind of case that this is.

    Parameters
    ----------
    entry : GuidelineEntry
    profile : CaseProfile

    Returns
    -------
    LikelihoodRatio or None
        Of the same half-year and band of latitude, else of the whole type; None where the
        discrimination of the entry is unknown.
    """
    half = half_year_of(profile.month, profile.latitude)
    whole = None
    for item in entry.discrimination:
        if item.half_year is None:
            whole = item
        elif item.half_year == half and _in_band(item, profile.latitude):
            return item
    return whole


def _in_band(item: LikelihoodRatio, latitude: float) -> bool:
    low, high = item.abs_lat_range or (0.0, 91.0)
    return low <= abs(latitude) < high


def discriminates(ratio: LikelihoodRatio) -> bool:
    """Whether an anomaly is found more often with its event: the whole interval lies above 1."""
    return ratio.found_interval[0] > 1.0


def joint_odds(
    known: Iterable[tuple[LikelihoodRatio, bool]], *, unknown: int, dependence: float
) -> JointOdds | None:
    """Combine the ratios of different findings.

    The logarithms are added and divided by ``1 + (n - 1) r``, with r the mean correlation of the
    findings: n findings that are all the same (r = 1) say as much as one. Where r was not
    measured, half is taken [D].

    Parameters
    ----------
    known : iterable of (LikelihoodRatio, bool)
        Of each finding, and whether it was found.
    unknown : int
        Findings of unknown discrimination.
    dependence : float
        The mean correlation.

    Returns
    -------
    JointOdds or None
        None where no ratio is known.
    """
    items = list(known)
    if not items:
        return None
    total = variance = 0.0
    for ratio, found in items:
        middle, ends = (
            (ratio.found, ratio.found_interval) if found else (ratio.missed, ratio.missed_interval)
        )
        total += log(middle)
        variance += ((log(ends[1]) - log(ends[0])) / (2.0 * Z_90)) ** 2
    shared = 1.0 + (len(items) - 1) * dependence
    half = Z_90 * sqrt(variance * shared) / shared
    middle = total / shared
    return JointOdds(
        ratio=_rounded(exp(middle)),
        interval=(_rounded(exp(middle - half)), _rounded(exp(middle + half))),
        known=len(items),
        unknown=unknown,
        dependence=round(dependence, 3),
    )


def _rounded(value: float) -> float:
    """Two significant figures below 10, whole numbers above: nothing finer is known."""
    return float(f"{value:.2g}") if value < 10.0 else float(round(value))
