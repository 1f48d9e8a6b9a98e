"""Budgets: how much of a change each process accounts for."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import GAS_CONSTANT_DRY, KAPPA
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message
from diagnostics.physics.columns import integrated_vapor_transport, precipitable_water
from diagnostics.physics.thermodynamics import clip_humidity
from diagnostics.quantities.inputs import (
    EastwardWindAt,
    EastwardWindColumn,
    Field,
    LevelHpa,
    Limits,
    MoistureColumn,
    NorthwardWindAt,
    NorthwardWindColumn,
    SurfacePressure,
    TemperatureAt,
)
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.results import Array, Maps, Scene
from diagnostics.quantities.timeline import earlier

Hours = Annotated[float, Limits("length of the change", "h", 1.0, 48.0)]
DRY_LAYERS = (1000.0, 850.0, 700.0, 500.0, 300.0, 200.0)
_LAYERS = (("low", 100000.0, 70000.0), ("middle", 70000.0, 40000.0), ("high", 40000.0, 0.0))
"""Layers of the pressure tendency: name, bottom and top, Pa."""


def temperature_change_by_advection(
    temperature: TemperatureAt,
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    temperatures: Annotated[Array | None, Field("t", "K", column=(50.0, 1100.0))],
    omega: Annotated[Array | None, Field("w", "Pa s-1", at="level")],
    grid: Grid,
    pressure_levels: Array | None,
    scene: Scene,
    *,
    level: LevelHpa = 850.0,
    hours: Hours = 6.0,
) -> Maps:
    """Temperature change at a level by horizontal advection, beside what the air did.

    Parameters
    ----------
    temperature, eastward_wind, northward_wind : ndarray (time, y, x)
        K and m s-1 at the level.
    temperatures : ndarray (time, level, y, x), optional
        K, for the lapse with pressure.
    omega : ndarray (time, y, x), optional
        Pa s-1 at the level.
    grid : Grid
    pressure_levels : ndarray (level,), optional
        Pa ascending, of `temperatures`.
    scene : Scene
    level, hours : float

    Returns
    -------
    Maps
        K in `hours`, advection as the mean of both ends. Beside it: the change itself, the part by
        vertical motion ``omega (kappa t / p - dt/dp)`` where the data hold omega, and what is left,
        which holds heating and cooling, phase changes and what two times cannot resolve. A time
        without a sample exactly so many hours earlier has no value.
    """
    seconds = 3600.0 * hours
    advection = grid.advection(temperature, eastward_wind, northward_wind)
    before, present = earlier(advection, scene.times, hours)
    advected = 0.5 * (advection + before) * seconds
    change = temperature - earlier(temperature, scene.times, hours)[0]
    vertical = np.full(change.shape, np.nan)
    if omega is not None and temperatures is not None and pressure_levels is not None:
        lapse = _lapse(temperatures, pressure_levels, level * 100.0)
        rate = omega * (KAPPA * temperature / (level * 100.0) - lapse)
        vertical = 0.5 * (rate + earlier(rate, scene.times, hours)[0]) * seconds
    known = np.where(np.isfinite(vertical), vertical, 0.0)
    return Maps(
        advected,
        at_point={
            "change_k": change,
            "vertical_motion_k": vertical,
            "remainder_k": change - advected - known,
        },
        present=present,
        lacking=Message(id="lack-earlier_sample", params={"hours": f"{hours:g}"}),
    )


def _lapse(temperatures: Array, pressure_levels: Array, pressure: float) -> Array:
    """dt/dp at a level by its neighbours, K Pa-1; one-sided at the ends."""
    place = int(np.argmin(np.abs(pressure_levels - pressure)))
    above, below = max(place - 1, 0), min(place + 1, len(pressure_levels) - 1)
    if above == below:
        return np.full(temperatures[:, 0].shape, np.nan)
    thickness = pressure_levels[below] - pressure_levels[above]
    return np.asarray((temperatures[:, below] - temperatures[:, above]) / thickness)


def water_from_convergence(
    humidity: MoistureColumn,
    eastward_wind: EastwardWindColumn,
    northward_wind: NorthwardWindColumn,
    surface_pressure: SurfacePressure,
    precipitation: Annotated[Array | None, Field("tp", "kg m-2")],
    grid: Grid,
    pressure_levels: Array,
    scene: Scene,
    *,
    p_top: Annotated[float, Limits("upper limit of the integral", "hPa", 1.0, 900.0)] = 300.0,
    hours: Hours = 6.0,
) -> Maps:
    """Water that convergence brings into the column in a time, beside the rain that fell.

    Parameters
    ----------
    humidity, eastward_wind, northward_wind : ndarray (time, level, y, x)
        kg kg-1 and m s-1.
    surface_pressure : ndarray (time, y, x), optional
        Pa.
    precipitation : ndarray (time, y, x), optional
        kg m-2 of the interval that ends at each time.
    grid : Grid
    pressure_levels : ndarray (level,)
        Pa ascending.
    scene : Scene
    p_top, hours : float

    Returns
    -------
    Maps
        kg m-2 in `hours`, the mean of both ends. Beside it the change of the column's water, and,
        where the interval of the rain is `hours`, the rain and the remainder rain + change -
        convergence, which holds evaporation from the ground and what two times and the grid do not
        resolve (K.E. Trenberth and C.J. Guillemot, 1995, J. Climate 8, 2255-2272).
    """
    seconds = 3600.0 * hours
    moist = clip_humidity(humidity)[0]
    transport = integrated_vapor_transport(
        moist, eastward_wind, northward_wind, pressure_levels,
        top=p_top * 100.0, surface_pressure=surface_pressure,
    )  # fmt: skip
    convergence = -grid.divergence(*transport)
    before, present = earlier(convergence, scene.times, hours)
    brought = 0.5 * (convergence + before) * seconds
    water = precipitable_water(
        moist, pressure_levels, top=p_top * 100.0, surface_pressure=surface_pressure
    )
    change = water - earlier(water, scene.times, hours)[0]
    fallen = np.full(brought.shape, np.nan)
    same = np.isclose(scene.interval_hours.get("tp", np.nan), hours)
    if precipitation is not None and same:
        fallen = np.asarray(precipitation, dtype=np.float64)
    return Maps(
        brought,
        at_point={
            "rain_mm": fallen,
            "column_change_mm": change,
            "remainder_mm": fallen + change - brought,
        },
        present=present,
        lacking=Message(id="lack-earlier_sample", params={"hours": f"{hours:g}"}),
    )


def pressure_change_by_warming(
    temperature: Annotated[Array, Field("t", "K", column=(100.0, 1100.0), needs=DRY_LAYERS)],
    geopotential: Annotated[Array, Field("z", "m2 s-2", column=(100.0, 1100.0), needs=DRY_LAYERS)],
    humidity: Annotated[Array | None, Field("q", "kg kg-1", column=(100.0, 1100.0))],
    pressure: Annotated[Array, Field("msl", "Pa")],
    pressure_levels: Array,
    scene: Scene,
    *,
    hours: Hours = 6.0,
) -> Maps:
    """Fall of pressure near the ground by the warming of the air above it.

    Parameters
    ----------
    temperature, geopotential : ndarray (time, level, y, x)
        K and m2 s-2.
    humidity : ndarray (time, level, y, x), optional
        kg kg-1, for the virtual temperature.
    pressure : ndarray (time, y, x)
        Sea-level pressure, Pa.
    pressure_levels : ndarray (level,)
        Pa ascending.
    scene : Scene
    hours : float

    Returns
    -------
    Maps
        Pa in `hours`, negative where the column above has become warmer; beside it the change of
        the sea-level pressure, the parts of three layers (to 700, 400 hPa and the highest level),
        the part by the height of the highest level, and the remainder. The hydrostatic tendency
        equation of A.H. Fink et al., 2012, Geophys. Res. Lett. 39, L07803: ``dp = rho (d(phi_top) +
        integral of Rd d(Tv) d(ln p))`` with a plus sign for ln p growing upward. Rain and
        evaporation, which change the mass of the column, are in the remainder.
    """
    virtual = temperature
    if humidity is not None:
        virtual = temperature * (1.0 + 0.608 * clip_humidity(humidity)[0])
    warming = virtual - earlier(virtual, scene.times, hours)[0]
    raised, present = earlier(geopotential[:, 0], scene.times, hours)
    density = pressure / (GAS_CONSTANT_DRY * virtual[:, -1])
    by_top = density * (geopotential[:, 0] - raised)
    parts = {
        name: -density * GAS_CONSTANT_DRY * _integral(warming, pressure_levels, bottom, top)
        for name, bottom, top in _LAYERS
    }
    column = sum(parts.values(), np.zeros(by_top.shape))
    change = pressure - earlier(pressure, scene.times, hours)[0]
    return Maps(
        column,
        at_point={
            **{f"{name}_hpa": part / 100.0 for name, part in parts.items()},
            "top_hpa": by_top / 100.0,
            "change_hpa": change / 100.0,
            "remainder_hpa": (change - column - by_top) / 100.0,
        },
        present=present,
        lacking=Message(id="lack-earlier_sample", params={"hours": f"{hours:g}"}),
    )


def _integral(values: Array, pressure_levels: Array, bottom: float, top: float) -> Array:
    """Integrate over ln p between two pressures, by trapezoids between the levels there are."""
    total = np.zeros((values.shape[0], *values.shape[2:]))
    for k in range(len(pressure_levels) - 1):
        upper, lower = pressure_levels[k], pressure_levels[k + 1]
        middle = float(np.sqrt(upper * lower))
        if top < middle <= bottom or (bottom >= 100000.0 and middle > bottom):
            mean = 0.5 * (values[:, k] + values[:, k + 1])
            total = total + mean * float(np.log(lower / upper))
    return total


OPERATORS = (
    Operator(
        temperature_change_by_advection,
        category="thermodynamics",
        difficulty="hard",
        events=("heat_wave", "cold_wave"),
        unit="K",
        valid_range=(-60.0, 60.0),
        reductions=("max", "min", "mean"),
        formula="-V . grad(t) over the hours; beside it omega (kappa t / p - dt/dp)",
        references=("holton2013", "bieli2015"),
        extra_outputs=("change_k", "vertical_motion_k", "remainder_k"),
        reading=Reading(halo=3, look_back="hours"),
    ),
    Operator(
        water_from_convergence,
        category="moisture",
        difficulty="hard",
        events=("rainstorm", "snowstorm"),
        unit="mm",
        valid_range=(-300.0, 300.0),
        reductions=("max", "mean"),
        formula="-div(integral of q V dp / g) over the hours; beside it rain and change of water",
        references=("trenberth1995", "banacos2005"),
        extra_outputs=("rain_mm", "column_change_mm", "remainder_mm"),
        reading=Reading(halo=3, look_back="hours"),
    ),
    Operator(
        pressure_change_by_warming,
        category="dynamics",
        difficulty="hard",
        events=("gale",),
        unit="hPa",
        valid_range=(-80.0, 80.0),
        reductions=("min", "max", "mean"),
        formula="rho (d(phi_top) - Rd integral of d(Tv) d(ln p)) over the hours, by layers",
        references=("fink2012", "knippertz2008"),
        sign="negative where warming lowers the pressure",
        extra_outputs=(
            "low_hpa",
            "middle_hpa",
            "high_hpa",
            "top_hpa",
            "change_hpa",
            "remainder_hpa",
        ),
        reading=Reading(look_back="hours"),
    ),
)
