"""What people order of a running diagnosis, and what became of it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from diagnostics.contracts.base import Contract
from diagnostics.contracts.enums import StopReason


class SteeringAction(StrEnum):
    """What an order asks for."""

    PIN = "pin"
    VETO = "veto"
    ADD = "add"
    CONCLUDE = "conclude"


class SteeringOrder(Contract):
    """One order to a running diagnosis.

    `factor` is an entry of the library or a factor by its catalogue name; empty to conclude.
    `stop` says why the search ends where the order is to conclude.
    """

    id: str
    action: SteeringAction
    factor: str = ""
    author: str
    reason: str
    stop: StopReason = StopReason.ORDERED


class SteeringRecord(Contract):
    """An order that the loop has taken, with what it did."""

    order: str = Field(default="", description="id of the order")
    action: SteeringAction
    factor: str = Field(default="", description="catalogue name, or what was named")
    entry_id: str | None = None
    author: str
    reason: str = ""
    turn: int = 0
    stop: StopReason | None = None
    applied: bool = True
    problem: str = Field(
        default="",
        description="why it was not applied: unknown_factor | inapplicable_factor | "
        "already_tested | nothing_to_steer",
    )
    message: str = Field(default="", description="the same in words")


class SteeringLog(Contract):
    """The orders that a run has taken, in order."""

    records: tuple[SteeringRecord, ...] = ()
