"""The large-scale flow: polar vortex, blocking, subtropical high."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from diagnostics.catalog.declare import index
from diagnostics.catalog.inputs import Field, GeopotentialAt, LevelHpa, Limits
from diagnostics.catalog.reductions import Reduction
from diagnostics.catalog.results import Array, Maps, NotApplicableError, Scene, Series
from diagnostics.constants import GRAVITY
from diagnostics.grid.geometry import Grid
from diagnostics.grid.objects import label_cells

Geopotential500 = Annotated[Array, Field("z", "m2 s-2", at=500.0)]


@index(
    title_en="Polar vortex centre geopotential height",
    title_zh="极涡中心位势高度",
    category="dynamics",
    difficulty="easy",
    events="snowstorm cold_wave",
    unit="gpm",
    valid_range=(4650.0, 5500.0),
    reductions=("min", Reduction("area_km2_lt_5080", "km2", of="inside", how="sum_area")),
    references=(
        "waugh2017",
        "kolstad2010",
        "zheng2022",
    ),
    domain="nh_polar",
    published_name="Polar Vortex Center Geopotential Height",
    smoothing_note="Gaussian, sigma 150 km, on the height in a diagnosis",
    formula="min of z / g0 poleward of 50 degrees, smoothed by 150 km in a diagnosis",
    reach_km=150.0,
    range_at_default_level=True,
    extra_outputs=("displacement_deg",),
)
def polar_vortex_center_height(
    geopotential: GeopotentialAt, scene: Scene, *, level: LevelHpa = 500.0
) -> Maps:
    """Height at the centre of the polar vortex.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2.
    scene : Scene
        A diagnosis looks at all longitudes poleward of 50 degrees, whatever the event's region.
    level : float
        hPa; 500 for the tropospheric vortex, 100 to 50 for the stratospheric one.

    Returns
    -------
    Maps
        gpm; ``displacement_deg`` is the distance of the centre from the pole.
    """
    height = scene.smooth(geopotential / GRAVITY, 150.0)
    displacement = np.broadcast_to(90.0 - np.abs(scene.grid.latitude), height.shape)
    return Maps(
        height,
        layers={"inside": (height < 5080.0).astype(np.float64)},
        at_point={"displacement_deg": displacement},
    )


def _circle_of_latitude(values: Array, grid: Grid, latitude: float) -> Array:
    """Interpolate a map linearly to a latitude; NaN beyond the data, shape (x,)."""
    rows = grid.latitude[:, 0]
    if not rows[0] - 1e-6 <= latitude <= rows[-1] + 1e-6:
        return np.full(values.shape[-1], np.nan)
    upper = int(np.clip(np.searchsorted(rows, latitude), 1, len(rows) - 1))
    weight = (latitude - rows[upper - 1]) / (rows[upper] - rows[upper - 1])
    circle: Array = values[upper - 1] * (1.0 - weight) + values[upper] * weight
    return circle


def _require_latitude_longitude(grid: Grid, name: str) -> None:
    if grid.mapping is not None:
        raise NotApplicableError(
            f"{name} follows circles of latitude, which a projected grid does not have"
        )


@index(
    title_en="Tibaldi-Molteni blocking fraction",
    title_zh="阻塞指数(TM)",
    category="dynamics",
    difficulty="hard",
    events="rainstorm heat_wave cold_wave",
    unit="1",
    valid_range=(0.0, 1.0),
    reductions=(
        Reduction("fraction", "1", of="fraction", is_index=True),
        Reduction("max_ghgs", "gpm/deg", of="max_ghgs"),
        Reduction("longest_run_deg", "deg", of="longest_run_deg"),
    ),
    references=(
        "tibaldi1990",
        "scherrer2006",
        "pfahl2012",
    ),
    domain="upstream_sector",
    formula="share of longitudes with GHGS > 0 and GHGN < -10 gpm/deg, shifted by -4, 0 or 4 deg",
    generic=False,
    extra_outputs=("max_ghgs", "longest_run_deg"),
)
def blocking_index(geopotential: Geopotential500, scene: Scene) -> Series:
    """Share of longitudes that are blocked by the index of Tibaldi and Molteni.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2 at 500 hPa, on circles of latitude from 36 to 84 degrees.
    scene : Scene
        A diagnosis looks at the sector from 60 degrees west to 30 degrees east of the region.

    Returns
    -------
    Series
        Fraction. An instantaneous index: an episode needs five days.
    """
    grid = scene.grid
    _require_latitude_longitude(grid, "blocking_index")
    columns = scene.mask.any(axis=0)
    sign = -1.0 if float(np.mean(grid.latitude)) < 0.0 else 1.0
    fraction = np.full(len(geopotential), np.nan)
    strongest, longest = fraction.copy(), fraction.copy()
    step = float(np.median(np.diff(grid.longitude[0]))) if grid.shape[1] > 1 else 0.0
    for index_of_time, field in enumerate(geopotential / GRAVITY):
        ghgs, blocked = _gradients(field, grid, sign)
        known = np.isfinite(ghgs) & columns
        if known.sum() < max(1, 0.5 * columns.sum()):
            continue
        fraction[index_of_time] = blocked[known].mean()
        strongest[index_of_time] = ghgs[known].max()
        longest[index_of_time] = _longest_run(blocked & known, cyclic=grid.cyclic) * step
    return Series(
        fraction,
        layers={"fraction": fraction, "max_ghgs": strongest, "longest_run_deg": longest},
        extra={"max_ghgs": _listed(strongest), "longest_run_deg": _listed(longest)},
        reason="blocking needs heights on circles of latitude from 36 to 84 degrees",
    )


def _gradients(field: Array, grid: Grid, sign: float) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the largest southern gradient over the shifts, and which longitudes are blocked."""
    largest = np.full(field.shape[-1], np.nan)
    blocked = np.zeros(field.shape[-1], dtype=bool)
    for shift in (-4.0, 0.0, 4.0):
        south, middle, north = (
            _circle_of_latitude(field, grid, sign * (latitude + shift))
            for latitude in (40.0, 60.0, 80.0)
        )
        ghgs, ghgn = (middle - south) / 20.0, (north - middle) / 20.0
        largest = np.fmax(largest, ghgs)
        blocked |= (ghgs > 0.0) & (ghgn < -10.0)
    return largest, blocked


def _longest_run(flags: npt.NDArray[np.bool_], *, cyclic: bool) -> int:
    if flags.all():
        return int(flags.size)
    turned = np.concatenate([flags, flags]) if cyclic else flags
    best = run = 0
    for flag in turned:
        run = run + 1 if flag else 0
        best = max(best, run)
    return best


def _listed(values: Array) -> list[float | None]:
    return [float(value) if np.isfinite(value) else None for value in values]


@index(
    title_en="Western ridge point of the western Pacific subtropical high",
    title_zh="西太副高西伸脊点",
    category="dynamics",
    difficulty="medium",
    events="rainstorm heat_wave",
    unit="deg_E",
    valid_range=(90.0, 180.0),
    reductions=(
        Reduction("single_value", "deg_E", of="west", over_time="min", is_index=True),
        Reduction("area_km2", "km2", of="area"),
    ),
    references=(
        "lu2001",
        "liu2012",
        "liu2024",
        "luolau2017",
    ),
    domain="fixed:10-60N,90-180E",
    formula="westernmost longitude of H(500) >= 5880 gpm connected to the Pacific (east of 130E)",
    generic=False,
    extra_outputs=("n_cells", "northern_boundary_lat"),
)
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
        Degrees east; no value where the contour is absent. Over a period the westernmost.
    """
    grid = scene.grid
    height = geopotential / GRAVITY
    longitude = np.mod(grid.longitude, 360.0)
    pacific = (longitude >= 130.0) & (longitude <= 180.0)
    west, area, north, count = (np.full(len(height), np.nan) for _ in range(4))
    for index_of_time, field in enumerate(height):
        labels, _ = label_cells(scene.mask & (field >= threshold_gpm), cyclic=grid.cyclic)
        high = (labels > 0) & np.isin(labels, np.unique(labels[pacific & (labels > 0)]))
        if not high.any():
            continue
        west[index_of_time] = longitude[high].min()
        area[index_of_time] = grid.cell_area[high].sum() / 1e6
        north[index_of_time] = grid.latitude[high].max()
        count[index_of_time] = high.sum()
    return Series(
        west,
        layers={"west": west, "area": area},
        extra={"n_cells": _listed(count), "northern_boundary_lat": _listed(north)},
        reason=f"no cell east of 130E reaches {threshold_gpm:g} gpm",
    )


@index(
    title_en="Ridge-line latitude of the western Pacific subtropical high",
    title_zh="西太副高脊线纬度",
    category="dynamics",
    difficulty="medium",
    events="rainstorm heat_wave",
    unit="deg_N",
    valid_range=(10.0, 45.0),
    reductions=(Reduction("mean", "deg_N", of="ridge", over_time="mean", is_index=True),),
    references=(
        "lu2001",
        "liu2012",
        "liu2024",
        "dingchan2005",
    ),
    domain="fixed:10-45N,110-150E",
    formula="mean latitude of u(500) = 0 with du/dy > 0 inside H(500) >= 5860 gpm",
    generic=False,
    extra_outputs=("n_longitudes",),
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
        one with the greatest height counts.
    """
    grid = scene.grid
    _require_latitude_longitude(grid, "wpsh_ridge_latitude")
    height = geopotential / GRAVITY
    latitude = grid.latitude[:, 0]
    ridge, count = np.full(len(height), np.nan), np.zeros(len(height))
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
    return Series(
        ridge,
        layers={"ridge": ridge},
        extra={"n_longitudes": _listed(count)},
        reason="no longitude has a ridge line inside 5860 gpm",
    )


@index(
    title_en="500-hPa ridge-trough amplitude",
    title_zh="500hPa经向环流振幅",
    category="dynamics",
    difficulty="medium",
    events="snowstorm heat_wave cold_wave",
    unit="gpm",
    valid_range=(0.0, 1200.0),
    reductions=(
        Reduction("single_value", "gpm", of="eddy", how="range", is_index=True),
        "max",
        "min",
    ),
    references=(
        "joung1982",
        "park2014",
        "neal2022",
    ),
    domain="fixed:35-65N,region_lon+-60",
    formula="max - min of H(500) - its zonal mean over 35-65N within 60 degrees of the region",
    extra_outputs=("ridge_lon", "trough_lon"),
)
def meridional_ridge_amplitude(geopotential: Geopotential500, scene: Scene) -> Maps:
    """Height of the ridges over the troughs of the 500-hPa waves.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2 at 500 hPa.
    scene : Scene
        A diagnosis looks at the band from 35 to 65 degrees, 60 degrees to either side of the
        region. The zonal mean is that of the whole circle where the field read closes it, else
        of the longitudes read, with the warning ``sector_mean``.

    Returns
    -------
    Maps
        Departure of the height from its zonal mean, gpm.
    """
    grid = scene.grid
    _require_latitude_longitude(grid, "meridional_ridge_amplitude")
    height = geopotential / GRAVITY
    known = np.isfinite(height)
    count = np.maximum(known.sum(axis=-1, keepdims=True), 1)
    eddy = height - np.where(known, height, 0.0).sum(axis=-1, keepdims=True) / count
    places: dict[str, list[float | None]] = {"ridge_lon": [], "trough_lon": []}
    for values in eddy:
        usable = scene.mask & np.isfinite(values)
        for name, sign in (("ridge_lon", 1.0), ("trough_lon", -1.0)):
            flat = np.where(usable, sign * values, -np.inf).argmax()
            cell = np.unravel_index(flat, values.shape)
            places[name].append(scene.place(cell)[1] if usable.any() else None)
    return Maps(
        eddy,
        layers={"eddy": eddy},
        extra=places,
        warnings=() if grid.cyclic else ("sector_mean",),
    )


TOOLS = (
    polar_vortex_center_height,
    blocking_index,
    wpsh_west_point,
    wpsh_ridge_latitude,
    meridional_ridge_amplitude,
)
