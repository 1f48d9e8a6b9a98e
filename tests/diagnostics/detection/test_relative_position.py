"""Evidence stands at the event: places, distances, edges, and what is elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.enums import IndexStatus
from diagnostics.contracts.evidence import Feature, FeaturesAnswer, Provenance
from diagnostics.contracts.space_time import Region, SearchPlace, TimeWindow
from diagnostics.detection.relative_position import (
    at_edge,
    at_place,
    covered,
    from_peak,
    place_of,
    within,
)
from diagnostics.grid.distance import great_circle_km

PEAK = datetime(2026, 7, 1, 12, tzinfo=UTC)
HELD = Region(west=90.0, south=20.0, east=130.0, north=50.0)


def place(reach: float = 500.0, *, latitude: float = 35.0, longitude: float = 110.0) -> SearchPlace:
    return SearchPlace(
        region=place_of(latitude, longitude, reach, None),
        latitude=latitude,
        longitude=longitude,
        time=PEAK,
        reach_km=reach,
        window=TimeWindow(start=PEAK - timedelta(hours=6), end=PEAK),
    )


def answer(
    *places: tuple[float, float, float],
    passed: bool | None = True,
    hours: float = 0.0,
    line: tuple[tuple[float, float], ...] = (),
) -> FeaturesAnswer:
    features = tuple(
        Feature(kind="vortex", latitude=lat, longitude=lon, score=score, line=line)
        for lat, lon, score in places
    )
    return FeaturesAnswer(
        detector="vortex",
        passed=passed,
        score=max((item.score for item in features), default=0.7 if passed else 0.2),
        features=features,
        time=PEAK + timedelta(hours=hours),
        provenance=Provenance(tool="vortex", tool_version="1"),
    )


@given(
    latitude=st.floats(-60, 60),
    longitude=st.floats(-180, 180),
    reach=st.floats(300, 2000),
    bearing=st.none() | st.floats(0, 360),
)
def test_a_place_holds_the_peak_and_hardly_reaches_beyond(latitude, longitude, reach, bearing):
    box = place_of(latitude, longitude, reach, bearing)
    assert box.holds(latitude, longitude)
    poleward = box.north if abs(box.north) > abs(box.south) else box.south
    equatorward = box.south if poleward == box.north else box.north
    for corner in (box.west, box.east):
        assert great_circle_km(latitude, longitude, poleward, corner) <= 1.02 * reach
        # meridians spread towards the equator: a box in degrees is wider there
        assert great_circle_km(latitude, longitude, equatorward, corner) <= 1.35 * reach


def test_what_looks_beyond_its_box_is_given_a_smaller_one():
    wide, narrow = (place_of(40.0, 0.0, 1500.0, None, less_km=less) for less in (0.0, 555.0))
    assert narrow.north < wide.north
    assert narrow.width < wide.width


def test_distance_direction_and_hours_are_seen_from_the_peak():
    seen = from_peak(place(), PEAK - timedelta(hours=6), 35.0, 105.8)
    assert seen.distance_km == pytest.approx(382, abs=2)
    assert seen.direction == "west"
    assert (seen.lag_hours, seen.apart_hours) == (-6.0, 6.0)
    near = from_peak(place(), PEAK, 35.1, 110.1)
    assert near.direction == ""
    assert from_peak(place(), PEAK, None, None).distance_km is None


def test_what_has_no_position_is_where_it_was_computed():
    assert within(place(), None, None)
    assert within(place(), 35.0, 114.0)
    assert not within(place(), 35.0, 120.0)


def test_a_feature_at_the_event_passes_and_comes_first():
    found = at_place(answer((35.0, 125.0, 0.9), (34.0, 111.0, 0.6)), place(), HELD, 1.0)
    assert found.passed is True
    assert [item.longitude for item in found.features] == [111.0]
    assert found.elsewhere is not None
    assert found.elsewhere.longitude == 125.0
    assert found.score == 0.6


def test_a_feature_elsewhere_confirms_nothing():
    found = at_place(answer((35.0, 125.0, 0.9)), place(), HELD, 1.0)
    assert found.passed is False
    assert found.features == ()
    assert found.elsewhere is not None
    assert found.score < 0.5


def test_a_candidate_at_the_event_that_is_too_weak_does_not_pass_for_a_strong_one_elsewhere():
    found = at_place(answer((35.0, 125.0, 0.9), (34.0, 111.0, 0.4)), place(), HELD, 1.0)
    assert found.passed is False


def test_a_line_is_as_near_as_its_nearest_point():
    line = ((35.0, 125.0), (35.0, 118.0), (35.0, 111.0))
    found = at_place(answer((35.0, 118.0, 0.8), line=line), place(), HELD, 1.0)
    assert found.passed is True


def test_a_feature_on_the_edge_of_the_data_cannot_decide():
    held = Region(west=109.0, south=20.0, east=130.0, north=50.0)
    found = at_place(answer((35.0, 109.2, 0.8)), place(), held, 1.0)
    assert found.passed is None
    assert found.status is IndexStatus.UNDETERMINED
    assert found.wording is not None
    assert found.wording.id == "verdict-place_edge"


def test_nothing_is_refuted_where_the_data_cover_too_little():
    held = Region(west=109.0, south=34.0, east=130.0, north=50.0)
    assert covered(place(1500.0), held) < 0.6
    found = at_place(answer(passed=False), place(1500.0), held, 1.0)
    assert found.passed is None
    assert found.wording is not None
    assert found.wording.id == "verdict-place_covered"
    there = at_place(answer((35.0, 120.0, 0.9)), place(1500.0), held, 1.0)
    assert there.passed is True


def test_an_hour_that_is_no_evidence_cannot_tell():
    found = at_place(answer((35.0, 110.5, 0.9), hours=12), place(), HELD, 1.0)
    assert found.passed is None
    assert found.wording is not None
    assert found.wording.id == "verdict-place_hour"


def test_entries_without_a_place_are_left_as_they_were():
    known = answer((10.0, 0.0, 0.9), hours=48)
    assert at_place(known, None, HELD, 1.0) is known


@pytest.mark.parametrize(
    ("latitude", "longitude", "edge"),
    [(20.0, 110.0, True), (50.0, 110.0, True), (35.0, 90.3, True), (35.0, 130.0, True),
     (35.0, 110.0, False), (21.0, 91.0, False)],
)  # fmt: skip
def test_the_outermost_cells_are_the_edge(latitude, longitude, edge):
    assert at_edge(latitude, longitude, HELD, 1.0) is edge


def test_a_globe_has_no_edge():
    globe = Region(west=-180.0, south=-90.0, east=179.0, north=90.0)
    assert not at_edge(90.0, -180.0, globe, 1.0)
    assert not at_edge(35.0, 179.0, globe, 1.0)
