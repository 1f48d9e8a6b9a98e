"""The synoptic story: every system that governs an event is named, with its value and place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.systems import (
    Deepening,
    FrontSegment,
    FrontType,
    JetMaximum,
    MoisturePlume,
    Movement,
    Position,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
    TemperatureFall,
    TropicalCyclone,
    UpperCentre,
)
from diagnostics.guidelines import load_release
from diagnostics.reporting import build_report, claim_problems, render_markdown
from diagnostics.reporting.values import fill

TIME = datetime(2010, 10, 26, 12, tzinfo=UTC)
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])


def centre(hours: float, longitude: float, value: float, **more: Any) -> PressureCentre:
    given: dict[str, Any] = {"closed_contours": 8, "radius_km": 500.0, **more}
    return PressureCentre(
        kind="low",
        time=TIME + timedelta(hours=hours),
        latitude=30.0,
        longitude=longitude,
        value=value,
        contour_interval=2.0,
        **given,
    )


def low(identifier: str, distance: float, *centres: PressureCentre, **more: Any) -> PressureSystem:
    return PressureSystem(
        id=identifier,
        kind="low",
        quantity="mean_sea_level_pressure",
        unit="hPa",
        centres=centres,
        position=Position(distance_km=distance, bearing_deg=315.0),
        **more,
    )


MOVED = Movement(
    start=TIME - timedelta(hours=6), end=TIME, toward_deg=45.0, speed_ms=18.0, distance_km=389.0
)
DEEPER = Deepening(end=TIME, change=-29.3, bergeron=1.71)
_COLD: tuple[tuple[FrontType, float, float], ...] = (
    ("cold", 112.0, 400.0),
    ("cold", 100.0, 1200.0),
)
FRONTS = tuple(
    FrontSegment(
        type=kind,
        level_hpa=850.0,
        latitude=29.0,
        longitude=longitude,
        contrast=4.2,
        length_km=900.0,
        warm_bearing=120.0,
        line=((29.0, longitude), (27.0, longitude)),
        position=Position(distance_km=distance, bearing_deg=270.0),
    )
    for kind, longitude, distance in _COLD
)
FOUND = SynopticSystems(
    time=TIME,
    pressure=(
        low("low-1", 640.0, centre(-6.0, 112.0, 975.0), centre(0.0, 116.0, 967.6),
            movement=MOVED, deepening=DEEPER),
        low("low-2", 2400.0, centre(0.0, 140.0, 940.1)),
    ),
    jets=(
        JetMaximum(level_hpa=250.0, speed_ms=86.6, toward_deg=90.0, latitude=28.0,
                   longitude=105.0, position=Position(distance_km=900.0, bearing_deg=250.0),
                   quadrant="left_exit"),
    ),
    fronts=FRONTS,
    upper=(
        UpperCentre(kind="cutoff_low", level_hpa=500.0, value=5263.7, latitude=29.0,
                    longitude=113.0, position=Position(distance_km=300.0, bearing_deg=200.0)),
    ),
    latitude=31.0,
    longitude=117.0,
    at_event=True,
)  # fmt: skip


def summary(material: Any, systems: SynopticSystems) -> str:
    report = build_report(replace(material, systems=systems))
    assert claim_problems(report, load_release()) == ()
    first = next(section for section in report.sections if section.id == "summary")
    assert "{claim:" not in render_markdown(report)
    return "\n".join(fill(line, report) for line in first.sentences)


@LANGUAGES
def test_the_greatest_fall_of_temperature_is_told_where_there_is_one(
    in_language: Callable[..., Any], language: str
) -> None:
    fall = TemperatureFall(
        start=TIME - timedelta(hours=6), end=TIME, span_hours=6.0, fall_k=23.5,
        latitude=37.5, longitude=-90.0,
    )  # fmt: skip
    said = {"en": "by 23.5 K in 6 h, from 06:00 UTC", "zh": "6 h内下降23.5 ℃"}[language]
    assert said in summary(in_language(language), FOUND.model_copy(update={"fall": fall}))
    assert said not in summary(in_language(language), FOUND)


@LANGUAGES
def test_the_low_that_governs_is_told_before_the_cause(
    in_language: Callable[..., Any], language: str
) -> None:
    text = summary(in_language(language), FOUND)
    assert "967.6 hPa" in text
    assert "940.1 hPa" not in text, "a deeper low far away governs nothing here"
    assert {"en": "moves to the north-east at 65 km/h", "zh": "移向东北，移速65 km/h"}[
        language
    ] in text
    assert "1.71" in text
    assert "5264 gpm" in text
    assert {"en": "left exit", "zh": "左侧出口区"}[language] in text
    assert text.count({"en": "a cold front", "zh": "冷锋"}[language]) == 1
    cause = {"en": "The evidence favours", "zh": "主要成因"}[language]
    assert text.index("967.6") < text.index(cause)


@LANGUAGES
@pytest.mark.parametrize("near_km", [100.0, 600.0, 950.0])
def test_a_low_close_to_the_event_is_told_before_a_deeper_one_farther_off(
    in_language: Callable[..., Any], language: str, near_km: float
) -> None:
    deep = low("low-1", 1800.0, centre(0.0, 116.0, 951.3, closed_contours=20))
    shallow = low("low-2", near_km, centre(0.0, 116.0, 1003.2, closed_contours=1))
    for pressure in ((deep, shallow), (shallow, deep)):
        text = summary(in_language(language), FOUND.model_copy(update={"pressure": pressure}))
        assert text.index("1003.2 hPa") < text.index("951.3 hPa")


@LANGUAGES
@pytest.mark.parametrize(("latitude", "inside"), [(31.0, True), (20.0, False), (48.0, False)])
def test_a_plume_runs_across_the_region_only_where_it_is_strongest_there(
    in_language: Callable[..., Any], language: str, latitude: float, inside: bool
) -> None:
    plume = MoisturePlume(
        kind="atmospheric_river", value=812.0, unit="kg m⁻¹ s⁻¹", latitude=latitude,
        longitude=116.0, toward_deg=45.0, length_km=2600.0,
    )  # fmt: skip
    known = in_language(language)
    assert known.request.region.holds(latitude, 116.0) == inside
    text = summary(known, FOUND.model_copy(update={"plumes": (plume,)}))
    across = {"en": "Across the region runs", "zh": "区域上空有"}[language]
    assert (across in text) == inside
    assert "812" in text


@LANGUAGES
def test_a_pressure_reduced_over_high_ground_says_so(
    in_language: Callable[..., Any], language: str
) -> None:
    """The height is in metres; read in hPa as the pressure beside it, it failed the diagnosis."""
    high = low("low-4", 300.0, centre(0.0, 116.0, 985.0, reduced_over_m=1568.0))
    text = summary(in_language(language), FOUND.model_copy(update={"pressure": (high,)}))
    assert "1568 m" in text


@LANGUAGES
def test_a_tropical_cyclone_at_the_edge_is_told_as_one(
    in_language: Callable[..., Any], language: str
) -> None:
    cyclone = TropicalCyclone(
        scale="hurricane",
        category="hurricane_2",
        wind_ms=47.3,
        wind_latitude=29.5,
        wind_longitude=116.0,
        warm_core_k=3.1,
        warm_level_hpa=550.0,
    )
    edge = centre(0.0, 116.0, 939.2, at_data_edge=True, closed_contours=0)
    systems = FOUND.model_copy(
        update={"pressure": (FOUND.pressure[1], low("low-3", 280.0, edge, cyclone=cyclone))}
    )
    text = summary(in_language(language), systems)
    assert {"en": "A tropical cyclone (hurricane of category 2", "zh": "热带气旋"}[language] in text
    assert "939.2 hPa" in text
    assert {"en": "cut-off", "zh": "切断"}[language] not in text


@LANGUAGES
def test_what_the_data_cannot_show_is_said(in_language: Callable[..., Any], language: str) -> None:
    nothing = SynopticSystems(time=TIME, cannot_tell=("pressure", "tracks", "jet", "fronts"))
    report = build_report(replace(in_language(language), systems=nothing))
    assert claim_problems(report, load_release()) == ()
    text = render_markdown(report)
    assert {"en": "troughs", "zh": "槽脊"}[language] not in text.split("##")[2]
    assert {"en": "the jet, fronts", "zh": "急流、锋面"}[language] in text


def test_a_run_of_an_older_release_has_no_story(material: Any) -> None:
    report = build_report(replace(material, systems=None))
    assert "situation" not in [section.id for section in report.sections]
    assert "systems" not in report.model_dump(mode="json")
