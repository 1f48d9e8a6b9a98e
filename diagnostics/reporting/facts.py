"""The first things that a shift wants to know of a report, each in a line or a few."""

from __future__ import annotations

from collections.abc import Callable

from diagnostics.contracts.detection import CriterionMetrics, MeasuredValue, TypeAssessment
from diagnostics.contracts.enums import (
    ExplanationStatus,
    Firing,
    OccurrenceStatus,
)
from diagnostics.contracts.reading import FactName
from diagnostics.contracts.report import Sentence
from diagnostics.reporting.causes import EXPLAINED, cause_name, leader
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.data import held
from diagnostics.reporting.extremes import (
    assessment_path,
    by_interval,
    hours_value,
    is_one_day,
    is_region_cut,
    measured_value,
    nearest,
    peak_time,
    quantity_name,
    quantity_value,
    share_value,
    span,
)
from diagnostics.reporting.report_inputs import Findings

_CLASS = "classification"
_CONCLUSION = "conclusion"


def fact_lines(book: ClaimBook, found: Findings) -> dict[FactName, list[Sentence]]:
    """Write the first things to know, in their order; each has at least one line.

    Parameters
    ----------
    book : ClaimBook
        Over the sources of what was found; takes the new claims.
    found : Findings

    Returns
    -------
    dict of FactName to list of Sentence

    Raises
    ------
    LookupError
        When the classification lacks the type that the conclusion is about.
    """
    occurrence = found.conclusion.occurrence
    event = occurrence.event or occurrence.nearest
    about = None if event is None else found.classification.assessment(event)
    parts: dict[FactName, Callable[..., list[Sentence]]] = {
        FactName.WHERE: _where,
        FactName.WHEN: _when,
        FactName.SEVERITY: _severity,
    }
    return {
        FactName.WHAT: _what(book, found, None if occurrence.event is None else about),
        **{name: write(book, found, about) for name, write in parts.items()},
        FactName.CAUSE: _cause(book, found),
        FactName.DATA: _data(book, found),
    }


def _what(book: ClaimBook, found: Findings, about: TypeAssessment | None) -> list[Sentence]:
    """Whether it happened, how sure that is, its grade, and what else happened."""
    occurrence = found.conclusion.occurrence
    if about is None:
        none = occurrence.status is OccurrenceStatus.NOT_MET
        tested = "none_testable" if found.classification.is_nothing_tested else "none_of_tested"
        lines = [book.say("fact_none" if none else f"fact_{tested}")]
    else:
        event = book.bind(_CONCLUSION, "occurrence.event", "term")
        lines = [book.say(f"fact_{occurrence.status.value}", event=event)]
        if about.firing is Firing.FIRED and about.grade_name:
            path = assessment_path(found, about.event)
            lines.append(
                book.say("fact_grade", grade=book.bind(_CLASS, f"{path}.grade_name", "term"))
            )
        if occurrence.others:
            types = book.bind(_CONCLUSION, "occurrence.others", "term")
            lines.append(book.say("fact_others", types=types))
    if occurrence.confidence_level:
        level = book.bind(_CONCLUSION, "occurrence.confidence_level", "term")
        value = book.bind(_CONCLUSION, "occurrence.confidence", "number", digits=2)
        lines.append(book.say("fact_confidence", level=level, confidence=value))
    return lines


def _where(book: ClaimBook, found: Findings, about: TypeAssessment | None) -> list[Sentence]:
    lines = [book.say("cell", value=book.bind("request", "region", "place"))]
    if about is None:
        return lines
    path = assessment_path(found, about.event)
    place = ""
    if about.metrics is not None and about.metrics.peak_latitude is not None:
        place = f"{path}.metrics.peak_latitude+{path}.metrics.peak_longitude"
    elif about.metrics is None and about.measured and about.measured.latitude is not None:
        place = f"{path}.measured.latitude+{path}.measured.longitude"
    if place:
        lines.append(book.say("fact_peak_place", place=book.bind(_CLASS, place, "place")))
    return lines


def _when(book: ClaimBook, found: Findings, about: TypeAssessment | None) -> list[Sentence]:
    metrics = about.metrics if about is not None else None
    fired = about is not None and about.firing is Firing.FIRED
    if about is not None and fired and metrics and metrics.onset and metrics.end:
        path = assessment_path(found, about.event)
        ends = span(book, found, about.event)
        if metrics.onset == metrics.end or is_one_day(book, found, about.event):
            lines = [book.say("cell", value=ends["onset"])]
        else:
            lines = [book.say("fact_span", **ends)]
    else:
        ends = {name: book.bind_clock(_CLASS, f"window.{name}") for name in ("start", "end")}
        single = found.classification.window.start == found.classification.window.end
        lines = [book.say("fact_time" if single else "fact_period", **ends)]
    if about is None:
        return lines
    path = assessment_path(found, about.event)
    if metrics is not None and metrics.peak_hours is not None:
        at = f"{path}.metrics.peak"
        hours = hours_value(book, f"{at}_hours", metrics.peak_hours)
        until = book.bind_clock(_CLASS, f"{at}_until")
        lines.append(book.say("fact_peak_hours", hours=hours, until=until))
    elif metrics is not None and metrics.peak_time is not None:
        time = peak_time(book, found, about.event)
        lines.append(_peak_time(book, f"{path}.metrics", metrics, time))
    elif metrics is None and about.measured is not None and about.measured.time is not None:
        at = f"{path}.measured"
        time = book.bind_clock(_CLASS, f"{at}.time")
        lines.append(_peak_time(book, at, about.measured, time))
    return lines


def _peak_time(
    book: ClaimBook, path: str, value: CriterionMetrics | MeasuredValue, time: str
) -> Sentence:
    """Say when a value was, and of an extreme of an interval which one ends then."""
    if not by_interval(value):
        return book.say("fact_peak_time", time=time)
    window = book.bind(_CLASS, f"{path}.window", "term")
    return book.say("fact_peak_interval", window=window, time=time)


def _severity(book: ClaimBook, found: Findings, about: TypeAssessment | None) -> list[Sentence]:
    if about is None:
        return [book.say("fact_no_event")]
    path, metrics, measured = assessment_path(found, about.event), about.metrics, about.measured
    if metrics is None:
        if measured is None:
            return [book.say("fact_not_measured")]
        quantity = book.bind(_CLASS, f"{path}.measured.quantity", "term")
        value = measured_value(book, f"{path}.measured", measured, digits=1)
        return [book.say("fact_measured", quantity=quantity, value=value)]
    lines = [
        *_nearest(book, found),
        book.say(
            "fact_peak",
            quantity=quantity_name(book, path, metrics),
            window=book.bind(_CLASS, f"{path}.metrics.window", "term"),
            value=quantity_value(book, path, metrics, "peak"),
        ),
        *(
            book.say(
                "fact_measured",
                quantity=book.bind(_CLASS, f"{path}.beside.{number}.quantity", "term"),
                value=measured_value(book, f"{path}.beside.{number}", known, digits=1),
            )
            for number, known in enumerate(about.beside)
        ),
        book.say(
            "fact_threshold",
            threshold=quantity_value(book, path, metrics, "threshold_effective"),
        ),
    ]
    share = share_value(book, path, metrics)
    if about.firing is Firing.FIRED and share is not None:
        lines.append(
            book.say("fact_share_held" if is_region_cut(found) else "fact_share", share=share)
        )
    return lines


def _nearest(book: ClaimBook, found: Findings) -> list[Sentence]:
    """Name the type whose value follows, where no type was named and none is met."""
    known = found.conclusion.occurrence.nearest is not None
    return [nearest(book, found, "fact_")] if known else []


def _cause(book: ClaimBook, found: Findings) -> list[Sentence]:
    conclusion = found.conclusion
    explanation = conclusion.explanation
    if conclusion.event is None or conclusion.occurrence.status is OccurrenceStatus.NOT_MET:
        return [book.say("fact_no_event")]
    leading = leader(found)
    if explanation.status not in EXPLAINED:
        favoured = explanation.status is ExplanationStatus.NONE and explanation.own is not None
        if leading is None or not favoured:
            return [book.say(f"fact_cause_{explanation.status.value}")]
        return [book.say("fact_cause_favoured", cause=cause_name(book, found, leading))]
    lines = []
    if leading is not None:
        lines.append(book.say("cell", value=cause_name(book, found, leading)))
    status = book.bind(_CONCLUSION, "explanation.status", "term")
    if not explanation.confidence_level:
        return [*lines, book.say("cell", value=status)]
    level = book.bind(_CONCLUSION, "explanation.confidence_level", "term")
    value = book.bind(_CONCLUSION, "explanation.confidence", "number", digits=2)
    sure = book.say("fact_cause_confidence", status=status, level=level, confidence=value)
    return [*lines, sure]


def _data(book: ClaimBook, found: Findings) -> list[Sentence]:
    """What kind of data this rests on, and how fine they are: a sample is no real weather."""
    origin = book.bind("inventory", "origin", "term")
    source = book.bind("request", "source", "text")
    lines = [book.say("fact_data", origin=origin, source=source)]
    lines += held(book, found, "fact_held")
    inventory = found.inventory
    if inventory.grid is not None:
        spacing = book.bind("inventory", "grid.spacing_deg", "number", unit="°", digits=2)
        lines.append(book.say("fact_spacing", spacing=spacing))
    if inventory.init_time is not None:
        lines.append(book.say("fact_run", run=book.bind("inventory", "init_time", "time")))
    return lines
