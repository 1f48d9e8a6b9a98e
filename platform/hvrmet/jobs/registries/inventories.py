"""What registered sources hold, as a worker last read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from diagnostics.contracts.inventory import Inventory


@dataclass(frozen=True)
class SourceHolding:
    """What a source holds; None where no worker has read it yet."""

    inventory: Inventory | None
    read_at: datetime | None
    stale: bool


def source_holdings(names: Iterable[str]) -> dict[str, SourceHolding]:
    """Return what sources hold, by name; those of which nothing is known are left out."""
    return {}
