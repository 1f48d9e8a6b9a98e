"""A name means the same place in an option and a sentence; the data tell namesakes apart."""

from __future__ import annotations

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.language.grammar.gazetteer import labelled, spot_of
from diagnostics.service.parsing import parse_region


def named(name: str, *edges: float) -> Region:
    extent = Region.model_validate(edges) if edges else None
    found = parse_region(name, lambda: extent)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "edges", "latitude", "longitude"),
    [
        ("San José", (-90, 5, -80, 10.5), 9.9, -84.1),
        ("San Jose", (-125, 30, -115, 40), 37.3, -121.9),
        ("Taizhou", (118, 27, 124, 30), 28.7, 121.4),
        ("Taizhou", (119, 31, 121, 34), 32.5, 119.9),
        ("科布多", (80, 40, 110, 52), 48.0, 91.6),
        ("Paris", (-100, 30, -90, 36), 33.7, -95.6),
        ("Georgia", (-90, 25, -75, 40), 33.0, -83.3),
        ("Georgia", (38, 40, 50, 45), 42.2, 43.4),
        ("Paris", (), 48.9, 2.3),
        ("London, CA", (), 43.0, -81.2),
    ],
)
def test_the_namesake_in_the_data_is_meant(
    name: str, edges: tuple[float, ...], latitude: float, longitude: float
) -> None:
    assert named(name, *edges).center == pytest.approx((latitude, longitude), abs=0.6)


@pytest.mark.parametrize(
    ("name", "edges"), [("Taizhou", ()), ("San José", ()), ("San Jose", (-130, 0, -70, 45))]
)
def test_of_several_the_reader_is_asked_with_labels_that_mean_one_each(
    name: str, edges: tuple[float, ...]
) -> None:
    with pytest.raises(ArgumentError) as raised:
        named(name, *edges)
    assert raised.value.code == "ambiguous_place"
    candidates = raised.value.data["candidates"]
    assert len({str(named(label)) for label in candidates}) == len(candidates) > 1


@pytest.mark.parametrize(("name", "nearest"), [("Beijing", "7716 km"), ("San Jose", "8798 km")])
def test_outside_the_data_the_distance_is_said(name: str, nearest: str) -> None:
    with pytest.raises(ArgumentError) as raised:
        named(name, 0, 40, 20, 55)
    assert raised.value.code == "region_outside_data"
    assert nearest in raised.value.message


def test_an_option_and_a_sentence_mean_the_same_place() -> None:
    rows = [row for row in list(labelled().values())[::31] if row.kind != "town"]
    assert len(rows) > 10
    for row in rows:
        assert named(row.label) == spot_of(row.label, None).region
