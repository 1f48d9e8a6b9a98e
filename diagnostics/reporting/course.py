"""The course of the event: how strong, where and how large it is, time by time, with its low."""

from __future__ import annotations

from diagnostics.contracts.detection import EventObject
from diagnostics.contracts.enums import OccurrenceStatus
from diagnostics.contracts.report import Section
from diagnostics.contracts.systems import PressureSystem
from diagnostics.detection.events.course import course_rows
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.extremes import (
    CLASS,
    OF_DAYS,
    area_value,
    assessment_path,
    hours_value,
    moment,
)
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.section_parts import cell, heads, section
from diagnostics.reporting.system_places import SOURCE, digits_of, place_of


def course_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Show the diagnosed event at the times that tell its course, with the low that makes its flow.

    An event of one time has none, nor has one of a run of before, whose track has no places of its
    values.
    """
    occurrence = material.conclusion.occurrence
    event = occurrence.event
    item = (
        material.classification.object_of(event)
        if event is not None and occurrence.status is OccurrenceStatus.MET
        else None
    )
    if event is None or item is None or len(item.track) < 2:
        return section(book, "course")
    if any(point.value_latitude is None for point in item.track):
        return section(book, "course")
    number = material.classification.assessment(event).objects.index(item)
    path = f"{assessment_path(material, event)}.objects.{number}"
    low = None if event in OF_DAYS else _low(material)
    times = [low[1].centre_at(point.time) for point in item.track] if low else []
    rows = course_rows(item)
    has_low = any(times[row] is not None for row in rows) if low else False
    time = "day" if event in OF_DAYS else "time" if item.peak_hours is None else "until"
    names = (time, "value_then", "place_then", "area", "low_then")
    table = [heads(book, *(names if has_low else names[:-1]))]
    for row in rows:
        shown = _point(book, material, path, item, row)
        if low and has_low:
            shown.append(_centre(book, *low, times[row]))
        table.append(tuple(cell(book, value) for value in shown))
    quantity = book.bind(CLASS, f"{path}.quantity", "term")
    lead = book.say("course_lead", quantity=quantity)
    return section(book, "course", sentences=[lead], table=table)


def _low(material: ReportMaterial) -> tuple[int, PressureSystem] | None:
    """Return the low that makes the flow at the event, with its number among the systems."""
    found = material.systems
    if found is None or found.flow is None or found.flow.low is None:
        return None
    return next(
        ((at, one) for at, one in enumerate(found.pressure) if one.id == found.flow.low), None
    )


def _point(
    book: ClaimBook, material: ReportMaterial, path: str, item: EventObject, row: int
) -> list[str | None]:
    at = f"{path}.track.{row}"
    value = book.bind(CLASS, f"{at}.value", "number", unit=item.unit)
    value = book.blowing(value, CLASS, f"{at}.value_from_deg")
    amount_hours = item.track[row].value_hours
    if amount_hours is not None:
        hours = hours_value(book, f"{at}.value_hours", amount_hours)
        value = book.say("in_hours", value=value, hours=hours).text
    return [
        moment(book, material, f"{at}.time", item.event, closes=True),
        value,
        book.bind(CLASS, f"{at}.value_latitude+{at}.value_longitude", "place"),
        area_value(book, f"{at}.area_km2", item.track[row].area_km2),
    ]


def _centre(book: ClaimBook, number: int, low: PressureSystem, at: int | None) -> str | None:
    if at is None:
        return None
    path = f"pressure.{number}.centres.{at}"
    value = book.bind(SOURCE, f"{path}.value", "number", unit=low.unit, digits=digits_of(low))
    return book.say("row_low_then", value=value, place=place_of(book, path)).text
