"""Data that hold only a part of what was asked for: the run knows it, and the report says it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pyproj import Proj

from diagnostics.constants import EARTH_RADIUS
from diagnostics.contracts.enums import Language, OccurrenceLimit
from diagnostics.contracts.inventory import Coverage, Inventory
from diagnostics.contracts.report import Report
from diagnostics.contracts.request import DiagnosisRequest, LoopOptions
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.fields.memory import MemorySource
from diagnostics.grid.geometry import latitude_longitude_grid, projected_grid
from diagnostics.grid.regions import share_held
from diagnostics.guidelines import load_release
from diagnostics.loop import diagnose
from diagnostics.loop.coverage import coverage_of
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.claim_sources import ClaimSources
from diagnostics.reporting.extremes import spread
from tests.diagnostics.grid.mappings import LAMBERT
from tests.generated_samples import thinned

degrees = st.integers(-600, 600).map(lambda tenths: tenths / 10)


def area(box: Region | None) -> float:
    if box is None:
        return 0.0
    height = np.sin(np.radians(box.north)) - np.sin(np.radians(box.south))
    return float(box.width * height)


@given(st.integers(-3600, 5400), degrees, st.integers(5, 600), st.integers(5, 300))
def test_the_share_is_that_of_the_areas(west: int, south: float, width: int, height: int) -> None:
    """Cells of a quarter of a degree, whose edges are those of a box: 60 to 150 E, 0 to 60 N."""
    assume(south + height / 10 <= 90)
    left = (west / 10 + 180) % 360 - 180
    box = Region(west=left, south=south, east=left + width / 10, north=south + height / 10)
    grid = latitude_longitude_grid(np.arange(0.125, 60, 0.25), np.arange(60.125, 150, 0.25))
    held = Region(west=60, south=0, east=150, north=60)
    share = share_held(box, grid.holds)
    expected = area(box.overlap(held)) / area(box)
    assert (1.0 if share is None else share) == pytest.approx(expected, abs=0.012)


@given(st.integers(-180, 179), st.integers(1, 360), st.integers(-180, 179), st.integers(1, 360))
def test_what_both_boxes_hold_lies_in_both(west: int, width: int, other: int, wide: int) -> None:
    one = Region(west=west, south=0, east=west + width, north=10)
    two = Region(west=other, south=5, east=other + wide, north=20)
    common = one.overlap(two)
    inside = [lon for lon in range(-180, 180) if one.holds(7, lon) and two.holds(7, lon)]
    if common is None:
        assert not inside
        return
    assert (common.south, common.north) == (5, 10)
    assert all(box.holds(7, lon) for box in (one, two) for lon in (common.west, common.east))
    assert common == two.overlap(one) or common.width == two.overlap(one).width


def coverage(finished_run: Any, region: Any, before: float = 0, after: float = 0) -> Any:
    inventory: Inventory = finished_run.report.inventory
    window = TimeWindow(
        start=inventory.times[0] - timedelta(hours=before),
        end=inventory.times[-1] + timedelta(hours=after),
    )
    request = finished_run.request.model_copy(update={"region": Region.model_validate(region)})
    extent = inventory.grid.region
    step = inventory.grid.spacing_deg
    grid = latitude_longitude_grid(
        np.arange(extent.south, extent.north + step / 2, step),
        np.arange(extent.west, extent.east + step / 2, step),
    )
    return coverage_of(request, inventory, window, grid)


def test_what_is_held_whole_needs_no_word(finished_run: Any) -> None:
    step = finished_run.report.inventory.step_hours
    region = finished_run.request.region.bounds()
    assert coverage(finished_run, region) is None
    assert coverage(finished_run, region, before=step, after=step) is None
    assert finished_run.report.inventory.coverage is None


def test_a_period_that_the_data_do_not_fill_is_named(finished_run: Any) -> None:
    times = finished_run.report.inventory.times
    found = coverage(finished_run, finished_run.request.region.bounds(), after=48)
    assert found.period == TimeWindow(start=times[0], end=times[-1])
    assert (found.area_fraction, found.region) == (None, None)


def test_a_region_beyond_the_data_is_held_in_part(finished_run: Any) -> None:
    extent = finished_run.report.inventory.grid.region
    wide = (extent.west, extent.south, extent.east + extent.width, extent.north)
    found = coverage(finished_run, wide)
    assert found.area_fraction == pytest.approx(0.5, abs=0.01)
    assert found.region == extent
    assert found.period is None


def test_what_a_grid_on_a_map_holds_is_a_share_and_no_box(finished_run: Any) -> None:
    """A map of 4,000 by 3,000 km about 40 N, 95 W: its corners leave a part of any wide box."""
    x, y = np.meshgrid(np.arange(-2e6, 2.1e6, 1e5), np.arange(0.0, 3.1e6, 1e5))
    longitude, latitude = Proj(
        proj="lcc", lat_1=25, lat_2=25, lat_0=25, lon_0=-95, R=LAMBERT["earth_radius"]
    )(x, y, inverse=True)
    grid = projected_grid(latitude, longitude, LAMBERT)
    bounds = grid.bounds
    request = finished_run.request.model_copy(update={"region": bounds})
    window = finished_run.report.classification.window
    found = coverage_of(request, finished_run.report.inventory, window, grid)
    assert found is not None
    assert found.area_fraction == pytest.approx(
        grid.cell_area.sum() / EARTH_RADIUS**2 / np.radians(1) / area(bounds), abs=0.02
    )
    assert found.region is None


@pytest.mark.parametrize(
    "language", [Language.EN, pytest.param(Language.ZH, marks=pytest.mark.slow)]
)
def test_the_report_says_what_the_data_hold(
    language: Language, make_log: Any, make_ports: Any, steps_once: None
) -> None:
    source = MemorySource(thinned("quiet"), title="generated")
    inventory = source.inventory()
    assert inventory.grid is not None
    extent, last = inventory.grid.region, inventory.times[-1]
    request = DiagnosisRequest(
        source="quiet",
        region=Region(
            west=extent.west, south=extent.south, east=extent.east + 10, north=extent.north
        ),
        window=TimeWindow(start=inventory.times[0], end=last + timedelta(days=3)),
        language=language,
        options=LoopOptions(max_turns=1),
    )
    outcome = diagnose(request, make_ports(source, make_log()))
    report: Report | None = outcome.report
    assert report is not None
    occurrence = report.conclusion.occurrence
    assert {OccurrenceLimit.PART_OF_REGION, OccurrenceLimit.PART_OF_PERIOD} <= set(
        occurrence.limits
    )
    held = report.inventory.coverage
    assert held is not None
    assert held.area_fraction is not None
    assert 0.0 < occurrence.confidence <= held.area_fraction
    happened = report.sections[0].sentences[0]
    bound = {claim.id: claim for claim in report.claims}
    said = {bound[name].path for name in bound if f"{{claim:{name}}}" in happened.text}
    assert {
        "coverage.area_fraction",
        "coverage.region",
        "coverage.period.start",
        "coverage.period.end",
    } <= said
    words = {
        Language.EN: ("that the data hold", "What happened in the rest is not known"),
        Language.ZH: ("有资料的部分", "其余部分的情况未知"),
    }
    assert all(word in happened.text for word in words[language])


@pytest.mark.parametrize("language", list(Language))
def test_shares_are_of_what_the_data_hold(language: Language, finished_run: Any) -> None:
    report = finished_run.report
    wide = Coverage(area_fraction=0.4, region=report.request.region)
    parts = {}
    for coverage in (None, wide):
        inventory = report.inventory.model_copy(update={"coverage": coverage})
        changed = report.model_copy(update={"inventory": inventory})
        book = ClaimBook(ClaimSources.of_report(changed, load_release(), {}), language)
        lines = spread(book, changed, report.conclusion.event)
        parts[coverage is None] = lines[-1].text
    whole, held = {
        Language.EN: ("whole region", "that the data hold"),
        Language.ZH: ("全区域", "有资料的部分"),
    }[language]
    assert whole in parts[True]
    assert held in parts[False]
    assert whole not in parts[False]
