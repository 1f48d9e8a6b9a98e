"""Measured ratios: which applies to a case, and what several say together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.discrimination import LikelihoodRatio
from diagnostics.contracts.enums import EventType
from diagnostics.guidelines import CaseProfile, discriminates, joint_odds, load_release, ratio_of
from diagnostics.guidelines.likelihood import half_year_of


def ratio(found: float = 3.0, missed: float = 0.4, **where: object) -> LikelihoodRatio:
    return LikelihoodRatio.model_validate(
        {
            "found": found,
            "found_interval": (found / 2.0, found * 2.0),
            "missed": missed,
            "missed_interval": (missed / 2.0, missed * 2.0),
            "cases_with": 12,
            "cases_without": 30,
            **where,
        }
    )


def profile(month: int, latitude: float) -> CaseProfile:
    return CaseProfile(event=EventType.GALE, month=month, latitude=latitude, longitude=0.0)


def test_january_is_the_cold_half_of_the_north_and_the_warm_half_of_the_south():
    assert half_year_of(1, 50.0) == half_year_of(7, -50.0) == "cold"
    assert half_year_of(1, -50.0) == half_year_of(7, 50.0) == "warm"


def test_the_ratio_of_the_same_half_year_and_latitude_goes_before_that_of_the_type():
    entry = load_release().entries[0]
    whole, cold = ratio(), ratio(5.0, half_year="cold", abs_lat_range=(30.0, 60.0))
    measured = entry.model_copy(update={"discrimination": (whole, cold)})
    assert ratio_of(measured, profile(1, 45.0)) == cold
    assert ratio_of(measured, profile(7, -45.0)) == cold
    assert ratio_of(measured, profile(7, 45.0)) == whole
    assert ratio_of(measured, profile(1, 70.0)) == whole
    assert ratio_of(entry.model_copy(update={"discrimination": ()}), profile(1, 45.0)) is None


def test_an_anomaly_discriminates_where_the_whole_interval_lies_above_one():
    assert discriminates(ratio(3.0))
    assert not discriminates(ratio(1.5))


def test_independent_findings_multiply_and_equal_ones_count_once():
    two = [(ratio(4.0), True), (ratio(9.0), True)]
    apart = joint_odds(two, unknown=0, dependence=0.0)
    same = joint_odds(two, unknown=0, dependence=1.0)
    assert apart is not None
    assert same is not None
    assert apart.ratio == pytest.approx(36.0)
    assert same.ratio == pytest.approx(6.0)


def test_a_missed_finding_lowers_the_odds_and_an_unknown_one_changes_nothing():
    one = joint_odds([(ratio(4.0), True)], unknown=0, dependence=0.0)
    more = joint_odds([(ratio(4.0), True), (ratio(4.0, 0.5), False)], unknown=0, dependence=0.0)
    beside = joint_odds([(ratio(4.0), True)], unknown=7, dependence=0.0)
    assert one is not None
    assert more is not None
    assert beside is not None
    assert more.ratio < one.ratio
    assert (beside.ratio, beside.interval) == (one.ratio, one.interval)
    assert beside.unknown == 7
    assert joint_odds([], unknown=3, dependence=0.0) is None


@given(
    st.lists(st.tuples(st.floats(0.2, 20.0), st.booleans()), min_size=1, max_size=8),
    st.floats(0.0, 1.0),
)
def test_the_interval_holds_the_ratio_and_dependence_draws_it_toward_one(items, dependence):
    known = [(ratio(found, 1.0 / found), hit) for found, hit in items]
    joint = joint_odds(known, unknown=0, dependence=dependence)
    free = joint_odds(known, unknown=0, dependence=0.0)
    assert joint is not None
    assert free is not None
    low, high = joint.interval
    assert low <= joint.ratio <= high
    assert abs(joint.ratio - 1.0) <= abs(free.ratio - 1.0) * 1.1 + 0.1
