"""The section on the event: all five types, and the criterion of those that fired."""

from __future__ import annotations

from diagnostics.contracts.detection import TypeAssessment
from diagnostics.contracts.enums import Firing
from diagnostics.contracts.report import Section, Sentence
from diagnostics.guidelines.presets import OF_CENTRE, OF_LIBRARY
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.extremes import (
    CLASS,
    ENDS,
    area_value,
    assessment_path,
    beside,
    is_region_cut,
    measured_value,
    object_value,
    quantity_name,
    quantity_value,
    said_end,
    share_value,
    spread,
    whole_span,
)
from diagnostics.reporting.factors import describe_factor
from diagnostics.reporting.phase import named_with_phase, phase_lines
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.section_parts import cell, heads, section

_LABELS = ("[S]", "[K]", "[D]")


def event_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Show the test of all five types, the criteria that are met, and why others are not.

    A factor that was found and merely measures the criterion's quantity again is told here, with
    what it says of the severity, and not among the factors that explain the event.
    """
    classification = material.classification
    share = "share_held" if is_region_cut(material) else "share"
    rows = [heads(book, "type", "result", "quantity", "peak", "threshold", share)]
    lines: list[Sentence] = []
    for place, item in enumerate(classification.assessments):
        path = f"assessments.{place}"
        rows.append(_row(book, path, item))
        if item.firing is Firing.FIRED and item.metrics is not None:
            lines.append(_criterion(book, material, path, item))
    for known in material.severity:
        lines.append(book.paragraph(*describe_factor(book, known), book.say("severity_restated")))
    linked: list[Sentence] = []
    if material.conclusion.event in classification.secondary:
        first = book.bind(CLASS, "primary", "term")
        linked.append(book.say("secondary_itself", event=first))
    elif classification.secondary:
        types = book.bind(CLASS, "secondary", "term")
        linked.append(book.say("secondary", types=types))
    if classification.compound:
        linked.append(book.say("compound", labels=book.bind(CLASS, "compound", "term")))
    if linked:
        lines.append(book.paragraph(*linked))
    lines.extend(_reasons(book, classification.assessments))
    return section(book, "event", sentences=lines, table=rows)


def objects_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """List the events of the type by their ids, where there are several: each can be diagnosed."""
    event = material.conclusion.occurrence.event
    if event is None:
        return section(book, "objects")
    path = assessment_path(material, event)
    found = material.classification.assessment(event).objects
    if len(found) < 2:
        return section(book, "objects")
    rows = [heads(book, "object", "peak", "place", "onset", "end", "area")]
    for number, item in enumerate(found):
        at = f"{path}.objects.{number}"
        shown = (
            book.bind(CLASS, f"{at}.id", "text"),
            object_value(book, at, item),
            book.bind(CLASS, f"{at}.peak_latitude+{at}.peak_longitude", "place"),
            *(said_end(book, material, f"{at}.{name}", event, item, name) for name in ENDS),
            area_value(book, f"{at}.area_km2", item.area_km2),
        )
        rows.append(tuple(cell(book, value) for value in shown))
    every = whole_span(book, material, event)
    last = (book.say("objects_all").text, None, None, every["onset"], every["end"], None)
    rows.append(tuple(cell(book, value) for value in last))
    return section(book, "objects", sentences=[book.say("objects_next")], table=rows)


def _row(book: ClaimBook, path: str, item: TypeAssessment) -> tuple[Sentence, ...]:
    metrics = item.metrics
    is_out = item.firing is Firing.NOT_FIRED and metrics is None
    shown: list[str | None] = [
        book.bind(CLASS, f"{path}.event", "term"),
        book.say("ruled_out").text if is_out else book.bind(CLASS, f"{path}.firing", "term"),
    ]
    if metrics is None and item.measured is not None:
        shown += [
            book.bind(CLASS, f"{path}.measured.quantity", "term"),
            measured_value(book, f"{path}.measured", item.measured, digits=1),
            None,
            None,
        ]
    elif metrics is None:
        shown += [None, None, None, None]
    else:
        shown += [
            book.say(
                "quantity_over",
                quantity=named_with_phase(book, path, item, quantity_name(book, path, metrics)),
                window=book.bind(CLASS, f"{path}.metrics.window", "term"),
            ).text,
            quantity_value(book, path, metrics, "peak"),
            quantity_value(book, path, metrics, "threshold_effective"),
            share_value(book, path, metrics),
        ]
    return tuple(cell(book, value) for value in shown)


def _criterion(
    book: ClaimBook, material: ReportMaterial, path: str, item: TypeAssessment
) -> Sentence:
    """Write of a type that fired what the table does not show, nor the summary."""
    metrics = item.metrics
    assert metrics is not None
    event = book.bind(CLASS, f"{path}.event", "term")
    severity = book.bind(CLASS, f"{path}.severity", "number", digits=1)
    lines = [book.say("criterion_severity", event=event, severity=severity)]
    if item.grade_name:
        grade = book.bind(CLASS, f"{path}.grade_name", "term")
        lines.append(book.say("criterion_grade", grade=grade))
    if item.event is not material.conclusion.occurrence.event:
        lines += spread(book, material, item.event)
        lines += beside(book, material, item.event)
        lines += phase_lines(book, path, item)
    if item.subtype:
        subtype = book.bind(CLASS, f"{path}.subtype", "term")
        lines.append(book.say("criterion_subtype", subtype=subtype))
    labels = [
        book.bind(CLASS, f"{path}.labels.{place}", "term")
        for place, label in enumerate(item.labels)
        if label != item.subtype
    ]
    if labels:
        lines.append(book.say("criterion_labels", labels=book.listed(labels)))
    if metrics.threshold_mode == "scaled":
        point = quantity_value(book, path, metrics, "threshold_point")
        lines.append(book.say("criterion_scaled", point=point))
    if metrics.threshold_label:
        label = book.bind(CLASS, f"{path}.metrics.threshold_label", "term")
        lines.append(book.say("criterion_label", label=label))
    return book.paragraph(*lines)


def _reasons(book: ClaimBook, assessments: tuple[TypeAssessment, ...]) -> list[Sentence]:
    """Quote why types did not fire where the table cannot tell.

    That is so for types that could not be assessed, for those that nothing was measured for, and
    for those whose peak reaches the threshold without meeting the rest of the criterion. Types
    that share a reason share its sentence.
    """
    alike: dict[tuple[str, str], list[int]] = {}
    for place, item in enumerate(assessments):
        in_table = item.metrics is not None and item.metrics.distance < 0
        if item.firing is Firing.FIRED or (item.firing is Firing.NOT_FIRED and in_table):
            continue
        key = (
            "reason_ruled_out"
            if item.firing is Firing.NOT_FIRED and item.metrics is None
            else (f"reason_{item.firing.value}")
        )
        alike.setdefault((key, item.reason), []).append(place)
    lines = [
        book.say(
            key,
            events=book.listed(
                book.bind(CLASS, f"assessments.{place}.event", "term") for place in held
            ),
            reason=book.bind_reason(CLASS, f"assessments.{held[0]}"),
        )
        for (key, _), held in alike.items()
    ]
    if any(label in reason for _, reason in alike for label in _LABELS):
        lines.append(book.say("reason_key"))
    for label, message in ((OF_LIBRARY, "reason_key_library"), (OF_CENTRE, "reason_key_own")):
        if any(f"[{label}]" in reason for _, reason in alike):
            lines.append(book.say(message))
    return lines
