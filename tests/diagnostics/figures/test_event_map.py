"""The map of the event itself: what it shows, how much around it, and in which classes."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.inventory import GridInfo, Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import compose, typography
from diagnostics.figures.barbs import barbs_of
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.event_map import CLASSES, EventMapCall, render_event_map
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
        (EventType.RAINSTORM, "precipitation_total"),
        (EventType.GALE, "wind_maximum"),
        (EventType.HEAT_WAVE, "temperature_maximum"),
        (EventType.COLD_WAVE, "temperature_minimum"),
    ],
)
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.sweep(2)
def test_each_type_is_shown_by_its_own_quantity(make_dataset, event, quantity, language):
    figure = drawn(make_dataset(), event, language=language)
    assert figure.answer.specification["layers"][0]["quantity"] == quantity
    (answer,) = figure.answer.features
    peak = answer.features[0]
    assert REGION.holds(peak.latitude, peak.longitude)
    assert figure.answer.title[:1].isascii() or language is Language.ZH


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
    usual, beyond, _ = CLASSES["precipitation_total"]
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
        barbs = next(item for item in facts.values() if item["kind"] == "barb")["increments"]
        assert barbs["unit"] == ("ms" if language is Language.ZH else "kt")


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
    unknown = Inventory(title="Regional", init_time=run)
    assert "+36 h" in source_line(unknown, END, Language.EN)
    assert "+0 h" not in source_line(unknown, run, Language.EN)


def test_room_stops_at_the_pole():
    polar = Region(west=0, south=70, east=40, north=89)
    assert room_of(polar) == pytest.approx(19 / 3)
    assert with_room(polar).north == 90


def test_the_same_data_give_the_same_map(make_dataset):
    first, second = (drawn(make_dataset(), EventType.GALE) for _ in range(2))
    assert first.png == second.png


def test_heights_are_drawn_in_geopotential_metres(make_dataset):
    dataset = make_dataset().drop_vars("msl")
    figure = drawn(dataset, EventType.RAINSTORM)
    (facts,) = [item for name, item in figure.answer.layers.items() if name.startswith("contour")]
    assert facts["unit"] == "gpm"
    assert 4500 < facts["minimum"] < facts["maximum"] < 6200


def cooling(dataset):
    """Four days of 6-hourly temperature that falls by 12 K on the third."""
    hours = np.arange(0, 96, 6)
    first = dataset[["t2m"]].isel(time=[0] * hours.size)
    times = np.datetime64("2026-01-01T00", "ns") + hours.astype("timedelta64[h]")
    values = np.full(first["t2m"].shape, 283.0, dtype=np.float32)
    values += 0.1 * first["latitude"].values[:, np.newaxis]
    values[hours >= 42] -= 12.0
    found = first.assign_coords(time=times)
    found["t2m"] = found["t2m"].copy(data=values)
    return found


def test_a_cold_wave_is_shown_by_the_fall_that_its_criterion_tests(make_dataset):
    start, end = datetime(2026, 1, 2, tzinfo=UTC), datetime(2026, 1, 4, tzinfo=UTC)
    figure = drawn(cooling(make_dataset()), EventType.COLD_WAVE, start=start, end=end)
    names = [item["quantity"] for item in figure.answer.specification["layers"]]
    assert names == ["temperature_fall", "temperature_minimum"]
    assert figure.answer.features[0].features[0].value == pytest.approx(12.0)
    assert figure.answer.features[0].features[0].unit == "K"


def test_a_fall_that_cannot_be_tested_leaves_the_temperature(make_dataset):
    figure = drawn(make_dataset(), EventType.COLD_WAVE, start=END, end=END)
    assert figure.answer.specification["layers"][0]["quantity"] == "temperature_minimum"


def test_cells_without_a_value_are_grey_and_named_in_the_legend(make_dataset):
    dataset = make_dataset()
    whole = drawn(dataset, EventType.HEAT_WAVE)
    dataset["t2m"] = dataset["t2m"].copy(deep=True)
    away = (dataset["longitude"] > 118) & (dataset["latitude"] > 34)
    dataset["t2m"] = dataset["t2m"].where(~away).assign_attrs(dataset["t2m"].attrs)
    holed = drawn(dataset, EventType.HEAT_WAVE)
    more = holed.answer.layers["legend"]["count"] - whole.answer.layers["legend"]["count"]
    assert more == 1


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.EN, "Sea-level pressure, 10-m wind: 2026-07-02 00:00 UTC"),
        (Language.ZH, "海平面气压、10米风：2026年7月2日00:00（UTC）"),
    ],
)
def test_lines_and_wind_of_one_time_say_so_beside_the_extreme_of_a_period(
    make_dataset, monkeypatch, language, line
):
    written = []
    plain = compose.write_header
    monkeypatch.setattr(
        compose, "write_header", lambda *a, **k: (written.append(a[4]), plain(*a, **k))[1]
    )
    peak = datetime(2026, 7, 2, tzinfo=UTC)
    call = EventMapCall(EventType.GALE, REGION, TimeWindow(start=START, end=END), peak=peak)
    render_event_map(MemorySource(make_dataset()), call, look=ChartStyle(language))
    assert {below for _, below in written} == {line}
