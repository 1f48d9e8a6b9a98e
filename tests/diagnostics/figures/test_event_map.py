"""The map of the event itself: what it shows, how much around it, and in which classes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.inventory import GridInfo, Inventory
from diagnostics.contracts.request import PRESETS
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events.preset_files import load_preset
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import typography
from diagnostics.figures.amount_classes import amount_classes, criterion_window
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.event_map import EventMapCall, render_event_map
from diagnostics.figures.maps import room_of, with_room
from diagnostics.figures.texts import source_line

START, END = datetime(2026, 7, 1, 12, tzinfo=UTC), datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=105, south=30, east=125, north=42)


@pytest.fixture(autouse=True)
def coarse(monkeypatch):
    monkeypatch.setattr(typography, "DPI", 80)


def drawn(dataset, event, *, start=START, end=END, language=Language.EN, region=REGION):
    call = EventMapCall(event, region, TimeWindow(start=start, end=end))
    return render_event_map(MemorySource(dataset), call, look=ChartStyle(language))


def shading(figure):
    return next(facts for facts in figure.answer.layers.values() if facts["kind"] == "shading")


@pytest.mark.parametrize(
    ("event", "quantity"),
    [
        (EventType.RAINSTORM, "rain_total"),
        (EventType.GALE, "wind_maximum"),
        (EventType.HEAT_WAVE, "temperature_maximum"),
        (EventType.COLD_WAVE, "temperature_minimum"),
    ],
)
@pytest.mark.parametrize("language", list(Language))
def test_each_type_is_shown_by_its_own_quantity(make_dataset, event, quantity, language):
    figure = drawn(make_dataset(), event, language=language)
    assert figure.answer.specification["layers"][0]["quantity"] == quantity
    (answer,) = figure.answer.features
    peak = answer.features[0]
    assert REGION.holds(peak.latitude, peak.longitude)
    assert figure.answer.title[:1].isascii() or language is Language.ZH


@pytest.mark.parametrize(
    ("without", "quantity", "low", "high"),
    [
        ((), "mean_sea_level_pressure", 850.0, 1100.0),
        (("msl",), "height@500", 4500.0, 6200.0),
    ],
)
def test_the_lines_under_an_event_are_in_the_unit_that_they_name(
    make_dataset, without, quantity, low, high
):
    figure = drawn(make_dataset().drop_vars(without), EventType.GALE)
    (lines,) = [facts for facts in figure.answer.layers.values() if facts["kind"] == "contour"]
    assert lines["quantity"] == quantity
    assert low < lines["minimum"] < lines["maximum"] < high


def test_a_sum_holds_the_intervals_inside_the_spell_alone(make_dataset):
    dataset = make_dataset()
    figure = drawn(dataset, EventType.RAINSTORM)
    inside = dataset["tp"].sel(latitude=slice(30, 42), longitude=slice(105, 125))
    assert figure.answer.features[0].features[0].value == pytest.approx(
        float(inside.isel(time=[1, 2]).sum("time").max()), abs=0.06
    )
    assert figure.answer.time == TimeWindow(start=START, end=END)
    assert "24 h" in figure.answer.title


def test_one_time_is_shown_as_it_is(make_dataset):
    figure = drawn(make_dataset(), EventType.HEAT_WAVE, start=END, end=END)
    assert figure.answer.time == END
    assert " h" not in figure.answer.title


@pytest.mark.parametrize("hours", [1, 6, 71])
@pytest.mark.parametrize("language", list(Language))
def test_an_extreme_of_an_interval_is_shown_from_its_begin(make_dataset, hours, language):
    dataset = make_dataset()
    dataset["fg10"] = dataset["u10"] + 20.0
    dataset["fg10"].attrs = {"units": "m s-1", "interval_hours": hours}
    figure = drawn(dataset, EventType.GALE, start=END, end=END, language=language)
    begin = END - timedelta(hours=hours)
    assert figure.answer.time == TimeWindow(start=begin, end=END)
    assert str(hours) in figure.answer.title


def test_a_long_period_is_not_counted_in_hours(make_dataset):
    dataset = make_dataset()
    dataset["fg10"] = dataset["u10"] + 20.0
    dataset["fg10"].attrs = {"units": "m s-1", "interval_hours": 210}
    assert "210" not in drawn(dataset, EventType.GALE, start=END, end=END).answer.title


def test_what_the_data_lack_is_not_drawn(make_dataset):
    assert drawn(make_dataset().drop_vars("tp"), EventType.RAINSTORM) is None


def test_levels_stand_for_a_surface_that_is_missing(make_dataset):
    bare = make_dataset().drop_vars(["u10", "v10", "t2m"])
    assert "1000" in drawn(bare, EventType.GALE).answer.title
    assert "1000" in drawn(bare, EventType.COLD_WAVE).answer.title


@pytest.mark.parametrize("event", [EventType.RAINSTORM, EventType.GALE])
def test_a_third_of_the_region_lies_around_it(make_dataset, event):
    figure = drawn(make_dataset(), event)
    west, south, east, north = figure.answer.specification["map"]["extent"]
    high, wide = (REGION.north - REGION.south) / 3, REGION.width / 3
    assert south <= REGION.south - high + 0.1 and north >= REGION.north + high - 0.1
    assert west <= REGION.west - wide + 0.1 and east >= REGION.east + wide - 0.1


def test_data_that_end_at_the_region_leave_the_room_and_a_legend(make_dataset):
    small = make_dataset().sel(latitude=slice(30, 42), longitude=slice(105, 125))
    figure = drawn(small, EventType.GALE)
    assert figure.answer.layers["legend"]["count"] == 3
    west, _, east, _ = figure.answer.specification["map"]["extent"]
    assert east - west >= REGION.width * 5 / 3 - 0.1
    assert {item.rule for item in figure.answer.check.findings} & {"white_margin"} == set()


def test_classes_are_the_services_and_reach_the_maximum(make_dataset):
    dataset = make_dataset()
    dataset["tp"] = dataset["tp"].copy(data=dataset["tp"].values * 9)
    dataset["tp"].attrs = {"units": "kg m-2", "interval_hours": 12.0}
    levels = shading(drawn(dataset, EventType.RAINSTORM))["levels"]
    usual, beyond = amount_classes(EventType.RAINSTORM, 24)
    assert tuple(levels[:6]) == usual
    assert levels[6:] == [400]
    assert tuple(shading(drawn(make_dataset(), EventType.RAINSTORM))["levels"]) == usual
    assert all(np.diff([*usual, *beyond]) > 0)


def test_a_field_that_is_the_same_everywhere_is_stated(make_dataset):
    dataset = make_dataset()
    dataset["tp"] = dataset["tp"].copy(data=np.zeros_like(dataset["tp"].values))
    figure = drawn(dataset, EventType.RAINSTORM)
    facts = shading(figure)
    assert facts["constant"] == 0.0
    assert "levels" not in facts
    faults = {item.rule for item in figure.answer.check.findings if item.severity != "info"}
    assert faults <= {"resolution"}


def test_barbs_follow_the_language_unless_a_unit_is_asked_for(make_dataset):
    assert barbs_of(ChartStyle()).increments == {"half": 5, "full": 10, "flag": 50}
    assert barbs_of(ChartStyle(Language.ZH)).increments == {"half": 2, "full": 4, "flag": 20}
    assert barbs_of(ChartStyle(Language.ZH, barbs="kt")).name == "kt"
    (shown,) = barbs_of(ChartStyle()).shown(np.array([10.0]))
    assert shown[0] == pytest.approx(19.438, abs=1e-3)
    for language in Language:
        facts = drawn(make_dataset(), EventType.GALE, language=language).answer.layers
        told = next(item for item in facts.values() if item["kind"] == "barb")["increments"]
        assert told["unit"] == ("ms" if language is Language.ZH else "kt")


def test_the_subtitle_names_model_run_and_lead_and_no_file():
    run = datetime(2026, 7, 1, 0, tzinfo=UTC)
    grid = GridInfo(kind="latitude_longitude", shape=(2, 2), spacing_deg=0.25, region=REGION)
    of_a_file = Inventory(title="storm_2026.nc (+3)", origin="forecast", init_time=run, grid=grid)
    line = source_line(of_a_file, END, Language.EN)
    assert ".nc" not in line
    assert "forecast" in line and "+36 h" in line
    named = Inventory(title="ECMWF HRES", origin="forecast", init_time=run)
    assert source_line(named, END, Language.EN).startswith("ECMWF HRES")
    assert source_line(Inventory(title="/data/x.grib2"), END, Language.ZH)


def test_room_stops_at_the_pole():
    polar = Region(west=0, south=70, east=40, north=89)
    assert room_of(polar) == pytest.approx(19 / 3)
    assert with_room(polar).north == 90


def test_the_same_data_give_the_same_map(make_dataset):
    first, second = (drawn(make_dataset(), EventType.GALE) for _ in range(2))
    assert first.png == second.png


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("event", [EventType.RAINSTORM, EventType.SNOWSTORM])
@pytest.mark.parametrize("hours", [1, 6, 12, 18, 24, 58, 118])
def test_classes_hold_the_grades_of_the_hours(preset, event, hours):
    """A class never crosses a grade of the window that the amount is compared with."""
    window = criterion_window(event, hours, preset=preset)
    limits, beyond = amount_classes(event, hours, preset=preset)
    assert {grade.value for grade in window.grades} <= set(limits)
    assert all(np.diff([*limits, *beyond]) > 0)
    holding = [
        item.hours for item in load_preset("cma").criteria[event].windows if item.hours >= hours
    ]
    if preset == "cma":
        assert window.hours == min(holding, default=24)
    for item in load_preset("cma").criteria[event].windows:
        known = criterion_window(event, hours, limit=item.grades[0].value)
        assert known.hours == item.hours


def test_the_title_of_an_amount_says_its_hours_and_their_end(make_dataset):
    for language, words in ((Language.EN, "in 24 h to 2026-07-02"), (Language.ZH, "24小时")):
        assert words in drawn(make_dataset(), EventType.RAINSTORM, language=language).answer.title
