"""When events are, as reports say it: days as days, clocks and open ends said once and in full."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnostics.contracts.detection import MeasuredValue
from diagnostics.contracts.enums import EventType, Firing, Language
from diagnostics.contracts.report import Claim, Sentence
from diagnostics.contracts.zones import fixed_zone
from diagnostics.detection.events.criterion_numbers import DayBoundary
from diagnostics.detection.events.daily_temperatures import (
    days_between,
    describe_days,
    positions_in_day,
)
from diagnostics.guidelines import load_release
from diagnostics.messages import term
from diagnostics.reporting import build_report, render_markdown
from diagnostics.reporting.checker import unsupported_claims
from diagnostics.reporting.reading import write_reading
from diagnostics.reporting.values import (
    CLOSING,
    by_the_clock,
    fill,
    fill_table,
    format_day,
    format_days,
    of_interval,
)
from diagnostics.reporting.values import sentence_pieces as pieces
from tests.diagnostics.detection.events.conftest import make_dataset, run

EN, ZH = Language.EN, Language.ZH
RAIN, COLD, GALE = EventType.RAINSTORM, EventType.COLD_WAVE, EventType.GALE
DAYS = "20:00 to 20:00 UTC+08:00, named by their end"
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])


@settings(deadline=None, max_examples=80)
@given(
    hour=st.integers(0, 23),
    shift=st.integers(-11, 12),
    by_end=st.booleans(),
    interval=st.sampled_from([1, 3, 6, 12]),
)
def test_every_moment_of_a_day_is_written_as_that_day(
    hour: int, shift: int, by_end: bool, interval: int
) -> None:
    """Begin, end, samples and intervals: as the criterion counts them, so they are written."""
    zone = fixed_zone(timedelta(hours=shift))
    boundary = DayBoundary(boundary_hour=hour, named_by_end=by_end and hour > 0)
    words = describe_days(boundary, zone)
    first = datetime(2026, 2, 26, tzinfo=UTC)
    times = [first + timedelta(hours=step) for step in range(0, 97, interval)]
    for day in days_between(times[0], times[-1], boundary, zone):
        date = datetime.fromisoformat(f"{day.date}T00:00:00+00:00")
        expected = f"{date.day} {date:%B %Y}"

        def written(moment: datetime, unit: str) -> str:
            return format_day(moment.isoformat(), unit, EN, {words})

        assert written(day.start, words) == expected
        assert written(day.middle, words) == expected
        assert written(day.end, words + CLOSING) == expected
        for position in positions_in_day(times, day, None):
            assert written(times[position], words) == expected
        for position in positions_in_day(times, day, float(interval)):
            assert written(times[position], of_interval(words, interval)) == expected


@settings(deadline=None, max_examples=60)
@given(
    hour=st.integers(0, 23),
    shift=st.integers(-11, 12),
    apart=st.integers(-3, 3),
    by_end=st.booleans(),
)
def test_a_day_begins_at_the_same_moment_by_the_clock_of_the_report(
    hour: int, shift: int, apart: int, by_end: bool
) -> None:
    """Days are counted by the sun, and a report has the clock on the wall alone."""
    zone = fixed_zone(timedelta(hours=shift))
    clock = fixed_zone(timedelta(hours=max(-12, min(14, shift + apart))))
    words = describe_days(DayBoundary(boundary_hour=hour, named_by_end=by_end and hour > 0), zone)
    days = days_between(
        datetime(2026, 2, 26, tzinfo=UTC),
        datetime(2026, 2, 28, tzinfo=UTC),
        DayBoundary(boundary_hour=hour, named_by_end=by_end and hour > 0),
        zone,
    )
    for day in days:
        date = datetime.fromisoformat(day.date)
        shown = format_day(day.middle.isoformat(), by_the_clock(words, clock.name), EN)
        assert shown.startswith(f"{date.day} {date:%B %Y} (")
        begun = clock.local(day.start)
        on_date = date.date() - timedelta(days=1) <= begun.date() <= date.date()
        named = clock if on_date else zone
        assert re.findall(r"UTC[+-]\d\d:\d\d", shown) == [named.name]
        first = re.search(r"from (\d\d:\d\d)", shown)
        assert (first[1] if first else "00:00") == f"{named.local(day.start):%H:%M}"
        both = format_days(words, EN, clock.name)
        assert both.startswith(f"{named.local(day.start):%H:%M} to ") and named.name in both


def claim(name: str, value: str, kind: str, unit: str) -> Claim:
    return Claim.model_validate(
        {"id": name, "source": "x", "path": name, "value": value, "kind": kind, "unit": unit}
    )


@pytest.mark.parametrize("language", Language)
def test_an_offset_is_said_once_in_a_sentence_and_again_where_it_changes(
    language: Language,
) -> None:
    moments = ("2026-03-29T00:00:00Z", "2026-03-29T00:30:00Z", "2026-03-29T02:00:00Z")
    found = {f"c{n}": claim(f"c{n}", at, "time", "Europe/Berlin") for n, at in enumerate(moments)}
    text = "; ".join(f"{{claim:{name}}}" for name in found)
    shown = "".join(piece.text for piece in pieces(Sentence(text=text), found, language))
    assert re.findall(r"UTC\+\d\d:\d\d", shown) == ["UTC+01:00", "UTC+02:00"]
    again = "".join(piece.text for piece in pieces(Sentence(text=text), found, language))
    assert again == shown


@pytest.mark.parametrize("language", Language)
def test_where_days_begin_is_said_once_in_a_sentence(language: Language) -> None:
    found = {
        "a": claim("a", "2026-01-16T12:00:00Z", "day", DAYS),
        "b": claim("b", "2026-01-18T12:00:00Z", "day", DAYS + CLOSING),
    }
    text = Sentence(text="{claim:a}, {claim:b}")
    shown = "".join(piece.text for piece in pieces(text, found, language))
    assert shown.count("20:00") == 2
    for day in {EN: ("17 January", "18 January"), ZH: ("1月17日", "1月18日")}[language]:
        assert day in shown


def of_days(material: Any, *spans: tuple[int, int]) -> Any:
    """The material as one of cold waves on some days of the run, each from 20 to 20 BJT."""
    classification = material.classification
    start = material.classification.window.start.replace(hour=12)
    rain = classification.assessment(RAIN)
    objects = tuple(
        rain.objects[0].model_copy(
            update={
                "id": f"cold_wave-{number}",
                "event": COLD,
                "unit": "K",
                "onset": start + timedelta(days=first),
                "end": start + timedelta(days=last),
                "peak_time": start + timedelta(days=last, hours=-1),
                "peak_until": None,
                "peak_hours": None,
                "open_start": False,
                "open_end": False,
            }
        )
        for number, (first, last) in enumerate(spans, start=1)
    )
    metrics = rain.metrics.model_copy(
        update={
            "quantity": "fall of the daily minimum temperature",
            "unit": "K",
            "window": "48 h",
            "onset": objects[0].onset,
            "end": objects[0].end,
            "peak_time": objects[0].peak_time,
            "peak_hours": None,
            "peak_until": None,
            "rate": None,
            "rate_hours": None,
            "area_time": objects[0].onset,
        }
    )
    assessments = tuple(
        rain.model_copy(
            update={"event": COLD, "objects": objects, "metrics": metrics, "phase": None}
        )
        if item.event is COLD
        else item.model_copy(update={"firing": Firing.NOT_FIRED, "objects": (), "metrics": None})
        for item in classification.assessments
    )
    occurrence = material.conclusion.occurrence.model_copy(update={"event": COLD, "others": ()})
    return replace(
        material,
        classification=classification.model_copy(
            update={
                "assessments": assessments,
                "primary": COLD,
                "secondary": (),
                "compound": (),
                "chosen": objects[0].id,
                "day_boundary": DAYS,
            }
        ),
        conclusion=material.conclusion.model_copy(
            update={"event": COLD, "occurrence": occurrence, "causes": ()}
        ),
    )


def of_intervals(material: Any, hours: int, measured: bool) -> Any:
    """The material as one of a gale whose gusts are maxima of so many hours."""
    classification = material.classification
    rain = classification.assessment(RAIN)
    until = classification.window.end
    window = f"maximum of {hours} h"
    changes = {"quantity": "10-m gust", "unit": "m s-1", "window": window, "peak_time": until}
    amounts = dict.fromkeys(("peak_hours", "peak_until", "rate", "rate_hours"))
    metrics = rain.metrics.model_copy(update={**changes, **amounts, "area_time": until})
    objects = tuple(
        rain.objects[0].model_copy(
            update={
                "id": f"gale-{number}",
                "event": GALE,
                "unit": "m s-1",
                "onset": until - timedelta(hours=hours),
                "end": until,
                "peak_time": until,
                "peak_until": None,
                "peak_hours": None,
            }
        )
        for number in (1, 2)
    )
    near = MeasuredValue(
        quantity="10-m gust", unit="m s-1", value=60.0, latitude=30.0, longitude=115.0,
        time=until, window=window,
    )  # fmt: skip
    gale = rain.model_copy(
        update={
            "event": GALE, "objects": objects, "metrics": metrics, "phase": None, "outside": near,
        }
    )  # fmt: skip
    if measured:
        gale = gale.model_copy(
            update={
                "firing": Firing.NOT_ASSESSABLE, "objects": (), "metrics": None, "outside": None,
                "measured": near,
            }
        )  # fmt: skip
    others = {"firing": Firing.NOT_FIRED, "objects": (), "metrics": None}
    assessments = tuple(
        gale if item.event is GALE else item.model_copy(update=others)
        for item in classification.assessments
    )
    alone = {
        "assessments": assessments, "primary": GALE, "secondary": (), "compound": (),
        "chosen": None if measured else objects[0].id,
    }  # fmt: skip
    occurrence = material.conclusion.occurrence.model_copy(update={"event": GALE, "others": ()})
    ends = {"event": GALE, "occurrence": occurrence, "causes": ()}
    return replace(
        material,
        classification=classification.model_copy(update=alone),
        conclusion=material.conclusion.model_copy(update=ends),
        charts=(),
    )


@LANGUAGES
@pytest.mark.parametrize("hours", [6, 71])
@pytest.mark.parametrize("measured", [False, True])
def test_the_time_of_an_extreme_of_an_interval_names_the_interval(
    in_language: Callable[..., Any], language: str, hours: int, measured: bool
) -> None:
    material = of_intervals(in_language(language), hours, measured)
    report = build_report(material)
    assert unsupported_claims(report, load_release()) == ()
    window = term(f"maximum of {hours} h", Language(language))
    values = re.compile(
        r"metrics\.(peak_time|area_time)$|objects\.\d+\.peak_time$|(outside|measured)\.time$"
    )
    timed = {item.id for item in report.claims if values.search(item.path)}
    assert timed
    seen = 0
    for section in report.sections:
        for sentence in section.sentences:
            for part in re.split(r"(?<=[.;。；]) ?(?=[A-Z0-9{在若截其资])", sentence.text):
                found = timed & set(re.findall(r"{claim:(\w+)}", part))
                if found:
                    seen += 1
                    assert window in fill(Sentence(text=part), report), part
        rows = zip(section.table, fill_table(section.table, report), strict=True)
        for row, shown in rows:
            if timed & {name for cell in row for name in cell.claims}:
                seen += 1
                assert window in " ".join(shown)
    assert seen
    facts = write_reading(report, load_release()).facts
    lines = [
        "".join(piece.text for piece in line.pieces).replace("\u00a0", " ")
        for fact in facts
        for line in fact.lines
    ]
    peak = {"en": "Peak: ", "zh": "峰值"}[language]
    assert all(window in line for line in lines if line.startswith(peak) and "UTC" in line)


def texts(report: Any) -> list[str]:
    """Every paragraph, caption and table of a report."""
    found = []
    for section in report.sections:
        found += [fill(item, report) for item in section.sentences]
        found += [" | ".join(row) for row in fill_table(section.table, report)]
    return found


@LANGUAGES
@pytest.mark.parametrize("spans", [((1, 3),), ((1, 2),), ((1, 3), (0, 2), (2, 5))])
def test_a_cold_wave_is_on_days(
    in_language: Callable[..., Any], language: str, spans: tuple[tuple[int, int], ...]
) -> None:
    material = of_days(in_language(language), *spans)
    report = build_report(material)
    assert unsupported_claims(report, load_release()) == ()
    starts = material.classification.window.start.replace(hour=12)
    days = []
    for first, last in spans:
        ends = (starts + timedelta(days=first + 1), starts + timedelta(days=last))
        days.append([format_day(at.isoformat(), "UTC", Language(language), {"UTC"}) for at in ends])
    shown = texts(report)
    lasting = next(text for text in shown if days[0][0] in text)
    assert days[0][1] in lasting
    # Nowhere is the boundary of a day given as a time.
    clock = re.compile(r"12:00 UTC \d|日12时（UTC")
    assert not [text for text in shown if clock.search(text)]
    for section in report.sections:
        whole = [fill(item, report) for item in section.sentences]
        whole.append("".join(cell for row in fill_table(section.table, report) for cell in row))
        assert all(text.count("20:00") <= 2 for text in whole)
    page = render_markdown(report)
    assert {"en": "lower from day to day", "zh": "逐日下降"}[language] in page
    if len(spans) > 1:
        together = {"en": "together last from", "zh": "全部同类事件的起止时间"}[language]
        paragraph = next(text for text in shown if together in text)
        assert min(days)[0] in paragraph and max(days)[1] in paragraph
    facts = write_reading(report, load_release()).facts
    said = " ".join(piece.text for fact in facts for line in fact.lines for piece in line.pieces)
    assert days[0][0].replace(" ", "\u00a0") in said.replace(" ", "\u00a0")
    assert not clock.search(said.replace("\u00a0", " "))


@LANGUAGES
@pytest.mark.parametrize("cuts", [(False, False), (True, False), (False, True), (True, True)])
def test_begin_and_end_of_all_events_are_said_with_what_cuts_them(
    in_language: Callable[..., Any], language: str, cuts: tuple[bool, bool]
) -> None:
    material = in_language(language)
    classification = material.classification
    rain = classification.assessment(RAIN)
    own, step = rain.objects[0], timedelta(hours=6)
    before = own.model_copy(
        update={"id": "rainstorm-8", "onset": own.onset - step, "open_start": cuts[0]}
    )
    after = own.model_copy(update={"id": "rainstorm-9", "end": own.end + step, "open_end": cuts[1]})
    found = rain.model_copy(update={"objects": (own, before, after)})
    assessments = tuple(
        found if item.event is RAIN else item for item in classification.assessments
    )
    several = classification.model_copy(update={"assessments": assessments})
    report = build_report(replace(material, classification=several))
    assert unsupported_claims(report, load_release()) == ()
    shown = texts(report)
    together = {"en": "together last from", "zh": "全部同类事件的起止时间"}[language]
    paragraph = next(text for text in shown if together in text).split(together)[1]
    row = next(text for text in shown if text.startswith({"en": "All of", "zh": "全部"}[language]))
    marks = {"en": ("or earlier", "or later"), "zh": ("可能更早", "可能更晚")}[language]
    for text in (paragraph.split({"en": ". ", "zh": "。"}[language])[0], row):
        assert [mark in text for mark in marks] == list(cuts)
    alone = texts(build_report(material))
    assert len(rain.objects) > 1 or not [text for text in alone if together in text]


@settings(deadline=None, max_examples=20)
@given(offset=st.integers(-11, 12), first=st.integers(24, 60), hours=st.integers(96, 140))
def test_the_days_of_an_event_are_those_that_its_report_prints(
    offset: int, first: int, hours: int
) -> None:
    """The record's dates, which lists show, and the days in the text are made apart."""
    times = pd.date_range("2024-07-01T00:00", periods=216, freq="1h")
    hot = np.full(216, 290.0)
    hot[first : first + hours] = 311.0
    result = run(make_dataset(times, t2m=hot), timezone=f"{offset:+03d}:00")
    found = result.assessment(EventType.HEAT_WAVE).objects
    assert found
    for item in found:
        ends = {"first_day": (item.onset, ""), "last_day": (item.end, CLOSING)}
        for name, (moment, closing) in ends.items():
            days = result.day_boundary
            written = format_day(moment.isoformat(), days + closing, EN, {days})
            date = getattr(item, name)
            assert written == f"{date.day} {date:%B %Y}"
        assert item.first_day <= item.peak_day <= item.last_day
