"""The evaluator against numpy on the files themselves: every operation of a form, on real data."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from diagnostics.contracts.forms import ClaimForm, Form
from diagnostics.contracts.questions import ClaimVerdict
from diagnostics.errors import DiagnosticsError
from diagnostics.fields import open_source
from diagnostics.messages import catalogue
from diagnostics.questions.checking import check_form
from diagnostics.questions.evaluate.query import evaluate
from diagnostics.questions.evaluate.workspace import Workspace
from diagnostics.questions.reply import answer_form

RAIN_CASE = "S11_telangana_rain_sep2023_era5"
HEAT_CASE = "S09_chicago_heat_19950714_era5"
SNOW_CASE = "S05_turkey_seaeffect_snow_20210215_era5"
RAIN = {"id": "precipitation"}
DEWPOINT = {"id": "dewpoint"}
WIND = {"id": "wind_speed", "level": "10m"}
HYDERABAD = {"kind": "point", "latitude": 17.4, "longitude": 78.5, "name": "Hyderabad"}
BOX = {"kind": "box", "region": [78, 16, 80, 18]}


def at(*times):
    return {"kind": "instants", "times": list(times)}


def between(start, end):
    return {"kind": "intervals", "windows": [{"start": start, "end": end}]}


def day(date, zone="UTC"):
    return {"base": {"kind": "days", "dates": [date]}, "zone": zone}


def where(quantity, relation, value, unit, **more):
    amount = {"kind": "amount", "amount": {"value": value, "unit": unit}}
    return {"kind": "where", "quantity": quantity, "relation": relation, "limit": amount, **more}


def measure(quantity, **more):
    return {"kind": "measure", "quantity": quantity, **more}


@pytest.fixture(scope="session")
def workspace(real_data):
    """Return a function from a case's name to its workspace; each is opened once."""
    opened = {}

    def find(name):
        if name not in opened:
            opened[name] = Workspace(open_source(Path(real_data(name))))
        return opened[name]

    return find


@pytest.fixture(scope="session")
def rain(raw_case):
    """Hourly rain, mm, of the rain case: each over the hour that ends at its time."""
    return raw_case(RAIN_CASE).quantity("rain_1h")


@pytest.fixture
def found(workspace):
    """Return a function from a query to what is found in the rain case."""
    return lambda query, **more: evaluate(
        Form.model_validate({"query": query, **more}), workspace(RAIN_CASE)
    )


def ended(raw, start, end):
    """Values of increments that end after `start` and not after `end`."""
    return raw.values[(raw.times > np.datetime64(start)) & (raw.times <= np.datetime64(end))]


def nearest(raw, latitude, longitude):
    row = int(np.argmin(np.abs(raw.latitude - latitude)))
    column = int(np.argmin(np.abs(raw.longitude - longitude)))
    return raw.values[:, row, column]


def boxed(raw, west, south, east, north):
    rows = (raw.latitude >= south) & (raw.latitude <= north)
    columns = (raw.longitude >= west) & (raw.longitude <= east)
    weights = np.cos(np.radians(raw.latitude[rows]))[:, None] * np.ones(columns.sum())
    return raw.values[:, rows][:, :, columns], weights


# -- rain -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "start", "end"),
    [
        (between("2023-09-04T18:00Z", "2023-09-04T21:00Z"), "2023-09-04T18", "2023-09-04T21"),
        (day("2023-09-04"), "2023-09-04T00", "2023-09-05T00"),
        (day("2023-09-04", "+03:00"), "2023-09-03T21", "2023-09-04T21"),
        (between("2023-09-01T00:00Z", "2023-09-07T23:00Z"), "2023-09-01T00", "2023-09-07T23"),
    ],
)
def test_rain_of_a_period_is_the_sum_of_its_own_hours(found, rain, time, start, end):
    total = ended(rain, start, end).sum(axis=0)
    answer = found(measure(RAIN, time=time, over="sum", space="max"))
    assert answer.number == pytest.approx(total.max(), rel=1e-5)
    point = found(measure(RAIN, time=time, over="sum", place=HYDERABAD))
    raw = type(rain)(rain.times[-1:], rain.latitude, rain.longitude, total[None])
    assert point.number == pytest.approx(nearest(raw, 17.4, 78.5)[0], rel=1e-5)


def test_a_week_may_lack_the_hour_at_the_end_of_the_data_and_says_so(found, rain):
    week = {"base": {"kind": "days", "dates": [f"2023-09-0{n}" for n in range(1, 8)]}}
    total = ended(rain, "2023-09-01T00", "2023-09-07T23").sum(axis=0).max()
    answer = found(measure(RAIN, time=week, over="sum", space="max"))
    assert answer.number == pytest.approx(total, rel=1e-5)
    assert [note.id for note in answer.notes] == ["question-note_part_of_period"]


@pytest.mark.parametrize("days", [["2023-09-07"], ["2023-09-06", "2023-09-07"]])
def test_a_day_that_lacks_an_hour_has_no_total(found, days):
    time = {"base": {"kind": "days", "dates": days}}
    with pytest.raises(DiagnosticsError) as refused:
        found(measure(RAIN, time=time, over="sum", space="max"))
    assert refused.value.code == "incomplete_window"


def test_a_running_window_lies_wholly_inside_the_period(found, rain):
    time = between("2023-09-04T18:00Z", "2023-09-06T06:00Z")
    hours = ended(rain, "2023-09-04T18", "2023-09-06T06")
    best = max(hours[first : first + 24].sum(axis=0).max() for first in range(len(hours) - 23))
    answer = found(measure({**RAIN, "hours": 24}, time=time, space="max", over="max"))
    assert answer.number == pytest.approx(best, rel=1e-5)
    short = between("2023-09-04T18:00Z", "2023-09-05T06:00Z")
    with pytest.raises(DiagnosticsError) as refused:
        found(measure({**RAIN, "hours": 24}, time=short, space="max", over="max"))
    assert refused.value.code == "incomplete_window"


def test_at_an_instant_the_window_that_ends_there_is_meant(found, rain):
    total = ended(rain, "2023-09-04T00", "2023-09-04T12").sum(axis=0).max()
    answer = found(measure({**RAIN, "hours": 12}, time=at("2023-09-04T12:00Z"), space="max"))
    assert answer.number == pytest.approx(total, rel=1e-5)


def test_days_of_a_half_hour_zone_have_24_hours_of_rain(found, rain):
    answer = found(measure(RAIN, time=day("2023-09-04", "Asia/Kolkata"), over="sum", space="max"))
    total = ended(rain, "2023-09-03T18:30", "2023-09-04T18:30").sum(axis=0).max()
    assert answer.number == pytest.approx(total, rel=1e-5)


def test_hourly_and_daily_maxima(found, rain):
    assert found(measure(RAIN, space="max", over="max")).number == pytest.approx(
        rain.values.max(), rel=1e-5
    )
    days = [
        ended(rain, f"2023-09-0{date}", f"2023-09-0{date + 1}").sum(axis=0) for date in range(1, 7)
    ]
    daily = {**RAIN, "daily": {"statistic": "sum", "zone": "UTC"}}
    wettest = found(measure(daily, space="max", over="max"))
    assert wettest.number == pytest.approx(np.max(days), rel=1e-5)


# -- counts, spells, trends ------------------------------------------------------------------------


def test_counts_of_hours_and_days(found, raw_case, rain):
    dew = nearest(raw_case(RAIN_CASE).quantity("d2m"), 17.4, 78.5)
    hours = found(
        {
            "kind": "count",
            "of": "hours",
            "condition": where(DEWPOINT, "above", 23, "degC"),
            "place": HYDERABAD,
        }
    )
    assert hours.number == (dew > 23).sum() and hours.unit == "h"
    point = nearest(rain, 17.4, 78.5)
    wet = sum(
        point[(rain.times > np.datetime64(f"2023-09-0{date}T00"))][:24].sum() > 20
        for date in range(1, 7)
    )
    days = found(
        {
            "kind": "count",
            "of": "days",
            "condition": where({**RAIN, "daily": {"statistic": "sum"}}, "above", 20, "mm"),
            "place": HYDERABAD,
        }
    )
    assert days.number == wet > 0


def test_the_longest_spell_is_one_at_one_place(found, rain):
    wet = rain.values > 1.0
    run = best = np.zeros(wet.shape[1:], int)
    for layer in wet:
        run = np.where(layer, run + 1, 0)
        best = np.maximum(best, run)
    answer = found(
        {
            "kind": "spell",
            "of": "hours",
            "condition": where(RAIN, "above", 1, "mm"),
            "space": "any",
        }
    )
    assert answer.number == best.max()


def test_a_trend_has_its_slope_and_significance(found, raw_case):
    dew = raw_case(RAIN_CASE).quantity("d2m")
    values = nearest(dew, 17.4, 78.5)
    hours = (dew.times - dew.times[0]) / np.timedelta64(3600, "s")
    slope = np.polyfit(hours, values, 1)[0] * 24.0
    answer = found({"kind": "trend", "measure": measure(DEWPOINT, place=HYDERABAD), "per": "day"})
    assert answer.number == pytest.approx(slope, rel=1e-4)
    # an hourly series has far fewer independent values than hours
    assert answer.detail["effective_sample_size"] < 0.2 * len(values)


# -- statistics, conditions, comparisons -----------------------------------------------------------


@pytest.mark.parametrize("statistic", ["max", "min", "mean"])
def test_area_statistics_are_weighted(found, raw_case, statistic):
    part, weights = boxed(raw_case(RAIN_CASE).quantity("d2m"), 78, 16, 80, 18)
    truth = {
        "max": part.max(),
        "min": part.min(),
        "mean": np.mean([np.average(layer, weights=weights) for layer in part]),
    }[statistic]
    answer = found(measure(DEWPOINT, place=BOX, space=statistic, over=statistic))
    assert answer.number == pytest.approx(truth, abs=1e-4)


def test_the_lowest_where_another_exceeds_its_percentile(found, raw_case):
    case = raw_case(RAIN_CASE)
    moment = case.quantity("d2m").times == np.datetime64("2023-09-04T12")
    wind = case.quantity("wind10").values[moment][0]
    weights = np.cos(np.radians(case.quantity("d2m").latitude))[:, None] * np.ones(wind.shape)
    order = np.argsort(wind, axis=None)
    heavy = weights.ravel()[order]
    middle = np.cumsum(heavy) - heavy / 2
    place = (middle - middle[0]) / (middle[-1] - middle[0])
    limit = np.interp(0.9, place, wind.ravel()[order])
    truth = case.quantity("d2m").values[moment][0][wind > limit].min()
    answer = found(
        measure(
            DEWPOINT,
            time=at("2023-09-04T12:00Z"),
            space="min",
            within={
                "kind": "where",
                "quantity": WIND,
                "relation": "above",
                "limit": {"kind": "percentile", "percentile": 90},
            },
        )
    )
    assert answer.number == pytest.approx(truth, abs=1e-4)


def test_joint_conditions_and_their_negation(found, raw_case):
    case = raw_case(RAIN_CASE)
    dew, wind = (nearest(case.quantity(name), 17.4, 78.5) for name in ("d2m", "wind10"))
    both = [where(DEWPOINT, "above", 22.5, "degC"), where(WIND, "below", 9, "km/h")]
    joint = {"kind": "all_of", "conditions": both}

    def count(condition):
        query = {"kind": "count", "of": "times", "condition": condition, "place": HYDERABAD}
        return found(query).number

    truth = ((dew > 22.5) & (wind < 2.5)).sum()
    assert count(joint) == truth > 0
    assert count({"kind": "not_of", "condition": joint}) == len(dew) - truth
    assert count({"kind": "any_of", "conditions": both}) == ((dew > 22.5) | (wind < 2.5)).sum()


def test_directions_are_averaged_as_angles(found, raw_case):
    case = raw_case(RAIN_CASE)
    east, north = (nearest(case._field(name, None), 17.4, 78.5) for name in ("u10", "v10"))
    unit = -(east + 1j * north) / np.hypot(east, north)
    truth = np.degrees(np.arctan2(unit.mean().real, unit.mean().imag)) % 360.0
    direction = {**WIND, "component": "direction"}
    answer = found(measure(direction, place=HYDERABAD, over="mean"))
    assert answer.number == pytest.approx(truth, abs=1e-3)
    with pytest.raises(DiagnosticsError):
        found(measure(direction, place=HYDERABAD, over="max"))


def test_places_and_periods_are_compared(found, raw_case):
    dew = raw_case(RAIN_CASE).quantity("d2m")
    point, whole = nearest(dew, 17.4, 78.5), dew.values
    weights = np.cos(np.radians(dew.latitude))[:, None] * np.ones(whole.shape[2])
    mean = np.mean([np.average(layer, weights=weights) for layer in whole])
    gap = {
        "kind": "arithmetic",
        "operation": "subtract",
        "numbers": [
            measure(DEWPOINT, place=HYDERABAD, over="mean"),
            measure(DEWPOINT, space="mean", over="mean"),
        ],
    }
    answer = found(gap)
    assert answer.number == pytest.approx(point.mean() - mean, abs=1e-4)
    # a difference of 1 K is 1.8 degrees Fahrenheit, not 33.8
    form = Form.model_validate({"query": gap, "unit": "degF"})
    reply = answer_form(form, Workspace(open_source(raw_case(RAIN_CASE).path)))
    assert reply.unit == "K" and reply.display.value == pytest.approx(1.8 * reply.value)


def test_a_quantity_where_and_when_another_is_extreme(found, raw_case):
    case = raw_case(RAIN_CASE)
    wind, dew = case.quantity("wind10"), case.quantity("d2m")
    step, row, column = np.unravel_index(wind.values.argmax(), wind.values.shape)
    answer = found(
        measure(
            DEWPOINT,
            place={"kind": "extreme", "quantity": WIND, "end": "max"},
            time={"kind": "extreme_time", "quantity": WIND, "end": "max", "space": "max"},
        )
    )
    assert answer.number == pytest.approx(dew.values[step, row, column], abs=1e-4)


def test_when_and_how_long_after(found, raw_case):
    wind = raw_case(RAIN_CASE).quantity("wind10")
    values = nearest(wind, 17.4, 78.5)
    first = wind.times[np.flatnonzero(values > 5.0)[0]]
    query = {"kind": "when", "condition": where(WIND, "above", 5, "m/s"), "place": HYDERABAD}
    assert np.datetime64(found(query).value.replace(tzinfo=None)) == first
    elapsed = found({"kind": "elapsed", "start": at("2023-09-01T00:00Z"), "end": query})
    assert elapsed.number == (first - np.datetime64("2023-09-01T00")) / np.timedelta64(1, "h")


def test_clock_windows_are_local(found, raw_case):
    dew = raw_case(RAIN_CASE).quantity("d2m")
    values = nearest(dew, 17.4, 78.5)
    local = (dew.times.astype("datetime64[h]").astype(int) + 3) % 24
    night = (local >= 22) | (local <= 4)
    time = {"base": {"kind": "all"}, "clock": {"first": 22, "last": 4}, "zone": "+03:00"}
    answer = found(measure(DEWPOINT, place=HYDERABAD, over="mean", time=time))
    assert answer.number == pytest.approx(values[night].mean(), abs=1e-4)


# -- other cases ----------------------------------------------------------------------------------


def test_level_against_level(workspace, raw_case):
    case = raw_case(SNOW_CASE)
    low, high = case.quantity("t", 850), case.quantity("t", 700)
    moment = low.times == low.times[0]
    stamp = f"{low.times[0].astype('datetime64[s]')}Z"
    gap = low.values[moment][0] - high.values[moment][0]
    weights = np.cos(np.radians(low.latitude))[:, None] * np.ones(gap.shape)
    numbers = [
        measure({"id": "temperature", "level": level}, space="mean", time=at(stamp))
        for level in (850, 700)
    ]
    form = {"query": {"kind": "arithmetic", "operation": "subtract", "numbers": numbers}}
    answer = evaluate(Form.model_validate(form), workspace(SNOW_CASE))
    assert answer.number == pytest.approx(np.average(gap, weights=weights), abs=1e-3)
    assert answer.unit == "K"


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (measure(DEWPOINT), "invalid_form"),
        (measure(DEWPOINT, space="mean"), "invalid_form"),
        (measure({"id": "temperature", "level": "2m"}, space="max", over="max"), "missing_input"),
        (measure({"id": "wind_gust"}, space="max", over="max"), "missing_input"),
        (measure({"id": "no such thing"}, space="max", over="max"), "unknown_quantity"),
        (measure(DEWPOINT, over="sum", place=HYDERABAD), "invalid_form"),
        (measure(DEWPOINT, place=HYDERABAD, time=at("2023-09-04T00:30Z")), "missing_time"),
        (measure(DEWPOINT, place=HYDERABAD, time=at("2024-01-01T00:00Z")), "future_time"),
        (
            measure(
                DEWPOINT,
                place=HYDERABAD,
                over="max",
                time={"kind": "relative", "step": "hour", "first": 0, "last": 48},
            ),
            "future_time",
        ),
        (
            measure(DEWPOINT, place={"kind": "point", "latitude": 50, "longitude": 0}, over="mean"),
            "region_outside_data",
        ),
        ({"kind": "impossible", "reason": "counterfactual"}, "outside_the_data"),
        (measure(DEWPOINT, place=HYDERABAD, space="range", over="max"), "no_value"),
        (
            measure(DEWPOINT, space="mean", over="range", time=at("2023-09-04T12:00Z")),
            "time_needed",
        ),
        (
            {"kind": "count", "of": "hours", "condition": where(DEWPOINT, "above", 5, "mm")},
            "unit_mismatch",
        ),
    ],
)
def test_what_cannot_be_answered_is_refused_by_its_reason(workspace, query, code):
    for language in ("en", "zh"):
        form = Form.model_validate({"query": query, "language": language})
        reply = answer_form(form, workspace(RAIN_CASE))
        assert (reply.answered, reply.code, reply.value) == (False, code, None)
        assert reply.reason and reply.reason in reply.sentence


def test_an_answer_fits_the_question_word(workspace):
    query = measure(DEWPOINT, space="max", over="max")
    form = Form.model_validate({"query": query, "answer": "time"})
    assert answer_form(form, workspace(RAIN_CASE)).code == "type_mismatch"


def test_every_reason_has_its_text():
    folder = Path(__file__).parents[3] / "diagnostics" / "questions"
    named = {
        match[1]
        for path in folder.rglob("*.py")
        for match in re.finditer(
            r"(?:refusal|misformed)\(\s*\"([a-z_]+)\"", path.read_text("utf-8")
        )
    }
    known = {name.removeprefix("question-no_") for name in catalogue("en").variables()}
    assert len(named) > 40 and named <= known


# -- claims ---------------------------------------------------------------------------------------


def compare(left, relation, value, unit, **more):
    amount = {"value": value, "unit": unit, **more}
    return {
        "query": {
            "kind": "compare",
            "left": left,
            "relation": relation,
            "right": {"kind": "constant", "amount": amount},
        }
    }


@pytest.mark.parametrize(
    ("value", "more", "verdict"),
    [
        (140.8, {}, "supported"),
        (140.7, {}, "contradicted"),
        (141.0, {"resolution": 1}, "supported"),
        (140.0, {"resolution": 10}, "supported"),
        (133.0, {"approximation": "about"}, "supported"),
        (120.0, {"approximation": "about"}, "contradicted"),
        (142.0, {"approximation": "nearly"}, "supported"),
        (140.0, {"approximation": "nearly"}, "contradicted"),
        (140.0, {"approximation": "just_over"}, "supported"),
    ],
)
def test_a_claim_is_met_within_the_rounding_of_its_number(workspace, value, more, verdict):
    left = measure(RAIN, time=day("2023-09-04"), over="sum", space="max")
    claim = ClaimForm.model_validate({"clauses": [compare(left, "equal", value, "mm", **more)]})
    report = check_form(claim, workspace(RAIN_CASE))
    assert report.verdict == verdict
    assert report.claims[0].found == pytest.approx(140.763, abs=1e-2)


def test_quantifiers_and_negated_twins(workspace, raw_case):
    wind = raw_case(RAIN_CASE).quantity("wind10").values
    limit = float(np.quantile(wind, 0.999))
    condition = where(WIND, "above", limit, "m/s")
    verdicts = {}
    for space, over in (("any", "any"), ("all", "all"), ("any", "none"), ("most", "any")):
        query = {"kind": "holds", "condition": condition, "space": space, "over": over}
        twins = [{"query": query}, {"query": {"kind": "negation", "statement": query}}]
        reports = [
            check_form(ClaimForm.model_validate({"clauses": [item]}), workspace(RAIN_CASE))
            for item in twins
        ]
        assert {item.verdict for item in reports} == {
            ClaimVerdict.SUPPORTED,
            ClaimVerdict.CONTRADICTED,
        }
        verdicts[space, over] = reports[0].verdict is ClaimVerdict.SUPPORTED
    assert verdicts["any", "any"] and not verdicts["all", "all"] and not verdicts["any", "none"]


def test_a_gust_is_never_judged_by_the_mean_wind(workspace):
    gust = measure({"id": "wind_gust"}, space="max", over="max")
    claim = ClaimForm.model_validate({"clauses": [compare(gust, "above", 5, "m/s")]})
    assert check_form(claim, workspace(RAIN_CASE)).verdict is ClaimVerdict.NOT_CHECKABLE
