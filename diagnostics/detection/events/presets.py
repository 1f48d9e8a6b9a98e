"""Presets: every number of the criteria, as data with its label and a digest."""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import Field, SerializeAsAny

from diagnostics.contracts.base import Contract, digest_of, is_empty
from diagnostics.contracts.enums import EventType
from diagnostics.detection.events.criterion_numbers import DayBoundary, Label, Number

C = TypeVar("C", bound=Contract)


class Area(Contract):
    """How large an object must be; a cell that is larger than that is enough by itself."""

    min_object: Number
    min_object_of_proxy: Number


class PercentileCriterion(Contract):
    """A run of days beyond a percentile of the local climatology of such days.

    `item` names what the climatology of grid points must hold; `offset` turns its unit into the
    `unit` shown; days below `floor` do not count.
    """

    quantity: str
    label: Label
    name: str
    item: str
    kind: Literal["maximum", "minimum", "total"]
    percentile: float = Field(ge=0, le=100)
    tail: Literal["upper", "lower"]
    run_days: int = Field(ge=1)
    min_object: Number
    floor: Number | None = None
    unit: str
    offset: float = 0.0
    source: str = Field(default="", exclude_if=is_empty)


class Preset(Contract):
    """The criteria of one authority; a type that is absent cannot be assessed under it."""

    name: str
    title: str
    effective: str
    authority: str
    days: DayBoundary
    precipitation_days: DayBoundary
    tolerance: Number
    area: Area
    criteria: dict[str, SerializeAsAny[Contract]] = Field(default_factory=dict)
    percentiles: dict[EventType, PercentileCriterion] = Field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Sha256 of the canonical JSON of every number."""
        return digest_of(self)

    def criteria_of(self, event: str, kind: type[C]) -> C | None:
        """Return the criteria of a type; None where the preset has none."""
        found = self.criteria.get(event)
        return found if isinstance(found, kind) else None
