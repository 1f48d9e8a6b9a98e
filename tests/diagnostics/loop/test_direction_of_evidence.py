"""A factor is read on the side, and from the direction, that its cause means."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
import xarray as xr
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diagnostics.catalog import compute_index
from diagnostics.contracts.enums import IndexStatus, Verdict
from diagnostics.contracts.evidence import (
    Feature,
    FeaturesAnswer,
    IndexAnswer,
    Judgement,
    Provenance,
    SeriesPoint,
)
from diagnostics.contracts.guidelines import IndexExpectation, Place
from diagnostics.contracts.space_time import Region, SearchPlace, TimeWindow, within_right_angle
from diagnostics.detection.relative_position import (
    NEAR_KM,
    at_place,
    colder_side,
    place_of,
    side_of,
    within,
)
from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.distance import destination, great_circle_km, initial_bearing
from diagnostics.guidelines import judge_index, load_release
from diagnostics.messages import render
from diagnostics.ports import FieldRequest

TIME = datetime(2026, 1, 18, tzinfo=UTC)
PERIOD = TimeWindow(start=TIME, end=TIME)
LONGITUDE = 100.0
RELEASE = load_release()
WIND = RELEASE.entry("g_cold_wave_surface_wind_speed")
DRYNESS = RELEASE.entry("g_cold_wave_specific_humidity_level")
BEARINGS = st.floats(0.0, 360.0, exclude_max=True)
LATITUDES = st.sampled_from([-40.0, 40.0])


def front(
    latitude: float, cold: float, ahead_km: float, *, dry_side: float = 1.0, step: float = 0.5
) -> MemorySource:
    """Return a front whose cold air lies toward a bearing, so many km from the peak toward it.

    Behind it a wind of 14 m/s blows from the cold side; ahead of it a stronger one from the warm
    side. One of the sides is dry.
    """
    latitudes = latitude + np.arange(-10.0, 10.01, step)
    longitudes = LONGITUDE + np.arange(-12.5, 12.51, step)
    rows, columns = np.meshgrid(latitudes, longitudes, indexing="ij")
    distance = great_circle_km(latitude, LONGITUDE, rows, columns)
    angle = np.radians(initial_bearing(latitude, LONGITUDE, rows, columns) - cold)
    behind = distance * np.cos(angle) - ahead_km
    toward = np.where(behind > 0.0, cold + 180.0, cold - 30.0)
    speed = np.where(behind > 0.0, 14.0, 18.0)
    dry = dry_side * behind > 0.0
    surface = {
        "u10": speed * np.sin(np.radians(toward)),
        "v10": speed * np.cos(np.radians(toward)),
        "t2m": 280.0 - 8.0 * np.tanh(behind / 200.0),
    }
    aloft = {"t": surface["t2m"] - 10.0, "q": np.where(dry, 0.0008, 0.006)}
    flat, deep = ("time", "latitude", "longitude"), ("time", "level", "latitude", "longitude")
    return MemorySource(
        xr.Dataset(
            {
                **{name: (flat, values[None].astype("f4")) for name, values in surface.items()},
                **{name: (deep, values[None, None].astype("f4")) for name, values in aloft.items()},
            },
            coords={
                "time": np.array([TIME.replace(tzinfo=None)], "datetime64[ns]"),
                "level": [850.0],
                "latitude": latitudes,
                "longitude": longitudes,
            },
        )
    )


def judged(source: MemorySource, latitude: float, entry: Any) -> Judgement:
    """Judge an entry at the peak as the loop does: at its place, on its side."""
    expected, where = entry.expected, entry.where
    assert isinstance(expected, IndexExpectation)
    peak = {"latitude": latitude, "longitude": LONGITUDE}
    side = side_of(where.place, source, **peak, time=TIME)
    blows = expected.blows_from and side_of(expected.blows_from, source, **peak, time=TIME)
    place = SearchPlace(
        region=place_of(latitude, LONGITUDE, where.reach_km, side),
        **peak,
        time=TIME,
        reach_km=where.reach_km,
        window=PERIOD,
        side_deg=side,
    )
    answer = compute_index(
        entry.factor,
        source,
        region=place.region,
        level=expected.level,
        reduction=expected.reduction,
    )
    return judge_index(
        entry,
        answer,
        period=PERIOD,
        latitude=latitude,
        within=lambda point: within(place, point.latitude, point.longitude),
        located=True,
        blows_from=blows,
    )


@settings(max_examples=20, deadline=None)
@given(latitude=LATITUDES, cold=BEARINGS)
def test_the_side_of_the_cold_air_is_found_however_a_front_lies(latitude, cold):
    source = front(latitude, cold, 0.0)
    peak = {"latitude": latitude, "longitude": LONGITUDE, "time": TIME}
    found = side_of(Place.COLD_SIDE, source, **peak)
    warm = side_of(Place.WARM_SIDE, source, **peak)
    assert abs((found - cold + 180.0) % 360.0 - 180.0) < 3.0
    assert abs((warm - found) % 360.0 - 180.0) < 1e-6


@pytest.mark.parametrize("aloft", [True, False])
def test_the_side_is_found_on_coarse_grids_and_from_the_air_at_2_m(aloft):
    source = front(40.0, 310.0, 0.0, step=2.5)
    data = source.load(FieldRequest(variables=("t", "t2m") if aloft else ("t2m",)))
    found = colder_side(MemorySource(data), latitude=40.0, longitude=LONGITUDE, time=TIME)
    assert found == pytest.approx(310.0, abs=10.0)


def test_air_of_one_temperature_has_no_side():
    source = front(40.0, 0.0, 3000.0)
    assert colder_side(source, latitude=40.0, longitude=LONGITUDE, time=TIME) is None


@settings(max_examples=12, deadline=None)
@given(latitude=LATITUDES, cold=BEARINGS)
def test_wind_is_evidence_behind_a_front_and_not_ahead_of_it(latitude, cold):
    behind = judged(front(latitude, cold, -300.0), latitude, WIND)
    assert behind.verdict is Verdict.CONFIRMED
    ahead = judged(front(latitude, cold, 300.0), latitude, WIND)
    assert ahead.verdict is Verdict.REFUTED
    assert ahead.wording.id == "verdict-blows_elsewhere"
    assert ahead.decisive_value == pytest.approx(18.0, abs=0.01)


@settings(max_examples=12, deadline=None)
@given(latitude=LATITUDES, cold=BEARINGS)
def test_dryness_is_evidence_behind_a_front_and_not_ahead_of_it(latitude, cold):
    assert judged(front(latitude, cold, 0.0), latitude, DRYNESS).verdict is Verdict.CONFIRMED
    ahead = front(latitude, cold, 0.0, dry_side=-1.0)
    assert judged(ahead, latitude, DRYNESS).verdict is Verdict.REFUTED


def series_of(*points: SeriesPoint, unit: str = "m/s") -> IndexAnswer:
    return IndexAnswer(
        name="index",
        value=points[0].value,
        unit=unit,
        status=IndexStatus.OK,
        provenance=Provenance(tool="index", tool_version="1"),
        series=points,
    )


def wind_answer(winds: list[tuple[float, float | None]]) -> IndexAnswer:
    return series_of(
        *(
            SeriesPoint(time=TIME + timedelta(hours=6 * row), value=speed, from_deg=way)
            for row, (speed, way) in enumerate(winds)
        )
    )


def _wind_verdict(answer: Any, blows_from: float | None) -> Judgement:
    start, end = answer.series[0].time, answer.series[-1].time
    period = TimeWindow(start=start, end=end)
    return judge_index(
        WIND, answer, period=period, latitude=40.0, located=True, blows_from=blows_from
    )


@given(turn=st.floats(0, 360), side=st.integers(0, 359), winds=st.lists(
    st.tuples(st.floats(0.0, 40.0), st.integers(1, 360)), min_size=1, max_size=4
))  # fmt: skip
def test_turning_all_directions_changes_no_verdict(turn, side, winds):
    def verdict(turned: float) -> Verdict:
        answer = wind_answer([(speed, (way + turned) % 360.0) for speed, way in winds])
        return _wind_verdict(answer, (side + turned) % 360.0).verdict

    # exactly a right angle is a matter of rounding
    assume(all((way - side) % 180 != 90 for _, way in winds))
    assert verdict(turn) is verdict(0.0)


def test_a_weaker_wind_from_the_right_side_decides():
    rule = _wind_verdict(wind_answer([(17.3, 171.0), (13.0, 300.0), (9.0, 310.0)]), 315.0)
    assert rule.verdict is Verdict.CONFIRMED
    assert (rule.decisive_value, rule.decisive_time) == (13.0, TIME + timedelta(hours=6))


def test_a_wind_from_elsewhere_is_refused_with_both_directions():
    rule = _wind_verdict(wind_answer([(17.3, 171.4), (9.0, 310.0)]), 315.0)
    assert rule.verdict is Verdict.REFUTED
    assert rule.reason == (
        "the wind of 17.3 m s⁻¹ at 2026-01-18 00:00 UTC reaches the limit, but blows from the "
        "south, 170°, and not from the cold side, which lies to the north-west"
    )
    assert "冷空气一侧" in render(rule.wording, "zh")


@pytest.mark.parametrize(("direction", "side"), [(None, 315.0), (310.0, None)])
def test_where_a_direction_is_not_known_nothing_is_decided(direction, side):
    rule = _wind_verdict(wind_answer([(17.3, direction)]), side)
    assert rule.verdict is Verdict.UNDETERMINED
    assert rule.wording.id == "verdict-blows_unknown"
    assert _wind_verdict(wind_answer([(7.0, direction)]), side).verdict is Verdict.REFUTED


@given(bearing=BEARINGS, side=BEARINGS, distance=st.floats(60.0, 600.0))
def test_a_feature_in_the_other_air_is_elsewhere(bearing, side, distance):
    latitude, longitude = destination(40.0, 100.0, bearing, distance)
    place = SearchPlace(
        region=place_of(40.0, 100.0, 700.0, side),
        latitude=40.0,
        longitude=100.0,
        time=TIME,
        reach_km=700.0,
        window=PERIOD,
        side_deg=side,
    )
    answer = FeaturesAnswer(
        detector="dry_intrusion",
        passed=True,
        score=0.7,
        features=(Feature(kind="dry", latitude=latitude, longitude=longitude, score=0.7),),
        time=TIME,
        provenance=Provenance(tool="dry_intrusion", tool_version="1"),
    )
    held = Region(west=80.0, south=20.0, east=120.0, north=60.0)
    found = at_place(answer, place, held, 0.5)
    along = distance * np.cos(np.radians(bearing - side))
    assume(abs(along + NEAR_KM) > 1.0)
    assert found.passed is bool(along > -NEAR_KM)
    assert (found.elsewhere is None) is found.passed


@given(one=st.floats(0, 360), other=st.floats(0, 360), turn=st.integers(-3, 3))
def test_directions_that_differ_by_whole_circles_are_one(one, other, turn):
    apart = abs((one - other + 180.0) % 360.0 - 180.0)
    assume(abs(apart - 90.0) > 1e-6)
    assert within_right_angle(one, other + 360.0 * turn) is (apart < 90.0)


@pytest.mark.slow
def test_the_southerly_ahead_of_the_front_of_january_1996_is_no_polar_air(real_data):
    """18 January 1996, 00 UTC, St. Louis: 17.3 m/s at +17.6 degC from the south."""
    source = open_source([*sorted(real_data("S01_blizzard_jan1996_namerica").glob("*.cdf"))])
    peak = {"latitude": 37.5, "longitude": -90.0}
    time = datetime(1996, 1, 18, tzinfo=UTC)
    side = colder_side(source, **peak, time=time)
    region = place_of(*peak.values(), 300.0, side)
    window = TimeWindow(start=time, end=time + timedelta(hours=12))
    answer = compute_index("surface_wind_speed", source, region=region, time=window)
    first, *later = answer.series
    assert (first.value, first.from_deg) == pytest.approx((17.3, 171.2), abs=0.05)
    judge = {"entry": WIND, "latitude": 37.5, "located": True, "blows_from": side}
    at_first = TimeWindow(start=time, end=time)
    ahead = judge_index(answer=answer, period=at_first, **judge)
    assert ahead.verdict is Verdict.REFUTED
    assert ahead.wording.id == "verdict-blows_elsewhere"
    behind = judge_index(answer=answer, period=window, **judge)
    assert behind.verdict is Verdict.CONFIRMED
    assert behind.decisive_time in [point.time for point in later]


@pytest.mark.parametrize(
    "name", ["freezing_level_height", "snow_level_height", "wet_bulb_zero_height"]
)
def test_a_freezing_level_of_winter_rain_is_no_evidence_of_snow(name):
    """However unusual it is against the climate: at 1133 m snow has melted before the ground."""
    entry = RELEASE.entry(f"g_snowstorm_{name}")

    def verdict(height: float) -> Verdict:
        point = SeriesPoint(time=TIME, value=height, z=-4.5, sample_count=900, climatology_mode="A")
        answer = series_of(point, unit="gpm")
        return judge_index(entry, answer, period=PERIOD, latitude=40.0).verdict

    assert verdict(1133.0) is Verdict.REFUTED
    assert verdict(120.0) is Verdict.CONFIRMED


@pytest.mark.slow
def test_snow_of_japan_has_its_freezing_level_near_the_ground_and_rain_has_not(real_data):
    """17 January 2011: snow over Niigata; off Kyushu, and in October, the air is too warm."""
    folder = real_data("S08_japan_cold_20110117_era5")
    source = open_source([*sorted(folder.glob("*.grb"))])
    october, january = source.inventory().times
    entry = RELEASE.entry("g_snowstorm_freezing_level_height")

    def verdict(latitude: float, longitude: float, time: datetime) -> Verdict:
        answer = compute_index(
            entry.factor,
            source,
            region=place_of(latitude, longitude, 100.0, None),
            time=time,
            reduction="mean",
            params=entry.params,
        )
        at = TimeWindow(start=time, end=time)
        return judge_index(entry, answer, period=at, latitude=latitude, located=True).verdict

    assert verdict(37.5, 138.9, january) is Verdict.CONFIRMED
    assert verdict(31.0, 130.0, january) is Verdict.REFUTED
    assert verdict(37.5, 138.9, october) is Verdict.REFUTED
