"""Terrain that makes rain and snow, and terrain and plains that do not, in a real forecast.

The field is that of GFS, 120 h, valid 12 UTC 15 January 2011, on 2.5 degrees.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians
from pathlib import Path
from typing import Any

import pytest

from diagnostics.bench.runs import run_case
from diagnostics.catalog import compute_index
from diagnostics.contracts.enums import CauseStanding, EventType, ExplanationStatus, Mode
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from diagnostics.ports import FieldSource
from diagnostics.quantities.cache import FieldCache

pytestmark = pytest.mark.slow
GFS = "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"
REACH_DEG = 2.7
"""300 km, as the library looks."""


@pytest.fixture(scope="module")
def source(real_data: Callable[[str], Path]) -> FieldSource:
    return open_source([real_data(GFS)])


@pytest.mark.parametrize(
    ("name", "latitude", "longitude", "lifts"),
    [
        # westerlies of 15 to 20 m/s against the southern Andes
        ("Chile", -42.5, -75.0, True),
        ("Okhotsk coast", 55.0, 137.5, True),
        ("coast of British Columbia", 52.5, -127.5, True),
        # a cyclone over the sea, and rain over gentle plateaus
        ("Fiji", -22.5, 180.0, False),
        ("Brazil", -20.0, -45.0, False),
        # ascent, but as much falls in the lee
        ("inland ranges of British Columbia", 50.0, -117.5, False),
    ],
)
def test_rain_and_snow_that_the_terrain_makes(
    source: FieldSource, name: str, latitude: float, longitude: float, lifts: bool
) -> None:
    wide = REACH_DEG / cos(radians(latitude))
    box = Region(
        west=longitude - wide,
        south=latitude - REACH_DEG,
        east=longitude + wide,
        north=latitude + REACH_DEG,
    )
    cache, found = FieldCache(), {}
    for index, reduction in (
        ("orographic_ascent", "max"),
        ("orographic_condensation", "max"),
        ("windward_precipitation", "weighted_mean"),
    ):
        answer = compute_index(
            index, source, region=box, mode=Mode.DIAGNOSE, reduction=reduction, cache=cache
        )
        assert answer.value is not None, name
        found[index] = answer.value
    enough = (
        found["orographic_ascent"] >= 2.0
        and found["orographic_condensation"] >= 0.5
        and found["windward_precipitation"] >= 50.0
    )
    assert enough is lifts, (name, found)


@pytest.mark.parametrize(
    ("box", "standing"),
    [
        ((128, 48, 146, 60), CauseStanding.LEADING),
        ((-135, 48, -120, 56), CauseStanding.LEADING),
        # the inland ranges, where the Arctic front makes the snow, and the plains east of them
        ((-121, 46, -111, 53), CauseStanding.FALLEN),
        ((-110, 44, -100, 50), CauseStanding.FALLEN),
    ],
)
def test_a_diagnosis_names_the_terrain_where_it_makes_the_snow(
    source: FieldSource, box: tuple[float, float, float, float], standing: CauseStanding
) -> None:
    request = DiagnosisRequest(
        source="gfs", region=Region.model_validate(box), event=EventType.SNOWSTORM
    )
    case, _ = run_case(request, source)
    conclusion: Any = case.report.conclusion
    weighed = {item.cause: item for item in conclusion.causes}
    assert weighed["orographic_lift"].standing is standing
    named = "orographic_lift" in conclusion.explanation.causes
    assert named is (standing is CauseStanding.LEADING)
    if named:
        assert conclusion.explanation.status is ExplanationStatus.CONFIRMED
        assert len(conclusion.explanation.own) == 3
