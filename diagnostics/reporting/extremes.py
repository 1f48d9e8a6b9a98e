"""How strong an event is, in which hours, where, and how far it spreads."""

from __future__ import annotations

from typing import Literal

from diagnostics.contracts.detection import (
    CriterionMetrics,
    EventObject,
    MeasuredValue,
    TypeAssessment,
)
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.report import Sentence
from diagnostics.contracts.zones import fixed_zone, read_zone
from diagnostics.detection.events.beside import AT_PEAK, HIGHEST_AT_PEAK, LOWEST_AT_PEAK
from diagnostics.detection.events.truncation import Cut, cut_of
from diagnostics.messages.numbers import threshold_digits, whole_digits
from diagnostics.reporting.claim_book import ClaimBook
from diagnostics.reporting.report_inputs import Findings
from diagnostics.reporting.values import CLOSING, DAYS, FRACTION, by_the_clock, of_interval

CLASS = "classification"
ENDS: tuple[Literal["onset", "end"], ...] = ("onset", "end")
OF_DAYS = {EventType.HEAT_WAVE: "mx2t", EventType.COLD_WAVE: "mn2t"}
"""Types whose criterion is of whole days, with the extreme that is read before `t2m`."""
_AT_PEAK = (AT_PEAK, LOWEST_AT_PEAK, HIGHEST_AT_PEAK)
MOST_FURTHER = 3
"""Further events of a type that a sentence names; the table has them all."""


def assessment_path(material: Findings, event: EventType) -> str:
    """Return the path of one type's assessment in the classification."""
    names = [item.event for item in material.classification.assessments]
    return f"assessments.{names.index(event)}"


def quantity_value(book: ClaimBook, path: str, metrics: CriterionMetrics, field: str) -> str:
    """Bind a value of a criterion with its unit; thresholds without trailing zeros."""
    digits = None
    if field.startswith("threshold"):
        digits = threshold_digits(getattr(metrics, field))
    value = book.bind(CLASS, f"{path}.metrics.{field}", "number", unit=metrics.unit, digits=digits)
    return book.blowing(value, CLASS, f"{path}.metrics.peak_from_deg") if field == "peak" else value


def measured_value(
    book: ClaimBook, path: str, value: MeasuredValue, *, digits: int | None = None
) -> str:
    """Bind a measured value with its unit; of a wind, with where it blows from."""
    number = book.bind(CLASS, f"{path}.value", "number", unit=value.unit, digits=digits)
    return book.blowing(number, CLASS, f"{path}.from_deg")


def quantity_name(book: ClaimBook, path: str, metrics: CriterionMetrics) -> str:
    """Bind the name of a criterion's quantity, with the hours that a part of the day is of."""
    name = book.bind(CLASS, f"{path}.metrics.quantity", "term")
    if metrics.hours_sampled is None:
        return name
    hours = book.bind(CLASS, f"{path}.metrics.hours_sampled", "text")
    return book.say("quantity_of_hours", quantity=name, hours=hours).text


def area_value(book: ClaimBook, path: str, area: float) -> str:
    """Bind an area of the classification: its cells do not carry more than three figures."""
    return book.bind(CLASS, path, "number", unit="km2", digits=whole_digits(area))


def share_value(book: ClaimBook, path: str, metrics: CriterionMetrics) -> str | None:
    """Bind the largest share of the region; of extremes of hours with those, which are no time."""
    if metrics.area_fraction is None:
        return None
    share = book.bind(CLASS, f"{path}.metrics.area_fraction", "number", unit=FRACTION)
    if not metrics.area_fraction or not by_interval(metrics):
        return share
    window = book.bind(CLASS, f"{path}.metrics.window", "term")
    return book.say("share_of_interval", share=share, window=window).text


def hours_value(book: ClaimBook, path: str, hours: float) -> str:
    """Bind a number of hours, whole ones without decimals."""
    return book.bind(CLASS, path, "number", unit="h", digits=threshold_digits(hours))


def nearest(book: ClaimBook, found: Findings, key: str = "") -> Sentence:
    """Name the type that came nearest to its limit, or the only one that could be tested."""
    tested = [item for item in found.classification.assessments if item.metrics is not None]
    event = book.bind("conclusion", "occurrence.nearest", "term")
    return book.say(f"{key}nearest" if len(tested) > 1 else f"{key}only_tested", event=event)


def cut(material: Findings, event: EventType, field: Literal["onset", "end"]) -> Cut | None:
    """What cuts off the onset, or the end, of an event: the data or the period."""
    return _cut_of(material, material.classification.object_of(event), field)


def _cut_of(
    material: Findings, item: EventObject | None, field: Literal["onset", "end"]
) -> Cut | None:
    return cut_of(item, field, material.classification.window, material.inventory.times)


def moment(
    book: ClaimBook, material: Findings, path: str, event: EventType, *, closes: bool = False
) -> str:
    """Bind a time of an event: the day, for types whose criterion is of whole days.

    Where the time `closes` something it is the end of its day.
    """
    if event not in OF_DAYS:
        return book.bind_clock(CLASS, path)
    days = _days(book, material)
    return book.bind(CLASS, path, "day", unit=days + CLOSING if closes else days)


def sample(book: ClaimBook, material: Findings, path: str, event: EventType) -> str:
    """Bind the time of a value of an event: of types of days the day that the value is of."""
    info = material.inventory.variable(OF_DAYS[event]) if event in OF_DAYS else None
    if info is None or info.interval_hours is None:
        return moment(book, material, path, event)
    days = _days(book, material)
    return book.bind(CLASS, path, "day", unit=of_interval(days, info.interval_hours))


def _days(book: ClaimBook, material: Findings) -> str:
    """Return the unit of a day: where days begin, by the report's clock if nobody named a zone."""
    days = str(getattr(material.classification, days_of(material)))
    if DAYS.match(days) is None or book.sources.request.timezone is not None:
        return days
    return by_the_clock(days, book.sources.clock)


def counted_days(book: ClaimBook, material: Findings) -> list[Sentence]:
    """Say where the days begin that heat and cold are counted by, where anything was."""
    found = material.classification
    of_days = (item for item in found.assessments if item.event in OF_DAYS)
    if all(item.metrics is None for item in of_days):
        return []
    field, offset = days_of(material), None
    if field == "day_boundary" and book.sources.request.timezone is None:
        zone = read_zone(book.sources.clock)
        start = found.window.start
        if zone is not None:
            offset = fixed_zone(zone.local(start) - start.replace(tzinfo=None)).name
    return [book.say("days", days=book.bind(CLASS, field, "text", unit=offset))]


def days_of(material: Findings) -> Literal["day_boundary", "timezone"]:
    """Name what says where days begin; of older records only the zone does."""
    return "day_boundary" if DAYS.match(material.classification.day_boundary) else "timezone"


def peak_time(book: ClaimBook, material: Findings, event: EventType) -> str:
    """Bind the time of the largest value."""
    path = assessment_path(material, event)
    return sample(book, material, f"{path}.metrics.peak_time", event)


def end_of(
    book: ClaimBook,
    material: Findings,
    path: str,
    event: EventType,
    field: Literal["onset", "end"],
) -> str:
    """Bind the onset, or the end, of an event: of types of days the first, or the last, day."""
    return moment(book, material, path, event, closes=field == "end")


def span(book: ClaimBook, material: Findings, event: EventType) -> dict[str, str]:
    """Bind onset and end of an event; one that data or period cut off is said to be so."""
    path = f"{assessment_path(material, event)}.metrics"
    item = material.classification.object_of(event)
    return {
        field: said_end(book, material, f"{path}.{field}", event, item, field) for field in ENDS
    }


def said_end(
    book: ClaimBook,
    material: Findings,
    path: str,
    event: EventType,
    item: EventObject | None,
    field: Literal["onset", "end"],
) -> str:
    """Write the onset, or the end, of an event, and what cuts it off."""
    time, by = end_of(book, material, path, event, field), _cut_of(material, item, field)
    return time if by is None else book.say(f"open_{field}_{by}", time=time).text


def whole_span(book: ClaimBook, material: Findings, event: EventType) -> dict[str, str]:
    """Bind the first onset and the last end of all events of a type in region and period."""
    found = material.classification.assessment(event).objects
    first = min(found, key=lambda item: (item.onset, not item.open_start))
    last = max(found, key=lambda item: (item.end, item.open_end))
    ends: dict[Literal["onset", "end"], EventObject] = {"onset": first, "end": last}
    path = f"{assessment_path(material, event)}.objects"
    return {
        field: said_end(book, material, f"{path}.{found.index(item)}.{field}", event, item, field)
        for field, item in ends.items()
    }


def _lasting(book: ClaimBook, material: Findings, event: EventType) -> list[Sentence]:
    """Say how long the event lasts, and all events of its type where they last longer."""
    assessment = material.classification.assessment(event)
    metrics, found = assessment.metrics, assessment.objects
    if metrics is None or metrics.onset is None or metrics.end is None:
        return []
    if is_within_interval(material, event):
        path = f"{assessment_path(material, event)}.metrics"
        hours = {name: end_of(book, material, f"{path}.{name}", event, name) for name in ENDS}
        return [book.say("extent_within", **hours)]
    ends = span(book, material, event)
    lines = [book.say("extent", **ends)] if metrics.onset != metrics.end else []
    if lines and is_one_day(book, material, event):
        lines = [book.say("extent_day", day=ends["onset"])]
    if any(item.onset < metrics.onset or item.end > metrics.end for item in found):
        lines.append(book.say("extent_all", **whole_span(book, material, event)))
    return lines


def is_within_interval(material: Findings, event: EventType) -> bool:
    """Whether an event is one extreme of an interval: when in it, nobody knows."""
    assessment = material.classification.assessment(event)
    metrics, item = assessment.metrics, material.classification.object_of(event)
    if metrics is None or item is None or not by_interval(metrics):
        return False
    others = any(one.onset != item.onset or one.end != item.end for one in assessment.objects)
    return len(item.track) == 1 and metrics.onset != metrics.end and not others


def is_one_day(book: ClaimBook, material: Findings, event: EventType) -> bool:
    """Whether an event of a type of days is on a single day, which nothing cuts off."""
    if event not in OF_DAYS or any(cut(material, event, field) for field in ENDS):
        return False
    path = f"{assessment_path(material, event)}.metrics"
    onset, end = (
        book.shown(end_of(book, material, f"{path}.{field}", event, field)) for field in ENDS
    )
    return onset == end


def strength(book: ClaimBook, material: Findings, event: EventType) -> list[Sentence]:
    """Say how much, in which hours, where and when: the largest value in region and period.

    The hours of an amount and the interval in which most of it fell are two things.
    """
    path = assessment_path(material, event)
    metrics = material.classification.assessment(event).metrics
    assert metrics is not None
    at = f"{path}.metrics"
    slots = {
        "quantity": quantity_name(book, path, metrics),
        "window": book.bind(CLASS, f"{at}.window", "term"),
        "value": quantity_value(book, path, metrics, "peak"),
    }
    if metrics.peak_latitude is None or metrics.peak_time is None:
        return [book.say("peak_plain", **slots)]
    slots["place"] = book.bind(CLASS, f"{at}.peak_latitude+{at}.peak_longitude", "place")
    slots["time"] = peak_time(book, material, event)
    if metrics.peak_hours is None:
        lines = [book.say("peak_interval" if by_interval(metrics) else "peak_at", **slots)]
    else:
        slots["hours"] = hours_value(book, f"{at}.peak_hours", metrics.peak_hours)
        slots["until"] = book.bind_clock(CLASS, f"{at}.peak_until")
        lines = [book.say("peak_amount", **slots)]
        if metrics.rate_hours is not None and metrics.rate_hours < metrics.peak_hours:
            rate = {
                "rate": quantity_value(book, path, metrics, "rate"),
                "rate_hours": hours_value(book, f"{at}.rate_hours", metrics.rate_hours),
            }
            lines.append(book.say("peak_rate", time=slots["time"], **rate))
    if metrics.peak_apart:
        item = material.classification.object_of(event)
        if item is not None:
            number = material.classification.assessment(event).objects.index(item)
            told = of_object(book, material, event, number)
            lines.append(book.say("peak_apart", event=told))
    return lines


def outside(book: ClaimBook, material: Findings, event: EventType) -> list[Sentence]:
    """Tell what is stronger just outside the period."""
    known = material.classification.assessment(event).outside
    if known is None:
        return []
    path = f"{assessment_path(material, event)}.outside"
    slots = {
        "quantity": book.bind(CLASS, f"{path}.quantity", "term"),
        "window": book.bind(CLASS, f"{path}.window", "term"),
        "value": measured_value(book, path, known),
        "place": book.bind(CLASS, f"{path}.latitude+{path}.longitude", "place"),
        "time": sample(book, material, f"{path}.time", event),
    }
    return [book.say("outside_interval" if by_interval(known) else "outside", **slots)]


def on_land(book: ClaimBook, material: Findings, event: EventType) -> list[Sentence]:
    """Name the land that is hit, where the peak lies over the sea."""
    known = material.classification.assessment(event).on_land
    if known is None:
        return []
    path = f"{assessment_path(material, event)}.on_land"
    slots = {
        "value": measured_value(book, path, known),
        "place": book.bind(CLASS, f"{path}.latitude+{path}.longitude", "place"),
        "time": sample(book, material, f"{path}.time", event),
    }
    if known.hours is not None:
        slots["hours"] = hours_value(book, f"{path}.hours", known.hours)
        return [book.say("on_land_amount", **slots)]
    if by_interval(known):
        slots["window"] = book.bind(CLASS, f"{path}.window", "term")
        return [book.say("on_land_interval", **slots)]
    return [book.say("on_land", **slots)]


def beside(book: ClaimBook, material: Findings, event: EventType) -> list[Sentence]:
    """Say what a forecast gives beside the criterion's own value, each with place and time.

    Temperatures at the place of the peak are one sentence, with the height of melting there.
    """
    path = assessment_path(material, event)
    found = material.classification.assessment(event)
    values = {item.quantity: f"{path}.beside.{n}" for n, item in enumerate(found.beside)}
    lines = []
    for number, known in enumerate(found.beside):
        at = f"{path}.beside.{number}"
        if known.quantity in _AT_PEAK:
            continue
        slots = {
            "quantity": book.bind(CLASS, f"{at}.quantity", "term"),
            "value": measured_value(book, at, known, digits=1),
            "place": book.bind(CLASS, f"{at}.latitude+{at}.longitude", "place"),
            "time": book.bind_clock(CLASS, f"{at}.time"),
        }
        key = "beside_wind" if event is EventType.GALE else "beside"
        if by_interval(known):
            key, slots["window"] = f"{key}_interval", book.bind(CLASS, f"{at}.window", "term")
        lines.append(book.say(key, **slots))
    if LOWEST_AT_PEAK in values and HIGHEST_AT_PEAK in values:
        low, high = (
            book.bind(CLASS, f"{values[name]}.value", "number", unit="degC", digits=1)
            for name in (LOWEST_AT_PEAK, HIGHEST_AT_PEAK)
        )
        if book.shown(low) == book.shown(high):
            lines.append(book.say("beside_peak_once", low=low))
        elif AT_PEAK in values:
            at = values[AT_PEAK]
            then = book.bind(CLASS, f"{at}.value", "number", unit="degC", digits=1)
            quantity = book.bind(CLASS, f"{at}.quantity", "term")
            slots = {"quantity": quantity, "value": then, "low": low, "high": high}
            lines.append(book.say("beside_peak", **slots))
        else:
            lines.append(book.say("beside_peak_range", low=low, high=high))
    return [*lines, *_melting(book, path, found)]


def _melting(book: ClaimBook, path: str, found: TypeAssessment) -> list[Sentence]:
    """Say how high above the ground snow melts at the peak, where no other line says it."""
    if found.event is not EventType.SNOWSTORM or found.phase is None:
        return []
    for number, test in enumerate(found.phase.tests):
        is_said = f"phase_{test.test}" in found.phase.wording.model_dump_json()
        if test.unit == "m" and not is_said:
            at = f"{path}.phase.tests.{number}"
            height = book.bind(CLASS, f"{at}.value", "number", unit="m", digits=0)
            name = book.bind(CLASS, f"{at}.test", "term")
            return [book.say("beside_melting", test=name, height=height)]
    return []


def by_interval(value: CriterionMetrics | MeasuredValue) -> bool:
    """Whether values are extremes over the interval that ends at their time."""
    return value.window.startswith(("maximum of ", "minimum of "))


def of_object(book: ClaimBook, material: Findings, event: EventType, number: int) -> str:
    """Write the peak of an event with its hours, place and time."""
    item = material.classification.assessment(event).objects[number]
    path = f"{assessment_path(material, event)}.objects.{number}"
    until = f"{path}.peak_until" if item.peak_until is not None else f"{path}.peak_time"
    slots = {
        "value": object_value(book, path, item),
        "place": book.bind(CLASS, f"{path}.peak_latitude+{path}.peak_longitude", "place"),
        "time": sample(book, material, until, event),
    }
    metrics = material.classification.assessment(event).metrics
    if metrics is None or not by_interval(metrics):
        return book.say("event_peak", **slots).text
    slots["window"] = book.bind(CLASS, f"{assessment_path(material, event)}.metrics.window", "term")
    return book.say("event_peak_interval", **slots).text


def object_value(book: ClaimBook, path: str, item: EventObject) -> str:
    """Write the peak of an event with the hours of an amount."""
    value = book.bind(CLASS, f"{path}.peak", "number", unit=item.unit)
    value = book.blowing(value, CLASS, f"{path}.peak_from_deg")
    if item.peak_hours is None:
        return value
    hours = hours_value(book, f"{path}.peak_hours", item.peak_hours)
    return book.say("in_hours", value=value, hours=hours).text


def is_region_cut(found: Findings) -> bool:
    """Whether the data hold a part of the region: shares are of that part."""
    coverage = found.inventory.coverage
    return coverage is not None and coverage.area_fraction is not None


def spread(book: ClaimBook, material: Findings, event: EventType) -> list[Sentence]:
    """Say from when to when the criterion is met, and over how much of the region at most."""
    path = assessment_path(material, event)
    metrics = material.classification.assessment(event).metrics
    if metrics is None or metrics.onset is None or metrics.end is None:
        return []
    lines = _lasting(book, material, event)
    if not metrics.area_fraction:
        return lines
    at = f"{path}.metrics"
    slots = {
        "domain": book.say("domain_held" if is_region_cut(material) else "domain_whole").text,
        "area": book.bind(CLASS, f"{at}.area_fraction", "number", unit=FRACTION),
    }
    if metrics.area_time is None:
        return [*lines, book.say("extent_over", **slots)]
    slots["time"] = moment(book, material, f"{at}.area_time", event)
    if metrics.peak_hours is not None:
        slots["hours"] = hours_value(book, f"{at}.peak_hours", metrics.peak_hours)
        return [*lines, book.say("widest_amount", **slots)]
    if by_interval(metrics):
        slots["window"] = book.bind(CLASS, f"{at}.window", "term")
        return [*lines, book.say("widest_interval", **slots)]
    if metrics.land_fraction is not None and metrics.land_fraction != metrics.area_fraction:
        slots["land"] = book.bind(CLASS, f"{at}.land_fraction", "number", unit=FRACTION)
        return [*lines, book.say("widest_on_land", **slots)]
    return [*lines, book.say("widest", **slots)]


def further(book: ClaimBook, material: Findings, event: EventType) -> list[Sentence]:
    """Tell the strongest of the further events of a type."""
    classification = material.classification
    found, own = classification.assessment(event).objects, classification.object_of(event)
    others = [number for number, item in enumerate(found) if item is not own]
    if not others:
        return []
    told = [of_object(book, material, event, number) for number in others[:MOST_FURTHER]]
    if len(others) <= MOST_FURTHER:
        return [book.say("further", events=book.named(told))]
    count = book.bind(CLASS, f"{assessment_path(material, event)}.objects.#", "count")
    return [book.say("further_of", events=book.named(told), count=count)]
