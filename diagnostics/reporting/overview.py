"""Sections on the event as a whole: summary, criteria, confidence, data."""

from __future__ import annotations

from diagnostics.contracts.detection import CriterionMetrics
from diagnostics.contracts.enums import ConclusionKind, EventType, Firing, Scope, Strength
from diagnostics.contracts.report import Section, Sentence
from diagnostics.reporting.book import ClaimBook
from diagnostics.reporting.material import ReportMaterial
from diagnostics.reporting.phrases import phrase, term

_CLASS = "classification"


def section(book: ClaimBook, name: str, **parts: object) -> Section:
    """Make a section with its title in the language of the report."""
    title = phrase(f"section_{name}", book.language)
    return Section.model_validate({"id": name, "title": title, **parts})


def _place_of(material: ReportMaterial, event: EventType) -> int:
    names = [item.event for item in material.classification.assessments]
    return names.index(event)


def _quantity(book: ClaimBook, path: str, metrics: CriterionMetrics, field: str) -> str:
    return book.bind(_CLASS, f"{path}.metrics.{field}", "number", unit=metrics.unit)


def summary_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say what was concluded, where and when it peaked, and what carries it."""
    conclusion = material.conclusion
    region = book.bind("request", "region", "place")
    lines: list[Sentence] = []
    confirmed = book.bind("conclusion", "confirmed.#", "count")
    if conclusion.kind is ConclusionKind.EVENT_SUPPORTED:
        event = book.bind("conclusion", "event", "term")
        key = "supported_partial" if conclusion.strength is Strength.PARTIAL else "supported"
        lines.append(book.say(key, event=event, region=region, confirmed=confirmed))
    elif conclusion.kind is ConclusionKind.NO_SIGNIFICANT_EVENT:
        lines.append(book.say("no_event", region=region))
    else:
        lines.append(book.say("insufficient", region=region))
        lines.extend(_why_insufficient(book, material, confirmed))
    if conclusion.event is not None:
        lines.extend(_peak(book, material, conclusion.event))
    if conclusion.confirmed:
        names = [
            book.bind(f"tool:{factor}", _title_path(book), "term")
            for factor in _factors(material, conclusion.confirmed)
        ]
        lines.append(book.say("mechanisms", names=_joined(book, names)))
    if material.classification.agreement is False:
        declared = book.bind(_CLASS, "declared", "term")
        lines.append(book.say("declared_disagrees", declared=declared))
    lines.append(
        book.say(
            "turns",
            turns=book.bind("conclusion", "turns", "count"),
            confidence=book.bind("conclusion", "confidence", "number", digits=2),
        )
    )
    if conclusion.scope is Scope.SNAPSHOT:
        lines.append(book.say("snapshot"))
    return section(book, "summary", sentences=lines)


def _title_path(book: ClaimBook) -> str:
    return f"title_{book.language.value}"


def _joined(book: ClaimBook, placeholders: list[str]) -> str:
    return ("、" if book.language.value == "zh" else ", ").join(placeholders)


def _factors(material: ReportMaterial, ids: tuple[str, ...]) -> list[str]:
    known = {item.id: item.factor for item in material.evidence}
    return [known[item] for item in ids]


def _why_insufficient(book: ClaimBook, material: ReportMaterial, confirmed: str) -> list[Sentence]:
    conclusion = material.conclusion
    lines: list[Sentence] = []
    if conclusion.not_testable:
        types = book.bind("conclusion", "not_testable", "term")
        lines.append(book.say("insufficient_untested", types=types))
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
    place = _place_of(material, event)
    metrics = material.classification.assessments[place].metrics
    if metrics is None:
        return []
    path = f"assessments.{place}"
    quantity = book.bind(_CLASS, f"{path}.metrics.quantity", "term")
    value = _quantity(book, path, metrics, "peak")
    if metrics.peak_latitude is None or metrics.peak_time is None:
        return [book.say("peak_plain", quantity=quantity, value=value)]
    where = f"{path}.metrics.peak_latitude+{path}.metrics.peak_longitude"
    return [
        book.say(
            "peak",
            quantity=quantity,
            value=value,
            place=book.bind(_CLASS, where, "place"),
            time=book.bind(_CLASS, f"{path}.metrics.peak_time", "time"),
        )
    ]


def event_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Show the test of all five types, and the criterion of those that fired."""
    classification = material.classification
    rows: list[tuple[Sentence, ...]] = [
        tuple(book.say(f"head_{name}") for name in ("type", "result", "peak", "threshold", "why"))
    ]
    lines: list[Sentence] = []
    for place, item in enumerate(classification.assessments):
        path = f"assessments.{place}"
        rows.append(_row(book, path, item.metrics))
        if item.firing is Firing.FIRED and item.metrics is not None:
            lines.extend(_criterion(book, path, item.metrics))
    if classification.secondary:
        types = book.bind(_CLASS, "secondary", "term")
        lines.append(book.say("secondary", types=types))
    if classification.compound:
        lines.append(book.say("compound", labels=book.bind(_CLASS, "compound", "term")))
    return section(book, "event", sentences=lines, table=rows)


def _row(book: ClaimBook, path: str, metrics: CriterionMetrics | None) -> tuple[Sentence, ...]:
    cells = [
        book.say("cell", value=book.bind(_CLASS, f"{path}.event", "term")),
        book.say("cell", value=book.bind(_CLASS, f"{path}.firing", "term")),
    ]
    for field in ("peak", "threshold_effective"):
        if metrics is None:
            cells.append(book.say("empty"))
        else:
            cells.append(book.say("cell", value=_quantity(book, path, metrics, field)))
    cells.append(book.say("cell", value=book.bind(_CLASS, f"{path}.reason", "text")))
    return tuple(cells)


def _criterion(book: ClaimBook, path: str, metrics: CriterionMetrics) -> list[Sentence]:
    lines = [
        book.say(
            "criterion_fired",
            event=book.bind(_CLASS, f"{path}.event", "term"),
            quantity=book.bind(_CLASS, f"{path}.metrics.quantity", "term"),
            value=_quantity(book, path, metrics, "peak"),
            threshold=_quantity(book, path, metrics, "threshold_effective"),
            severity=book.bind(_CLASS, f"{path}.severity", "number", digits=1),
        )
    ]
    if metrics.threshold_mode == "scaled":
        point = _quantity(book, path, metrics, "threshold_point")
        lines.append(book.say("criterion_scaled", point=point))
    if metrics.threshold_label:
        label = book.bind(_CLASS, f"{path}.metrics.threshold_label", "term")
        lines.append(book.say("criterion_label", label=label))
    if metrics.area_fraction is not None and metrics.onset and metrics.end:
        lines.append(
            book.say(
                "criterion_area",
                area=book.bind(_CLASS, f"{path}.metrics.area_fraction", "number", digits=2),
                onset=book.bind(_CLASS, f"{path}.metrics.onset", "time"),
                end=book.bind(_CLASS, f"{path}.metrics.end", "time"),
            )
        )
    return lines


def confidence_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say how far the result can be trusted, and why not further."""
    lines: list[Sentence] = []
    event = material.conclusion.event
    if event is not None:
        place = _place_of(material, event)
        item = material.classification.assessments[place]
        path = f"assessments.{place}"
        parts = [
            book.say(
                "confidence_part",
                name=term(name, book.language),
                value=book.bind(_CLASS, f"{path}.confidence_parts.{name}", "number", digits=2),
            ).text
            for name in sorted(item.confidence_parts)
        ]
        if parts:
            lines.append(
                book.say(
                    "confidence_event",
                    confidence=book.bind(_CLASS, f"{path}.confidence", "number", digits=2),
                    parts=_joined(book, parts),
                )
            )
    rates = material.conclusion.false_discovery_rates
    known = [item for item in material.conclusion.confirmed if item in rates]
    if known:
        shown = [
            book.bind("conclusion", f"false_discovery_rates.{item}", "number", digits=3)
            for item in known
        ]
        lines.append(book.say("confidence_many", rates=_joined(book, shown)))
    elif material.request.climatology is None and material.evidence:
        lines.append(book.say("confidence_no_climatology"))
    for place in range(len(material.classification.warnings)):
        label = book.bind(_CLASS, f"warnings.{place}", "term")
        lines.append(book.say("warning", label=label))
    return section(book, "confidence", sentences=lines)


def data_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say what was used: data, criteria, library, software, and what reading noticed."""
    inventory = material.inventory
    spacing = (
        book.bind("inventory", "grid.spacing_deg", "number", unit="°", digits=2)
        if inventory.grid is not None
        else phrase("no_value", book.language)
    )
    lines = [
        book.say(
            "data_source",
            source=book.bind("request", "source", "text"),
            origin=book.bind("inventory", "origin", "term"),
            times=book.bind("inventory", "times.#", "count"),
            levels=book.bind("inventory", "levels_hpa.#", "count"),
            spacing=spacing,
        )
    ]
    if inventory.attribution:
        lines.append(book.say("attribution", text=book.bind("inventory", "attribution", "text")))
    lines.append(
        book.say(
            "methods",
            preset=book.bind("software", "preset", "text"),
            release=book.bind("software", "release", "text"),
            version=book.bind("software", "version", "text"),
        )
    )
    if any(entry.curation.status == "draft" for entry in material.release.entries):
        lines.append(book.say("library_draft"))
    for place in range(len(inventory.findings)):
        message = book.bind("inventory", f"findings.{place}.message", "text")
        lines.append(book.say("finding", message=message))
    return section(book, "data", sentences=lines)
