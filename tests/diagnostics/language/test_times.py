"""Zones of time: by place, by state, by country."""

from __future__ import annotations

import pytest

from diagnostics.language.times import zone_at


@pytest.mark.parametrize(
    ("latitude", "longitude", "country", "zone"),
    [
        (29.76, -95.37, "US", "America/Chicago"),
        (39.74, -104.99, "US", "America/Denver"),
        (31.2, 121.5, "CN", "Asia/Shanghai"),
        (19.1, 72.9, "IN", "Asia/Kolkata"),
    ],
)
def test_zones_follow_the_state_and_the_country(
    latitude: float, longitude: float, country: str, zone: str
) -> None:
    assert zone_at(latitude, longitude, country) == zone
