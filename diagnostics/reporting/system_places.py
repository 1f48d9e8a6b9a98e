"""What every sentence on a synoptic system says: its place, its distance, its value."""

from __future__ import annotations

from diagnostics.contracts.systems import Position, PressureSystem
from diagnostics.reporting.claim_book import ClaimBook

SOURCE = "systems"
NEAR_KM = 1500.0
"""Fronts, troughs and centres aloft farther from the event are left to the table."""
HERE_KM = 60.0
"""Nearer than this a system lies at the event itself."""
SLOW_MS = 1.0
"""A slower system hardly moves."""


def digits_of(system: PressureSystem) -> int:
    """Return the decimals of a central value."""
    return 1 if system.unit == "hPa" else 0


def place_of(book: ClaimBook, path: str) -> str:
    """Bind the place of a record that has latitude and longitude."""
    return book.bind(SOURCE, f"{path}.latitude+{path}.longitude", "place")


def is_here(position: Position | None) -> bool:
    """Whether a system lies at the place from which distances are counted."""
    return position is None or position.distance_km < HERE_KM


def where(book: ClaimBook, path: str, position: Position | None) -> str:
    """Say how far and in which direction a system lies from where distances are counted."""
    if is_here(position):
        return book.say("story_here").text
    return book.say("story_away", **offset(book, path)).text


def row_where(book: ClaimBook, path: str, position: Position) -> str:
    """Say the same in a cell of a table."""
    if is_here(position):
        return book.say("row_here", origin=book.origin()).text
    return book.say("row_away", **offset(book, path)).text


def offset(book: ClaimBook, path: str) -> dict[str, str]:
    """Bind the distance and the bearing of a record's position."""
    at = f"{path}.position"
    return {
        "distance": book.bind(SOURCE, f"{at}.distance_km", "number", unit="km", digits=0),
        "bearing": book.bind(SOURCE, f"{at}.bearing_deg", "direction"),
    }
