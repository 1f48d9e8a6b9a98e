"""What each type's criterion reads, for those who plan or score a retrieval."""

from __future__ import annotations

from collections.abc import Mapping

from diagnostics.contracts.enums import EventType
from diagnostics.contracts.inventory import Inventory

CRITERION_FIELDS: Mapping[EventType, tuple[tuple[str, ...], ...]] = {
    EventType.RAINSTORM: (("tp",),),
    EventType.SNOWSTORM: (("tp", "sf"), ("sf",), ("tp", "t2m", "d2m")),
    EventType.GALE: (("u10", "v10", "fg10"), ("u10", "v10"), ("fg10",)),
    EventType.HEAT_WAVE: (("mx2t",), ("t2m",)),
    EventType.COLD_WAVE: (("mn2t",), ("t2m",)),
}
"""Sets of fields, any one of which tests the type directly; the best one first."""


def criterion_fields(event: EventType, inventory: Inventory) -> tuple[str, ...]:
    """Return the fields that test a type directly on these data; none where they are not held.

    Parameters
    ----------
    event : EventType
    inventory : Inventory

    Returns
    -------
    tuple of str
        A proxy from other fields, where the classification has one, is not among them.
    """
    for fields in CRITERION_FIELDS[event]:
        if all(inventory.variable(name) is not None for name in fields):
            return fields
    return ()
