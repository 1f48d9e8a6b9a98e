"""The summary, in the order in which a shift reads it.

What, where, when and how severe; the synoptic story; why, and how sure; where the data are in
doubt; what speaks against it; what could not be tested; what to watch.
"""

from __future__ import annotations

from diagnostics.contracts.detection import CriterionMetrics
from diagnostics.contracts.enums import (
    EventType,
    ExplanationStatus,
    Firing,
    OccurrenceLimit,
    OccurrenceStatus,
    Scope,
    StopReason,
    Verdict,
)
from diagnostics.contracts.report import Conclusion, ReportFigure, Section, Sentence, Topic
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.reporting.causes import favoured, leader
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.data import held, of_statistic
from diagnostics.reporting.data_check_summary import doubts_in_summary
from diagnostics.reporting.evidence_labels import counted_path, names_of
from diagnostics.reporting.extremes import (
    ENDS,
    OF_DAYS,
    area_value,
    assessment_path,
    beside,
    by_interval,
    cut,
    further,
    hours_value,
    is_region_cut,
    is_within_interval,
    measured_value,
    nearest,
    of_object,
    on_land,
    outside,
    quantity_value,
    spread,
    strength,
)
from diagnostics.reporting.factors import sign_of_environment
from diagnostics.reporting.phase import phase_lines
from diagnostics.reporting.report_inputs import (
    EVENT_SERIES_CHART,
    ReportChart,
    ReportMaterial,
    is_event_chart,
)
from diagnostics.reporting.section_parts import chart_title, section
from diagnostics.reporting.situation import story

AMOUNTS = ("rain_total", "snow_total", "precipitation_total")
"""Quantities whose charts name their hours in the title."""
LEAST_AMOUNT = 0.05
"""Of rain or snow, mm: less is printed as nothing, and nothing has no place."""
FORECAST, IDEALISED = "forecast", "idealised"
"""What the origin of data is that are a forecast, or no real weather."""
_CLASS = "classification"
_CONCLUSION = "conclusion"
_CUT_SHORT = (StopReason.ORDERED, StopReason.DEADLINE, StopReason.TURNS_USED)
MOST_NAMED = 6
"""Findings against an explanation that the summary names; the section on them has them all."""


def summary_section(book: ClaimBook, material: ReportMaterial) -> Section:
    """Say what happened, why, what speaks against it, what is open and what to watch."""
    parts = {
        Topic.HAPPENED: _happened(book, material),
        Topic.STORY: story(book, material),
        Topic.WHY: _why(book, material),
        Topic.DOUBTS: doubts_in_summary(book, material),
        Topic.AGAINST: _against(book, material),
        Topic.UNTESTED: _untested(book, material),
        Topic.ENVIRONMENT: _environments(book, material),
        Topic.WATCH: _watch(book, material),
    }
    lines = [
        book.paragraph(*part).model_copy(update={"topic": topic})
        for topic, part in parts.items()
        if part
    ]
    return section(book, "summary", sentences=lines, figures=_event_chart(book, material))


def _happened(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """What, where, when, how severe, and how sure that is."""
    occurrence = material.conclusion.occurrence
    region = _part_held(book, material)
    if occurrence.event is None:
        key = "no_event" if occurrence.status is OccurrenceStatus.NOT_MET else "none_of_tested"
        if material.classification.is_nothing_tested:
            key = "none_testable"
        lines = [book.say(key, region=region), *of_statistic(book, material)]
        lines += _forecast(book, material)
        lines += [*held(book, material), *_nearest(book, material)]
    else:
        event = book.bind(_CONCLUSION, "occurrence.event", "term")
        lines = [book.say(f"happened_{occurrence.status.value}", event=event, region=region)]
        lines += of_statistic(book, material)
        lines += _forecast(book, material)
        lines += held(book, material)
        lines += _peak(book, material, occurrence.event)
        path = assessment_path(material, occurrence.event)
        lines += phase_lines(book, path, material.classification.assessment(occurrence.event))
    if occurrence.others and occurrence.event is not None:
        types = [_other(book, material, event) for event in occurrence.others]
        lines.append(book.say("happened_others", types=book.named(types)))
    lines += _likely(book, material)
    not_met = occurrence.status is OccurrenceStatus.NOT_MET
    if material.classification.agreement is False and not_met and occurrence.others:
        lines.append(book.say("declared_other_met"))
    if occurrence.confidence_level:
        lines.append(
            book.say(
                "happened_confidence",
                level=book.bind(_CONCLUSION, "occurrence.confidence_level", "term"),
                confidence=book.bind(_CONCLUSION, "occurrence.confidence", "number", digits=2),
            )
        )
    if material.conclusion.scope is Scope.SNAPSHOT:
        lines.append(_single_time(book, material, occurrence.event))
    return lines


def _single_time(book: ClaimBook, material: ReportMaterial, event: EventType | None) -> Sentence:
    """Say what data of a single time leave open: of an extreme of hours, the hours between."""
    if event is None or not is_within_interval(material, event):
        return book.say("snapshot")
    path = assessment_path(material, event)
    return book.say("snapshot_of_hours", window=book.bind(_CLASS, f"{path}.metrics.window", "term"))


def _forecast(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say of a forecast that it is one, and of which run: what it says need not happen.

    What never was weather says so likewise.
    """
    if material.inventory.origin == IDEALISED:
        return [book.say("of_idealised")]
    if material.inventory.origin != FORECAST:
        return []
    if material.inventory.init_time is None:
        return [book.say("of_forecast")]
    return [book.say("of_run", run=book.bind("inventory", "init_time", "time"))]


def _likely(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Name each other type that stations probably see, with its strongest value."""
    lines: list[Sentence] = []
    for place, item in enumerate(material.classification.assessments):
        about = material.conclusion.occurrence.event
        if item.firing is Firing.LIKELY_AT_STATIONS and about is not item.event:
            event = book.bind(_CLASS, f"assessments.{place}.event", "term")
            lines += [book.say("happened_likely", event=event)]
            lines += strength(book, material, item.event)
    return lines


def _nearest(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Name the type that came nearest to its limit, and say how near it came, where and when."""
    event = material.conclusion.occurrence.nearest
    if event is None:
        return []
    return [nearest(book, material), *_peak(book, material, event)]


def _part_held(book: ClaimBook, material: ReportMaterial) -> str:
    """Name the region, or that part of it which the data hold."""
    region = book.bind("request", "region", "place")
    return book.say("part_held", region=region).text if is_region_cut(material) else region


def _other(book: ClaimBook, material: ReportMaterial, event: EventType) -> str:
    """Name another type that is met, with its strongest event."""
    found = material.classification.assessment(event).objects
    name = book.bind(_CLASS, f"{assessment_path(material, event)}.event", "term")
    if not found:
        return name
    return book.say("other_type", type=name, event=of_object(book, material, event, 0)).text


def _peak(book: ClaimBook, material: ReportMaterial, event: EventType) -> list[Sentence]:
    """Say how much, where and when, and for a type that is met how long, how wide, which grade."""
    path = assessment_path(material, event)
    assessment = material.classification.assessment(event)
    metrics = assessment.metrics
    if metrics is None:
        return measured_lines(book, material, event)
    lines = strength(book, material, event) + beside(book, material, event)
    if metrics.hours_sampled is not None:
        hours = book.bind(_CLASS, f"{path}.metrics.hours_sampled", "text")
        lines.append(book.say(f"part_of_day_{event.value}", hours=hours))
    lines += on_land(book, material, event)
    lines += outside(book, material, event)
    if assessment.firing is Firing.LIKELY_AT_STATIONS:
        return lines + _stations(book, material, event)
    if assessment.firing is Firing.REACHED_HERE:
        return [*lines, _reached(book, path, metrics)]
    if assessment.firing is not Firing.FIRED:
        return [*lines, _limit(book, path, metrics)]
    lines += spread(book, material, event)
    if assessment.grade_name:
        grade = book.bind(_CLASS, f"{path}.grade_name", "term")
        lines.append(book.say("criterion_grade", grade=grade))
    if event in OF_DAYS and metrics.threshold_mode == "point" and not material.request.climatology:
        limit = quantity_value(book, path, metrics, "threshold_effective")
        lines.append(book.say("fixed_limit", threshold=limit))
    return [*lines, *further(book, material, event)]


def _reached(book: ClaimBook, path: str, metrics: CriterionMetrics) -> Sentence:
    """Name the limit that is reached, and the area that an event has at least."""
    limit = quantity_value(book, path, metrics, "threshold_effective")
    least = area_value(book, f"{path}.metrics.least_area_km2", metrics.least_area_km2 or 0.0)
    return book.say("reaches_limit_here", threshold=limit, least=least)


def _limit(book: ClaimBook, path: str, metrics: CriterionMetrics) -> Sentence:
    """Name the limit that a value is below, or reaches without the rest of the criterion."""
    limit = quantity_value(book, path, metrics, "threshold_effective")
    return book.say("below_limit" if metrics.distance < 0 else "reaches_limit", threshold=limit)


def _stations(book: ClaimBook, material: ReportMaterial, event: EventType) -> list[Sentence]:
    """What stations typically report at this spacing, where that was calibrated."""
    path = f"{assessment_path(material, event)}.stations"
    known = material.classification.assessment(event).stations
    if known is None or known.low is None or known.high is None:
        return [book.say("stations_uncalibrated")]
    low, high = (
        book.bind(_CLASS, f"{path}.{name}", "number", unit=known.unit, digits=1)
        for name in ("low", "high")
    )
    return [book.say("stations", low=low, high=high)]


def measured_lines(book: ClaimBook, material: ReportMaterial, event: EventType) -> list[Sentence]:
    """Say what the data hold of a type that could not be tested, and what that one needs."""
    path = f"{assessment_path(material, event)}.measured"
    known = material.classification.assessment(event).measured
    if known is None:
        return [book.say("measured_nothing")]
    slots = {
        "quantity": book.bind(_CLASS, f"{path}.quantity", "term"),
        "value": measured_value(book, path, known, digits=1),
        "event": book.bind(_CLASS, f"{assessment_path(material, event)}.event", "term"),
    }
    if known.latitude is None or known.time is None:
        lines = [book.say("measured_plain", **slots)]
    else:
        place = book.bind(_CLASS, f"{path}.latitude+{path}.longitude", "place")
        slots |= {"place": place, "time": book.bind(_CLASS, f"{path}.time", "time")}
        if known.hours is not None and known.value < LEAST_AMOUNT:
            lines = [
                book.say(
                    "measured_none",
                    hours=hours_value(book, f"{path}.hours", known.hours),
                    **{name: slots[name] for name in ("quantity", "event", "time")},
                )
            ]
        elif known.hours is not None:
            slots["hours"] = hours_value(book, f"{path}.hours", known.hours)
            lines = [book.say("measured_amount", **slots)]
        elif by_interval(known):
            slots["window"] = book.bind(_CLASS, f"{path}.window", "term")
            lines = [book.say("measured_interval", **slots)]
        else:
            lines = [book.say("measured", **slots)]
    about = material.conclusion.occurrence.event
    if known.needs is not None and about is event:
        lines.append(
            book.say("measured_needs", needs=book.bind(_CLASS, f"{path}.needs", "message"))
        )
    return lines


def _why(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Why it happened, and how sure that is."""
    conclusion = material.conclusion
    explanation = conclusion.explanation
    if conclusion.event is None:
        return _tried(book, material)
    if explanation.status is ExplanationStatus.NOT_TESTABLE:
        lines = [book.say("why_not_testable")]
        if explanation.missing:
            fields = _missing(book, len(explanation.missing))
            lines.append(book.say("why_missing", fields=fields))
        return [*lines, *_ended(book, material)]
    confirmed = book.bind(_CONCLUSION, counted_path(conclusion), "count")
    refuted = book.bind(_CONCLUSION, "refuted.#", "count")
    lines = list(favoured(book, material))
    leads = leader(material) is not None and explanation.own is not None
    if not leads or not conclusion.occurrence.happened:
        lines.append(book.say(_how_sure(conclusion), confirmed=confirmed, refuted=refuted))
    own = explanation.own if leads and explanation.own else ()
    others = [item for item in material.counting if item.id not in own]
    if others:
        key = "cause_others" if leads else "mechanisms"
        lines.append(book.say(key, names=names_of(book, others)))
    if material.trivial:
        lines.append(book.say("trivial", names=names_of(book, material.trivial)))
    if conclusion.uncontrolled:
        number = book.bind(_CONCLUSION, "uncontrolled.#", "count")
        lines.append(book.say("uncontrolled", number=number))
        if "controls" in explanation.confidence_parts:
            lines.append(book.say("uncontrolled_confidence"))
    if conclusion.categories_lacking:
        lacking = book.bind(_CONCLUSION, "categories_lacking", "term")
        lines.append(book.say("category_lacking", categories=lacking))
    if explanation.confidence_level:
        # reports of earlier releases told the confidence in the event and in its cause as one
        joint = "criterion" in explanation.confidence_parts
        lines.append(
            book.say(
                "why_confidence" if joint else "why_confidence_given",
                level=book.bind(_CONCLUSION, "explanation.confidence_level", "term"),
                confidence=book.bind(_CONCLUSION, "explanation.confidence", "number", digits=2),
            )
        )
    return [*lines, *_ended(book, material)]


def _tried(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say which factors are there without an event that they could explain."""
    conclusion = material.conclusion
    if not conclusion.confirmed and not conclusion.refuted:
        return []
    slots = {
        "confirmed": book.bind(_CONCLUSION, counted_path(conclusion), "count"),
        "refuted": book.bind(_CONCLUSION, "refuted.#", "count"),
    }
    return [book.say("why_not_met", **slots), *_ended(book, material)]


def _how_sure(conclusion: Conclusion) -> str:
    """Return the message that says how far the cause is established."""
    happened, status = conclusion.occurrence.status, conclusion.explanation.status
    if happened is OccurrenceStatus.NOT_MET:
        return "why_not_met"
    if happened is OccurrenceStatus.CANNOT_BE_TESTED and status is ExplanationStatus.NONE:
        return "why_event_untested"
    if status is ExplanationStatus.PARTLY and conclusion.stopped in _CUT_SHORT:
        return "why_partly_ended"
    return f"why_{status.value}"


def _ended(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """Say why the search went no further, where it did not reach its target."""
    stopped = material.conclusion.stopped
    if stopped in (None, StopReason.TARGET_REACHED):
        return []
    return [book.say(f"stopped_{stopped}")]


def _missing(book: ClaimBook, count: int) -> str:
    """List the fields that are missing, by their names."""
    return book.listed(
        book.bind(_CONCLUSION, f"explanation.missing.{place}", "term") for place in range(count)
    )


def _against(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """What was looked for and not found."""
    refuted = [
        item
        for item in material.counted
        if item.judgement is not None and item.judgement.verdict is Verdict.REFUTED
    ]
    if not refuted or material.conclusion.event is None:
        return []
    names = names_of(book, refuted[:MOST_NAMED])
    if len(refuted) <= MOST_NAMED:
        return [book.say("against", names=names)]
    return [book.say("against_more", names=names, all=book.bind(_CONCLUSION, "refuted.#", "count"))]


def _others_not_testable(material: ReportMaterial) -> list[EventType]:
    conclusion = material.conclusion
    return [item for item in conclusion.not_testable if item is not conclusion.occurrence.event]


def _untested(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """The types that could not be tested, with what was measured of them, and the open factors."""
    conclusion = material.conclusion
    lines: list[Sentence] = []
    others = _others_not_testable(material)
    if others:
        types = book.bind(_CONCLUSION, "not_testable", "term")
        lines.append(book.say("types_not_tested", types=types))
        if conclusion.occurrence.event is None:
            for event in others:
                if material.classification.assessment(event).measured is not None:
                    lines += measured_lines(book, material, event)
    if conclusion.undetermined:
        count = book.bind(_CONCLUSION, "undetermined.#", "count")
        lines.append(book.say("factors_open", count=count))
    explanation = conclusion.explanation
    if explanation.missing and explanation.status is not ExplanationStatus.NOT_TESTABLE:
        fields = _missing(book, len(explanation.missing))
        lines.append(book.say("factors_blocked", fields=fields))
    return lines


def _environments(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """The environment of each type that could not be tested, where no event was found."""
    if material.conclusion.occurrence.event is not None:
        return []
    others = _others_not_testable(material)
    return [line for event in others for line in _environment(book, material, event)]


def _environment(book: ClaimBook, material: ReportMaterial, event: EventType) -> list[Sentence]:
    """What in the fields speaks for the environment of a type that cannot be tested, and what not.

    That is no event: whether there was one, nothing says.
    """
    there, absent = (
        [
            item
            for item in material.conclusion.signs
            if item.judgement is not None
            and item.judgement.verdict is verdict
            and (entry := material.entry(item)) is not None
            and event in entry.event_types
        ]
        for verdict in (Verdict.CONFIRMED, Verdict.REFUTED)
    )
    if not there:
        return []
    name = book.bind(_CLASS, f"{assessment_path(material, event)}.event", "term")
    signs = book.named(sign_of_environment(book, item) for item in there)
    lines = [book.say("environment", event=name, signs=signs)]
    if absent:
        lines.append(book.say("environment_lacks", names=names_of(book, absent)))
    return lines


_WATCHED = (OccurrenceLimit.REACHES_REGION_EDGE, OccurrenceLimit.COARSE_GRID)


def _watch(book: ClaimBook, material: ReportMaterial) -> list[Sentence]:
    """What the limits of the data leave to be followed, and the other events of the type."""
    occurrence = material.conclusion.occurrence
    lines = [book.say(f"watch_{limit.value}") for limit in _WATCHED if limit in occurrence.limits]
    met = occurrence.status is OccurrenceStatus.MET
    moment = material.conclusion.scope is Scope.SNAPSHOT
    if occurrence.event is not None and met and not moment:
        began, ends = (cut(material, occurrence.event, name) for name in ENDS)
        lines += [book.say(f"watch_began_before_{began}")] if began else []
        lines += [book.say(f"watch_lasts_beyond_{ends}")] if ends else []
    if occurrence.event is not None:
        found = material.classification.assessment(occurrence.event).objects
        if len(found) > 1:
            path = f"{assessment_path(material, occurrence.event)}.objects.#"
            lines.append(book.say("watch_objects", count=book.bind(_CLASS, path, "count")))
    return lines


def _event_chart(book: ClaimBook, material: ReportMaterial) -> list[ReportFigure]:
    """The first figures: the event itself; without one what was measured of each kind."""
    return [
        ReportFigure(
            evidence_id=chart.evidence_id,
            artifact=chart.artifact,
            caption=_event_caption(book, chart),
        )
        for chart in material.charts
        if is_event_chart(chart.evidence_id)
    ]


def _event_caption(book: ClaimBook, chart: ReportChart) -> Sentence:
    """Name the event's chart and its time; its strongest value is told above and drawn in it."""
    source, answer = f"evidence:{chart.evidence_id}", chart.answer
    title = chart_title(book, book.sources.evidence[chart.evidence_id])
    marked = answer.features[0].features if answer.features else ()
    names_hours = any(one.extra.get("quantity") in AMOUNTS for one in marked)
    if names_hours and chart.evidence_id != EVENT_SERIES_CHART:
        return book.say("caption_title", title=title)
    if isinstance(answer.time, TimeWindow):
        start = book.bind(source, "figure.time.start", "time")
        end = book.bind(source, "figure.time.end", "time")
        return book.say("caption_event", title=title, start=start, end=end)
    time = book.bind(source, "figure.time", "time")
    return book.say("caption_plain", title=title, time=time)
