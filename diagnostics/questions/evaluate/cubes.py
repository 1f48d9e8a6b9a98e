"""A quantity over a place and times: values, cells, and how long each value speaks of."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import numpy as np

from diagnostics.contracts.enums import Mode
from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.form_terms import Component, Daily, QuantityTerm, Reduce
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid
from diagnostics.messages import Message
from diagnostics.physics.wind import wind_direction
from diagnostics.quantities.arguments import check_call
from diagnostics.quantities.cache import Window
from diagnostics.quantities.compute import evaluate
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.results import Maps, MissingInputError, NotApplicableError
from diagnostics.quantities.timeline import earlier, trailing_sum
from diagnostics.questions.evaluate.cube import (
    Array,
    Cube,
    Mask,
)
from diagnostics.questions.evaluate.days_of_cubes import (
    days_of,
    is_gapless,
)
from diagnostics.questions.evaluate.kinds import FIELD, NORMAL, SOUGHT, Kind, completed, kind_of
from diagnostics.questions.evaluate.normals import Known, with_normals
from diagnostics.questions.evaluate.places import Spot, part_held
from diagnostics.questions.evaluate.times import Chosen, Times
from diagnostics.questions.evaluate.workspace import Workspace, misformed, refusal
from diagnostics.units import convert

_EXTREMES = {Reduce.MAX: "mx2t", Reduce.MIN: "mn2t"}
"""Extremes of the 2-m temperature over intervals, which some data hold beside its samples."""


def cube(work: Workspace, quantity: QuantityTerm, spot: Spot, chosen: Chosen) -> Cube:
    """Return a quantity over a place at the times that are meant.

    Raises
    ------
    InputDataError
        ``missing_input``, ``missing_level``, ``period_without_data``, ``no_value``.
    ArgumentError
        ``unknown_quantity``, ``invalid_form``.
    """
    quantity = completed(quantity)
    key = (
        work.cache.source_digest(work.source),
        "cube",
        quantity.model_copy(update={"words": ""}).model_dump_json(),
        spot.key,
        chosen.key,
        work.climatology.digest if work.climatology else "",
    )
    return work.cache.get_or_make(
        key, lambda made: int(made.values.nbytes), lambda: _cube(work, quantity, spot, chosen)
    )


def _cube(work: Workspace, quantity: QuantityTerm, spot: Spot, chosen: Chosen) -> Cube:
    kind = kind_of(quantity)
    back = max(quantity.hours or 0.0, quantity.change_hours or 0.0)
    window = _reading(work, chosen, back)
    found, grid = _base(work, quantity, kind, spot, window)
    if quantity.anomaly is not None or NORMAL in quantity.params:
        known = Known(found.operator, found.unit, found.times, grid)
        values, unit, gap = with_normals(work, quantity, kind, known, found.values)
        found = replace(found, values=values, unit=unit, difference=gap, accumulated=False)
    if quantity.hours is not None:
        found = _running(found, quantity.hours)
    if quantity.change_hours is not None:
        found = _change(found, quantity.change_hours)
    found = _selected(found, chosen)
    if quantity.daily is not None:
        found = days_of(found, quantity.daily, chosen)
        found = _with_extremes(work, found, quantity.daily, kind, spot, window, chosen)
    if quantity.gradient:
        found = _gradient(found, grid)
    if quantity.absolute:
        found = replace(found, values=np.abs(found.values))
    found = _cropped(found)
    if not np.isfinite(found.inside).any():
        raise refusal("value", "no_value")
    return replace(found, notes=found.notes + part_held(spot.region, work))


def _reading(work: Workspace, chosen: Chosen, back_hours: float) -> TimeWindow:
    """Return the period that is read: what is meant, and what it looks back to."""
    times = work.times
    outer = chosen.outer()
    if outer is None:
        return TimeWindow(start=times[0], end=times[-1])
    start, end = outer[0] - timedelta(hours=back_hours), outer[1]
    inside = [item for item in times if start <= item <= end]
    if not inside:
        raise refusal("value", "no_value")
    return TimeWindow(start=inside[0], end=inside[-1])


def _base(
    work: Workspace, quantity: QuantityTerm, kind: Kind, spot: Spot, window: TimeWindow
) -> tuple[Cube, Grid]:
    if kind.operator.startswith("wind:"):
        return _wind(work, kind, spot, window)
    if kind.operator == f"{FIELD}sf" and work.inventory.variable("sf") is None:
        return _snow(work, spot, window)
    if kind.operator.startswith(FIELD):
        return _field(work, quantity, kind, spot, window)
    return _index(work, kind, spot, window)


def _field(
    work: Workspace, quantity: QuantityTerm, kind: Kind, spot: Spot, window: TimeWindow
) -> tuple[Cube, Grid]:
    name = kind.operator.removeprefix(FIELD)
    sought = quantity.params.get(SOUGHT)
    wanted = Reduce(sought) if isinstance(sought, str) else None
    if quantity.daily is not None:
        wanted = quantity.daily.statistic
    sampled = _EXTREMES.get(wanted) if wanted is not None else None
    if name == "t2m" and work.inventory.variable(name) is None and sampled is not None:
        name = sampled
    return _loaded(work, name, kind, spot, window)


def _loaded(
    work: Workspace, name: str, kind: Kind, spot: Spot, window: TimeWindow
) -> tuple[Cube, Grid]:
    """Read one canonical field."""
    inventory = work.inventory
    info = inventory.variable(name)
    if info is None:
        held = ", ".join(item.name for item in inventory.variables)
        reason = inventory.why_unused(name)
        hint = "" if reason is None else Message(id="lack-why", params={"reason": reason})
        raise refusal("field", "missing_input", name=name, held=held, hint=hint)
    levels: tuple[float, ...] = ()
    if info.levels_hpa:
        if kind.level is None:
            raise misformed("level", "missing_level", quantity=name)
        near = [item for item in info.levels_hpa if abs(item - kind.level) < 1e-3]
        if not near:
            held = ", ".join(f"{item:g}" for item in info.levels_hpa)
            raise refusal("level_in_data", "missing_level", level=f"{kind.level:g}", held=held)
        levels = (near[0],)
    read = Window(window, spot.region, 1)
    array = work.cache.load(work.source, (name,), levels, read)[name]
    grid = work.cache.grid(work.source, read, array)
    if levels:
        array = array.isel(level=0)
    values = np.asarray(array.values, dtype=np.float64)
    if "time" in array.dims:
        times = np.asarray(array["time"].values, dtype="datetime64[ns]")
    else:
        times = np.array([window.start.replace(tzinfo=None)], dtype="datetime64[ns]")
        values = values[None]
    wanted = np.array(
        [item.replace(tzinfo=None) for item in work.times if window.start <= item <= window.end],
        dtype="datetime64[ns]",
    )
    kept = np.isin(times, wanted)
    unit = kind.unit or info.unit
    values = convert(values[kept], info.unit, unit, water_equivalent=True)
    length = info.interval_hours or 0.0
    step = _step(times[kept]) or (work.inventory.step_hours or 0.0)
    if kind.accumulated and not length:
        length = step
    provenance = Provenance(
        tool=f"{FIELD}{name}",
        tool_version="1",
        input_digest=work.cache.digest_of_field(array),
        domain=spot.region,
        inputs=(name,),
        choice=work.inventory.choice,
    )
    return (
        _made(
            values,
            times[kept],
            grid,
            _mask(work, spot, grid, read),
            unit=unit,
            sort=kind.sort,
            operator=f"{FIELD}{name}",
            provenance=(provenance,),
            length_hours=length,
            step_hours=step,
            accumulated=kind.accumulated,
        ),
        grid,
    )


def _mask(work: Workspace, spot: Spot, grid: Grid, read: Window) -> Mask:
    mask = spot.mask(grid)
    if spot.surface is None:
        return mask
    if work.inventory.variable("lsm") is None:
        raise refusal("land_mask", "missing_input")
    land = work.cache.load(work.source, ("lsm",), (), read)["lsm"]
    values = np.asarray(land.values, dtype=np.float64)
    is_land = (values[0] if values.ndim == 3 else values) >= 0.5
    mask = mask & (is_land if spot.surface.value == "land" else ~is_land)
    if not mask.any():
        raise refusal("value", "no_value")
    return mask


def _made(
    values: Array,
    times: Times,
    grid: Grid,
    mask: Mask,
    **known: Any,
) -> Cube:
    return Cube(
        values=values,
        times=times,
        latitude=np.asarray(grid.latitude),
        longitude=np.asarray(grid.longitude),
        weights=np.maximum(grid.weights, 1e-12),
        areas=np.asarray(grid.cell_area) / 1e6,
        mask=mask,
        **known,
    )


def _step(times: Times) -> float:
    if len(times) < 2:
        return 0.0
    seconds = times.astype("datetime64[s]").astype(np.int64)
    return float(np.median(np.diff(seconds))) / 3600.0


def _wind(work: Workspace, kind: Kind, spot: Spot, window: TimeWindow) -> tuple[Cube, Grid]:
    names = kind.operator.removeprefix("wind:").split(",")
    plain = replace(kind, unit="m/s", sort="wind")
    (east, grid), (north, _) = (_loaded(work, name, plain, spot, window) for name in names)
    match kind.component:
        case Component.DIRECTION:
            values = np.asarray(wind_direction(east.values, north.values), dtype=np.float64)
        case Component.EASTWARD:
            values = east.values
        case Component.NORTHWARD:
            values = north.values
        case _:
            values = np.hypot(east.values, north.values)
    return (
        replace(
            east,
            values=values,
            unit=kind.unit,
            sort=kind.sort,
            operator=kind.operator,
            provenance=east.provenance + north.provenance,
        ),
        grid,
    )


def _snow(work: Workspace, spot: Spot, window: TimeWindow) -> tuple[Cube, Grid]:
    """Return the snow of each interval where the data have no snowfall of their own."""
    rain = work.inventory.variable("tp")
    hours = (rain.interval_hours or work.inventory.step_hours) if rain is not None else None
    if hours is None:
        raise refusal("field", "missing_input", name="sf", held="", hint="")
    kind = Kind("snowfall_24h", "mm", "amount", params={"hours": hours})
    found, grid = _index(work, kind, spot, window)
    return replace(found, length_hours=hours, accumulated=True), grid


def _index(work: Workspace, kind: Kind, spot: Spot, window: TimeWindow) -> tuple[Cube, Grid]:
    """Run an index of the catalogue and take its map, before any reduction."""
    tool = index_tool(kind.operator)
    params = dict(kind.params)
    level = params.pop("level", None)
    call = check_call(tool, level=level, params=params)
    try:
        computed = evaluate(
            tool,
            call,
            work.source,
            work.cache,
            time=window,
            region=spot.region,
            mode=Mode.QA,
            climatology=work.climatology,
        )
    except (MissingInputError, NotApplicableError) as reason:
        raise InputDataError(reason.text, code="missing_input") from reason
    shown = tool.spec.unit or ""
    values: Any = tool.unit.show(computed.result.value)
    values = np.asarray(values, dtype=np.float64)
    unit = kind.unit or shown
    if shown != unit:
        values = convert(values, shown, unit, water_equivalent=True)
    present = computed.present
    from diagnostics.catalog.run_operator import provenance_of

    known: dict[str, Any] = {
        "unit": unit,
        "sort": kind.sort,
        "operator": tool.name,
        "provenance": (provenance_of(tool, call, Mode.QA, computed, work.inventory.choice),),
        "length_hours": 0.0,
        "step_hours": _step(computed.times[present]) or (work.inventory.step_hours or 0.0),
    }
    grid = computed.grid
    times = np.asarray(computed.times[present], dtype="datetime64[ns]")
    if isinstance(computed.result, Maps):
        if not present.any():
            raise InputDataError(
                computed.result.lacking or Message(id="lack-input_everywhere"), code="missing_input"
            )
        read = Window(window, spot.region, 1)
        mask = computed.mask
        if spot.region is not None or spot.surface is not None:
            mask = _mask(work, replace(spot, surface=None), grid, read)
        if spot.surface is not None:
            raise misformed("surface_of_index", "invalid_form", quantity=tool.name)
        return _made(values[present], times, grid, mask, **known), grid
    series = values[present].reshape(-1, 1, 1)
    one = np.ones((1, 1))
    latitude, longitude = spot.region.center if spot.region is not None else (np.nan, np.nan)
    return (
        Cube(
            values=series,
            times=times,
            latitude=one * latitude,
            longitude=one * longitude,
            weights=one,
            areas=one,
            mask=one.astype(bool),
            **known,
        ),
        grid,
    )


def _running(found: Cube, hours: float) -> Cube:
    """Return sums over running windows, of amounts only; a sample of rain over 6 h is such one."""
    if not found.accumulated:
        raise misformed("running_amount", "invalid_form", quantity=found.operator)
    total, complete = trailing_sum(found.values, found.times, found.length_hours, hours)
    complete = complete & np.isfinite(np.where(found.mask, total, np.nan)).any(axis=(1, 2))
    if not complete.any():
        raise refusal(
            "whole_window", "incomplete_window", hours=f"{hours:g}", step=f"{found.length_hours:g}"
        )
    return replace(
        found,
        values=total[complete],
        times=found.times[complete],
        length_hours=hours,
        accumulated=hours == found.length_hours,
    )


def _change(found: Cube, hours: float) -> Cube:
    before, present = earlier(found.values, found.times, hours)
    if not present.any():
        raise refusal(
            "whole_window", "incomplete_window", hours=f"{hours:g}", step=f"{found.step_hours:g}"
        )
    values = found.values - before
    if found.angle:
        values = (values + 180.0) % 360.0 - 180.0
    return replace(
        found,
        values=values[present],
        times=found.times[present],
        length_hours=hours,
        difference=True,
        accumulated=False,
        unit="K" if found.unit == "degC" else found.unit,
    )


def _selected(found: Cube, chosen: Chosen) -> Cube:
    picked = chosen.pick(found.times, found.length_hours)
    # a forecast has no amounts at its start: the time is there, its values are not
    if found.length_hours:
        picked &= np.isfinite(found.inside).any(axis=(1, 2))
    if not picked.any():
        if found.length_hours:
            raise refusal(
                "whole_window",
                "incomplete_window",
                hours=f"{found.length_hours:g}",
                step=f"{found.step_hours:g}",
            )
        raise refusal("value", "no_value")
    return replace(
        found,
        values=found.values[picked],
        times=found.times[picked],
        gapless=is_gapless(found.times[picked], found.length_hours, chosen),
        notes=found.notes + chosen.notes,
    )


def _with_extremes(
    work: Workspace,
    found: Cube,
    daily: Daily,
    kind: Kind,
    spot: Spot,
    window: TimeWindow,
    chosen: Chosen,
) -> Cube:
    """Let the model's own extremes over intervals sharpen those of the samples."""
    name = _EXTREMES.get(daily.statistic)
    held = name is not None and work.inventory.variable(name) is not None
    if not held or found.operator != f"{FIELD}t2m" or name is None:
        return found
    other, _ = _loaded(work, name, kind, spot, window)
    try:
        other = days_of(_selected(other, chosen), daily, chosen)
    except InputDataError:
        return found
    values = found.values.copy()
    sharper = np.fmax if daily.statistic is Reduce.MAX else np.fmin
    for row, start in enumerate(found.times):
        same = np.flatnonzero(other.times == start)
        if same.size:
            values[row] = sharper(values[row], other.values[same[0]])
    return replace(found, values=values, provenance=found.provenance + other.provenance)


def _gradient(found: Cube, grid: Grid) -> Cube:
    """Return the size of the horizontal gradient, per 100 km."""
    steep = np.stack([np.hypot(*grid.gradient(layer)) for layer in found.values]) * 1e5
    unit = "K" if found.unit == "degC" else found.unit
    return replace(
        found,
        values=steep,
        unit=f"{unit}/100km",
        difference=False,
        sort="amount",
        accumulated=False,
    )


def _cropped(found: Cube) -> Cube:
    """Keep the rows and columns that hold cells of the place."""
    rows = np.flatnonzero(found.mask.any(axis=1))
    columns = np.flatnonzero(found.mask.any(axis=0))
    block = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    if found.whole is None:
        found = replace(found, whole=np.ones(len(found.times), dtype=bool))
    return replace(
        found,
        values=found.values[(slice(None), *block)],
        latitude=found.latitude[block],
        longitude=found.longitude[block],
        weights=found.weights[block],
        areas=found.areas[block],
        mask=found.mask[block],
    )


def common_times(cubes: list[Cube]) -> list[Cube]:
    """Return quantities at the times that all of them have, on the same cells.

    Raises
    ------
    InputDataError
        ``no_common_time``, ``no_common_cells``.
    """
    if len({item.values.shape[1:] for item in cubes}) > 1:
        raise refusal("common_cells", "no_common_cells")
    shared = cubes[0].times
    for other in cubes[1:]:
        shared = np.intersect1d(shared, other.times)
    if not len(shared):
        raise refusal("common_time", "no_common_time")
    return [at_times(item, shared) for item in cubes]


def at_times(found: Cube, times: Times) -> Cube:
    """Return a quantity at some of its times."""
    kept = np.isin(found.times, times)
    whole = found.whole[kept] if found.whole is not None else None
    return replace(found, values=found.values[kept], times=found.times[kept], whole=whole)
