"""Analytic truths of the derivatives, on the sphere and on projections."""

from __future__ import annotations

import numpy as np
import pyproj
import pytest
import xarray as xr

from diagnostics.constants import EARTH_RADIUS
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import grid_of, latitude_longitude_grid, projected_grid
from tests.diagnostics.grid.mappings import LAMBERT, POLAR

MERCATOR = {
    "grid_mapping_name": "mercator",
    "standard_parallel": 20.0,
    "longitude_of_projection_origin": 120.0,
    "earth_radius": 6371229.0,
}
UTM = {
    "grid_mapping_name": "transverse_mercator",
    "scale_factor_at_central_meridian": 0.9996,
    "longitude_of_central_meridian": 9.0,
    "latitude_of_projection_origin": 0.0,
    "false_easting": 500000.0,
    "false_northing": 0.0,
    "semi_major_axis": 6378137.0,
    "inverse_flattening": 298.257223563,
}
PROJECTIONS = {
    "lambert": (LAMBERT, (-2e6, 2e6), (0.0, 3e6), 30e3),
    "polar": (POLAR, (-2e6, 2e6), (-4e6, -1e6), 30e3),
    "mercator": (MERCATOR, (-2e6, 2e6), (1e6, 4e6), 30e3),
    "utm": (UTM, (300e3, 700e3), (4900e3, 5500e3), 10e3),
}


def regular(spacing: float, south: float = -90.0, north: float = 90.0):
    count = round((north - south) / spacing) + 1
    return latitude_longitude_grid(np.linspace(south, north, count), np.arange(0.0, 360.0, spacing))


def on_projection(name: str):
    mapping, (x0, x1), (y0, y1), step = PROJECTIONS[name]
    crs = pyproj.CRS.from_cf(mapping)
    x, y = np.meshgrid(np.arange(x0, x1 + 1, step), np.arange(y0, y1 + 1, step))
    back = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    longitude, latitude = back.transform(x, y)
    return projected_grid(latitude, longitude, mapping)


def analytic_wind(latitude, longitude):
    """A smooth wind on the sphere and its earth-relative gradient tensor, with metric terms."""
    phi, lam = np.radians(latitude), np.radians(longitude)
    u = 20 * np.cos(phi) + 8 * np.sin(2 * phi) * np.cos(3 * lam)
    v = 10 * np.sin(2 * lam) * np.cos(phi) ** 2
    a = EARTH_RADIUS
    ux = -24 * np.sin(2 * phi) * np.sin(3 * lam) / (a * np.cos(phi)) - v * np.tan(phi) / a
    uy = (-20 * np.sin(phi) + 16 * np.cos(2 * phi) * np.cos(3 * lam)) / a
    vx = 20 * np.cos(2 * lam) * np.cos(phi) / a + u * np.tan(phi) / a
    vy = -20 * np.sin(2 * lam) * np.cos(phi) * np.sin(phi) / a
    return u, v, (ux, uy, vx, vy)


@pytest.mark.parametrize(("spacing", "tolerance"), [(0.25, 1e-3), (1.5, 1e-2)])
def test_solid_rotation_has_no_divergence_and_the_planet_s_vorticity(spacing, tolerance):
    grid = regular(spacing)
    phi = np.radians(grid.latitude)
    u = 30.0 * np.cos(phi)
    expected = 2 * 30.0 / EARTH_RADIUS * np.sin(phi)
    vorticity = grid.vorticity(u, np.zeros_like(u))
    divergence = grid.divergence(u, np.zeros_like(u))
    given = np.isfinite(vorticity)
    scale = np.abs(expected).max()
    assert np.abs(vorticity - expected)[given].max() < tolerance * scale
    assert np.abs(divergence[given]).max() < 1e-9 * scale
    assert not given[np.abs(grid.latitude) > 87.0].any()
    assert given[np.abs(grid.latitude) <= 87.0].all()


@pytest.mark.parametrize(("spacing", "tolerance"), [(0.25, 1e-3), (1.5, 1e-2)])
def test_tensor_of_a_deforming_wind(spacing, tolerance):
    grid = regular(spacing, -75.0, 75.0)
    u, v, expected = analytic_wind(grid.latitude, grid.longitude)
    for got, truth in zip(grid.vector_gradient(u, v), expected, strict=True):
        assert np.abs(got - truth).max() < tolerance * np.abs(truth).max()


@pytest.mark.parametrize(("spacing", "tolerance"), [(0.25, 1e-3), (1.5, 1e-2)])
def test_gradient_and_advection_of_a_linear_field(spacing, tolerance):
    grid = latitude_longitude_grid(np.arange(20, 61, spacing), np.arange(100, 141, spacing))
    field = 2.0 * grid.longitude - 3.0 * grid.latitude
    east, north = grid.gradient(field)
    true_east = np.degrees(2.0) / (EARTH_RADIUS * np.cos(np.radians(grid.latitude)))
    true_north = np.degrees(-3.0) / EARTH_RADIUS
    assert np.abs(east / true_east - 1).max() < tolerance
    assert np.abs(north / true_north - 1).max() < tolerance
    # A northerly wind brings the higher values of the north: positive where they fall southward.
    advection = grid.advection(-field, np.zeros_like(field), np.full_like(field, -10.0))
    assert (advection > 0).all()


def test_laplacian_of_a_spherical_harmonic():
    grid = regular(1.0)
    phi, lam = np.radians(grid.latitude), np.radians(grid.longitude)
    harmonic = np.cos(phi) ** 2 * np.sin(2 * lam)
    expected = -6 * harmonic / EARTH_RADIUS**2
    given = np.abs(grid.latitude) <= 87.0
    assert np.abs(grid.laplacian(harmonic) - expected)[given].max() < 1e-3 * np.abs(expected).max()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name not in ("lambert", "polar")))
        for name in sorted(PROJECTIONS)
    ],
)
def test_projected_tensor_equals_the_tensor_on_the_sphere(name):
    grid = on_projection(name)
    u, v, expected = analytic_wind(grid.latitude, grid.longitude)
    # On the ellipsoid of UTM radii of curvature differ from the sphere's by up to 0.6 per cent.
    tolerance = 1e-2 if name == "utm" else 2e-3
    scale = max(np.abs(item).max() for item in expected)
    for got, truth in zip(grid.vector_gradient(u, v), expected, strict=True):
        assert np.abs(got - truth).max() < tolerance * scale


@pytest.mark.parametrize("name", ["lambert", "polar", "mercator"])
def test_projected_gradient_and_laplacian_equal_those_on_the_sphere(name):
    grid = on_projection(name)
    phi, lam = np.radians(grid.latitude), np.radians(grid.longitude)
    field = np.cos(phi) ** 2 * np.sin(2 * lam)
    east, north = grid.gradient(field)
    true_east = 2 * np.cos(phi) * np.cos(2 * lam) / EARTH_RADIUS
    true_north = -np.sin(2 * phi) * np.sin(2 * lam) / EARTH_RADIUS
    scale = np.abs(true_east).max()
    assert np.abs(east - true_east).max() < 2e-3 * scale
    assert np.abs(north - true_north).max() < 2e-3 * scale
    inner = (slice(1, -1), slice(1, -1))
    truth = -6 * field / EARTH_RADIUS**2
    assert np.abs(grid.laplacian(field) - truth)[inner].max() < 2e-3 * np.abs(truth).max()


def test_direct_conformal_formula_gives_the_same_divergence():
    grid = on_projection("lambert")
    u, v, _ = analytic_wind(grid.latitude, grid.longitude)
    metric = grid.metric
    m = 1.0 / metric.hx
    grid_u = u * metric.cos_angle - v * metric.sin_angle
    grid_v = u * metric.sin_angle + v * metric.cos_angle
    flux_u, flux_v = grid_u / m, grid_v / m
    direct = m**2 * (
        np.gradient(flux_u, metric.x, axis=1, edge_order=2)
        + np.gradient(flux_v, metric.y, axis=0, edge_order=2)
    )
    divergence = grid.divergence(u, v)
    assert np.abs(direct - divergence).max() < 2e-3 * np.abs(divergence).max()


def test_seam_does_not_matter():
    west = latitude_longitude_grid(np.arange(-60, 61, 1.5), np.arange(-180, 180, 1.5))
    east = latitude_longitude_grid(np.arange(-60, 61, 1.5), np.arange(0, 360, 1.5))
    assert west.cyclic and east.cyclic
    half = west.shape[1] // 2
    for grid in (west, east):
        u, v, _ = analytic_wind(grid.latitude, grid.longitude)
        result = grid.vorticity(u, v)
        if grid is west:
            reference = np.roll(result, -half, axis=1)
    np.testing.assert_allclose(result, reference, rtol=0, atol=1e-18)


def test_window_across_180_equals_the_same_window_of_the_globe():
    globe = latitude_longitude_grid(np.arange(-60, 61, 1.5), np.arange(0, 360, 1.5))
    window = latitude_longitude_grid(np.arange(-60, 61, 1.5), np.arange(165, 201, 1.5))
    assert not window.cyclic
    u, v, _ = analytic_wind(globe.latitude, globe.longitude)
    column = 110
    inside = slice(column, column + window.shape[1])
    part = window.vorticity(u[:, inside], v[:, inside])
    np.testing.assert_allclose(
        part[:, 1:-1], globe.vorticity(u, v)[:, inside][:, 1:-1], rtol=1e-9, atol=1e-17
    )


def test_mirrored_field_has_mirrored_vorticity():
    grid = regular(1.5)
    u, v, _ = analytic_wind(grid.latitude, grid.longitude)
    mirrored = grid.vorticity(u[::-1], -v[::-1])[::-1]
    np.testing.assert_allclose(-mirrored, grid.vorticity(u, v), rtol=1e-9, atol=1e-18)


def test_descending_latitude_gives_the_same_derivatives():
    up = latitude_longitude_grid(np.arange(20, 51, 1.0), np.arange(100, 141, 1.0))
    down = latitude_longitude_grid(np.arange(50, 19, -1.0), np.arange(100, 141, 1.0))
    u, v, _ = analytic_wind(up.latitude, up.longitude)
    for one, other in zip(
        up.vector_gradient(u, v), down.vector_gradient(u[::-1], v[::-1]), strict=True
    ):
        np.testing.assert_allclose(one, other[::-1], rtol=1e-12, atol=1e-18)
    np.testing.assert_allclose(up.cell_area, down.cell_area[::-1])


def test_cell_areas_cover_the_sphere():
    grid = regular(2.5)
    assert grid.cell_area.sum() == pytest.approx(4 * np.pi * EARTH_RADIUS**2, rel=1e-12)
    assert grid.spacing_deg == pytest.approx(2.5)
    assert grid.weights[0].max() == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("name", ["lambert", "polar", "mercator"])
def test_projected_cell_areas_equal_those_of_the_sphere(name):
    grid = on_projection(name)
    ring = np.concatenate(
        [
            np.stack([grid.longitude[0], grid.latitude[0]], 1),
            np.stack([grid.longitude[1:, -1], grid.latitude[1:, -1]], 1),
            np.stack([grid.longitude[-1, -2::-1], grid.latitude[-1, -2::-1]], 1),
            np.stack([grid.longitude[-2:0:-1, 0], grid.latitude[-2:0:-1, 0]], 1),
        ]
    )
    sphere = pyproj.Geod(a=EARTH_RADIUS, b=EARTH_RADIUS)
    polygon, _ = sphere.polygon_area_perimeter(ring[:, 0], ring[:, 1])
    weight = np.ones(grid.shape)  # the polygon runs through the outer cells' centres
    weight[0] /= 2
    weight[-1] /= 2
    weight[:, 0] /= 2
    weight[:, -1] /= 2
    assert (grid.cell_area * weight).sum() == pytest.approx(abs(polygon), rel=1e-3)


def test_metpy_agrees_where_it_wraps_no_seam():
    # MetPy differentiates 1 / cos(lat) numerically: 1 per cent at 1.5 degrees away from the poles.
    import metpy.calc
    from metpy.units import units

    grid = latitude_longitude_grid(np.arange(15, 61, 1.5), np.arange(80, 141, 1.5))
    u, v, _ = analytic_wind(grid.latitude, grid.longitude)
    coords = {"latitude": grid.latitude[:, 0], "longitude": grid.longitude[0]}
    arrays = [
        (xr.DataArray(w, dims=("latitude", "longitude"), coords=coords) * units("m/s"))
        .to_dataset(name="w")
        .metpy.assign_crs(grid_mapping_name="latitude_longitude", earth_radius=EARTH_RADIUS)["w"]
        for w in (u, v)
    ]
    for array in arrays:
        array["latitude"].attrs["units"] = "degrees_north"
        array["longitude"].attrs["units"] = "degrees_east"
    theirs = metpy.calc.vorticity(*arrays).metpy.dequantify().values
    ours = grid.vorticity(u, v)
    assert np.abs(theirs - ours).max() < 1e-2 * np.abs(ours).max()


def test_grid_of_reads_both_kinds_and_refuses_coordinates_without_a_mapping():
    flat = xr.Dataset(coords={"latitude": [10.0, 11.0], "longitude": [100.0, 101.0, 102.0]})
    assert grid_of(flat).shape == (2, 3)
    lambert = on_projection("lambert")
    curved = xr.Dataset(
        coords={
            "latitude": (("y", "x"), lambert.latitude),
            "longitude": (("y", "x"), lambert.longitude),
        }
    )
    with pytest.raises(InputDataError) as raised:
        grid_of(curved)
    assert raised.value.code == "unknown_grid_mapping"
    curved["crs"] = xr.DataArray(0, attrs=LAMBERT)
    again = grid_of(curved)
    assert again.dims == ("y", "x")
    assert again.mapping == LAMBERT
    assert again.spacing_deg == pytest.approx(0.26, abs=0.02)


def test_mapping_that_does_not_fit_is_refused():
    lambert = on_projection("lambert")
    with pytest.raises(InputDataError) as raised:
        projected_grid(lambert.latitude, lambert.longitude, POLAR)
    assert raised.value.code == "grid_mapping_mismatch"
    albers = {
        "grid_mapping_name": "albers_conical_equal_area",
        "standard_parallel": (29.5, 45.5),
        "longitude_of_central_meridian": -96.0,
        "latitude_of_projection_origin": 23.0,
        "earth_radius": 6371229.0,
    }
    crs = pyproj.CRS.from_cf(albers)
    x, y = np.meshgrid(np.arange(-1e6, 1e6, 1e5), np.arange(0, 1e6, 1e5))
    back = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    longitude, latitude = back.transform(x, y)
    with pytest.raises(InputDataError) as raised:
        projected_grid(latitude, longitude, albers)
    assert raised.value.code == "grid_not_conformal"


def test_a_single_row_has_no_derivative():
    grid = latitude_longitude_grid([30.0], [100.0, 101.0, 102.0])
    with pytest.raises(InputDataError) as raised:
        grid.gradient(np.zeros((1, 3)))
    assert raised.value.code == "grid_too_small"


def test_leading_axes_and_single_precision_are_accepted():
    grid = regular(5.0, -60, 60)
    u, v, _ = analytic_wind(grid.latitude, grid.longitude)
    stack = np.stack([u, 2 * u]).astype(np.float32)
    result = grid.vorticity(stack, np.stack([v, 2 * v]).astype(np.float32))
    assert result.dtype == np.float64
    np.testing.assert_allclose(result[1], 2 * result[0], rtol=1e-6)


def test_crop_keeps_the_geometry():
    grid = on_projection("lambert")
    u, v, _ = analytic_wind(grid.latitude, grid.longitude)
    rows, columns = slice(10, 40), slice(20, 60)
    part = grid.crop(rows, columns)
    inner = (slice(1, -1), slice(1, -1))
    np.testing.assert_allclose(
        part.vorticity(u[rows, columns], v[rows, columns])[inner],
        grid.vorticity(u, v)[rows, columns][inner],
    )
    globe = regular(2.5)
    assert not globe.crop(slice(None), slice(0, 100)).cyclic
    assert globe.crop(slice(0, 10), slice(None)).cyclic


def test_nearest_finds_the_cell_and_refuses_a_point_outside():
    grid = latitude_longitude_grid(np.arange(20, 31, 1.0), np.arange(175, 190, 1.0))
    assert grid.nearest(25.2, -179.9) == (5, 5)
    with pytest.raises(InputDataError) as raised:
        grid.nearest(40.0, 180.0)
    assert raised.value.code == "point_outside_data"


@pytest.mark.slow
@pytest.mark.parametrize("stored", [np.float64, np.float32])
@pytest.mark.parametrize("kind", ["cyclic", "uneven", "lambert", "descending"])
def test_compiled_kernels_equal_the_reference(kind, stored, monkeypatch):
    """Normwise to 1e-13, also where single precision is read: it is widened, never computed in."""
    from diagnostics.grid import differential
    from diagnostics.physics import potential_vorticity

    if kind == "cyclic":
        grid = regular(2.5)
    elif kind == "uneven":
        grid = latitude_longitude_grid(
            np.cumsum(np.linspace(0.5, 1.5, 60)) - 30, np.cumsum(np.linspace(0.4, 1.2, 70))
        )
    elif kind == "descending":
        grid = latitude_longitude_grid(np.arange(60, 0, -1.0), np.arange(100, 170, 1.0))
    else:
        grid = on_projection("lambert")
    u, v, t = np.random.default_rng(3).normal(size=(3, 9, *grid.shape))
    t[2] = 5.0
    # holes hide what their stencils touch, themselves included, in the same way
    t[4, 5, 6] = u[6, 8, 9] = v[7, 11, 3] = np.nan
    u, v, t = (field.astype(stored) for field in (u, v, t))
    levels = np.geomspace(2e4, 1e5, 9)

    def everything():
        return [
            grid.divergence(u, v),
            grid.vorticity(u, v),
            *grid.gradient(u),
            grid.advection(t, u, v),
            grid.frontogenesis(t, u, v),
            *grid.q_vector(u, v, t, 5e4),
            *grid.q_vector(u, v, t, levels[:, None, None]),
            *grid.q_vector(u, v, t, levels[:, None, None] + t),
            *potential_vorticity.ertel_potential_vorticity(t, u, v, levels, grid),
            potential_vorticity.potential_vorticity(t, u, v, levels, grid),
        ]

    assert u.size >= differential.COMPILED_FROM
    fast = everything()
    assert not np.nansum(np.abs(fast[5][2])), "no frontogenesis where the field is uniform"
    monkeypatch.setattr(differential, "compiled", lambda: None)
    monkeypatch.setattr(potential_vorticity, "compiled", lambda: None)
    for one, other in zip(fast, everything(), strict=True):
        assert one.dtype == np.float64
        np.testing.assert_array_equal(np.isnan(one), np.isnan(other))
        scale = np.nanmax(np.abs(other))
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-13 * scale)
