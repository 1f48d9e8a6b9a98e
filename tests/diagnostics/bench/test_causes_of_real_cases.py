"""Causes that readers of real reports objected to: each needs its system and its side.

The field is that of GFS, 120 h, valid 12 UTC 15 January 2011, on 2.5 degrees.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagnostics.bench.runs import run_case
from diagnostics.contracts.enums import CauseStanding, EventType, ExplanationStatus, Verdict
from diagnostics.contracts.request import DiagnosisRequest
from diagnostics.contracts.space_time import Region
from diagnostics.fields import open_source
from diagnostics.ports import FieldSource

pytestmark = pytest.mark.slow
GFS = "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2"


@pytest.fixture(scope="module")
def source(real_data: Callable[[str], Path]) -> FieldSource:
    return open_source([real_data(GFS)])


def diagnosed(source: FieldSource, box: tuple[float, ...], event: EventType) -> Any:
    region = Region.model_validate(box)
    return run_case(DiagnosisRequest(source="gfs", region=region, event=event), source)[0].report


def test_dry_air_ahead_of_the_front_is_no_dry_air_behind_it(source: FieldSource) -> None:
    """North Pacific: 32 K at 700 hPa, 357 km south-east of the gale, on the warm side."""
    report = diagnosed(source, (-175, 25, -145, 50), EventType.GALE)
    assert report.conclusion.causes[0].cause == "extratropical_cyclone"
    assert report.conclusion.explanation.status is ExplanationStatus.CONFIRMED
    for item in report.evidence:
        dry = item.entry_id or ""
        if dry.startswith(("g_gale_dewpoint_depression_700", "g_gale_average_relative_humidity")):
            assert item.judgement.verdict is not Verdict.CONFIRMED, dry


def test_where_no_front_is_found_nothing_is_lifted_along_one(source: FieldSource) -> None:
    """The rain near Fiji, of a vapour corridor and deep convection."""
    report = diagnosed(source, (163, -32, 178, -18), EventType.RAINSTORM)
    weighed = {item.cause: item for item in report.conclusion.causes}
    front = weighed["frontal_lifting"]
    assert front.supported_by
    assert (front.structure, front.standing) == ("absent", CauseStanding.OPEN)
    explanation = report.conclusion.explanation
    assert explanation.status is ExplanationStatus.CONFIRMED
    assert explanation.confidence_level == "moderate"
    [causes] = [part for part in report.sections if part.id == "causes"]
    assert any("no front was found" in line.text.lower() for line in causes.sentences)
