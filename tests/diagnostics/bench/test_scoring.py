"""The Evaluator: rubrics as tables, and a finished run scored against what it needed."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from diagnostics.bench.scoring import STAGES, FinishedCase, score_case
from diagnostics.bench.scoring import hypothesis as hypotheses
from diagnostics.bench.scoring import index as indices
from diagnostics.contracts.enums import EventType
from diagnostics.contracts.events import FigureRendered
from diagnostics.contracts.space_time import Region
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


def reviewed(case: FinishedCase, change: Any) -> FinishedCase:
    """Return the case with every arrival changed."""
    events = []
    for item in case.events:
        body = item.body
        if getattr(body, "output_type", "") == "RetrievalReview":
            output = json.loads(json.dumps(body.output))
            change(output["arrival"])
            item = item.model_copy(update={"body": body.model_copy(update={"output": output})})
        events.append(item)
    return replace(case, events=tuple(events))


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
    factors = list(proposed.factors)
    categories = [case.release.entry(item.entry_id).category for item in factors]
    # one of a category that another factor has too
    place = next(n for n, item in enumerate(categories) if categories.count(item) > 1)
    factors[place] = factors[place].model_copy(update={"entry_id": "g_heat_wave_gh500"})
    changed = proposed.model_copy(update={"factors": tuple(factors)})
    broken = replace(case)
    broken.__dict__["hypotheses"] = (changed,)
    found = hypotheses.score_hypothesis(broken)
    assert found.score == 3
    assert any("not an entry for rainstorm" in reason for reason in found.reasons)


def test_what_is_needed_does_not_come_from_what_was_read(case):
    """Cutting a field out of the arrival lowers the score, however the run judged itself."""

    def cut(arrival: dict[str, Any]) -> None:
        arrival["fields"] = [field for field in arrival["fields"] if field["name"] != "tp"]

    found = score_case(reviewed(case, cut)).scores["data"]
    assert found.score == 3
    assert any(reason.startswith("not read: tp") for reason in found.reasons)


def test_the_hours_that_factors_look_back_to_are_needed(case):
    """A change over 24 hours needs the day before the period, whoever planned the retrieval."""
    start = case.inventory.times[len(case.inventory.times) // 2]
    window = case.report.classification.window.model_copy(update={"start": start})
    found = case.report.classification.model_copy(update={"window": window})
    later = replace(case, report=case.report.model_copy(update={"classification": found}))
    later.__dict__["turns"] = (*case.turns, (load_release().entry("g_gale_q_change_24h"),))

    def cut(arrival: dict[str, Any]) -> None:
        since = start.strftime("%Y-%m-%dT%H:%M:%SZ")
        arrival["times"] = [time for time in arrival["times"] if time >= since]

    short = reviewed(later, cut)
    short.__dict__["turns"] = later.turns
    assert score_case(later).scores["data"].checks["times"] == 1.0
    assert score_case(short).scores["data"].checks["times"] < 1.0
    alone = reviewed(replace(later), cut)
    alone.__dict__["turns"] = case.turns
    assert score_case(alone).scores["data"].checks["times"] == 1.0


def test_the_domain_of_an_index_is_needed(case):
    """An index looked for around the region needs more than the region."""
    turns = (*case.turns, (load_release().entry("g_rainstorm_jet_intensity"),))

    def read_of(region: Region) -> float:
        shown = region.model_dump(mode="json")
        given = reviewed(case, lambda arrival: arrival.update(region=shown))
        given.__dict__["turns"] = turns
        return score_case(given).scores["data"].checks["box"]

    assert read_of(case.report.request.region) < 1.0
    assert read_of(case.inventory.grid.region) == 1.0


def test_the_causal_chain_is_that_of_the_library(case):
    """What a run says that its factors speak for joins nothing that the library does not."""
    conclusion = case.report.conclusion
    said = tuple(
        cause.model_copy(update={"supported_by": conclusion.confirmed})
        for cause in conclusion.causes
    )
    changed = conclusion.model_copy(update={"causes": said})
    broken = replace(case, report=case.report.model_copy(update={"conclusion": changed}))
    bare = tuple(
        entry.model_copy(update={"supports": ("humid_heat",)}) for entry in case.release.entries
    )
    broken = replace(broken, release=case.release.model_copy(update={"entries": bare}))
    assert score_case(broken).scores["report"].checks["R6"] == 0.0
    assert score_case(case).scores["report"].checks["R6"] == 1.0


def test_an_index_over_the_map_calls_for_a_chart_even_if_none_was_drawn(case):
    full = score_case(case).scores["figure"]
    events = tuple(
        item
        for item in case.events
        if not (isinstance(item.body, FigureRendered) and item.body.illustrates)
    )
    assert len(events) < len(case.events)
    lacking = score_case(replace(case, events=events)).scores["figure"]
    assert lacking.checks["called_for"] == full.checks["called_for"]
    assert lacking.score < full.score


def test_what_restates_the_criterion_is_no_confirmed_factor(case):
    """Marked in the library, a factor that the run counted is counted no more."""
    findings = Counter(item.finding for item in case.report.evidence)
    entry_id = next(
        item.entry_id
        for item in case.report.evidence
        if item.id in case.report.conclusion.counting and findings[item.finding] == 1
    )
    entries = tuple(
        entry.model_copy(update={"restates_criterion": entry.id == entry_id})
        for entry in case.release.entries
    )
    marked = replace(case, release=case.release.model_copy(update={"entries": entries}))
    found = score_case(marked).scores["report"]
    assert found.checks["R5"] == len(case.report.conclusion.counting) - 1
    assert found.score < 5


def test_a_missing_or_changed_picture_counts_nothing(case):
    # The rubric asks for the charts of confirmed factors; the map of the event is no factor's.
    charts = {figure.name for item in case.report.measured for figure in item.artifacts}
    name = next(name for name in case.pictures if name not in charts)
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
