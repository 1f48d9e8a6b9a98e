"""The table of places is sound."""

from __future__ import annotations

import shapely

from diagnostics.grid.gazetteer import outline, places, places_at


def test_every_place_lies_in_its_box_and_every_outline_is_valid():
    boxed = [place for place in places() if place.kind in ("town", "province", "region")]
    outlines = {place.outline for place in places() if place.outline is not None}
    assert boxed
    assert outlines
    for place in boxed:
        assert place.region.south <= place.latitude <= place.region.north
    for name in outlines:
        assert shapely.is_valid(outline(name)), name
        assert not outline(name).is_empty, name


def test_point_is_named_by_the_smallest_area_first():
    names = [place.name for place in places_at(40.0, -100.0)]
    assert names[-1] == "United States"
    assert len(names) == 2
    assert places_at(0.0, -150.0) == ()
    assert [place.name for place in places_at(66.0, 185.0)] == ["Russia"]
