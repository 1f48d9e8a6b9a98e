"""Which part of the data a request chose."""

from __future__ import annotations

from pydantic import Field

from diagnostics.contracts.base import Contract, Instant, is_none


class DataChoice(Contract):
    """The forecast run and the ensemble member that a request named; at least one of them."""

    run: Instant | None = Field(
        default=None, description="start of the forecast", exclude_if=is_none
    )
    member: int | None = Field(default=None, description="of the ensemble", exclude_if=is_none)
