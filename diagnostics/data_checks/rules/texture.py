"""The finest scale of a field: waves of two cells, and values in steps that hide the weather."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import RuleFinding, rule
from diagnostics.data_checks.rule_inputs import RuleInputs
from diagnostics.data_checks.rules.pattern import smooth_fields, some_planes
from diagnostics.data_checks.statistics import mean, rms, worst
from diagnostics.fields.canonical import CANONICAL
from diagnostics.messages import Measure

WAVE_SHARE = 0.35
"""Of the roughness of a field that one wave of two cells may make up."""
WAVE_ERRORS = 9.0
"""Times the chance error of its amplitude that a wave of two cells must reach."""
WAVE_SIZE = {"t": 0.5, "t2m": 0.5, "d2m": 0.5, "mx2t": 0.5, "mn2t": 0.5, "msl": 30.0, "z": 60.0}
"""Amplitudes below these are left alone, K, Pa and m2 s-2; of other fields 0.5."""
STEPS = {
    "t": 1.6,
    "t2m": 1.6,
    "d2m": 1.6,
    "mx2t": 1.6,
    "mn2t": 1.6,
    "msl": 260.0,
    "sp": 260.0,
    "u": 2.6,
    "v": 2.6,
    "u10": 1.6,
    "v10": 1.6,
}
"""Steps between the values of a field that are worth telling: K, Pa, m s-1."""
HIDES_WEATHER = 2.2
"""Times as large they hide what the criteria look for."""


@rule("wave_of_two_cells", Weight.DOUBT, "order")
def wave_of_two_cells(material: RuleInputs) -> Iterator[RuleFinding]:
    """A wave from cell to cell over the whole area: no weather is as short and as regular."""
    for item in smooth_fields(material):
        if item.name == "sp":
            continue
        planes, numbers = some_planes(item)
        inner = planes[:, 1:-1, 1:-1]
        around = 0.25 * (
            planes[:, 2:, 1:-1] + planes[:, :-2, 1:-1] + planes[:, 1:-1, 2:] + planes[:, 1:-1, :-2]
        )
        rough = (inner - around).astype(np.float64)
        rows, columns = rough.shape[1:]
        north = (-1.0) ** np.arange(rows)[:, None]
        east = (-1.0) ** np.arange(columns)[None, :]
        size = rms(rough, axis=(1, 2))
        count = np.isfinite(rough).sum(axis=(1, 2))
        for wave, gain in (
            (north * east, 2.0),
            (north + 0.0 * east, 1.0),
            (east + 0.0 * north, 1.0),
        ):
            amplitude = np.abs(mean(rough * wave, axis=(1, 2)))
            with np.errstate(invalid="ignore", divide="ignore"):
                share = amplitude / size
                clear = (share > WAVE_SHARE) & (share * np.sqrt(count) > WAVE_ERRORS)
            clear &= amplitude / gain > WAVE_SIZE.get(item.name, 0.5)
            if not clear.any():
                continue
            place = worst(np.where(clear, amplitude, 0.0))[0]
            time, level = item.where(int(numbers[place]))
            value = float(amplitude[place]) / gain
            unit = CANONICAL[item.name].unit
            yield RuleFinding(
                (item.name,),
                {"value": Measure(measure=value, unit=unit)},
                value=value,
                limit=WAVE_SIZE.get(item.name, 0.5),
                unit=unit,
                time=time,
                level_hpa=level,
            )
            break


@rule("few_values", Weight.TELL, "packing")
def few_values(material: RuleInputs) -> Iterator[RuleFinding]:
    """Values in steps so large that the weather between them is lost."""
    for item in material.of_kind():
        limit = STEPS.get(item.name)
        if limit is None:
            continue
        known = np.unique(item.values[np.isfinite(item.values)])
        if known.size < 3:
            continue
        step = float(np.percentile(np.diff(known), 10.0))
        if step < limit or item.values.size < 20 * known.size:
            continue
        unit = CANONICAL[item.name].unit
        yield RuleFinding(
            (item.name,),
            {"step": Measure(measure=step, unit=unit), "count": int(known.size)},
            value=step,
            limit=limit,
            unit=unit,
            weight=Weight.DOUBT if step > HIDES_WEATHER * limit else Weight.TELL,
        )
