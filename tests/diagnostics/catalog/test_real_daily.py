"""Daily extremes on a real case that holds maxima over intervals and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from diagnostics.catalog import compute_index, feasibility
from diagnostics.contracts.enums import Feasibility, IndexStatus
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source

HEAT = "S10_heat_april2025_mx2t6/mx2t6_202504_global_1p5.grib2"


def test_maxima_over_intervals_are_enough(real_data: Callable[[str], Path]) -> None:
    source = open_source([real_data(HEAT)])
    answer = compute_index("tmax_daily", source, region=Region.model_validate("70,10,90,30"))
    assert answer.status is IndexStatus.OK
    assert answer.value == pytest.approx(41.7, abs=0.05)
    assert (answer.latitude, answer.longitude) == (21.0, 84.0)
    assert "tmax_undersampled" in answer.provenance.warnings


def test_a_minimum_needs_some_temperature(real_data: Callable[[str], Path]) -> None:
    source = open_source([real_data(HEAT)])
    answer = compute_index("tmin_daily", source, region=Region.model_validate("70,10,90,30"))
    assert answer.status is IndexStatus.MISSING_INPUT
    found = {item.name: item.feasibility for item in feasibility(source.inventory())}
    assert found["tmin_daily"] is Feasibility.BLOCKED
    assert found["tmax_daily"] is Feasibility.PARTIAL
