"""Where the sun stands, against what is known of it."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.physics.sun import cosine_of_zenith_angle


@pytest.mark.parametrize(
    ("moment", "latitude", "longitude", "height"),
    [
        # the sun stands over the tropics at the solstices, and over the equator at the equinoxes
        ("2026-06-21T12:02", 23.44, 0.0, 90.0),
        ("2026-12-21T11:58", -23.44, 0.0, 90.0),
        ("2026-03-20T12:07", 0.0, 0.0, 90.0),
        ("2026-03-20T06:08", 0.0, 0.0, 0.0),
        # equation of time: noon at 12:14 on 11 February, at 11:44 on 3 November (within a minute)
        ("2026-02-11T12:14", -14.1, 0.0, 90.0),
        ("2026-11-03T11:44", -15.0, 0.0, 90.0),
        # noon moves by four minutes a degree
        ("2026-06-21T04:02", 23.44, 120.0, 90.0),
        ("2026-06-21T00:02", 80.0, 0.0, 13.44),
    ],
)
def test_the_sun_stands_where_the_almanac_has_it(
    moment: str, latitude: float, longitude: float, height: float
) -> None:
    time = np.array([moment], dtype="datetime64[m]")
    found = cosine_of_zenith_angle(time, latitude, longitude)
    assert found.shape == (1,)
    assert np.degrees(np.arcsin(found[0])) == pytest.approx(height, abs=0.6)
