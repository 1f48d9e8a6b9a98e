"""Limits on what is opened and read: a source is untrusted until it is known to be small."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from diagnostics.contracts.base import Contract
from diagnostics.errors import BudgetError
from diagnostics.messages import Message

TOO_LARGE = "source_too_large"
"""The code of a source, chunk or window beyond its limit."""


class SourceLimits(Contract):
    """The largest source that is opened, and the largest window that is read."""

    max_bytes: int = Field(default=4 * 1024**3, gt=0, description="of one window, as float64")
    max_cells: int = Field(default=30_000_000, gt=0, description="of one horizontal grid")
    max_times: int = Field(default=1_500_000, gt=0, description="of the time axis")
    max_files: int = Field(default=10_000, gt=0)
    max_unpacked_bytes: int = Field(
        default=8 * 1024**3, gt=0, description="of all files that come out of one archive"
    )
    max_chunk_bytes: int = Field(
        default=512 * 2**20,
        gt=0,
        description="of one chunk of a NetCDF or Zarr variable, decoded: it is read as a whole",
    )

    def check(
        self, what: Literal["window", "files", "cells", "times", "columns"], value: int, limit: int
    ) -> None:
        """Refuse a value beyond its limit.

        Raises
        ------
        BudgetError
            ``source_too_large``.
        """
        if value > limit:
            raise BudgetError(
                Message(
                    id=f"dataerror-limit_{what}", params={"value": f"{value}", "limit": f"{limit}"}
                ),
                code=TOO_LARGE,
                data={"what": what, "value": value, "limit": limit},
            )
