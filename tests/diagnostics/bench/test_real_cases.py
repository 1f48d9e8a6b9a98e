"""Real cases that hold their criterion and all three categories score 4.8 or more."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from diagnostics.agents import ablated_release, ablated_team, expert_team
from diagnostics.bench.known_cases import DATA_VARIABLE, REAL_CASES, real_cases
from diagnostics.bench.runs import run_case
from diagnostics.bench.scoring import score_case
from diagnostics.contracts.enums import (
    Ablation,
    CauseStanding,
    EventType,
    ExplanationStatus,
    OccurrenceStatus,
)
from diagnostics.guidelines import load_release

FAST = {
    "S03 octobomb": (EventType.GALE, "extratropical_cyclone"),
    "S04 Fiji rain": (EventType.RAINSTORM, "tropical_system"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAST)
def test_a_real_case_is_diagnosed_and_scored_in_full(
    real_data: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    listed = next(item for item in REAL_CASES if item.name == name)
    found = real_data(listed.path)
    root = str(found).removesuffix(listed.path).rstrip(os.sep)
    monkeypatch.setenv(DATA_VARIABLE, root)
    known = next(item for item in real_cases(scored_only=True) if item.name == name)
    case, _ = run_case(known.request, known.source)
    event, cause = FAST[name]
    conclusion = case.report.conclusion
    # The wind of S03 stays below the limit on its grid of one degree: likely at stations.
    wanted = OccurrenceStatus.LIKELY_AT_STATIONS if name == "S03 octobomb" else OccurrenceStatus.MET
    assert (conclusion.occurrence.status, conclusion.event) == (wanted, event)
    established = {ExplanationStatus.CONFIRMED, ExplanationStatus.PARTLY}
    is_met = wanted is OccurrenceStatus.MET
    assert (conclusion.explanation.status in established) is is_met
    assert (conclusion.causes[0].cause, conclusion.causes[0].standing) == (
        cause,
        CauseStanding.LEADING,
    )
    scores = score_case(case).scores
    # The rubrics of hypotheses and data ask for an event.
    for stage in ("hypothesis", "data", "figure") if is_met else ("figure",):
        score = scores[stage].score
        assert score is not None, stage
        assert score >= 4.8, (stage, scores[stage].reasons)


def test_every_case_left_out_says_why():
    assert len({case.name for case in REAL_CASES}) == len(REAL_CASES)
    scored = [case for case in REAL_CASES if not case.out]
    assert len(scored) >= 6
    assert all(len(case.out) > 20 for case in REAL_CASES if case.out)


def test_without_the_folder_there_are_no_real_cases(monkeypatch):
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    assert list(real_cases()) == []


@pytest.mark.parametrize("part", [part for part in Ablation if part.value.endswith("r")])
def test_a_role_left_out_is_replaced_by_a_plain_rule(part: Ablation) -> None:
    team, whole = ablated_team(expert_team(), (part,)), expert_team()
    replaced = [
        name for name in vars(whole) if type(vars(team)[name]) is not type(vars(whole)[name])
    ]
    assert replaced == ([part.value] if part.value in vars(whole) else [])


def test_knowledge_left_out_is_gone_and_the_digest_stays():
    release = load_release()
    without = {part: ablated_release(release, (part,)) for part in Ablation}
    assert without[Ablation.LIBRARY].entries == ()
    assert {e.modality.value for e in without[Ablation.FIGURES].entries} == {"index"}
    assert {e.modality.value for e in without[Ablation.INDICES].entries} == {"figure"}
    assert not any(e.alternatives for e in without[Ablation.ALTERNATIVES].entries)
    assert not any(e.conditions_machine.months_nh for e in without[Ablation.CONDITIONS].entries)
    assert without[Ablation.CAUSES].causes == ()
    assert without[Ablation.DECOMPOSER] == release
    assert {item.digest for item in without.values()} == {release.digest}
