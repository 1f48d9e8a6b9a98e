"""Divergence and vorticity, with the metric terms of the sphere or the map factor."""

from __future__ import annotations

from typing import Annotated

from diagnostics.grid.geometry import Grid
from diagnostics.quantities.inputs import (
    Derivatives,
    EastwardWindAt,
    Field,
    LevelHpa,
    NorthwardWindAt,
)
from diagnostics.quantities.operator_record import Operator, Reading, Smoothing
from diagnostics.quantities.results import Array, Scene


def positive_vorticity(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    grid: Grid,
    scene: Scene,
    *,
    level: LevelHpa = 850.0,
    definition: Derivatives = "analytic",
) -> Array:
    """Relative vorticity, positive where cyclonic in either hemisphere.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    grid : Grid
    scene : Scene
    level : float
        hPa; the fields handed over are at this level.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    ndarray (time, y, x)
        s-1; NaN poleward of 87 degrees.
    """
    grid = grid.defined(definition)
    return grid.vorticity(eastward_wind, northward_wind) * scene.hemisphere


def low_level_divergence_extrema(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    grid: Grid,
    *,
    level: LevelHpa = 925.0,
    definition: Derivatives = "analytic",
) -> Array:
    """Horizontal divergence in the lower troposphere; its minimum is the strongest convergence.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    grid : Grid
    level : float
        hPa; the fields handed over are at this level.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    ndarray (time, y, x)
        s-1; NaN poleward of 87 degrees. Poleward of 60 degrees the metric term is as large as
        the divergence itself.
    """
    grid = grid.defined(definition)
    return grid.divergence(eastward_wind, northward_wind)


def upper_level_convergence_extrema(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    grid: Grid,
    *,
    level: LevelHpa = 200.0,
    definition: Derivatives = "analytic",
) -> Array:
    """Horizontal divergence aloft; its minimum is the strongest convergence, which forces descent.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    grid : Grid
    level : float
        hPa. In winter poleward of 45 degrees 200 hPa is stratospheric: ask for 300 there.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    ndarray (time, y, x)
        s-1.
    """
    grid = grid.defined(definition)
    return grid.divergence(eastward_wind, northward_wind)


def upper_level_divergence_max(
    eastward_wind: EastwardWindAt,
    northward_wind: NorthwardWindAt,
    grid: Grid,
    *,
    level: LevelHpa = 200.0,
    definition: Derivatives = "analytic",
) -> Array:
    """Horizontal divergence aloft; its maximum ventilates deep ascent.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    grid : Grid
    level : float
        hPa; the fields handed over are at this level.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    ndarray (time, y, x)
        s-1.
    """
    grid = grid.defined(definition)
    return grid.divergence(eastward_wind, northward_wind)


def pva_500(
    eastward_wind: Annotated[Array, Field("u", "m s-1", at="level")],
    northward_wind: Annotated[Array, Field("v", "m s-1", at="level")],
    grid: Grid,
    scene: Scene,
    *,
    level: LevelHpa = 500.0,
    definition: Derivatives = "analytic",
) -> Array:
    """Advection of absolute vorticity, positive where cyclonic vorticity is carried in.

    Parameters
    ----------
    eastward_wind, northward_wind : ndarray (time, y, x)
        m s-1, earth-relative.
    grid : Grid
    scene : Scene
        In a diagnosis the relative vorticity is smoothed (100 km) before it is advected.
    level : float
        hPa; the fields handed over are at this level.
    definition : {"analytic", "metpy"}
        Metric terms as formulas, or by MetPy's differences of the map factors.

    Returns
    -------
    ndarray (time, y, x)
        s-2.
    """
    grid = grid.defined(definition)
    vorticity = scene.smooth(grid.vorticity(eastward_wind, northward_wind), 100.0)
    absolute = vorticity + grid.coriolis
    return grid.advection(absolute, eastward_wind, northward_wind) * scene.hemisphere


OPERATORS = (
    Operator(
        positive_vorticity,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="1e-5 s-1",
        valid_range=(-40.0, 120.0),
        reductions=("max", "p99", "mean"),
        formula="dv/dx - du/dy + u tan(lat)/a, times -1 in the Southern Hemisphere",
        references=("holton2013", "zhu2007"),
        sign="positive = cyclonic in the hemisphere of the region",
        metpy=("vorticity",),
        published_name="Positive Vorticity",
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3, accepts_float32=True),
    ),
    Operator(
        low_level_divergence_extrema,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="1e-5 s-1",
        valid_range=(-60.0, 60.0),
        reductions=("min", "max", "p01"),
        formula="du/dx + dv/dy - v tan(lat)/a",
        references=("doswell1996", "zhu2007"),
        sign="negative = convergence",
        metpy=("divergence",),
        published_name="Low-Level Divergence Extrema",
        extra_reductions=("max",),
        smoothing=Smoothing(result_km=75.0),
        reading=Reading(halo=3, accepts_float32=True),
    ),
    Operator(
        upper_level_convergence_extrema,
        category="dynamics",
        difficulty="medium",
        events=("gale", "heat_wave", "cold_wave"),
        unit="1e-5 s-1",
        valid_range=(-60.0, 60.0),
        reductions=("min", "p01", "max"),
        formula="du/dx + dv/dy - v tan(lat)/a",
        references=("dingkrish1987", "holton2013"),
        sign="negative = convergence",
        metpy=("divergence",),
        published_name="High-Level Convergence Extrema",
        smoothing=Smoothing(result_km=100.0),
        reading=Reading(halo=3, accepts_float32=True),
    ),
    Operator(
        upper_level_divergence_max,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="1e-5 s-1",
        valid_range=(-60.0, 80.0),
        reductions=("max", "p99", "mean"),
        formula="du/dx + dv/dy - v tan(lat)/a",
        references=("uccellini1979", "sampe2010"),
        sign="positive = divergence",
        metpy=("divergence",),
        smoothing=Smoothing(result_km=100.0),
        reading=Reading(halo=3, accepts_float32=True),
    ),
    Operator(
        pva_500,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm", "gale"),
        unit="1e-9 s-2",
        valid_range=(-60.0, 60.0),
        reductions=("max", "p99"),
        formula="-(u d(zeta + f)/dx + v d(zeta + f)/dy), times -1 in the Southern Hemisphere",
        references=("petterssen1971", "holton2013"),
        sign="positive = cyclonic vorticity advection in either hemisphere",
        metpy=("absolute_vorticity", "advection"),
        smoothing=Smoothing(
            inputs_km=100.0,
            note="Gaussian, sigma 100 km, on the vorticity in a diagnosis",
            in_value=True,
        ),
        reading=Reading(halo=7),
    ),
)
