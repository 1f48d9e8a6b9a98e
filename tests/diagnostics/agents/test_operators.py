"""Where the expert policy looks, and how far away a value may lie to count."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.agents.expert import expert_team
from diagnostics.contracts.enums import IndexStatus, Mode, Verdict
from diagnostics.contracts.evidence import IndexAnswer, Provenance, SeriesPoint
from diagnostics.guidelines import load_release
from diagnostics.loop.verification import index_rule


def test_a_sounding_stands_at_the_peak_and_a_map_on_the_region(gale_view: Any) -> None:
    view = gale_view((), None)
    plotter = expert_team().plotter
    sounding = plotter.chart(view, load_release().entry("g_gale_skewt_point")).output
    peak = view.classification.assessment(view.event).metrics
    assert sounding.region.center == pytest.approx((peak.peak_latitude, peak.peak_longitude))
    assert plotter.chart(view, load_release().entry("g_gale_wind10m_map")).output.region is None


@pytest.mark.parametrize(
    ("latitude", "verdict"),
    [(66.0, Verdict.CONFIRMED), (72.0, Verdict.UNDETERMINED), (55.0, Verdict.CONFIRMED)],
)
def test_a_jet_far_from_the_region_decides_nothing(
    gale_view: Any, latitude: float, verdict: Verdict
) -> None:
    view = gale_view((), None)
    entry = load_release().entry("g_gale_jet_intensity")
    hours = view.counts_in(entry.where)
    times = [time for time in view.inventory.times if hours.start <= time <= hours.end][:2]
    answer = IndexAnswer(
        name="jet_intensity",
        value=90.0,
        unit="m/s",
        status=IndexStatus.OK,
        reduction="max",
        provenance=Provenance(
            tool="jet_intensity",
            tool_version="1",
            catalogue_digest="",
            input_digest="",
            kernel="numpy",
            mode=Mode.DIAGNOSE,
        ),
        series=tuple(
            SeriesPoint(time=time, value=90.0, latitude=latitude, longitude=-4.0) for time in times
        ),
    )
    rule = index_rule(view, entry, answer)
    assert rule.verdict is verdict
    assert ("1000 km" in rule.reason) == (verdict is Verdict.UNDETERMINED)
