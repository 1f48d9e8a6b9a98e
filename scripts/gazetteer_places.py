"""What the gazetteer's table holds."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Place:
    """One line of the table."""

    kind: str
    name: str
    country: str
    aliases: list[str] = field(default_factory=list)
    latitude: float = 0.0
    longitude: float = 0.0
    population: int = 0
    box: tuple[float, float, float, float] | None = None
    outline: int | None = None
