"""Outlines of the events of each type: where the event was, its peak included."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import numpy as np
import pytest
import shapely
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.base import digest_of
from diagnostics.contracts.detection import Classification, EventObject
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.detection.events.course import MOST_TIMES, course_rows
from diagnostics.detection.events.event_objects import MOST_OUTLINES, cuts_in_time
from diagnostics.detection.events.moving_grids import merged
from tests.diagnostics.detection.events.conftest import make_dataset, run

TIMES = np.arange("2026-07-01T00", "2026-07-02T01", 3, dtype="datetime64[h]")


def shape_of(item: EventObject) -> shapely.MultiPolygon:
    return shapely.MultiPolygon([(part[0], part[1:]) for part in item.outline])


@pytest.fixture(scope="module")
def gales() -> Classification:
    """Return a gale in every third cell: more events than have an outline."""
    wind = np.full((TIMES.size, 12, 30), 3.0)
    wind[:, 1::3, 1::3] = 20.0 + np.arange(40).reshape(4, 10) / 4
    return run(make_dataset(TIMES, shape=(12, 30), spacing=1.0, u10=wind, v10=0.0))


@pytest.mark.parametrize("event", EventType)
def test_events_of_each_type_have_an_outline_with_their_peak(
    sample: Callable[[str], xr.Dataset], event: EventType
) -> None:
    dataset = sample(event.value)
    spacing = float(np.diff(dataset["longitude"])[0])
    objects = run(dataset).assessment(event).objects
    assert objects
    for item in objects:
        shape = shape_of(item)
        assert shape.is_valid
        peak = shapely.Point(item.peak_longitude, item.peak_latitude)
        assert shape.distance(peak) <= spacing
        around = shape.buffer(2 * spacing)
        assert around.covers(shapely.Point(item.track[0].longitude, item.track[0].latitude))
        box = shapely.box(item.box.west, item.box.south, item.box.east, item.box.north)
        assert shapely.box(*shape.bounds).buffer(spacing).covers(box)
        assert box.buffer(spacing).covers(shape)
        course = [item.track[row] for row in course_rows(item)]
        assert len(course) <= MOST_TIMES
        assert course == sorted(course, key=lambda point: point.time)
        assert {course[0], course[-1]} == {item.track[0], item.track[-1]}
        assert any(
            (point.value, point.value_latitude, point.value_longitude)
            == (item.peak, item.peak_latitude, item.peak_longitude)
            for point in course
        )
        for point in item.track:
            assert shape.distance(shapely.Point(point.value_longitude, point.value_latitude)) <= (
                spacing
            )


@settings(max_examples=60, deadline=None)
@given(count=st.integers(1, 60), peak=st.integers(0, 59))
def test_the_times_that_tell_a_course(gales: Classification, count: int, peak: int) -> None:
    first = gales.assessment(EventType.GALE).objects[0]
    point = first.track[0]
    track = [
        point.model_copy(update={"time": first.onset + timedelta(hours=row)})
        for row in range(count)
    ]
    strongest = track[min(peak, count - 1)]
    rows = course_rows(
        first.model_copy(
            update={"track": tuple(track), "peak_time": strongest.time, "peak_until": None}
        )
    )
    assert list(rows) == sorted({*rows})
    assert {0, min(peak, count - 1), count - 1} <= set(rows) <= set(range(count))
    assert len(rows) == min(count, MOST_TIMES)


def test_the_strongest_events_have_an_outline(gales: Classification) -> None:
    objects = gales.assessment(EventType.GALE).objects
    assert len(objects) > MOST_OUTLINES
    assert [bool(item.outline) for item in objects[: MOST_OUTLINES + 1]] == [
        *[True] * MOST_OUTLINES,
        False,
    ]


@pytest.mark.parametrize("hours", [(0, 0), (0, -6), (6, 0), (6, -6)])
def test_an_end_is_open_where_the_data_or_the_period_have_theirs(
    gales: Classification, hours: tuple[int, int]
) -> None:
    first = gales.assessment(EventType.GALE).objects[0]
    late, early = (timedelta(hours=abs(number)) for number in hours)
    case = SimpleNamespace(
        window=TimeWindow(start=first.onset - late, end=first.end + early),
        inventory=SimpleNamespace(times=(first.onset - late, first.end + early)),
    )
    cuts = cuts_in_time(case, first.onset, first.end)  # type: ignore[arg-type]
    assert (cuts["open_start"], cuts["open_end"]) == (not late, not early)
    assert cuts["cut_by_data"] is (not late or not early)


def test_documents_without_an_outline_are_as_before(gales: Classification) -> None:
    with_outline, *_, without = gales.assessment(EventType.GALE).objects
    document = without.model_dump(mode="json")
    assert "outline" not in document
    assert EventObject.model_validate(document) == without
    assert digest_of(EventObject.model_validate(document)) == digest_of(document)
    plain = with_outline.model_copy(update={"outline": ()})
    assert set(with_outline.model_dump(mode="json")) == {*plain.model_dump(mode="json"), "outline"}
    assert EventObject.model_validate_json(with_outline.model_dump_json()) == with_outline


def test_outlines_of_a_grid_that_moves_are_joined(gales: Classification) -> None:
    found = gales.assessment(EventType.GALE)
    first = found.objects[0]
    moved = tuple(tuple((x + 1.0, y) for x, y in ring) for ring in first.outline[0])
    later = first.model_copy(
        update={
            "onset": first.end + timedelta(hours=3),
            "end": first.end + timedelta(hours=6),
            "outline": (moved,),
        }
    )
    case = SimpleNamespace(
        grid=SimpleNamespace(spacing_deg=1.0),
        window=gales.window,
        inventory=SimpleNamespace(times=(first.onset, later.end)),
        asked=None,
    )

    def joined(*objects: EventObject) -> EventObject:
        steps = [found.model_copy(update={"objects": (item,)}) for item in objects]
        (item,) = merged(case, steps).objects  # type: ignore[arg-type]
        return item

    assert shape_of(joined(first, later)).area == 2.0
    assert len(joined(first, later).outline) == 1
    assert joined(first, later.model_copy(update={"outline": ()})).outline == ()
