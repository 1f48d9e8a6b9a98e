"""How far the systems of a situation reach."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from diagnostics.contracts.systems import (
    FrontSegment,
    JetMaximum,
    MoisturePlume,
    PressureCentre,
    PressureSystem,
    SynopticSystems,
)
from diagnostics.detection.systems.reach import system_at
from diagnostics.grid.distance import destination

TIME = datetime(2026, 1, 10, 12, tzinfo=UTC)
PLACE = 45.0, 178.0
"""Beside the date line, which no distance may stop at."""


def low(radius_km: float = 800.0, **changes: Any) -> SynopticSystems:
    centres = tuple(
        PressureCentre(
            kind="low",
            time=TIME + timedelta(hours=hours),
            latitude=PLACE[0],
            longitude=PLACE[1] + hours / 12.0,
            value=970.0,
            closed_contours=5,
            contour_interval=4.0,
            radius_km=radius_km,
        )
        for hours in (-24.0, 0.0, 24.0)
    )
    system = PressureSystem(
        id="low-1", kind="low", quantity="msl", unit="hPa", centres=centres
    ).model_copy(update=changes)
    return SynopticSystems(time=TIME, pressure=(system,))


FRONT = FrontSegment(
    type="cold", level_hpa=850.0, latitude=45.0, longitude=178.0, contrast=3.0, length_km=900.0,
    warm_bearing=90.0, line=((41.0, 178.0), (45.0, 178.0), (49.0, 178.0)),
)  # fmt: skip
JET = JetMaximum(level_hpa=250.0, speed_ms=70.0, toward_deg=90.0, latitude=45.0, longitude=178.0)
PLUME = MoisturePlume(
    kind="atmospheric_river", value=700.0, unit="kg m-1 s-1", latitude=45.0, longitude=178.0,
    toward_deg=0.0, length_km=2000.0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("systems", "kind", "bearing", "within", "beyond"),
    [
        (low(), "low", 270.0, 1150.0, 1250.0),
        (low(radius_km=0.0), "low", 90.0, 450.0, 550.0),
        (SynopticSystems(time=TIME, fronts=(FRONT,)), "front", 90.0, 280.0, 320.0),
        (SynopticSystems(time=TIME, jets=(JET,)), "jet", 180.0, 480.0, 520.0),
        (SynopticSystems(time=TIME, plumes=(PLUME,)), "plume", 90.0, 280.0, 320.0),
        (SynopticSystems(time=TIME, plumes=(PLUME,)), "plume", 180.0, 1280.0, 1420.0),
    ],
)
def test_a_system_reaches_so_far(
    systems: SynopticSystems, kind: str, bearing: float, within: float, beyond: float
) -> None:
    assert system_at(systems, TIME, *destination(*PLACE, bearing, within)) == kind
    assert system_at(systems, TIME, *destination(*PLACE, bearing, beyond)) is None


def test_a_low_is_where_it_was_at_that_time() -> None:
    east = destination(*PLACE, 90.0, 1300.0)
    assert system_at(low(), TIME, *east) is None
    assert system_at(low(), TIME + timedelta(hours=24), *east) == "low"
    assert system_at(low(), TIME + timedelta(hours=24 + 7), *east) is None


def test_a_high_keeps_no_place_from_being_quiet() -> None:
    assert system_at(low(kind="high"), TIME, *PLACE) is None


def test_what_is_known_at_the_main_time_says_nothing_of_another_day() -> None:
    systems = SynopticSystems(time=TIME, fronts=(FRONT,), jets=(JET,), plumes=(PLUME,))
    assert system_at(systems, TIME + timedelta(hours=6), *PLACE) == "front"
    assert system_at(systems, TIME + timedelta(hours=7), *PLACE) is None
