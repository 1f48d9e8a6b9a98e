"""Places by name: countries, regions and towns, in English and Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnostics.errors import ArgumentError

if TYPE_CHECKING:
    from diagnostics.grid.regions import ResolvedRegion


def find_place(name: str) -> ResolvedRegion:
    """Find a place by its name.

    Raises
    ------
    ArgumentError
        ``unknown_place`` when no place is called so.
    """
    raise ArgumentError(
        f"no place called '{name}' is known; give the region as W,S,E,N in degrees",
        code="unknown_place",
        data={"name": name},
    )
