"""Running an operator: domain, fields, function, mask, smoothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from diagnostics.contracts.base import digest_of, format_instant
from diagnostics.contracts.enums import Mode
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.grid.geometry import Grid
from diagnostics.grid.regions import ResolvedRegion, region_mask
from diagnostics.messages import Message
from diagnostics.ports import FieldSource
from diagnostics.quantities.arguments import Call
from diagnostics.quantities.assembly import at_times, joined
from diagnostics.quantities.below_ground import (
    above_ground,
    at_high_ground,
    below_ground,
    hidden_cells,
    masked,
    reduced_cells,
)
from diagnostics.quantities.cache import FieldCache, Window
from diagnostics.quantities.domains import applicable, domain_region, is_fixed
from diagnostics.quantities.ground import height_is_known
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.input_loading import (
    Fields,
    Need,
    asked_times,
    check_alternatives,
    halo_cells,
    read_fields,
    reading_window,
    resolve_needs,
)
from diagnostics.quantities.results import (
    Array,
    Maps,
    MissingInputError,
    NotApplicableError,
    Result,
    Scene,
    Series,
)

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies

BLOCK_VALUES = 3_000_000
"""Values of one input that a function is given at once; longer periods are worked in blocks."""

_LOW_LEVEL = 700.0
"""hPa; lower levels may lie below ground."""
_UNREACHABLE = frozenset(
    {"layer_outside_levels", "too_few_levels", "level_missing", "grid_too_small"}
)
_COARSE_SPACING = 60.0
"""hPa; columns whose levels lie farther apart on average are marked as coarse."""


@dataclass(frozen=True)
class Computed:
    """An operator's result over a domain, before any reduction.

    Parameters
    ----------
    result : Maps or Series
        In SI units, at the times asked for (or at its own).
    times : ndarray of datetime64[ns]
    present : ndarray of bool (time,)
        False where a time lacks an input.
    grid : Grid
    mask : ndarray of bool (y, x)
        Cells of the domain.
    valid : ndarray of bool (time, y, x) or None
        Where the inputs speak; None for operators that return numbers.
    asked : tuple of datetime
        The source's times that were asked for.
    domain : Region or None
    warnings, inputs : tuple of str
    input_digest : str
    mode : Mode
    """

    result: Maps | Series
    times: npt.NDArray[np.datetime64]
    present: npt.NDArray[np.bool_]
    grid: Grid
    mask: npt.NDArray[np.bool_]
    valid: npt.NDArray[np.bool_] | None
    asked: tuple[datetime, ...]
    domain: Region | None
    warnings: tuple[str, ...]
    inputs: tuple[str, ...]
    input_digest: str
    mode: Mode = Mode.QA


def evaluate(
    tool: IndexTool,
    call: Call,
    source: FieldSource,
    cache: FieldCache,
    *,
    time: datetime | TimeWindow | None,
    region: Region | ResolvedRegion | None,
    mode: Mode,
    climatology: Climatologies | None = None,
    halo: int | None = None,
) -> Computed:
    """Run an operator, or take its result from the cache.

    A climatology is handed to operators that declare one, and to no other. `halo` is the number of
    cells that are read around the region, by default those that the operator needs.

    Raises
    ------
    MissingInputError, NotApplicableError
        With the message for the answer.
    InputDataError
        When time, region or an asked level is not in the data.
    """
    resolved = region if isinstance(region, ResolvedRegion) else None
    box = resolved.region if resolved else region
    if not tool.spec.climatology:
        climatology = None
    key = (
        cache.source_digest(source),
        "index",
        tool.name,
        tuple(sorted(call.values.items())),
        (time.start, time.end) if isinstance(time, TimeWindow) else time,
        tuple(box.bounds()) if isinstance(box, Region) else None,
        resolved.name if resolved else None,
        mode,
        climatology.digest if climatology else "",
        halo,
    )
    return cache.get_or_make(
        key,
        _size,
        lambda: _evaluate(tool, call, source, cache, time, region, mode, climatology, halo),
    )


def _size(computed: Computed) -> int:
    """Count every array of a result: its value, its layers and what is known at the extremum."""

    def count(item: object) -> int:
        if isinstance(item, np.ndarray):
            return int(item.nbytes)
        return sum(map(count, item.values())) if isinstance(item, Mapping) else 0

    return sum(map(count, vars(computed.result).values())) + count(computed.valid)


def _evaluate(
    tool: IndexTool,
    call: Call,
    source: FieldSource,
    cache: FieldCache,
    time: datetime | TimeWindow | None,
    region: Region | ResolvedRegion | None,
    mode: Mode,
    climatology: Climatologies | None,
    halo: int | None,
) -> Computed:
    check_alternatives(tool, cache.inventory(source))
    if mode is Mode.DIAGNOSE:
        source = cache.grounded(source)
    inventory = cache.inventory(source)
    polygon = region.polygon if isinstance(region, ResolvedRegion) else None
    box = region.region if isinstance(region, ResolvedRegion) else region
    needs = resolve_needs(tool, call, inventory)
    if mode is Mode.DIAGNOSE and not height_is_known(inventory):
        needs = _without_two_metres(tool, needs)
    if tool.window_hours(call.values):
        time = _to_the_hour(time)
    asked = asked_times(inventory, time)
    domain, warnings = _domain(tool, box, inventory.grid.region if inventory.grid else None, mode)
    if domain != box:
        polygon = None
    window = Window(
        window=reading_window(tool, call, inventory, asked),
        region=domain,
        halo=halo_cells(tool, inventory, domain, mode) if halo is None else halo,
    )
    fields = read_fields(tool, needs, source, cache, window, asked, mode)
    mask = (
        np.ones(fields.grid.shape, dtype=bool)
        if domain is None
        else region_mask(fields.grid, domain, polygon)
    )
    scene = Scene(
        grid=fields.grid,
        times=fields.times,
        asked=fields.asked,
        mode=mode,
        region=domain,
        mask=mask,
        event_region=box,
        interval_hours=fields.intervals,
        climatology=climatology,
    )
    result, valid, noted = run_operator(tool, call, needs, fields, scene)
    digests = {
        f"{name}:{needs[name].variable}": cache.digest_of_field(array)
        for name, array in fields.arrays.items()
    }
    if climatology:
        digests["climatology"] = climatology.digest
    own_times = result.times is not None
    times = result.times if result.times is not None else fields.times[fields.asked]
    present = result.present if result.present is not None else np.ones(len(times), dtype=bool)
    if not own_times and result.present is not None:
        present = result.present[fields.asked]
    kept = result if own_times else at_times(result, fields.asked)
    fitting = _inside_period(tool, call, inventory, time, mode, times)
    if fitting is not None and not fitting.all():
        if present.any() and not (present & fitting).any():
            kept = replace(kept, lacking=_no_window_fits(tool, call, time))
        present = present & fitting
    return Computed(
        result=kept,
        times=times,
        present=present,
        grid=fields.grid,
        mask=mask,
        valid=valid if valid is None or own_times else valid[fields.asked],
        asked=asked,
        domain=domain,
        warnings=tuple(
            dict.fromkeys((*warnings, *noted, *_notes(tool, needs, fields, mask, mode)))
        ),
        inputs=tuple(dict.fromkeys(need.variable for need in needs.values())),
        input_digest=digest_of(digests),
        mode=mode,
    )


def _without_two_metres(tool: IndexTool, needs: Mapping[str, Need]) -> dict[str, Need]:
    """Leave out what is measured at 2 m where its pressure is taken for that of sea level."""
    if not any(need.variable == "sp" for need in needs.values()):
        return dict(needs)
    optional = tool.signature.optional
    return {
        name: need
        for name, need in needs.items()
        if not (name in optional and need.variable in ("t2m", "d2m"))
    }


def _to_the_hour(time: datetime | TimeWindow | None) -> datetime | TimeWindow | None:
    """Let a period that ends with the last second of an hour end with the hour.

    A day that is written to 23:59:59 is a whole day, and its last interval ends at 24:00.
    """
    if not isinstance(time, TimeWindow) or (time.end.minute, time.end.second) != (59, 59):
        return time
    return TimeWindow(start=time.start, end=time.end.replace(microsecond=0) + timedelta(seconds=1))


def _inside_period(
    tool: IndexTool,
    call: Call,
    inventory: Inventory,
    time: datetime | TimeWindow | None,
    mode: Mode,
    times: npt.NDArray[np.datetime64],
) -> npt.NDArray[np.bool_] | None:
    """Say of each time whether the window that ends there lies wholly inside the period.

    None where windows are not tied to the period: at a single time the window ends there; a
    diagnosis chooses its own period around an event; before the data's first time there is nothing.
    """
    if mode is not Mode.QA or not isinstance(time, TimeWindow) or time.start >= time.end:
        return None
    if not tool.window_hours(call.values) or time.start <= inventory.times[0]:
        return None
    length = np.timedelta64(round(tool.window_hours(call.values) * 3600.0), "s")
    start = np.datetime64(time.start.replace(tzinfo=None), "ns")
    return np.asarray(times - length >= start)


def _no_window_fits(tool: IndexTool, call: Call, time: datetime | TimeWindow | None) -> Message:
    assert isinstance(time, TimeWindow)
    hours = tool.window_hours(call.values)
    end = max(time.end, time.start + timedelta(hours=hours))
    return Message(
        id="lack-window_inside",
        params={
            "hours": f"{hours:g}",
            "start": format_instant(time.start),
            "end": format_instant(time.end),
            "enough": format_instant(end),
        },
    )


def _domain(
    tool: IndexTool, region: Region | None, available: Region | None, mode: Mode
) -> tuple[Region | None, list[str]]:
    """Return the box to work on; the literal question keeps its own."""
    name = tool.spec.domain
    if mode is Mode.QA and not (region is None and is_fixed(name)):
        return region, []
    if not applicable(name, region):
        raise NotApplicableError(
            Message(
                id="quantityerror-too_far",
                params={"domain": name.removeprefix("fixed:")},
            )
        )
    wanted = domain_region(name, region)
    if wanted is None or wanted == region or available is None:
        return wanted, []
    clipped = wanted.overlap(available)
    if clipped is None:
        raise MissingInputError(
            Message(
                id="quantityerror-no_data_there",
                params={"box": f"{wanted.bounds()}"},
            )
        )
    area = (clipped.width * (clipped.north - clipped.south)) / max(
        wanted.width * (wanted.north - wanted.south), 1e-9
    )
    if is_fixed(name) and area < 0.9:
        raise MissingInputError(
            Message(
                id="quantityerror-domain_not_covered",
                params={
                    "box": f"{wanted.bounds()}",
                    "share": f"{100 * area:.0f}",
                },
            )
        )
    return clipped, ["domain_truncated"] if area < 0.999 else []


def run_operator(
    tool: IndexTool, call: Call, needs: Mapping[str, Need], fields: Fields, scene: Scene
) -> tuple[Maps | Series, npt.NDArray[np.bool_] | None, tuple[str, ...]]:
    """Call the function, in blocks of times where it looks at one time only.

    Returns
    -------
    result : Maps or Series
        In SI units, at every time of `fields`.
    valid : ndarray of bool (time, y, x) or None
        Where the inputs have values; None for operators that return numbers.
    warnings : tuple of str

    Raises
    ------
    MissingInputError, NotApplicableError
        With the message for the answer.
    """
    largest = max(array.size for array in fields.arrays.values())
    count = len(fields.times)
    reading = tool.record.reading
    single = reading.look_back == 0.0 and not reading.whole_days and not reading.time_coupled
    step = max(1, count * BLOCK_VALUES // max(largest, 1)) if single else count
    parts: list[Maps | Series] = []
    valid: list[npt.NDArray[np.bool_]] = []
    for first in range(0, count, step):
        block = slice(first, first + step)
        part, known = _run_block(tool, call, needs, fields, scene, block)
        parts.append(part)
        if known is not None:
            valid.append(known)
    result = parts[0] if len(parts) == 1 else joined(parts)
    return result, np.concatenate(valid) if valid else None, result.warnings


def _run_block(
    tool: IndexTool,
    call: Call,
    needs: Mapping[str, Need],
    fields: Fields,
    scene: Scene,
    block: slice,
) -> tuple[Maps | Series, npt.NDArray[np.bool_] | None]:
    here = replace(scene, times=scene.times[block], asked=scene.asked[block])
    narrow = tool.record.reading.accepts_float32
    arrays = {name: _values(fields, name, needs[name], block, as_stored=narrow) for name in needs}
    below = below_ground(tool, needs, fields, block)
    if below is not None:
        arrays |= {
            name: above_ground(arrays[name], need, below[need.levels])
            for name, need in needs.items()
            if need.levels in below
        }
    surroundings: dict[str, Any] = {
        "grid": fields.grid,
        "pressure_levels": fields.levels * 100.0,
        "scene": here,
    }
    handed = {
        **{name: arrays.get(name) for name in tool.signature.fields},
        **{name: surroundings[name] for name in tool.signature.surroundings},
    }
    made = _call(tool, handed, call)
    reduced = reduced_cells(needs, fields, block)
    if isinstance(made, Series):
        return (made if reduced is None else at_high_ground(made, fields.grid, reduced)), None
    maps = made if isinstance(made, Maps) else Maps(made)
    hidden = None if maps.times is not None else hidden_cells(needs, tool, below)
    if reduced is not None and maps.times is None:
        hidden = reduced if hidden is None else hidden | reduced
    if hidden is not None:
        maps = masked(maps, hidden)
    if tool.record.smoothing.result_km:
        maps = replace(maps, value=here.smooth(maps.value, tool.record.smoothing.result_km))
    valid = np.isfinite(maps.value)
    if tool.record.nan_means_not_applicable:
        known: npt.NDArray[np.bool_] = np.ones(valid.shape[-2:], dtype=bool)
        for name, array in arrays.items():
            usable: Any = np.isfinite(array)
            if tool.signature.fields[name].dims[0] == "level":
                usable = usable.any(axis=-3)
            known = np.asarray(known & usable)
        if hidden is not None:
            known = np.asarray(known & ~hidden)
        valid = np.broadcast_to(known, valid.shape) if maps.times is None else valid
    return maps, valid


def _call(tool: IndexTool, handed: Mapping[str, Any], call: Call) -> Result:
    """Call the function; what the data cannot give is a missing input, not a failure."""
    try:
        made: Result = tool.run(**handed, **call.values)
    except InputDataError as error:
        if error.code not in _UNREACHABLE:
            raise
        name = Message(id=f"index-{tool.name}")
        why = Message(id="quantityerror-of", params={"name": name, "reason": error.text})
        raise MissingInputError(why) from error
    return made


def _values(
    fields: Fields, name: str, need: Need, block: slice, *, as_stored: bool = False
) -> Array:
    array = fields.arrays[name]
    if "time" in array.dims:
        array = array.isel(time=block)
    values: Any = array.values
    if not (as_stored and values.dtype == np.float32):
        values = np.asarray(values, dtype=np.float64)
    if need.single and "level" in array.dims:
        values = values[..., 0, :, :]
    return np.asarray(values)


def _notes(
    tool: IndexTool,
    needs: Mapping[str, Need],
    fields: Fields,
    mask: npt.NDArray[np.bool_],
    mode: Mode,
) -> list[str]:
    """Say what the reader of a number should know of its making."""
    notes: list[str] = []
    lowest = max((need.levels[-1] for need in needs.values() if need.levels), default=0.0)
    low = lowest >= _LOW_LEVEL and not len(fields.levels) and not tool.reads_below_ground
    ground = fields.below_ground[0] if fields.below_ground is not None else None
    column = any(need.variable == "sp" for need in needs.values()) and not fields.height_is_known
    if mode is Mode.DIAGNOSE and (column or (low and ground == "msl")):
        notes.append("ground_at_sea_level")
    elif mode is Mode.DIAGNOSE and low and ground is None:
        notes.append("below_ground_unmasked")
    if tool.record.reading.halo:
        edges = [mask[0].any(), mask[-1].any()]
        if not fields.grid.cyclic:
            edges += [mask[:, 0].any(), mask[:, -1].any()]
        if any(edges):
            notes.append("edge_method=one_sided")
    if len(fields.levels):
        spacing = np.ptp(fields.levels) / (len(fields.levels) - 1)
        if spacing > _COARSE_SPACING:
            notes.append("coarse_levels")
    return notes
