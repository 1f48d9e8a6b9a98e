"""How often a verdict's test is met on other days of the season."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import numpy as np

from diagnostics.climatology.baseline import Baseline
from diagnostics.climatology.series import MIN_SAMPLES, BaselineSeries, IndexKey
from diagnostics.contracts.enums import Basis
from diagnostics.contracts.evidence import Judgement
from diagnostics.contracts.guidelines import IndexExpectation
from diagnostics.contracts.space_time import Region


def base_rate_of(
    judgement: Judgement,
    expected: IndexExpectation,
    baselines: Iterable[Baseline],
    key: IndexKey,
    region: Region,
    absolute_op: str = "",
) -> float | None:
    """Measure the share of the climatology's values that meet the test of a verdict.

    The values are those of the same reduced index at the hour of the decisive time and within 15
    days of its date, in years other than the event's; whether some of them had an event of their
    own is not known, so the rate is an upper bound for days without one.

    Parameters
    ----------
    judgement : Judgement
        Its basis, threshold and decisive time.
    expected : IndexExpectation
    baselines : iterable of Baseline
        Of reduced indices; grid points keep no values to count.
    key : IndexKey
    region : Region
        Over which the index was reduced.
    absolute_op : str
        ``>=`` or ``<=`` where the verdict rests on an operational threshold.

    Returns
    -------
    float or None
        None where no baseline holds the index, or the test is a range.
    """
    moment, threshold = judgement.decisive_time, judgement.threshold
    if moment is None or threshold is None:
        return None
    series = next(
        (found for held in baselines if (found := held.find(key, region)) is not None), None
    )
    if series is None:
        return None
    if judgement.basis is Basis.CLIMATOLOGY_REDUCED and expected.clim is not None:
        op = "<=" if expected.tail == "lower" else ">="
        return _share(series, moment, expected.clim.stat, op, threshold)
    if judgement.basis is Basis.ABSOLUTE and absolute_op in (">=", "<="):
        return _share(series, moment, "value", absolute_op, threshold)
    return None


def _share(
    series: BaselineSeries, moment: datetime, quantity: str, op: str, threshold: float
) -> float | None:
    found = series.sample(moment)
    if found is None or found[0].size < MIN_SAMPLES:
        return None
    values = found[0]
    if quantity == "z":
        std = max(float(values.std(ddof=1)), series.std_floor)
        values = (values - values.mean()) / std if std > 0 else np.zeros_like(values)
    elif quantity == "pct":
        ordered = np.sort(values)
        below = np.searchsorted(ordered, values, "left")
        reached = np.searchsorted(ordered, values, "right")
        values = 50.0 * (below + reached) / values.size
    met = values >= threshold if op == ">=" else values <= threshold
    return round(float(met.mean()), 6)
