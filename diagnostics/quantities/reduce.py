"""From an operator's result to the answer: reduce in space, then in time, and say what is what."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from pydantic import JsonValue

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import IndexStatus, Mode, PlaceDoubt
from diagnostics.contracts.evidence import SeriesPoint
from diagnostics.contracts.space_time import wrap_longitude
from diagnostics.fields.select import to_instant
from diagnostics.messages import Listing, Message
from diagnostics.quantities.arguments import Call, resolve_reduction
from diagnostics.quantities.compute import Computed
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.operator_record import AtDefaultLevel
from diagnostics.quantities.packing import packing_step
from diagnostics.quantities.reductions import SPREADS, place_of, reduce_times, reduce_values
from diagnostics.quantities.results import Array, Maps, Series

LEAST_VALID = 0.5
"""A region is not reduced where less than this share of its cells has a value."""


DIRECTION = "direction_deg_from"
"""What operators call the direction of a vector whose length is their value."""
_PICKS = frozenset({"max", "min", "point"})
"""Reducers that pick one of the values."""


@dataclass(frozen=True)
class Reduced:
    """A result reduced in space and time.

    Parameters
    ----------
    status : IndexStatus
    value : float or None
        In the unit shown.
    message : Message, optional
        Why there is no value, or what is wrong with it.
    series : tuple of SeriesPoint
    decisive : int or None
        Index of the time that decides the value, where one does.
    latitude, longitude : float or None
    extra : dict
    warnings : tuple of str
    packing_step : float or None
        Of the values among which one was picked, in the unit shown; in a diagnosis.
    """

    status: IndexStatus
    value: float | None
    message: Message | None
    series: tuple[SeriesPoint, ...]
    decisive: int | None
    latitude: float | None
    longitude: float | None
    extra: dict[str, JsonValue]
    warnings: tuple[str, ...] = ()
    packing_step: float | None = None


NO_CENTRE = "no_closed_centre"
"""Nothing is closed around the value: it is the extreme one of the area, and no centre."""


def reduce_result(tool: IndexTool, call: Call, computed: Computed) -> Reduced:
    """Reduce a result as a call asks.

    Space comes first and time second, with the same reducer. A time with fewer than half of the
    region's cells valid has no value; without any time the status says why.
    """
    points, places = _reduce_space(tool, call, computed)
    values = _values(points)
    if not np.isfinite(values).any():
        nothing, why = _why_nothing(tool, computed, points)
        return Reduced(nothing, None, why, points, None, None, None, {})
    number, decisive = reduce_times(values, call.reduction.over_time)
    status: IndexStatus = IndexStatus.OK
    message: Message | None = None
    limits = tool.spec.valid_range
    in_range = limits is None or limits[0] <= number <= limits[1]
    if not in_range and _range_holds(tool, call):
        status = IndexStatus.OUT_OF_RANGE
        message = Message(
            id="lack-out_of_range",
            params={
                "value": f"{number:g} {call.reduction.unit}",
                "limits": str(limits),
                "name": tool.name,
            },
        )
        place = places[decisive] if decisive is not None else None
        if tool.record.reading.halo and place is not None and computed.grid.on_edge(place):
            edge = Message(id="lack-on_the_edge")
            message = Message(
                id="problem-all",
                params={"problems": Listing(items=(message, edge), style="clauses")},
            )
    point = points[decisive] if decisive is not None else None
    extra = _extra(computed, decisive, places)
    for name in tool.record.extra_reductions:
        extra[name] = _reported(tool, call, computed, name, decisive)
    return Reduced(
        status=status,
        value=number,
        message=message,
        series=points,
        decisive=decisive,
        latitude=point.latitude if point else None,
        longitude=point.longitude if point else None,
        extra=extra,
        warnings=(
            *_edge_warnings(tool, computed, places[decisive] if decisive is not None else None),
            *((NO_CENTRE,) if extra.get("closed") == 0 else ()),
        ),
        packing_step=_packing_step(tool, call, computed),
    )


def _packing_step(tool: IndexTool, call: Call, computed: Computed) -> float | None:
    """Return the step of the values among which a diagnosis picks one: a mean has none."""
    picks = call.reduction.how in _PICKS and isinstance(computed.result, Maps)
    if computed.mode is not Mode.DIAGNOSE or not picks or call.reduction.of:
        return None
    step = packing_step(computed.result.value[..., computed.mask])
    show = _converter(tool, call)
    return None if step is None else abs(show(step) - show(0.0))


def _reduce_space(
    tool: IndexTool, call: Call, computed: Computed
) -> tuple[tuple[SeriesPoint, ...], list[tuple[int, int] | None]]:
    """Return the value of every time, and the cell that it stands for where there is one."""
    show = _converter(tool, call)
    if isinstance(computed.result, Maps):
        refused = tool.record.centre_at_edge == "refused"
        return _reduce_maps(call, computed, computed.result, show, refused=refused)
    return _reduce_series(call, computed, computed.result, show)


def _values(points: tuple[SeriesPoint, ...]) -> Array:
    return np.array([math.nan if point.value is None else point.value for point in points])


def _reported(
    tool: IndexTool, call: Call, computed: Computed, name: str, decisive: int | None
) -> float | None:
    """Return another reduction of the same result, at the decisive time or over all of them."""
    chosen, generic = resolve_reduction(tool, name)
    points, _ = _reduce_space(tool, replace(call, reduction=chosen, generic=generic), computed)
    if decisive is not None:
        return points[decisive].value
    values = _values(points)
    return reduce_times(values, chosen.over_time)[0] if np.isfinite(values).any() else None


def _doubt(
    computed: Computed, place: tuple[int, int] | None, *, no_centre: bool = False
) -> PlaceDoubt | None:
    """Say why a cell cannot decide, in a diagnosis: cells below ground have no value there."""
    if place is None or computed.mode is not Mode.DIAGNOSE:
        return None
    if computed.grid.on_edge(place):
        return PlaceDoubt.DATA_EDGE
    return PlaceDoubt.NO_CENTRE if no_centre else None


def _doubt_of_series(
    computed: Computed,
    series: Series,
    index: int,
    latitude: float | None,
    longitude: float | None,
) -> PlaceDoubt | None:
    if latitude is None or longitude is None:
        return None
    if series.reduced is not None and series.reduced[index]:
        return PlaceDoubt.REDUCED_PRESSURE
    return _doubt(computed, computed.grid.nearest(latitude, longitude))


def _edge_warnings(
    tool: IndexTool, computed: Computed, place: tuple[int, int] | None
) -> tuple[str, ...]:
    noted = (
        tool.record.centre_at_edge == "noted" and place is not None and computed.grid.on_edge(place)
    )
    return ("centre_at_data_edge",) if noted else ()


def _range_holds(tool: IndexTool, call: Call) -> bool:
    """Whether the valid range of the index speaks of this reduction and level."""
    if not call.generic:
        return call.reduction.is_index
    default = tool.named_reductions.get(tool.spec.default_reduction or "")
    if call.reduction.how in SPREADS or (default is not None and default.how in SPREADS):
        return False
    if not isinstance(tool.record.valid_range, AtDefaultLevel):
        return True
    return call.level == tool.signature.parameters["level"].default


def _converter(tool: IndexTool, call: Call) -> Callable[[float], float]:
    """Return the conversion to the unit shown; layers of named reductions are in it already."""
    if not call.generic:
        return lambda number: number
    unit = tool.unit
    return unit.show_difference if call.reduction.how in SPREADS else unit.show


def _reduce_maps(
    call: Call,
    computed: Computed,
    maps: Maps,
    show: Callable[[float], float],
    *,
    refused: bool = False,
) -> tuple[tuple[SeriesPoint, ...], list[tuple[int, int] | None]]:
    layer = (
        maps.value
        if call.generic or call.reduction.of == "value"
        else maps.layers[call.reduction.of]
    )
    how = call.reduction.how
    grid, mask = computed.grid, computed.mask
    cells = int(mask.sum())
    weights = computed.grid.cell_area / 1e6 if how == "sum_area" else grid.weights
    fixed = _middle(computed) if how == "point" else None
    blows = maps.at_point.get(DIRECTION)
    closed = maps.extra.get("closed") if call.reduction.of == "centre" else None
    points: list[SeriesPoint] = []
    places: list[tuple[int, int] | None] = []
    for index, values in enumerate(layer):
        known = mask if computed.valid is None else mask & computed.valid[index]
        fraction = int(known.sum()) / cells
        usable = mask & np.isfinite(values)
        place, number = None, None
        if computed.present[index] and fraction >= LEAST_VALID and usable.any():
            place = fixed or place_of(values, how, mask)
            if refused and place and not fixed and computed.grid.on_edge(place):
                place = None
            elif how == "point":
                single = float(values[place]) if place else math.nan
                number = show(single) if math.isfinite(single) else None
            else:
                shares = _positive(weights[usable])
                if how == "weighted_mean" and maps.weight is not None:
                    shares = shares * maps.weight[index][usable]
                number = show(reduce_values(values[usable], shares, how))
        latitude, longitude = _where(computed, place if number is not None else None)
        points.append(
            SeriesPoint(
                time=to_instant(computed.times[index]),
                value=number,
                latitude=latitude,
                longitude=longitude,
                valid_fraction=fraction,
                from_deg=None
                if blows is None or place is None or number is None
                else _direction(blows[index][place]),
                doubt=None
                if fixed or number is None
                else _doubt(computed, place, no_centre=closed is not None and closed[index] == 0),
            )
        )
        places.append(place if number is not None else None)
    return tuple(points), places


def _direction(degrees: float) -> float | None:
    """Return a direction to a tenth of a degree; None where it is calm or not known."""
    return round(float(degrees), 1) if degrees > 0.0 else None


def _positive(weights: Array) -> Array:
    """Give cells at the very pole, whose weight is zero, a trace of one."""
    return np.maximum(weights, 1e-12)


def _middle(computed: Computed) -> tuple[int, int]:
    """Return the cell of the region nearest to its centre."""
    grid = computed.grid
    rows, columns = np.nonzero(computed.mask)
    if computed.domain is None:
        j, i = grid.shape[0] // 2, grid.shape[1] // 2
        return int(j), int(i)
    latitude, longitude = computed.domain.center
    offset = (grid.longitude[rows, columns] - longitude + 180.0) % 360.0 - 180.0
    distance = (grid.latitude[rows, columns] - latitude) ** 2 + (
        offset * math.cos(math.radians(latitude))
    ) ** 2
    best = int(distance.argmin())
    return int(rows[best]), int(columns[best])


def _where(computed: Computed, place: tuple[int, int] | None) -> tuple[float | None, float | None]:
    if place is None:
        return None, None
    grid = computed.grid
    return float(grid.latitude[place]), wrap_longitude(float(grid.longitude[place]))


def _reduce_series(
    call: Call, computed: Computed, series: Series, show: Callable[[float], float]
) -> tuple[tuple[SeriesPoint, ...], list[tuple[int, int] | None]]:
    values = series.value if call.generic else series.layers[call.reduction.of]
    points = []
    for index, number in enumerate(values):
        known = bool(computed.present[index]) and math.isfinite(number)
        latitude = _number(series.latitude, index) if known else None
        longitude = _number(series.longitude, index) if known else None
        points.append(
            SeriesPoint(
                time=to_instant(computed.times[index]),
                value=show(float(number)) if known else None,
                latitude=latitude,
                longitude=None if longitude is None else wrap_longitude(longitude),
                doubt=_doubt_of_series(computed, series, index, latitude, longitude),
            )
        )
    return tuple(points), [None] * len(points)


def _number(values: Array | None, index: int) -> float | None:
    if values is None or not math.isfinite(values[index]):
        return None
    return float(values[index])


def _why_nothing(
    tool: IndexTool, computed: Computed, points: tuple[SeriesPoint, ...]
) -> tuple[IndexStatus, Message]:
    """Say why no time has a value."""
    result = computed.result
    if not computed.present.any():
        return IndexStatus.MISSING_INPUT, result.lacking or Message(id="lack-input_everywhere")
    fractions = [point.valid_fraction for point in points if point.valid_fraction is not None]
    if fractions and max(fractions) < LEAST_VALID:
        return (
            IndexStatus.INSUFFICIENT_VALID_AREA,
            Message(id="lack-few_cells", params={"share": f"{100 * max(fractions):.0f}"}),
        )
    if isinstance(result, Series):
        return IndexStatus.UNDETERMINED, result.reason or Message(id="lack-not_defined")
    if (
        tool.record.centre_at_edge == "refused"
        and np.isfinite(result.value[:, computed.mask]).any()
    ):
        return (
            IndexStatus.UNDETERMINED,
            Message(id="lack-extremum_on_edge"),
        )
    return (
        IndexStatus.UNDETERMINED,
        result.reason or Message(id="lack-no_cell_fulfils"),
    )


def _extra(
    computed: Computed, decisive: int | None, places: list[tuple[int, int] | None]
) -> dict[str, JsonValue]:
    """Collect what the operator reports beside the value, at the decisive time.

    Where several times make the value, what is the same at all of them is reported.
    """
    result = computed.result
    extra: dict[str, JsonValue] = {}
    if decisive is not None and len(computed.times) > 1:
        extra["time"] = format_instant(to_instant(computed.times[decisive]))
    for name, values in result.extra.items():
        if decisive is None and any(callable(item) or item != values[0] for item in values):
            continue
        item = values[decisive or 0]
        item = item() if callable(item) else item
        if item is not None:
            extra[name] = item
    if isinstance(result, Series):
        return extra
    place = places[decisive] if decisive is not None else None
    if place is not None:
        for name, layer in result.at_point.items():
            extra[name] = _json(layer[decisive][place])
            if name in result.words and extra[name] is not None:
                extra[name] = result.words[name][int(layer[decisive][place])]
    times = slice(None) if decisive is None else slice(decisive, decisive + 1)
    for name, layer in result.over_area.items():
        extra[name] = _json(_area_mean(layer[times], computed))
    return extra


def _area_mean(layer: Array, computed: Computed) -> float:
    weights = np.broadcast_to(np.where(computed.mask, computed.grid.weights, 0.0), layer.shape)
    usable = np.isfinite(layer) & (weights > 0)
    total = float(weights[usable].sum())
    return float((layer[usable] * weights[usable]).sum()) / total if total else math.nan


def _json(number: Any) -> JsonValue:
    value = float(number)
    return value if math.isfinite(value) else None
