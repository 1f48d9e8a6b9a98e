"""What the checks of data find goes through a whole run: into its fields, its trust, its report."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from diagnostics.contracts.checking import DataCheck, Weight
from diagnostics.contracts.enums import Language
from diagnostics.contracts.events import DataChecked
from diagnostics.contracts.report import Report, Topic
from diagnostics.contracts.request import DiagnosisRequest, LoopOptions
from diagnostics.data_checks import GuardedSource
from diagnostics.errors import InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release
from diagnostics.loop import diagnose, rebuild_report, recompute
from diagnostics.messages import render
from diagnostics.ports import FieldRequest
from diagnostics.reporting import check_report, render_markdown
from diagnostics.samples import sample_info
from diagnostics.workflow import ToolContext, read_plan
from tests.generated_samples import thinned

LANGUAGES = [Language.EN, pytest.param(Language.ZH, marks=pytest.mark.slow)]
"""A run in another language draws everything again."""


class Watched(MemorySource):
    """Data that note what is read of them, and how many events the run then had."""

    def __init__(self, dataset: Any, log: Any) -> None:
        super().__init__(dataset)
        self.log = log
        self.reads: list[tuple[int, str]] = []

    def load(self, request: FieldRequest) -> Any:
        self.reads += [(len(self.log.events), name) for name in request.variables]
        return super().load(request)


class Checked(NamedTuple):
    """A finished run on data with a fault."""

    source: Watched
    log: Any
    report: Report
    check: DataCheck


@pytest.fixture(scope="module")
def checked(make_ports: Callable[..., Any], make_log: Callable[..., Any]) -> Callable[..., Checked]:
    """Return a function that plants a fault in the rainstorm and diagnoses it in one turn.

    Nobody changes a finished run: each is made once.
    """

    @cache
    def go(plant: Callable[[Any], Any], language: Language = Language.EN) -> Checked:
        log = make_log()
        source = Watched(plant(thinned("rainstorm").copy(deep=True)), log)
        request = DiagnosisRequest(
            source="rainstorm",
            region=sample_info("rainstorm").region,
            language=language,
            options=LoopOptions(max_turns=1, target_factors=3),
        )
        outcome = diagnose(request, make_ports(source, log))
        assert outcome.status == "finished", outcome.message
        check_report(outcome.report, load_release())
        (event,) = (item.body for item in log.events if isinstance(item.body, DataChecked))
        return Checked(source, log, outcome.report, event.check)

    return go


def clean(data: Any) -> Any:
    return data


def height_for_geopotential(data: Any) -> Any:
    data["z"].values[:] /= 9.80665
    return data


def one_cell_of_rain_negative(data: Any) -> Any:
    data["tp"].values[5, 10, 10] = -5.0
    return data


def spike_of_dewpoint(data: Any) -> Any:
    data["d2m"].values[5, 10, 10] -= 60.0
    return data


def celsius_alone(data: Any) -> Any:
    return data[["t2m"]] - 273.15


@pytest.fixture(scope="module")
def trusted(checked: Callable[..., Checked]) -> Report:
    return checked(clean).report


def summary_of(report: Report) -> str:
    return render_markdown(report).split("\n## ")[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_field_leaves_the_run(
    checked: Callable[..., Checked], language: Language
) -> None:
    run = checked(height_for_geopotential, language)
    assert set(run.check.refused) == {"z"}
    finding = run.check.refused["z"]
    known = {item.name for item in run.report.inventory.variables}
    assert "z" not in known
    assert "t" in known
    (checked_at,) = (item.seq for item in run.log.events if isinstance(item.body, DataChecked))
    assert "z" in {name for _, name in run.source.reads}
    read_later = {name for events, name in run.source.reads if events >= checked_at}
    assert "t" in read_later
    assert "z" not in read_later
    text = render_markdown(run.report)
    assert render(finding.wording, language) in text
    assert render(finding.cure, language) in text
    again, state = rebuild_report(run.log.events, load_release())
    assert again.report_digest == state.report_digest == run.report.report_digest


@pytest.mark.slow
def test_the_workflow_of_a_run_without_a_refused_field_gives_the_same_again(
    checked: Callable[..., Checked],
) -> None:
    run = checked(height_for_geopotential)
    plan = read_plan(run.log.files["workflow.yaml"].decode())
    assert [item.code for item in plan.source.refused] == ["check_height_of_level"]
    found = recompute(plan, ToolContext(run.source, run.source.digest()))
    assert [step for step in found.steps if not step.identical] == []


def test_the_use_of_a_refused_field_raises_the_code_of_its_check(
    checked: Callable[..., Checked],
) -> None:
    run = checked(height_for_geopotential)
    guarded = GuardedSource(run.source, run.check.of(Weight.REFUSE))
    with pytest.raises(InputDataError) as caught:
        guarded.load(FieldRequest(variables=("t", "z"), levels_hpa=(500.0,)))
    assert caught.value.code == "check_height_of_level"
    assert caught.value.data == {"variable": "z", "rule": "height_of_level"}
    assert "z" not in {item.name for item in guarded.inventory().variables}


def test_data_of_which_nothing_is_left_end_the_run_with_the_code_of_the_check(
    sample: Callable[[str], Any], make_ports: Callable[..., Any], make_log: Callable[..., Any]
) -> None:
    source = MemorySource(celsius_alone(sample("rainstorm")))
    request = DiagnosisRequest(source="rainstorm", region=sample_info("rainstorm").region)
    outcome = diagnose(request, make_ports(source, make_log()))
    assert outcome.status == "failed"
    assert outcome.code == "check_impossible_values"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("plant", "field", "rule", "part"),
    [
        pytest.param(
            *(one_cell_of_rain_negative, "tp", "negative_rain", 0.6), marks=pytest.mark.slow
        ),
        (spike_of_dewpoint, "d2m", "single_spike", 0.85),
    ],
)
def test_a_doubt_lowers_the_confidence_and_stands_in_the_report(
    checked: Callable[..., Checked],
    trusted: Report,
    language: Language,
    plant: Callable[[Any], Any],
    field: str,
    rule: str,
    part: float,
) -> None:
    run = checked(plant, language)
    assert run.check.refused == {}
    assert run.check.doubted == (field,)
    doubts = run.check.of(Weight.DOUBT)
    assert rule in {finding.rule for finding in doubts}
    before, after = trusted.conclusion.occurrence, run.report.conclusion.occurrence
    assert "data" not in before.confidence_parts
    assert after.confidence_parts == {**before.confidence_parts, "data": part}
    assert after.confidence == pytest.approx(before.confidence * part, abs=2e-3)
    assert after.status is before.status
    text = render_markdown(run.report)
    for finding in doubts:
        assert render(finding.wording, language) in summary_of(run.report)
        assert render(finding.cure, language) in text
    topics = [line.topic for line in run.report.sections[0].sentences]
    first = [Topic.HAPPENED, Topic.STORY, Topic.WHY, Topic.DOUBTS]
    assert topics[: len(first)] == first, "a shift reads the event and its cause first"
    again, state = rebuild_report(run.log.events, load_release())
    assert again.report_digest == state.report_digest == run.report.report_digest


@pytest.mark.slow
def test_a_report_names_the_checks_that_could_not_run(checked: Callable[..., Checked]) -> None:
    run = checked(lambda data: data.drop_vars(["w", "lsm", "orog"]))
    lacking = {item.rule for item in run.check.not_run}
    assert {"ascent_against_rain", "ascent_against_convergence"} <= lacking
    assert "ascent against rain" in render_markdown(run.report)
