"""The synoptic story: every system that governs an event is named, with its value and place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from diagnostics.contracts.systems import (
    AirCourse,
    Approach,
    AxisAloft,
    CentreKind,
    Deepening,
    EventFlow,
    FrontSegment,
    FrontType,
    JetMaximum,
    MoisturePlume,
    Movement,
    NearestPart,
    Position,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
    SystemEffect,
    TropicalCyclone,
    UpperCentre,
)
from diagnostics.detection.systems.tracks import deepening, earlier, movement
from diagnostics.grid.distance import destination, great_circle_km, initial_bearing
from diagnostics.guidelines import load_release
from diagnostics.reporting import build_report, render_markdown
from diagnostics.reporting.checker import unsupported_claims
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
    assert unsupported_claims(report, load_release()) == ()
    first = next(section for section in report.sections if section.id == "summary")
    assert "{claim:" not in render_markdown(report)
    return "\n".join(fill(line, report) for line in first.sentences)


def rows(material: Any, systems: SynopticSystems) -> str:
    """The table of systems, a line for each."""
    report = build_report(replace(material, systems=systems))
    assert unsupported_claims(report, load_release()) == ()
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


def nearest(
    value: float, distance: float, unit: str = "m s⁻¹", *, over: bool = False
) -> NearestPart:
    return NearestPart(
        value=value,
        unit=unit,
        toward_deg=90.0,
        latitude=30.0,
        longitude=105.0,
        over_event=over,
        position=Position(distance_km=distance, bearing_deg=250.0),
    )


@LANGUAGES
@pytest.mark.parametrize("over", [True, False])
def test_a_jet_is_named_by_what_acts_on_the_event(
    in_language: Callable[..., Any], language: str, over: bool
) -> None:
    """The value at the event comes first; a core comes second, and not from another continent."""
    part = nearest(41.2, 0.0 if over else 310.0, over=over)
    core = {"en": "Its core", "zh": "急流的核心"}[language]
    for away, said in ((1700.0, True), (2700.0, False)):
        systems = FOUND.model_copy(update={"jets": (jet(86.6, away, part=part),)})
        text = summary(in_language(language), systems)
        assert "41 m s⁻¹" in text
        assert (core in text, "87 m s⁻¹" in text) == (said, said)
        assert not said or text.index("41 m s⁻¹") < text.index("87 m s⁻¹")
        table = rows(in_language(language), systems)
        line = next(line for line in table.splitlines() if "87 m s⁻¹" in line)
        assert "41 m s⁻¹" in line
        assert ("310 km" in line) is not over
        assert f"{away:.0f} km" not in line


@LANGUAGES
def test_a_corridor_of_vapour_is_named_by_what_it_is_at_the_event(
    in_language: Callable[..., Any], language: str
) -> None:
    plume = MoisturePlume(
        kind="atmospheric_river", value=1451.0, unit="kg m⁻¹ s⁻¹", latitude=37.0, longitude=129.0,
        toward_deg=45.0, length_km=3000.0, part=nearest(512.0, 280.0, "kg m⁻¹ s⁻¹"),
    )  # fmt: skip
    text = summary(in_language(language), FOUND.model_copy(update={"plumes": (plume,)}))
    assert text.index("512 kg") < text.index("1451 kg")
    over = plume.model_copy(update={"part": nearest(512.0, 0.0, "kg m⁻¹ s⁻¹", over=True)})
    text = summary(in_language(language), FOUND.model_copy(update={"plumes": (over,)}))
    assert text.index("512 kg") < text.index("1451 kg")


@LANGUAGES
def test_what_the_data_cannot_show_is_said(in_language: Callable[..., Any], language: str) -> None:
    nothing = SynopticSystems(time=TIME, cannot_tell=("pressure", "tracks", "jet", "fronts"))
    report = build_report(replace(in_language(language), systems=nothing))
    assert unsupported_claims(report, load_release()) == ()
    text = render_markdown(report)
    assert {"en": "troughs", "zh": "槽脊"}[language] not in text.split("##")[2]
    assert {"en": "the jet, fronts", "zh": "急流、锋面"}[language] in text


def test_a_run_of_an_older_release_has_no_story(material: Any) -> None:
    report = build_report(replace(material, systems=None))
    assert "situation" not in [section.id for section in report.sections]
    assert "systems" not in report.model_dump(mode="json")


def test_the_low_and_the_high_that_make_the_flow_come_first_and_others_stay_in_the_table(
    in_language: Callable[..., Any],
) -> None:
    weak = governing(pressure_system("low", 1, 400.0, 1004.1, 2))
    deep = pressure_system("low", 2, 900.0, 951.3, 30)
    high = governing(pressure_system("high", 3, 800.0, 1031.2, 6))
    systems = with_flow((deep, weak, high), low="low-1", high="high-3")
    for language in ("en", "zh"):
        text = summary(in_language(language), systems)
        assert text.index("1004.1") < text.index("1031.2")
        assert "951.3" not in text
        assert "951.3" in rows(in_language(language), systems)
        assert text.count({"en": "makes the flow there", "zh": "影响该处气流的"}[language]) == 2


def test_what_makes_the_flow_stands_in_the_table_however_far_it_is(
    in_language: Callable[..., Any],
) -> None:
    crowd = tuple(pressure_system("low", number, 100.0 * number, 1000.5, 2) for number in range(14))
    high = governing(pressure_system("high", 20, 2400.0, 1051.2, 6))
    table = rows(in_language("en"), with_flow((*crowd, high), None, "high-20"))
    assert "1051.2" in table
    assert len(table.splitlines()) == 13
    assert "1051.2" in table.splitlines()[-1]


@LANGUAGES
def test_a_system_at_the_edge_comes_last_and_says_so(
    in_language: Callable[..., Any], language: str
) -> None:
    low_at_edge = governing(pressure_system("low", 1, 400.0, 1004.1, 2, near_edge=True))
    high = governing(pressure_system("high", 3, 800.0, 1031.2, 6))
    text = summary(in_language(language), with_flow((low_at_edge, high), "low-1", "high-3"))
    assert text.index("1031.2") < text.index("1004.1")
    assert {"en": "near the edge of the data", "zh": "接近资料边缘"}[language] in text
    text = summary(in_language(language), with_flow((high,), None, "high-3", beyond=("low",)))
    assert {"en": "falls beyond the area", "zh": "降到所查范围之外"}[language] in text
    text = summary(in_language(language), with_flow((high,), None, "high-3"))
    assert {"en": "do not show which low", "zh": "不能确定影响该处气流的低压"}[language] in text


@LANGUAGES
def test_slack_pressure_is_said_to_be_slack(in_language: Callable[..., Any], language: str) -> None:
    deep = pressure_system("low", 1, 900.0, 951.3, 30)
    systems = with_flow((deep,), None, None)
    assert systems.flow is not None
    slack = systems.flow.model_copy(update={"slack": True, "gradient": 0.1})
    text = summary(in_language(language), systems.model_copy(update={"flow": slack}))
    assert {"en": "nearly even (0.1 hPa", "zh": "均压场中（气压梯度0.1 hPa"}[language] in text
    assert "951.3" not in text


def governing(system: PressureSystem) -> PressureSystem:
    effect = SystemEffect(governs=True, encloses=False, gradient_share=0.9)
    return system.model_copy(update={"effect": effect})


def with_flow(
    pressure: tuple[PressureSystem, ...],
    low: str | None,
    high: str | None,
    beyond: tuple[CentreKind, ...] = (),
    **more: Any,
) -> SynopticSystems:
    flow = EventFlow(
        quantity="mean_sea_level_pressure",
        gradient=2.4,
        unit="hPa (100 km)⁻¹",
        falls_toward_deg=300.0,
        geostrophic_ms=19.7,
        geostrophic_from_deg=210.0,
        low=low,
        high=high,
        beyond=beyond,
    )
    return FOUND.model_copy(update={"pressure": pressure, "flow": flow, **more})


@LANGUAGES
def test_the_source_of_the_air_is_named_with_its_high(
    in_language: Callable[..., Any], language: str
) -> None:
    high = governing(pressure_system("high", 3, 800.0, 1051.6, 6))
    other = pressure_system("high", 4, 2100.0, 1043.5, 6)
    for name, value in (("high-3", "1051.6"), ("high-4", "1043.5")):
        air = AirCourse(
            quantity="wind@850",
            level_hpa=850.0,
            start=TIME - timedelta(hours=36),
            hours=36.0,
            latitude=52.0,
            longitude=101.0,
            position=Position(distance_km=1230.0, bearing_deg=330.0),
            line=((30.0, 110.0), (52.0, 101.0)),
            high=name,
            high_time=TIME,
        )
        text = summary(
            in_language(language), with_flow((high, other), None, "high-3", ("low",), air=air)
        )
        assert "1230 km" in text
        assert text.count(value) == (2 if name == "high-3" else 1)
        assert ("1043.5" in text) == (name == "high-4")


@LANGUAGES
@pytest.mark.parametrize("approach", ["toward", "away"])
def test_a_front_is_said_with_side_speed_and_passage(
    in_language: Callable[..., Any], language: str, approach: Approach
) -> None:
    moving = FRONTS[0].model_copy(
        update={
            "speed_ms": -9.7,
            "speed_by": "wind",
            "side": "cold",
            "approach": approach,
            "passes": TIME + timedelta(hours=11),
        }
    )
    text = summary(in_language(language), FOUND.model_copy(update={"fronts": (moving,)}))
    assert {"en": "its cold side", "zh": "过程峰值点在其冷侧"}[language] in text
    assert "35 km/h" in text
    way = {"toward": ("comes nearer", "靠近"), "away": ("moves away", "远离")}[approach]
    assert way[language == "zh"] in text
    assert {"en": "23:00 UTC 26 October 2010", "zh": "2010年10月26日23时"}[language] in text
    table = rows(in_language(language), FOUND.model_copy(update={"fronts": (moving,)}))
    assert way[language == "zh"] in table.lower()


_NUMBER = r"(−?[\d.]+)"
_PLACE = r"([\d.]+)° ([NS]), (?:([\d.]+)° ([EW])|180°)[^,;:]*?"
_WAY = re.compile(
    rf"(?P<way>By|Since) (?P<time>\d\d:00 UTC \d+ \w+ \d+) the (?P<kind>low|high) "
    rf"(?:moves|has moved) {_NUMBER} km to the (?P<toward>[a-z-]+) \({_NUMBER} km/h\), "
    rf"(?:to|from) {_PLACE}, and (?P<verb>[a-z ]+?),? (?:to|from|with) {_NUMBER} hPa "
    rf"\((?:change )?{_NUMBER} hPa in {_NUMBER} h"
)
_HERE = re.compile(
    rf"The (?:low|high) that makes the flow there, {_NUMBER} hPa, lies .*?at {_PLACE}[.,]"
)
_POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def _read(parts: Sequence[str | None]) -> tuple[float, float]:
    """A printed place in degrees."""
    latitude, side, longitude, half = parts
    east = 180.0 if longitude is None else float(longitude) * (1 if half == "E" else -1)
    return float(latitude or 0.0) * (1 if side == "N" else -1), east


@pytest.mark.parametrize("seed", range(10))
def test_motion_and_change_follow_from_what_is_printed(
    in_language: Callable[..., Any], seed: int
) -> None:
    """Tracks of any place and direction: a reader recomputes each way from its printed ends."""
    random = np.random.default_rng(seed)
    kind: CentreKind = "low" if seed % 2 else "high"
    latitude, longitude = random.uniform(-75.0, 75.0), random.uniform(-180.0, 180.0)
    if seed % 3 == 0:
        longitude = 179.0
    track = []
    for hours in (-24.0, -12.0, 0.0, 6.0, 18.0):
        there = centre(hours, 0.0, round(random.uniform(960.0, 1050.0), 3))
        track.append(there.model_copy(
            update={"kind": kind, "latitude": latitude, "longitude": longitude}))  # fmt: skip
        bearing, distance = random.uniform(0.0, 360.0), random.uniform(0.0, 900.0)
        latitude, longitude = destination(latitude, longitude, bearing, distance)
    system = low(
        f"{kind}-1",
        300.0,
        *track,
        movement=movement(track, TIME),
        earlier=earlier(track, TIME),
        deepening=deepening(track, TIME, pressure=True),
    )
    system = governing(system.model_copy(update={"kind": kind}))
    names = {kind: f"{kind}-1"}
    text = summary(in_language("en"), with_flow((system,), names.get("low"), names.get("high")))
    here = _HERE.search(text)
    assert here is not None
    now, value = _read(here.groups()[1:5]), float(here[1])
    ways = list(_WAY.finditer(text))
    assert len(ways) == text.count(" moves ") + text.count("has moved")
    hardly = text.count("hardly")
    assert len(ways) + hardly >= (2 if kind == "low" else 1)
    for found in ways:
        _, _, _, distance, _, speed, *place, _, other, change, hours = found.groups()
        ends = (_read(place[:4]), now) if found["way"] == "Since" else (now, _read(place[:4]))
        away = float(great_circle_km(*ends[0], *ends[1]))
        assert float(distance) == pytest.approx(away, abs=5.01)
        assert float(speed) == pytest.approx(away / float(hours), abs=2.6 + 5.0 / float(hours))
        bearing = float(initial_bearing(*ends[0], *ends[1]))
        assert _POINTS[round(bearing / 45.0) % 8] == found["toward"]
        values = (float(other), value) if found["way"] == "Since" else (value, float(other))
        printed = float(change.replace("−", "-"))
        assert printed == pytest.approx(values[1] - values[0], abs=1e-6)
        falls = {"deepen": True, "fill": False, "weaken": True, "strengthen": False}
        said = next((item for word, item in falls.items() if word in found["verb"]), None)
        assert said == (None if abs(printed) < 1.0 else printed < 0.0)
        time = datetime.strptime(found["time"], "%H:%M UTC %d %B %Y").replace(tzinfo=UTC)
        assert abs((time - TIME).total_seconds()) == 3600.0 * float(hours)
    table = rows(in_language("en"), with_flow((system,), names.get("low"), names.get("high")))
    last = ways[-1] if ways else None
    if last is not None and not hardly:
        assert f"{last.groups()[3]} km {last['toward']} in {last.groups()[-1]} h" in table
