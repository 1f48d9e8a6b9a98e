"""Canonical fields that a source lacks, derived from what it has.

========  ==================================  ===========================================
field     from                                rule
========  ==================================  ===========================================
``z``     geopotential height                 z = g0 * height (g0 = 9.80665 m s-2)
``q``     t and relative humidity             over liquid water, whatever the file's own
                                              convention (its definition is rarely stated)
``q``     dewpoint                            vapour pressure at the dewpoint
``q``     mixing ratio r                      q = r / (1 + r)
``d2m``   t2m and 2 m relative humidity       over liquid water
``d2m``   sp and 2 m specific humidity        inverse of the vapour pressure
``orog``  surface geopotential                orog = z / g0
``tp``    rainfall and snowfall               their sum
``sf``    convective and large-scale          their sum
          snowfall
``sf``    tp and rainfall                     tp - rainfall, at least zero
========  ==================================  ===========================================

Nothing else is derived: no surface pressure, no vertical velocity, no wind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagnostics.constants import GRAVITY

Floats = NDArray[np.float64]
Derivation = Callable[[Mapping[str, Floats], Floats], Floats]
"""Inputs by ingredient and pressure (Pa, shaped to broadcast over the inputs) -> values."""

_LEAST_HUMIDITY = 1e-8
_LEAST_RELATIVE = 1e-4


@dataclass(frozen=True)
class Rule:
    """One way to a canonical field."""

    target: str
    inputs: tuple[str, ...]
    apply: Derivation


def _from_height(inputs: Mapping[str, Floats], _: Floats) -> Floats:
    return inputs["gh"] * GRAVITY


def _from_relative_humidity(inputs: Mapping[str, Floats], pressure: Floats) -> Floats:
    from diagnostics.physics.thermodynamics import specific_humidity_from_relative_humidity

    humidity = np.clip(inputs["r"], 0.0, None)
    result = specific_humidity_from_relative_humidity(pressure, inputs["t"], humidity)
    return np.asarray(result, dtype=np.float64)


def _from_dewpoint(inputs: Mapping[str, Floats], pressure: Floats) -> Floats:
    from diagnostics.physics.thermodynamics import specific_humidity_from_dewpoint

    return np.asarray(specific_humidity_from_dewpoint(pressure, inputs["td"]), dtype=np.float64)


def _from_mixing_ratio(inputs: Mapping[str, Floats], _: Floats) -> Floats:
    ratio = inputs["mr"]
    return ratio / (1.0 + ratio)


def _dewpoint_from_relative(inputs: Mapping[str, Floats], _: Floats) -> Floats:
    from diagnostics.physics.thermodynamics import (
        dewpoint_from_vapor_pressure,
        saturation_vapor_pressure,
    )

    humidity = np.clip(inputs["r2"], _LEAST_RELATIVE, 1.0)
    vapour = humidity * np.asarray(saturation_vapor_pressure(inputs["t2m"]))
    return np.asarray(dewpoint_from_vapor_pressure(vapour), dtype=np.float64)


def _dewpoint_from_specific(inputs: Mapping[str, Floats], _: Floats) -> Floats:
    from diagnostics.physics.thermodynamics import dewpoint

    humidity = np.clip(inputs["q2"], _LEAST_HUMIDITY, None)
    return np.asarray(dewpoint(inputs["sp"], humidity), dtype=np.float64)


def _dewpoint_from_mixing(inputs: Mapping[str, Floats], pressure: Floats) -> Floats:
    ratio = inputs["mr2"]
    return _dewpoint_from_specific({**inputs, "q2": ratio / (1.0 + ratio)}, pressure)


def _orography(inputs: Mapping[str, Floats], _: Floats) -> Floats:
    return inputs["zs"] / GRAVITY


def _sum_of(*names: str) -> Derivation:
    return lambda inputs, _: np.asarray(sum(inputs[name] for name in names))


def _without_rain(inputs: Mapping[str, Floats], _: Floats) -> Floats:
    return np.clip(inputs["tp"] - inputs["rf"], 0.0, None)


RULES: tuple[Rule, ...] = (
    Rule("z", ("gh",), _from_height),
    Rule("q", ("mr",), _from_mixing_ratio),
    Rule("q", ("td",), _from_dewpoint),
    Rule("q", ("t", "r"), _from_relative_humidity),
    Rule("d2m", ("t2m", "r2"), _dewpoint_from_relative),
    Rule("d2m", ("sp", "q2"), _dewpoint_from_specific),
    Rule("d2m", ("sp", "mr2"), _dewpoint_from_mixing),
    Rule("orog", ("zs",), _orography),
    Rule("tp", ("rf", "sf"), _sum_of("rf", "sf")),
    Rule("tp", ("rf", "csf", "lsf"), _sum_of("rf", "csf", "lsf")),
    Rule("sf", ("csf", "lsf"), _sum_of("csf", "lsf")),
    Rule("sf", ("tp", "rf"), _without_rain),
)
"""In order of preference."""


def rule_for(target: str, available: Collection[str]) -> Rule | None:
    """Return the first rule for a canonical field whose inputs are all available."""
    for rule in RULES:
        if rule.target == target and all(name in available for name in rule.inputs):
            return rule
    return None
