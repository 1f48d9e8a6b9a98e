"""From what a question names to numbers: the operator, the map, and its reduction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from diagnostics.catalog.execute import compute_index, provenance_of
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import IndexStatus, Mode
from diagnostics.contracts.evidence import Provenance
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.questions import PlaceMention, QuantityMention
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.fields.select import to_datetime64, to_instant
from diagnostics.grid.gazetteer import resolve_region
from diagnostics.grid.regions import ResolvedRegion, region_mask
from diagnostics.language.reading import Surroundings
from diagnostics.ports import FieldSource
from diagnostics.quantities.arguments import check_call
from diagnostics.quantities.cache import FieldCache, Window
from diagnostics.quantities.compute import evaluate
from diagnostics.quantities.declare import IndexTool
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.reading import asked_times
from diagnostics.quantities.results import Maps, MissingInputError, NotApplicableError
from diagnostics.questions.sheets import Measured, Sheet, reduced
from diagnostics.units import convert

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from diagnostics.catalog.execute import Climatology

When = datetime | TimeWindow | None
FIELD = "field:"
"""An operator that gives a canonical field as it is."""


@dataclass
class Desk:
    """What a question is answered from.

    Parameters
    ----------
    source : FieldSource
    region : Region, optional
        Where a question that names no place looks; the whole grid by default.
    window : TimeWindow, optional
        When a question that names no time looks; every time by default.
    now, timezone
        As for `diagnostics.language.Surroundings`.
    baseline : Baseline, GridClimatology or Climatologies, optional
    """

    source: FieldSource
    region: Region | None = None
    window: TimeWindow | None = None
    now: datetime | None = None
    timezone: str | None = None
    baseline: Climatology | None = None
    cache: FieldCache = field(default_factory=FieldCache)

    @property
    def inventory(self) -> Inventory:
        """What the source holds."""
        return self.cache.inventory(self.source)

    @property
    def extent(self) -> Region:
        """Where the data are."""
        grid = self.inventory.grid
        if grid is None:
            raise InputDataError("the data have no grid: name a region", code="no_grid")
        return grid.region

    def surroundings(self) -> Surroundings:
        """What a text is read against."""
        times: Sequence[datetime] = self.inventory.times
        if self.window is not None:
            start, end = self.window.start, self.window.end
            times = [item for item in times if start <= item <= end] or times
        return Surroundings(
            times=tuple(times),
            region=self.region or self.extent,
            now=self.now,
            timezone=self.timezone,
        )


def where(desk: Desk, place: PlaceMention | None) -> ResolvedRegion | Region | None:
    """Return what a place means on the grid; None for the whole of it.

    Raises
    ------
    InputDataError
        ``region_outside_data`` where the data do not reach the place.
    """
    if place is None:
        return desk.region
    extent = desk.extent
    if place.point:
        latitude, longitude = place.region.center
        grid = desk.inventory.grid
        margin = grid.spacing_deg if grid is not None else 0.0
        if not extent.padded(margin).holds(latitude, longitude):
            raise _outside(place, extent)
        return place.region
    if place.outline:
        outline = resolve_region(place.outline)
        return ResolvedRegion(region=place.region, polygon=outline.polygon, name=place.name)
    return place.region


def box_and_outline(
    region: ResolvedRegion | Region | None,
) -> tuple[Region | None, BaseGeometry | None]:
    """Split what a place means into its box and its outline."""
    if isinstance(region, ResolvedRegion):
        return region.region, region.polygon
    return region, None


def _outside(place: PlaceMention, extent: Region) -> InputDataError:
    box = ",".join(f"{edge:g}" for edge in extent.bounds())
    return InputDataError(
        f"the data cover {box} (W,S,E,N) and do not reach {place.name}",
        code="region_outside_data",
        data={"place": place.name},
    )


def arguments(mention: QuantityMention, hours: float | None) -> dict[str, Any]:
    """Return level and parameters of the operator that a quantity names."""
    tool = index_tool(mention.operator)
    known = {item.name for item in tool.spec.parameters}
    params: dict[str, Any] = {}
    level: float | str | None = None
    if "level" in known and mention.level is not None:
        level = "2m" if mention.level in ("2m", "10m") else mention.level
    elif "levels" in known and (mention.levels or isinstance(mention.level, float)):
        params["levels"] = list(mention.levels or (mention.level,))
    if {"p_low", "p_high"} <= known and len(mention.levels) == 2:
        params |= {"p_low": max(mention.levels), "p_high": min(mention.levels)}
    if {"p_top", "p_bottom"} <= known and len(mention.levels) == 2:
        params |= {"p_top": min(mention.levels), "p_bottom": max(mention.levels)}
    if (
        "hours" in known
        and hours is not None
        and mention.operator
        in ("precip_24h", "snowfall_24h", "snow_fraction", "temp_change_24h", "q_change_24h")
    ):
        params["hours"] = hours
    return {"level": level, "params": params}


def measure(
    desk: Desk,
    mention: QuantityMention,
    place: PlaceMention | None,
    when: When,
    statistic: str,
    hours: float | None = None,
) -> Measured:
    """Reduce a quantity over a place and a period to one number.

    Raises
    ------
    InputDataError
        ``missing_input``, ``period_without_data``, ``region_outside_data``, ``no_value``.
    """
    region = where(desk, place)
    mention, when = _available(desk, mention, when, statistic)
    if mention.operator.startswith(FIELD):
        return reduced(sheet(desk, mention, place, when, hours), statistic)
    tool = index_tool(mention.operator)
    single = "single_value" in {item.name for item in tool.spec.reductions}
    answer = compute_index(
        mention.operator,
        desk.source,
        time=when,
        region=region,
        reduction=None if single and statistic not in ("max", "min") else statistic,
        baseline=desk.baseline,
        cache=desk.cache,
        **arguments(mention, hours),
    )
    if answer.value is None:
        code = "missing_input" if answer.status is IndexStatus.MISSING_INPUT else "no_value"
        raise InputDataError(answer.message or f"{answer.name}: {answer.status.value}", code=code)
    found_at = answer.time
    decisive = answer.extra.get("time")
    if isinstance(decisive, str):
        found_at = datetime.fromisoformat(decisive)
    value = float(answer.value)
    if answer.unit != mention.unit:
        value = float(convert(value, answer.unit, mention.unit, water_equivalent=True))
    return Measured(
        value=value,
        unit=mention.unit,
        operator=answer.name,
        provenance=answer.provenance,
        latitude=answer.latitude,
        longitude=answer.longitude,
        time=found_at,
        series=tuple((point.time, point.value) for point in answer.series),
        anomaly=answer.anomaly,
        status=answer.status,
    )


def _available(
    desk: Desk, mention: QuantityMention, when: When, statistic: str
) -> tuple[QuantityMention, When]:
    """Where data hold daily extremes only, an extreme of the temperature is one of them."""
    held = desk.inventory.variable
    if mention.operator != "temperature_level" or mention.level != "2m" or held("t2m"):
        return mention, when
    for name, extreme, operator in (("mx2t", "max", "tmax_daily"), ("mn2t", "min", "tmin_daily")):
        if statistic == extreme and held(name):
            return mention.model_copy(update={"operator": operator, "level": None}), when
    return mention, when


def sheet(
    desk: Desk,
    mention: QuantityMention,
    place: PlaceMention | None,
    when: When,
    hours: float | None = None,
) -> Sheet:
    """Return the maps of a quantity over a place.

    Raises
    ------
    InputDataError
        As :func:`measure`.
    ArgumentError
        ``no_map`` for an index that is one number by its definition.
    """
    region = where(desk, place)
    if mention.operator.startswith(FIELD):
        maps = _field_sheet(desk, mention, region, when)
    else:
        maps = _index_sheet(desk, mention, region, when, hours)
    if not np.isfinite(maps.values[:, maps.mask]).any():
        raise InputDataError("no cell of the region has a value", code="no_value")
    return maps


def _index_sheet(
    desk: Desk,
    mention: QuantityMention,
    region: ResolvedRegion | Region | None,
    when: When,
    hours: float | None,
) -> Sheet:
    tool: IndexTool = index_tool(mention.operator)
    given = arguments(mention, hours)
    call = check_call(tool, level=given["level"], params=given["params"])
    try:
        computed = evaluate(
            tool, call, desk.source, desk.cache, time=when, region=region, mode=Mode.QA
        )
    except (MissingInputError, NotApplicableError) as reason:
        raise InputDataError(str(reason), code="missing_input") from reason
    result = computed.result
    if not isinstance(result, Maps):
        raise ArgumentError(
            f"{tool.name} is one number by its definition and has no map", code="no_map"
        )
    values = np.asarray(tool.unit.show(result.value), dtype=np.float64)
    shown = tool.spec.unit or ""
    if shown != mention.unit:
        values = convert(values, shown, mention.unit, water_equivalent=True)
    present = computed.present
    return Sheet(
        values=values[present],
        times=tuple(to_instant(item) for item in np.asarray(computed.times)[present]),
        grid=computed.grid,
        mask=computed.mask,
        unit=mention.unit,
        operator=tool.name,
        provenance=provenance_of(tool, call, Mode.QA, computed),
    )


def _field_sheet(
    desk: Desk, mention: QuantityMention, region: ResolvedRegion | Region | None, when: When
) -> Sheet:
    name = mention.operator.removeprefix(FIELD)
    info = desk.inventory.variable(name)
    if info is None:
        held = ", ".join(item.name for item in desk.inventory.variables)
        raise InputDataError(f"the data do not hold {name}; they hold {held}", code="missing_input")
    levels = (mention.level,) if isinstance(mention.level, float) and info.levels_hpa else ()
    if levels and levels[0] not in info.levels_hpa:
        held = ", ".join(f"{level:g}" for level in info.levels_hpa)
        raise InputDataError(
            f"the data hold {name} at {held} hPa, not at {levels[0]:g}", code="missing_level"
        )
    times = asked_times(desk.inventory, when)
    box, polygon = box_and_outline(region)
    window = Window(TimeWindow(start=times[0], end=times[-1]), box, 1)
    array = desk.cache.load(desk.source, (name,), levels, window)[name]
    grid = desk.cache.grid(desk.source, window, array)
    if levels:
        array = array.isel(level=0)
    wanted = np.array([to_datetime64(item) for item in times], dtype="datetime64[ns]")
    kept = np.isin(np.asarray(array["time"].values, dtype="datetime64[ns]"), wanted)
    values = convert(
        np.asarray(array.values[kept], dtype=np.float64),
        info.unit,
        mention.unit,
        water_equivalent=True,
    )
    mask = np.ones(grid.shape, dtype=bool) if box is None else region_mask(grid, box, polygon)
    return Sheet(
        values=values,
        times=tuple(to_instant(item) for item in array["time"].values[kept]),
        grid=grid,
        mask=mask,
        unit=mention.unit,
        operator=mention.operator,
        provenance=Provenance(
            tool=mention.operator,
            tool_version="1",
            input_digest=desk.cache.digest_of_field(array),
            domain=box,
            inputs=(name,),
        ),
    )


def told(when: When | datetime) -> str:
    """Write a moment or period for people."""
    if when is None:
        return "the whole period"
    if isinstance(when, datetime):
        return f"{when:%Y-%m-%d %H:%M} UTC"
    return f"{format_instant(when.start)} to {format_instant(when.end)}"
