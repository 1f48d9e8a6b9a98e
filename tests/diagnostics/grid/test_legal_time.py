"""The clock of a place: half hours, one time for all of China, nautical zones over the sea."""

from __future__ import annotations

import pytest

from diagnostics.grid.legal_time import legal_zone


@pytest.mark.parametrize(
    ("latitude", "longitude", "zone"),
    [
        (17.8, 78.5, "Asia/Kolkata"),
        (43.8, 87.6, "Asia/Shanghai"),
        (29.6, 91.1, "Asia/Shanghai"),
        (-34.9, 138.6, "Australia/Adelaide"),
        (22.3, 114.2, "Asia/Hong_Kong"),
        (0.0, 210.0, "Etc/GMT+10"),
        (-25.0, 170.0, "Etc/GMT-11"),
        (-30.0, 179.9, "Etc/GMT-12"),
        (-30.0, -179.9, "Etc/GMT-12"),
        (-30.0, -173.0, "Etc/GMT-12"),
        (-30.0, -172.0, "Etc/GMT+11"),
    ],
)
def test_the_zone_of_a_position(latitude: float, longitude: float, zone: str) -> None:
    assert legal_zone(latitude, longitude) == zone
