"""The western Pacific subtropical high at 500 hPa: its ridge point, ridge line and size."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import GRAVITY
from diagnostics.grid.objects import label_cells
from diagnostics.messages import Message
from diagnostics.quantities.inputs import Field, Limits
from diagnostics.quantities.latitude_circles import require_circles
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Scene, Series, listed

Geopotential500 = Annotated[Array, Field("z", "m2 s-2", at=500.0)]


def wpsh_west_point(
    geopotential: Geopotential500,
    scene: Scene,
    *,
    threshold_gpm: Annotated[float, Limits("contour of the high", "gpm", 5800.0, 5960.0)] = 5880.0,
) -> Series:
    """Western ridge point of the western Pacific subtropical high.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2 at 500 hPa over 10-60N, 90-180E; of May to October.
    scene : Scene
    threshold_gpm : float
        The contour; warming lets a fixed one drift westward.

    Returns
    -------
    Series
        Degrees east; no value where the contour is absent, nor where the high reaches the western
        edge of data that end before 90E. Over a period the westernmost. ``area_km2`` is that of
        the connected high. ``area_index`` counts every cell of the domain that reaches the
        contour, ``intensity_index`` sums over them the height above the contour less 10 gpm times
        their area, as the monthly indices of the Chinese climate centre do (Liu et al. 2012).
    """
    grid = scene.grid
    height = geopotential / GRAVITY
    longitude = np.mod(grid.longitude, 360.0)
    pacific = (longitude >= 130.0) & (longitude <= 180.0)
    west, area, north, count, whole, strength = (np.full(len(height), np.nan) for _ in range(6))
    ends = not grid.cyclic and longitude[:, 0].min() > 90.5
    for index_of_time, field in enumerate(height):
        reached = scene.mask & (field >= threshold_gpm)
        area_km2 = grid.cell_area / 1e6
        if np.isfinite(field[scene.mask]).any():
            whole[index_of_time] = area_km2[reached].sum()
            above = field - (threshold_gpm - 10.0)
            strength[index_of_time] = (above * area_km2)[reached].sum()
        labels, _ = label_cells(reached, cyclic=grid.cyclic)
        high = (labels > 0) & np.isin(labels, np.unique(labels[pacific & (labels > 0)]))
        if not high.any():
            continue
        if not (ends and high[:, 0].any()):
            west[index_of_time] = longitude[high].min()
        area[index_of_time] = area_km2[high].sum()
        north[index_of_time] = grid.latitude[high].max()
        count[index_of_time] = high.sum()
    return Series(
        west,
        layers={"west": west, "area": area, "area_index": whole, "intensity_index": strength},
        extra={"n_cells": listed(count), "northern_boundary_lat": listed(north)},
        reason=Message(id="lack-western_ridge", params={"height": f"{threshold_gpm:g}"}),
    )


def wpsh_ridge_latitude(
    eastward_wind: Annotated[Array, Field("u", "m s-1", at=500.0)],
    geopotential: Geopotential500,
    scene: Scene,
) -> Series:
    """Latitude of the ridge line of the western Pacific subtropical high.

    Parameters
    ----------
    eastward_wind : ndarray (time, y, x)
        m s-1 at 500 hPa over 10-45N, 110-150E.
    geopotential : ndarray (time, y, x)
        m2 s-2 at 500 hPa.
    scene : Scene

    Returns
    -------
    Series
        Degrees north; no value where the high is absent. Of several zero lines of a longitude the
        one with the greatest height counts. ``at_region_longitude`` is the latitude at the
        longitude of the region's centre, from the nearest column, where that has a ridge.
    """
    grid = scene.grid
    require_circles(grid, "wpsh_ridge_latitude")
    height = geopotential / GRAVITY
    latitude = grid.latitude[:, 0]
    ridge, count = np.full(len(height), np.nan), np.zeros(len(height))
    here = ridge.copy()
    own = _column_of_region(scene)
    for index_of_time in range(len(height)):
        wind, field = eastward_wind[index_of_time], height[index_of_time]
        lower, upper = wind[:-1], wind[1:]
        zero = scene.mask[:-1] & scene.mask[1:] & (lower < 0.0) & (upper >= 0.0)
        with np.errstate(invalid="ignore", divide="ignore"):
            weight = lower / (lower - upper)
        top = np.where(zero, field[:-1] * (1.0 - weight) + field[1:] * weight, -np.inf)
        best = top.argmax(axis=0)
        columns = np.flatnonzero(top.max(axis=0) >= 5860.0)
        if columns.size:
            rows = best[columns]
            share = weight[rows, columns]
            found = latitude[rows] * (1.0 - share) + latitude[rows + 1] * share
            ridge[index_of_time], count[index_of_time] = found.mean(), columns.size
            if own in columns:
                here[index_of_time] = found[columns == own][0]
    return Series(
        ridge,
        layers={"ridge": ridge, "here": here},
        extra={"n_longitudes": listed(count)},
        reason=Message(id="lack-ridge_line"),
    )


def _column_of_region(scene: Scene) -> int | None:
    """Return the column nearest to the centre of the region that was asked for, if it has one."""
    if scene.event_region is None:
        return None
    offset = scene.grid.longitude[0] - scene.event_region.center[1]
    distance = np.abs((offset + 180.0) % 360.0 - 180.0)
    column = int(distance.argmin())
    return column if distance[column] <= scene.grid.spacing_deg else None


OPERATORS = (
    Operator(
        wpsh_west_point,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "heat_wave"),
        unit="deg_E",
        valid_range=(90.0, 180.0),
        reductions=(
            Reduction("single_value", "deg_E", of="west", over_time="min", is_index=True),
            Reduction("area_km2", "km2", of="area"),
            Reduction("area_index", "km2", of="area_index"),
            Reduction("intensity_index", "km2 gpm", of="intensity_index"),
        ),
        formula=(
            "westernmost longitude of H(500) >= 5880 gpm connected to the Pacific (east of 130E)"
        ),
        references=("lu2001", "liu2012", "liu2024", "luolau2017"),
        domain="fixed:10-60N,90-180E",
        extra_outputs=("n_cells", "northern_boundary_lat"),
        centre_at_edge="noted",
    ),
    Operator(
        wpsh_ridge_latitude,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "heat_wave"),
        unit="deg_N",
        valid_range=(10.0, 45.0),
        reductions=(
            Reduction("mean", "deg_N", of="ridge", over_time="mean", is_index=True),
            Reduction("at_region_longitude", "deg_N", of="here", over_time="mean", is_index=True),
        ),
        formula="mean latitude of u(500) = 0 with du/dy > 0 inside H(500) >= 5860 gpm",
        references=("lu2001", "liu2012", "liu2024", "dingchan2005"),
        domain="fixed:10-45N,110-150E",
        extra_outputs=("n_longitudes",),
    ),
)
