"""Measures of a form: places and times that quantities decide, and their reduction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from diagnostics.contracts.form_terms import (
    Around,
    Centroid,
    Component,
    End,
    ExtremePlace,
    ExtremeTime,
    Place,
    PointPlace,
    Position,
    QuantityTerm,
    Reduce,
    Statistic,
    TimeSet,
)
from diagnostics.contracts.forms import (
    AnswerKind,
    Condition,
    Reduced,
)
from diagnostics.contracts.space_time import TimeWindow, wrap_longitude
from diagnostics.grid.distance import vector_centroid
from diagnostics.questions.evaluate.conditions import (
    Truth,
    in_space,
    over_time,
    truth_of,
)
from diagnostics.questions.evaluate.cube import Array, Cube
from diagnostics.questions.evaluate.cubes import at_times, cube
from diagnostics.questions.evaluate.kinds import kind_of, towards
from diagnostics.questions.evaluate.places import Spot, circle_spot, point_spot, spot_of
from diagnostics.questions.evaluate.times import Chosen, Span, chosen_times
from diagnostics.questions.evaluate.workspace import (
    Finding,
    Workspace,
    misformed,
    refusal,
    unique,
)

SPREADS = (Reduce.RANGE, Reduce.STD)
"""Statistics that need several values."""


# -- places and times that depend on quantities -------------------------------------------------


def place_of(place: Place, work: Workspace) -> Spot:
    """Return a place on the grid, finding an extreme or a centroid first."""
    match place:
        case ExtremePlace() | Centroid():
            found = position_of(place, work)
            return point_spot(found.value[0], found.value[1], work)
        case Around():
            centre = position_of(place.centre, work)
            return circle_spot(place, centre.value[0], centre.value[1], work)
        case _:
            return spot_of(place, work)


def times_of(time: TimeSet, work: Workspace) -> Chosen:
    """Return times of the data, finding that of an extreme first."""
    if not isinstance(time.base, ExtremeTime):
        return chosen_times(time, work)
    base = time.base
    found = extreme_time(
        Reduced(quantity=base.quantity, place=base.place, time=base.time, space=base.space),
        base.end,
        work,
    )
    moment = found.time
    assert isinstance(moment, datetime)
    return Chosen((Span(moment, moment),), time.zone or work.zone or "UTC", time.clock)


def position_of(position: Position, work: Workspace) -> Finding:
    """Find a position: its value is ``(latitude, longitude)``."""
    match position:
        case PointPlace():
            return Finding(
                AnswerKind.COORDINATES,
                (position.latitude, wrap_longitude(position.longitude)),
                place=position.name,
                latitude=position.latitude,
                longitude=wrap_longitude(position.longitude),
            )
        case ExtremePlace():
            return _extreme_place(position, work)
        case Centroid():
            return _centroid(position, work)


def _extreme_place(position: ExtremePlace, work: Workspace) -> Finding:
    quantity = towards(position.quantity, position.end.value)
    found = read(work, quantity, position.place, position.time)
    values = found.inside
    if position.over is not None:
        values = over_time(found, values, position.over)[None]
    search = np.where(np.isfinite(values), values, -np.inf if position.end is End.MAX else np.inf)
    flat = int(search.argmax() if position.end is End.MAX else search.argmin())
    step, row, column = (int(item) for item in np.unravel_index(flat, values.shape))
    latitude, longitude = found.at((row, column))
    moment = period(found) if position.over is not None else found.moment(step)
    finding = Finding(
        AnswerKind.COORDINATES,
        (latitude, longitude),
        latitude=latitude,
        longitude=longitude,
        time=moment,
        detail={
            "extreme": float(values[step, row, column]),
            "unit": found.unit,
            "spacing_deg": work.spacing_deg,
        },
        **made(found),
    )
    return blowing(quantity, finding, work)


def _centroid(position: Centroid, work: Workspace) -> Finding:
    found = read(work, position.quantity, position.place, position.time)
    if len(found.times) != 1:
        raise misformed("one_time_for_centroid", "invalid_form")
    percent = 100.0 * (1.0 - position.share if position.end is End.MAX else position.share)
    limit = in_space(found, found.inside, Statistic(reduce=Reduce.PERCENTILE, percentile=percent))
    layer = found.inside[0]
    with np.errstate(invalid="ignore"):
        chosen = layer > limit[0] if position.end is End.MAX else layer < limit[0]
    if not chosen.any():
        raise refusal("value", "no_value")
    latitude, longitude = vector_centroid(
        found.latitude[chosen], found.longitude[chosen], found.weights[chosen]
    )
    return Finding(
        AnswerKind.COORDINATES,
        (float(latitude), float(longitude)),
        latitude=float(latitude),
        longitude=float(longitude),
        time=found.moment(0),
        detail={"cells": int(chosen.sum())},
        **made(found),
    )


# -- measures -----------------------------------------------------------------------------------


def read(work: Workspace, quantity: QuantityTerm, place: Place, time: TimeSet) -> Cube:
    """Return a quantity over a place of a form, at its times."""
    return cube(work, quantity, place_of(place, work), times_of(time, work))


def made(found: Cube) -> dict[str, Any]:
    """Return the origin of what was read."""
    return {
        "operators": (found.operator,),
        "provenance": found.provenance,
        "notes": found.notes,
        "sort": found.sort,
    }


def period(found: Cube) -> datetime | TimeWindow:
    """Return the time of the values that were used, or their period."""
    first, last = found.moment(0), found.moment(-1)
    if found.length_hours and found.accumulated and found.daily is None:
        first -= timedelta(hours=found.length_hours)
    if found.daily is not None:
        last += timedelta(hours=24)
    return first if first == last else TimeWindow(start=first, end=last)


def measured(measure: Reduced, work: Workspace) -> Finding:
    """Reduce a quantity over a place and times to a number, with where and when it was."""
    spot = place_of(measure.place, work)
    statistic = measure.over or measure.space
    end = statistic.reduce.value if statistic is not None else None
    quantity = towards(measure.quantity, end)
    found = cube(work, quantity, spot, times_of(measure.time, work))
    values, found, extra = _within(measure, found, spot, work)
    finding = _reduced(measure, found, values)
    if not np.isfinite(finding.number):
        raise (
            refusal("cells_meeting", "no_value") if measure.within else refusal("value", "no_value")
        )
    return replace(
        blowing(quantity, finding, work),
        place=spot.name,
        country=spot.country,
        region=spot.region,
        operators=tuple(dict.fromkeys(finding.operators + extra.get("operators", ()))),
        provenance=unique(finding.provenance + extra.get("provenance", ())),
    )


def blowing(quantity: QuantityTerm, found: Finding, work: Workspace) -> Finding:
    """Return a finding of a wind speed with the direction, `from_deg`, at its place and time.

    That of an area, of a period, of a day or of a change has none.
    """
    moment, derived = (
        found.time,
        (quantity.anomaly or quantity.daily or quantity.change_hours or quantity.gradient),
    )
    if found.sort != "wind" or derived or not isinstance(moment, datetime):
        return found
    kind = kind_of(quantity)
    speed = kind.operator.startswith("wind:") and kind.component is Component.SPEED
    if not speed or found.latitude is None or found.longitude is None:
        return found
    spot = point_spot(found.latitude, found.longitude, work)
    turned = quantity.model_copy(update={"component": Component.DIRECTION})
    there = cube(work, turned, spot, Chosen((Span(moment, moment),), work.zone or "UTC"))
    degrees = float(there.values[0][there.mask][0])
    return replace(found, detail={**found.detail, "from_deg": round(degrees, 1)})


def _within(
    measure: Reduced, found: Cube, spot: Spot, work: Workspace
) -> tuple[Array, Cube, dict[str, Any]]:
    """Keep the cells and times at which the condition of a measure holds."""
    if measure.within is None:
        return found.inside, found, {}
    truth = held(measure.within, spot, measure.time, work)
    shared = np.intersect1d(found.times, truth.cube.times)
    if not len(shared):
        raise refusal("common_time", "no_common_time")
    found = at_times(found, shared)
    holds = truth.holds[np.isin(truth.cube.times, shared)]
    if holds.shape != found.values.shape:
        raise refusal("common_cells", "no_common_cells")
    if not holds.any():
        raise refusal("cells_meeting", "no_value")
    return np.where(holds, found.inside, np.nan), found, truth_origin(truth)


def _reduced(measure: Reduced, found: Cube, values: Array) -> Finding:
    space, over = measure.space, measure.over
    if space is None and not found.single:
        raise misformed("space_statistic_said", "invalid_form")
    if over is None and len(found.times) > 1:
        raise misformed("time_statistic_said", "invalid_form", count=len(found.times))
    if over is not None and over.reduce in SPREADS and len(found.times) < 2:
        raise refusal("two_times", "time_needed")
    if space is not None and space.reduce in SPREADS and found.single:
        raise refusal("two_cells", "no_value")
    total = over is not None and over.reduce is Reduce.SUM
    if found.single or measure.time_first or total:
        return _time_first(found, values, space, over)
    assert space is not None
    return _space_first(found, values, space, over)


def _time_first(
    found: Cube, values: Array, space: Statistic | None, over: Statistic | None
) -> Finding:
    layer = values[0] if over is None else over_time(found, values, over)
    cell: tuple[int, int] | None = None
    if found.single:
        rows, columns = np.nonzero(found.mask)
        cell = (int(rows[0]), int(columns[0]))
        number = float(layer[cell])
    else:
        assert space is not None
        number = float(in_space(found, layer[None], space)[0])
        cell = _cell_of(layer, space)
    moment: datetime | TimeWindow = period(found)
    if cell is not None and over is not None and over.reduce in (Reduce.MAX, Reduce.MIN):
        steps = np.flatnonzero(values[(slice(None), *cell)] == number)
        moment = found.moment(int(steps[0])) if steps.size else moment
    return _finding(found, number, cell, moment, space, over)


def _space_first(found: Cube, values: Array, space: Statistic, over: Statistic | None) -> Finding:
    series = in_space(found, values, space)
    if over is None:
        return _finding(
            found, float(series[0]), _cell_of(values[0], space), found.moment(0), space, over
        )
    number = float(over_time(found, series, over))
    moment: datetime | TimeWindow = period(found)
    cell = None
    if over.reduce in (Reduce.MAX, Reduce.MIN, Reduce.FIRST, Reduce.LAST):
        steps = np.flatnonzero(series == number)
        if steps.size:
            moment = found.moment(int(steps[0]))
            cell = _cell_of(values[int(steps[0])], space)
    return _finding(found, number, cell, moment, space, over)


def _cell_of(layer: Array, space: Statistic | None) -> tuple[int, int] | None:
    if space is None or space.reduce not in (Reduce.MAX, Reduce.MIN):
        return None
    fill = -np.inf if space.reduce is Reduce.MAX else np.inf
    search = np.where(np.isfinite(layer), layer, fill)
    flat = int(search.argmax() if space.reduce is Reduce.MAX else search.argmin())
    row, column = np.unravel_index(flat, layer.shape)
    return int(row), int(column)


def _finding(
    found: Cube,
    number: float,
    cell: tuple[int, int] | None,
    moment: datetime | TimeWindow,
    space: Statistic | None,
    over: Statistic | None,
) -> Finding:
    spread = any(item is not None and item.reduce in SPREADS for item in (space, over))
    difference = found.difference or spread
    latitude, longitude = found.at(cell) if cell is not None else (None, None)
    return Finding(
        AnswerKind.NUMBER,
        number,
        "K" if difference and found.unit == "degC" else found.unit,
        difference=difference,
        latitude=latitude,
        longitude=longitude,
        time=moment,
        detail={"times": len(found.times), "cells": int(found.mask.sum())},
        **made(found),
    )


def series_of(measure: Reduced, work: Workspace) -> tuple[Cube, Array]:
    """Return the numbers of a measure at each of its times, reduced over space only.

    Raises
    ------
    ArgumentError
        ``invalid_form`` where the place has several cells and no statistic is stated.
    """
    spot = place_of(measure.place, work)
    found = cube(work, measure.quantity, spot, times_of(measure.time, work))
    values, found, _ = _within(measure, found, spot, work)
    if found.single:
        return found, values[:, found.mask][:, 0]
    if measure.space is None:
        raise misformed("space_statistic_said", "invalid_form")
    return found, in_space(found, values, measure.space)


def extreme_time(measure: Reduced, end: End, work: Workspace) -> Finding:
    """Find when a measure is greatest or smallest: the first such time."""
    quantity = towards(measure.quantity, end.value)
    found, series = series_of(measure.model_copy(update={"quantity": quantity}), work)
    if not np.isfinite(series).any():
        raise refusal("value", "no_value")
    step = int(np.nanargmax(series) if end is End.MAX else np.nanargmin(series))
    moment = found.moment(step)
    return Finding(
        AnswerKind.TIME,
        moment,
        time=moment,
        detail={"extreme": float(series[step]), "unit": found.unit, "days": bool(found.daily)},
        **made(found),
    )


# -- conditions over a place --------------------------------------------------------------------


def held(condition: Condition, spot: Spot, time: TimeSet, work: Workspace) -> Truth:
    """Evaluate a condition over a place at the times of a form."""
    chosen = times_of(time, work)
    return truth_of(condition, lambda quantity: cube(work, quantity, spot, chosen))


def truth_origin(truth: Truth) -> dict[str, Any]:
    """Return the origin of the quantities of a condition."""
    return {
        "operators": tuple(dict.fromkeys(item.operator for item in truth.cubes)),
        "provenance": unique(part for item in truth.cubes for part in item.provenance),
        "notes": notes_of(truth),
    }


def notes_of(truth: Truth) -> tuple[Any, ...]:
    """Return what is to be said of the quantities of a condition, each once."""
    found = {note.model_dump_json(): note for item in truth.cubes for note in item.notes}
    return tuple(found.values())
