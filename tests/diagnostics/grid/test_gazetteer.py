"""The table of places is sound."""

from __future__ import annotations

import shapely

from diagnostics.grid.gazetteer import outline, places, places_at


def test_every_place_lies_in_its_box_and_every_outline_is_valid():
    for place in places():
        if place.kind in ("town", "province", "region"):
            assert place.region.south <= place.latitude <= place.region.north
        if place.outline is not None:
            assert shapely.is_valid(outline(place.outline)) or not outline(place.outline).is_empty


def test_point_is_named_by_the_smallest_area_first():
    names = [place.name for place in places_at(40.0, -100.0)]
    assert names[-1] == "United States"
    assert len(names) == 2
    assert places_at(0.0, -150.0) == ()
    assert [place.name for place in places_at(66.0, 185.0)] == ["Russia"]
