"""The timeline of the evidence and its charts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from diagnostics.contracts.evidence import EvidenceItem
from diagnostics.contracts.report import ReportFigure, Section, Sentence
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.evidence_labels import (
    bound_time,
    factor_name,
)
from diagnostics.reporting.extremes import (
    ENDS,
    assessment_path,
    by_interval,
    cut,
    end_of,
    hours_value,
    is_within_interval,
    peak_time,
)
from diagnostics.reporting.factors import decisive_place, in_order
from diagnostics.reporting.report_inputs import ReportMaterial
from diagnostics.reporting.section_parts import cell, heads, section


@dataclass
class _Row:
    """One row of the timeline: what began, peaked or ended then, and what was decisive then."""

    moment: datetime
    time: str
    stages: list[str] = field(default_factory=list)
    factors: list[str] = field(default_factory=list)


def timeline_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Order onset, peak, end and the decisive times of the confirmed factors.

    A single moment has no timeline.
    """
    event = material.conclusion.event
    if event is None:
        return section(book, "timeline")
    path = assessment_path(material, event)
    metrics = material.classification.assessment(event).metrics
    shown = book.bind("classification", f"{path}.event", "term")
    rows_of: dict[str, _Row] = {}
    if metrics is not None and metrics.peak_time is not None:
        time = peak_time(book, material, event)
        row = rows_of.setdefault(book.shown(time), _Row(metrics.peak_time, time))
        stage = "at_peak_time" if metrics.peak_hours is None else "at_peak_rate"
        said = book.say(stage, event=shown)
        if by_interval(metrics):
            window = book.bind("classification", f"{path}.metrics.window", "term")
            said = book.say("at_peak_interval", event=shown, window=window)
        row.stages.append(said.text)
    if metrics is not None and metrics.peak_until is not None and metrics.peak_hours is not None:
        time = book.bind_clock("classification", f"{path}.metrics.peak_until")
        hours = hours_value(book, f"{path}.metrics.peak_hours", metrics.peak_hours)
        row = rows_of.setdefault(book.shown(time), _Row(metrics.peak_until, time))
        row.stages.append(book.say("at_peak_amount", event=shown, hours=hours).text)
    for name in () if is_within_interval(material, event) else ENDS:
        at = getattr(metrics, name, None)
        if at is not None:
            time = end_of(book, material, f"{path}.metrics.{name}", event, name)
            by = cut(material, event, name)
            said = book.say(f"at_{name}" if by is None else f"at_open_{name}_{by}", event=shown)
            rows_of.setdefault(book.shown(time), _Row(at, time)).stages.append(said.text)
    for item in in_order(material):
        if item.judgement is not None and item.judgement.decisive_time is not None:
            time = bound_time(book, item, "judgement.decisive_time", clock=True)
            row = rows_of.setdefault(book.shown(time), _Row(item.judgement.decisive_time, time))
            row.factors.append(factor_name(book, item))
    rows: list[tuple[Sentence, ...]] = [heads(book, "time", "stage", "signal")]
    rows += [
        (
            cell(book, row.time),
            cell(book, book.named(row.stages) if row.stages else None),
            cell(book, book.named(row.factors) if row.factors else None),
        )
        for row in sorted(rows_of.values(), key=lambda row: row.moment)
    ]
    return section(book, "timeline", table=rows if len(rows_of) > 1 else [])


def charts_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Show the charts that were accepted, each with its name and time."""
    shown = {name: item for item in material.evidence for name in _pictures(item)}
    order = {item.id: place for place, item in enumerate((*in_order(material), *material.severity))}
    charts = [chart for chart in material.charts if chart.artifact in shown]
    chosen = set(material.outline.figures)
    charts = [chart for chart in charts if chart.evidence_id in order]
    if chosen:
        charts = [chart for chart in charts if chart.evidence_id in chosen]
    charts.sort(key=lambda chart: order[chart.evidence_id])
    figures = [
        ReportFigure(
            evidence_id=chart.evidence_id,
            artifact=chart.artifact,
            caption=_caption(book, shown[chart.artifact]),
        )
        for chart in charts
    ]
    readings = [line for item in in_order(material) for line in _second_reader(book, item)]
    return section(book, "figures", sentences=readings, figures=figures)


def _second_reader(book: ClaimBook, item: EvidenceItem) -> Iterable[Sentence]:
    """Tell what a model read in a chart, beside what the arrays say."""
    reading = item.reading
    if reading is None or not reading.compared:
        return
    source = f"evidence:{item.id}"
    yield book.say(
        "second_reader",
        title=factor_name(book, item),
        reader=book.bind(source, "reading.reader", "text"),
        agreed=book.bind(source, "reading.agreed", "count"),
        compared=book.bind(source, "reading.compared", "count"),
    )
    otherwise = [
        book.bind(source, f"reading.readings.{place}.question", "text")
        for place, told in enumerate(reading.readings)
        if None not in (told.computed, told.read) and told.computed is not told.read
    ]
    if otherwise:
        yield book.say("second_reader_differs", questions=book.listed(otherwise))


def _pictures(item: EvidenceItem) -> list[str]:
    return [ref.name for ref in item.artifacts if ref.media_type == "image/png"]


def _caption(book: ClaimBook, item: EvidenceItem) -> Sentence:
    """Name a chart and its time; what it shows is in the evidence chain."""
    place = decisive_place(item)
    path = "judgement.decisive_time" if place is None else f"index.series.{place}.time"
    time = bound_time(book, item, path)
    return book.say("caption_plain", title=factor_name(book, item), time=time)
