"""A source, a time, a region and the scene of all quantities around it, for each case."""

from __future__ import annotations

import pytest

from diagnostics.fields import open_source
from diagnostics.fields.memory import MemorySource
from diagnostics.quantities.scene_loading import load_scene
from tests.diagnostics.quantities.names import CASES, PAIRS, RAIN_AT

LARGE = ("S03", "S04", "S17")
"""Real cases, which take seconds each; the gate compares on generated ones."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=[pytest.mark.slow] * name.startswith(LARGE)) for name in CASES
    ],
)
def case(request, sample, real_data):
    """A source, one of its times, an event region, and the scene of all quantities around it."""
    name, region = request.param, CASES[request.param]
    source = open_source([real_data(name)]) if name[0] == "S" else MemorySource(sample(name))
    times = source.inventory().times
    moment = RAIN_AT if name == "rainstorm" else times[len(times) * 2 // 3]
    scene = load_scene(source, [pair[0] for pair in PAIRS], region=region, time=moment)
    return source, moment, region, scene
