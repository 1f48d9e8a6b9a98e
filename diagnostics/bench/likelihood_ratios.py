"""Likelihood ratios of entries from counted cases, shrunk toward 1, with intervals.

The logarithm of the ratio of two shares, with half a case added to what was found and to what was
missed, has the variance ``1/a - 1/n + 1/b - 1/m`` (D. L. Simel, G. P. Samsa and D. B. Matchar,
1991, J. Clin. Epidemiol. 44, 763-770). The ratios of one type of event are drawn from a normal
distribution around 1 whose width is estimated from their scatter (R. DerSimonian and N. Laird,
1986, Control. Clin. Trials 7, 177-188), which shrinks each toward 1, the more the less is known of
it; those of a half-year and band of latitude are drawn in the same way around the ratio of the type
(B. Efron and C. Morris, 1975, J. Am. Stat. Assoc. 70, 311-319).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from diagnostics.bench.likelihood_cases import JudgedCase, independent
from diagnostics.contracts.base import Contract
from diagnostics.contracts.discrimination import HalfYear, LikelihoodRatio
from diagnostics.contracts.enums import EventType
from diagnostics.guidelines.likelihood import Z_90, half_year_of

HALF_A_CASE = 0.5
LEAST_SPREAD = float(np.log(1.5))
"""Of the logarithms of the ratios of a type, and of its parts around it: not less, so that a few
alike ratios do not fix the others [D]."""
LEAST_CASES = 10
"""Independent cases on either side below which the discrimination of an entry is unknown."""
BANDS = ((0.0, 30.0), (30.0, 60.0), (60.0, 91.0))
LEAST_PAIRS = 10
"""Cases in which two findings must both be judged before their correlation says anything."""

Stratum = tuple[HalfYear | None, tuple[float, float] | None]
WHOLE: Stratum = (None, None)


class Counted(Contract):
    """Independent cases of one entry in one half-year and band: with the event and without."""

    half_year: HalfYear | None = None
    abs_lat_range: tuple[float, float] | None = None
    found_with: float = 0.0
    cases_with: int = 0
    found_without: float = 0.0
    cases_without: int = 0

    @property
    def stratum(self) -> Stratum:
        """Half-year and band."""
        return self.half_year, self.abs_lat_range


@dataclass
class _Sums:
    """Found and tested, by whether the event was there."""

    found: dict[bool, float] = field(default_factory=lambda: {True: 0.0, False: 0.0})
    cases: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})


def counted(cases: Sequence[JudgedCase]) -> dict[str, list[Counted]]:
    """Count found anomalies over independent cases, entry by entry.

    Several cases of one system are one case, in which the anomaly is found by the share of them.

    Parameters
    ----------
    cases : sequence of JudgedCase

    Returns
    -------
    dict
        By entry in alphabetical order: the whole type first, then by half-year and band.
    """
    sums: dict[str, dict[Stratum, _Sums]] = {}
    for event in EventType:
        for met in (True, False):
            chosen = [case for case in cases if case.event is event and case.met is met]
            for group in independent(chosen):
                for stratum, part in _strata(group).items():
                    for name in sorted({name for case in part for name in case.found}):
                        judged = [case.found[name] for case in part if name in case.found]
                        row = sums.setdefault(name, {}).setdefault(stratum, _Sums())
                        row.found[met] += sum(judged) / len(judged)
                        row.cases[met] += 1
    return {
        name: [_counted(stratum, sums[name][stratum]) for stratum in sorted(sums[name], key=_order)]
        for name in sorted(sums)
    }


def _strata(group: Sequence[JudgedCase]) -> dict[Stratum, Sequence[JudgedCase]]:
    """The group as a whole, and its parts by half-year and band."""
    found: dict[Stratum, list[JudgedCase]] = {}
    for case in group:
        latitude = case.profile.latitude
        band = next(item for item in BANDS if item[0] <= abs(latitude) < item[1])
        found.setdefault((half_year_of(case.profile.month, latitude), band), []).append(case)
    return {WHOLE: group, **found}


def _order(stratum: Stratum) -> tuple[bool, str, tuple[float, float]]:
    return stratum != WHOLE, stratum[0] or "", stratum[1] or (0.0, 0.0)


def _counted(stratum: Stratum, sums: _Sums) -> Counted:
    return Counted(
        half_year=stratum[0],
        abs_lat_range=stratum[1],
        found_with=round(sums.found[True], 3),
        cases_with=sums.cases[True],
        found_without=round(sums.found[False], 3),
        cases_without=sums.cases[False],
    )


@dataclass(frozen=True)
class _Logarithm:
    """The logarithm of a ratio: its estimate and variance."""

    mean: float
    variance: float

    def shrunk(self, toward: float, spread: float) -> _Logarithm:
        """Return it as one of a population of that mean and standard deviation."""
        share = spread**2 / (spread**2 + self.variance)
        return _Logarithm(toward + share * (self.mean - toward), share * self.variance)

    def ratio(self) -> tuple[float, tuple[float, float]]:
        """Return the ratio and the interval that holds 90 %."""
        half = Z_90 * float(np.sqrt(self.variance))
        low, middle, high = (
            max(0.001, round(float(np.exp(self.mean + shift)), 3)) for shift in (-half, 0.0, half)
        )
        return middle, (low, high)


def _logarithm(row: Counted, *, missed: bool) -> _Logarithm:
    """Estimate the logarithm of a ratio from the counts alone."""
    here, elsewhere = row.found_with, row.found_without
    if missed:
        here, elsewhere = row.cases_with - here, row.cases_without - elsewhere
    a, n = here + HALF_A_CASE, row.cases_with + 2.0 * HALF_A_CASE
    b, m = elsewhere + HALF_A_CASE, row.cases_without + 2.0 * HALF_A_CASE
    return _Logarithm(float(np.log((a / n) / (b / m))), 1.0 / a - 1.0 / n + 1.0 / b - 1.0 / m)


def _spread(found: Sequence[_Logarithm], around: Sequence[float]) -> float:
    """Standard deviation of the ratios behind estimates that scatter around known values."""
    weights = np.array([1.0 / item.variance for item in found])
    apart = np.array([item.mean - middle for item, middle in zip(found, around, strict=True)])
    excess = float(np.sum(weights * apart**2)) - len(found)
    return max(LEAST_SPREAD, float(np.sqrt(max(0.0, excess / float(weights.sum())))))


def ratios(
    rows: Mapping[str, Sequence[Counted]],
) -> dict[str, list[LikelihoodRatio]]:
    """Estimate the ratios of the entries of one type.

    Parameters
    ----------
    rows : mapping
        By entry: the whole type first, as :func:`counted` gives them.

    Returns
    -------
    dict
        By entry: of the whole type, and of those parts of it that have cases enough of their own.
        Entries of unknown discrimination are left out.
    """
    whole = {name: row for name, found in rows.items() for row in found if row.stratum == WHOLE}
    known = {name: row for name, row in whole.items() if _enough(row)}
    if not known:
        return {}
    found: dict[str, dict[Stratum, list[_Logarithm]]] = {name: {} for name in known}
    for missed in (False, True):
        raw = {name: _logarithm(row, missed=missed) for name, row in known.items()}
        spread = _spread(list(raw.values()), [0.0] * len(raw))
        of_type = {name: item.shrunk(0.0, spread) for name, item in raw.items()}
        parts = {
            (name, row.stratum): _logarithm(row, missed=missed)
            for name in known
            for row in rows[name]
            if row.stratum != WHOLE and _enough(row)
        }
        middles = [of_type[name].mean for name, _ in parts]
        width = _spread(list(parts.values()), middles) if parts else LEAST_SPREAD
        for name, item in of_type.items():
            found[name].setdefault(WHOLE, []).append(item)
        for (name, stratum), item in parts.items():
            shrunk = item.shrunk(of_type[name].mean, width)
            found[name].setdefault(stratum, []).append(shrunk)
    return {
        name: [
            _ratio(row, *found[name][row.stratum])
            for row in rows[name]
            if row.stratum in found[name]
        ]
        for name in known
    }


def _enough(row: Counted) -> bool:
    return min(row.cases_with, row.cases_without) >= LEAST_CASES


def _ratio(row: Counted, hit: _Logarithm, miss: _Logarithm) -> LikelihoodRatio:
    found, found_interval = hit.ratio()
    missed, missed_interval = miss.ratio()
    return LikelihoodRatio(
        half_year=row.half_year,
        abs_lat_range=row.abs_lat_range,
        found=found,
        found_interval=found_interval,
        missed=missed,
        missed_interval=missed_interval,
        cases_with=row.cases_with,
        cases_without=row.cases_without,
    )


def dependence(cases: Sequence[JudgedCase]) -> dict[EventType, float]:
    """Return by type the mean correlation of findings, within cases with the event and without.

    Parameters
    ----------
    cases : sequence of JudgedCase

    Returns
    -------
    dict
        Of types with pairs of findings that were both judged in ten cases. Negative correlations
        count as none, so that they do not hide positive ones.
    """
    found: dict[EventType, float] = {}
    for event in EventType:
        values = [
            value
            for met in (True, False)
            for value in _correlations(
                [case.findings for case in cases if case.event is event and case.met is met]
            )
        ]
        if values:
            found[event] = round(float(np.mean(np.maximum(values, 0.0))), 3)
    return found


def _correlations(cases: Sequence[Mapping[str, bool]]) -> Iterable[float]:
    names = sorted({name for case in cases for name in case})
    for one, other in combinations(names, 2):
        both = np.array(
            [(case[one], case[other]) for case in cases if one in case and other in case], float
        )
        if len(both) >= LEAST_PAIRS and both.std(axis=0).all():
            yield float(np.corrcoef(both.T)[0, 1])


HEAD = """\
# How much more often each entry's anomaly is found with its event than without, on real cases:
# ratios with intervals of 90 %, shrunk toward 1; the mean correlation of findings by type; and the
# counts of independent cases behind them. An entry without a ratio has fewer than ten on a side.
# Written by scripts/measure_library.py discrimination.
"""


def document(cases: Sequence[JudgedCase]) -> dict[str, Any]:
    """Return what the library keeps: ratios, dependence and counts.

    Parameters
    ----------
    cases : sequence of JudgedCase
    """
    counts = counted(cases)
    return {
        "ratios": {
            name: [item.model_dump(mode="json", exclude_none=True) for item in found]
            for name, found in by_type(counts).items()
        },
        "dependence": {event.value: value for event, value in dependence(cases).items()},
        "counts": {
            name: [item.model_dump(mode="json", exclude_defaults=True) for item in found]
            for name, found in counts.items()
        },
    }


def by_type(counts: Mapping[str, Sequence[Counted]]) -> dict[str, list[LikelihoodRatio]]:
    """Estimate the ratios of all entries, each type by itself.

    Parameters
    ----------
    counts : mapping
        From :func:`counted`.
    """
    found: dict[str, list[LikelihoodRatio]] = {}
    for event in EventType:
        own = {name: rows for name, rows in counts.items() if name.startswith(f"g_{event.value}_")}
        found |= ratios(own)
    return dict(sorted(found.items()))
