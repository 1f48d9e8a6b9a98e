"""What is said of a type of event before anything is computed agrees with what is found then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, Feasibility, Firing, Language
from diagnostics.contracts.inventory import EventSupport, Inventory
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events import classify, event_support, load_preset
from diagnostics.fields.memory import MemorySource
from diagnostics.fields.moving_grid_source import MOVING_NOTE, MovingSource
from diagnostics.messages import render
from diagnostics.ports import FieldSource
from diagnostics.samples import SAMPLES
from diagnostics.service.data import DataSelection
from tests.diagnostics.detection.events.conftest import make_dataset
from tests.generated_samples import generated

NOT_BY_DATA = {"event-out_of_season", "event-no_land"}
"""Reasons that lie in the place and the season."""
RAIN, SNOW, GALE = EventType.RAINSTORM, EventType.SNOWSTORM, EventType.GALE
HEAT, COLD = EventType.HEAT_WAVE, EventType.COLD_WAVE
LARGE = ("S02", "S06", "S15", "S19")
"""Real cases that take seconds each."""
REAL = (
    "S01_blizzard_jan1996_namerica",
    "S02_katrina_2005_wrf",
    "S03_octobomb_20101026_gfs",
    "S05_turkey_seaeffect_snow_20210215_era5",
    "S06_conus_rain_20050807_wrf",
    "S07_joachim_20111216_ecmwf",
    "S08_japan_cold_20110117_era5",
    "S09_chicago_heat_19950714_era5",
    "S10_heat_april2025_mx2t6",
    "S11_telangana_rain_sep2023_era5",
    "S12_calm_control_20250501_era5",
    "S13_catarina_200403_ncepr2",
    "S14_lothar_gust_19991226",
    "S15_uk_t2m_march2019_era5",
    "S16_coarse_global_pl_20240603",
    "S17_nam_lambert_20180917",
    "S19_mslp_aug2022_global",
    "S20_wb2_style_era5_19590102",
)


def compared(source: FieldSource) -> Iterator[tuple[EventSupport, TypeAssessment]]:
    """Return what is said of each type, and what is found over all of the data."""
    inventory = source.inventory()
    region = inventory.extent()
    assert region is not None
    window = TimeWindow(start=inventory.times[0], end=inventory.times[-1])
    found = classify(source, region, window)
    for support in event_support(inventory):
        yield support, found.assessment(support.event)


def check(source: FieldSource) -> None:
    """Compare them, and make sure that what is lacking can be said in every language."""
    for support, found in compared(source):
        untested = found.firing is Firing.NOT_ASSESSABLE
        by_place = found.wording is not None and found.wording.id in NOT_BY_DATA
        about = (support, found.reason)
        if support.feasibility is Feasibility.BLOCKED:
            assert untested or by_place, about
        if support.feasibility is Feasibility.FEASIBLE:
            assert not untested, about
        assert (support.message is None) is (support.feasibility is Feasibility.FEASIBLE), about
        if support.message is not None:
            assert all(render(support.message, language) for language in Language)


@pytest.mark.parametrize("name", SAMPLES)
def test_of_generated_cases(name: str) -> None:
    check(MemorySource(generated(name)))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name[:3] in LARGE)) for name in REAL]
)
def test_of_real_cases(name: str, real_data: Callable[[str], Path]) -> None:
    files = sorted(item for item in real_data(name).iterdir() if item.suffix != ".md")
    check(DataSelection(tuple(map(str, files))).open())


@pytest.mark.parametrize("interval", [None, 6.0, 12.0])
def test_of_a_grid_that_moves(interval: float | None) -> None:
    """Each of its times is tested by itself: what takes days cannot be tested."""
    steps = []
    for number in range(3):
        times = pd.date_range("2024-01-10T00:00", periods=3, freq="12h")[[number]]
        fields = {name: FIELDS[name] for name in ("u10", "v10", "fg10", "t2m", "tp", "sf")}
        intervals = {"tp": interval, "sf": interval} if interval else {}
        held = make_dataset(times, west=110.0 + 2 * number, intervals=intervals, **fields)
        steps.append(MemorySource(held))
    moving = MovingSource(steps, MOVING_NOTE)
    check(moving)
    found = {item.event: item.feasibility.value for item in event_support(moving.inventory())}
    assert (found[GALE], found[HEAT], found[COLD]) == ("feasible", "blocked", "blocked")


FIELDS: dict[str, Any] = {
    "tp": 1.0,
    "sf": 0.5,
    "u10": 12.0,
    "v10": 3.0,
    "fg10": 15.0,
    "t2m": 274.0,
    "d2m": 272.0,
    "mx2t": 280.0,
    "mn2t": 270.0,
}


@given(
    names=st.sets(st.sampled_from(sorted(FIELDS))),
    count=st.integers(1, 40),
    step=st.sampled_from([1, 3, 5, 6, 12, 24]),
    interval=st.sampled_from([None, 1, 3, 5, 6, 12, 24]),
    start=st.integers(0, 23),
)
def test_of_any_fields_and_times(
    names: set[str], count: int, step: int, interval: float | None, start: int
) -> None:
    times = pd.date_range(f"2024-01-10T{start:02d}:00", periods=count, freq=f"{step}h")
    held = {name: FIELDS[name] for name in names}
    accumulated = names & {"tp", "sf", "fg10", "mx2t", "mn2t"}
    intervals = dict.fromkeys(accumulated, float(interval)) if interval else {}
    check(MemorySource(make_dataset(times, shape=(4, 4), intervals=intervals, **held)))


def inventory_of(hours: int, step: int = 1, **intervals: float | None) -> Inventory:
    """Return the inventory of steady fields; of each the hours of its interval."""
    times = pd.date_range("2024-01-10T00:00", periods=hours // step + 1, freq=f"{step}h")
    fields = {name: FIELDS.get(name, 1.0) for name in intervals}
    given = {name: float(value) for name, value in intervals.items() if value}
    return MemorySource(make_dataset(times, intervals=given, **fields)).inventory()


def ids(support: EventSupport) -> list[str]:
    """Return what is lacking."""
    said = [] if support.message is None else support.message.params["clauses"].items
    return [item.id for item in said]


def said(inventory: Inventory, event: EventType) -> tuple[str, list[str]]:
    found = next(item for item in event_support(inventory) if item.event is event)
    return found.feasibility.value, ids(found)


@pytest.mark.parametrize(
    ("event", "inventory", "wanted"),
    [
        (GALE, {"u10": None, "v10": None, "fg10": 1}, ("feasible", [])),
        (GALE, {"u10": None, "v10": None}, ("partial", ["support-no_gusts"])),
        (GALE, {"fg10": 1}, ("partial", ["support-no_mean_wind"])),
        (GALE, {"u10": None}, ("blocked", ["event-gale_needs_wind"])),
        (RAIN, {"tp": 1, "sf": 1}, ("feasible", [])),
        (RAIN, {"tp": 1}, ("partial", ["support-phase_unknown"])),
        (SNOW, {"tp": 1, "sf": 1}, ("feasible", [])),
        (SNOW, {"tp": 1, "t2m": None, "d2m": None}, ("partial", ["support-phase_derived"])),
        (SNOW, {"tp": 1}, ("blocked", ["event-needs_phase"])),
        (SNOW, {"t2m": None}, ("blocked", ["event-needs_precipitation"])),
        (HEAT, {"mx2t": 1}, ("feasible", [])),
        (HEAT, {"t2m": None}, ("feasible", [])),
        (HEAT, {"mn2t": 1}, ("blocked", ["event-needs_temperature"])),
        (COLD, {"mn2t": 1}, ("feasible", [])),
        (COLD, {"mx2t": 1}, ("blocked", ["event-needs_temperature"])),
    ],
)
def test_of_five_days_by_the_hour(
    event: EventType, inventory: dict[str, float | None], wanted: tuple[str, list[str]]
) -> None:
    assert said(inventory_of(120, **inventory), event) == wanted


def test_of_too_few_hours_days_and_samples() -> None:
    assert said(inventory_of(6, tp=1, sf=1), RAIN) == ("partial", ["support-few_hours"])
    assert said(inventory_of(15, tp=1, sf=1), RAIN) == ("partial", ["support-window_untested"])
    assert said(inventory_of(60, 5, tp=5, sf=5), RAIN) == ("blocked", ["support-interval_unfit"])
    assert said(inventory_of(24, mx2t=1), HEAT) == ("blocked", ["event-heat_few_days"])
    assert said(inventory_of(60, mn2t=1), COLD) == ("partial", ["support-fall_untested"] * 2)
    assert said(inventory_of(120, 6, t2m=None), HEAT) == ("partial", ["support-coarse_steps"])
    assert said(inventory_of(120, 6, u10=None, v10=None), GALE) == (
        "partial",
        ["support-no_gusts", "support-coarse_steps"],
    )


def test_of_other_criteria() -> None:
    inventory = inventory_of(120, t2m=None)
    by_preset = {
        name: {item.event: item.feasibility.value for item in event_support(inventory, preset=name)}
        for name in ("cma", "nws", "etccdi")
    }
    assert (by_preset["cma"][HEAT], by_preset["nws"][HEAT]) == ("feasible", "blocked")
    assert by_preset["etccdi"][HEAT] == "blocked"
    assert event_support(inventory) == event_support(inventory, preset=load_preset("cma"))


def test_of_data_without_times() -> None:
    empty = Inventory()
    assert {item.feasibility for item in event_support(empty)} == {Feasibility.BLOCKED}
