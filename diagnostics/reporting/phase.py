"""What fell at the peak of an event of precipitation, in words."""

from __future__ import annotations

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import EventType, PrecipitationType
from diagnostics.contracts.report import Sentence
from diagnostics.reporting.claim_book import ClaimBook

_CLASS = "classification"


def phase_lines(book: ClaimBook, path: str, item: TypeAssessment) -> list[Sentence]:
    """Say that the type of precipitation is mixed or uncertain, and why; of snow, that it is snow.

    That rain is rain goes without saying.
    """
    if item.phase is None:
        return []
    wording = book.bind(_CLASS, f"{path}.phase.wording", "message")
    if item.phase.type is PrecipitationType.MIXED_OR_UNCERTAIN:
        return [book.say("phase_uncertain", wording=wording)]
    if item.event is not EventType.SNOWSTORM:
        return []
    return [book.say("phase_clear", wording=wording)]


def named_with_phase(book: ClaimBook, path: str, item: TypeAssessment, quantity: str) -> str:
    """Mark a quantity of the table whose type of precipitation is mixed or uncertain."""
    if item.phase is None or item.phase.type is not PrecipitationType.MIXED_OR_UNCERTAIN:
        return quantity
    mark = book.bind(_CLASS, f"{path}.phase.type", "term")
    return book.say("marked", name=quantity, mark=mark).text
