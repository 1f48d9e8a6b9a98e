"""Objects, across the seam and through time."""

from __future__ import annotations

import numpy as np
import pytest

from diagnostics.grid.geometry import latitude_longitude_grid
from diagnostics.grid.objects import label_cells, label_objects

GLOBE = latitude_longitude_grid(np.arange(-60, 61, 2.0), np.arange(0, 360, 2.0))
REGIONAL = latitude_longitude_grid(np.arange(20, 41, 1.0), np.arange(100, 121, 1.0))


def block(grid, rows, columns):
    mask = np.zeros(grid.shape, dtype=bool)
    mask[np.ix_(rows, [column % grid.shape[1] for column in columns])] = True
    return mask


def test_diagonal_neighbours_belong_together():
    labels, count = label_cells(np.eye(4, dtype=bool), cyclic=False)
    assert count == 1
    assert (labels[np.eye(4, dtype=bool)] == 1).all()


def test_object_across_the_seam_is_one():
    mask = block(GLOBE, range(20, 24), range(-3, 4))
    objects = label_objects(mask, GLOBE)
    assert len(objects) == 1
    assert objects[0].longitude == pytest.approx(0.0, abs=1e-9)
    assert objects[0].extent.bounds() == [-6, -20, 6, -14]
    assert objects[0].area_km2 == pytest.approx(GLOBE.cell_area[mask].sum() / 1e6)
    assert label_cells(mask, cyclic=False)[1] == 2


def test_diagonal_touch_across_the_seam_joins():
    mask = np.zeros(GLOBE.shape, dtype=bool)
    mask[10, -1] = mask[11, 0] = True
    assert label_cells(mask, cyclic=True)[1] == 1


def test_ring_around_the_globe_has_the_whole_circle():
    mask = np.zeros(GLOBE.shape, dtype=bool)
    mask[30] = True
    (ring,) = label_objects(mask, GLOBE)
    assert ring.extent.width == 360
    assert not ring.touches_edge


def test_object_across_180():
    grid = latitude_longitude_grid(np.arange(0, 11, 1.0), np.arange(170, 191, 1.0))
    (item,) = label_objects(block(grid, range(4, 7), range(8, 13)), grid)
    assert abs(item.longitude) == pytest.approx(180.0)
    assert item.extent.bounds() == [178, 4, -178, 6]


def test_largest_comes_first_and_small_ones_can_be_left_out():
    mask = block(REGIONAL, [2], [2]) | block(REGIONAL, range(10, 13), range(10, 13))
    objects = label_objects(mask, REGIONAL)
    assert [item.cell_count for item in objects] == [9, 1]
    assert len(label_objects(mask, REGIONAL, min_area_km2=20000)) == 1
    assert label_objects(np.zeros(REGIONAL.shape, dtype=bool), REGIONAL) == []


def test_edge_is_noticed():
    assert label_objects(block(REGIONAL, [0], [5]), REGIONAL)[0].touches_edge
    assert not label_objects(block(REGIONAL, [5], [5]), REGIONAL)[0].touches_edge
