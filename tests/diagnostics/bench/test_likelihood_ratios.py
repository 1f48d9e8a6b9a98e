"""Ratios follow from the counts, shrink toward 1, and are unknown below ten cases on a side."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.bench.likelihood_cases import JudgedCase, independent, windows
from diagnostics.bench.likelihood_ratios import (
    LEAST_CASES,
    Counted,
    by_type,
    counted,
    dependence,
    ratios,
)
from diagnostics.contracts.enums import EventType
from diagnostics.guidelines import CaseProfile, load_release

LIBRARY = Path(__file__).resolve().parents[3] / "diagnostics" / "guidelines" / "library"
START = datetime(2020, 1, 1, tzinfo=UTC)


def case(longitude: float, *, met: bool, found: bool, day: int = 1) -> JudgedCase:
    return JudgedCase(
        source="a",
        event=EventType.GALE,
        met=met,
        profile=CaseProfile(event=EventType.GALE, month=1, latitude=50.0, longitude=longitude),
        start=START.replace(day=day),
        latitude=50.0,
        longitude=longitude,
        found={"g_gale_a": found},
        findings={"a": found, "b": not found},
    )


def counts(with_: float, n: int, without: float, m: int) -> list[Counted]:
    return [Counted(found_with=with_, cases_with=n, found_without=without, cases_without=m)]


def test_what_is_near_in_the_same_period_is_one_case_and_links_on():
    near = [case(0.0, met=True, found=True), case(15.0, met=True, found=True)]
    assert len(independent(near)) == 1
    assert len(independent([*near, case(30.0, met=True, found=True)])) == 1
    assert len(independent([*near, case(90.0, met=True, found=True)])) == 2
    assert len(independent([*near, case(0.0, met=True, found=True, day=2)])) == 2


def test_the_cases_of_one_system_count_once_by_their_share():
    cases = [case(0.0, met=True, found=True), case(10.0, met=True, found=False)]
    (whole, part) = counted(cases)["g_gale_a"]
    assert (whole.found_with, whole.cases_with, whole.cases_without) == (0.5, 1, 0)
    assert (part.half_year, part.abs_lat_range) == ("cold", (30.0, 60.0))


def test_below_ten_cases_on_a_side_the_discrimination_is_unknown():
    few = counts(9.0, LEAST_CASES - 1, 1.0, 50)
    enough = counts(9.0, LEAST_CASES, 1.0, 50)
    assert ratios({"a": few}) == {}
    assert ratios({"a": enough})["a"][0].found > 1.0


def test_an_anomaly_that_is_found_nowhere_says_nothing():
    ((ratio,),) = ratios({"a": counts(0.0, 19, 0.0, 41)}).values()
    assert ratio.found == pytest.approx(1.0, abs=0.15)
    assert ratio.found_interval[0] < 1.0 < ratio.found_interval[1]


@given(st.integers(0, 30), st.integers(0, 30))
def test_shrinking_never_goes_beyond_the_counts_nor_past_one(here, elsewhere):
    ((ratio,),) = ratios({"a": counts(here, 30, elsewhere, 30)}).values()
    crude = ((here + 0.5) / 31.0) / ((elsewhere + 0.5) / 31.0)
    assert min(1.0, crude) - 1e-3 <= ratio.found <= max(1.0, crude) + 1e-3
    low, high = ratio.found_interval
    assert low <= ratio.found <= high


def test_more_cases_of_the_same_share_move_a_ratio_away_from_one():
    few, many = (ratios({"a": counts(0.6 * n, n, 0.2 * n, n)})["a"][0].found for n in (10, 100))
    assert 1.0 < few < many < 3.0


def test_opposite_findings_do_not_hide_the_correlation_of_others():
    cases = [case(40.0 * k, met=True, found=bool(k % 2)) for k in range(9)]
    cases += [case(40.0 * k, met=True, found=bool(k % 3), day=2) for k in range(9)]
    assert dependence(cases) == {EventType.GALE: 0.0}


def test_times_are_cut_into_periods_that_do_not_overlap():
    times = [START.replace(day=1 + k // 4, hour=6 * (k % 4)) for k in range(12)]
    found = windows(times, 1)
    assert [item.start.day for item in found] == [1, 2, 3]
    assert all(one.end < other.start for one, other in pairwise(found))


def test_the_ratios_of_the_library_follow_from_its_counts():
    kept = yaml.safe_load((LIBRARY / "discrimination.yaml").read_text(encoding="utf-8"))
    rows = {
        name: [Counted.model_validate(row) for row in found]
        for name, found in kept["counts"].items()
    }
    again = {
        name: [item.model_dump(mode="json", exclude_none=True) for item in found]
        for name, found in by_type(rows).items()
    }
    assert again == kept["ratios"]
    release = load_release()
    known = {entry.id for entry in release.entries if entry.discrimination}
    assert known == set(kept["ratios"])
    assert {event.value for event in release.dependence} == set(kept["dependence"])
    assert set(kept["counts"]) <= {entry.id for entry in release.entries}
