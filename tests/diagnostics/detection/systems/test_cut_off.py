"""A low aloft is cut off only where it is more than the upper part of a cyclone below it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from diagnostics.contracts.systems import AxisAloft, PressureCentre, PressureSystem, UpperCentre
from diagnostics.detection.systems.parts_of_systems import of_cyclone, part_of_low

TIME = datetime(2011, 1, 15, 12, tzinfo=UTC)
ALOFT = UpperCentre(
    kind="cutoff_low", level_hpa=500.0, value=5708.0, latitude=-25.0, longitude=170.0
)


@pytest.mark.parametrize(
    ("value", "longitude", "kind"),
    [
        (983.1, 170.0, "closed_low"),
        (983.1, 172.5, "closed_low"),
        (983.1, 176.0, "cutoff_low"),
        (1008.0, 170.0, "cutoff_low"),
    ],
)
def test_above_a_deep_low_nothing_is_cut_off(value: float, longitude: float, kind: str) -> None:
    centre = PressureCentre(
        kind="low", time=TIME, latitude=-25.0, longitude=longitude, value=value,
        closed_contours=8, contour_interval=2.0, radius_km=500.0,
    )  # fmt: skip
    below = PressureSystem(id="low-1", kind="low", quantity="msl", unit="hPa", centres=(centre,))
    assert of_cyclone(ALOFT, [below], TIME).kind == kind


@pytest.mark.parametrize(
    ("kind", "longitude", "part"),
    [("trough", 171.5, "upper-1"), ("trough", 176.0, None), ("ridge", 170.0, None)],
)
def test_a_trough_that_is_deepest_in_a_closed_low_is_that_low(
    kind: str, longitude: float, part: str | None
) -> None:
    axis = AxisAloft(
        kind=kind, level_hpa=500.0, departure_gpm=-120.0, latitude=-25.0, longitude=longitude,
        length_km=1200.0, line=((-20.0, longitude), (-30.0, longitude)),
    )  # fmt: skip
    assert part_of_low(axis, (ALOFT,)).part_of == part
