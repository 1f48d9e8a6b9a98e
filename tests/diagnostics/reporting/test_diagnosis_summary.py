"""A report of every ending, in both languages: nothing unbound, and the right things said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from diagnostics.contracts.conclusion import kind_of
from diagnostics.contracts.detection import MeasuredValue, TypeAssessment
from diagnostics.contracts.enums import (
    EventType,
    Firing,
    Scope,
    Strength,
    Verdict,
)
from diagnostics.contracts.enums import ExplanationStatus as Why
from diagnostics.contracts.enums import OccurrenceStatus as Status
from diagnostics.contracts.report import Report
from diagnostics.contracts.space_time import TimeWindow
from diagnostics.guidelines import load_release
from diagnostics.messages import Message, render
from diagnostics.reporting import build_report, render_html, render_markdown
from diagnostics.reporting.checker import unsupported_claims

RUN = datetime(2026, 7, 4, tzinfo=UTC)
RUN_SAID = {"en": "forecast run of 00:00 UTC 4 July 2026", "zh": "2026年7月4日"}
MEMBER_SAID = {"en": "ensemble member 7", "zh": "集合成员7"}
NEEDS_DAYS = Message(id="event-heat_single_time", params={"days": 3})
NEEDS_WIND = Message(id="event-gale_needs_wind")
LANGUAGES = pytest.mark.parametrize("language", ["en", "zh"])


def checked(material: Any) -> Report:
    report = build_report(material)
    assert unsupported_claims(report, load_release()) == ()
    return report


def part(report: Report, name: str) -> str:
    """The Markdown of one section."""
    title = next(section.title for section in report.sections if section.id == name)
    _, _, rest = render_markdown(report).partition(f"## {title}\n")
    return rest.partition("\n## ")[0]


def pictures_of(report: Report) -> list[str]:
    return [figure.artifact for section in report.sections for figure in section.figures]


def judged(item: Any, **changes: Any) -> Any:
    return item.model_copy(update={"judgement": item.judgement.model_copy(update=changes)})


@LANGUAGES
def test_a_supported_event(in_language: Callable[..., Any], material: Any, language: str) -> None:
    report = checked(in_language(language))
    summary = part(report, "summary")
    assert {"en": "rainstorm", "zh": "暴雨"}[language] in summary
    peak = material.classification.assessment(EventType.RAINSTORM).metrics.peak
    assert f"{peak:.0f} mm" in summary
    assert {"en": "27–35° N, 110–126° E", "zh": "27–35°N、110–126°E"}[language] in summary
    assert [section.id for section in report.sections] == [
        "summary", "situation", "event", "course", "chain", "figures", "timeline", "causes",
        "refuted", "untested", "confidence", "data",
    ]  # fmt: skip
    assert len(report.references) == len({item.text for item in report.references})


@LANGUAGES
def test_a_grade_of_an_older_record_is_told_as_the_scaled_equivalent(
    in_language: Callable[..., Any], language: str
) -> None:
    material = in_language(language)
    assessments = tuple(
        item.model_copy(
            update={
                "grade_name": f"model-scaled equivalent of {item.grade_name}",
                "metrics": item.metrics.model_copy(update={"threshold_mode": "scaled"}),
            }
        )
        if item.grade
        else item
        for item in material.classification.assessments
    )
    older = material.classification.model_copy(update={"assessments": assessments})
    event = part(checked(replace(material, classification=older)), "event")
    assert {"en": "at the scale of the grid", "zh": "按格距折算相当于"}[language] in event
    assert {"en": "secondary sources", "zh": "二手资料"}[language] in event


@LANGUAGES
@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({}, ()),
        ({"run": RUN}, (RUN_SAID,)),
        ({"members": (7,)}, (MEMBER_SAID,)),
        ({"run": RUN, "members": (7,)}, (RUN_SAID, MEMBER_SAID)),
    ],
    ids=("neither", "run", "member", "both"),
)
def test_the_run_and_the_member_that_were_chosen_are_named(
    in_language: Callable[..., Any],
    language: str,
    chosen: dict[str, Any],
    said: tuple[dict[str, str], ...],
) -> None:
    material = in_language(language)
    request = material.request.model_copy(update=chosen)
    data = part(checked(replace(material, request=request)), "data")
    for words in (RUN_SAID, MEMBER_SAID):
        assert (words[language] in data) is (words in said), data


def concluded(material: Any, status: Status, why: Why, **fields: Any) -> Any:
    """The conclusion of a material with another end."""
    old = material.conclusion
    event = fields.get("event", old.event)
    occurrence = old.occurrence.model_copy(update={"status": status, "event": event})
    kept = {name: fields.pop(name) for name in ("missing",) if name in fields}
    explanation = old.explanation.model_copy(update={"status": why, **kept})
    ends = {"occurrence": occurrence, "explanation": explanation}
    return old.model_copy(
        update={"kind": kind_of(occurrence, explanation), **ends, "strength": None, **fields}
    )


@LANGUAGES
def test_partial_support(in_language: Callable[..., Any], material: Any, language: str) -> None:
    conclusion = concluded(
        material,
        Status.MET,
        Why.PARTLY,
        strength=Strength.PARTIAL,
        confirmed=material.conclusion.confirmed[:3],
    )
    summary = part(checked(in_language(language, conclusion=conclusion)), "summary")
    assert {"en": "in part", "zh": "部分证实"}[language] in summary


@LANGUAGES
def test_no_significant_event(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    conclusion = concluded(
        material, Status.NOT_MET, Why.NONE, event=None, confirmed=(), refuted=(), turns=0
    )
    quiet = {"conclusion": conclusion, "evidence": (), "charts": ()}
    report = checked(in_language(language, **quiet))
    assert {"en": "No significant event", "zh": "无显著天气事件"}[language] in part(
        report, "summary"
    )
    shown = [section.id for section in report.sections]
    assert shown == ["summary", "situation", "event", "untested", "confidence", "data"]


@LANGUAGES
def test_what_could_not_be_tested_is_named(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    untested = tuple(EventType)
    measured = MeasuredValue(
        quantity="t2m", unit="degC", value=42.4, latitude=30.0, longitude=118.0,
        time=material.classification.window.start, needs=NEEDS_DAYS,
    )  # fmt: skip
    classification = material.classification.model_copy(
        update={
            "primary": None,
            "assessments": tuple(
                TypeAssessment(
                    event=event,
                    firing=Firing.NOT_ASSESSABLE,
                    reason=render(NEEDS_WIND, "en"),
                    wording=NEEDS_WIND,
                    measured=measured if event is EventType.HEAT_WAVE else None,
                )
                for event in untested
            ),
        }
    )
    conclusion = concluded(
        material,
        Status.CANNOT_BE_TESTED,
        Why.NONE,
        event=None,
        confirmed=(),
        refuted=(),
        not_testable=untested,
        turns=0,
    )
    report = checked(
        in_language(
            language,
            classification=classification,
            conclusion=conclusion,
            evidence=(),
            charts=(),
        )
    )
    summary = part(report, "summary")
    names = {"en": "rainstorm, snowstorm, gale", "zh": "暴雨、暴雪、大风"}[language]
    assert names in summary
    hot = {"en": "42.4 °C", "zh": "42.4 ℃"}[language]
    assert hot in summary
    assert render(NEEDS_WIND, language) in part(report, "event")
    assert hot in part(report, "event")


@LANGUAGES
@pytest.mark.parametrize("status", [Status.CANNOT_BE_TESTED, Status.NOT_MET])
def test_what_is_found_without_an_event_establishes_no_cause(
    in_language: Callable[..., Any], material: Any, language: str, status: Status
) -> None:
    report = checked(in_language(language, conclusion=concluded(material, status, Why.NONE)))
    said = {
        (Status.CANNOT_BE_TESTED, "en"): "so no cause is established",
        (Status.CANNOT_BE_TESTED, "zh"): "因此不能确定成因",
        (Status.NOT_MET, "en"): "so there is no event to explain",
        (Status.NOT_MET, "zh"): "没有需要解释的事件",
    }
    assert said[status, language] in part(report, "summary")


@LANGUAGES
@pytest.mark.parametrize("why", [Why.NONE, Why.NOT_TESTABLE])
def test_an_event_without_a_cause_is_an_event(
    in_language: Callable[..., Any], material: Any, language: str, why: Why
) -> None:
    conclusion = concluded(
        material,
        Status.MET,
        why,
        confirmed=material.conclusion.confirmed[:1] if why is Why.NONE else (),
        missing=("t", "q") if why is Why.NOT_TESTABLE else (),
    )
    report = checked(in_language(language, conclusion=conclusion))
    summary = part(report, "summary")
    assert {"en": "its criterion is met", "zh": "判据满足"}[language] in summary
    said = {
        (Why.NONE, "en"): "It is not established",
        (Why.NONE, "zh"): "成因未能确定",
        (Why.NOT_TESTABLE, "en"): "cause cannot be tested",
        (Why.NOT_TESTABLE, "zh"): "成因无法用现有资料检验",
    }
    assert said[why, language] in summary
    page = render_html(report, dict.fromkeys(pictures_of(report), b""))
    for words in ("insufficient evidence", "evidence is insufficient", "证据不足"):
        assert words not in page
    if why is Why.NOT_TESTABLE:
        assert {"en": "specific humidity", "zh": "比湿"}[language] in summary.lower()


@pytest.mark.parametrize(
    ("hours", "window", "english", "chinese"),
    [
        (24.0, "24 h", "On land it reaches 79.6 mm in the 24 h to", "的24小时内"),
        (None, "instantaneous", "On land it reaches 79.6 mm near", "陆地上在"),
        (None, "maximum of 6 h", "maximum of 6 h to", "陆地上截至"),
    ],
)
def test_the_land_that_is_hit_is_named(
    in_language: Callable[..., Any],
    material: Any,
    hours: float | None,
    window: str,
    english: str,
    chinese: str,
) -> None:
    ashore = MeasuredValue(
        quantity="rain", unit="mm", value=79.6, latitude=33.2, longitude=-79.4,
        time=datetime(2005, 8, 8, tzinfo=UTC), window=window, hours=hours,
    )  # fmt: skip
    old = material.classification
    assessments = tuple(
        item.model_copy(update={"on_land": ashore}) if item.event is old.primary else item
        for item in old.assessments
    )
    changes = {"classification": old.model_copy(update={"assessments": assessments})}
    for language, words in (("en", english), ("zh", chinese)):
        text = part(checked(in_language(language, **changes)), "summary")
        assert words in text
        assert "33.2°" in text


@LANGUAGES
def test_a_snapshot_and_a_declared_type_that_is_not_found(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    conclusion = concluded(
        material, Status.NOT_MET, Why.NONE, event=EventType.GALE, scope=Scope.SNAPSHOT, causes=()
    )
    classification = material.classification.model_copy(
        update={"declared": EventType.GALE, "agreement": False}
    )
    report = checked(in_language(language, conclusion=conclusion, classification=classification))
    summary = part(report, "summary")
    assert {"en": "snapshot", "zh": "瞬时状态"}[language] in summary
    assert {"en": "Gale over", "zh": "未达大风判据"}[language] in summary


@LANGUAGES
def test_a_single_moment_is_not_told_as_a_span(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    classification = material.classification
    start = classification.window.start
    moment = classification.window.model_copy(update={"end": start})
    changed = classification.model_copy(update={"window": moment})
    title = render_markdown(checked(in_language(language, classification=changed))).splitlines()[0]
    assert title.count("UTC") == 1


@LANGUAGES
def test_what_the_data_cut_off_is_told(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    times = material.inventory.times

    def summary_of(window: TimeWindow, *, cut: bool) -> str:
        found = material.classification
        open_ = {"open_start": cut, "open_end": cut}
        assessments = tuple(
            item.model_copy(
                update={"objects": tuple(one.model_copy(update=open_) for one in item.objects)}
            )
            for item in found.assessments
        )
        changed = found.model_copy(update={"assessments": assessments, "window": window})
        return part(checked(in_language(language, classification=changed)), "summary")

    by_data = {"en": ("(the data begin)", "(the data end)"), "zh": ("资料起始", "资料截止")}
    by_period = {
        "en": ("(the period begins)", "(the period ends)"),
        "zh": ("所选时段起始", "所选时段截止"),
    }
    all_times = TimeWindow(start=times[0], end=times[-1])
    some_times = TimeWindow(start=times[1], end=times[-2])
    whole, inner = summary_of(all_times, cut=True), summary_of(some_times, cut=True)
    inside = summary_of(some_times, cut=False)
    for data, period in zip(by_data[language], by_period[language], strict=True):
        assert data in whole and period not in whole
        assert period in inner
        assert data not in inside and period not in inside


@LANGUAGES
def test_refuted_factors_are_results(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    first, second = [item for item in material.evidence if item.index][:2]
    third = second.model_copy(update={"id": "e89"})
    chart = next(item for item in material.evidence if item.figure)
    fourth = third.model_copy(update={"id": "e90"})
    far = Message(id="verdict-no_time")
    unreadable = Message(id="verdict-no_threshold")
    evidence = (
        judged(first, verdict=Verdict.REFUTED, margin=-0.4, strength=""),
        judged(second, verdict=Verdict.REFUTED, margin=-0.4, strength=""),
        judged(third, verdict=Verdict.REFUTED, margin=0.4, wording=far),
        judged(fourth, verdict=Verdict.UNDETERMINED, wording=unreadable),
        judged(chart, verdict=Verdict.REFUTED).model_copy(
            update={
                "figure": chart.figure.model_copy(
                    update={
                        "features": tuple(
                            answer.model_copy(update={"passed": False})
                            for answer in chart.figure.features
                        )
                    }
                )
            }
        ),
    )
    report = checked(in_language(language, evidence=evidence))
    refuted = part(report, "refuted")
    assert refuted.count("\n| ") == 5
    assert render(far, language) in refuted
    assert {"en": "Not found", "zh": "未识别"}[language] in refuted
    assert render(unreadable, language) in part(report, "untested")
    assert "chain" not in [section.id for section in report.sections]


@LANGUAGES
def test_a_chart_without_the_area_says_by_which_limit_it_was_looked_for(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    entry = "g_rainstorm_rh700_wind700"
    chart = next(item for item in material.evidence if item.figure)
    wanted = next(
        item
        for item in load_release().entry(entry).expected.detectors
        if item.detector == "threshold_object"
    )
    answer = chart.figure.features[0]
    provenance = answer.provenance.model_copy(update={"parameters": dict(wanted.params)})
    missed = answer.model_copy(
        update={
            "detector": wanted.detector,
            "passed": False,
            "features": (),
            "provenance": provenance,
        }
    )
    figure = chart.figure.model_copy(update={"features": (missed,)})
    evidence = judged(chart, verdict=Verdict.REFUTED).model_copy(
        update={"figure": figure, "entry_id": entry}
    )
    refuted = part(checked(in_language(language, evidence=(evidence,))), "refuted")
    limit = wanted.params["threshold"]
    assert {"en": f"rea of at least {limit:g} ", "zh": f"不低于{limit:g}"}[language] in refuted


@LANGUAGES
def test_types_that_share_a_reason_share_its_sentence(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    reason = Message(id="event-no_land")
    assessments = tuple(
        item
        if item.firing is Firing.FIRED
        else item.model_copy(
            update={
                "firing": Firing.NOT_FIRED,
                "metrics": None,
                "reason": render(reason, "en"),
                "wording": reason,
            }
        )
        for item in material.classification.assessments
    )
    classification = material.classification.model_copy(update={"assessments": assessments})
    event = part(checked(in_language(language, classification=classification)), "event")
    told = {
        "en": "Ruled out (Snowstorm, Gale, Heat wave, Cold wave)",
        "zh": "可以排除：暴雪、大风、高温热浪、寒潮（",
    }
    assert event.lower().count(told[language].lower()) == 1
    assert "[S]" not in event


@LANGUAGES
def test_factors_that_the_data_cannot_serve_are_named(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    missing = {"g_rainstorm_cape": "needs q", "g_rainstorm_k_index": "needs t"}
    report = checked(in_language(language, blocked=missing))
    named = part(report, "untested")
    specs = material.specs
    for factor in ("cape", "k_index"):
        assert getattr(specs[factor], f"title_{language}") in named


@LANGUAGES
def test_climatology_and_many_tests_are_told(
    in_language: Callable[..., Any], material: Any, language: str
) -> None:
    rates = dict.fromkeys(material.conclusion.confirmed, 0.012)
    conclusion = material.conclusion.model_copy(update={"false_discovery_rates": rates})
    told = part(checked(in_language(language, conclusion=conclusion)), "confidence")
    assert "Benjamini-Yekutieli" in told
    assert "0.012" in told


def test_the_same_material_gives_the_same_report(material: Any) -> None:
    one, other = build_report(material), build_report(material)
    assert one.report_digest == other.report_digest
    assert one == other


def test_a_log_that_has_lost_the_order_of_its_keys_gives_the_same_report(material: Any) -> None:
    """A database keeps the keys of documents in an order of its own."""
    conclusion = material.conclusion
    parts = conclusion.confidence_parts
    assert len(parts) > 1
    turned = conclusion.model_copy(update={"confidence_parts": dict(reversed(parts.items()))})
    again = replace(material, conclusion=turned)
    assert build_report(again).report_digest == build_report(material).report_digest


def test_the_language_is_part_of_the_digest(in_language: Callable[..., Any]) -> None:
    digests = {build_report(in_language(name)).report_digest for name in ("en", "zh")}
    assert len(digests) == 2


def test_both_languages_bind_the_same_evidence(in_language: Callable[..., Any]) -> None:
    def bound(language: str) -> set[tuple[str, str]]:
        claims = build_report(in_language(language)).claims
        return {
            (claim.source, claim.path.replace("_zh", "").replace("title_en", "title"))
            for claim in claims
        }

    assert bound("en") == bound("zh")


@LANGUAGES
def test_the_zone_of_the_centre_is_said_to_be_assumed(
    in_language: Callable[..., Any], language: str
) -> None:
    sentence = {"en": "which is assumed", "zh": "默认取用"}[language]
    named = in_language(language)
    assert sentence not in part(checked(named), "data")
    changes = {"timezone": "Asia/Shanghai", "timezone_assumed": True}
    assumed = replace(named, request=named.request.model_copy(update=changes))
    shown = part(checked(assumed), "data")
    assert sentence in shown and "Asia/Shanghai" in shown
