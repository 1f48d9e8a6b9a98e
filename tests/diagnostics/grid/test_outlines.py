"""Outlines of cells: what they hold, how they are written, and the places where circles end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pyproj
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from diagnostics.contracts.space_time import Outline
from diagnostics.grid.geometry import Grid, latitude_longitude_grid, projected_grid
from diagnostics.grid.outlines import (
    MOST_POSITIONS,
    exact_outline,
    joined_outlines,
    longitude_span,
    outline_of,
)
from tests.diagnostics.grid.mappings import LAMBERT, POLAR

SOUTH_POLAR = {**POLAR, "latitude_of_projection_origin": -90.0, "standard_parallel": -60.0}
MERCATOR = {
    "grid_mapping_name": "mercator",
    "standard_parallel": 20.0,
    "longitude_of_projection_origin": 180.0,
    "earth_radius": 6371229.0,
}


def on_map(mapping, x, y) -> Grid:
    crs = pyproj.CRS.from_cf(mapping)
    back = pyproj.Transformer.from_crs(crs, crs.geodetic_crs, always_xy=True)
    longitude, latitude = back.transform(*np.meshgrid(x, y))
    return projected_grid(latitude, longitude, mapping)


def steps(first: int, last: int, size: float = 100e3):
    return size * np.arange(first, last)


IRREGULAR = np.cumsum([1.0, 0.3, 2.0, 1.2, 0.5, 0.5, 3.0])
GRIDS = {
    "regional": latitude_longitude_grid(np.arange(20.0, 27.0), np.arange(100.0, 109.0)),
    "north first": latitude_longitude_grid(np.arange(27.0, 20.0, -0.5), np.arange(-5.0, 5.0)),
    "across 180": latitude_longitude_grid(np.arange(-3.0, 3.0), np.arange(176.0, 186.0)),
    "east first": latitude_longitude_grid(np.arange(-3.0, 3.0), np.arange(8.0, 0.0, -1.0)),
    "irregular": latitude_longitude_grid(IRREGULAR, 170.0 + IRREGULAR),
    "cyclic": latitude_longitude_grid(np.linspace(90, -90, 7), np.arange(0.0, 360.0, 30.0)),
    "cyclic from -180": latitude_longitude_grid(
        np.linspace(-80, 80, 6), np.arange(-180.0, 180.0, 36.0)
    ),
    "cyclic off 180": latitude_longitude_grid(np.linspace(-80, 80, 6), np.arange(7.0, 367.0, 36.0)),
    "nearly cyclic": latitude_longitude_grid(np.arange(40.0, 46.0), np.arange(0.0, 340.0, 20.0)),
    "lambert": on_map(LAMBERT, steps(-5, 5), steps(0, 8)),
    "north first on a map": on_map(LAMBERT, steps(-5, 5), steps(0, 8)[::-1]),
    "mercator across 180": on_map(MERCATOR, steps(-4, 5), steps(10, 17)),
    "around the pole": on_map(POLAR, steps(-4, 5), steps(-4, 5)),
    "pole in a corner": on_map(POLAR, steps(-4, 4) + 50e3, steps(-4, 4) + 50e3),
    "pole on an edge": on_map(SOUTH_POLAR, steps(-4, 4), steps(-4, 4) + 50e3),
    "one row": latitude_longitude_grid([30.0], np.arange(100.0, 109.0)),
    "one column": latitude_longitude_grid(np.arange(30.0, 39.0), [100.0]),
    "one row of a map": on_map(LAMBERT, steps(-5, 5), steps(3, 4)),
    "one column of a map": on_map(LAMBERT, steps(2, 3), steps(0, 8)),
}


def shape_of(outline: Outline) -> shapely.MultiPolygon:
    return shapely.MultiPolygon([(part[0], part[1:]) for part in outline])


def holds(shape: shapely.Geometry, longitude, latitude):
    """Whether points lie in a shape, its edge included, in whichever circle."""
    found = np.zeros(np.shape(longitude), dtype=bool)
    for turn in (-720.0, -360.0, 0.0, 360.0, 720.0):
        found |= shapely.intersects_xy(shape, np.asarray(longitude) + turn, latitude)
    return found


def cells_of(grid: Grid, *cells: tuple[int, int]):
    return np.array([row * grid.shape[1] + column for row, column in cells])


def block(grid: Grid, rows, columns):
    return cells_of(grid, *((row, column) for row in rows for column in columns))


def rectangle(west, south, east, north):
    """A polygon of one counterclockwise ring, to compare whatever corner comes first."""
    corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return shapely.normalize(shapely.MultiPolygon([shapely.Polygon(corners)]))


def same(outline, shape):
    return shapely.normalize(shape_of(outline)) == shape


def is_well_formed(outline: Outline) -> None:
    """What every outline keeps to: RFC 7946, and continuous longitudes."""
    TypeAdapter(Outline).validate_python(outline, strict=True)
    assert sum(len(ring) for part in outline for ring in part) <= MOST_POSITIONS
    for part in outline:
        for number, ring in enumerate(part):
            assert ring[0] == ring[-1]
            assert len(ring) >= 4
            assert shapely.LinearRing(ring).is_ccw == (number == 0)
            assert shapely.Polygon(ring).is_valid
        for one, other in pairwise(part[0]):
            # a band runs straight from -180 to 180, and a cap along the pole
            assert abs(one[0] - other[0]) <= 180.0 or one[1] == other[1] or one[1] > 80.0
    shape = shape_of(outline)
    assert shape.is_valid
    west, south, east, north = shape.bounds
    assert -180.0 <= west <= 180.0
    assert east - west <= 360.0
    assert -90.0 <= south < north <= 90.0


@st.composite
def masks(draw, name: str):
    shape = GRIDS[name].shape
    # 0 to 1: from single cells over ragged shapes to nearly everything
    share = draw(st.sampled_from([0.1, 0.4, 0.6, 0.9, 1.0]))
    numbers = np.random.default_rng(draw(st.integers(0, 2**32 - 1))).random(shape)
    mask = numbers < share
    mask.ravel()[draw(st.integers(0, mask.size - 1))] = True
    return mask


@pytest.mark.parametrize("name", GRIDS)
@given(data=st.data())
def test_an_outline_holds_the_centres_of_its_cells_and_no_others(name, data):
    grid = GRIDS[name]
    mask = data.draw(masks(name))
    exact = exact_outline(grid, np.flatnonzero(mask))
    assert exact.is_valid
    np.testing.assert_array_equal(holds(exact, grid.longitude, grid.latitude), mask)


@pytest.mark.parametrize("name", GRIDS)
@given(data=st.data())
def test_an_outline_is_well_formed_and_holds_the_box_of_its_cells(name, data):
    grid = GRIDS[name]
    mask = data.draw(masks(name))
    exact = exact_outline(grid, np.flatnonzero(mask))
    is_well_formed(outline_of(grid, np.flatnonzero(mask)))
    west, east = longitude_span(grid.longitude[mask])
    around = shapely.box(*exact.bounds).buffer(1e-4)
    assert holds(around, [west, east], [grid.latitude[mask].min()] * 2).all()
    assert holds(around, [west, east], [grid.latitude[mask].max()] * 2).all()
    assert exact.bounds[2] - exact.bounds[0] >= min(east - west, 359.0) - 1e-3


@pytest.mark.parametrize("name", ["regional", "cyclic", "lambert", "irregular"])
@given(data=st.data())
def test_the_area_of_an_outline_is_that_of_its_cells(name, data):
    grid = GRIDS[name]
    mask = data.draw(masks(name))
    exact = exact_outline(grid, np.flatnonzero(mask))
    lines = shapely.segmentize(exact, 0.1)
    sine = shapely.transform(
        lines, lambda p: np.column_stack([p[:, 0], np.sin(np.radians(p[:, 1]))])
    )
    area = np.radians(sine.area) * 6371229.0**2
    assert area == pytest.approx(grid.cell_area[mask].sum(), rel=0.01)


# By example

GLOBE = latitude_longitude_grid(np.linspace(90, -90, 181), np.arange(0.0, 360.0))


def test_a_single_cell_is_an_area():
    outline = outline_of(GLOBE, cells_of(GLOBE, (60, 120)))
    assert same(outline, rectangle(119.5, 29.5, 120.5, 30.5))
    is_well_formed(outline)


@pytest.mark.parametrize("latitude", [np.arange(20.0, 27.0), np.arange(26.0, 19.0, -1.0)])
def test_the_order_of_latitudes_does_not_matter(latitude):
    grid = latitude_longitude_grid(latitude, np.arange(100.0, 109.0))
    mask = (grid.latitude > 22) & (grid.longitude > 103) & (grid.latitude + 80 < grid.longitude)
    (rings,) = outline_of(grid, np.flatnonzero(mask))
    assert shapely.Polygon(rings[0]).area == mask.sum()
    assert min(y for _, y in rings[0]) == 22.5


def test_an_object_across_the_seam_is_one_polygon():
    outline = outline_of(GLOBE, block(GLOBE, range(60, 63), (357, 358, 359, 0, 1)))
    assert shape_of(outline).bounds == (-3.5, 27.5, 1.5, 30.5)
    assert len(outline) == 1


def test_an_object_across_180_is_one_polygon_beyond_180():
    outline = outline_of(GLOBE, block(GLOBE, range(60, 63), range(170, 191)))
    assert shape_of(outline).bounds == (169.5, 27.5, 190.5, 30.5)
    assert len(outline) == 1


def test_an_object_that_starts_at_180_has_its_west_edge_east_of_minus_180():
    outline = outline_of(GLOBE, cells_of(GLOBE, (60, 180)))
    assert shape_of(outline).bounds == (179.5, 29.5, 180.5, 30.5)


def test_a_closed_band_is_cut_at_180():
    outline = outline_of(GLOBE, block(GLOBE, range(20, 30), range(360)))
    assert same(outline, rectangle(-180.0, 60.5, 180.0, 70.5))


def test_a_band_with_a_cap_reaches_the_pole():
    outline = outline_of(GLOBE, block(GLOBE, range(30), range(360)))
    assert same(outline, rectangle(-180.0, 60.5, 180.0, 90.0))


def test_a_band_with_a_lobe_goes_round_once():
    cells = np.union1d(
        block(GLOBE, range(20, 22), range(360)), block(GLOBE, range(22, 40), range(178, 184))
    )
    shape = shape_of(outline_of(GLOBE, cells))
    assert shape.bounds == (-180.0, 50.5, 180.0, 70.5)
    assert shape.area == cells.size
    assert len(shape.geoms) == 1


def test_a_band_that_is_open_in_one_column_is_whole():
    columns = [column for column in range(360) if column != 100]
    (rings,) = outline_of(GLOBE, block(GLOBE, [30], columns))
    assert shapely.Polygon(rings[0]).bounds == (100.5, 59.5, 459.5, 60.5)


def test_the_edge_of_the_grid_is_half_a_cell_out():
    grid = GRIDS["regional"]
    outline = outline_of(grid, block(grid, range(7), range(9)))
    assert shape_of(outline).bounds == (99.5, 19.5, 108.5, 26.5)


def test_a_hole_is_clockwise_and_its_island_a_part():
    grid = GRIDS["regional"]
    cells = block(grid, range(1, 6), range(1, 6))
    ring = np.setdiff1d(cells, block(grid, range(2, 5), range(2, 5)))
    outline = outline_of(grid, np.append(ring, cells_of(grid, (3, 3))))
    assert [len(part) for part in outline] == [2, 1]
    hole = shape_of((outline[0][1:],))
    assert hole.equals(rectangle(101.5, 21.5, 104.5, 24.5))
    is_well_formed(outline)


def test_a_ring_that_closes_in_a_corner_has_a_hole():
    grid = GRIDS["regional"]
    ring = cells_of(grid, (1, 1), (1, 2), (2, 1), (3, 2), (2, 3), (3, 3))
    outline = outline_of(grid, ring)
    is_well_formed(outline)
    assert shape_of(outline).area == ring.size


def test_several_parts_are_in_one_frame():
    outline = outline_of(GLOBE, cells_of(GLOBE, (60, 175), (60, 185), (62, 190)))
    assert shape_of(outline).bounds == (174.5, 27.5, 190.5, 30.5)
    assert len(outline) == 3


def test_the_pole_of_a_map_is_held():
    grid = GRIDS["around the pole"]
    shape = shape_of(outline_of(grid, block(grid, range(2, 7), range(2, 7))))
    assert shape.bounds[0] == -180.0
    assert shape.bounds[2:] == (180.0, 90.0)
    ring = np.setdiff1d(block(grid, range(2, 7), range(2, 7)), cells_of(grid, (4, 4)))
    shape = shape_of(outline_of(grid, ring))
    assert shape.bounds[3] < 89.6
    assert (shape.bounds[0], shape.bounds[2]) == (-180.0, 180.0)


def test_large_ragged_objects_have_few_positions_and_keep_their_place():
    grid = latitude_longitude_grid(np.arange(60.0, 0.0, -0.25), np.arange(100.0, 180.0, 0.25))
    rng = np.random.default_rng(5)
    apart = np.hypot(grid.latitude - 30, 0.7 * (grid.longitude - 140))
    mask = apart + 3 * rng.normal(size=apart.shape) < 18
    lonely = int(np.ravel_multi_index((5, 5), grid.shape))
    cells = np.append(np.flatnonzero(mask), lonely)
    outline = outline_of(grid, cells, lonely)
    is_well_formed(outline)
    shape = shape_of(outline)
    assert holds(shape, 101.25, 58.75)
    disc = shape_of(outline_of(grid, np.flatnonzero(apart < 18)))
    assert shape.intersection(disc).area > 0.9 * shape.union(disc).area
    assert abs(shape.area / disc.area - 1.0) < 0.1


def test_hundreds_of_single_cells_have_few_positions():
    grid = latitude_longitude_grid(np.arange(0.0, 40.0), np.arange(100.0, 140.0))
    cells = block(grid, range(0, 40, 2), range(0, 40, 2))
    outline = outline_of(grid, cells, int(cells[-1]))
    is_well_formed(outline)
    assert holds(shape_of(outline), 138.0, 38.0)
    assert len(outline) > 10


def test_small_cells_have_more_decimals():
    grid = latitude_longitude_grid(np.arange(30.0, 30.1, 0.01), np.arange(110.0, 110.1, 0.01))
    assert shape_of(outline_of(grid, cells_of(grid, (2, 2)))).bounds == pytest.approx(
        (110.015, 30.015, 110.025, 30.025), abs=1e-9
    )


def test_no_cells_have_no_outline():
    assert outline_of(GLOBE, np.array([], dtype=np.intp)) == ()


def test_outlines_of_several_times_are_joined_across_180():
    one = outline_of(GLOBE, block(GLOBE, range(60, 64), range(176, 180)))
    other = outline_of(GLOBE, block(GLOBE, range(62, 66), range(178, 184)))
    third = outline_of(GLOBE, block(GLOBE, range(70, 72), range(184, 188)))
    outline = joined_outlines([one, other, third], 1.0)
    is_well_formed(outline)
    assert len(outline) == 2
    assert shape_of(outline).area == 16 + 24 - 4 + 8
    assert shape_of(outline).bounds == (175.5, 18.5, 187.5, 30.5)


SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0))


@pytest.mark.parametrize(
    "outline",
    [
        (((*SQUARE[:3], (0.5, 0.5)),),),
        ((SQUARE[1:],),),
        ((),),
        ((((0.0, float("nan")), *SQUARE[1:]),),),
        ((((float("inf"), 0.0), *SQUARE[1:]),),),
        (((*SQUARE[:2], (1.0, 90.5), SQUARE[0]),),),
        (((*SQUARE[:2], (541.0, 1.0), SQUARE[0]),),),
        (((*SQUARE[:2], (1.0, 1.0, 5.0), SQUARE[0]),),),
    ],
)
def test_what_is_no_outline_is_refused(outline):
    assert TypeAdapter(Outline).validate_python(((SQUARE,),)) == ((SQUARE,),)
    with pytest.raises(ValidationError):
        TypeAdapter(Outline).validate_python(outline)
