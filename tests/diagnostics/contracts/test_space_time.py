"""Regions and periods as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from diagnostics.contracts.base import Instant, canonical_bytes, digest_of
from diagnostics.contracts.space_time import Region, TimeWindow, wrap_longitude

instant = TypeAdapter(Instant)


@st.composite
def boxes(draw: st.DrawFn) -> Region:
    west = draw(st.integers(-180, 179))
    south = draw(st.integers(-90, 89))
    return Region(
        west=west,
        south=south,
        east=west + draw(st.integers(0, 360)),
        north=draw(st.integers(south, 90)),
    )


@pytest.mark.parametrize(
    ("text", "bounds", "width"),
    [
        ("160,0,185,10", [160, 0, -175, 10], 25),
        ("160,0,-175,10", [160, 0, -175, 10], 25),
        ("350,0,10,5", [-10, 0, 10, 5], 20),
        ("-180,-90,180,90", [-180, -90, 180, 90], 360),
        ("0,-90,360,90", [0, -90, 360, 90], 360),
        ([100, 20, 120, 40], [100, 20, 120, 40], 20),
    ],
)
def test_regions_are_read_alike(text, bounds, width):
    region = Region.model_validate(text)
    assert region.bounds() == pytest.approx(bounds)
    assert region.width == pytest.approx(width)
    assert Region.model_validate(region.model_dump(mode="json")) == region


@pytest.mark.parametrize(
    "text", ["1,2,3", "100,40,120,20", "100,-95,120,20", "a,b,c,d", "9e9,0,1,1"]
)
def test_malformed_regions_are_refused(text):
    with pytest.raises((ValidationError, ValueError)):
        Region.model_validate(text)


@pytest.mark.parametrize(
    ("region", "latitude", "longitude", "inside"),
    [
        ("160,-35,185,-15", -20, -178, True),
        ("160,-35,185,-15", -20, -170, False),
        ("160,-35,185,-15", -40, 170, False),
        ("-10,0,10,5", 5.00005, 359, True),
        ("0,-90,360,90", 10, -20, True),
        ("100,20,120,40", None, None, True),
    ],
)
def test_region_holds_positions_around_the_globe(region, latitude, longitude, inside):
    assert Region.model_validate(region).holds(latitude, longitude) is inside


def test_padding_stops_at_the_poles_and_the_full_circle():
    region = Region.model_validate("100,-85,120,85")
    assert region.padded(10).bounds() == pytest.approx([90, -90, 130, 90])
    assert region.padded(0, east_west=300).width == 360


def test_center_of_a_region_across_the_date_line():
    assert Region.model_validate("170,0,-170,10").center == pytest.approx((5, -180))


def test_longitude_inside_the_range_is_left_alone():
    assert wrap_longitude(115.4) == 115.4
    assert wrap_longitude(540.0) == -180.0


def test_times_need_a_zone_and_are_kept_in_utc():
    with pytest.raises(ValidationError, match="no zone"):
        instant.validate_python("2026-07-01T20:00:00")
    there = instant.validate_python("2026-07-01T20:00:00+08:00")
    assert there == datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert instant.dump_python(there, mode="json") == "2026-07-01T12:00:00Z"


def test_period_that_ends_before_it_starts_is_refused():
    with pytest.raises(ValidationError, match="before it starts"):
        TimeWindow(start="2026-07-02T00:00Z", end="2026-07-01T00:00Z")


def test_digest_does_not_depend_on_the_order_of_keys():
    assert digest_of({"a": 1, "b": [1.0, None]}) == digest_of({"b": [1.0, None], "a": 1})
    assert canonical_bytes(Region.model_validate("1,2,3,4")) == b"[1,2,3,4]"


@given(boxes(), boxes())
def test_the_box_of_two_boxes_holds_both_and_no_smaller_one_does(first: Region, second: Region):
    both = first.joined(second)
    for item in (first, second):
        for latitude in (item.south, item.north):
            for longitude in (item.west, item.west + item.width / 2, item.east):
                assert both.holds(latitude, longitude)
    assert both.width <= min(360.0, second.joined(first).width + 1e-6)
    assert both.width >= max(first.width, second.width) - 1e-6
