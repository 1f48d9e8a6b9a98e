"""Events by the criteria of a centre."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from diagnostics.contracts.detection import Classification
from diagnostics.contracts.enums import EventType, Firing, Severity
from diagnostics.contracts.forms import EventPresent
from diagnostics.contracts.inventory import Finding, Inventory
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events import assess_at, event_support, load_preset, preset_of
from diagnostics.detection.events.preset_files import preset_key
from diagnostics.fields.memory import MemorySource
from diagnostics.figures.amount_classes import amount_classes, criterion_window
from diagnostics.guidelines import load_release
from diagnostics.loop.open_run import MOVING_GRID, usable_source
from diagnostics.messages import render, term
from diagnostics.questions.evaluate.weather import event as answered
from diagnostics.questions.evaluate.workspace import Workspace
from diagnostics.service.inspection import detect_event
from tests.diagnostics.detection.events.conftest import make_dataset, run
from tests.diagnostics.presets import presets_with

RAIN = "criteria.rainstorm.windows"
HIGHER = {
    f"{RAIN}.0.grades.0.value": 120.0,
    f"{RAIN}.0.grades.1.value": 160.0,
    f"{RAIN}.1.grades.0.value": 110.0,
    f"{RAIN}.1.grades.1.value": 130.0,
}


class Moving(MemorySource):
    """A source whose grid is said to move with the storm."""

    def inventory(self) -> Inventory:
        found = Finding(code=MOVING_GRID, severity=Severity.INFO, message="it moves")
        return super().inventory().model_copy(update={"findings": (found,)})


def rain(hourly: float) -> Any:
    """A day of rain, about as much in each hour."""
    times = pd.date_range("2026-07-04T12", periods=25, freq="h")
    about = np.random.default_rng(0).uniform(-0.5, 0.5, (25, 12, 16))
    fields = {"tp": hourly + about, "t2m": 298.0 + about, "d2m": 296.0 + about}
    return make_dataset(times, intervals={"tp": 1.0}, **fields)


def found(dataset: Any, numbers: dict[str, Any], **more: Any) -> Classification:
    return run(dataset, preset=preset_of(presets_with(numbers), "cma"), **more)


def test_a_rainstorm_by_50_mm_is_none_by_120_mm() -> None:
    data = rain(4.0)
    shared, own = run(data), found(data, HIGHER)
    assert shared.primary is EventType.RAINSTORM
    assert own.primary is None
    item = own.assessment(EventType.RAINSTORM)
    assert item.firing is Firing.NOT_FIRED
    assert item.metrics is not None
    assert (item.metrics.threshold_effective, item.metrics.threshold_label) == (120.0, "C")
    assert item.wording is not None
    assert "the threshold is 120 mm [C]" in render(item.wording, "en")
    assert "阈值为120 mm [C]" in render(item.wording, "zh")
    assert own.preset == shared.preset == "cma"
    assert own.preset_digest == preset_of(presets_with(HIGHER), "cma").digest
    assert own.preset_digest != shared.preset_digest == load_preset("cma").digest


def test_other_types_are_tested_as_before() -> None:
    data = rain(4.0)
    shared, own = run(data), found(data, HIGHER)
    for event in set(EventType) - {EventType.RAINSTORM}:
        assert own.assessment(event) == shared.assessment(event)


def test_one_type_elsewhere_and_the_service_go_by_it_too() -> None:
    source = MemorySource(rain(4.0))
    inventory = source.inventory()
    window = TimeWindow(start=inventory.times[0], end=inventory.times[-1])
    presets = presets_with(HIGHER)
    assert inventory.grid is not None
    there = assess_at(
        EventType.RAINSTORM,
        source,
        inventory.grid.region,
        window,
        preset=preset_of(presets, "cma"),
    )
    assert there is not None
    assert there.firing is Firing.NOT_FIRED
    assert detect_event(source, presets=presets).primary is None
    assert detect_event(source).primary is EventType.RAINSTORM


@pytest.mark.parametrize("asked", ["present", "grade", "types"])
def test_a_question_is_answered_by_the_release_that_it_is_given(asked: str) -> None:
    event = None if asked == "types" else EventType.RAINSTORM
    form = EventPresent(event=event, asked=asked)
    source = MemorySource(rain(4.0))
    shared = answered(form, Workspace(source)).value
    own = answered(form, Workspace(source, presets=presets_with(HIGHER))).value
    assert (shared, own) == {
        "present": (True, False),
        "grade": ("rainstorm", "below the criteria"),
        "types": (["rainstorm"], []),
    }[asked]


def hot_evenings(hottest_hour: int = 22) -> Any:
    """Four days that are hot late in the evening of UTC+8 alone, on a plain."""
    times = pd.date_range("2026-07-01T00", periods=24 * 8, freq="h")
    local = (times + pd.Timedelta(hours=8)).hour.to_numpy()
    hot = (times >= "2026-07-03T00") & (times < "2026-07-07T00") & (local == hottest_hour)
    celsius = np.where(hot, 38.0, 25.0)
    return make_dataset(times, t2m=celsius + 273.15, shape=(24, 24), spacing=0.5)


def test_the_hour_at_which_days_begin_changes_the_days_of_a_heat_wave() -> None:
    data = hot_evenings()
    shared, own = run(data), found(data, {"days.boundary_hour": 8})
    assert shared.day_boundary.startswith("20:00 to 20:00")
    assert own.day_boundary.startswith("08:00 to 08:00")
    assert "named" not in own.day_boundary
    spans = []
    for one in (shared, own):
        item = one.object_of(EventType.HEAT_WAVE)
        assert item is not None
        spans.append((item.onset, item.end))
    assert spans[0] != spans[1]
    assert [onset.hour for onset, _ in spans] == [12, 0]


def test_a_longer_run_is_asked_for_and_has_a_name() -> None:
    numbers = {
        "criteria.heat_wave.grades.0.any_of.0.run_days": 4,
        "criteria.heat_wave.grades.1.any_of.0.run_days": 4,
        "criteria.heat_wave.grades.2.any_of.0.run_days": 4,
    }
    own = found(hot_evenings(), numbers).assessment(EventType.HEAT_WAVE)
    assert own.firing is Firing.FIRED
    assert own.metrics is not None
    assert own.metrics.window == "4 days"
    assert [term("4 days", language) for language in ("en", "zh")] == ["runs of 4 days", "连续4日"]


def test_a_grade_of_the_centre_has_words() -> None:
    data = make_dataset(
        pd.date_range("2026-07-04T12", periods=13, freq="h"), u10=16.0, v10=0.0, t2m=290.0
    )
    own = found(data, {"criteria.gale.sustained.0.value": 15.0}).assessment(EventType.GALE)
    assert own.firing is Firing.FIRED
    assert own.grade_name == "gale (grade 1 of the centre)"
    assert term(own.grade_name, "en") == own.grade_name
    assert term(own.grade_name, "zh") == "大风（本中心第1级）"
    quantity = "daily precipitation (percentile of the centre)"
    assert term(quantity, "en") == "daily precipitation by the percentile of the centre"
    assert not term(quantity, "zh").isascii()


def test_of_a_moving_grid_the_time_of_the_centres_event_is_taken() -> None:
    times = pd.date_range("2026-07-04T12", periods=5, freq="6h")
    wind = np.array([3.0, 19.0, 3.0, 3.0, 3.0])
    source = Moving(make_dataset(times, u10=wind, v10=0.0, t2m=290.0))
    grid = source.inventory().grid
    assert grid is not None
    request = DiagnosisRequest(source="here", region=grid.region)
    higher = presets_with({"criteria.gale.sustained.0.value": 20.0})
    shared, own = (usable_source(request, source, presets) for presets in ((), higher))
    taken = [one.inventory().times for one in (shared, own)]
    assert taken == [(source.inventory().times[1],), (source.inventory().times[-1],)]


def test_a_percentile_of_the_centre_is_not_called_by_its_old_number() -> None:
    own = presets_with({"percentiles.heat_wave.percentile": 95}, "etccdi")
    item = run(hot_evenings(), preset=preset_of(own, "etccdi")).assessment(EventType.HEAT_WAVE)
    assert item.firing is Firing.NOT_ASSESSABLE
    assert item.wording is not None
    assert "daily maximum temperature by the percentile of the centre [C]" in item.reason
    assert "按本中心百分位的日最高气温 [C]" in render(item.wording, "zh")
    assert "90" not in item.reason


@pytest.mark.parametrize("name", ["cma", "nws", "etccdi"])
def test_what_data_support_may_be_asked_of_a_release(name: str) -> None:
    inventory = MemorySource(rain(1.0)).inventory()
    presets = presets_with({"days.boundary_hour": 8}, name)
    assert event_support(inventory, preset=preset_of(presets, name))
    assert preset_of((), name) == preset_of(load_release().presets, name) == load_preset(name)


def test_keys_of_calls_name_a_preset_of_the_package_as_before() -> None:
    own = preset_of(presets_with(HIGHER), "cma")
    assert preset_key("cma") == preset_key(load_preset("cma")) == "cma"
    assert preset_key(own) == f"cma:{own.digest}"


def test_classes_of_colour_are_the_centres() -> None:
    presets = presets_with(HIGHER)
    own, other = preset_of(presets, "cma"), preset_of(presets, "nws")
    classes, _ = amount_classes(EventType.RAINSTORM, 24.0, preset=own)
    assert classes == (0.1, 10.0, 25.0, 120.0, 160.0, 250.0)
    shared, _ = amount_classes(EventType.RAINSTORM, 24.0)
    assert shared == (0.1, 10.0, 25.0, 50.0, 100.0, 250.0)
    assert criterion_window(EventType.RAINSTORM, 24.0, preset=own, limit=110.0).hours == 12
    # the American preset has no rainstorms, which are coloured by the national one
    beside, _ = amount_classes(EventType.RAINSTORM, 24.0, preset=other, national=own)
    assert beside == classes
