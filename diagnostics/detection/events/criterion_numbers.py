"""Numbers of criteria, each with its label."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from diagnostics.contracts.base import Contract

Label = Literal["S", "K", "D", "L", "C"]


class Number(Contract):
    """A number of a criterion.

    `label` says where it is from: S national standard or agency practice that was checked, K
    agency practice from professional knowledge, D a default of this project, L set by curators of
    the shared library, C set by the centre.
    """

    value: float
    unit: str
    label: Label
    source: str = ""


class Grade(Number):
    """A named threshold."""

    name: str


class AccumulationWindow(Contract):
    """Grades of an amount that falls in so many hours, ascending."""

    hours: int
    grades: tuple[Grade, Grade, Grade]


class DayBoundary(Contract):
    """Where a day begins, in hours of the case's zone, and which date names it."""

    boundary_hour: int = Field(ge=0, le=23)
    named_by_end: bool = False
