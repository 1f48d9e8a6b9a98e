"""What differs between two versions of a report is listed completely, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnostics.contracts.report import Claim, Report, Sentence
from diagnostics.contracts.report_diff import ReportDiff
from diagnostics.report_diff.compare import diff_reports, plain_value
from diagnostics.report_diff.text import diff_html, diff_markdown, diff_parts


@pytest.fixture(scope="module")
def report(finished_run: Any) -> Report:
    found: Report = finished_run.report
    return found


def changed(report: Report, **update: Any) -> Report:
    return report.model_copy(update={"report_digest": "changed", **update})


def with_section(report: Report, index: int, **update: Any) -> Report:
    sections = list(report.sections)
    sections[index] = sections[index].model_copy(update=update)
    return changed(report, sections=tuple(sections))


def test_a_report_does_not_differ_from_itself(report) -> None:
    diff = diff_reports(report, report)
    assert diff.same
    assert diff_parts(diff) == []
    for write in (diff_markdown, diff_html):
        assert "Nothing that a reader sees differs" in write(diff, before="1", after="2")


def test_the_number_of_a_claim_does_not_matter(report) -> None:
    document = report.model_dump_json()
    for number in range(len(report.claims), 0, -1):
        document = document.replace(f'"c{number}"', f'"c{number + 500}"')
        document = document.replace(f"{{claim:c{number}}}", f"{{claim:c{number + 500}}}")
    renumbered = Report.model_validate_json(document)
    assert renumbered.claims[0].id == "c501"
    assert diff_reports(report, renumbered).same


def test_a_changed_value_shows_in_the_claim_and_in_every_sentence(report) -> None:
    claim = next(claim for claim in report.claims if claim.kind == "number")
    other = claim.model_copy(update={"value": 123.25})
    claims = tuple(other if item.id == claim.id else item for item in report.claims)
    diff = diff_reports(report, changed(report, claims=claims))
    (change,) = diff.claims_changed
    assert (change.before, change.after) == (claim, other)
    assert not (diff.claims_added or diff.claims_removed or diff.conclusion)
    shown = [line for section in diff.sections for line in section.lines]
    assert shown
    assert all(plain_value(other) in (line.after or "") for line in shown)
    assert all(plain_value(claim) in (line.before or "") for line in shown)


def test_wording_added_removed_and_changed_in_a_section(report) -> None:
    index, section = next(
        (index, item) for index, item in enumerate(report.sections) if len(item.sentences) > 1
    )
    first, *rest = section.sentences
    new = (Sentence(text="Other words."), *rest, Sentence(text="One more."))
    diff = diff_reports(report, with_section(report, index, sentences=new))
    (found,) = diff.sections
    assert found.id == section.id
    assert [(line.place, line.before is None, line.after) for line in found.lines] == [
        ("sentence 1", False, "Other words."),
        (f"sentence {len(new)}", True, "One more."),
    ]
    gone = diff_reports(report, with_section(report, index, sentences=tuple(rest)))
    (line,) = gone.sections[0].lines
    assert (line.place, line.after) == ("sentence 1", None)
    assert first.text.split("{")[0] in (line.before or "")


def test_another_source_for_the_same_value_is_shown_with_the_sources(report) -> None:
    number = next(claim for claim in report.claims if claim.kind == "number")
    twin = number.model_copy(update={"id": "c999", "path": "somewhere.else"})
    text = "It was {claim:%s}."
    before = changed(
        report,
        claims=(*report.claims, twin),
        title=Sentence(text=text % number.id, claims=(number.id,)),
    )
    after = changed(before, title=Sentence(text=text % twin.id, claims=(twin.id,)))
    diff = diff_reports(before, after)
    assert diff.title is not None
    assert "somewhere.else" in (diff.title.after or "")
    assert number.path in (diff.title.before or "")


def test_sections_figures_conclusion_and_evidence(report) -> None:
    index, section = next(
        (index, item) for index, item in enumerate(report.sections) if item.figures
    )
    figure, *others = section.figures
    caption = figure.model_copy(update={"caption": Sentence(text="Another caption.")})
    diff = diff_reports(report, with_section(report, index, figures=(caption, *others)))
    (change,) = diff.figures
    assert (change.artifact, change.caption_after) == (figure.artifact, "Another caption.")
    gone = diff_reports(report, with_section(report, index, figures=tuple(others)))
    assert (gone.figures[0].section_before, gone.figures[0].section_after) == (section.id, None)

    fewer = changed(report, sections=report.sections[:-1], evidence=report.evidence[1:])
    diff = diff_reports(report, fewer)
    assert (diff.sections[-1].in_before, diff.sections[-1].in_after) == (True, False)
    assert diff.evidence_removed == (report.evidence[0].id,)
    back = diff_reports(fewer, report)
    assert back.evidence_added == (report.evidence[0].id,)

    weaker = report.conclusion.model_copy(update={"confidence": 0.125})
    diff = diff_reports(report, changed(report, conclusion=weaker))
    assert [(item.field, item.after) for item in diff.conclusion] == [("confidence", 0.125)]


def test_the_readable_forms_hold_no_markup_of_the_text(report) -> None:
    title = Sentence(text="<script>alert(1)</script> [a](http://x) `b`")
    diff = diff_reports(report, changed(report, title=title))
    page = diff_html(diff, before="version 1", after="version 2")
    text = diff_markdown(diff, before="version 1", after="version 2")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\\<script\\>" in text
    assert "](http" not in text
    assert ReportDiff.model_validate_json(diff.model_dump_json()) == diff


NUMBERS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), st.floats(-9, 9), st.none()),
    max_size=6,
    unique_by=lambda item: item[:2],
)


def claims_of(rows: list[Any]) -> tuple[Claim, ...]:
    return tuple(
        Claim(id=f"c{n}", source=source, path=path, value=value, kind="number", unit=unit)
        for n, (source, path, value, unit) in enumerate(rows, start=1)
    )


@given(before=NUMBERS, after=NUMBERS)
def test_claims_are_all_accounted_for(report, before, after) -> None:
    old, new = (changed(report, sections=(), claims=claims_of(rows)) for rows in (before, after))
    there, back = diff_reports(old, new), diff_reports(new, old)
    assert there.claims_added == back.claims_removed
    assert there.claims_removed == back.claims_added
    assert {(c.after, c.before) for c in there.claims_changed} == {
        (c.before, c.after) for c in back.claims_changed
    }
    kept = len(new.claims) - len(there.claims_added) - len(there.claims_changed)
    values = {row[:3] for row in before} & {row[:3] for row in after}
    assert kept == len(values)
