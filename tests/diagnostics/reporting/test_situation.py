"""The synoptic story: every system that governs an event is named, with its value and place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.systems import (
    AxisAloft,
    CentreKind,
    Deepening,
    FrontSegment,
    FrontType,
    JetMaximum,
    Movement,
    Position,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
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
UPPER = UpperCentre(
    kind="cutoff_low",
    level_hpa=500.0,
    value=5263.7,
    latitude=29.0,
    longitude=113.0,
    position=Position(distance_km=300.0, bearing_deg=200.0),
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
    upper=(UPPER,),
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


def rows(material: Any, systems: SynopticSystems) -> str:
    """The table of systems, a line for each."""
    report = build_report(replace(material, systems=systems))
    assert claim_problems(report, load_release()) == ()
    section = next(item for item in report.sections if item.id == "situation")
    return "\n".join(" | ".join(fill(part, report) for part in row) for row in section.table)


@LANGUAGES
def test_the_low_that_governs_is_told_before_the_cause(
    in_language: Callable[..., Any], language: str
) -> None:
    text = summary(in_language(language), FOUND)
    assert "967.6 hPa" in text
    assert "940.1 hPa" not in text, "a deeper low far away governs nothing here"
    assert {"en": "moves to the north-east at 65 km/h", "zh": "向东北移动，移速65 km/h"}[
        language
    ] in text
    assert "1.71" in text
    assert {"en": "5264 gpm", "zh": "526.4 dagpm"}[language] in text
    assert {"en": "left exit", "zh": "左侧出口区"}[language] in text
    assert text.count({"en": "a cold front", "zh": "冷锋"}[language]) == 1
    cause = {"en": "The evidence favours", "zh": "主要成因"}[language]
    assert text.index("967.6") < text.index(cause)


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
    above = UPPER.model_copy(update={"kind": "closed_low", "part_of": "low-3"})
    trough = AxisAloft(kind="trough", level_hpa=500.0, departure_gpm=-81.0, mean_within_deg=15.0,
                       latitude=29.0, longitude=113.0, length_km=900.0, line=((29.0, 113.0),),
                       position=UPPER.position, part_of="low-3")  # fmt: skip
    other = UPPER.model_copy(update={"kind": "closed_low", "value": 5556.0, "position": Position(
        distance_km=1400.0, bearing_deg=10.0)})  # fmt: skip
    systems = FOUND.model_copy(
        update={
            "pressure": (FOUND.pressure[1], low("low-3", 280.0, edge, cyclone=cyclone)),
            "upper": (above, other),
            "axes": (trough,),
        }
    )
    text = summary(in_language(language), systems)
    table = rows(in_language(language), systems)
    for wording in (text, table):
        assert not re.search(r"526\.?4", wording), (
            "the upper part of the cyclone is no second system"
        )
        assert "81" not in wording
        assert re.search(r"555\.?6", wording), "another closed low is one"
    assert {"en": "A tropical cyclone (hurricane of category 2", "zh": "热带气旋"}[language] in text
    assert "939.2 hPa" in text
    assert {"en": "cut-off", "zh": "切断"}[language] not in text


def pressure_system(
    kind: CentreKind, number: int, distance: float, value: float, contours: int, **more: Any
) -> PressureSystem:
    there = centre(0.0, 110.0 + number, value, closed_contours=contours, **more)
    item = low(f"{kind}-{number}", distance, there.model_copy(update={"kind": kind}))
    return item.model_copy(update={"kind": kind})


@LANGUAGES
@pytest.mark.parametrize("kind", ["low", "high"])
def test_what_the_edge_may_cut_comes_after_a_whole_centre(
    in_language: Callable[..., Any], language: str, kind: CentreKind
) -> None:
    """Unless the whole one is more than twice as far away."""
    for distance, whole_first in ((2500.0, True), (2900.0, False)):
        systems = FOUND.model_copy(
            update={
                "pressure": (
                    pressure_system(kind, 1, 1300.0, 1031.7, 2, near_edge=True),
                    pressure_system(kind, 2, distance, 1028.6, 1),
                )
            }
        )
        text = summary(in_language(language), systems)
        assert ("1028.6" in text) == whole_first
        first = [value for value in ("1028.6", "1031.7") if value in text]
        assert min(first, key=text.index) == ("1028.6" if whole_first else "1031.7")
        mark = {"en": "near the edge of the data", "zh": "资料边缘附近的"}[language]
        assert rows(in_language(language), systems).count(mark) == 1


@LANGUAGES
def test_a_low_much_nearer_than_the_governing_one_is_said_too(
    in_language: Callable[..., Any], language: str
) -> None:
    for distance, said in ((1000.0, True), (1300.0, False)):
        systems = FOUND.model_copy(
            update={
                "pressure": (
                    pressure_system("low", 1, 2200.0, 967.2, 20),
                    pressure_system("low", 2, distance, 998.6, 1),
                )
            }
        )
        text = summary(in_language(language), systems)
        assert "967.2" in text
        assert ("998.6" in text) == said


def jet(speed: float, distance: float, **more: Any) -> JetMaximum:
    return JetMaximum(
        level_hpa=250.0,
        speed_ms=speed,
        toward_deg=90.0,
        latitude=28.0,
        longitude=105.0 + distance / 100.0,
        position=Position(distance_km=distance, bearing_deg=250.0),
        **more,
    )


@LANGUAGES
def test_a_jet_at_the_edge_is_said_to_be_as_strong_or_stronger(
    in_language: Callable[..., Any], language: str
) -> None:
    or_more = {"en": "or more", "zh": "极大值可能在其外且更强"}[language]
    mark = {"en": "at the edge of the data", "zh": "资料边缘的"}[language]
    for at_edge in (False, True):
        systems = FOUND.model_copy(update={"jets": (jet(64.0, 900.0, at_edge=at_edge),)})
        text = summary(in_language(language), systems)
        assert "64 m s⁻¹" in text
        assert (or_more in text) == at_edge
        assert (mark in rows(in_language(language), systems)) == at_edge


@LANGUAGES
def test_a_nearer_jet_is_said_beside_the_one_that_governs(
    in_language: Callable[..., Any], language: str
) -> None:
    nearer = {"en": "Nearer, a jet", "zh": "更近处"}[language]
    governing = jet(86.6, 900.0, quadrant="left_exit")
    for other, said in ((jet(35.2, 500.0), True), (jet(35.2, 1200.0), False)):
        systems = FOUND.model_copy(update={"jets": (governing, other)})
        text = summary(in_language(language), systems)
        assert "87 m s⁻¹" in text
        assert (nearer in text) == said
        assert ("35 m s⁻¹" in text) == said
    edge = FOUND.model_copy(update={"jets": (governing, jet(35.2, 500.0, at_edge=True))})
    assert {"en": "or more", "zh": "且更强"}[language] in summary(in_language(language), edge)


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
