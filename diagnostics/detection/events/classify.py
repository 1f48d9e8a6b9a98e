"""Test all five types of extreme weather over a region and period."""

from __future__ import annotations

from datetime import timedelta

import numpy as np

from diagnostics.climatology import Baseline, Climatologies, GridClimatology
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events.blizzard import is_blizzard
from diagnostics.detection.events.budget import budget_precipitation
from diagnostics.detection.events.case import Case, Series
from diagnostics.detection.events.cold import assess_cold
from diagnostics.detection.events.days import describe_days, resolve_timezone
from diagnostics.detection.events.gale import assess_gale
from diagnostics.detection.events.heat import assess_heat
from diagnostics.detection.events.percentiles import assess_percentile
from diagnostics.detection.events.phase import Phases, divide
from diagnostics.detection.events.precipitation import assess_rain, assess_snow
from diagnostics.detection.events.presets import Preset, load_preset
from diagnostics.detection.events.ranking import (
    compounds,
    primary_and_secondary,
    ranked,
    resolve_phase,
)
from diagnostics.detection.events.rules import not_assessable
from diagnostics.errors import InputDataError
from diagnostics.messages import Message
from diagnostics.ports import FieldSource

LONGEST_WINDOW_HOURS = 24


def classify(
    source: FieldSource,
    region: Region,
    window: TimeWindow,
    *,
    preset: str | Preset = "cma",
    timezone: str | None = None,
    declared: EventType | None = None,
    climatology: Baseline | GridClimatology | Climatologies | None = None,
) -> Classification:
    """Test all five types against a preset's criteria.

    Parameters
    ----------
    source : FieldSource
        Only the fields, times and box that the criteria need are read; where the source goes
        back, up to three days before the period and one after it.
    region : Region
        W,S,E,N. Snow, heat and cold are tested on its land cells.
    window : TimeWindow
        UTC, closed.
    preset : str or Preset
        ``cma``, ``nws``, ``etccdi``, or a tenant's own.
    timezone : str, optional
        Of the days; by default the solar offset of the region's centre.
    declared : EventType, optional
        What the user says it is; it is tested like the others, and `agreement` says whether it
        fired.
    climatology : Climatologies, optional
        Criteria that are percentiles need the daily quantiles of grid points; others do not look.

    Returns
    -------
    Classification
        Each type fired, not fired or not assessable, with a reason that names the numbers.

    Raises
    ------
    InputDataError
        ``period_without_data``, or when the region lies outside the data.
    ArgumentError
        ``unknown_preset``, ``unknown_timezone``.

    Notes
    -----
    Criteria, grades and rules are data of the preset; each number there is labelled as national
    standard (S), practice not re-checked (K) or default of this project (D). On grids coarser
    than 0.1 degrees thresholds are scaled, because a cell's mean stays below a station's extreme;
    a grade is then the model-scaled equivalent of the national one.
    """
    criteria = load_preset(preset) if isinstance(preset, str) else preset
    inventory = source.inventory()
    zone = resolve_timezone(timezone, region)
    case = Case(source, inventory, region, window, criteria, zone)
    if not case.times:
        raise _no_data(case)
    known = Climatologies.of(climatology)
    phases, proxy = _precipitation(case)
    assessments = (
        _rain(case, phases, known, proxy=proxy),
        _snow(case, phases, known, proxy=proxy),
        _otherwise(case, EventType.GALE, known) or assess_gale(case),
        _otherwise(case, EventType.HEAT_WAVE, known) or assess_heat(case),
        _otherwise(case, EventType.COLD_WAVE, known) or assess_cold(case),
    )
    share = _regional_snow_fraction(case, phases)
    final = ranked(resolve_phase(assessments, share), criteria)
    primary, secondary = primary_and_secondary(final)
    agreement = None
    if declared is not None:
        mine = next(item for item in final if item.event is declared)
        agreement = mine.firing is Firing.FIRED
    return Classification(
        assessments=final,
        primary=primary,
        secondary=secondary,
        compound=compounds(final),
        declared=declared,
        agreement=agreement,
        preset=criteria.name,
        preset_digest=criteria.digest,
        region=region,
        window=window,
        timezone=zone.name,
        day_boundary=describe_days(criteria.days, zone),
        snow_fraction=share,
        warnings=tuple(case.warnings),
    )


def _no_data(case: Case) -> InputDataError:
    times = case.inventory.times
    span = f"{format_instant(times[0])} to {format_instant(times[-1])}" if times else "no times"
    return InputDataError(
        f"no data between {format_instant(case.window.start)} and "
        f"{format_instant(case.window.end)}: the source covers {span}",
        code="period_without_data",
    )


def _otherwise(case: Case, event: EventType, known: Climatologies) -> TypeAssessment | None:
    """Assess a type by its percentile, or record that the preset lacks it; None for thresholds."""
    if getattr(case.preset, event.value) is not None:
        return None
    percentile = case.preset.percentiles.get(event)
    if percentile is not None:
        return assess_percentile(case, event, percentile, known)
    return not_assessable(
        event, Message(id="event-preset_without_criteria", params={"preset": case.preset.name})
    )


def _precipitation(case: Case) -> tuple[Phases | None, bool]:
    """Precipitation divided by phase, and whether it is a proxy."""
    if case.preset.rainstorm is None and case.preset.snowstorm is None:
        return None, False
    start = case.window.start - timedelta(hours=LONGEST_WINDOW_HOURS)
    found = case.series("tp", start=start)
    if found is not None:
        interval = found.interval_hours or found.step_hours
        if found.interval_hours is None and interval is not None:
            case.warn("precipitation_interval_assumed")
        return divide(case, Series(found.values, found.times, interval)), False
    estimate = budget_precipitation(case)
    if estimate is None:
        return None, False
    case.warn("proxy_precip")
    return divide(case, estimate), True


def _rain(
    case: Case, phases: Phases | None, known: Climatologies, *, proxy: bool
) -> TypeAssessment:
    other = _otherwise(case, EventType.RAINSTORM, known)
    if other is not None:
        return other
    if phases is None:
        return not_assessable(EventType.RAINSTORM, _MISSING)
    return assess_rain(case, phases, proxy=proxy)


def _snow(
    case: Case, phases: Phases | None, known: Climatologies, *, proxy: bool
) -> TypeAssessment:
    other = _otherwise(case, EventType.SNOWSTORM, known)
    if other is not None:
        return other
    if phases is None:
        return not_assessable(EventType.SNOWSTORM, _MISSING)
    found = assess_snow(case, phases, proxy=proxy)
    if is_blizzard(case, phases):
        return found.model_copy(update={"labels": (*found.labels, "blizzard_proxy")})
    return found


_MISSING = Message(id="event-needs_precipitation")


def _regional_snow_fraction(case: Case, phases: Phases | None) -> float | None:
    """Part of the region's precipitation in the period that is snow."""
    if phases is None or phases.snow is None or phases.rain is None:
        return None
    weights = case.grid.weights * case.inside
    snow = float(np.nansum(phases.snow.values * weights))
    rain = float(np.nansum(phases.rain.values * weights))
    return round(snow / (snow + rain), 4) if snow + rain > 0 else None
