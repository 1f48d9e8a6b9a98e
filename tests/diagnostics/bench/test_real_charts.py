"""The track that draws every chart on every real case: drawn, or missing for a reason."""

from __future__ import annotations

import pytest

from diagnostics.bench.known_cases import KnownCase
from diagnostics.bench.real_charts import attempts
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source

CHARTS = ("mslp_wind10", "polar_vortex_nh", "meteogram", "spi_map", "omega500_gh500")


@pytest.fixture
def global_case(real_data):
    """A single time of the whole globe."""

    def make(*bounds: float) -> KnownCase:
        path = real_data("S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2")
        request = DiagnosisRequest(
            source="gfs", region=Region.model_validate(bounds), event=EventType.GALE
        )
        return KnownCase("gfs", request, open_source([path]), real=True)

    return make


@pytest.mark.slow
@pytest.mark.parametrize(
    "bounds",
    [(165, -32, -175, -18), (-40, 72, 40, 86), (120, -35, 150, -20)],
    ids=["across 180", "polar", "southern"],
)
def test_a_chart_is_drawn_or_its_lack_is_reported(global_case, bounds):
    found = {(item.chart, item.language): item for item in attempts(global_case(*bounds), CHARTS)}
    assert len(found) == len(CHARTS) * len(Language)
    for language in Language:
        for name in ("mslp_wind10", "omega500_gh500", "polar_vortex_nh"):
            item = found[name, language]
            assert item.score == 5.0, (name, item.reason or item.drawn.answer.check)
        assert "two times" in found["meteogram", language].reason
        assert "climatology" in found["spi_map", language].reason
    assert all(item.expected for item in found.values())
