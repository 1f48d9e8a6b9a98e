"""Smoothing, extrema, contours, sections, distances and reductions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.constants import EARTH_RADIUS
from diagnostics.errors import ArgumentError
from diagnostics.grid import reduction
from diagnostics.grid.distance import great_circle_km, initial_bearing, vector_centroid
from diagnostics.grid.extrema import closed_contours, local_extrema
from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.grid.sections import great_circle_section, sample_bilinear
from diagnostics.grid.smoothing import smooth_gaussian, smoothing_halo

GLOBE = latitude_longitude_grid(np.arange(-88, 89, 2.0), np.arange(0, 360, 2.0))
REGIONAL = latitude_longitude_grid(np.arange(20, 60.5, 0.5), np.arange(100, 140.5, 0.5))


def bump(grid, latitude, longitude, width_km, height=1.0):
    distance = great_circle_km(latitude, longitude, grid.latitude, grid.longitude)
    return height * np.exp(-0.5 * (distance / width_km) ** 2)


# Smoothing


def test_smoothing_keeps_constants_and_missing_cells():
    field = np.full(REGIONAL.shape, 7.0)
    field[10:15, 10:15] = np.nan
    smooth = REGIONAL.smooth(field, 100.0)
    assert np.isnan(smooth[10:15, 10:15]).all()
    np.testing.assert_allclose(smooth[~np.isnan(field)], 7.0)


def test_smoothing_has_the_stated_width():
    grid = latitude_longitude_grid(np.arange(-20, 20.1, 0.25), np.arange(0, 40.1, 0.25))
    wide = grid.smooth(bump(grid, 0, 20, 150.0), 100.0)
    row = grid.shape[0] // 2
    x = (grid.longitude[row] - 20) * 111.195
    variance = np.average(x**2, weights=wide[row])
    assert np.sqrt(variance) == pytest.approx(np.hypot(150, 100), rel=0.02)


def test_smoothing_narrow_axis_is_left_alone():
    field = np.random.default_rng(1).normal(size=REGIONAL.shape)
    np.testing.assert_array_equal(REGIONAL.smooth(field, 5.0), field)


def test_smoothing_goes_round_the_globe():
    field = bump(GLOBE, 0, 0, 400.0)
    smooth = GLOBE.smooth(field, 300.0)
    np.testing.assert_allclose(smooth[:, 1:], smooth[:, :0:-1], atol=1e-12)
    shifted = smooth_gaussian(np.roll(field, 40, axis=1), *GLOBE.sigma_cells(300.0), cyclic=True)
    np.testing.assert_allclose(shifted, np.roll(smooth, 40, axis=1), atol=1e-12)


def test_halo():
    assert smoothing_halo(100.0, 27.8) == 13
    assert smoothing_halo(0.0, 27.8) == 2


# Extrema


def test_extrema_are_ordered_and_kept_apart_by_the_radius():
    field = bump(REGIONAL, 40, 110, 300) + 0.5 * bump(REGIONAL, 40, 130, 300)
    found = local_extrema(field, REGIONAL, 500.0, "maximum")
    assert [(item.latitude, item.longitude) for item in found] == [(40, 110), (40, 130)]
    assert len(local_extrema(field, REGIONAL, 2500.0, "maximum")) == 1
    low = local_extrema(-field, REGIONAL, 500.0, "minimum")
    assert [(item.latitude, item.longitude) for item in low] == [(40, 110), (40, 130)]


def test_extremum_on_the_seam_is_found_once():
    (item,) = local_extrema(bump(GLOBE, 10, 0, 900), GLOBE, 1000.0)
    assert (item.latitude, item.longitude) == (10, 0)


def test_constant_field_and_edges_have_no_extrema():
    assert local_extrema(np.ones(REGIONAL.shape), REGIONAL, 300.0) == []
    assert local_extrema(REGIONAL.latitude.copy(), REGIONAL, 300.0) == []


def test_closed_contours_count_and_area():
    field = 1000.0 - bump(REGIONAL, 40, 120, 400, height=21.0)
    (low,) = local_extrema(field, REGIONAL, 300.0, "minimum")
    contours = closed_contours(field, REGIONAL, low, 2.5)
    assert contours.count == 8
    assert contours.outermost_value == pytest.approx(979.0 + 20.0)
    radius = 400.0 * np.sqrt(2 * np.log(21.0))
    assert contours.radius_km == pytest.approx(radius, rel=0.03)


def test_contour_that_holds_a_deeper_low_is_not_counted():
    field = 1000.0 - bump(REGIONAL, 40, 110, 250, 20.0) - bump(REGIONAL, 40, 122, 250, 12.0)
    deep, shallow = local_extrema(field, REGIONAL, 300.0, "minimum")
    assert closed_contours(field, REGIONAL, shallow, 1.0).count < 12
    assert closed_contours(field, REGIONAL, deep, 1.0).count > 15


def test_open_feature_has_no_closed_contour():
    field = -((REGIONAL.longitude - 120) ** 2) + 1e-3 * bump(REGIONAL, 40, 120, 100)
    ridge = local_extrema(field, REGIONAL, 300.0)[0]
    assert closed_contours(field, REGIONAL, ridge, 5.0).count == 0


# Distances and sections


def test_distances():
    degree = np.pi * EARTH_RADIUS / 180e3
    assert great_circle_km(0, 0, 0, 1) == pytest.approx(degree)
    assert great_circle_km(0, 179.5, 0, -179.5) == pytest.approx(degree)
    assert great_circle_km(90, 0, -90, 77) == pytest.approx(180 * degree)
    assert initial_bearing(0, 0, 0, 10) == pytest.approx(90)
    assert initial_bearing(50, 10, 40, 10) == pytest.approx(180)


@given(st.floats(-60, 60), st.floats(-180, 180), st.floats(0.5, 20))
def test_centroid_of_a_symmetric_set_is_its_centre(latitude, longitude, size):
    centre = vector_centroid([latitude, latitude], [longitude - size, longitude + size])
    truth = np.degrees(np.arctan(np.tan(np.radians(latitude)) / np.cos(np.radians(size))))
    assert great_circle_km(*centre, truth, longitude) < 1e-6


def test_section_is_even_and_ends_where_it_should():
    section = great_circle_section((30, 170), (40, -160), spacing_km=50)
    assert np.diff(section.distance_km).std() < 1e-6
    assert section.distance_km[1] <= 50
    step = great_circle_km(
        section.latitude[:-1], section.longitude[:-1], section.latitude[1:], section.longitude[1:]
    )
    np.testing.assert_allclose(step, np.diff(section.distance_km), rtol=1e-6)
    assert (section.latitude[-1], section.longitude[-1]) == pytest.approx((40, -160))
    along, across = section.components(
        *(np.sin(np.radians(section.bearing)), np.cos(np.radians(section.bearing)))
    )
    np.testing.assert_allclose(along, 1.0)
    np.testing.assert_allclose(across, 0.0, atol=1e-12)


def test_section_refuses_coinciding_and_opposite_points():
    for end in ((30.0, 100.0), (-30.0, -80.0)):
        with pytest.raises(ArgumentError):
            great_circle_section((30.0, 100.0), end)


def test_bilinear_is_exact_for_bilinear_fields_across_the_seam():
    field = 3.0 + GLOBE.latitude * 0.1
    latitude, longitude = np.array([0.5, 10.3, 87.9]), np.array([359.5, -0.7, 180.2])
    np.testing.assert_allclose(
        sample_bilinear(field, GLOBE, latitude, longitude), 3.0 + latitude * 0.1
    )
    regional = REGIONAL.latitude * 2 - REGIONAL.longitude
    got = sample_bilinear(
        np.stack([regional, regional]),
        REGIONAL,
        np.array([20.0, 33.3, 70.0]),
        np.array([100.0, 111.1, 120.0]),
    )
    np.testing.assert_allclose(got[1, :2], [40 - 100, 66.6 - 111.1])
    assert np.isnan(got[0, 2])


# Reductions


def test_weighted_mean_and_spread():
    weights = GLOBE.weights
    field = np.sin(np.radians(GLOBE.latitude)) ** 2
    assert reduction.area_mean(field, weights) == pytest.approx(1 / 3, rel=2e-3)
    assert reduction.area_std(np.full(GLOBE.shape, 4.0), weights) == 0
    assert np.isnan(reduction.area_mean(np.full(GLOBE.shape, np.nan), weights))


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=30), st.floats(0, 100))
def test_percentile_with_equal_weights_is_the_usual_one(values, percent):
    field = np.array([values])
    got = reduction.area_percentile(field, percent, np.ones_like(field))
    assert got == pytest.approx(np.percentile(values, percent), abs=1e-9)


def test_percentile_follows_the_weights():
    field, weights = np.array([[0.0, 10.0]]), np.array([[1.0, 3.0]])
    assert reduction.area_percentile(field, 50, weights) == pytest.approx(5.0)
    three = np.array([[0.0, 1.0, 10.0]])
    assert reduction.area_percentile(three, 50, np.array([[1.0, 1.0, 8.0]])) > 1.0


def test_extremes_say_where_and_break_ties_in_order():
    field = np.zeros(REGIONAL.shape)
    field[5, 7] = field[9, 1] = 3.0
    field[0, 0] = np.nan
    best = reduction.area_maximum(field, REGIONAL)
    assert best is not None
    assert (best.row, best.column, best.value) == (5, 7, 3.0)
    assert (best.latitude, best.longitude) == (22.5, 103.5)
    assert reduction.area_maximum(np.full(REGIONAL.shape, np.nan), REGIONAL) is None


def test_fractions():
    weights = REGIONAL.weights
    field = np.where(REGIONAL.latitude > 40, np.nan, 1.0)
    share = weights[REGIONAL.latitude <= 40].sum() / weights.sum()
    assert reduction.valid_fraction(field, weights) == pytest.approx(share)
    assert reduction.area_fraction(field == 1.0, weights) == pytest.approx(share)
    assert reduction.area_fraction(field == 1.0, weights, np.isfinite(field)) == 1.0
    assert reduction.area_fraction(field == 1.0, weights, np.zeros(weights.shape, bool)) == 0.0
