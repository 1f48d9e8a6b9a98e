"""Where two kinds of air meet: the lines of fronts, before they have types."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import xarray as xr
from scipy import ndimage

from diagnostics.detection.features.axes import shifted, sign_change
from diagnostics.detection.features.lines import Line, link_cells
from diagnostics.errors import InputDataError
from diagnostics.grid.distance import great_circle_km
from diagnostics.grid.geometry import Grid
from diagnostics.physics.thermodynamics import wet_bulb_potential_temperature
from diagnostics.quantities.below_ground import pressure_at_ground
from diagnostics.quantities.refs import QuantityRef
from diagnostics.quantities.registry import components, values
from diagnostics.quantities.scene import Array, Mask, Scene, to_datetime64

ZONE_KM = 150.0
"""Reach of the gradient zone on the cold side of the line."""
LEAST_CONTRAST = 1e-5
"""K m-1: what is less steep in `theta` is within the noise of analyses [D]."""
LEAST_LATITUDE = 15.0
"""Nearer to the equator no classical fronts are drawn [K]."""
FINEST_DEG = 1.0
"""Coarser fields are drawn out to this spacing by cubic splines before lines are sought in them."""
STEEPEST_SHARE = 0.2
"""Of the region and what lies around it, where the gradient is a front's [D]."""
AROUND_DEG = 10.0
LEAST_SHARE = 1.0 / 3.0
"""Of its largest gradient, what a front keeps to its ends [D]."""
LEAST_VORTICITY = -0.75e-5
"""Cyclonic vorticity of the wind in the zone, s-1: a front lies in a trough, not on a ridge [D]."""
LEAST_SHIFT = 1e-5
"""The same near the ground, where a front without a shift of the wind is the ground's [D]."""
MOST_SLOPE_M = 300.0
"""Between neighbouring cells: more makes the temperature near the ground [D]."""
ALONG_KM = 300.0
"""Length over which the zone is judged."""
BESIDE_KM = 200.0
"""A branch leaves a line where it is farther from it."""


@dataclass(frozen=True)
class FrontSurface:
    """What fronts are sought in.

    Attributes
    ----------
    theta, wind : QuantityRef
        Quantities, with their level.
    level : float or None
        hPa; None where the quantities are not at a pressure level.
    sigma_km : float
        Smoothing.
    grad_min, grad_max : float
        Between these lies the least gradient on the cold side, K m-1: the one that 20 % of the
        region and of 10 degrees around it exceed. The gradient of `theta` is there at least its
        median: a boundary of moisture alone is no front.
    tfp_min : float
        Least thermal front parameter, K m-2.
    """

    theta: QuantityRef
    wind: QuantityRef
    level: float | None
    sigma_km: float
    grad_min: float
    grad_max: float
    tfp_min: float


@dataclass(frozen=True, eq=False)
class ThermalField:
    """The smoothed temperature and what follows from it, each of shape (y, x).

    Attributes
    ----------
    tau : array
        Smoothed wet-bulb potential temperature, or `theta` itself where the data lack humidity, K;
        NaN below ground.
    slope : array
        Size of its gradient, K m-1.
    east, north : array
        Unit vector toward the warm air.
    parameter : array
        Thermal front parameter, K m-2.
    cold_side : array
        Largest gradient within the zone on the cold side, K m-1.
    contrast : array
        The same of the smoothed `theta`.
    crest : array or None
        The warmest `tau` within 300 km on the warm side, K; None without humidity.
    vorticity : array
        Mean cyclonic vorticity of the wind over the zone, s-1.
    least_vorticity : float
        What a front has of it at least.
    ridge : array of bool
        Cells of front lines.
    """

    tau: Array
    slope: Array
    east: Array
    north: Array
    parameter: Array
    cold_side: Array
    contrast: Array
    crest: Array | None
    vorticity: Array
    least_vorticity: float
    ridge: Mask


def refined(scene: Scene) -> Scene:
    """Return a scene of one time on a grid fine enough to follow a line from cell to cell.

    On cells of several hundred kilometres the third derivatives that find a front reach over the
    next system. A coarser latitude-longitude grid is filled up by cubic splines; any other scene
    comes back as it is.
    """
    grid = scene.grid
    if grid.mapping is not None or grid.spacing_deg <= FINEST_DEG or min(grid.shape) < 4:
        return scene
    parts = int(np.ceil(grid.spacing_deg / FINEST_DEG))
    data = scene.dataset.sel(time=[to_datetime64(scene.time)])
    lengths = (grid.shape[0], grid.shape[1] + 1) if grid.cyclic else grid.shape
    places = [np.arange((size - 1) * parts + 1) / parts for size in lengths]
    if grid.cyclic:
        places[1] = places[1][:-1]
    at = np.meshgrid(*places, indexing="ij")
    mode = "grid-wrap" if grid.cyclic else "nearest"

    def drawn_out(field: Array) -> Array:
        known = np.isfinite(field)
        if not known.any():
            return np.full(at[0].shape, np.nan)
        nearest = ndimage.distance_transform_edt(
            ~known, return_distances=False, return_indices=True
        )
        smooth = ndimage.map_coordinates(field[tuple(nearest)], at, order=3, mode=mode)
        there = ndimage.map_coordinates(known.astype(float), at, order=1, mode=mode)
        return np.where(there > 0.5, smooth, np.nan)

    rows, columns = "latitude", "longitude"
    wide: xr.Dataset = xr.apply_ufunc(
        drawn_out,
        data.astype(np.float64),
        vectorize=True,
        input_core_dims=[[rows, columns]],
        output_core_dims=[["lat", "lon"]],
    )
    latitude = np.interp(places[0], np.arange(grid.shape[0]), grid.latitude[:, 0])
    first, second = float(grid.longitude[0, 0]), float(grid.longitude[0, 1])
    longitude = first + ((second - first + 180.0) % 360.0 - 180.0) * places[1]
    wide = wide.rename(lat=rows, lon=columns).assign_coords({rows: latitude, columns: longitude})
    return Scene(wide, scene.region, scene.time, scene_context=scene.scene_context)


def thermal_field(scene: Scene, surface: FrontSurface) -> ThermalField:
    """Return the smoothed temperature, its gradient and the cells of front lines."""
    grid = scene.grid
    about = scene.region.center[0]
    below = _not_air(scene, surface.level)
    theta = grid.smooth(
        np.where(below, np.nan, values(scene, surface.theta)), surface.sigma_km, about=about
    )
    moist = _moist(scene, surface)
    tau = theta
    if moist is not None:
        tau = grid.smooth(np.where(below, np.nan, moist), surface.sigma_km, about=about)
    tx, ty = grid.gradient(tau)
    slope = np.hypot(tx, ty)
    with np.errstate(invalid="ignore", divide="ignore"):
        east, north = tx / slope, ty / slope
    gx, gy = grid.gradient(slope)
    parameter = -(gx * east + gy * north)
    px, py = grid.gradient(parameter)
    along = px * east + py * north
    dry = np.hypot(*grid.gradient(theta))
    wind = (grid.smooth(part, surface.sigma_km, about=about) for part in
            components(scene, surface.wind))  # fmt: skip
    turning = grid.vorticity(*wind) * np.sign(grid.latitude)
    zone = [(-distance * east, -distance * north) for distance in zone_steps(grid)]
    cold_side = np.maximum.reduce([shifted(slope, grid, *step) for step in zone])
    contrast = np.maximum.reduce([shifted(dry, grid, *step) for step in zone])
    around = scene.inside(AROUND_DEG) & np.isfinite(slope)
    least, dry_least = surface.grad_min, LEAST_CONTRAST
    if around.any():
        usual = float(np.quantile(slope[around], 1.0 - STEEPEST_SHARE))
        least = min(max(usual, surface.grad_min), surface.grad_max)
        dry_least = max(float(np.median(dry[around])), LEAST_CONTRAST)
    with np.errstate(invalid="ignore"):
        strong = (parameter >= surface.tfp_min) & (cold_side >= least) & (contrast >= dry_least)
    strong &= np.abs(grid.latitude) >= LEAST_LATITUDE
    return ThermalField(
        tau=tau,
        slope=slope,
        east=east,
        north=north,
        parameter=parameter,
        cold_side=cold_side,
        contrast=contrast,
        crest=None
        if moist is None
        else np.maximum.reduce(
            [
                shifted(tau, grid, distance * east, distance * north)
                for distance in np.arange(0.0, 1e3 * ALONG_KM + 1.0, 5e4)
            ]
        ),
        vorticity=np.mean([shifted(turning, grid, *step) for step in zone], axis=0),
        least_vorticity=LEAST_SHIFT if surface.level is None else LEAST_VORTICITY,
        ridge=sign_change(np.nan_to_num(along), cyclic=grid.cyclic) & strong,
    )


def front_lines(scene: Scene, thermal: ThermalField, min_length_km: float) -> list[Line]:
    """Return the lines of fronts, longest first.

    A line is the longest path through joined cells; what branches off it is a line of its own. Of
    each those pieces are kept along which, over 300 km, the gradient on the cold side is at least a
    third of the largest of the line, and the wind does not turn anticyclonically.

    Parameters
    ----------
    scene : Scene
    thermal : ThermalField
    min_length_km : float
        Of a piece.
    """
    grid = scene.grid
    left = thermal.ridge.copy()
    found: list[Line] = []
    while True:
        lines = [line for line in link_cells(left, grid, gap_cells=1)
                 if line.length_km >= min_length_km]  # fmt: skip
        if not lines:
            return sorted(found, key=lambda line: -line.length_km)
        for line in lines:
            found += _pieces(thermal, line, min_length_km)
            rows, columns = line.cells
            apart = great_circle_km(
                grid.latitude[rows, columns][:, None],
                grid.longitude[rows, columns][:, None],
                line.latitude,
                line.longitude,
            ).min(axis=1)
            beside = apart <= BESIDE_KM
            left[rows[beside], columns[beside]] = False


def _pieces(thermal: ThermalField, line: Line, min_length_km: float) -> list[Line]:
    """Pieces of a line with a strong gradient in cyclonic wind."""
    along = distances_along(line)
    cells = (line.rows, line.columns)
    strength = running_mean(thermal.cold_side[cells], along, ALONG_KM)
    turning = running_mean(thermal.vorticity[cells], along, ALONG_KM)
    good = strength >= LEAST_SHARE * np.nanmax(strength)
    good &= ~(turning < thermal.least_vorticity)
    runs, count = ndimage.label(good)
    pieces = []
    for number in range(1, count + 1):
        inside = np.flatnonzero(runs == number)
        piece = line.part(int(inside[0]), int(inside[-1]))
        if piece.length_km >= min_length_km:
            pieces.append(piece)
    return pieces


def _moist(scene: Scene, surface: FrontSurface) -> Array | None:
    """Wet-bulb potential temperature where `theta` is potential temperature; None without it."""
    if surface.level is None or surface.theta.name != "potential_temperature":
        return None
    try:
        theta_e = values(scene, QuantityRef("equivalent_potential_temperature", surface.level))
    except InputDataError:
        return None
    return wet_bulb_potential_temperature(theta_e)


def _not_air(scene: Scene, level: float | None) -> Mask:
    """Cells below ground; near the ground those where slope or coast makes the temperature."""
    if level is None:
        return _ground_made(scene)
    if not (scene.has("sp") or scene.has("orog")):
        return np.zeros(scene.grid.shape, dtype=bool)
    name = "sp" if scene.has("sp") else "orog"
    below: Mask = 100.0 * level > pressure_at_ground(name, scene.field(name))
    return below


def _ground_made(scene: Scene) -> Mask:
    """Cells whose neighbours lie at other heights, or partly on land and partly at sea."""
    made = np.zeros(scene.grid.shape, dtype=bool)
    for name, most in (("orog", MOST_SLOPE_M), ("lsm", 0.5)):
        if scene.has(name):
            field = scene.field(name)
            made |= ndimage.maximum_filter(field, 3) - ndimage.minimum_filter(field, 3) > most
    return made


def zone_steps(grid: Grid) -> Array:
    """Distances from the line into the cold air, m."""
    steps = max(3, round(ZONE_KM / max(grid.spacing_km)) + 1)
    return 1e3 * np.linspace(0.0, ZONE_KM, steps)


def distances_along(line: Line) -> Array:
    """Distance of each point of a line from its beginning, km."""
    steps = great_circle_km(
        line.latitude[:-1], line.longitude[:-1], line.latitude[1:], line.longitude[1:]
    )
    return np.concatenate([[0.0], np.cumsum(steps)])


def running_mean(data: Array, along: Array, length_km: float) -> Array:
    """Mean over a length along a line; NaN where less than half of it has values."""
    near = np.abs(along[:, None] - along[None, :]) <= length_km / 2.0
    known = np.isfinite(data)
    count = (near & known).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (near @ np.where(known, data, 0.0)) / count
    return np.where(2 * count >= near.sum(axis=1), mean, np.nan)
