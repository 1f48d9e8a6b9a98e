"""What defines a type of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.case import Case
from diagnostics.detection.events.support import Held, Support


@dataclass(frozen=True)
class EventDefinition:
    """One type of event; everything that other modules know of it.

    Attributes
    ----------
    event : EventType
    criteria : type of Contract
        How a preset writes its numbers.
    needs : tuple of tuple of str
        Sets of fields, any one of which tests the type directly; the best one first.
    assess : callable
        Case and criteria to the assessment.
    support : callable, optional
        What an inventory can support of the criteria; without it, the fields of `needs` suffice.
    linked : frozenset of EventType
        Types that a physical link joins to it in compound events.
    precedence : int
        Of two types of equal severity the lower one comes first.
    """

    event: EventType
    criteria: type[Contract]
    needs: tuple[tuple[str, ...], ...]
    assess: Callable[[Case, Any], TypeAssessment]
    support: Callable[[Held, Any], Support] | None = None
    linked: frozenset[EventType] = frozenset()
    precedence: int = 0


@dataclass(frozen=True)
class Registry:
    """The types of event there are, in the order in which a classification lists them.

    Parameters
    ----------
    definitions : tuple of EventDefinition
    """

    definitions: tuple[EventDefinition, ...]
    _by_name: Mapping[str, EventDefinition] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {str(item.event): item for item in self.definitions})

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the types."""
        return tuple(self._by_name)

    def find(self, name: str) -> EventDefinition | None:
        """Return the definition of a type; None where there is none."""
        return self._by_name.get(str(name))

    def order(self, event: EventType) -> int:
        """Return the precedence of a type among equals."""
        return self._by_name[str(event)].precedence
