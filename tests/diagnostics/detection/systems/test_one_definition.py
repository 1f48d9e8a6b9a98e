"""The story and the detectors find the same centres, on real analyses."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import NamedTuple

import pytest

from diagnostics.contracts.space_time import Region
from diagnostics.contracts.systems import SynopticSystems
from diagnostics.detection.features import detect_features
from diagnostics.detection.systems import find_systems
from diagnostics.fields import open_source

CASES = {
    "S03_octobomb_20101026_gfs/GFS_test.nc": Region(west=-102, south=35, east=-80, north=52),
    "S04_gfs_global_20110115/gfs.t12z.pgrbf120.2p5deg.grib2": Region(
        west=100, south=-40, east=150, north=-10
    ),
    "S17_nam_lambert_20180917": Region(west=-88, south=30, east=-76, north=40),
    "S19_mslp_aug2022_global": Region(west=-30, south=40, east=10, north=65),
}
FIELDS = {"mean_sea_level_pressure": "msl", "height@500": "z"}
MARGIN, INNER = 10.0, 8.0
"""How far around a region the detector looks, and where both must agree, degrees."""


class Found(NamedTuple):
    """A centre: place, value, depth (of pressure alone)."""

    latitude: float
    longitude: float
    value: float
    depth: float | None


def at_surface(found: SynopticSystems, sign: str) -> set[Found]:
    """Centres of the story at the main time."""
    centres = [
        item.centres[at]
        for item in found.pressure
        if item.kind == sign and (at := item.centre_at(found.time)) is not None
    ]
    return {
        Found(
            item.latitude,
            item.longitude,
            round(item.value, 1),
            item.closed_contours * item.contour_interval,
        )
        for item in centres
    }


def aloft(found: SynopticSystems, *kinds: str) -> set[Found]:
    """Centres of the 500-hPa height; a subtropical high needs no closed contour."""
    return {
        Found(item.latitude, item.longitude, round(item.value, 1), None)
        for item in found.upper
        if item.kind in kinds
    }


def inner(found: set[Found], region: Region) -> set[Found]:
    box = region.padded(INNER)
    return {item for item in found if box.holds(item.latitude, item.longitude)}


@pytest.mark.parametrize("case", CASES)
def test_the_story_and_the_detectors_find_the_same_centres(
    case: str, real_data: Callable[[str], Path]
) -> None:
    source, region = open_source(real_data(case)), CASES[case]
    times = source.inventory().times
    time = times[len(times) // 2].astimezone(UTC)
    story = find_systems(source, region=region, time=time, days=0.0)
    compared = 0
    held = {item.name for item in source.inventory().variables}
    for field in [name for name, needed in FIELDS.items() if needed in held]:
        for sign in ("low", "high"):
            answer = detect_features(
                "closed_extremum",
                source,
                time=time,
                region=region,
                params={"field": field, "sign": sign, "margin_deg": MARGIN},
            )
            pressure = field != "height@500"
            seen = {
                Found(
                    item.latitude,
                    item.longitude,
                    round(item.value or 0.0, 1),
                    item.strength if pressure else None,
                )
                for item in answer.features
                if pressure or item.extra["closed_contours"]
            }
            known = at_surface(story, sign)
            if not pressure and sign == "low":
                known = aloft(story, "closed_low", "cutoff_low")
            elif not pressure:
                known = aloft(story, "closed_high") | (aloft(story, "subtropical_high") & seen)
            assert inner(seen, region) == inner(known, region), (field, sign)
            compared += len(inner(seen, region))
    assert compared
