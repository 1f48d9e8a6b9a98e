"""The labelled passages: what counts as found, and that the open half does not get worse."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.bench.literature import SETS, counted, measure, passages_of

TEXT = "Heavy rain usually falls where precipitable water exceeds 50 mm."


def passage(text: str = TEXT, **label: Any) -> dict[str, Any]:
    given = {
        "variable": "precipitable water",
        "level": "column",
        "comparison": ">",
        "value": 50,
        "unit": "mm",
        "event": "rainstorm",
        **label,
    }
    return {"text": text, "criteria": [given], "mechanisms": []}


@pytest.mark.parametrize(
    ("label", "right", "whole"),
    [
        ({}, 1, 1),
        ({"unit": "cm", "value": 5}, 1, 1),
        ({"comparison": ">="}, 1, 1),
        ({"comparison": "<"}, 0, 0),
        ({"value": 51}, 0, 0),
        ({"value": [40, 50], "comparison": "range"}, 0, 0),
        ({"unit": "m/s"}, 0, 0),
        ({"event": "gale"}, 1, 0),
        ({"variable": "CAPE"}, 1, 0),
        ({"level": "850 hPa"}, 1, 0),
    ],
)
def test_a_criterion_is_right_in_its_number_and_whole_in_all(
    label: dict[str, Any], right: int, whole: int
) -> None:
    counts = counted([passage(**label)])
    assert (counts.labelled, counts.found, counts.right, counts.whole) == (1, 1, right, whole)


def test_what_is_found_where_nothing_is_stated_counts_against_the_rules() -> None:
    counts = counted([{"text": TEXT, "criteria": [], "mechanisms": []}])
    assert (counts.without, counts.misled, counts.precision) == (1, 1, 0.0)


@pytest.mark.parametrize("name", SETS)
def test_labels_are_of_their_passages(name: str) -> None:
    passages = passages_of(name)
    assert len(passages) == 40
    spans = [
        (label["span"], one["text"])
        for one in passages
        for label in (*one["criteria"], *one["mechanisms"])
    ]
    assert spans
    assert [span for span, text in spans if span not in text] == []


def test_the_open_half_is_found_no_worse_than_it_was() -> None:
    counts = counted(passages_of("passages_open"))
    assert counts.whole >= 13
    assert counts.misled == 0
    assert counts.precision == 1.0


def test_each_set_has_its_row() -> None:
    assert [row.what for row in measure()] == list(SETS)
