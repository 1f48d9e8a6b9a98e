"""Whole runs by the criteria of a centre: the event, its charts, and what the report says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from diagnostics.agents.llm.prompt_context import case_context
from diagnostics.bench.runs import opened_run
from diagnostics.catalog import get_catalog
from diagnostics.contracts.enums import EventType, Firing, Language
from diagnostics.contracts.events import RecordedEvent
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.library import Library, LibraryPreset
from diagnostics.contracts.overlay import Adjustment
from diagnostics.contracts.report import Report
from diagnostics.detection.events import load_preset, preset_of
from diagnostics.guidelines import (
    Base,
    Stock,
    combined,
    load_library,
    load_release,
    pack_release,
    release_of,
    unpack_release,
)
from diagnostics.loop import diagnose, rebuild_report
from diagnostics.loop.state import fold
from diagnostics.report_diff.compare import diff_reports
from diagnostics.reporting import check_report, render_markdown
from diagnostics.reporting.values import fill

RAIN = "criteria.rainstorm.windows"
MET = {
    f"{RAIN}.0.grades.0.value": 120.0,
    f"{RAIN}.0.grades.1.value": 160.0,
    f"{RAIN}.1.grades.0.value": 110.0,
    f"{RAIN}.1.grades.1.value": 130.0,
}
UNMET = {
    f"{RAIN}.0.grades.0.value": 400.0,
    f"{RAIN}.0.grades.1.value": 450.0,
    f"{RAIN}.0.grades.2.value": 500.0,
    f"{RAIN}.1.grades.0.value": 300.0,
    f"{RAIN}.1.grades.1.value": 350.0,
    f"{RAIN}.1.grades.2.value": 380.0,
}
"""Far above the 151 mm of the case, and above what stations have where cells have 151 mm."""
METHODS = {
    Language.EN: "Criteria: China Meteorological Administration (preset cma), as adjusted by the "
    "centre (numbers that the centre has set: {count}). ",
    Language.ZH: "判据：中国气象局业务标准（预设cma），经本中心调整"
    "（本中心自定的数值：{count}个）。",
}


@dataclass(frozen=True)
class CentreRun:
    events: list[RecordedEvent]
    release: GuidelineRelease
    report: Report

    def rebuilt(self, language: Language) -> Report:
        report: Report = rebuild_report(self.events, self.release, language)[0]
        return report


@pytest.fixture(scope="module")
def run_with(
    finished_run: Any,
    make_ports: Any,
    make_log: Any,
    shared_outcomes: Callable[[pytest.MonkeyPatch], None],
) -> Callable[[dict[str, float]], CentreRun]:
    known: dict[tuple[Any, ...], CentreRun] = {}

    def make(numbers: dict[str, float], revised: dict[str, float] | None = None) -> CentreRun:
        key = (tuple(sorted(numbers.items())), tuple((revised or {}).items()))
        if key in known:
            return known[key]
        library = load_library()
        own = LibraryPreset(name="cma", numbers=revised or {})
        base = Base(release_of(library.joined(Library(presets=(own,)))))
        said = [
            Adjustment(
                kind="preset", item="cma", path=path, was=base.says(("preset", "cma"), path),
                value=value,
            )
            for path, value in numbers.items()
        ]  # fmt: skip
        stock = Stock(load_library().references, {one.name: one for one in get_catalog().specs()})
        made = combined(base, said, stock, number=4)
        assert made.problems == ()
        release = unpack_release(pack_release(made.release), made.release.digest)

        class Pinned:
            def release(self, digest: str | None = None) -> GuidelineRelease:
                assert digest in (None, release.digest)
                return release

        log = make_log()
        with pytest.MonkeyPatch.context() as patch:
            shared_outcomes(patch)
            ports = make_ports(finished_run.source, log, guidelines=Pinned())
            outcome = diagnose(finished_run.request, ports)
        assert outcome.status == "finished", outcome.message
        known[key] = CentreRun(list(log.events), release, outcome.report)
        return known[key]

    return make


def words(report: Report) -> str:
    return " ".join(fill(item, report) for section in report.sections for item in section.sentences)


def chart(run: CentreRun, name: str) -> Any:
    return fold(run.events).chart_of(name)


def test_a_limit_above_the_case_leaves_no_rainstorm(run_with: Any, finished_run: Any) -> None:
    assert finished_run.report.conclusion.occurrence.event is EventType.RAINSTORM
    run = run_with(UNMET)
    found = run.report.classification
    assert found.primary is None
    assert found.assessment(EventType.RAINSTORM).firing is Firing.NOT_FIRED
    assert run.report.software.preset_adjusted == len(UNMET)
    for language in Language:
        report = run.rebuilt(language)
        check_report(report, run.release)
        text = words(report)
        assert METHODS[language].format(count=len(UNMET)) in text
        written = render_markdown(report)
        assert "| 151 mm | 400 mm |" in written
        assert " 50 mm" not in written


@pytest.mark.parametrize("language", Language)
def test_a_rainstorm_is_reported_by_the_limit_of_the_centre(
    run_with: Any, finished_run: Any, language: Language
) -> None:
    run = run_with(MET)
    report = run.rebuilt(language)
    check_report(report, run.release)
    item = report.classification.assessment(EventType.RAINSTORM)
    shared = finished_run.report.classification.assessment(EventType.RAINSTORM)
    assert item.firing is shared.firing is Firing.FIRED
    assert (item.grade, shared.grade) == (1, 2)
    assert item.metrics.threshold_effective == 120.0
    text = words(report)
    assert METHODS[language].format(count=len(MET)) in text
    of_centre, standard = {
        Language.EN: ("criterion set by the centre", "national or agency standard"),
        Language.ZH: ("本中心自定判据", "国家或机构标准"),
    }[language]
    assert of_centre in text
    described = next(
        fill(one, report)
        for section in report.sections
        for one in section.sentences
        if of_centre in fill(one, report)
    )
    assert standard not in described


def test_the_log_and_the_classification_pin_the_preset_as_adjusted(run_with: Any) -> None:
    run = run_with(MET)
    own = preset_of(run.release.presets, "cma").digest
    started = fold(run.events).started
    assert started is not None
    assert started.preset_digest == own == run.report.classification.preset_digest
    assert started.preset == "cma"
    assert own != load_preset("cma").digest


def test_charts_are_in_the_classes_of_the_centre_and_have_keys_of_their_own(
    run_with: Any, finished_run: Any
) -> None:
    run = run_with(MET)
    shared = fold(finished_run.log.events)
    for name in ("event", "event_series"):
        own, before = chart(run, name), shared.chart_of(name)
        assert own is not None
        assert own.call_key != before.call_key
        assert own.sha256 != before.sha256


def test_factors_are_computed_as_before(run_with: Any, finished_run: Any) -> None:
    """No key of a call that the criteria do not touch is another one."""
    own, shared = (
        {item.entry_id: item.call_key for item in report.evidence if item.index is not None}
        for report in (run_with(MET).report, finished_run.report)
    )
    both = own.keys() & shared.keys()
    assert both
    assert {name: own[name] for name in both} == {name: shared[name] for name in both}


def test_where_the_limit_comes_from_is_the_centre(run_with: Any) -> None:
    report = run_with(MET).report
    limits = [
        recipe
        for recipe in report.recipes
        if recipe.operator == "criterion:rainstorm" and recipe.id.endswith(".limit")
    ]
    assert limits
    for recipe in limits:
        assert recipe.formula.endswith("set by the centre")
        assert recipe.parameters["limits"] == {"24 h": 120.0, "12 h": 110.0}
        assert recipe.version == report.classification.preset_digest[:12]


def test_a_killed_run_goes_on_by_the_same_criteria(
    run_with: Any, finished_run: Any, make_ports: Any, make_log: Any, shared_outcomes: Any
) -> None:
    run = run_with(MET)

    class Pinned:
        def release(self, digest: str | None = None) -> GuidelineRelease:
            assert digest == run.release.digest
            return run.release

    log = make_log()
    log.events = list(run.events[:2])
    with pytest.MonkeyPatch.context() as patch:
        shared_outcomes(patch)
        ports = make_ports(finished_run.source, log, guidelines=Pinned())
        outcome = diagnose(finished_run.request, ports, log.events)
    assert outcome.report is not None
    assert outcome.report.classification == run.report.classification


def test_a_report_built_again_is_the_one_that_was_published(run_with: Any) -> None:
    run = run_with(MET)
    again = run.rebuilt(run.report.request.language)
    assert again.report_digest == run.report.report_digest
    assert diff_reports(run.report, again).same


def test_versions_by_other_criteria_are_compared(run_with: Any, finished_run: Any) -> None:
    difference = diff_reports(finished_run.report, run_with(MET).report)
    limits = [
        (change.before.value, change.after.value)
        for change in difference.claims_changed
        if change.after.path.endswith("metrics.threshold_effective")
    ]
    assert limits == [(50.0, 120.0)]


def test_a_stored_run_is_opened_by_the_criteria_of_its_release(
    run_with: Any, finished_run: Any
) -> None:
    """As the effect of a change on stored runs does."""
    run = run_with(MET)
    opened = opened_run(finished_run.request, finished_run.source, release=run.release)
    assert opened.preset == preset_of(run.release.presets, "cma")
    assert opened.state.classification == run.report.classification


def test_a_model_is_told_that_the_centre_has_adjusted_the_criteria(
    run_with: Any, finished_run: Any
) -> None:
    named = []
    for release in (run_with(MET).release, load_release()):
        opened = opened_run(finished_run.request, finished_run.source, release=release)
        named.append(
            "cma, adjusted by the centre" in case_context(opened.view(EventType.RAINSTORM))
        )
    assert named == [True, False]


def test_a_report_without_adjusted_criteria_says_nothing_of_them(finished_run: Any) -> None:
    document = finished_run.report.software.model_dump(mode="json")
    assert "preset_adjusted" not in document
    assert "as adjusted by the centre" not in words(finished_run.report)


def test_numbers_of_the_library_are_not_said_to_be_the_centres(run_with: Any) -> None:
    """Curators have set two limits, one of which the centre has set again."""
    first, second = f"{RAIN}.0.grades.0.value", f"{RAIN}.1.grades.0.value"
    run = run_with({second: 65.0}, {first: 70.0, second: 60.0})
    software = run.report.software
    assert (software.preset_revised, software.preset_adjusted) == (1, 1)
    said = {
        Language.EN: ("curators of the shared library have set other numbers than the software "
                      "brings: 1.", "numbers that the centre has set: 1"),
        Language.ZH: ("公共指南库管理员另行设定的数值：1个", "本中心自定的数值：1个"),
    }  # fmt: skip
    for language in Language:
        report = run.rebuilt(language)
        check_report(report, run.release)
        assert all(part in words(report) for part in said[language])
    reasons = " ".join(f"{one.reason}" for one in run.report.classification.assessments)
    assert "[L]" in reasons or "[C]" in reasons
    limits = {
        one.formula for one in run.report.recipes if "first grade of the preset" in one.formula
    }
    assert all("source" not in formula for formula in limits if "set by" in formula)


def test_a_run_by_numbers_of_the_library_alone(run_with: Any) -> None:
    run = run_with({}, UNMET)
    assert run.report.software.preset_adjusted == 0
    assert run.report.software.preset_revised == len(UNMET)
    assert run.report.classification.primary is None
    for language in Language:
        text = words(run.rebuilt(language))
        assert "centre has set" not in text
        assert "本中心自定" not in text
        assert "[C]" not in text
