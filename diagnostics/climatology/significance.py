"""Significance when many factors are tried on data that remember yesterday."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.evidence import EvidenceItem, SeriesPoint
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message

FloatArray = npt.NDArray[np.float64]

_USUAL_SIZE = 620.0
"""Twenty years of 31 days, where a climatology does not say what is behind it."""


def effective_sample_size(values: FloatArray, dates: npt.NDArray[np.datetime64]) -> float:
    """Number of independent values in an ordered sample, from its lag-one autocorrelation.

    n_eff = n (1 - r1) / (1 + r1), with r1 over pairs of consecutive days and 0 <= r1 (Bretherton
    et al. 1999, doi:10.1175/1520-0442(1999)012<1990:TENOSD>2.0.CO;2, their eq. 31 for a
    first-order process). At least 2, at most n.

    Parameters
    ----------
    values : array (date,)
        In time order, finite.
    dates : array (date,) of datetime64
        Days; pairs further apart than one day, as at the turn from one year's window to the
        next, do not enter.
    """
    count = values.size
    if count < 3:
        return float(count)
    departures = values - values.mean()
    variance = float(np.mean(departures**2))
    days = dates.astype("datetime64[D]").astype(np.int64)
    pairs = np.diff(days) == 1
    if variance <= 0.0 or not pairs.any():
        return float(count)
    memory = float(np.mean(departures[1:][pairs] * departures[:-1][pairs])) / variance
    memory = min(max(memory, 0.0), 0.999)
    return float(max(2.0, count * (1.0 - memory) / (1.0 + memory)))


def benjamini_yekutieli(p_values: npt.ArrayLike) -> FloatArray:
    """False-discovery rates at which each of several tests would be called significant.

    q_(i) = min over j >= i of p_(j) m c(m) / j with c(m) = 1 + 1/2 + ... + 1/m, at most 1
    (Benjamini and Yekutieli 2001, doi:10.1214/aos/1013699998): valid under any dependence.

    Parameters
    ----------
    p_values : array_like (test,)
        Between 0 and 1.

    Returns
    -------
    array (test,)
        In the order given.

    Raises
    ------
    ArgumentError
        ``invalid_p_value`` for a value outside [0, 1] or not finite.
    """
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or not np.all((p >= 0.0) & (p <= 1.0)):
        raise ArgumentError(Message(id="climatologyerror-p_values"), code="invalid_p_value")
    count = p.size
    if count == 0:
        return p
    order = np.argsort(p, kind="stable")
    ranks = np.arange(1, count + 1)
    scaled = p[order] * count * np.sum(1.0 / ranks) / ranks
    monotone = np.minimum.accumulate(scaled[::-1])[::-1]
    rates = np.empty(count)
    rates[order] = np.minimum(monotone, 1.0)
    return rates


def effective_number_of_tests(series: npt.ArrayLike) -> float:
    """Number of independent tests among correlated ones.

    (sum of eigenvalues)^2 / sum of squared eigenvalues of the correlation matrix (Bretherton et
    al. 1999, their eq. 5): m for unrelated tests, 1 for copies of one.

    Parameters
    ----------
    series : array_like (test, time)
        The values of each test over common times; constant rows count as one test each.
    """
    rows = np.asarray(series, dtype=np.float64)
    if rows.ndim != 2:
        raise ArgumentError(Message(id="climatologyerror-effective_tests"), code="invalid_argument")
    varying = rows.std(axis=1) > 0 if rows.shape[1] > 1 else np.zeros(rows.shape[0], dtype=bool)
    constant = int(np.count_nonzero(~varying))
    if np.count_nonzero(varying) < 2:
        return float(rows.shape[0])
    correlation = np.corrcoef(rows[varying])
    # trace(C) = m and sum of squared eigenvalues = sum of squared entries
    return float(correlation.shape[0] ** 2 / np.sum(correlation**2)) + constant


def p_value(percentile: float, sample_size: float, days: int = 1) -> float:
    """Two-sided empirical p-value of a percentile rank, for the most extreme of several days.

    p = 2 min(P, 1 - P), not below 2 / (n + 1), since a sample of n cannot show less; then
    1 - (1 - p)^days (Sidak), because the strongest of that many days was picked.
    """
    share = percentile / 100.0
    single = max(2.0 * min(share, 1.0 - share), 2.0 / (sample_size + 1.0))
    return float(1.0 - (1.0 - min(single, 1.0)) ** max(days, 1))


def false_discovery_rates(evidence: Iterable[EvidenceItem]) -> Mapping[str, float]:
    """Benjamini-Yekutieli rates of all factors of a run that have a climatology.

    Every factor tried enters, refuted ones too. The rank is that of the decisive time, or else
    the most extreme of the series; the number of days of the series counts as repeated looks.

    Returns
    -------
    mapping
        Evidence id -> rate; evidence without a climatology is absent.
    """
    found: dict[str, float] = {}
    for item in evidence:
        answer = item.index
        if answer is None:
            continue
        ranked = [point for point in answer.series if point.percentile is not None]
        point = _decisive(item, ranked)
        if point is None or point.percentile is None:
            continue
        days = len({known.time.date() for known in ranked})
        found[item.id] = p_value(_rank_of(point), _size_of(item, point), days)
    rates = benjamini_yekutieli(list(found.values()))
    return dict(zip(found, (round(float(rate), 6) for rate in rates), strict=True))


def _rank_of(point: SeriesPoint) -> float:
    """The rank itself; of grid points what three contiguous cells reach, as for the verdict."""
    rank = point.percentile if point.cluster_percentile is None else point.cluster_percentile
    return 50.0 if rank is None else rank


def _size_of(item: EvidenceItem, point: SeriesPoint) -> float:
    """Effective sample size of the point's own climatology, else what is known of it."""
    anomaly = item.index.anomaly if item.index is not None else None
    for known in (point, anomaly):
        if known is not None:
            size = known.effective_sample_size or known.sample_count
            if size:
                return float(size)
    return _USUAL_SIZE


def _decisive(item: EvidenceItem, ranked: list[SeriesPoint]) -> SeriesPoint | None:
    if not ranked:
        return None
    moment = item.judgement.decisive_time if item.judgement else None
    for point in ranked:
        if point.time == moment:
            return point
    return max(ranked, key=lambda point: abs((point.percentile or 0.0) - 50.0))
