"""Two ways to say how far places are apart agree."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.grid.distance import cosine_of, directions, great_circle_km


@pytest.mark.parametrize("limit", [25.0, 300.0, 1000.0, 15000.0])
def test_the_cosine_tells_near_from_far_as_the_distance_does(limit: float) -> None:
    random = np.random.default_rng(7)
    place = np.array([random.uniform(-90, 90, 500), random.uniform(-180, 360, 500)])
    spread = np.sqrt(random.uniform(0, 4, 500)) * limit / 111.0
    other = place + spread * np.array(
        [np.sin(np.arange(500.0)), np.cos(np.arange(500.0)) / np.cos(np.radians(place[0]))]
    )
    distance = great_circle_km(*place, *other)
    alike = np.einsum("ij,ij->i", directions(*place), directions(*other))
    clear = np.abs(distance - limit) > 1e-3
    near = distance <= limit
    assert near.any()
    assert not near.all()
    assert np.array_equal((alike >= cosine_of(limit))[clear], near[clear])
