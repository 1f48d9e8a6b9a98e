"""The decision scheme: climatology, floor, thresholds, bands, and the first sample."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.enums import Basis, IndexStatus, PlaceDoubt, Scope, Verdict
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.guidelines import (
    DetectorExpectation,
    FigureExpectation,
    GuidelineEntry,
)
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.guidelines import judge_figure, judge_index
from diagnostics.guidelines.thresholds import Threshold
from diagnostics.guidelines.verdict import counts_in

START = datetime(2026, 7, 1, tzinfo=UTC)
PERIOD = TimeWindow(start=START, end=START + timedelta(days=2))


def judge(entry, answer, *, latitude=30.0, period=PERIOD, located=False):
    return judge_index(entry, answer, period=period, latitude=latitude, located=located)


def test_threshold_without_climatology(make_entry, make_answer):
    found = judge(make_entry(), make_answer([40, 45, 50]))
    assert found.verdict is Verdict.CONFIRMED
    assert found.basis is Basis.ABSOLUTE
    assert found.decisive_value == 50
    assert found.threshold == 50
    assert judge(make_entry(), make_answer([40, 45, 49.9])).verdict is Verdict.REFUTED


FINITE = st.floats(allow_nan=False, allow_infinity=False)


@given(
    op=st.sampled_from([">=", "<=", "in"]), ends=st.tuples(FINITE, FINITE).map(sorted), value=FINITE
)
def test_every_limit_has_a_finite_margin_on_the_side_that_it_holds(op, ends, value):
    test = Threshold(Basis.ABSOLUTE, "value", op, *ends)
    margin = test.margin(value)
    assert isfinite(margin)
    assert margin >= 0 if test.holds(value) else margin <= 0


def test_a_limit_of_older_releases_for_coarse_grids_is_not_applied(make_entry, make_answer):
    entry = make_entry(expected={"absolute": {"op": ">=", "value": 50.0, "value_coarse": 40.0}})
    found = judge(entry, make_answer([0, 45]))
    assert found.verdict is Verdict.REFUTED
    assert found.threshold == 50


def test_climatology_goes_before_the_threshold(make_entry, make_answer):
    entry = make_entry()
    found = judge(entry, make_answer([60, 60], z=[0.0, 1.9]))
    assert found.verdict is Verdict.REFUTED
    assert found.basis is Basis.CLIMATOLOGY_REDUCED
    assert judge(entry, make_answer([10, 10], z=[0, 2.6])).strength == "strong"


def test_strongest_anomaly_decides_where_the_sample_ends(make_entry, make_answer):
    entry = make_entry(expected={"clim": {"stat": "pct", "threshold": 90.0}})
    answer = make_answer([40, 60, 80, 70], z=[0.0, 3.0, 5.0, 4.0])
    points = tuple(
        point.model_copy(update={"percentile": 100.0 if place else 50.0})
        for place, point in enumerate(answer.series)
    )
    found = judge(entry, answer.model_copy(update={"series": points}))
    assert found.verdict is Verdict.CONFIRMED
    assert found.decisive_value == 80
    assert found.margin > 1.0


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([50.0, 40.0], Verdict.UNDETERMINED),
        ([52.0, 40.0], Verdict.UNDETERMINED),
        ([60.0, 50.0], Verdict.CONFIRMED),
        ([40.0, 30.0], Verdict.REFUTED),
    ],
)
def test_what_packing_hides_decides_nothing(make_entry, make_answer, values, verdict):
    found = judge(
        make_entry(), make_answer(values).model_copy(update={"packing_step": 5.0}), located=True
    )
    assert found.verdict is verdict


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([60.0, 70.0], Verdict.UNDETERMINED),
        ([60.0, 40.0], Verdict.UNDETERMINED),
        ([40.0, 30.0], Verdict.REFUTED),
    ],
)
def test_the_pressure_of_no_centre_confirms_nothing(make_entry, make_answer, values, verdict):
    answer = make_answer(values)
    points = [item.model_copy(update={"doubt": PlaceDoubt.NO_CENTRE}) for item in answer.series]
    open_one = answer.model_copy(update={"series": tuple(points)})
    assert judge(make_entry(), open_one, located=True).verdict is verdict
    closed = points[0].model_copy(update={"value": 55.0, "doubt": None})
    mixed = answer.model_copy(update={"series": (closed, points[1])})
    assert judge(make_entry(), mixed, located=True).decisive_value == 55.0


def test_floor_must_hold_too(make_entry, make_answer):
    entry = make_entry(expected={"floor": {"op": ">=", "value": 30.0}})
    assert judge(entry, make_answer([10, 20], z=[0, 3.0])).verdict is Verdict.REFUTED
    assert judge(entry, make_answer([10, 31], z=[0, 3.0])).verdict is Verdict.CONFIRMED


def test_over_the_whole_period_the_first_time_alone_decides_nothing(make_entry, make_answer):
    found = judge(make_entry(), make_answer([60, 10, 10]))
    assert found.verdict is Verdict.UNDETERMINED
    assert "only at the first time" in found.reason
    assert judge(make_entry(), make_answer([60, 60, 10])).verdict is Verdict.CONFIRMED


def test_at_the_place_of_the_event_the_first_time_counts(make_entry, make_answer):
    found = judge(make_entry(), make_answer([60, 10, 10]), located=True)
    assert found.verdict is Verdict.CONFIRMED
    assert found.decisive_time == START


@pytest.mark.parametrize("located", [False, True])
def test_what_is_found_at_any_time_is_never_refuted(make_entry, make_answer, located):
    for number in range(1, 16):
        values = [60 if number >> bit & 1 else 10 for bit in range(4)]
        found = judge(make_entry(), make_answer(values), located=located)
        assert found.verdict is not Verdict.REFUTED, values


def test_single_time_is_a_snapshot_with_less_confidence(make_entry, make_answer):
    found = judge(make_entry(), make_answer([60]))
    assert found.verdict is Verdict.CONFIRMED
    assert found.scope is Scope.SNAPSHOT
    assert found.confidence < judge(make_entry(), make_answer([0, 60])).confidence


def test_only_times_in_the_period_count(make_entry, make_answer):
    late = TimeWindow(start=START + timedelta(hours=12), end=START + timedelta(days=1))
    assert judge(make_entry(), make_answer([0, 60, 0]), period=late).verdict is Verdict.REFUTED


def test_neither_climatology_nor_threshold_is_undetermined(make_entry, make_answer):
    entry = make_entry(expected={"absolute": None})
    assert judge(entry, make_answer([60, 60])).verdict is Verdict.UNDETERMINED


@pytest.mark.parametrize(
    "status",
    [
        IndexStatus.MISSING_INPUT,
        IndexStatus.INSUFFICIENT_VALID_AREA,
        IndexStatus.OUT_OF_RANGE,
        IndexStatus.UNDETERMINED,
    ],
)
def test_no_usable_value_is_undetermined(make_entry, make_answer, status):
    found = judge(make_entry(), make_answer([60, 60], status=status))
    assert found.verdict is Verdict.UNDETERMINED


def test_band_of_latitude_replaces_the_threshold_in_both_hemispheres(make_entry, make_answer):
    band = {"abs_lat_range": [40, 90], "absolute": {"op": ">=", "value": 40.0}}
    entry = make_entry(expected={"bands": [band]})
    for latitude in (45.0, -45.0):
        assert judge(entry, make_answer([0, 41]), latitude=latitude).verdict is Verdict.CONFIRMED
    assert judge(entry, make_answer([0, 41]), latitude=39.0).verdict is Verdict.REFUTED


def test_lower_tail_and_range(make_entry, make_answer):
    lower = make_entry(
        expected={"tail": "lower", "clim": None, "absolute": {"op": "<=", "value": 5.0}}
    )
    assert judge(lower, make_answer([9, 4])).verdict is Verdict.CONFIRMED
    inside = make_entry(
        expected={"tail": "range", "clim": None, "absolute": {"op": "in", "value": [10, 20]}}
    )
    assert judge(inside, make_answer([0, 15])).verdict is Verdict.CONFIRMED
    assert judge(inside, make_answer([0, 21])).verdict is Verdict.REFUTED


def test_second_test_on_an_extra_output(make_entry, make_answer):
    also = [{"output": "longest_run_deg", "test": {"op": ">=", "value": 10.0}}]
    entry = make_entry(expected={"also": also})
    assert judge(entry, make_answer([0, 60], longest_run_deg=12.0)).verdict is Verdict.CONFIRMED
    assert judge(entry, make_answer([0, 60], longest_run_deg=8.0)).verdict is Verdict.REFUTED
    assert judge(entry, make_answer([0, 60])).verdict is Verdict.REFUTED


def test_anomaly_counts_from_a_day_before_the_onset():
    window = TimeWindow(start=START, end=START + timedelta(days=5))
    onset = START + timedelta(days=3)
    assert counts_in(window, onset).start == START + timedelta(days=2)
    assert counts_in(window, START + timedelta(hours=6)).start == START
    assert counts_in(window, None) == window


def features(passed, hour, score=0.8):
    return FeaturesAnswer(
        detector="trough_axis",
        passed=passed,
        score=score,
        time=START + timedelta(hours=hour),
        features=(Feature(kind="trough", latitude=30, longitude=110, value=-60.0, score=score),),
        message="" if passed is not None else "no heights",
        provenance=Provenance(tool="trough_axis", tool_version="1"),
    )


@pytest.fixture
def figure_entry(make_entry) -> GuidelineEntry:
    expected = FigureExpectation(
        direction="feature present", detectors=(DetectorExpectation(detector="trough_axis"),)
    )
    entry: GuidelineEntry = make_entry(modality="figure", factor="gh500_map")
    return entry.model_copy(update={"expected": expected})


def test_figure_is_confirmed_by_a_passing_detector(figure_entry):
    found = judge_figure(
        figure_entry, [features(False, 6), features(True, 12)], first_time=START, times=5
    )
    assert found.verdict is Verdict.CONFIRMED
    assert found.decisive_time == START + timedelta(hours=12)


def test_over_the_whole_period_a_figure_of_the_first_time_alone_decides_nothing(figure_entry):
    answers = [features(True, 0), features(False, 6)]
    found = judge_figure(figure_entry, answers, first_time=START, times=5)
    assert found.verdict is Verdict.UNDETERMINED
    located = judge_figure(figure_entry, answers, first_time=None, times=5)
    assert located.verdict is Verdict.CONFIRMED
    neither = [features(False, 0), features(False, 6)]
    assert judge_figure(figure_entry, neither, first_time=START, times=5).verdict is Verdict.REFUTED
    alone = judge_figure(figure_entry, answers[:1], first_time=START, times=1)
    assert alone.verdict is Verdict.CONFIRMED
    assert alone.scope is Scope.SNAPSHOT


def test_figure_that_cannot_be_decided_is_undetermined(figure_entry):
    found = judge_figure(figure_entry, [features(None, 6)], first_time=START, times=5)
    assert found.verdict is Verdict.UNDETERMINED
    assert "no heights" in found.reason


def cells(answer, **columns):
    """Give each time of an answer the climatology of its grid points."""
    points = tuple(
        point.model_copy(
            update={"climatology_mode": "B"} | {name: row[k] for name, row in columns.items()}
        )
        for k, point in enumerate(answer.series)
    )
    return answer.model_copy(update={"series": points})


def test_grid_points_must_show_more_and_in_three_cells(make_entry, make_answer):
    answer = make_answer([10, 10], z=[0.0, 4.0])
    found = judge(make_entry(), cells(answer, cluster_z=[0.0, 2.5]))
    assert found.verdict is Verdict.CONFIRMED
    assert found.basis is Basis.CLIMATOLOGY_GRIDDED
    assert found.threshold == 2.5
    assert found.strength == "strong"
    assert "three adjacent cells" in found.reason
    refused = judge(make_entry(), cells(answer, cluster_z=[0.0, 2.4]))
    assert refused.verdict is Verdict.REFUTED


def test_a_percentile_of_grid_points_is_raised_by_half_a_deviation(make_entry, make_answer):
    entry = make_entry(expected={"tail": "lower", "clim": {"stat": "pct", "threshold": 10.0}})
    answer = make_answer([10, 10], z=[0.0, -3.0])
    found = judge(entry, cells(answer, cluster_percentile=[50.0, 3.7], cluster_z=[0.0, -2.0]))
    # normal quantile of 10 % less 0.5 is -1.78: 3.74 %
    assert found.threshold == pytest.approx(3.74, abs=0.01)
    assert found.verdict is Verdict.CONFIRMED
    missed = judge(entry, cells(answer, cluster_percentile=[50.0, 3.8], cluster_z=[0.0, -2.0]))
    assert missed.verdict is Verdict.REFUTED


def test_too_few_cells_leave_the_operational_threshold(make_entry, make_answer):
    answer = cells(make_answer([60, 60], z=[0.0, 4.0]), cluster_z=[None, None])
    found = judge(make_entry(), answer)
    assert found.basis is Basis.ABSOLUTE
    assert found.verdict is Verdict.CONFIRMED


def test_pressure_is_far_beyond_its_threshold_by_hectopascals_not_by_its_share(
    make_entry, make_answer
):
    entry = make_entry(
        expected={
            "kind": "index", "direction": "below normal", "tail": "lower", "reduction": "min",
            "unit": "hPa", "absolute": {"op": "<=", "value": 990},
        }
    )  # fmt: skip
    strengths = [judge(entry, make_answer([1000, low, 1000])).strength for low in (989, 978, 968)]
    assert strengths == ["weak", "strong", "extreme"]


def _doubted(answer, *places):
    points = tuple(
        point.model_copy(update={"doubt": PlaceDoubt.REDUCED_PRESSURE if place in places else None})
        for place, point in enumerate(answer.series)
    )
    return answer.model_copy(update={"series": points})


@pytest.mark.parametrize(
    ("values", "places", "verdict"),
    [
        ([40, 45, 60], (2,), Verdict.UNDETERMINED),
        ([40, 55, 60], (2,), Verdict.CONFIRMED),
        ([40, 45, 49], (2,), Verdict.REFUTED),
        ([40, 45, 49], (0, 1, 2), Verdict.UNDETERMINED),
    ],
)
def test_a_value_in_doubt_decides_nothing(make_entry, make_answer, values, places, verdict):
    found = judge(make_entry(), _doubted(make_answer(values), *places))
    assert found.verdict is verdict
    assert found.decisive_value != 60
    if verdict is Verdict.UNDETERMINED:
        assert found.wording.id == "verdict-place_reduced"
