"""Vertical motion in the middle of the troposphere that is far weaker than any weather's."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import RuleInputs
from diagnostics.data_checks.statistics import rms
from diagnostics.messages import Measure

WEAKEST = 0.006
"""Pa/s: a third of the least root mean square of quiet regions in analyses, 0.02 [D]."""
LEAST_AREA = 1e6
"""km2: in a smaller region the air may be at rest."""


@rule("hardly_any_vertical_motion", Weight.DOUBT, "units", "w")
def hardly_any_vertical_motion(material: RuleInputs) -> Iterator[RuleFinding]:
    """Vertical velocity over a wide region that is small everywhere: hPa/s, or m/s, called Pa/s."""
    item = material.fields["w"]
    levels = [level for level in (500.0, 700.0, 600.0, 400.0, 850.0) if level in item.levels]
    if not levels:
        raise NotCheckableError("levels")
    if float(material.cell_area_km2.sum()) < LEAST_AREA:
        raise NotCheckableError("area")
    level = levels[0]
    value = float(np.nanmax(rms(item.at_level(level), axis=(1, 2))))
    if value >= WEAKEST:
        return
    yield RuleFinding(
        ("w",),
        {"value": Measure(measure=value, unit="Pa s-1", digits=4)},
        value=value,
        limit=WEAKEST,
        unit="Pa s-1",
        level_hpa=level,
    )
