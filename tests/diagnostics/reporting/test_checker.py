"""Plants in a finished report: whatever the evidence does not carry is refused."""

from __future__ import annotations

from typing import Any

import pytest

from diagnostics.contracts.report import Claim, Report, Sentence
from diagnostics.errors import ModelOutputError
from diagnostics.guidelines import load_release
from diagnostics.reporting import check_report, claim_problems
from diagnostics.reporting.claim_sources import ClaimSources


def with_sentence(report: Report, text: str, *claims: str) -> Report:
    first, *rest = report.sections
    said = (*first.sentences, Sentence(text=text, claims=claims))
    return report.model_copy(
        update={"sections": (first.model_copy(update={"sentences": said}), *rest)}
    )


def with_claim(report: Report, number: int, **changes: Any) -> Report:
    claims = list(report.claims)
    claims[number] = claims[number].model_copy(update=changes)
    return report.model_copy(update={"claims": tuple(claims)})


def kinds(report: Report) -> list[str]:
    return [problem.kind for problem in claim_problems(report, load_release())]


def number_with_unit(report: Report) -> int:
    """Place of a claim on the value of an index."""
    return next(
        place
        for place, claim in enumerate(report.claims)
        if claim.kind == "number" and claim.unit and claim.path.endswith(".value")
    )


def test_the_report_of_a_run_has_no_problem(finished_run: Any) -> None:
    assert claim_problems(finished_run.report, load_release()) == ()
    check_report(finished_run.report, load_release())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Rain reached 200 mm.", "unbound_number"),
        ("Rain fell for three days.", "unbound_number"),
        ("Rain was twice the usual amount.", "unbound_number"),
        ("雨量达２００毫米。", "unbound_number"),
        ("强降水持续三天。", "unbound_number"),
        ("雨量占全年的百分之十。", "unbound_number"),
        ("The rain belt lies in the north-eastern corner.", "unbound_direction"),
        ("Moist air arrives from the South.", "unbound_direction"),
        ("雨带位于东南部。", "unbound_direction"),
        ("暖湿气流向北输送。", "unbound_direction"),
        ("This is higher than normal.", "unbound_comparison"),
        ("An unprecedented storm.", "unbound_comparison"),
        ("雨量超过常年。", "unbound_comparison"),
        ("降水强度历史罕见。", "unbound_comparison"),
    ],
)
def test_unbound_text_is_refused(finished_run: Any, text: str, kind: str) -> None:
    planted = with_sentence(finished_run.report, text)
    assert kinds(planted) == [kind]
    with pytest.raises(ModelOutputError) as caught:
        check_report(planted, load_release())
    assert caught.value.code == "unsupported_claims"
    assert caught.value.data["problems"][0]["text"] == text


@pytest.mark.parametrize("place", ["title", "caption", "cell"])
def test_no_place_of_a_report_escapes_the_checker(finished_run: Any, place: str) -> None:
    report: Report = finished_run.report
    plant = Sentence(text="Rain reached 200 mm.")
    if place == "title":
        report = report.model_copy(update={"title": plant})
    else:
        sections = []
        for section in report.sections:
            changes: dict[str, object] = {}
            if place == "caption" and section.id == "figures":
                first, *rest = section.figures
                changes["figures"] = (first.model_copy(update={"caption": plant}), *rest)
            if place == "cell" and section.id == "event":
                head, row, *others = section.table
                changes["table"] = (head, (plant, *row[1:]), *others)
            sections.append(section.model_copy(update=changes))
        report = report.model_copy(update={"sections": tuple(sections)})
    assert kinds(report) == ["unbound_number"]


def test_a_bound_number_is_allowed_beside_plain_words(finished_run: Any) -> None:
    report: Report = finished_run.report
    name = report.claims[number_with_unit(report)].id
    planted = with_sentence(report, f"Rain reached {{claim:{name}}} here.", name)
    assert kinds(planted) == []


def test_a_contradicted_value_is_refused(finished_run: Any) -> None:
    report: Report = finished_run.report
    place = number_with_unit(report)
    planted = with_claim(report, place, value=float(str(report.claims[place].value)) * 1.001)
    assert kinds(planted) == ["contradicted"]


@pytest.mark.parametrize("unit", ["furlong", None])
def test_a_wrong_or_lost_unit_is_refused_wherever_it_is(
    finished_run: Any, unit: str | None
) -> None:
    report: Report = finished_run.report
    places = {
        (claim.source.split(":")[0], claim.path.split(".")[-1], claim.unit): place
        for place, claim in enumerate(report.claims)
        if claim.kind == "number" and claim.unit
    }
    planted = [with_claim(report, place, unit=unit) for place in places.values()]
    assert len(planted) > 10
    assert all(kinds(item) == ["contradicted"] for item in planted)


def test_a_unit_of_a_plain_number_is_refused(finished_run: Any) -> None:
    report: Report = finished_run.report
    places = {
        (claim.source.split(":")[0], claim.path.split(".")[-1]): place
        for place, claim in enumerate(report.claims)
        if claim.kind == "number" and not claim.unit
    }
    planted = [with_claim(report, place, unit="mm") for place in places.values()]
    assert planted
    assert all(kinds(item) == ["contradicted"] for item in planted)


def test_a_placeholder_bound_to_nothing_is_refused(finished_run: Any) -> None:
    planted = with_sentence(finished_run.report, "Rain reached {claim:c999}.")
    assert kinds(planted) == ["unknown_claim"]


def test_a_source_that_is_not_there_is_refused(finished_run: Any) -> None:
    report: Report = finished_run.report
    claim = Claim(id="x", source="evidence:e99", path="index.value", value=1.0, kind="number")
    planted = report.model_copy(update={"claims": (*report.claims, claim)})
    assert kinds(planted) == ["unknown_source"]


@pytest.mark.parametrize("source", ["", "secrets", "entry:g_none", "tool:none"])
def test_sources_are_a_closed_set(finished_run: Any, source: str) -> None:
    report: Report = finished_run.report
    claim = Claim(id="x", source=source, path="value", value=1.0, kind="number")
    planted = report.model_copy(update={"claims": (*report.claims, claim)})
    assert kinds(planted) == ["unknown_source"]


def test_a_boolean_is_not_a_number(finished_run: Any) -> None:
    report: Report = finished_run.report
    place = next(n for n, claim in enumerate(report.claims) if claim.value == 1)
    assert kinds(with_claim(report, place, value=True)) == ["contradicted"]


def test_every_problem_is_told_at_once(finished_run: Any) -> None:
    planted = with_sentence(finished_run.report, "Rain in the north exceeded 5 mm {claim:zz}.")
    assert kinds(planted) == [
        "unknown_claim",
        "unbound_number",
        "unbound_direction",
        "unbound_comparison",
    ]


def test_each_source_is_written_once_for_all_of_its_claims(
    finished_run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    report: Report = finished_run.report
    written: list[str] = []
    root = ClaimSources.root

    def counted(sources: ClaimSources, source: str) -> Any:
        written.append(source)
        return root(sources, source)

    monkeypatch.setattr(ClaimSources, "root", counted)
    assert claim_problems(report, load_release()) == ()
    claimed = {claim.source for claim in report.claims}
    assert len(report.claims) > 2 * len(claimed)
    assert sorted(written) == sorted(claimed)


def test_the_clock_of_another_place_is_refused(finished_run: Any) -> None:
    report = finished_run.report
    clocks = [
        place for place, item in enumerate(report.claims) if item.kind == "time" and item.unit
    ]
    assert {report.claims[place].unit for place in clocks} == {"Asia/Shanghai"}
    assert kinds(with_claim(report, clocks[0], unit="Asia/Tokyo")) == ["contradicted"]
