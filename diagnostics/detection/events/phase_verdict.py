"""What fell at the peak of an event: its amounts and the tests of the phase as one verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from math import prod
from typing import NamedTuple

import numpy as np

from diagnostics.constants import GRAVITY, ZERO_CELSIUS
from diagnostics.contracts.detection import (
    CriterionMetrics,
    PhaseTest,
    PrecipitationPhase,
    TypeAssessment,
)
from diagnostics.contracts.enums import Firing, PrecipitationType
from diagnostics.contracts.space_time import Region
from diagnostics.detection.events.case import Array, Case, Series, to_datetime
from diagnostics.detection.events.phase import Phases, ground_pressure, surface_air
from diagnostics.detection.events.reasons import share
from diagnostics.messages import Listing, Measure, Message, Param, Term
from diagnostics.physics.crossings import height_of_isotherm
from diagnostics.physics.snow import ALL_RAIN_WET_BULB, mean_of_interval
from diagnostics.physics.thermodynamics import wet_bulb_temperature

CLEAR = 0.8
"""From this part of an amount on, all of it is named rain or snow [D]."""
LIMITS: dict[str, tuple[float, float, str]] = {
    "wet_bulb_2m": ((1.0 - CLEAR) * ALL_RAIN_WET_BULB, CLEAR * ALL_RAIN_WET_BULB, "degC"),
    "snow_level": (200.0, 500.0, "m"),
    "freezing_level": (300.0, 800.0, "m"),
    "thickness_1000_500": (5280.0, 5460.0, "gpm"),
}
"""Up to the first value a test says snow, from the second on rain, between the two it cannot tell.

The wet bulb's are those of `snow_fraction`. Flakes that have fallen 300 to 500 m below the level of
a wet-bulb temperature of 1 degC, or of 0 degC by the dry bulb, have melted [D]. Half of the
precipitation is snow at 5280 gpm in maritime and at 5400 gpm in continental air, with 60 gpm of
scatter [D] (Heppner 1992, Wea. Forecasting 7, 683-691).
"""
MELTS_AT = ZERO_CELSIUS + 1.0
"""Wet-bulb temperature, K, of the snow level, as of the index of that name."""
LOW_GROUND = 500.0
"""Above this height, m, the thickness says nothing of the air in which snow melts."""
UNCERTAIN = 0.4
"""Part of the confidence where the type is mixed or uncertain."""


class _Peak(NamedTuple):
    """Place and hours of the largest amount."""

    latitude: float
    longitude: float
    until: datetime
    hours: float

    @classmethod
    def of(cls, metrics: CriterionMetrics) -> _Peak | None:
        latitude, longitude = metrics.peak_latitude, metrics.peak_longitude
        until, hours = metrics.peak_until, metrics.peak_hours
        if latitude is None or longitude is None or until is None or hours is None:
            return None
        return cls(latitude, longitude, until, hours)


def with_phase(case: Case, phases: Phases, found: TypeAssessment) -> TypeAssessment:
    """Return the assessment with the type of precipitation at the peak of its event.

    Parameters
    ----------
    case : Case
    phases : Phases
        The precipitation that was tested.
    found : TypeAssessment
        Of rain or snow; unchanged where no event was found, or the phase is unknown.
    """
    if found.firing not in (Firing.FIRED, Firing.REACHED_HERE) or found.metrics is None:
        return found
    if phases.snow is None or phases.mixed is None:
        return found
    peak = _Peak.of(found.metrics)
    verdict = _verdict(case, phases, phases.snow, phases.mixed, peak) if peak else None
    if verdict is None:
        return found
    parts = dict(found.confidence_parts)
    if verdict.type is PrecipitationType.MIXED_OR_UNCERTAIN:
        parts["phase"] = min(parts.get("phase", 1.0), UNCERTAIN)
    product = round(prod(parts.values()), 4)
    return found.model_copy(
        update={"phase": verdict, "confidence": product, "confidence_parts": parts}
    )


def _verdict(
    case: Case, phases: Phases, snow: Series, mixed: Series, peak: _Peak
) -> PrecipitationPhase | None:
    until, hours = peak.until, peak.hours
    cell = case.grid.nearest(peak.latitude, peak.longitude)
    begin = until - timedelta(hours=hours)
    rows = [row for row, time in enumerate(phases.total.times) if begin < time <= until]
    fell, white, glazed = (
        np.nan_to_num(series.values[(rows, *cell)]) for series in (phases.total, snow, mixed)
    )
    amount = float(fell.sum())
    if amount <= 0.0:
        return None
    part, glaze = float(white.sum()) / amount, float(glazed.sum()) / amount
    increments = [
        (phases.total.times[row], float(weight)) for row, weight in zip(rows, fell, strict=True)
    ]
    tests = tuple(_tests(case, peak, increments, phases.total.interval_hours or 0.0))
    kind, wording = _judged(part, glaze, phases.source, tests)
    return PrecipitationPhase(
        type=kind,
        snow_share=round(part, 4),
        mixed_share=round(glaze, 4),
        source=phases.source,
        tests=tests,
        wording=wording,
    )


def _judged(
    part: float, glaze: float, source: str, tests: tuple[PhaseTest, ...]
) -> tuple[PrecipitationType, Message]:
    """The type by the amounts, unless the tests contradict it, and what it rests on."""
    uncertain = PrecipitationType.MIXED_OR_UNCERTAIN
    params: dict[str, Param] = {
        "snow": share(part, 0),
        "mixed": share(glaze, 0),
        "source": Term(term=f"phase_from_{source}"),
    }
    if max(part, 1.0 - part - glaze) < CLEAR - 1e-9:
        name = "event-phase_mixed_glaze" if round(100 * glaze) else "event-phase_mixed"
        return uncertain, Message(id=name, params=params)
    kind = PrecipitationType.SNOW if part >= CLEAR - 1e-9 else PrecipitationType.RAIN
    against = [test for test in tests if test.says not in (kind, uncertain)]
    # What divided the amounts cannot confirm itself.
    others = [test for test in tests if test.test != "wet_bulb_2m" or source in ("sf", "types")]
    shown = against or [test for test in others if test.says is kind]
    params["type"] = Term(term=kind.value)
    params["share"] = share(max(part, 1.0 - part - glaze), 0)
    params["tests"] = Listing(items=tuple(_test_text(test) for test in shown), style="and")
    if against:
        params["type"] = Term(term=against[0].says.value)
        return uncertain, Message(id="event-phase_contradicted", params=params)
    name = "event-phase_clear_tests" if shown else "event-phase_clear"
    return kind, Message(id=name, params=params)


def _test_text(test: PhaseTest) -> Message:
    digits = 1 if test.unit == "degC" else 0
    return Message(
        id="event-phase_test",
        params={
            "test": Term(term=f"phase_{test.test}"),
            "value": Measure(measure=test.value, unit=test.unit, digits=digits),
        },
    )


def _tests(
    case: Case, peak: _Peak, increments: list[tuple[datetime, float]], hours: float
) -> Iterator[PhaseTest]:
    """Take each test at the peak's cell, as a mean over the increments weighted with each."""
    beside = _at_cell(case, peak)
    cell = beside.grid.nearest(peak.latitude, peak.longitude)
    ends = [time for time, _ in increments]
    everywhere = Series(np.ones((len(ends), *beside.grid.shape)), ends, hours)
    found: dict[str, tuple[list[datetime], Array]] = {}
    air = surface_air(beside, everywhere)
    if air is not None:
        found["wet_bulb_2m"] = (air.times, air.wet_bulb - ZERO_CELSIUS)
    found.update(_column_tests(beside, ends[0] - timedelta(hours=hours), ends[-1]))
    for name, (times, values) in found.items():
        total = weight = 0.0
        for end, amount in increments:
            mean = mean_of_interval(values, times, end - timedelta(hours=hours), end)
            if mean is not None and np.isfinite(mean[cell]):
                total, weight = total + amount * float(mean[cell]), weight + amount
        if weight > 0.0:
            value, (snow, rain, unit) = total / weight, LIMITS[name]
            says = (
                PrecipitationType.SNOW
                if value <= snow
                else PrecipitationType.RAIN
                if value >= rain
                else PrecipitationType.MIXED_OR_UNCERTAIN
            )
            yield PhaseTest(test=name, value=float(value), unit=unit, says=says)


def _at_cell(case: Case, peak: _Peak) -> Case:
    """The case of the cells next to the peak, to read their columns alone."""
    reach = 1.2 * case.spacing
    west = peak.longitude - reach
    region = Region(
        west=west,
        south=max(-90.0, peak.latitude - reach),
        east=west + 2 * reach,
        north=min(90.0, peak.latitude + reach),
    )
    return replace(case, region=region, warnings={}, _shared={})


def _column_tests(
    case: Case, start: datetime, end: datetime
) -> dict[str, tuple[list[datetime], Array]]:
    """Heights above ground of melting, and the thickness over low ground."""
    if not case.has("t", "z", "orog"):
        return {}
    names = [name for name in ("t", "z", "q", "sp") if case.has(name)]
    data, ground = case.load(*names, start=start, end=end), case.load("orog")
    if data is None or ground is None or data.sizes.get("level", 0) < 3:
        return {}
    height = np.asarray(ground["orog"].values, dtype=np.float64).reshape(case.grid.shape)
    fields = {name: np.asarray(data[name].values, dtype=np.float64) for name in ("t", "z")}
    levels = 100.0 * np.asarray(data["level"].values, dtype=np.float64)
    times = [to_datetime(time) for time in data["time"].values]
    profile, isotherm, name = fields["t"], ZERO_CELSIUS, "freezing_level"
    if "q" in data:
        humidity = np.asarray(data["q"].values, dtype=np.float64)
        profile = wet_bulb_temperature(levels[:, None, None], profile, humidity)
        isotherm, name = MELTS_AT, "snow_level"
    crossing = height_of_isotherm(
        profile,
        fields["z"] / GRAVITY,
        levels,
        isotherm,
        surface_pressure=ground_pressure(case, data, profile[:, 0].shape),
        surface_height=height + 0.0 * profile[:, 0],
    )
    above = np.where(crossing.all_colder, 0.0, np.maximum(crossing.height - height, 0.0))
    found = {name: (times, above)}
    index = {round(level): row for row, level in enumerate(levels / 100.0)}
    if {1000, 500} <= index.keys():
        thickness = (fields["z"][:, index[500]] - fields["z"][:, index[1000]]) / GRAVITY
        low = np.where(height <= LOW_GROUND, thickness, np.nan)
        found["thickness_1000_500"] = (times, low)
    return found
