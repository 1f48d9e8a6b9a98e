"""Blizzards, inferred from wind, snow and cold where the visibility is unknown."""

from __future__ import annotations

import numpy as np

from diagnostics.constants import ZERO_CELSIUS
from diagnostics.contracts.base import Contract
from diagnostics.detection.events.case import Case, to_datetime
from diagnostics.detection.events.criterion_numbers import Number
from diagnostics.detection.events.phase import Phases
from diagnostics.grid.objects import label_objects


class Blizzard(Contract):
    """Wind, snow and cold that together stand for a blizzard where visibility is unknown."""

    wind: Number
    snow_per_hour: Number
    temperature: Number


def is_blizzard(case: Case, phases: Phases, rule: Blizzard) -> bool:
    """Whether at some time enough land has strong wind, snowfall and frost together.

    Notes
    -----
    The United States National Weather Service asks for sustained wind or frequent gusts of 35 mph
    and visibility below a quarter of a mile for three hours; here the wind of the preset, a
    snowfall rate and a temperature stand for it.
    """
    snow = phases.snow
    if snow is None or snow.interval_hours is None:
        return False
    if not case.has("u10", "v10", "t2m"):
        return False
    data = case.load("u10", "v10", "t2m")
    if data is None:
        return False
    rates = dict(zip(snow.times, np.asarray(snow.values) / snow.interval_hours, strict=True))
    for index, time in enumerate(data["time"].values):
        rate = rates.get(to_datetime(time))
        if rate is None:
            continue
        speed = np.hypot(data["u10"].values[index], data["v10"].values[index])
        frost = data["t2m"].values[index] - ZERO_CELSIUS <= rule.temperature.value
        cells = (speed >= rule.wind.value) & frost & (rate >= rule.snow_per_hour.value)
        least = case.preset.area.min_object.value
        if label_objects(np.asarray(cells) & case.land, case.grid, min_area_km2=least):
            return True
    return False
