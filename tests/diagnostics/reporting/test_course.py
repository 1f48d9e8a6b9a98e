"""The course of the event: what its table says is what the record holds, low by low."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.course import course_rows
from diagnostics.reporting import build_report, render_markdown


def course(material: Any) -> tuple[list[str], list[list[str]]]:
    """Return heads and rows of the section."""
    report = build_report(material)
    found = next((one for one in report.sections if one.id == "course"), None)
    if found is None:
        return [], []
    part = render_markdown(report).partition(f"## {found.title}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    texts = [row for row in rows if set(row[0]) != {"-"}]
    return texts[0], texts[1:]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_row_for_each_time_with_the_low_of_that_time(
    in_language: Callable[..., Any], language: str
) -> None:
    material = in_language(language)
    item = material.classification.object_of(EventType.RAINSTORM)
    heads, rows = course(material)
    assert len(rows) == len(course_rows(item))
    assert all(len(row) == len(heads) for row in rows)
    low = next(one for one in material.systems.pressure if one.id == material.systems.flow.low)
    for at, row in zip(course_rows(item), rows, strict=True):
        point = item.track[at]
        assert f"{point.value:.3g}" in row[1]
        assert f"{point.value_hours:g}" in row[1]
        assert f"{point.value_latitude:.1f}" in row[2]
        now = low.centre_at(point.time)
        assert (f"{low.centres[now].value:.1f}" in row[-1]) if now is not None else row[-1] == "–"


def test_an_event_of_one_time_has_none(material: Any) -> None:
    item = material.classification.object_of(EventType.RAINSTORM)
    for track in (item.track[:1], tuple(_before(point) for point in item.track)):
        assert course(with_object(material, item, track)) == ([], [])


def _before(point: Any) -> Any:
    """A point as releases of before kept it."""
    return point.model_copy(update={"value_latitude": None, "value_longitude": None})


def with_object(material: Any, item: Any, track: Any) -> Any:
    changed = item.model_copy(update={"track": track})
    assessments = tuple(
        one.model_copy(update={"objects": tuple(changed if o == item else o for o in one.objects)})
        for one in material.classification.assessments
    )
    return replace(
        material,
        classification=material.classification.model_copy(update={"assessments": assessments}),
    )
