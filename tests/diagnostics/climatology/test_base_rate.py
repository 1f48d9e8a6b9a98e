"""The base rate is the share of the season's own values that meet the verdict's test."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from diagnostics.climatology import Baseline, BaselineSeries, IndexKey
from diagnostics.climatology.base_rate import base_rate_of
from diagnostics.contracts.enums import Basis, Scope, Verdict
from diagnostics.contracts.evidence import Judgement
from diagnostics.contracts.guidelines import IndexExpectation
from diagnostics.contracts.space_time import Region

REGION = Region(west=110, south=27, east=126, north=35)
KEY = IndexKey(name="pwat", reduction="max")
MOMENT = datetime(2026, 1, 16, 12, tzinfo=UTC)
DATES = np.concatenate(
    [np.datetime64(f"{year}-01-01") + np.arange(31) for year in range(2001, 2021)]
)
VALUES = np.arange(620, dtype=float)


@pytest.fixture(scope="module")
def baseline() -> Baseline:
    series = BaselineSeries(KEY, REGION, "mm", np.array([12.0]), DATES, VALUES[None])
    return Baseline([series], {"name": "test"})


def judgement(basis: Basis, threshold: float, moment: datetime = MOMENT) -> Judgement:
    return Judgement(
        verdict=Verdict.CONFIRMED,
        basis=basis,
        reason="",
        scope=Scope.WINDOW,
        decisive_time=moment,
        threshold=threshold,
    )


def expectation(tail: str, stat: str, threshold: float) -> IndexExpectation:
    return IndexExpectation.model_validate(
        {
            "kind": "index",
            "direction": "above normal",
            "tail": tail,
            "reduction": "max",
            "unit": "mm",
            "clim": {"stat": stat, "threshold": threshold},
        }
    )


@pytest.mark.parametrize(
    ("tail", "stat", "threshold"),
    [("upper", "z", 1.0), ("lower", "z", -1.5), ("upper", "pct", 90.0), ("lower", "pct", 5.0)],
)
def test_a_climatological_test_is_counted_in_its_own_sample(
    baseline: Baseline, tail: str, stat: str, threshold: float
) -> None:
    found = base_rate_of(
        judgement(Basis.CLIMATOLOGY_REDUCED, threshold),
        expectation(tail, stat, threshold),
        [baseline],
        KEY,
        REGION,
    )
    if stat == "pct":
        measured = 100.0 * (np.arange(620) + 0.5) / 620
    else:
        measured = (VALUES - VALUES.mean()) / VALUES.std(ddof=1)
    met = measured >= threshold if tail == "upper" else measured <= threshold
    assert found == pytest.approx(met.mean(), abs=1e-6)
    assert 0.0 < met.mean() < 0.25


def test_an_operational_threshold_is_counted_too(baseline: Baseline) -> None:
    found = base_rate_of(
        judgement(Basis.ABSOLUTE, 589.0),
        expectation("upper", "z", 2.0),
        [baseline],
        KEY,
        REGION,
        ">=",
    )
    assert found == pytest.approx(31 / 620)


def test_nothing_is_said_without_values_to_count(baseline: Baseline) -> None:
    wanted = expectation("upper", "z", 2.0)
    reduced = judgement(Basis.CLIMATOLOGY_REDUCED, 2.0)
    assert (
        base_rate_of(judgement(Basis.ABSOLUTE, 5.0), wanted, [baseline], KEY, REGION, "in") is None
    )
    assert (
        base_rate_of(judgement(Basis.CLIMATOLOGY_GRIDDED, 2.5), wanted, [baseline], KEY, REGION)
        is None
    )
    other = Region(west=0, south=27, east=10, north=35)
    assert base_rate_of(reduced, wanted, [baseline], KEY, other) is None
    july = judgement(Basis.CLIMATOLOGY_REDUCED, 2.0, datetime(2026, 7, 16, 12, tzinfo=UTC))
    assert base_rate_of(july, wanted, [baseline], KEY, REGION) is None
