"""What is known of a quantity that charts draw and detectors search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from diagnostics.messages import Message, message
from diagnostics.quantities.scene import Array, Scene

Compute = Callable[[Scene, float | None], Array]
ComputeVector = Callable[[Scene, float | None], tuple[Array, Array]]


@dataclass(frozen=True)
class Quantity:
    """What a quantity is called, its unit, what it reads and how it is computed.

    `fields` are canonical names; three-dimensional ones are read at the level asked for, or at
    every level where `whole_column` is set, or at `fixed_levels`; `column_levels` are those without
    which a column says little. The level asked for is a pressure, or a potential temperature where
    `level_unit` is K. `lookback_hours` says how far back in time it reads. Fields in `optional` may
    be absent. `climatology` says what a gridded climatology must hold for it, for readers, and
    `gap` what it means where a map of it has no value. `operator` is the index whose function
    computes it. `title` names it where the catalogue of messages has no ``quantity-NAME``.
    """

    name: str
    unit: str
    fields: tuple[str, ...]
    compute: Compute | None = None
    vector: ComputeVector | None = None
    has_level: bool = False
    whole_column: bool = False
    fixed_levels: tuple[float, ...] = ()
    column_levels: tuple[float, ...] = ()
    level_unit: str = "hPa"
    lookback_hours: float = 0.0
    optional: tuple[str, ...] = ()
    valid_range: tuple[float, float] = (float("-inf"), float("inf"))
    climatology: str = ""
    gap: Message | None = field(default=None, compare=False)
    operator: str = ""
    title: Message | None = field(default=None, compare=False)

    @property
    def label(self) -> Message:
        """What it is called on charts."""
        return self.title or message(f"quantity-{self.name}")
