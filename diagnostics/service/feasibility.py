"""What a source allows before anything is read: criteria, tools and entries of the library."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import EventType, Feasibility, Language, ToolKind
from diagnostics.contracts.feasibility import (
    CriterionFeasibility,
    EntryPossible,
    FeasibilityAnswer,
    FeasibilityRequest,
    Missing,
    Possibility,
    ToolPossible,
)
from diagnostics.contracts.guidelines import GuidelineEntry, GuidelineRelease
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.guidelines import CaseProfile, inapplicable_reason
from diagnostics.messages import Listing, Message, Param, Term, positions, render

if TYPE_CHECKING:
    from diagnostics.catalog.tool_feasibility import Lack, Lacks
    from diagnostics.climatology import Climatologies
    from diagnostics.detection.events import Preset

_STATES = {
    Feasibility.FEASIBLE: Possibility.FULLY,
    Feasibility.PARTIAL: Possibility.PARTLY,
    Feasibility.BLOCKED: Possibility.NOT,
}


@dataclass(frozen=True)
class Reader:
    """Who reads: in which language, by which door."""

    language: Language
    door: str = ""

    def written(self, identifier: str, /, **params: Param) -> str:
        """Write an entry of the catalogue."""
        return render(Message(id=identifier, params=params), self.language, self.door)


def what_is_possible(
    request: FeasibilityRequest,
    inventory: Inventory,
    release: GuidelineRelease,
    *,
    climatology: Climatologies | None = None,
    reader: Reader,
) -> FeasibilityAnswer:
    """Say what can be tested, partly or not, each with what is missing and its cure.

    Parameters
    ----------
    request : FeasibilityRequest
    inventory : Inventory
        Of the source.
    release : GuidelineRelease
    climatology : Climatologies, optional
        Of the source.
    reader : Reader

    Raises
    ------
    ArgumentError
        With code ``unknown_preset``.
    """
    from diagnostics.catalog.tool_feasibility import lacking
    from diagnostics.detection.events import load_preset

    preset = load_preset(request.preset)
    extent = None if inventory.grid is None else inventory.grid.region
    region = request.region or extent
    times = inventory.times
    window = request.window or (TimeWindow(start=times[0], end=times[-1]) if times else None)
    inside = [time for time in times if window and window.start <= time <= window.end]
    elsewhere = (*_region_missing(region, extent, reader), *_period_missing(inside, times, reader))
    gridded = climatology is not None and bool(climatology.gridded)
    lacks = {item.spec.name: item for item in lacking(inventory)}
    tools = {name: _tool(item, gridded, elsewhere, reader) for name, item in lacks.items()}

    def of_kind(kind: ToolKind) -> tuple[ToolPossible, ...]:
        return tuple(tools[name] for name, item in lacks.items() if item.spec.kind is kind)

    events = tuple(EventType) if request.event is None else (request.event,)
    return FeasibilityAnswer(
        source=request.source,
        region=region,
        window=window,
        times=len(inside),
        preset=preset.name,
        climatology="" if climatology is None else climatology.name,
        missing=elsewhere,
        criteria=tuple(
            _criterion(event, preset, inventory, gridded, elsewhere, reader) for event in events
        ),
        indices=of_kind(ToolKind.INDEX),
        detectors=of_kind(ToolKind.DETECTOR),
        charts=of_kind(ToolKind.FIGURE),
        entries=_entries(events, release, tools, region, inside, reader),
    )


def _region_missing(
    region: Region | None, extent: Region | None, reader: Reader
) -> tuple[Missing, ...]:
    if extent is None or region is None:
        text = reader.written("feasibility-no_grid")
        return (Missing(kind="region", message=text),)
    if _meets(region, extent):
        return ()
    box = positions.box(extent.bounds())
    text = reader.written("feasibility-region_outside", extent=box)
    cure = reader.written("feasibility-cure_region", extent=box)
    return (Missing(kind="region", message=text, cure=cure),)


def _meets(one: Region, other: Region) -> bool:
    if one.south > other.north or other.south > one.north:
        return False
    return any(
        one.west <= other.east + turn and other.west + turn <= one.east
        for turn in (-360.0, 0.0, 360.0)
    )


def _period_missing(
    inside: list[datetime], times: tuple[datetime, ...], reader: Reader
) -> tuple[Missing, ...]:
    if inside:
        return ()
    if not times:
        return (Missing(kind="period", message=reader.written("feasibility-undated")),)
    span = {"first": format_instant(times[0]), "last": format_instant(times[-1])}
    text = reader.written("feasibility-period_outside", **span)
    return (Missing(kind="period", message=text, cure=reader.written("feasibility-cure_period")),)


def _tool(
    lacks: Lacks, gridded: bool, elsewhere: tuple[Missing, ...], reader: Reader
) -> ToolPossible:
    """Tell of one tool; a gridded climatology counts as there where the source has one."""
    spec = lacks.spec
    title = spec.title(reader.language)
    missing = [_missing(item, reader) for item in (lacks.blocked or lacks.partial)]
    state = _STATES[lacks.state]
    if spec.climatology and not lacks.blocked:
        if gridded:
            state = Possibility.PARTLY if lacks.partial else Possibility.FULLY
        else:
            state = Possibility.NOT
            missing.append(_no_climatology(reader))
    if elsewhere:
        state, missing = Possibility.NOT, [*elsewhere, *missing]
    return ToolPossible(name=spec.name, title=title, testable=state, missing=tuple(missing))


def _no_climatology(reader: Reader) -> Missing:
    text = reader.written("feasibility-climatology")
    cure = reader.written("feasibility-cure_climatology")
    return Missing(kind="climatology", message=text, cure=cure)


def _missing(lack: Lack, reader: Reader) -> Missing:
    names = tuple(Term(term=f"field_{name}") for name in lack.fields)
    listed = Listing(items=names, style="or")
    if lack.levels_hpa:
        levels = ", ".join(f"{level:g}" for level in lack.levels_hpa)
        text = reader.written("feasibility-levels", field=listed, levels=levels)
        cure = reader.written("feasibility-cure_levels", field=listed, levels=levels)
        kind = "levels"
    else:
        text = reader.written("feasibility-field", field=listed)
        cure = reader.written("feasibility-cure_field", field=listed)
        kind = "field"
    return Missing(
        kind=kind, fields=lack.fields, levels_hpa=lack.levels_hpa, message=text, cure=cure
    )


def _criterion(
    event: EventType,
    preset: Preset,
    inventory: Inventory,
    gridded: bool,
    elsewhere: tuple[Missing, ...],
    reader: Reader,
) -> CriterionFeasibility:
    """Tell of the criterion of a type: the best set of its fields, or another one."""
    from diagnostics.catalog.tool_feasibility import Lack
    from diagnostics.detection.events import REGISTRY

    definition = REGISTRY.find(event)
    assert definition is not None
    beyond = preset.percentiles.get(event)
    missing: list[Missing] = list(elsewhere)
    if beyond is None and preset.criteria_of(event.value, definition.criteria) is None:
        text = reader.written("feasibility-no_criterion", preset=preset.name)
        cure = reader.written("feasibility-cure_preset")
        missing.append(Missing(kind="criterion", message=text, cure=cure))
    if beyond is not None and not gridded:
        missing.append(_no_climatology(reader))
    if missing:
        best = definition.needs[0] if definition.needs else ()
        return CriterionFeasibility(
            event=event, testable=Possibility.NOT, fields=best, missing=tuple(missing)
        )

    def absent(fields: Iterable[str]) -> tuple[Missing, ...]:
        return tuple(
            _missing(Lack((name,)), reader) for name in fields if inventory.variable(name) is None
        )

    whole = [fields for fields in definition.needs if not absent(fields)]
    best = definition.needs[0]
    if not whole:
        nearest = min(definition.needs, key=lambda fields: len(absent(fields)))
        return CriterionFeasibility(
            event=event, testable=Possibility.NOT, fields=nearest, missing=absent(nearest)
        )
    state = Possibility.FULLY if whole[0] == best else Possibility.PARTLY
    return CriterionFeasibility(event=event, testable=state, fields=best, missing=absent(best))


def _entries(
    events: tuple[EventType, ...],
    release: GuidelineRelease,
    tools: dict[str, ToolPossible],
    region: Region | None,
    times: list[datetime],
    reader: Reader,
) -> tuple[EntryPossible, ...]:
    latitude, longitude = (0.0, 0.0) if region is None else region.center
    month = times[len(times) // 2].month if times else None
    found = []
    for event in events:
        profile = CaseProfile(event=event, month=month or 1, latitude=latitude, longitude=longitude)
        for entry in release.entries:
            if event not in entry.event_types:
                continue
            why = None if month is None else inapplicable_reason(entry, profile)
            found.append(_entry(entry, event, tools.get(entry.factor), why, reader))
    return tuple(found)


def _entry(
    entry: GuidelineEntry,
    event: EventType,
    tool: ToolPossible | None,
    why: Message | None,
    reader: Reader,
) -> EntryPossible:
    return EntryPossible(
        id=entry.id,
        event=event,
        factor=entry.factor,
        title=entry.factor if tool is None else tool.title,
        modality=entry.modality,
        category=entry.category,
        testable=Possibility.NOT if tool is None else tool.testable,
        applies=why is None,
        reason="" if why is None else render(why, reader.language, reader.door),
        missing=() if tool is None else tool.missing,
    )
