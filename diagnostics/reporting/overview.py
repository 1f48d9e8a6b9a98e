"""Sections on the diagnosis as a whole: summary, confidence, data."""

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
from diagnostics.reporting.event import assessment_path, quantity_value
from diagnostics.reporting.material import ReportMaterial
from diagnostics.reporting.phrases import term
from diagnostics.reporting.sections import section, tool_name

_CLASS = "classification"
_CUT_SHORT = (StopReason.ORDERED, StopReason.DEADLINE)


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
    known = {item.id: item.factor for item in material.evidence}
    names = [tool_name(book, known[item]) for item in conclusion.confirmed]
    if names and conclusion.kind is ConclusionKind.EVENT_SUPPORTED:
        lines.append(
            book.paragraph(
                *favoured(book, material), book.say("mechanisms", names=book.listed(names))
            )
        )
    closing: list[Sentence] = []
    if conclusion.kind is not ConclusionKind.INSUFFICIENT_EVIDENCE:
        confidence = book.bind("conclusion", "confidence", "number", digits=2)
        closing.append(book.say("confidence", confidence=confidence))
    if conclusion.turns:
        turns = book.bind("conclusion", "turns", "count")
        tried = book.bind("conclusion", "refuted.#", "count")
        closing.append(book.say("turns", turns=turns, refuted=tried))
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
        return [book.say(key, event=event, region=region, confirmed=confirmed)]
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
    path = assessment_path(material, event)
    metrics = material.classification.assessment(event).metrics
    if metrics is None:
        return []
    slots = {
        "quantity": book.bind(_CLASS, f"{path}.metrics.quantity", "term"),
        "window": book.bind(_CLASS, f"{path}.metrics.window", "term"),
        "value": quantity_value(book, path, metrics, "peak"),
    }
    if metrics.peak_latitude is None or metrics.peak_time is None:
        return [book.say("peak_plain", **slots)]
    where = f"{path}.metrics.peak_latitude+{path}.metrics.peak_longitude"
    slots["place"] = book.bind(_CLASS, where, "place")
    slots["time"] = book.bind(_CLASS, f"{path}.metrics.peak_time", "time")
    return [book.say("peak", **slots)]


def confidence_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say how far the result can be trusted, and why not further."""
    lines = _classification_confidence(book, material)
    rates = material.conclusion.false_discovery_rates
    known = [item for item in material.conclusion.confirmed if item in rates]
    if known:
        factors = {item.id: item.factor for item in material.evidence}
        shown = [
            book.say(
                "confidence_part",
                name=tool_name(book, factors[item]),
                value=book.bind("conclusion", f"false_discovery_rates.{item}", "number", digits=3),
            ).text
            for item in known
        ]
        lines.append(book.say("confidence_many", rates=book.listed(shown)))
    elif material.request.climatology is None and material.evidence:
        lines.append(book.say("confidence_no_climatology"))
    notes = [
        book.bind(_CLASS, f"warnings.{place}", "term")
        for place in range(len(material.classification.warnings))
    ]
    if notes:
        lines.append(book.say("warning", labels=book.listed(notes)))
    return section(book, "confidence", sentences=lines)


def _classification_confidence(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Name the factors that lower the confidence of the event's classification."""
    event = material.conclusion.event
    if event is None:
        return []
    path = assessment_path(material, event)
    parts = material.classification.assessment(event).confidence_parts
    slots = {"confidence": book.bind(_CLASS, f"{path}.confidence", "number", digits=2)}
    lowering = sorted(parts, key=lambda name: (parts[name], name))
    shown = [
        book.say(
            "confidence_part",
            name=term(name, book.language),
            value=book.bind(_CLASS, f"{path}.confidence_parts.{name}", "number", digits=2),
        ).text
        for name in lowering
        if parts[name] < 1.0
    ]
    if not shown:
        return [book.say("confidence_full", **slots)] if parts else []
    return [book.say("confidence_event", parts=book.listed(shown), **slots)]
