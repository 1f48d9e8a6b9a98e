"""Wind, shear, storm motion, helicity and downdraughts."""

from __future__ import annotations

import metpy.calc as mpcalc
import numpy as np
import pytest
from metpy.units import units

from diagnostics.errors import ArgumentError
from diagnostics.physics import wind

Q = units.Quantity
LEVELS = np.array([1000, 925, 850, 700, 600, 500, 400, 300, 250]) * 100.0


@pytest.fixture(scope="module")
def profiles():
    rng = np.random.default_rng(3)
    z = 44330.0 * (1.0 - (LEVELS / 101325.0) ** 0.19)[:, None] + rng.normal(0, 20, (9, 12))
    z = z - z[0]
    u = rng.normal(5, 8, z.shape) + z / 800.0
    return u[:, None], rng.normal(0, 8, z.shape)[:, None], z[:, None]


@pytest.mark.parametrize(
    ("u", "v", "expected"),
    [
        (0, -5, 360),
        (-5, 0, 90),
        (0, 5, 180),
        (5, 0, 270),
        (0, 0, 0),
        (-0.0, -5, 360),
        (5, 5, 225),
    ],
)
def test_direction_is_where_the_wind_comes_from(u, v, expected):
    assert wind.wind_direction(u, v) == pytest.approx(expected)
    metpy = mpcalc.wind_direction(Q(float(u), "m/s"), Q(float(v), "m/s")).m_as("degrees")
    assert wind.wind_direction(u, v) == pytest.approx(metpy)


def test_fluxes_point_to_where_they_go():
    assert wind.wind_direction(5.0, 0.0, "to") == pytest.approx(90.0)
    assert wind.wind_direction(0.0, 5.0, "to") == pytest.approx(360.0)
    with pytest.raises(ArgumentError, match="'from' or 'to'"):
        wind.wind_direction(1.0, 1.0, "towards")


def test_rotation_is_counterclockwise_and_keeps_the_speed():
    assert wind.wind_speed(*wind.rotate(6.0, 8.0, 1.1)) == pytest.approx(10.0)
    assert wind.rotate(1.0, 0.0, np.pi / 2) == (pytest.approx(0.0), pytest.approx(1.0))
    back = wind.rotate(*wind.rotate(3.0, 4.0, 0.7), -0.7)
    assert back == (pytest.approx(3.0), pytest.approx(4.0))


def test_the_mean_speed_is_not_the_speed_of_the_mean():
    u, v = np.array([10.0, -10.0]), np.zeros(2)
    assert wind.wind_speed(u, v).mean() == 10.0
    assert wind.wind_speed(u.mean(), v.mean()) == 0.0


def test_storm_motion_and_helicity_equal_metpy(profiles):
    u, v, z = profiles
    profile = wind.wind_profile(u, v, z, LEVELS)
    storm = wind.bunkers_storm_motion(profile)
    helicity = wind.storm_relative_helicity(profile, storm.right)
    for j in range(u.shape[-1]):
        height, east, north = Q(z[:, 0, j], "m"), Q(u[:, 0, j], "m/s"), Q(v[:, 0, j], "m/s")
        right, left, mean = mpcalc.bunkers_storm_motion(Q(LEVELS, "Pa"), east, north, height)
        for ours, theirs in ((storm.right, right), (storm.left, left), (storm.mean, mean)):
            assert ours[0][0, j] == pytest.approx(theirs[0].m, abs=1e-9)
            assert ours[1][0, j] == pytest.approx(theirs[1].m, abs=1e-9)
        expected = mpcalc.storm_relative_helicity(
            height, east, north, Q(3000.0, "m"), storm_u=right[0], storm_v=right[1]
        )[2].m
        assert helicity[0, j] == pytest.approx(expected, abs=1e-8)


def test_helicity_of_a_half_circle_is_positive_and_mirrors():
    z = np.linspace(0.0, 6000.0, 61).reshape(-1, 1, 1)
    angle = np.radians(180.0 - z / 3000.0 * 180.0)
    u, v = 10.0 * np.cos(angle), 10.0 * np.sin(angle)
    levels = 101300.0 * np.exp(-z[:, 0, 0] / 8000.0)
    still = (np.zeros((1, 1)), np.zeros((1, 1)))
    turning = wind.storm_relative_helicity(wind.wind_profile(u, v, z, levels), still)
    assert turning[0, 0] == pytest.approx(100.0 * np.pi, rel=3e-3)
    mirrored = wind.storm_relative_helicity(wind.wind_profile(u, -v, z, levels), still)
    assert mirrored[0, 0] == pytest.approx(-turning[0, 0])


def test_the_ground_and_its_wind_end_the_profile(profiles):
    u, v, z = (each.copy() for each in profiles)
    z -= 1000.0
    u[0] = 500.0
    surface = {"surface_wind": (np.full((1, 12), 2.0), np.zeros((1, 12)))}
    surface["surface_pressure"] = np.full((1, 12), 90000.0)
    profile = wind.wind_profile(u, v, z, LEVELS, **surface)
    assert profile.eastward.max() < 400.0
    du, _ = wind.bulk_shear(profile)
    top = np.array([np.interp(6000.0, z[:, 0, j], u[:, 0, j]) for j in range(12)])
    np.testing.assert_allclose(du[0], top - 2.0, rtol=1e-12)


def test_layers_that_are_not_reached_or_missing_give_no_number(profiles):
    u, v, z = (each.copy() for each in profiles)
    v[4, 0, 1] = np.nan
    profile = wind.wind_profile(u, v, z, LEVELS)
    storm = wind.bunkers_storm_motion(profile)
    helicity = wind.storm_relative_helicity(profile, storm.right)
    assert np.isnan(helicity[0]).tolist() == [False, True, *[False] * 10]
    low = wind.wind_profile(u[:4], v[:4], z[:4], LEVELS[:4])
    assert np.isnan(wind.bunkers_storm_motion(low).right[0]).all()
    assert np.isnan(wind.bulk_shear(low)[0]).all()


def test_the_compiled_kernels_and_numpy_agree(monkeypatch):
    rng = np.random.default_rng(7)
    levels = np.array([200.0, 300.0, 500.0, 700.0, 850.0, 925.0, 1000.0]) * 100.0
    height = np.geomspace(12000.0, 120.0, levels.size)[:, None, None] - 100.0
    height = height + rng.uniform(-200.0, 50.0, (levels.size, 40, 90))
    u, v = rng.normal(8.0, 5.0, (2, *height.shape))
    u[3, 2, 4] = height[5, 6, 7] = np.nan
    ground = (rng.normal(size=height.shape[1:]), rng.normal(size=height.shape[1:]))
    surface = np.full(height.shape[1:], 101000.0)
    results = []
    for size in (0, 10**12):
        monkeypatch.setattr(wind, "COMPILED_FROM", size)
        for given in ({}, {"surface_wind": ground, "surface_pressure": surface}):
            profile = wind.wind_profile(u, v, height, levels, **given)
            results.append(
                [
                    *profile,
                    *wind.bulk_shear(profile, 6000.0),
                    wind.storm_relative_helicity(profile, (7.0, 3.0)),
                ]
            )
    for one, other in zip(results[0] + results[1], results[2] + results[3], strict=True):
        assert np.isfinite(one).mean() > 0.9
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-10)


def test_levels_above_the_top_change_nothing_below_it():
    levels = np.array([200.0, 400.0, 600.0, 850.0, 1000.0]) * 100.0
    height = np.array([11800.0, 7200.0, 4200.0, 1450.0, 10.0])[:, None, None] + np.zeros((5, 2, 3))
    u = np.linspace(40.0, 2.0, 5)[:, None, None] + np.zeros((5, 2, 3))
    whole = wind.wind_profile(u, 0.5 * u, height, levels)
    low = wind.wind_profile(u, 0.5 * u, height, levels, top=3000.0)
    assert len(low.height) == 4  # the ground and three levels: 1000, 850 and 600 hPa
    for depth in (1000.0, 3000.0):
        np.testing.assert_array_equal(
            wind.storm_relative_helicity(low, (5.0, 1.0), depth),
            wind.storm_relative_helicity(whole, (5.0, 1.0), depth),
        )
    assert np.isnan(wind.storm_relative_helicity(low, (5.0, 1.0), 6000.0)).all()
