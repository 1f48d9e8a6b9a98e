"""The record as a whole: presets, ranking, places and times."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from diagnostics.contracts.base import canonical_bytes
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events import PRESETS, classify, load_preset, read_preset
from diagnostics.detection.events.daily_temperatures import resolve_timezone
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.memory import MemorySource

WARM = {"t2m": 290.0, "d2m": 288.0}
TIMES = pd.date_range("2024-07-01T00:00", periods=9, freq="6h")


def rainy(dataset, **options):
    spot = np.zeros((9, 12, 16))
    spot[2:6, 3:8, 4:10] = 20.0
    return dataset(TIMES, tp=spot, intervals={"tp": 6}, **WARM, **options)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_pinned_by_their_numbers(name):
    preset = load_preset(name)
    assert preset.name == name
    changed = preset.model_copy(update={"title": "another"})
    assert changed.digest != preset.digest
    assert read_preset(preset.model_dump(mode="json")).digest == preset.digest


def test_unknown_preset_names_the_known_ones():
    with pytest.raises(ArgumentError) as raised:
        load_preset("xyz")
    assert raised.value.data["available"] == list(PRESETS)


def test_broken_preset_is_refused():
    document = load_preset("cma").model_dump(mode="json")
    document["criteria"]["gale"]["sustained"] = []
    with pytest.raises(ArgumentError, match=r"gale\.sustained"):
        read_preset(document)


def test_percentile_preset_needs_a_climatology(dataset, classified):
    result = classified(rainy(dataset), preset="etccdi")
    assert all(item.firing is Firing.NOT_ASSESSABLE for item in result.assessments)
    assert "climatology" in result.assessment(EventType.HEAT_WAVE).reason
    assert "no criteria" in result.assessment(EventType.GALE).reason


@pytest.mark.parametrize(("west", "south"), [(178.0, 30.0), (-2.0, 30.0), (110.0, -33.0)])
def test_place_does_not_matter(dataset, classified, west, south):
    base = classified(rainy(dataset, west=110.0, south=30.0)).assessment(EventType.RAINSTORM)
    found = classified(rainy(dataset, west=west, south=south)).assessment(EventType.RAINSTORM)
    assert found.grade == base.grade
    assert found.metrics.peak == pytest.approx(base.metrics.peak)
    assert -180 <= found.metrics.peak_longitude <= 180
    assert found.metrics.max_object_area_km2 == pytest.approx(
        base.metrics.max_object_area_km2, rel=0.05
    )


def test_region_across_180_finds_both_sides(dataset, classified):
    data = rainy(dataset, west=178.0, south=30.0)
    region = Region.model_validate("178,30,-178.25,32.75")
    assert classified(data, region=region).primary is EventType.RAINSTORM


def test_same_moment_in_another_zone_is_the_same_question(dataset, classified):
    data = rainy(dataset)
    utc = TimeWindow(start="2024-07-01T00:00Z", end="2024-07-02T12:00Z")
    beijing = TimeWindow(start="2024-07-01T08:00+08:00", end="2024-07-02T20:00+08:00")
    one, other = classified(data, window=utc), classified(data, window=beijing)
    assert canonical_bytes(one) == canonical_bytes(other)


def test_missing_land_mask_is_flagged(dataset, classified):
    data = dataset(TIMES, tp=20.0, land=None, t2m=268.0, d2m=267.0, intervals={"tp": 6})
    result = classified(data)
    assert "land_mask_missing" in result.warnings
    assert result.assessment(EventType.SNOWSTORM).firing is Firing.FIRED


def test_period_without_data_is_refused(dataset):
    source = MemorySource(rainy(dataset))
    window = TimeWindow(start="2025-01-01T00:00Z", end="2025-01-02T00:00Z")
    with pytest.raises(InputDataError) as raised:
        classify(source, Region.model_validate("110,30,113,32"), window)
    assert raised.value.code == "period_without_data"


def test_declared_type_that_did_not_fire_is_kept(dataset, classified):
    result = classified(rainy(dataset), declared=EventType.GALE)
    assert result.declared is EventType.GALE
    assert result.agreement is False
    assert result.primary is EventType.RAINSTORM
    assert classified(rainy(dataset), declared=EventType.RAINSTORM).agreement is True


def test_storm_of_rain_and_wind_is_compound(dataset, classified):
    data = dataset(TIMES, tp=20.0, u10=30.0, v10=0.0, intervals={"tp": 6}, t2m=300.0, d2m=298.0)
    result = classified(data)
    assert result.compound == ("rainstorm+gale",)
    assert {result.primary, *result.secondary} == {EventType.RAINSTORM, EventType.GALE}
    ranks = [result.assessment(event).rank for event in (result.primary, *result.secondary)]
    assert ranks == sorted(ranks, reverse=True)


def test_quiet_weather_fires_nothing_and_says_how_far(dataset, classified):
    data = dataset(TIMES, tp=1.0, u10=5.0, v10=0.0, intervals={"tp": 6}, **WARM)
    result = classified(data)
    assert result.primary is None
    rain = result.assessment(EventType.RAINSTORM)
    assert rain.metrics.distance == pytest.approx(4.0 / 50.0 - 1, rel=1e-4)
    assert rain.confidence > 0


def test_confidence_is_the_product_of_its_parts(dataset, classified):
    found = classified(rainy(dataset)).assessment(EventType.RAINSTORM)
    assert found.confidence == pytest.approx(np.prod(list(found.confidence_parts.values())))
    assert {"completeness", "margin", "resolution", "source", "sampling", "phase"} <= set(
        found.confidence_parts
    )


def test_classification_is_the_same_twice(dataset, classified):
    one, other = classified(rainy(dataset)), classified(rainy(dataset))
    assert canonical_bytes(one) == canonical_bytes(other)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (None, "UTC+08:00"),
        ("+08:00", "UTC+08:00"),
        ("UTC-3", "UTC-03:00"),
        ("+0530", "UTC+05:30"),
        ("Asia/Kolkata", "Asia/Kolkata"),
        ("utc", "UTC+00:00"),
    ],
)
def test_zones(text, name):
    assert resolve_timezone(text, Region.model_validate("115,30,125,40")).name == name


@pytest.mark.parametrize("box", ["178,-20,182,-15", "179,-20,184,-15", "176,-20,180,-15"])
def test_days_along_the_180th_meridian_have_the_date_of_the_islands(box):
    assert resolve_timezone(None, Region.model_validate(box)).name == "UTC+12:00"


@pytest.mark.parametrize("text", ["Mars/Olympus", "+25:00", "", "../etc"])
def test_unknown_zone_is_refused(text):
    with pytest.raises(ArgumentError) as raised:
        resolve_timezone(text, Region.model_validate("115,30,125,40"))
    assert raised.value.code == "unknown_timezone"
