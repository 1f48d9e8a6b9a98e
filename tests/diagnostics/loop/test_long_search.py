"""Fifty turns that are really used up: a library large enough, and nothing in it that holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from diagnostics.agents import expert_team
from diagnostics.contracts.enums import ConclusionKind, Language, StopReason, Verdict
from diagnostics.contracts.guidelines import GuidelineRelease
from diagnostics.contracts.request import MAX_TURNS, DiagnosisRequest
from diagnostics.fields.memory import MemorySource
from diagnostics.guidelines import load_release, release_digest
from diagnostics.loop import diagnose, rebuild_report
from diagnostics.reporting import check_report, render_markdown
from diagnostics.samples import sample_info

pytestmark = pytest.mark.slow

SPARE = 10
"""Entries that are left when the last turn is over."""
FACTORS = ("mslp_gradient", "surface_wind_speed", "surface_low_pressure")


def unreachable(release: GuidelineRelease) -> GuidelineRelease:
    """Sixty entries of gales whose thresholds lie beyond anything in nature."""
    known = {entry.factor: entry for entry in release.entries if entry.id.startswith("g_gale_")}
    entries = []
    for number in range(MAX_TURNS + SPARE):
        entry = known[FACTORS[number % len(FACTORS)]]
        beyond = 500.0 + number if entry.expected.tail == "upper" else 500.0 - number
        test = entry.expected.absolute.model_copy(update={"value": beyond})
        expected = entry.expected.model_copy(update={"absolute": test, "bands": ()})
        entries.append(
            entry.model_copy(update={"id": f"g_gale_far_{number:02d}", "expected": expected})
        )
    made = release.model_copy(update={"entries": tuple(entries)})
    return made.model_copy(update={"digest": release_digest(made)})


@dataclass(frozen=True)
class Library:
    """A source of one release."""

    held: GuidelineRelease

    def release(self, digest: str | None = None) -> GuidelineRelease:
        return self.held


class OneByOne:
    """Proposes the first factor alone."""

    def propose(self, view: Any, ranked: Any) -> Any:
        decision = expert_team().decomposer.propose(view, ranked)
        first = decision.output.model_copy(update={"factors": decision.output.factors[:1]})
        return replace(decision, output=first)


@pytest.fixture(scope="module")
def long_run(
    sample: Callable[[str], Any], make_ports: Callable[..., Any], make_log: Callable[..., Any]
) -> Any:
    library = Library(unreachable(load_release()))
    request = DiagnosisRequest(source="gale", region=sample_info("gale").region)
    log = make_log()
    team = replace(expert_team(), decomposer=OneByOne())
    ports = make_ports(MemorySource(sample("gale")), log, guidelines=library, team=team)
    outcome = diagnose(request, ports)
    assert outcome.status == "finished", outcome.message
    return outcome.report, log, library.held


def test_fifty_turns_end_the_search_and_the_report_says_so(long_run: Any) -> None:
    report, log, release = long_run
    conclusion = report.conclusion
    assert (conclusion.turns, len(report.evidence)) == (MAX_TURNS, MAX_TURNS)
    assert {item.judgement.verdict for item in report.evidence} == {Verdict.REFUTED}
    assert conclusion.stopped is StopReason.TURNS_USED
    assert conclusion.kind is ConclusionKind.INSUFFICIENT_EVIDENCE
    assert (conclusion.confidence, conclusion.confidence_level) == (0.0, "")
    assert (
        len([item for item in log.events if item.body.type == "hypothesis_proposed"]) == MAX_TURNS
    )
    check_report(report, release)
    assert "all turns allowed were used" in render_markdown(report)


def test_no_entry_is_tested_twice(long_run: Any) -> None:
    report, _, release = long_run
    tested = [item.entry_id for item in report.evidence]
    assert len(set(tested)) == MAX_TURNS
    assert len(release.entries) - len(tested) == SPARE


def test_the_report_is_the_same_when_it_is_built_again(long_run: Any) -> None:
    report, log, release = long_run
    again, _ = rebuild_report(log.events, release)
    assert again.report_digest == report.report_digest


def test_the_ending_is_told_in_chinese_too(long_run: Any) -> None:
    _, log, release = long_run
    first = log.events[0].body
    assert first.type == "run_started"
    request = first.request.model_copy(update={"language": Language.ZH})
    stated = log.events[0].model_copy(
        update={"body": first.model_copy(update={"request": request})}
    )
    again, _ = rebuild_report((stated, *log.events[1:]), release)
    assert "因允许的轮次已用尽而停止" in render_markdown(again)
