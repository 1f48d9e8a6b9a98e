"""Shortwave radiation against the sun: it falls by day, and at the hours of the longitude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from diagnostics.contracts.checking import Weight
from diagnostics.data_checks.registry import NotCheckableError, RuleFinding, rule
from diagnostics.data_checks.rule_inputs import Array, RuleInputs
from diagnostics.data_checks.statistics import correlation
from diagnostics.fields.canonical import CANONICAL, FieldKind
from diagnostics.messages import Measure
from diagnostics.physics.sun import cosine_of_zenith_angle

MOST_CELLS, MOST_TIMES = 300, 48
NIGHT = -0.05
"""Cosine of the zenith angle, throughout an interval, at which no radiation is left: 3 degrees."""
MOST_BY_NIGHT = 0.02
"""Share of all radiation that may fall by night.

Analyses and forecasts have less than a thousandth. An hour's shift puts 2 to 4 % into the dark.
"""
BETTER = 0.05
"""By how much the correlation with the sun must grow when times are moved."""


class _Fit(NamedTuple):
    """How radiation follows the sun: the share that falls by night, and the correlation."""

    by_night: float
    agreement: float


@rule("radiation_against_sun", Weight.DOUBT, "dates", "ssrd")
def radiation_against_sun(material: RuleInputs) -> Iterator[RuleFinding]:
    """Radiation that falls by night, and would fall by day if times or longitudes were others.

    It is in the same file as the fields that share its times, so they are all in doubt.
    """
    item = material.fields["ssrd"]
    if item.interval_hours is None:
        raise NotCheckableError("times")
    rows = np.unique(np.linspace(0, item.times.size - 1, MOST_TIMES).round().astype(int))
    every = max(1, int(np.ceil(np.sqrt(material.latitude.size / MOST_CELLS))))
    cells = np.s_[::every, ::every]
    values = item.values[rows][(slice(None), *cells)].astype(np.float64)
    place = material.latitude[cells], material.longitude[cells]
    inside = np.linspace(0.0, item.interval_hours, 1 + max(2, int(np.ceil(item.interval_hours))))
    moments = item.times[rows][:, None] - (inside * 3600).astype("timedelta64[s]")

    def fit(hours: int) -> _Fit | None:
        moved = moments + np.timedelta64(hours, "h")
        sun = cosine_of_zenith_angle(moved.ravel(), *place).reshape(*moments.shape, *place[0].shape)
        return _compare(values, sun)

    own = fit(0)
    if own is None:
        raise NotCheckableError("times")
    if own.by_night <= MOST_BY_NIGHT:
        return
    others = {hours: found for hours in range(-12, 13) if (found := fit(hours)) is not None}
    best = max(others, key=lambda hours: others[hours].agreement)
    found = others[best]
    if found.agreement < own.agreement + BETTER or found.by_night > own.by_night / 4:
        return
    names = tuple(
        name
        for name, other in material.fields.items()
        if CANONICAL[name].kind is not FieldKind.STATIC and np.isin(item.times, other.times).any()
    )
    yield RuleFinding(
        names,
        {
            "share": Measure(measure=100.0 * own.by_night, unit="%"),
            "shift": Measure(measure=float(abs(best)), unit="h", digits=0),
        },
        value=100.0 * own.by_night,
        limit=100.0 * MOST_BY_NIGHT,
        unit="%",
        variant="" if best > 0 else "earlier",
    )


def _compare(values: Array, sun: Array) -> _Fit | None:
    """Compare radiation (time, y, x) with the sun (time, moment, y, x); None without a night."""
    dark = sun.max(axis=1) < NIGHT
    good = np.isfinite(values)
    whole = float(np.sum(np.clip(values, 0.0, None), where=good))
    if not (dark & good).any() or whole <= 0.0:
        return None
    by_night = float(np.sum(np.clip(values, 0.0, None), where=good & dark)) / whole
    return _Fit(by_night, correlation(values[good], np.clip(sun, 0.0, None).mean(axis=1)[good]))
