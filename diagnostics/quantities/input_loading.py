"""From a call to the arrays it needs: which fields, levels, times and cells are read."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import cos, radians
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import xarray

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.inventory import Finding, Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.select import select_levels, to_datetime64
from diagnostics.grid.geometry import Grid
from diagnostics.grid.smoothing import smoothing_halo
from diagnostics.messages import Message, Param
from diagnostics.ports import FieldSource
from diagnostics.quantities.arguments import Call
from diagnostics.quantities.cache import FieldCache, Window
from diagnostics.quantities.ground import height_is_known
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.inputs import TWO_METRES, Field
from diagnostics.quantities.results import MissingInputError

KM_PER_DEGREE = 111.195
_LEVEL_TOLERANCE = 1e-6
MODEL_LEVELS = "native_model_levels"
"""The reader's finding that fields on model levels were left out."""


class AvailableVariable(Protocol):
    """A field that is held: its canonical name, and its levels in hPa."""

    @property
    def name(self) -> str:
        """Canonical name."""

    @property
    def levels_hpa(self) -> tuple[float, ...]:
        """Its pressure levels; none for a field at the surface."""


class AvailableFields(Protocol):
    """What needs are resolved against: the inventory of a source, or a scene's fields."""

    @property
    def variables(self) -> Sequence[AvailableVariable]:
        """Every field."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What a reader noticed."""

    def variable(self, name: str) -> AvailableVariable | None:
        """Return the canonical field `name`, or None."""

    def why_unused(self, *names: str) -> Message | None:
        """Return why the files hold one of these fields and it is not used."""


@dataclass(frozen=True)
class Need:
    """One field to read for one parameter; no levels for a field at the surface."""

    variable: str
    levels: tuple[float, ...] = ()
    single: bool = False


@dataclass(frozen=True)
class Fields:
    """What was read.

    Parameters
    ----------
    arrays : mapping of DataArray
        By parameter name, dims (time[, level], y, x) or (y, x).
    grid : Grid
    times : ndarray of datetime64[ns]
    asked : ndarray of bool
    levels : ndarray
        Of the columns, hPa ascending; empty where none is read.
    below_ground : tuple
        ``("sp", "orog" or "msl", array)`` for the mask of a diagnosis, or nothing.
    height_is_known : bool
        Whether surface pressure follows from the height of the ground, or is the file's own.
    intervals : mapping
        ``interval_hours`` by canonical name.
    """

    arrays: Mapping[str, xarray.DataArray]
    grid: Grid
    times: npt.NDArray[np.datetime64]
    asked: npt.NDArray[np.bool_]
    levels: npt.NDArray[np.float64]
    below_ground: tuple[str, xarray.DataArray] | None = None
    height_is_known: bool = True
    intervals: Mapping[str, float] = field(default_factory=dict)


def resolve_needs(tool: IndexTool, call: Call, inventory: AvailableFields) -> dict[str, Need]:
    """Decide what is read for each parameter.

    Raises
    ------
    MissingInputError
        When a required field, or a level that the operator uses by default, is not there.
    InputDataError
        ``missing_level`` when the caller asked for a level that is not there.
    """
    needs: dict[str, Need] = {}
    for name, declared in tool.signature.fields.items():
        need = _need(tool, call, inventory, name, declared)
        if need is not None:
            needs[name] = need
    columns = [set(needs[name].levels) for name, item in _columns(tool) if name in needs]
    if columns:
        shared = tuple(sorted(set.intersection(*columns)))
        if len(shared) < 2:
            raise MissingInputError(
                Message(id="quantityerror-common_levels", params={"name": tool.name})
            )
        # a level asked for inside a column is an error too where it is absent
        for name in {"level", "levels"} & call.given:
            wanted = call.values[name]
            select_levels(shared, wanted if isinstance(wanted, tuple) else (float(wanted),))
        for name, _ in _columns(tool):
            if name in needs:
                needs[name] = Need(needs[name].variable, shared)
    return needs


Alternatives = Sequence[Sequence[str]]
"""Sets of fields of which one, whole, will do."""


def lacking_alternatives(
    groups: Iterable[Alternatives], held: Container[str]
) -> tuple[Alternatives, ...]:
    """Return the groups of which no set of fields is whole in the data."""
    return tuple(
        sets for sets in groups if not any(all(name in held for name in names) for names in sets)
    )


def alternatives_text(sets: Alternatives) -> str:
    """Name the sets of a group in signs of every language, such as ``orog | sp + msl``."""
    return " | ".join(" + ".join(names) for names in sets)


def check_alternatives(tool: IndexTool, inventory: Inventory) -> None:
    """Raise unless the data hold one whole set of every group that the operator declares.

    The file's own fields count: a surface pressure that was made from that at sea level knows
    nothing of the ground.

    Raises
    ------
    MissingInputError
    """
    held = frozenset(item.name for item in inventory.variables)
    lacking = lacking_alternatives(tool.record.one_of, held)
    if lacking:
        raise MissingInputError(
            Message(
                id="quantityerror-needs_one_of",
                params={
                    "name": tool.name,
                    "variables": "; ".join(map(alternatives_text, lacking)),
                },
            )
        )


def _columns(tool: IndexTool) -> list[tuple[str, Field]]:
    return [(name, item) for name, item in tool.signature.fields.items() if item.column]


def _need(
    tool: IndexTool, call: Call, inventory: AvailableFields, name: str, declared: Field
) -> Need | None:
    if declared.when is not None and call.values[declared.when[0]] != declared.when[1]:
        return None
    if any(inventory.variable(better) is not None for better in declared.without):
        return None
    level: Any = declared.at
    if isinstance(level, str):
        level = call.values[level]
    at_surface = not declared.has_level or level == TWO_METRES
    variable = declared.canonical(call.values)
    info = inventory.variable(variable)
    if info is None:
        if name in tool.signature.optional:
            return None
        held = ", ".join(item.name for item in inventory.variables) or "nothing"
        raise MissingInputError(
            Message(
                id="quantityerror-needs_field",
                params={
                    "name": tool.name,
                    "variable": variable,
                    "available": held,
                    "hint": _why_unused(inventory, variable, on_levels=not at_surface),
                },
            )
        )
    if at_surface:
        return Need(variable)
    if declared.column:
        held_levels = _column_levels(call, declared.column, info.levels_hpa)
        if len(held_levels) < 2 and name in tool.signature.optional:
            return None
        return Need(variable, held_levels)
    wanted = (float(level),) if level is not None else tuple(call.values[declared.levels or ""])
    absent = [p for p in wanted if not np.isclose(info.levels_hpa, p, atol=_LEVEL_TOLERANCE).any()]
    if absent:
        reference = declared.at if level is not None else declared.levels
        if isinstance(reference, str) and reference in call.given:
            select_levels(info.levels_hpa, absent, variable)
        if name in tool.signature.optional:
            return None
        levels = ", ".join(f"{p:g}" for p in info.levels_hpa) or "none"
        raise MissingInputError(
            Message(
                id="quantityerror-needs_level",
                params={
                    "name": tool.name,
                    "variable": variable,
                    "absent": ", ".join(f"{p:g}" for p in absent),
                    "levels": levels,
                },
            )
        )
    return Need(variable, wanted, single=level is not None)


def _why_unused(inventory: AvailableFields, name: str, *, on_levels: bool) -> Param:
    """Say why a field of the files is not used, or how to convert model levels that are there."""
    reason = inventory.why_unused(name)
    if reason is None and on_levels:
        codes = {finding.code: finding.wording for finding in inventory.findings}
        reason = codes.get(MODEL_LEVELS)
    return "" if reason is None else Message(id="lack-why", params={"reason": reason})


def _column_levels(
    call: Call, limits: tuple[float | str, float], held: tuple[float, ...]
) -> tuple[float, ...]:
    top, bottom = limits
    if isinstance(top, str):
        asked = call.values[top]
        # a word instead of a number stands for the top of the data
        top = 0.0 if isinstance(asked, str) else float(asked)
        top = max((p for p in held if p <= top), default=top)
    return tuple(p for p in held if top <= p <= bottom)


def asked_times(inventory: Inventory, time: datetime | TimeWindow | None) -> tuple[datetime, ...]:
    """Return the times of the data that were asked for.

    Raises
    ------
    InputDataError
        ``period_without_data``, naming the period that the data cover.
    ArgumentError
        ``time_without_zone``.
    """
    times = inventory.times
    if time is None:
        return times
    if isinstance(time, datetime) and time.tzinfo is None:
        raise ArgumentError(
            Message(
                id="quantityerror-time_without_zone", params={"time": f"{time:%Y-%m-%dT%H:%M}"}
            ),
            code="time_without_zone",
        )
    window = time if isinstance(time, TimeWindow) else TimeWindow(start=time, end=time)
    inside = tuple(item for item in times if window.start <= item <= window.end)
    if not inside:
        start, end = format_instant(window.start), format_instant(window.end)
        raise InputDataError(
            Message(
                id=f"quantityerror-period_without_data{'_every' if inventory.step_hours else ''}",
                params={
                    "asked": _span(start, end),
                    "available": _span(format_instant(times[0]), format_instant(times[-1]))
                    if times
                    else Message(id="quantityerror-no_time"),
                    **({"step": f"{inventory.step_hours:g}"} if inventory.step_hours else {}),
                },
            ),
            code="period_without_data",
            data={"asked": [start, end]},
        )
    return inside


def _span(start: str, end: str) -> Param:
    if start == end:
        return start
    return Message(id="quantityerror-span", params={"start": start, "end": end})


def reading_window(
    tool: IndexTool, call: Call, inventory: Inventory, asked: tuple[datetime, ...]
) -> TimeWindow:
    """Return the period to read: the times asked for and what they look back to."""
    reach = timedelta(hours=tool.look_back_hours(call.values))
    start, end = asked[0] - reach, asked[-1]
    if tool.record.reading.whole_days:
        start, end = start - timedelta(hours=24), end + timedelta(hours=24)
    available = [item for item in inventory.times if start <= item <= end]
    return TimeWindow(start=available[0], end=available[-1])


def halo_cells(tool: IndexTool, inventory: Inventory, region: Region | None, mode: Mode) -> int:
    """Return how many cells beyond the region are read.

    Derivatives need the operator's halo, smoothing its own; columns of a latitude-longitude grid
    narrow with the latitude. One cell more than a centre tells whether the data go on beyond it.
    """
    smoothing = tool.record.smoothing
    reach_km = max(smoothing.inputs_km, smoothing.result_km if mode is Mode.DIAGNOSE else 0.0)
    looks_beyond = mode is Mode.DIAGNOSE or bool(tool.record.centre_at_edge)
    halo = max(tool.record.reading.halo, int(looks_beyond))
    if reach_km == 0.0 or inventory.grid is None:
        return halo
    latitude = 0.0
    if region is not None and inventory.grid.kind == "latitude_longitude":
        latitude = min(75.0, abs(region.center[0]))
    cell_km = inventory.grid.spacing_deg * KM_PER_DEGREE * cos(radians(latitude))
    return halo + smoothing_halo(reach_km, cell_km)


def read_fields(
    tool: IndexTool,
    needs: Mapping[str, Need],
    source: FieldSource,
    cache: FieldCache,
    window: Window,
    asked: tuple[datetime, ...],
    mode: Mode,
) -> Fields:
    """Read what a call needs, one request per set of levels.

    Raises
    ------
    InputDataError
        As the source raises it.
    """
    wanted = dict(needs)
    mask = _mask_field(tool, needs, cache.inventory(source)) if mode is Mode.DIAGNOSE else None
    if mask:
        wanted["below ground"] = Need(mask)
    by_levels: dict[tuple[float, ...], list[str]] = {}
    for need in wanted.values():
        names = by_levels.setdefault(need.levels, [])
        if need.variable not in names:
            names.append(need.variable)
    loaded = {
        (name, levels): array
        for levels, names in by_levels.items()
        for name, array in cache.load(source, names, levels, window).items()
    }
    arrays = {name: loaded[need.variable, need.levels] for name, need in wanted.items()}
    if not arrays:
        raise MissingInputError(
            Message(id="quantityerror-needs_fields", params={"name": tool.name})
        )
    sample = next(item for item in arrays.values() if "time" in item.dims)
    times = np.asarray(sample["time"].values, dtype="datetime64[ns]")
    chosen = np.array([to_datetime64(item) for item in asked], dtype="datetime64[ns]")
    columns = [
        needs[name] for name, item in tool.signature.fields.items() if item.column and name in needs
    ]
    below = arrays.pop("below ground", None)
    return Fields(
        arrays=arrays,
        grid=cache.grid(source, window, sample),
        times=times,
        asked=np.isin(times, chosen),
        levels=np.array(columns[0].levels if columns else ()),
        below_ground=(mask, below) if mask and below is not None else None,
        height_is_known=height_is_known(cache.inventory(source)),
        intervals=_intervals(cache.inventory(source)),
    )


def columns_need_ground(tool: IndexTool) -> bool:
    """Whether the operator takes columns and nothing that says where the ground is."""
    taken = {item.name for item in tool.signature.fields.values()}
    return not taken & {"sp", "orog"}


def _mask_field(tool: IndexTool, needs: Mapping[str, Need], inventory: Inventory) -> str | None:
    """Name what tells where a level lies below ground, or sea-level pressure is reduced.

    Nothing where the operator looks itself.
    """
    reduced = any(need.variable == "msl" for need in needs.values())
    on_levels = any(
        need.levels and (not tool.signature.fields[name].column or columns_need_ground(tool))
        for name, need in needs.items()
    )
    if not (on_levels or reduced) or tool.reads_below_ground:
        return None
    known = ("orog", "sp") if reduced else ("sp", "orog", "msl")
    if not height_is_known(inventory):
        known = ("orog", "msl") if reduced else ("orog", "msl", "sp")
    return next((name for name in known if inventory.variable(name)), None)


def _intervals(inventory: Inventory) -> dict[str, float]:
    return {
        item.name: item.interval_hours
        for item in inventory.variables
        if item.interval_hours is not None
    }
