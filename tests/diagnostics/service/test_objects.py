"""What an earlier diagnosis found stands for a region and a time."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.errors import ArgumentError
from diagnostics.service.objects import object_of


def test_an_event_stands_for_its_box_its_time_and_its_type(finished_run: Any) -> None:
    report = finished_run.report
    first = report.classification.object_of(report.conclusion.occurrence.event)
    for name in ("", first.id, first.id.replace("rainstorm", "暴雨")):
        found = object_of(report, name)
        assert (found.id, found.region, found.time) == (first.id, first.box, first.peak_time)
        assert (found.window.start, found.window.end) == (first.onset, first.end)
        assert found.event is first.event
    whole = object_of(report).with_room()
    assert whole.overlap(first.box) == first.box
    assert whole.width > first.box.width


def test_a_low_stands_for_the_box_around_it(finished_run: Any) -> None:
    report = finished_run.report
    low = report.systems.pressure[0]
    centre = low.centres[low.centre_at(report.systems.time)]
    found = object_of(report, low.id)
    assert found.time == report.systems.time
    assert found.region.center == pytest.approx((centre.latitude, centre.longitude))
    assert found.window.start == low.centres[0].time


def test_what_the_run_does_not_have_is_refused_with_what_it_has(finished_run: Any) -> None:
    with pytest.raises(ArgumentError) as raised:
        object_of(finished_run.report, "gale-7")
    assert raised.value.code == "unknown_object"
    assert {"rainstorm-1", "low-1"} <= set(raised.value.data["objects"])
