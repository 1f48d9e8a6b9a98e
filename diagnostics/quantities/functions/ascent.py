"""Vertical motion. Omega is negative for ascent."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from diagnostics.constants import GAS_CONSTANT_DRY, GRAVITY, KAPPA
from diagnostics.physics.columns import vertical_derivative
from diagnostics.physics.levels import level_index
from diagnostics.physics.thermodynamics import clip_humidity, virtual_temperature
from diagnostics.quantities.inputs import Field, LevelsHpa, OmegaOn
from diagnostics.quantities.operator_record import Operator
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene

_LEVEL_AXIS = -3


def _extreme(omega: Array, levels: tuple[float, ...], *, highest: bool) -> tuple[Array, Array]:
    """Return the extreme over the levels and its level in hPa, the first one where they tie."""
    replaced = np.where(np.isfinite(omega), omega, -np.inf if highest else np.inf)
    position = replaced.argmax(_LEVEL_AXIS) if highest else replaced.argmin(_LEVEL_AXIS)
    value = np.take_along_axis(omega, np.expand_dims(position, _LEVEL_AXIS), _LEVEL_AXIS)
    return value.squeeze(_LEVEL_AXIS), np.array(levels)[position]


def max_vertical_velocity(
    omega: OmegaOn,
    temperature: Annotated[Array | None, Field("t", "K", levels="levels")],
    humidity: Annotated[Array | None, Field("q", "kg kg-1", levels="levels")],
    scene: Scene,
    *,
    levels: LevelsHpa = (500.0, 600.0, 700.0),
) -> Maps:
    """Strongest ascent over the mid-tropospheric levels, as the most negative omega.

    Parameters
    ----------
    omega : ndarray (time, level, y, x)
        Pa s-1, negative for ascent.
    temperature : ndarray (time, level, y, x), optional
        K, for the vertical velocity in m/s that is reported beside it.
    humidity : ndarray (time, level, y, x), optional
        kg kg-1; without it the air is taken as dry there.
    scene : Scene
    levels : tuple of float
        hPa ascending.

    Returns
    -------
    Maps
        Pa s-1. The strongest descent is reported too, because "maximum vertical velocity" may be
        read either way; ``w_m_s`` is ``-omega Rd Tv / (p g)``. The valid range holds the updraughts
        of models that resolve convection (some 8 m/s at 700 hPa).
    """
    lowest, level = _extreme(omega, levels, highest=False)
    highest, _ = _extreme(omega, levels, highest=True)
    at_point = {"level_hpa": level}
    if temperature is not None:
        pressure = 100.0 * np.array(levels)[:, np.newaxis, np.newaxis]
        virtual = (
            temperature
            if humidity is None
            else virtual_temperature(temperature, clip_humidity(humidity)[0])
        )
        upward = -omega * GAS_CONSTANT_DRY * virtual / (pressure * GRAVITY)
        at_point["w_m_s"] = _extreme(upward, levels, highest=True)[0]
    descents = [values[scene.mask] for values in highest]
    return Maps(
        lowest,
        layers={"mean": omega.mean(_LEVEL_AXIS), "descent": highest},
        at_point=at_point,
        extra={
            "strongest_descent_pa_s": [
                float(np.nanmax(values)) if np.isfinite(values).any() else None
                for values in descents
            ]
        },
    )


def max_subsidence(omega: OmegaOn, *, levels: LevelsHpa = (500.0, 700.0)) -> Maps:
    """Strongest descent over the mid-tropospheric levels, as the most positive omega.

    Parameters
    ----------
    omega : ndarray (time, level, y, x)
        Pa s-1, positive for descent.
    levels : tuple of float
        hPa ascending.

    Returns
    -------
    Maps
        Pa s-1; the layer ``mean`` is the mean over the levels, ``ascent`` the strongest ascent.
    """
    value, level = _extreme(omega, levels, highest=True)
    ascent, _ = _extreme(omega, levels, highest=False)
    return Maps(
        value,
        layers={"mean": omega.mean(_LEVEL_AXIS), "ascent": ascent},
        at_point={"level_hpa": level},
    )


def adiabatic_warming_rate(
    temperature: Annotated[
        Array, Field("t", "K", column=(50.0, 1100.0), needs=(850.0, 700.0, 500.0))
    ],
    omega: Annotated[
        Array, Field("w", "Pa s-1", column=(50.0, 1100.0), needs=(850.0, 700.0, 500.0))
    ],
    pressure_levels: Array,
    *,
    levels: LevelsHpa = (500.0, 700.0, 850.0),
) -> Array:
    """Warming by adiabatic descent in stable air, mean over the levels.

    Parameters
    ----------
    temperature : ndarray (time, level, y, x)
        K, on every level of the data.
    omega : ndarray (time, level, y, x)
        Pa s-1, positive for descent.
    pressure_levels : ndarray (level,)
        Pa.
    levels : tuple of float
        Levels of the mean, hPa.

    Returns
    -------
    ndarray (time, y, x)
        K s-1, positive for warming. The vertical derivative takes the neighbouring levels of the
        data.
    """
    lapse = vertical_derivative(temperature, pressure_levels)
    pressure = pressure_levels[:, np.newaxis, np.newaxis]
    rate = omega * (KAPPA * temperature / pressure - lapse)
    chosen = [level_index(pressure_levels, 100.0 * level) for level in levels]
    mean: Array = rate[:, chosen].mean(axis=1)
    return mean


OPERATORS = (
    Operator(
        max_vertical_velocity,
        category="dynamics",
        difficulty="medium",
        events=("rainstorm", "snowstorm"),
        unit="Pa/s",
        valid_range=(-60.0, 10.0),
        reductions=(
            "min",
            "p01",
            Reduction("mean", "Pa/s", of="mean", how="mean", over_time="mean"),
            Reduction("max", "Pa/s", of="descent", how="max"),
        ),
        formula="min of omega over the levels (max and mean over them for these reductions)",
        references=("holton2013", "doswell1996"),
        sign="omega: negative = ascent",
        metpy=("vertical_velocity",),
        published_name="Maximum Vertical Velocity",
        extra_outputs=("level_hpa", "w_m_s", "strongest_descent_pa_s"),
    ),
    Operator(
        max_subsidence,
        category="dynamics",
        difficulty="easy",
        events=("gale", "heat_wave", "cold_wave"),
        unit="Pa/s",
        valid_range=(-60.0, 30.0),
        reductions=(
            "max",
            Reduction("mean", "Pa/s", of="mean", how="mean", over_time="mean"),
            "p99",
            Reduction("min", "Pa/s", of="ascent", how="min", over_time="min"),
        ),
        formula="max of omega over the levels (min and mean over them for these reductions)",
        references=("zschend2019", "clark2018", "holton2013"),
        sign="omega: positive = descent",
        extra_outputs=("level_hpa",),
    ),
    Operator(
        adiabatic_warming_rate,
        category="thermodynamics",
        difficulty="medium",
        events=("heat_wave",),
        unit="K/day",
        valid_range=(-80.0, 80.0),
        reductions=("mean", "max", "p95"),
        formula="omega (kappa t / p - dt/dp)",
        references=("bieli2015", "zschend2019", "rothlis2023"),
        metpy=("first_derivative", "static_stability"),
    ),
)
