"""A raster read back at a grid point gives the field's value, whatever the grid and projection."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pyproj import Transformer

from diagnostics.contracts.extracts import Projection, RasterFormat
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.extracts.encoding import MISSING, Quantised, quantised, written
from diagnostics.extracts.lattice import (
    MERCATOR_LIMIT,
    PixelLattice,
    from_mercator,
    mercator,
    pixel_lattice,
)
from diagnostics.grid.geometry import Grid, latitude_longitude_grid, projected_grid
from diagnostics.grid.projection import read_projection

LAMBERT = {
    "grid_mapping_name": "lambert_conformal_conic",
    "standard_parallel": 25.0,
    "longitude_of_central_meridian": 265.0,
    "latitude_of_projection_origin": 25.0,
}
POLAR = {
    "grid_mapping_name": "polar_stereographic",
    "straight_vertical_longitude_from_pole": 180.0,
    "latitude_of_projection_origin": 90.0,
    "standard_parallel": 60.0,
}
TRANSVERSE = {
    "grid_mapping_name": "transverse_mercator",
    "longitude_of_central_meridian": 9.0,
    "latitude_of_projection_origin": 0.0,
    "scale_factor_at_central_meridian": 0.9996,
}


def mapped(mapping: dict[str, object], x: np.ndarray, y: np.ndarray) -> Grid:
    crs = read_projection(mapping)
    to_degrees = Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    longitude, latitude = to_degrees.transform(*np.meshgrid(x, y))
    return projected_grid(latitude, longitude, mapping)


GRIDS = {
    "even": latitude_longitude_grid(np.arange(20.0, 41.0, 0.5), np.arange(100.0, 131.0, 0.75)),
    "southward": latitude_longitude_grid(np.arange(-10.0, -41.0, -1.0), np.arange(0.0, 40.0)),
    "single precision": latitude_longitude_grid(
        np.arange(30, 40, 0.1, dtype=np.float32), np.arange(5, 15, 0.1, dtype=np.float32)
    ),
    "across 180": latitude_longitude_grid(np.arange(-20.0, 21.0), np.arange(160.0, 201.0)),
    "circle from Greenwich": latitude_longitude_grid(
        np.arange(-90.0, 91.0, 5.0), np.arange(0.0, 360.0, 5.0)
    ),
    "uneven": latitude_longitude_grid(
        np.degrees(np.arcsin(np.linspace(-0.9, 0.9, 33))), np.arange(10.0, 60.0, 2.5)
    ),
    "Lambert": mapped(LAMBERT, np.arange(-2e6, 2e6, 1e5), np.arange(-5e5, 2e6, 1e5)),
    "polar across 180": mapped(POLAR, np.arange(-2e6, 2e6, 1e5), np.arange(-5e6, -2e6, 1e5)),
    "transverse": mapped(TRANSVERSE, np.arange(-9e5, 9e5, 6e4), np.arange(4e6, 7e6, 6e4)),
}


def read_back(data: bytes, made: Quantised) -> np.ndarray:
    """Decode a PNG as a browser does."""
    with Image.open(BytesIO(data)) as picture:
        assert picture.mode == "RGBA"
        assert "icc_profile" not in picture.info
        red, green, blue, alpha = np.moveaxis(np.asarray(picture).astype(int), -1, 0)
    assert (alpha == 255).all()
    assert set(np.unique(blue)) <= {0, 255}
    return np.where(blue == 255, np.nan, made.offset + made.scale * (256 * red + green))


def pixel_of(
    lattice: PixelLattice, projection: Projection, latitude: float, longitude: float
) -> tuple[int, int]:
    """Row and column of the pixel in which a place lies, from the bounds alone."""
    west, south, east, north = lattice.bounds
    height, width = lattice.shape
    turn = mercator if projection is Projection.WEB_MERCATOR else np.asarray
    top, bottom, y = (float(turn(part)) for part in (north, south, latitude))
    x = west + (longitude - west) % 360.0
    row = int((top - y) / (top - bottom) * height)
    return min(row, height - 1), min(int((x - west) / (east - west) * width), width - 1)


@pytest.mark.parametrize("projection", Projection)
@pytest.mark.parametrize("name", GRIDS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_value_at_a_grid_point(name: str, projection: Projection, data: st.DataObject) -> None:
    grid = GRIDS[name]
    limit = MERCATOR_LIMIT if projection is Projection.WEB_MERCATOR else 90.5
    cells = np.argwhere(np.abs(grid.latitude) < limit).tolist()
    row, column = data.draw(st.sampled_from(cells))
    field = np.random.default_rng(data.draw(st.integers(0, 99))).normal(280.0, 15.0, grid.shape)
    lattice = pixel_lattice(grid, None, projection)
    made = quantised(lattice.sample(field))
    decoded = read_back(written(made, RasterFormat.PNG), made)
    place = pixel_of(lattice, projection, grid.latitude[row, column], grid.longitude[row, column])
    assert decoded.shape == lattice.shape
    assert abs(decoded[place] - field[row, column]) <= 0.5 * made.scale + 1e-9


@pytest.mark.parametrize("projection", Projection)
@pytest.mark.parametrize("name", GRIDS)
def test_every_cell_is_shown(name: str, projection: Projection) -> None:
    grid = GRIDS[name]
    lattice = pixel_lattice(grid, None, projection)
    numbers = np.arange(grid.latitude.size, dtype=float).reshape(grid.shape)
    shown = lattice.sample(numbers)
    wanted = numbers[np.abs(grid.latitude) < MERCATOR_LIMIT]
    assert set(wanted) <= set(shown[np.isfinite(shown)])


def test_an_even_grid_has_a_pixel_for_each_cell() -> None:
    grid = GRIDS["even"]
    lattice = pixel_lattice(grid, None, Projection.PLATE_CARREE)
    assert lattice.shape == grid.shape
    assert np.allclose(lattice.bounds, (99.625, 19.75, 131.125, 40.75))
    assert lattice.sample(grid.latitude)[0, 0] == 40.5


@pytest.mark.parametrize("name", ["across 180", "polar across 180"])
def test_a_region_across_180_is_one_piece(name: str) -> None:
    region = Region.model_validate("170,-15,-170,85")
    lattice = pixel_lattice(GRIDS[name], region, Projection.PLATE_CARREE)
    west, _, east, _ = lattice.bounds
    assert 160.0 < west < 180.0 < east < 200.0


def test_wider_pixels_are_fewer() -> None:
    grid = GRIDS["even"]
    whole = pixel_lattice(grid, None, Projection.PLATE_CARREE)
    thin = pixel_lattice(grid, None, Projection.PLATE_CARREE, thinned=3)
    assert thin.shape == tuple(-(-size // 3) for size in whole.shape)
    assert thin.bounds == whole.bounds


@pytest.mark.parametrize(
    ("region", "projection", "code"),
    [
        ("110.1,30.1,110.2,30.2", Projection.PLATE_CARREE, "region_outside_data"),
        ("110,30,111.5,31", Projection.PLATE_CARREE, None),
        ("110,30,110.6,30.3", Projection.PLATE_CARREE, "too_few_cells"),
        ("103,25,103,25", Projection.WEB_MERCATOR, "too_few_cells"),
    ],
)
def test_boxes_smaller_than_cells(region: str, projection: Projection, code: str | None) -> None:
    def attempt() -> str | None:
        try:
            pixel_lattice(GRIDS["even"], Region.model_validate(region), projection)
        except InputDataError as error:
            return error.code
        return None

    assert attempt() == code


def test_web_mercator_ends_before_the_pole() -> None:
    grid = latitude_longitude_grid(np.arange(86.0, 90.0), np.arange(0.0, 20.0))
    with pytest.raises(InputDataError) as refused:
        pixel_lattice(grid, None, Projection.WEB_MERCATOR)
    assert refused.value.code == "beyond_mercator"
    assert "plate_carree" in refused.value.message


@given(st.lists(st.one_of(st.floats(-1e6, 1e6), st.just(float("nan"))), min_size=1, max_size=50))
def test_numbers_are_within_half_a_step(values: list[float]) -> None:
    field = np.array([values])
    made = quantised(field)
    back = np.where(made.numbers == MISSING, np.nan, made.offset + made.scale * made.numbers)
    assert np.array_equal(np.isnan(back), np.isnan(field))
    error = np.abs(back - field)[np.isfinite(field)]
    assert (error <= 0.5 * made.scale * (1 + 1e-6) + 1e-9).all()
    plain = np.frombuffer(written(made, RasterFormat.UINT16), "<u2").reshape(field.shape)
    assert np.array_equal(plain, made.numbers)


@given(st.floats(-85.0, 85.0))
def test_mercator_returns(latitude: float) -> None:
    assert float(from_mercator(mercator(latitude))) == pytest.approx(latitude, abs=1e-9)
