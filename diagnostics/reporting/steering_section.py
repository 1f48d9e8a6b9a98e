"""The section on what people ordered while the run was going on."""

from __future__ import annotations

from diagnostics.contracts.enums import StopReason
from diagnostics.contracts.report import Section, Sentence
from diagnostics.contracts.steering import SteeringAction, SteeringRecord
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.section_parts import section, tool_name


def steering_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say what was ordered, by whom and why, and what became of it."""
    records = material.steering.records
    lines = [_order_line(book, material, place, record) for place, record in enumerate(records)]
    return section(book, "steering", sentences=lines)


def _order_line(
    book: ClaimBook, material: ReportMaterial, place: int, record: SteeringRecord
) -> Sentence:
    slots = {
        "author": book.bind("steering", f"records.{place}.author", "words"),
        "reason": book.bind("steering", f"records.{place}.reason", "words"),
    }
    if record.factor:
        slots["factor"] = (
            tool_name(book, record.factor)
            if record.factor in material.specs
            else book.bind("steering", f"records.{place}.factor", "words")
        )
    said = book.say(_phrase_of(material, record), **slots)
    if record.applied:
        return said
    message = book.bind("steering", f"records.{place}.message", "words")
    return book.paragraph(said, book.say("steered_refused", message=message))


def _phrase_of(material: ReportMaterial, record: SteeringRecord) -> str:
    if record.applied and record.stop is StopReason.DEADLINE:
        return "steered_deadline"
    if record.applied and record.action is SteeringAction.VETO:
        aside = {item.entry_id for item in material.set_aside}
        return "steered_veto_aside" if record.entry_id in aside else "steered_veto"
    asked = "" if record.applied else "_asked"
    return f"steered_{record.action}{asked}"
