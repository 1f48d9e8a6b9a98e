"""What each type's criterion reads, for those who plan or score a retrieval."""

from __future__ import annotations

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.inventory import Inventory
from diagnostics.detection.events.registry import REGISTRY, Registry


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
