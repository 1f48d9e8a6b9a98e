"""The large-scale flow at 500 hPa: polar vortex, blocking, ridges and troughs."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from diagnostics.constants import GRAVITY
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.messages import Message
from diagnostics.physics.blocking import blocked_longitudes
from diagnostics.quantities.inputs import Field, GeopotentialAt, LevelHpa, Limits
from diagnostics.quantities.latitude_circles import require_circles
from diagnostics.quantities.operator_record import AtDefaultLevel, Operator, Reading, Smoothing
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene, Series, listed

Geopotential500 = Annotated[Array, Field("z", "m2 s-2", at=500.0)]


def polar_vortex_center_height(
    geopotential: GeopotentialAt,
    scene: Scene,
    *,
    level: LevelHpa = 500.0,
    lat_min: Annotated[
        float | Literal["default"],
        Limits("latitude, north or south, from which on the centre is looked for", "deg", 50, 85),
    ] = "default",
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
    lat_min : float
        Degrees; by default 50 in a diagnosis, and no limit but the box in a literal question.

    Returns
    -------
    Maps
        gpm; ``displacement_deg`` is the distance of the centre from the pole. A lowest height on
        the edge of the data, as of a field that ends before the pole, is no centre.
    """
    height = scene.smooth(geopotential / GRAVITY, 150.0)
    limit = (50.0 if scene.diagnosing else 0.0) if isinstance(lat_min, str) else lat_min
    height = np.where(np.abs(scene.grid.latitude) >= limit - 1e-6, height, np.nan)
    displacement = np.broadcast_to(90.0 - np.abs(scene.grid.latitude), height.shape)
    return Maps(
        height,
        layers={"inside": (height < 5080.0).astype(np.float64)},
        at_point={"displacement_deg": displacement},
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
        Fraction. An instantaneous index: an episode needs five days. ``blocked_longitudes`` are
        those of the decisive time; ``persistence_days`` is how long before it, in the period that
        was asked for, each sample had a blocked longitude within 10 degrees of the next one's.
    """
    grid = scene.grid
    require_circles(grid, "blocking_index")
    columns = scene.mask.any(axis=0)
    sign = -1.0 if float(np.mean(grid.latitude)) < 0.0 else 1.0
    fraction = np.full(len(geopotential), np.nan)
    strongest, longest = fraction.copy(), fraction.copy()
    step = float(np.median(np.diff(grid.longitude[0]))) if grid.shape[1] > 1 else 0.0
    flags = np.zeros((len(geopotential), grid.shape[1]), dtype=bool)
    for index_of_time, field in enumerate(geopotential / GRAVITY):
        found = blocked_longitudes(field, grid, sign)
        ghgs, blocked = found.gradient, found.blocked
        known = np.isfinite(ghgs) & columns
        if known.sum() < max(1, 0.5 * columns.sum()):
            continue
        fraction[index_of_time] = blocked[known].mean()
        strongest[index_of_time] = ghgs[known].max()
        flags[index_of_time] = blocked & known
        longest[index_of_time] = _longest_run(flags[index_of_time], cyclic=grid.cyclic) * step
    return Series(
        fraction,
        layers={"fraction": fraction, "max_ghgs": strongest, "longest_run_deg": longest},
        extra={
            "max_ghgs": listed(strongest),
            "longest_run_deg": listed(longest),
            "blocked_longitudes": [
                [wrap_longitude(float(place)) for place in grid.longitude[0, row]] for row in flags
            ],
            "persistence_days": _persistence_days(flags, scene, round(10.0 / step) if step else 0),
        },
        reason=Message(id="lack-blocking_latitudes"),
    )


def _longest_run(flags: npt.NDArray[np.bool_], *, cyclic: bool) -> int:
    if flags.all():
        return int(flags.size)
    turned = np.concatenate([flags, flags]) if cyclic else flags
    best = run = 0
    for flag in turned:
        run = run + 1 if flag else 0
        best = max(best, run)
    return best


def _persistence_days(flags: npt.NDArray[np.bool_], scene: Scene, reach: int) -> list[float]:
    """Return how long each time has been blocked without a break, within `reach` columns."""
    seconds = scene.times.astype("datetime64[s]").astype(np.int64)
    days: list[float] = []
    since = 0
    for time, blocked in enumerate(flags):
        if (
            not blocked.any()
            or time == 0
            or not (_widened(flags[time - 1], reach, scene) & blocked).any()
        ):
            since = time
        days.append((seconds[time] - seconds[since]) / 86400.0)
    return days


def _widened(flags: npt.NDArray[np.bool_], reach: int, scene: Scene) -> npt.NDArray[np.bool_]:
    """Also flag the columns within `reach` of a flagged one."""
    padded = np.pad(flags, reach, mode="wrap" if scene.grid.cyclic else "constant")
    return np.convolve(padded, np.ones(2 * reach + 1), mode="valid") > 0.5


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
        Departure of the height from its zonal mean, gpm. An extremum at the western or eastern end
        of the band is not the axis of a ridge or trough, and has no longitude.
    """
    grid = scene.grid
    require_circles(grid, "meridional_ridge_amplitude")
    height = geopotential / GRAVITY
    known = np.isfinite(height)
    count = np.maximum(known.sum(axis=-1, keepdims=True), 1)
    eddy = height - np.where(known, height, 0.0).sum(axis=-1, keepdims=True) / count
    places: dict[str, list[float | None]] = {"ridge_lon": [], "trough_lon": []}
    for values in eddy:
        usable = scene.mask & np.isfinite(values)
        columns = np.flatnonzero(usable.any(axis=0))
        ends = () if grid.cyclic or not columns.size else (columns[0], columns[-1])
        for name, sign in (("ridge_lon", 1.0), ("trough_lon", -1.0)):
            flat = np.where(usable, sign * values, -np.inf).argmax()
            cell = np.unravel_index(flat, values.shape)
            inside = usable.any() and cell[1] not in ends
            places[name].append(scene.place(cell)[1] if inside else None)
    return Maps(
        eddy,
        layers={"eddy": eddy},
        extra=places,
        warnings=() if grid.cyclic else ("sector_mean",),
    )


def east_asian_trough_intensity(geopotential: Geopotential500, scene: Scene) -> Maps:
    """Height of the 500-hPa surface where the East Asian trough lies in winter.

    Parameters
    ----------
    geopotential : ndarray (time, y, x)
        m2 s-2 at 500 hPa. Over the box 30-45N, 125-145E in a diagnosis, or where no region is
        given; of October to April.
    scene : Scene

    Returns
    -------
    Maps
        gpm; ``axis_lon_at_40N`` is where the height is lowest along 40N, unless at an end of it.
    """
    height = geopotential / GRAVITY
    return Maps(height, extra={"axis_lon_at_40N": [_axis_at_40n(item, scene) for item in height]})


def _axis_at_40n(height: Array, scene: Scene) -> float | None:
    if scene.grid.mapping is not None:
        return None
    columns = np.flatnonzero(scene.mask.any(axis=0))
    circle = scene.grid.circle_of_latitude(height, 40.0)[columns]
    if not np.isfinite(circle).all():
        return None
    lowest = int(circle.argmin())
    inside = 0 < lowest < len(circle) - 1
    return wrap_longitude(float(scene.grid.longitude[0, columns[lowest]])) if inside else None


OPERATORS = (
    Operator(
        polar_vortex_center_height,
        category="dynamics",
        difficulty="easy",
        events=("snowstorm", "cold_wave"),
        unit="gpm",
        valid_range=AtDefaultLevel(4650.0, 5500.0),
        reductions=("min", Reduction("area_km2_lt_5080", "km2", of="inside", how="sum_area")),
        formula="min of z / g0 poleward of lat_min, smoothed by 150 km in a diagnosis",
        references=("waugh2017", "kolstad2010", "zheng2022"),
        published_name="Polar Vortex Center Geopotential Height",
        domain="nh_polar",
        extra_outputs=("displacement_deg",),
        nan_means_not_applicable=True,
        centre_at_edge="refused",
        smoothing=Smoothing(
            inputs_km=150.0,
            note="Gaussian, sigma 150 km, on the height in a diagnosis",
            in_value=True,
        ),
    ),
    Operator(
        blocking_index,
        category="dynamics",
        difficulty="hard",
        events=("rainstorm", "heat_wave", "cold_wave"),
        unit="1",
        valid_range=(0.0, 1.0),
        reductions=(
            Reduction("fraction", "1", of="fraction", is_index=True),
            Reduction("max_ghgs", "gpm/deg", of="max_ghgs"),
            Reduction("longest_run_deg", "deg", of="longest_run_deg"),
        ),
        formula=(
            "share of longitudes with GHGS > 0 and GHGN < -10 gpm/deg, shifted by -4, 0 or 4 deg"
        ),
        references=("tibaldi1990", "scherrer2006", "pfahl2012"),
        domain="upstream_sector",
        extra_outputs=("max_ghgs", "longest_run_deg", "blocked_longitudes", "persistence_days"),
        reading=Reading(time_coupled=True),
    ),
    Operator(
        east_asian_trough_intensity,
        category="dynamics",
        difficulty="easy",
        events=("snowstorm", "gale", "cold_wave"),
        unit="gpm",
        valid_range=(4900.0, 5950.0),
        reductions=("mean", "min"),
        formula="mean of z(500) / g0 over 30-45N, 125-145E",
        references=("wangl2009", "zhang1997"),
        sign="low = deep trough",
        domain="fixed:30-45N,125-145E",
        extra_outputs=("axis_lon_at_40N",),
    ),
    Operator(
        meridional_ridge_amplitude,
        category="dynamics",
        difficulty="medium",
        events=("snowstorm", "heat_wave", "cold_wave"),
        unit="gpm",
        valid_range=(0.0, 1200.0),
        reductions=(
            Reduction("single_value", "gpm", of="eddy", how="range", is_index=True),
            "max",
            "min",
        ),
        formula="max - min of H(500) - its zonal mean over 35-65N within 60 degrees of the region",
        references=("joung1982", "park2014", "neal2022"),
        domain="fixed:35-65N,region_lon+-60",
        extra_outputs=("ridge_lon", "trough_lon"),
    ),
)
