"""The summary: what was concluded, where, when, how much and why."""

from __future__ import annotations

from diagnostics.contracts.enums import (
    ConclusionKind,
    EventType,
    Firing,
    Scope,
    StopReason,
    Strength,
)
from diagnostics.contracts.report import Section, Sentence
from diagnostics.reporting.book import ClaimBook
from diagnostics.reporting.causes import favoured
from diagnostics.reporting.event import assessment_path, peak_time, quantity_value, span
from diagnostics.reporting.material import ReportMaterial
from diagnostics.reporting.named import names_of
from diagnostics.reporting.sections import section
from diagnostics.reporting.values import FRACTION

_CLASS = "classification"
_CUT_SHORT = (StopReason.ORDERED, StopReason.DEADLINE, StopReason.TURNS_USED)


def summary_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say what was concluded, where and when it peaked, and what carries it."""
    conclusion = material.conclusion
    opening = _verdict(book, material)
    if conclusion.event is not None:
        opening.extend(_peak(book, material, conclusion.event))
    if material.classification.agreement is False:
        declared = book.bind(_CLASS, "declared", "term")
        opening.append(book.say("declared_disagrees", declared=declared))
    lines = [book.paragraph(*opening)]
    if material.confirmed and conclusion.kind is ConclusionKind.EVENT_SUPPORTED:
        names = names_of(book, material.confirmed)
        lines.append(book.paragraph(*favoured(book, material), book.say("mechanisms", names=names)))
    closing: list[Sentence] = []
    if conclusion.confidence_level:
        closing.append(
            book.say(
                "confidence",
                level=book.bind("conclusion", "confidence_level", "term"),
                confidence=book.bind("conclusion", "confidence", "number", digits=2),
            )
        )
    if conclusion.stopped not in (None, StopReason.TARGET_REACHED):
        closing.append(book.say(f"stopped_{conclusion.stopped}"))
    if conclusion.scope is Scope.SNAPSHOT:
        closing.append(book.say("snapshot"))
    if closing:
        lines.append(book.paragraph(*closing))
    return section(book, "summary", sentences=lines)


def _verdict(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """State the conclusion in a sentence or two."""
    conclusion = material.conclusion
    region = book.bind("request", "region", "place")
    confirmed = book.bind("conclusion", "confirmed.#", "count")
    if conclusion.kind is ConclusionKind.EVENT_SUPPORTED:
        event = book.bind("conclusion", "event", "term")
        key = "supported_partial" if conclusion.strength is Strength.PARTIAL else "supported"
        if key == "supported_partial" and conclusion.stopped in _CUT_SHORT:
            key = "supported_partial_ended"
        lines = [book.say(key, event=event, region=region, confirmed=confirmed)]
        if conclusion.categories_lacking:
            lacking = book.bind("conclusion", "categories_lacking", "term")
            lines.append(book.say("category_lacking", categories=lacking))
        return lines
    if conclusion.kind is ConclusionKind.NO_SIGNIFICANT_EVENT:
        return [book.say("no_event", region=region)]
    return [
        book.say("insufficient", region=region),
        *_why_insufficient(book, material, confirmed),
    ]


def _why_insufficient(book: ClaimBook, material: ReportMaterial, confirmed: str) -> list[Sentence]:
    conclusion = material.conclusion
    lines: list[Sentence] = []
    if conclusion.not_testable:
        types = book.bind("conclusion", "not_testable", "term")
        lines.append(book.say("insufficient_untested", types=types))
    if conclusion.reason == "another_type_fired":
        other = book.bind(_CLASS, "primary", "term")
        lines.append(book.say("insufficient_other", event=other))
    if conclusion.event is None:
        return lines
    event = book.bind("conclusion", "event", "term")
    if material.classification.assessment(conclusion.event).firing is Firing.FIRED:
        lines.append(book.say("insufficient_factors", event=event, confirmed=confirmed))
    elif material.evidence:
        refuted = book.bind("conclusion", "refuted.#", "count")
        lines.append(
            book.say("insufficient_examined", event=event, confirmed=confirmed, refuted=refuted)
        )
    return lines


def _peak(book: ClaimBook, material: ReportMaterial, event: EventType) -> list[Sentence]:
    """Say how much, where and when, and for a type that fired how long, how wide, which grade."""
    path = assessment_path(material, event)
    assessment = material.classification.assessment(event)
    metrics = assessment.metrics
    if metrics is None:
        return []
    slots = {
        "quantity": book.bind(_CLASS, f"{path}.metrics.quantity", "term"),
        "window": book.bind(_CLASS, f"{path}.metrics.window", "term"),
        "value": quantity_value(book, path, metrics, "peak"),
    }
    if metrics.peak_latitude is None or metrics.peak_time is None:
        lines = [book.say("peak_plain", **slots)]
    else:
        where = f"{path}.metrics.peak_latitude+{path}.metrics.peak_longitude"
        slots["place"] = book.bind(_CLASS, where, "place")
        slots["time"] = peak_time(book, material, path, event)
        moment = material.conclusion.scope is Scope.SNAPSHOT
        lines = [book.say("peak_at" if moment else "peak", **slots)]
    if assessment.firing is not Firing.FIRED:
        return lines
    if metrics.onset and metrics.end and metrics.area_fraction and metrics.onset != metrics.end:
        lines.append(
            book.say(
                "extent",
                **span(book, material, path, event),
                area=book.bind(_CLASS, f"{path}.metrics.area_fraction", "number", unit=FRACTION),
            )
        )
    if assessment.grade_name:
        grade = book.bind(_CLASS, f"{path}.grade_name", "term")
        lines.append(book.say("criterion_grade", grade=grade))
    return lines
