"""Divergence and vorticity, with the metric terms of the sphere or the map factor."""

from __future__ import annotations

from typing import Annotated

from diagnostics.grid.geometry import Grid
from diagnostics.quantities.declare import index
from diagnostics.quantities.inputs import (
    Derivatives,
    EastwardWindAt,
    Field,
    LevelHpa,
    NorthwardWindAt,
)
from diagnostics.quantities.results import Array, Scene


@index(
    title_en="Positive (cyclonic) relative vorticity",
    title_zh="正涡度",
    category="dynamics",
    difficulty="medium",
    events="rainstorm snowstorm gale",
    unit="1e-5 s-1",
    valid_range=(-40.0, 120.0),
    reductions=(
        "max",
        "p99",
        "mean",
    ),
    references=(
        "holton2013",
        "zhu2007",
    ),
    sign="positive = cyclonic in the hemisphere of the region",
    metpy=("metpy.calc.vorticity",),
    published_name="Positive Vorticity",
    formula="dv/dx - du/dy + u tan(lat)/a, times -1 in the Southern Hemisphere",
    halo=3,
    as_stored=True,
    smooth_km=75.0,
)
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


@index(
    title_en="Low-level divergence extremum (convergence)",
    title_zh="低层散度极值",
    category="dynamics",
    difficulty="medium",
    events="rainstorm snowstorm gale",
    unit="1e-5 s-1",
    valid_range=(-60.0, 60.0),
    reductions=(
        "min",
        "max",
        "p01",
    ),
    references=(
        "doswell1996",
        "zhu2007",
    ),
    sign="negative = convergence",
    metpy=("metpy.calc.divergence",),
    published_name="Low-Level Divergence Extrema",
    formula="du/dx + dv/dy - v tan(lat)/a",
    halo=3,
    as_stored=True,
    smooth_km=75.0,
    also=("max",),
)
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


@index(
    title_en="Upper-level convergence extremum",
    title_zh="高层辐合极值",
    category="dynamics",
    difficulty="medium",
    events="gale heat_wave cold_wave",
    unit="1e-5 s-1",
    valid_range=(-60.0, 60.0),
    reductions=(
        "min",
        "p01",
        "max",
    ),
    references=(
        "dingkrish1987",
        "holton2013",
    ),
    sign="negative = convergence",
    metpy=("metpy.calc.divergence",),
    published_name="High-Level Convergence Extrema",
    formula="du/dx + dv/dy - v tan(lat)/a",
    halo=3,
    as_stored=True,
    smooth_km=100.0,
)
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


@index(
    title_en="Upper-level divergence maximum",
    title_zh="高层辐散极值",
    category="dynamics",
    difficulty="medium",
    events="rainstorm snowstorm gale",
    unit="1e-5 s-1",
    valid_range=(-60.0, 80.0),
    reductions=(
        "max",
        "p99",
        "mean",
    ),
    references=(
        "uccellini1979",
        "sampe2010",
    ),
    sign="positive = divergence",
    metpy=("metpy.calc.divergence",),
    formula="du/dx + dv/dy - v tan(lat)/a",
    halo=3,
    as_stored=True,
    smooth_km=100.0,
)
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


@index(
    title_en="500-hPa absolute vorticity advection",
    title_zh="500 hPa正涡度平流",
    category="dynamics",
    difficulty="medium",
    events="rainstorm snowstorm gale",
    unit="1e-9 s-2",
    valid_range=(-60.0, 60.0),
    reductions=(
        "max",
        "p99",
    ),
    references=(
        "petterssen1971",
        "holton2013",
    ),
    sign="positive = cyclonic vorticity advection in either hemisphere",
    metpy=(
        "metpy.calc.absolute_vorticity",
        "metpy.calc.advection",
    ),
    smoothing_note="Gaussian, sigma 100 km, on the vorticity in a diagnosis",
    formula="-(u d(zeta + f)/dx + v d(zeta + f)/dy), times -1 in the Southern Hemisphere",
    halo=7,
    reach_km=100.0,
)
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


TOOLS = (
    positive_vorticity,
    low_level_divergence_extrema,
    upper_level_convergence_extrema,
    upper_level_divergence_max,
    pva_500,
)
