"""Small multiples: one sheet, the same classes everywhere."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.figures import render_multiples, style

TIMES = [datetime(2026, 7, 1, 12, tzinfo=UTC), datetime(2026, 7, 2, 12, tzinfo=UTC)]
REGION = Region(west=110, south=30, east=122, north=40)


def test_panels_share_levels_and_one_bar(source, monkeypatch):
    monkeypatch.setattr(style, "DPI", 70)
    drawn = render_multiples("t850_wind850", source, times=TIMES, region=REGION)
    layers = drawn.answer.layers
    first = layers["shading temperature@850"]["levels"]
    assert layers["shading temperature@850 (2)"]["levels"] == first
    assert drawn.answer.specification["map"]["panels"] == [
        "2026-07-01T12:00Z",
        "2026-07-02T12:00Z",
    ]
    assert drawn.answer.layers["sheet"]["colour_bars"] == 1
    assert drawn.png == render_multiples("t850_wind850", source, times=TIMES, region=REGION).png


def test_what_cannot_be_drawn_is_refused(source):
    with pytest.raises(ArgumentError, match="ascending"):
        render_multiples("mslp_map", source, times=TIMES[::-1], region=REGION)
    with pytest.raises(ArgumentError, match="2 to 12"):
        render_multiples("mslp_map", source, times=TIMES[:1], region=REGION)
    for name in ("skewt_point", "ivt_map"):
        with pytest.raises(ArgumentError, match="maps without arrows"):
            render_multiples(name, source, times=TIMES, region=REGION)
