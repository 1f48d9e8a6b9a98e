"""What is one event: areas that touch, that hardly any gap parts, and that go on in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from diagnostics.contracts.detection import EventObject, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region
from diagnostics.detection.events.event_objects import NEAR_KM, Tracker
from diagnostics.detection.events.moving_grids import chains
from diagnostics.grid.geometry import latitude_longitude_grid

START = datetime(2026, 1, 10, tzinfo=UTC)


def events(spacing: float, *masks: np.ndarray, least_km2: float = 2500.0) -> int:
    """Number of events of some times, an hour apart, on a grid at 50 degrees north."""
    rows, columns = masks[0].shape
    grid = latitude_longitude_grid(
        50.0 + spacing * np.arange(rows), 10.0 + spacing * np.arange(columns)
    )
    tracker = Tracker(grid, np.ones(grid.shape, dtype=bool), least_km2, gap=timedelta(hours=1))
    for hour, mask in enumerate(masks):
        time = START + timedelta(hours=hour)
        tracker.add(time, time, mask)
    return len(tracker.spells())


def two(gap: int, width: int = 8, size: int = 24, *, upright: bool = False) -> np.ndarray:
    """Two areas with so many cells between them, beside or above each other."""
    mask = np.zeros((size, size), dtype=bool)
    mask[2 : 2 + width, 2 : 2 + width] = True
    mask[2 : 2 + width, 2 + width + gap : 2 + 2 * width + gap] = True
    return mask.T if upright else mask


@settings(deadline=None, max_examples=40)
@given(
    spacing=st.sampled_from([0.05, 0.1, 0.25, 1.0]),
    gap=st.integers(1, 7),
    upright=st.booleans(),
)
def test_areas_that_hardly_any_gap_parts_are_one_event(
    spacing: float, gap: int, upright: bool
) -> None:
    """One shield with a seam of smaller values; what lies well apart stays apart."""
    apart_km = gap * spacing * 111.2
    mask = two(gap, upright=upright)
    found = events(spacing, mask, least_km2=500.0)
    is_near, is_far = apart_km <= NEAR_KM, apart_km > NEAR_KM + 2 * spacing * 111.2
    assume(is_near or is_far)
    assert found == (1 if is_near else 2)


@pytest.mark.parametrize(("least_km2", "count"), [(500.0, 1), (5000.0, 0)])
def test_scraps_bridge_nothing_and_make_no_event_together(least_km2: float, count: int) -> None:
    """On fine grids showers lie close to each other over a whole continent."""
    mask = two(2, width=4)
    assert events(0.1, mask, least_km2=least_km2) == count
    bridged = two(12, width=4, size=32)
    bridged[3, 8:16:3] = True
    assert events(0.1, bridged, least_km2=500.0) == 2


def test_areas_that_were_one_at_one_time_are_one_event_throughout() -> None:
    assert events(0.25, two(1), two(6)) == 1
    assert events(0.25, two(6), two(6)) == 2


def at_time(hours: float, longitude: float, total_hours: float) -> TypeAssessment:
    """The rain of one time on a grid that moves, as a total of so many hours."""
    end = START + timedelta(hours=hours)
    rain = EventObject(
        id="rainstorm-1",
        event=EventType.RAINSTORM,
        quantity="precipitation",
        unit="mm",
        peak=200.0,
        peak_latitude=25.0,
        peak_longitude=longitude,
        peak_time=end,
        onset=end - timedelta(hours=total_hours),
        end=end,
        duration_hours=total_hours,
        area_km2=20000.0,
        box=Region(west=longitude - 1.0, south=24.0, east=longitude + 1.0, north=26.0),
    )
    return TypeAssessment(
        event=EventType.RAINSTORM, firing=Firing.FIRED, reason="", objects=(rain,)
    )


@pytest.mark.parametrize("since_start", [True, False])
def test_the_rain_of_one_storm_on_a_moving_grid_is_one_event(since_start: bool) -> None:
    """Totals since the start of the run share hours; those of one step follow each other."""
    found = [
        at_time(hours, -88.0 - 0.2 * hours, hours if since_start else 3.0)
        for hours in (12.0, 15.0, 18.0, 21.0)
    ]
    assert [len(chain) for chain in chains(found)] == [4]
    far = at_time(24.0, 120.0, 24.0)
    assert [len(chain) for chain in chains([*found, far])] == [4, 1]
