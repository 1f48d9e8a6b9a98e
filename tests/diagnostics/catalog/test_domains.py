"""Where a diagnosis looks, in both hemispheres and across the date line."""

from __future__ import annotations

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.quantities.domains import applicable, domain_region


def _box(*edges: float) -> Region:
    return Region.model_validate(edges)


NORTH, SOUTH = _box(110, 30, 120, 40), _box(110, -40, 120, -30)


@pytest.mark.parametrize(
    ("name", "region", "expected"),
    [
        ("event_region", NORTH, [110, 30, 120, 40]),
        ("padded_5deg", NORTH, [105, 25, 125, 45]),
        ("padded_10deg", _box(175, 75, -175, 85), [165, 65, -165, 90]),
        ("upstream_polar", NORTH, [70, 30, 130, 65]),
        ("upstream_polar", SOUTH, [70, -65, 130, -30]),
        ("upstream_polar", _box(0, 60, 10, 70), [-40, 60, 20, 80]),
        ("upstream_sector", NORTH, [55, 30, 145, 85]),
        ("upstream_sector", SOUTH, [55, -85, 145, -30]),
        ("nh_polar", NORTH, [-180, 50, 180, 90]),
        ("nh_polar", SOUTH, [-180, -90, 180, -50]),
        ("fixed:40-60N,70-120E", NORTH, [70, 40, 120, 60]),
        ("fixed:35-65N,region_lon+-60", NORTH, [55, 35, 175, 65]),
    ],
)
def test_domains(name: str, region: Region, expected: list[float]) -> None:
    found = domain_region(name, region)
    assert found is not None
    assert found.bounds() == pytest.approx(expected)


def test_without_a_region_the_whole_grid() -> None:
    assert domain_region("padded_5deg", None) is None
    fixed = domain_region("fixed:40-60N,70-120E", None)
    assert fixed == _box(70, 40, 120, 60)


def test_an_unknown_domain() -> None:
    with pytest.raises(ValueError, match="moon"):
        domain_region("moon", NORTH)


def test_a_fixed_box_speaks_for_its_surroundings_only() -> None:
    assert applicable("fixed:40-60N,70-120E", NORTH)
    assert not applicable("fixed:40-60N,70-120E", _box(-100, 30, -90, 40))
    assert not applicable("fixed:40-60N,70-120E", SOUTH)
    assert applicable("padded_5deg", SOUTH)


@pytest.mark.parametrize(
    ("wanted", "available", "expected"),
    [
        (_box(100, 20, 140, 50), _box(110, 25, 160, 60), [110, 25, 140, 50]),
        (_box(170, 20, -170, 50), _box(160, 0, 179, 90), [170, 20, 179, 50]),
        (_box(-20, 20, 20, 50), _box(0, 0, 359, 90), [0, 20, 20, 50]),
        (_box(100, 20, 140, 50), _box(-180, -90, 180, 90), [100, 20, 140, 50]),
        (_box(-180, 50, 180, 90), _box(100, 20, 140, 60), [100, 50, 140, 60]),
    ],
)
def test_the_data_limit_a_domain(wanted: Region, available: Region, expected: list[float]) -> None:
    found = wanted.overlap(available)
    assert found is not None
    assert found.bounds() == pytest.approx(expected)


def test_no_overlap() -> None:
    assert _box(0, 0, 10, 10).overlap(_box(20, 0, 30, 10)) is None
    assert _box(0, 0, 10, 10).overlap(_box(0, 20, 10, 30)) is None
