"""The Evaluator: rubrics as tables, and a finished run scored against what it needed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from diagnostics.bench.scoring import STAGES, FinishedCase, score_case
from diagnostics.bench.scoring import hypothesis as hypotheses
from diagnostics.bench.scoring import index as indices
from diagnostics.contracts.enums import EventType
from diagnostics.guidelines import load_release


@pytest.fixture(scope="module")
def case(finished_run: Any) -> FinishedCase:
    log = finished_run.log
    return FinishedCase(
        report=finished_run.report,
        events=tuple(log.events),
        release=load_release(),
        pictures={name: data for name, data in log.files.items() if name.endswith(".png")},
    )


@pytest.mark.parametrize(
    ("selected", "violations", "categories", "score"),
    [
        (0, 0, 0, 0), (5, 5, 0, 0), (5, 4, 1, 1), (5, 1, 1, 1), (5, 0, 1, 1), (5, 2, 2, 2),
        (5, 3, 3, 2), (5, 2, 3, 3), (5, 0, 2, 4), (4, 0, 3, 4), (5, 0, 3, 5),
    ],
)  # fmt: skip
def test_the_rubric_of_the_hypothesis_is_total(selected, violations, categories, score):
    assert hypotheses.grade(selected, violations, categories) == score


@pytest.mark.parametrize(
    ("answer", "reference", "score"),
    [(1.0, 1.0, 5), (1.00005, 1.0, 4), (1.0005, 1.0, 3), (1.005, 1.0, 2), (1.05, 1.0, 1),
     (1.5, 1.0, 0), (0.0, 0.0, 5), (0.05, 0.0, 1)],
)  # fmt: skip
def test_the_rubric_of_an_index(answer, reference, score):
    assert indices.grade(indices.relative_error(answer, reference)) == score


def test_a_sound_run_is_scored_in_full(case):
    scores = score_case(case).scores
    assert tuple(scores) == STAGES
    assert scores["hypothesis"].score == 5
    assert scores["data"].score == 5
    assert scores["figure"].score >= 4.8
    assert scores["report"].score >= 4
    assert scores["index"].score is None
    assert "--reference" in scores["index"].not_applicable


def test_a_factor_of_another_event_is_a_violation(case):
    proposed = case.hypotheses[0]
    foreign = proposed.factors[0].model_copy(update={"entry_id": "g_heat_wave_gh500"})
    changed = proposed.model_copy(update={"factors": (foreign, *proposed.factors[1:])})
    broken = replace(case)
    broken.__dict__["hypotheses"] = (changed,)
    found = hypotheses.score_hypothesis(broken)
    assert found.score == 3
    assert any("not an entry for rainstorm" in reason for reason in found.reasons)


def test_what_is_needed_does_not_come_from_what_was_read(case):
    """Cutting a field out of the arrival lowers the score, however the run judged itself."""
    events = []
    for item in case.events:
        body = item.body
        if getattr(body, "output_type", "") == "RetrievalReview":
            output = json.loads(json.dumps(body.output))
            fields = output["arrival"]["fields"]
            output["arrival"]["fields"] = [field for field in fields if field["name"] != "tp"]
            item = item.model_copy(update={"body": body.model_copy(update={"output": output})})
        events.append(item)
    found = score_case(replace(case, events=tuple(events))).scores["data"]
    assert found.score == 3
    assert any(reason.startswith("not read: tp") for reason in found.reasons)


def test_a_missing_or_changed_picture_counts_nothing(case):
    name = next(iter(case.pictures))
    full = score_case(case).scores["figure"].score
    lost = replace(case, pictures={k: v for k, v in case.pictures.items() if k != name})
    changed = replace(case, pictures={**case.pictures, name: b"not a picture"})
    assert score_case(lost).scores["figure"].score < full
    assert score_case(changed).scores["figure"].score == score_case(lost).scores["figure"].score


def test_a_contradicted_claim_costs_the_report(case):
    report = case.report
    number = next(claim for claim in report.claims if claim.kind == "number")
    wrong = number.model_copy(update={"value": 12345.0})
    claims = tuple(wrong if claim.id == number.id else claim for claim in report.claims)
    broken = replace(case, report=report.model_copy(update={"claims": claims}))
    assert score_case(broken).scores["report"].score <= 3


def test_reference_values_score_the_indices(case):
    item = next(entry for entry in case.report.evidence if entry.index)
    value = item.judgement.decisive_value
    exact = score_case(case, reference={item.factor: value}).scores["index"]
    scaled = score_case(case, reference={item.factor: value * 1000}).scores["index"]
    assert (exact.score, scaled.score) == (5, 0)
    assert "another unit" in scaled.reasons[0]
    other = score_case(case, reference={"nothing": 1.0}).scores["index"]
    assert other.score is None


def test_without_a_field_of_the_criterion_nothing_is_scored_in_full(case):
    variables = tuple(v for v in case.report.inventory.variables if v.name != "tp")
    inventory = case.report.inventory.model_copy(update={"variables": variables})
    bare = replace(case, report=case.report.model_copy(update={"inventory": inventory}))
    scores = score_case(bare).scores
    assert scores["hypothesis"].score is scores["data"].score is None
    assert EventType.RAINSTORM.value in scores["hypothesis"].not_applicable
