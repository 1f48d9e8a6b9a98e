"""What defines a type of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from diagnostics.contracts.base import Contract
from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.case import Case

Kind = Literal["amount", "wind", "temperature"]
Shown = Literal["rain", "snow", "wind", "highest_temperature", "temperature_fall"]
KINDS: Mapping[Shown, Kind] = {
    "rain": "amount",
    "snow": "amount",
    "wind": "wind",
    "highest_temperature": "temperature",
    "temperature_fall": "temperature",
}
"""What is shown of an event, and which kind of weather that is."""


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
    shown : str
        What the chart of the event shows over its spell; a key of :data:`KINDS`.
        `temperature_fall` is the fall of the daily minimum, with the lowest temperature as lines.
    whole_days : bool
        The criterion is of whole days: a report names the day of the peak, not the hour.
    on_land : bool
        The criterion is tested on land.
    windy : bool
        The wind belongs to the chart of the event.
    linked : frozenset of EventType
        Types that a physical link joins to it in compound events.
    precedence : int
        Of two types of equal severity the lower one comes first.
    """

    event: EventType
    criteria: type[Contract]
    needs: tuple[tuple[str, ...], ...]
    assess: Callable[[Case, Any], TypeAssessment]
    shown: Shown
    whole_days: bool = False
    on_land: bool = False
    windy: bool = False
    linked: frozenset[EventType] = frozenset()
    precedence: int = 0

    @property
    def kind(self) -> Kind:
        """The kind of weather."""
        return KINDS[self.shown]

    @property
    def from_zero(self) -> bool:
        """Whether calm weather has the value 0: a value just below the limit is the same storm."""
        return self.kind != "temperature"


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

    def __getitem__(self, event: EventType) -> EventDefinition:
        """Return the definition of a type that is diagnosed."""
        return self._by_name[str(event)]

    def order(self, event: EventType) -> int:
        """Return the precedence of a type among equals."""
        return self[event].precedence
