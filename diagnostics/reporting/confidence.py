"""The section on confidence: what the overall value is made of, and what lowers it."""

from __future__ import annotations

from diagnostics.contracts.report import Section, Sentence
from diagnostics.detection.events.reliability import OF_THE_SOURCE
from diagnostics.messages import term
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.data_check_summary import doubted_fields
from diagnostics.reporting.evidence_labels import counted_path, factor_name
from diagnostics.reporting.extremes import assessment_path
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.section_parts import cell, heads, section

_CLASS = "classification"


def confidence_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say how far the result can be trusted, and why not further."""
    conclusion = material.conclusion
    rows = _parts(book, material)
    lines = [book.say("confidence_product")] if rows else []
    lines += _classification_confidence(book, material)
    rates = conclusion.false_discovery_rates
    known = [
        item for item in material.evidence if item.id in rates and item.id in conclusion.confirmed
    ]
    if known:
        shown = [
            book.say(
                "confidence_part",
                name=factor_name(book, item),
                value=book.bind(
                    "conclusion", f"false_discovery_rates.{item.id}", "number", digits=3
                ),
            ).text
            for item in known
        ]
        lines.append(book.say("confidence_many", rates=book.named(shown)))
    elif material.request.climatology is None and material.evidence:
        own = "_own" if material.set_by_centre else ""
        lines.append(book.say(f"confidence_no_climatology{own}"))
    if conclusion.turns:
        turns = book.bind("conclusion", "turns", "count")
        tried = book.bind("conclusion", "refuted.#", "count")
        lines.append(book.say("turns", turns=turns, refuted=tried))
    notes = [
        book.bind(_CLASS, f"warnings.{place}", "term")
        for place in range(len(material.classification.warnings))
    ]
    if notes:
        lines.append(book.say("warning", labels=book.named(notes)))
    return section(book, "confidence", sentences=lines, table=rows)


_ORDER = (
    "criterion", *OF_THE_SOURCE, "data", "coverage", "factors", "breadth", "controls", "against",
    "lacking", "many_tests",
)  # fmt: skip


def _parts(book: ClaimBook, material: ReportMaterial) -> list[tuple[Sentence, ...]]:
    """List what the overall confidence is made of, and what each part rests on."""
    parts = material.conclusion.confidence_parts
    if not parts:
        return []
    rows = [heads(book, "part", "value", "basis")]
    # In an order of its own: a log read back from a database has lost that of the keys.
    named = [name for name in _ORDER if name in parts]
    for name in (*named, *sorted(parts.keys() - set(named))):
        shown = term(name, book.language)
        value = book.bind("conclusion", f"confidence_parts.{name}", "number", digits=2)
        rows.append(
            (
                cell(book, shown[:1].upper() + shown[1:]),
                cell(book, value),
                _basis(book, material, name),
            )
        )
    return rows


def _basis(book: ClaimBook, material: ReportMaterial, part: str) -> Sentence:
    conclusion = material.conclusion
    slots: dict[str, str] = {}
    if part == "criterion":
        if conclusion.reliability is None:
            return book.say("empty")
        for name in ("held", "compared"):
            slots[name] = book.bind("conclusion", f"reliability.{name}", "count")
    elif part == "data":
        slots["doubts"] = doubted_fields(book, material)
    elif part == "controls":
        slots["number"] = book.bind("conclusion", "uncontrolled.#", "count")
    elif part == "source":
        slots["origin"] = book.bind("inventory", "origin", "term")
    elif part == "lead_time":
        if material.inventory.init_time is None:
            return book.say("basis_lead_time_unknown")
        slots["init"] = book.bind("inventory", "init_time", "time")
    elif part == "factors":
        if conclusion.mean_factor_confidence is None:
            return book.say("empty")
        own = conclusion.explanation.own is not None
        path = "explanation.own.#" if own else counted_path(conclusion)
        slots["confirmed"] = book.bind("conclusion", path, "count")
        slots["mean"] = book.bind("conclusion", "mean_factor_confidence", "number", digits=2)
    return book.say(f"basis_{part}", **slots)


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
