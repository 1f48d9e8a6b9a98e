"""Reading what a set of quantities needs, once, into a scene."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import InputDataError
from diagnostics.messages import Message
from diagnostics.ports import FieldRequest, FieldSource
from diagnostics.quantities.ground import with_ground
from diagnostics.quantities.refs import Asked
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.scene import Scene
from diagnostics.quantities.scene_context import ALONE, SceneContext

HALO_CELLS = 4
HELPFUL = ("sp", "orog", "lsm")
"""Fields that sharpen several quantities and are read where the source has them."""


@dataclass
class Needs:
    """Canonical fields, levels and hours back that a set of quantities reads."""

    fields: set[str] = field(default_factory=set)
    levels: set[float] = field(default_factory=set)
    whole_column: bool = False
    hours_before: float = 0.0

    def add(self, asked: Asked) -> None:
        """Add what one quantity reads."""
        reference = resolve(asked)
        quantity = reference.quantity
        self.fields.update(quantity.fields)
        self.whole_column |= quantity.whole_column
        self.hours_before = max(self.hours_before, quantity.lookback_hours)
        self.levels.update(quantity.fixed_levels)
        if reference.pressure is not None:
            self.levels.add(reference.pressure)


def needs_of(quantities: Iterable[Asked]) -> Needs:
    """Return the union of what `quantities` read."""
    needs = Needs()
    for asked in quantities:
        needs.add(asked)
    return needs


def grow(region: Region, margin: tuple[float, float, float, float]) -> Region:
    """Grow a box by degrees to the west, south, east and north; never beyond the full circle."""
    west, south, east, north = margin
    width = min(360.0, region.width + west + east)
    return Region(
        west=region.west - west,
        south=max(-90.0, region.south - south),
        east=region.west - west + width,
        north=min(90.0, region.north + north),
    )


def load_scene(
    source: FieldSource,
    quantities: Iterable[Asked],
    *,
    region: Region,
    time: datetime,
    domain: Region | None = None,
    every_time: bool = False,
    days: float | None = None,
    scene_context: SceneContext = ALONE,
    hours_before: float = 0.0,
) -> Scene:
    """Read the fields behind `quantities` around a region at one time.

    Fields that the source lacks are left out: a quantity that needs one says so when it is asked.

    Parameters
    ----------
    source : FieldSource
    quantities : iterable of QuantityRef or str
    region, domain : Region
        The event region, and the wider box that is read (the region grown by 15 degrees by
        default), cut to what the source holds.
    time : datetime
        Valid time with a zone; it must be one of the source's.
    every_time : bool
        Read every time of the source, for series.
    days : float, optional
        With `every_time`, only the times within so many days of `time`.
    scene_context : SceneContext, optional
        What the scene may ask beyond its fields.
    hours_before : float
        Read the times within so many hours before as well, for changes.

    Raises
    ------
    InputDataError
        With code ``missing_time`` when the source has no field at `time`, ``missing_input`` when it
        has none of the fields.
    """
    cache = scene_context.cache
    source = cache.grounded(source) if cache is not None else with_ground(source)
    inventory = source.inventory()
    _require_time(inventory, time)
    needs = needs_of(quantities)
    held = {item.name for item in inventory.variables}
    variables = tuple(sorted((needs.fields & held) | _helpful(held)))
    if not needs.fields:  # operators alone: any field tells the grid
        variables = variables or (_smallest(inventory),)
        needs.levels = set(inventory.levels_hpa[-1:])
    elif not needs.fields & held:
        reason = inventory.why_unused(*needs.fields)
        raise InputDataError(
            Message(
                id="quantityerror-none_in_source",
                params={
                    "fields": ", ".join(sorted(needs.fields)),
                    "there": ", ".join(sorted(held)),
                    "hint": ""
                    if reason is None
                    else Message(id="lack-why", params={"reason": reason}),
                },
            ),
            code="missing_input",
            data={"missing": sorted(needs.fields)},
        )
    levels: tuple[float, ...] = ()
    if not needs.whole_column:
        levels = tuple(level for level in inventory.levels_hpa if level in needs.levels)
        three_dimensional = {item.name for item in inventory.variables if item.levels_hpa}
        if not levels:
            variables = tuple(name for name in variables if name not in three_dimensional)
            if not variables:
                raise _missing_levels(inventory, needs)
    window = None
    if not every_time:
        back = timedelta(hours=max(needs.hours_before, hours_before))
        start = max(min(inventory.times), time - back)
        window = TimeWindow(start=start, end=time)
    elif days is not None:
        reach = timedelta(days=days)
        near = [item for item in inventory.times if abs(item - time) <= reach]
        window = TimeWindow(start=min(near), end=max(near))
    box = _within_source(inventory, domain or grow(region, (15.0, 15.0, 15.0, 15.0)))
    dataset = source.load(
        FieldRequest(
            variables=variables, levels_hpa=levels, window=window, region=box, halo=HALO_CELLS
        )
    )
    return Scene(
        dataset,
        region,
        time,
        scene_context=replace(scene_context, source=source, box=box, halo=HALO_CELLS),
    )


def _helpful(held: set[str]) -> set[str]:
    """Where nothing is known of the ground, sea level is what a level can lie below."""
    known = set(HELPFUL) & held
    return known if known & {"sp", "orog"} else known | ({"msl"} & held)


def _smallest(inventory: Inventory) -> str:
    """A field without levels where there is one."""
    return min(inventory.variables, key=lambda item: len(item.levels_hpa)).name


def _missing_levels(inventory: Inventory, needs: Needs) -> InputDataError:
    wanted = ", ".join(f"{level:g}" for level in sorted(needs.levels))
    held = ", ".join(f"{level:g}" for level in inventory.levels_hpa) or "none"
    return InputDataError(
        Message(id="error-missing_levels", params={"levels": wanted, "available": held}),
        code="missing_level",
    )


def _require_time(inventory: Inventory, time: datetime) -> None:
    if inventory.times and time not in inventory.times:
        first, last = format_instant(inventory.times[0]), format_instant(inventory.times[-1])
        raise InputDataError(
            Message(
                id="error-missing_time",
                params={
                    "asked": format_instant(time),
                    "count": str(len(inventory.times)),
                    "first": first,
                    "last": last,
                },
            ),
            code="missing_time",
        )


def _within_source(inventory: Inventory, box: Region) -> Region:
    """Cut a box to the source's latitudes; longitudes are cut by the reader."""
    if inventory.grid is None:
        return box
    whole = inventory.grid.region
    south, north = max(box.south, whole.south), min(box.north, whole.north)
    if south > north:
        return box
    if inventory.grid.cyclic or whole.width >= 359.0:
        return Region(west=box.west, south=south, east=box.east, north=north)
    west = max(0.0, (box.west - whole.west + 180.0) % 360.0 - 180.0)
    offset = (box.west - whole.west + 180.0) % 360.0 - 180.0
    east = min(whole.width, offset + box.width)
    if east <= west:
        return box
    return Region(west=whole.west + west, south=south, east=whole.west + east, north=north)
