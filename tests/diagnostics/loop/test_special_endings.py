"""Runs that cannot go as usual end in a labelled, sensible result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from diagnostics.agents import expert_team
from diagnostics.contracts.enums import (
    Ablation,
    Category,
    ConclusionKind,
    EventType,
    ExplanationStatus,
    Firing,
    OccurrenceStatus,
    StopReason,
    Strength,
    Verdict,
)
from diagnostics.contracts.report import Topic
from diagnostics.contracts.request import DiagnosisRequest, LoopOptions
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.loop import diagnose, rebuild_report
from diagnostics.reporting import check_report, render_markdown
from diagnostics.samples import sample_info

pytestmark = pytest.mark.usefixtures("steps_once")


@pytest.fixture(scope="module")
def run(
    sample: Callable[[str], Any], make_ports: Callable[..., Any], make_log: Callable[..., Any]
) -> Callable[..., Any]:
    """Return a function that diagnoses a sample with changes and gives report and log."""

    def go(name: str, *, data: Any = None, team: Any = None, **asked: Any) -> Any:
        request = DiagnosisRequest(source=name, region=sample_info(name).region, **asked)
        log = make_log()
        changes = {"team": team} if team else {}
        source = MemorySource(sample(name) if data is None else data)
        outcome = diagnose(request, make_ports(source, log, **changes))
        assert outcome.status == "finished", outcome.message
        check_report(outcome.report, load_release())
        return outcome.report, log

    return go


class Doubtful:
    """A diagnostician who never counts a factor as confirmed."""

    def __init__(self, diagnostician: Any) -> None:
        self._expert = diagnostician

    def judge(self, view: Any, evidence: Any, rule: Any) -> Any:
        return self._expert.judge(view, evidence, rule)

    def weigh(self, view: Any) -> Any:
        return self._expert.weigh(view)

    def replan(self, view: Any) -> Any:
        return self._expert.replan(replace(view, confirmed=()))


def test_the_last_turn_ends_a_search_that_is_never_content(run):
    """One factor a turn, none of which counts: the limit of turns ends it, not the library."""

    class OneByOne:
        def propose(self, view: Any, ranked: Any) -> Any:
            decision = expert_team().decomposer.propose(view, ranked)
            factors = decision.output.factors[:1]
            return replace(decision, output=decision.output.model_copy(update={"factors": factors}))

    expert = expert_team()
    team = replace(expert, decomposer=OneByOne(), diagnostician=Doubtful(expert.diagnostician))
    report, _ = run("gale", team=team, options=LoopOptions(max_turns=3))
    assert report.conclusion.turns == 3
    assert report.conclusion.stopped is StopReason.TURNS_USED
    assert len(report.evidence) == 3
    assert "all turns allowed were used" in render_markdown(report)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The library has no factor for this type"), ("zh", "指南库中没有该类型的因子")],
)
def test_an_empty_library_leaves_the_classification(run, language: str, said: str) -> None:
    options = LoopOptions(without=(Ablation.LIBRARY,))
    report, log = run("rainstorm", options=options, language=language)
    conclusion = report.conclusion
    assert conclusion.kind is ConclusionKind.INSUFFICIENT_EVIDENCE
    assert conclusion.stopped is StopReason.EMPTY_LIBRARY
    assert conclusion.event is EventType.RAINSTORM
    text = render_markdown(report)
    assert said in text
    assert {"en": "ran without", "zh": "未使用"}[language] in text
    again, state = rebuild_report(log.events, load_release())
    assert again.report_digest == state.report_digest


@pytest.mark.slow
def test_half_the_factors_without_data_still_ends_in_a_verdict(run, sample):
    data = sample("rainstorm").drop_vars(["w", "z"], errors="ignore")
    report, _ = run("rainstorm", data=data)
    conclusion = report.conclusion
    assert conclusion.kind is ConclusionKind.EVENT_SUPPORTED
    assert "untested" in [part.id for part in report.sections]
    factors = {item.factor for item in report.evidence}
    assert "max_vertical_velocity" not in factors


@pytest.mark.slow
def test_after_the_last_turn_no_report_says_that_nothing_was_left_to_test(run):
    report, _ = run("gale", options=LoopOptions(max_turns=2))
    assert report.conclusion.stopped is StopReason.TURNS_USED
    assert report.conclusion.strength is Strength.PARTIAL
    text = render_markdown(report)
    assert "the search ended before the others were tested" in text
    assert "no factor remained to be tested" not in text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No factor that counts is of these kinds: moisture."),
        pytest.param("zh", "其中没有水汽因子", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_a_kind_of_factor_that_is_lacking_is_told(run, sample, language: str, said: str) -> None:
    data = sample("rainstorm").drop_vars(["q", "d2m"])
    report, _ = run("rainstorm", data=data, language=language)
    conclusion = report.conclusion
    assert conclusion.kind is ConclusionKind.EVENT_SUPPORTED
    assert conclusion.categories_lacking == (Category.MOISTURE,)
    assert said in render_markdown(report)


def test_surface_fields_alone_say_that_nothing_more_could_be_tested(run, sample):
    data = sample("rainstorm")[["tp", "t2m"]]
    report, _ = run("rainstorm", data=data)
    conclusion = report.conclusion
    assert conclusion.kind is ConclusionKind.INSUFFICIENT_EVIDENCE
    assert conclusion.stopped in (StopReason.NOTHING_TESTABLE, StopReason.LIBRARY_EXHAUSTED)


def test_where_nothing_was_measured_the_situation_is_that_of_the_deepest_low(run, sample):
    data = sample("gale")[["msl"]]
    report, _ = run("gale", data=data)
    assert not any(item.metrics for item in report.classification.assessments)
    region = report.request.region
    inside = data["msl"].sel(
        latitude=slice(region.south, region.north), longitude=slice(region.west, region.east)
    )
    lowest = inside.min(["latitude", "longitude"])
    time = lowest.time.values[int(lowest.argmin("time"))]
    assert report.systems.time.replace(tzinfo=None) == time.astype("datetime64[us]").item()
    text = render_markdown(report)
    assert "from the middle of the region" in text
    assert "peak value" not in text


def test_one_extreme_of_many_hours_is_no_snapshot_and_has_no_course(run, sample):
    """A footprint of a storm: when in its hours the gusts blew, nobody knows."""
    moment = sample("gale").isel(time=slice(8, 9))
    data = (1.4 * np.hypot(moment["u10"], moment["v10"])).to_dataset(name="fg10")
    data["fg10"].attrs = {"units": "m s-1", "interval_hours": 71.0}
    report, _ = run("gale", data=data)
    assert report.classification.assessment(EventType.GALE).firing is Firing.FIRED
    text = render_markdown(report)
    assert "The limit is reached at some time from" in text
    assert "a single value of each cell, the maximum of 71 h" in text
    assert "| Share of the region |" in text
    assert "%, by the maximum of 71 h |" in text
    assert "Heat and cold are counted by days" not in text
    assert "at one time" not in text
    for false in ("The event lasts from", "snapshot", "under way", "the data begin", "## Timeline"):
        assert false not in text


@pytest.mark.parametrize(("warmer", "there"), [(0.0, True), (40.0, False)])
def test_a_type_that_cannot_be_tested_has_its_environment_said_and_no_event(
    run, sample, warmer, there
):
    """Snow without precipitation in the data: the cold air aloft is there, or it is not."""
    moments = sample("snowstorm").isel(time=slice(7, 8)).copy(deep=True)
    data = moments[["t", "q", "u", "v", "z", "t2m", "msl"]]
    data["t"] = data["t"] + np.where(data["t"] > 0.0, warmer, 0.0)
    options = LoopOptions(max_turns=1)
    report, _ = run("snowstorm", data=data, options=options)
    assert report.conclusion.occurrence.status is OccurrenceStatus.CANNOT_BE_TESTED
    found = {
        item.entry_id for item in report.conclusion.signs
        if item.judgement.verdict is Verdict.CONFIRMED
    }  # fmt: skip
    assert ("g_snowstorm_temperature_level" in found) is there
    text = render_markdown(report)
    said = "Environment that favours this type"
    assert (said in text) is bool({name for name in found if "_snowstorm_" in name})
    topics = {item.topic for item in report.sections[0].sentences if said in item.text}
    assert topics == ({Topic.ENVIRONMENT} if said in text else set())
    assert "Temperature at a level (850 hPa)" in text or not there


@pytest.mark.slow
def test_a_quiet_case_ends_without_a_turn(run):
    report, log = run("quiet")
    assert report.conclusion.kind is ConclusionKind.NO_SIGNIFICANT_EVENT
    assert (report.conclusion.turns, report.conclusion.causes) == (0, ())
    assert not [item for item in log.events if item.body.type == "hypothesis_proposed"]


@pytest.mark.slow
def test_a_contradictory_declared_type_is_told(run):
    report, _ = run("heat_wave", event=EventType.COLD_WAVE)
    assert report.classification.agreement is False
    assert report.conclusion.kind is ConclusionKind.INSUFFICIENT_EVIDENCE
    assert report.conclusion.reason == "another_type_fired"
    assert report.classification.assessment(EventType.HEAT_WAVE).firing is Firing.FIRED
    text = render_markdown(report)
    assert "its criterion is not met" in text
    assert "Other types whose criterion is met: heat wave" in text
    assert report.conclusion.explanation.status is ExplanationStatus.NONE
    assert report.conclusion.explanation.causes == ()
