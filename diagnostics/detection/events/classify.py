"""Test all types of extreme weather over a region and period."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from math import sqrt

from diagnostics.climatology import Baseline, Climatologies, GridClimatology
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.detection import Classification, TypeAssessment
from diagnostics.contracts.enums import EventType, Firing
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.events.beside import with_values_beside
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.daily_temperatures import describe_days, resolve_timezone
from diagnostics.detection.events.definition import EventDefinition
from diagnostics.detection.events.moving_grids import merged, moves, times_inside
from diagnostics.detection.events.percentiles import assess_percentile
from diagnostics.detection.events.phase import snow_share_of_region
from diagnostics.detection.events.precipitation import precipitation_of
from diagnostics.detection.events.preset_files import as_preset
from diagnostics.detection.events.presets import Preset
from diagnostics.detection.events.ranking import compounds, in_order
from diagnostics.detection.events.reasons import never, not_assessable
from diagnostics.detection.events.registry import REGISTRY, Registry
from diagnostics.detection.events.season import ruled_out
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Listing, Message
from diagnostics.ports import FieldSource

OUTSIDE = timedelta(days=1)
"""How far before and after the period stronger values are looked for."""
AROUND = 2.0
"""How far around a region an area is followed, in sides of a square of the least area."""


def classify(
    source: FieldSource,
    region: Region,
    window: TimeWindow,
    *,
    preset: str | Preset = "cma",
    timezone: str | None = None,
    declared: EventType | None = None,
    climatology: Baseline | GridClimatology | Climatologies | None = None,
    event_object: str | None = None,
    registry: Registry = REGISTRY,
) -> Classification:
    """Test all types against a preset's criteria.

    Parameters
    ----------
    source : FieldSource
        Only the fields, times and box that the criteria need are read. Runs of hot days and falls
        of temperature may begin on days before the period; nothing after its end counts. Stronger
        values within a day of it are named.
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
    event_object : str, optional
        Id of the event to describe, such as ``gale-2``; the strongest of each type by default.
    registry : Registry, optional
        The types of event.

    Returns
    -------
    Classification
        Each type fired, not fired, reached here, likely at stations or not assessable, with a
        reason that names the numbers, and the events that were found.

    Raises
    ------
    InputDataError
        ``period_without_data``, or when the region lies outside the data.
    ArgumentError
        ``unknown_preset``, ``unknown_timezone``, ``unknown_object``.

    Notes
    -----
    Criteria and grades are data of the preset, applied to the values of the data as they are; each
    number is labelled as national standard (S), practice not re-checked (K) or default of this
    project (D), or set by a centre (C). A limit that the cells of a coarse grid miss, and that
    finer data typically reach, is *likely at stations*: never met, never primary.

    An event is an object that is connected in space and time. The region and the period choose
    which events are seen; they do not decide their type or grade: an area that goes on beyond
    the region is measured with what lies around it, where the data reach there.
    """
    criteria = as_preset(preset)
    inventory = source.inventory()
    zone = resolve_timezone(timezone, region)
    if not any(window.start <= time <= window.end for time in inventory.times):
        raise _no_data(inventory, window)
    known = Climatologies.of(climatology)

    case = Case(
        source, inventory, region, window, criteria, zone,
        asked=event_object, climatology=known,
    )  # fmt: skip
    if moves(inventory) and case.snapshot:
        case = case.at(next(time for time in inventory.times if window.start <= time <= window.end))
    if moves(inventory) and not case.snapshot:
        cases = [case.at(time) for time in times_inside(source, inventory, region, window)]
        found = [
            merged(case, [_assess(one, item) for one in cases]) for item in registry.definitions
        ]
        flags = tuple(dict.fromkeys(flag for one in cases for flag in one.warnings))
        share = None
    else:
        found = [_assess(case, item) for item in registry.definitions]
        share = _snow_share(case)
        flags = tuple(case.warnings)
    met = in_order(found, registry)
    if not moves(inventory):
        about = [met[0].event] if met else [declared] if declared else [x.event for x in found]
        found = [
            _with_outside(case, item, registry) if item.event in about else item for item in found
        ]
    found = [with_values_beside(case, item) for item in found]
    order = [item.event for item in met]
    ranks = {item.event: item.severity for item in met}
    assessments = tuple(
        item.model_copy(update={"rank": round(ranks.get(item.event, 0.0), 4)}) for item in found
    )
    return Classification(
        assessments=assessments,
        primary=order[0] if order else None,
        secondary=tuple(order[1:]),
        compound=compounds(found, registry),
        declared=declared,
        agreement=None if declared is None else declared in order,
        preset=criteria.name,
        preset_digest=criteria.digest,
        region=region,
        window=window,
        timezone=zone.name,
        day_boundary=describe_days(criteria.days, zone),
        snow_fraction=share,
        warnings=flags,
        chosen=_chosen(met, declared, event_object),
        choice=inventory.choice,
    )


def assess_at(
    event: EventType,
    source: FieldSource,
    region: Region,
    window: TimeWindow,
    *,
    preset: str | Preset = "cma",
    timezone: str | None = None,
    climatology: Baseline | GridClimatology | Climatologies | None = None,
) -> TypeAssessment | None:
    """Test one type alone, at another place or time than that of a classification.

    Parameters
    ----------
    event : EventType
    source, region, window, preset, timezone, climatology
        As for :func:`classify`.

    Returns
    -------
    TypeAssessment or None
        None where the type has no criterion, and on a grid that moves.

    Raises
    ------
    InputDataError
        As for :func:`classify`.
    """
    inventory = source.inventory()
    definition = REGISTRY.find(event)
    if definition is None or moves(inventory):
        return None
    if not any(window.start <= time <= window.end for time in inventory.times):
        raise _no_data(inventory, window)
    case = Case(
        source,
        inventory,
        region,
        window,
        as_preset(preset),
        resolve_timezone(timezone, region),
        climatology=Climatologies.of(climatology),
    )
    return _assess(case, definition)


def _assess(case: Case, definition: EventDefinition) -> TypeAssessment:
    """Test one type; where an area goes on beyond the region, with the data around it.

    What the data cannot test and season and climate rule out is no gap.
    """
    found = _tested(case, definition)
    by_limit = case.preset.criteria_of(definition.event, definition.criteria) is not None
    untested = found.firing is Firing.NOT_ASSESSABLE
    if by_limit and untested and ruled_out(definition.event, case.region, case.window):
        out = never(definition.event, Message(id="event-out_of_season"))
        return out.model_copy(update={"measured": found.measured})
    if found.firing is not Firing.REACHED_HERE or found.metrics is None:
        return found
    wide = case.widened(AROUND * sqrt(found.metrics.least_area_km2 or 0.0))
    return _tested(wide or case.alone(), definition)


def _with_outside(case: Case, item: TypeAssessment, registry: Registry) -> TypeAssessment:
    """Add the strongest value of the period with a day before and after, where it is stronger."""
    own, definition, times = item.metrics, registry.find(item.event), case.inventory.times
    near = TimeWindow(
        start=max(case.window.start - OUTSIDE, min(times[0], case.window.start)),
        end=min(case.window.end + OUTSIDE, max(times[-1], case.window.end)),
    )
    if own is None or definition is None or near == case.window:
        return item
    around = _tested(replace(case, window=near, asked=None, warnings={}, _shared={}), definition)
    most = around.metrics
    if most is None or most.quantity != own.quantity or most.window != own.window:
        return item
    return item.model_copy(update={"outside": around.measured}) if most.peak > own.peak else item


def _tested(case: Case, definition: EventDefinition) -> TypeAssessment:
    """Test one type by its criterion, by its percentile, or record that the preset has neither."""
    criteria = case.preset.criteria_of(definition.event, definition.criteria)
    if criteria is not None:
        return definition.assess(case, criteria)
    percentile = case.preset.percentiles.get(definition.event)
    if percentile is not None:
        return assess_percentile(case, definition.event, percentile, case.climatology)
    return not_assessable(
        definition.event,
        Message(id="event-preset_without_criteria", params={"preset": case.preset.name}),
    )


def _chosen(met: list[TypeAssessment], declared: EventType | None, asked: str | None) -> str | None:
    """Return the id of the event that is diagnosed.

    Raises
    ------
    ArgumentError
        With code ``unknown_object`` where no event has the id that was asked for.
    """
    ids = [item.id for assessment in met for item in assessment.objects]
    if asked is not None:
        if asked not in ids:
            raise ArgumentError(
                Message(
                    id="error-unknown_object",
                    params={"name": asked, "choices": Listing(items=tuple(ids) or ("-",))},
                ),
                code="unknown_object",
                data={"object": asked, "available": ids},
            )
        return asked
    for item in sorted(met, key=lambda item: item.event is not declared):
        if item.objects:
            return item.objects[0].id
    return None


def _no_data(inventory: Inventory, window: TimeWindow) -> InputDataError:
    times = inventory.times
    span = f"{format_instant(times[0])} to {format_instant(times[-1])}" if times else "no times"
    return InputDataError(
        Message(
            id="detectionerror-period_without_data",
            params={
                "start": f"{format_instant(window.start)}",
                "end": f"{format_instant(window.end)}",
                "span": f"{span}",
            },
        ),
        code="period_without_data",
    )


def _snow_share(case: Case) -> float | None:
    """Part of the region's precipitation in the period that is snow: reported, never a rule."""
    if case.preset.criteria.keys().isdisjoint({EventType.RAINSTORM, EventType.SNOWSTORM}):
        return None
    phases, _ = precipitation_of(case)
    return snow_share_of_region(case, phases) if phases is not None else None
