"""Symbols of fronts: which shape, which colour, on which side."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from diagnostics.contracts.evidence import Feature
from diagnostics.figures.fronts import COLD, COLOURS, WARM, front_symbols

CORNERS_OF_A_TRIANGLE = 4  # with the point that closes it


def drawn(**extra: Any) -> tuple[Line2D, list[tuple[int, str, float]]]:
    """The line, and of each symbol its corners, colour and how far north of the line it lies."""
    item = Feature(kind="front", latitude=40.0, longitude=0.0, extra={"warm_bearing": 180, **extra})
    canvas: Any = SimpleNamespace(
        axes=Figure().add_subplot(),
        theme=SimpleNamespace(line=lambda colour: colour),
        halo=lambda width: [],
    )
    axes_of = (np.array([[1.0], [0.0]]), np.array([[0.0], [1.0]]))
    view: Any = SimpleNamespace(
        frame=SimpleNamespace(x0=0.0, x1=1.0),
        projection=SimpleNamespace(axes_of=lambda lon, lat: axes_of),
    )
    artists = front_symbols(canvas, view, np.linspace(0.2, 0.8, 30), np.full(30, 0.5), item)
    symbols = []
    for group in artists[1:]:
        assert isinstance(group, PolyCollection)
        for path, colour in zip(group.get_paths(), group.get_facecolor(), strict=True):
            height = float(path.vertices[:, 1].mean() - 0.5)
            symbols.append((len(path.vertices), to_hex(colour), height))
    return artists[0], symbols


@pytest.mark.parametrize(
    ("kind", "colour", "triangles", "side"), [("cold", COLD, True, -1), ("warm", WARM, False, 1)]
)
def test_a_cold_front_points_to_the_warm_air_and_a_warm_one_to_the_cold(
    kind: str, colour: str, triangles: bool, side: int
) -> None:
    _, symbols = drawn(type=kind)
    assert len(symbols) > 5
    for corners, shade, height in symbols:
        assert (corners == CORNERS_OF_A_TRIANGLE) is triangles
        assert shade == colour
        assert np.sign(height) == side


def test_a_stationary_front_has_both_each_on_its_own_side() -> None:
    _, symbols = drawn(type="stationary")
    assert {(shade, np.sign(height)) for _, shade, height in symbols} == {(COLD, -1), (WARM, 1)}


@pytest.mark.parametrize(
    ("speeds", "side"),
    [
        ({"normal_wind": 4.0, "moved_ms": None}, -1),
        ({"normal_wind": -4.0, "moved_ms": None}, 1),
        ({"normal_wind": -4.0, "moved_ms": 3.0}, -1),
    ],
)
def test_an_occluded_front_has_both_on_the_side_to_which_it_moves(
    speeds: dict[str, Any], side: int
) -> None:
    _, symbols = drawn(type="occluded", **speeds)
    assert {corners == CORNERS_OF_A_TRIANGLE for corners, _, _ in symbols} == {True, False}
    assert {(shade, np.sign(height)) for _, shade, height in symbols} == {
        (COLOURS["occluded"], side)
    }


def test_a_segment_without_a_type_has_no_symbols() -> None:
    line, symbols = drawn(type="untyped")
    assert not symbols
    assert line.get_linestyle() == "--"
