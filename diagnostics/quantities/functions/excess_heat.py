"""The excess heat factor: heat above the local climate, weighed by what people are used to."""

from __future__ import annotations

import numpy as np

from diagnostics.climatology import GridKey, GridKind
from diagnostics.climatology.excess import (
    LOOK_BACK_DAYS,
    excess_heat_factor,
    spell_and_adapted,
)
from diagnostics.constants import ZERO_CELSIUS
from diagnostics.messages import Message
from diagnostics.quantities.functions.daily import (
    Days,
    DayStart,
    Maxima,
    Minima,
    Timezone,
    daily_extremes,
)
from diagnostics.quantities.inputs import OptionalTemperature2m
from diagnostics.quantities.normals import SHORT, find_item, without_climatology
from diagnostics.quantities.operator_record import Operator, Reading
from diagnostics.quantities.reductions import Reduction
from diagnostics.quantities.results import Array, Maps, Scene

EXCESS_HEAT = GridKey(name="excess_heat")
"""The item that holds T95 and EHF85."""


def ehf(
    temperature: OptionalTemperature2m,
    maxima: Maxima,
    minima: Minima,
    scene: Scene,
    *,
    timezone: Timezone = "UTC",
    day_start_hour: DayStart = 0.0,
) -> Maps:
    """Excess heat factor: positive in a heat wave, severe above the 85th percentile of its kind.

    Parameters
    ----------
    temperature : ndarray (time, y, x), optional
        2-m temperature, K; may be absent where the extremes over intervals are there.
    maxima, minima : ndarray (time, y, x), optional
        Extremes since the previous time, K.
    scene : Scene
        With the climatology; ``hvrmet climatology build --field excess_heat`` makes it.
    timezone : str
        Zone of the days.
    day_start_hour : float
        Local hour at which a day starts.

    Returns
    -------
    Maps
        K2, one map per local day; the time is the start of the day. The window looks back from
        the day (publications differ), so a day needs the 32 before it, each with three quarters
        of its samples. ``severity`` is EHF over EHF85, 1 for severe and 3 for extreme;
        ``days_positive`` counts the days asked for on which the factor is positive at the place.
    """
    days, warnings = _daily_means(temperature, maxima, minima, scene, timezone, day_start_hour)
    wanted = days.asked
    starts = days.starts[wanted]
    found = find_item(scene, EXCESS_HEAT, GridKind.ALL_DAYS, ("t95", "ehf85"), "excess_heat")
    if isinstance(found, Message):
        nothing = without_climatology((len(starts), *scene.grid.shape), found)
        return Maps(nothing.value, layers={"severity": nothing.value}, times=starts,
                    present=nothing.present, lacking=found)  # fmt: skip
    held, item = found
    t95, ehf85 = (
        held.at_times(item, name, starts[:1], scene.grid)[0][0] for name in ("t95", "ehf85")
    )
    if item.attributes.get("timezone", timezone) != timezone:
        warnings = (*warnings, "climatology_of_other_days")
    if item.is_short:
        warnings = (*warnings, SHORT)
    numbers = np.round(days.starts.astype("datetime64[s]").astype(np.int64) / 86400.0)
    factor = excess_heat_factor(*spell_and_adapted(days.values, numbers.astype(np.int64)), t95)
    factor = factor[wanted]
    severity = factor / np.where(ehf85 > 0.0, ehf85, np.nan)
    positive = np.broadcast_to((factor > 0.0).sum(axis=0).astype(float), factor.shape)
    return Maps(
        factor,
        layers={"severity": severity},
        at_point={
            "severity": severity,
            "days_positive": positive,
            "t95_degc": np.broadcast_to(t95 - ZERO_CELSIUS, factor.shape),
        },
        extra={"climatology": [held.name] * len(factor)},
        times=starts,
        present=np.asarray(np.isfinite(factor).any(axis=(-2, -1))),
        lacking=Message(id="lack-days_before", params={"days": str(LOOK_BACK_DAYS)}),
        warnings=warnings,
    )


def _daily_means(
    temperature: Array | None,
    maxima: Array | None,
    minima: Array | None,
    scene: Scene,
    timezone: str,
    day_start_hour: float,
) -> tuple[Days, tuple[str, ...]]:
    """Mean of the extremes of each local day, NaN where the day is not sampled well enough."""
    high, low = (
        daily_extremes(
            temperature, extremes, scene, name, timezone, day_start_hour, highest=highest
        )
        for extremes, name, highest in ((maxima, "mx2t", True), (minima, "mn2t", False))
    )
    complete = high.complete & low.complete
    means = np.where(complete[:, np.newaxis, np.newaxis], (high.values + low.values) / 2.0, np.nan)
    warnings = tuple(dict.fromkeys((*high.warnings, *low.warnings)))
    return Days(means, high.starts, high.dates, high.asked, complete, warnings), warnings


OPERATORS = (
    Operator(
        ehf,
        category="thermodynamics",
        difficulty="hard",
        events=("heat_wave",),
        unit="K**2",
        valid_range=(-600.0, 300.0),
        reductions=("max", "mean", Reduction("severity_max", "1", of="severity", how="max")),
        formula=(
            "T = (Tmax + Tmin)/2; EHF = (T3 - T95) max(1, T3 - T30) with T3 the mean of the day "
            "and the two before it and T30 that of the 30 days before those; severity = EHF / EHF85"
        ),
        references=("nairn2015",),
        climatology="excess_heat: T95 of the daily mean temperature of all seasons, and EHF85",
        extra_outputs=("severity", "days_positive", "t95_degc", "climatology"),
        reading=Reading(look_back=24.0 * LOOK_BACK_DAYS, whole_days=True),
    ),
)
