"""Constant offsets: against the climate of the place, the mass of the air, and the ground."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.climate import near_surface_temperature, sea_level_pressure
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Mask, RuleInputs, as_datetime
from diagnostics.data_checks.statistics import mean, median
from diagnostics.messages import Measure

LEAST_CELLS = 30
KM2 = (3e4, 3e5, 3e6, 3e7, 3e8)
ALLOWED_K = (30.0, 27.0, 22.0, 14.0, 6.0)
"""Mean distance from the climate that areas of these sizes keep within, K [D]."""
ALLOWED_HPA = (55.0, 48.0, 36.0, 18.0, 5.0)
"""The same of sea-level pressure, hPa [D]."""
AT_THE_SEA_HPA = 2.5


def _allowed(material: RuleInputs, part: Mask, limits: tuple[float, ...]) -> float:
    area = float(material.cell_area_km2[part].sum())
    return float(np.interp(np.log(max(area, 1.0)), np.log(KM2), limits))


@rule("far_from_climate", Weight.DOUBT, "units", "t2m", "mx2t", "mn2t", "msl")
def far_from_climate(material: RuleInputs) -> Iterator[RuleFinding]:
    """A mean over the area and period that weather of this extent does not reach: an offset."""
    looked = False
    for name in ("t2m", "mx2t", "mn2t", "msl"):
        item = material.fields.get(name)
        if item is None:
            continue
        part = np.asarray(np.isfinite(item.values).any(axis=0))
        if name != "msl" and material.has("orog"):
            part = part & (material.fields["orog"].values[0] < 800.0)
        if part.sum() < LEAST_CELLS:
            continue
        looked = True
        here = mean(item.values, axis=0)[part]
        latitude, land = material.latitude[part], material.on_land[part]
        time = as_datetime(item.times[item.times.size // 2])
        if name == "msl":
            usual, limits, unit, scale = sea_level_pressure(latitude), ALLOWED_HPA, "hPa", 100.0
        else:
            usual, limits, unit, scale = (
                near_surface_temperature(latitude, land, time),
                ALLOWED_K,
                "K",
                1.0,
            )
        weight = material.cell_area_km2[part]
        value = float(np.sum(weight * (here - usual)) / np.sum(weight)) / scale
        limit = _allowed(material, part, limits)
        if abs(value) > limit:
            yield RuleFinding(
                (name,),
                {
                    "value": Measure(measure=value, unit=unit),
                    "limit": Measure(measure=limit, unit=unit),
                },
                value=value,
                limit=limit,
                unit=unit,
            )
    if not looked:
        raise NotCheckableError("area")


@rule("pressure_at_the_sea", Weight.DOUBT, "pressure", "msl sp")
def pressure_at_the_sea(material: RuleInputs) -> Iterator[RuleFinding]:
    """Surface and sea-level pressure that differ where the ground is the sea."""
    both = material.together("msl", "sp")
    part = ~material.on_land
    if material.has("orog"):
        part = part & (np.abs(material.fields["orog"].values[0]) < 10.0)
    if material.has("lsm"):
        part = part & (material.fields["lsm"].values[0] < 0.02)
    if part.sum() < LEAST_CELLS or not both.times.size:
        raise NotCheckableError("coast")
    value = float(median(both.first[:, part] - both.second[:, part])) / 100.0
    if abs(value) > AT_THE_SEA_HPA:
        yield RuleFinding(
            ("msl", "sp"),
            {"value": Measure(measure=value, unit="hPa")},
            value=value,
            limit=AT_THE_SEA_HPA,
            unit="hPa",
        )
