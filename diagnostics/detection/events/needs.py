"""What each type's criterion reads, and what data can support of it before any is read."""

from __future__ import annotations

from diagnostics.contracts.enums import EventType, Feasibility
from diagnostics.contracts.inventory import EventSupport, Inventory
from diagnostics.detection.events.definition import EventDefinition
from diagnostics.detection.events.moving_grids import moves
from diagnostics.detection.events.preset_files import as_preset
from diagnostics.detection.events.presets import Preset
from diagnostics.detection.events.reasons import clauses
from diagnostics.detection.events.registry import REGISTRY, Registry
from diagnostics.detection.events.support import Held, Support, blocked
from diagnostics.messages import Message


def criterion_fields(
    event: EventType, inventory: Inventory, registry: Registry = REGISTRY
) -> tuple[str, ...]:
    """Return the fields that test a type directly on these data; none where they are not there.

    Parameters
    ----------
    event : EventType
    inventory : Inventory
    registry : Registry

    Returns
    -------
    tuple of str
        A proxy from other fields, where the classification has one, is not among them.
    """
    definition = registry.find(event)
    for fields in definition.needs if definition is not None else ():
        if all(inventory.variable(name) is not None for name in fields):
            return fields
    return ()


def event_support(
    inventory: Inventory, *, preset: str | Preset = "cma", registry: Registry = REGISTRY
) -> tuple[EventSupport, ...]:
    """Tell for each type of event what the data can support of its criterion.

    Parameters
    ----------
    inventory : Inventory
    preset : str or Preset
    registry : Registry

    Returns
    -------
    tuple of EventSupport
        As `classify` would find over the whole area and all times of the data, as far as fields,
        levels, intervals and times tell. Land, season and missing values are not looked at.
    """
    criteria = as_preset(preset)
    held = Held(_at_one_time(inventory) if moves(inventory) else inventory, criteria.days)
    found = {item.event: _support(item, held, criteria) for item in registry.definitions}
    return tuple(
        EventSupport(
            event=event,
            feasibility=support.feasibility,
            fields=support.fields,
            missing=support.missing,
            message=clauses(*support.lacks) if support.lacks else None,
        )
        for event, support in found.items()
    )


def _support(definition: EventDefinition, held: Held, preset: Preset) -> Support:
    criteria = preset.criteria_of(definition.event, definition.criteria)
    if criteria is None:
        percentile = preset.percentiles.get(definition.event)
        wording = Message(id="event-preset_without_criteria", params={"preset": preset.name})
        if percentile is not None:
            wording = Message(id="event-climatology_none", params={"item": percentile.item})
        return blocked(wording)
    if not held.inventory.times or held.inventory.grid is None:
        return blocked(Message(id="support-no_times"))
    if definition.support is not None:
        return definition.support(held, criteria)
    for fields in definition.needs:
        if held.has(*fields):
            return Support(Feasibility.FEASIBLE, fields)
    return blocked(Message(id="support-no_fields"), *definition.needs[0])


def _at_one_time(inventory: Inventory) -> Inventory:
    """Return what one time of a moving grid holds: each is tested by itself."""
    variables = tuple(
        item.model_copy(update={"times": min(item.times, 1)}) for item in inventory.variables
    )
    return inventory.model_copy(
        update={
            "times": inventory.times[:1],
            "step_hours": None,
            "grids": (),
            "variables": variables,
        }
    )
