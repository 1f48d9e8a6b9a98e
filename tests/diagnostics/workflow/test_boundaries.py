"""A centre's own boundaries in runs and plans: part of a chart's key, and pinned."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.figures.boundaries import parse_boundaries
from diagnostics.loop import diagnose, recompute
from diagnostics.workflow import (
    FigureStep,
    IndexStep,
    Plan,
    PlanSource,
    ToolContext,
    call_key,
    run_step,
)

LINE = {"type": "LineString", "coordinates": [[112, 30], [118, 33]]}
OWN = parse_boundaries(
    json.dumps(
        {
            "type": "FeatureCollection",
            "attribution": "Survey of the suite",
            "features": [{"type": "Feature", "properties": {}, "geometry": LINE}],
        }
    ).encode(),
    "own.json",
)
REGION = Region(west=110, south=27, east=126, north=35)


@pytest.fixture
def contexts(finished_run):
    plain = ToolContext(finished_run.source, finished_run.source.digest())
    return plain, replace(plain, boundaries=OWN)


def test_boundaries_are_part_of_a_charts_key_only(contexts, finished_run):
    plain, own = contexts
    index = IndexStep(id="a", tool="k_index", region=REGION)
    chart = FigureStep(id="b", tool="gh500_wind500", region=REGION)
    assert call_key(index, plain) == call_key(index, own)
    assert call_key(chart, plain) != call_key(chart, own)


@pytest.mark.slow
def test_charts_of_a_plan_show_them(contexts, finished_run):
    time = finished_run.source.inventory().times[13]
    step = FigureStep(id="b", tool="gh500_wind500", region=REGION, times=(time,))
    plain, own = (run_step(step, context) for context in contexts)
    assert own.figure.specification["boundaries"] == OWN.digest
    assert plain.png != own.png


def test_a_run_refuses_other_boundaries_than_were_asked_for(finished_run, make_log, make_ports):
    log = make_log()
    ports = make_ports(finished_run.source, log, boundaries=OWN)
    with pytest.raises(InputDataError) as caught:
        diagnose(finished_run.request, ports)
    assert (caught.value.code, log.events) == ("boundaries_changed", [])


def test_a_plan_is_recomputed_with_its_own_boundaries_only(contexts):
    plan = Plan(name="x", source=PlanSource(boundaries_digest=OWN.digest), steps=())
    plain, own = contexts
    assert recompute(plan, own).identical
    with pytest.raises(InputDataError) as caught:
        recompute(plan, plain)
    assert caught.value.code == "boundaries_changed"
