"""Corrections change words; claims, evidence and conclusion stay, and nothing in them is markup."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from diagnostics.contracts.corrections import (
    Edit,
    EditKind,
    apply_edits,
    claims_in,
    edit_problem,
    in_own_words,
)
from diagnostics.contracts.report import OwnWords, Report, Sentence
from diagnostics.contracts.report_parts import caption_address, sentences_by_address
from diagnostics.guidelines import load_release
from diagnostics.report_diff.compare import diff_reports
from diagnostics.reporting import claim_problems, report_digest


@pytest.fixture(scope="module")
def report(finished_run: Any) -> Report:
    found: Report = finished_run.report
    return found


WORDS = OwnWords(author="person:wang", written_at="2026-11-22T08:00Z")


def write(edit: Edit) -> Sentence:
    return in_own_words(edit, WORDS)


def edit(op: str, at: str, text: str = "") -> Edit:
    return Edit(op=EditKind(op), at=at, text=text)


def test_every_sentence_has_one_address(report) -> None:
    found = sentences_by_address(report)
    shown = 1 + sum(len(item.sentences) + len(item.figures) for item in report.sections)
    assert len(found) == shown
    assert found["title"] == report.title


def test_edits_change_the_sentences_that_they_name_and_nothing_else(report) -> None:
    section = next(item for item in report.sections if len(item.sentences) > 2)
    figure = next(item for part in report.sections for item in part.figures)
    made = apply_edits(
        report,
        [
            edit("remove", f"{section.id}.2"),
            edit("insert_after", f"{section.id}.1", "First more."),
            edit("insert_after", f"{section.id}.1", "Second more."),
            edit("replace", f"{section.id}.3", "Third."),
            edit("replace", caption_address(figure.artifact), "A caption."),
        ],
        write,
    )
    changed = next(item for item in made.sections if item.id == section.id)
    texts = [item.text for item in changed.sentences]
    assert texts[:4] == [section.sentences[0].text, "First more.", "Second more.", "Third."]
    assert texts[4:] == [item.text for item in section.sentences[3:]]
    diff = diff_reports(report, made)
    assert [item.caption_after for item in diff.figures] == ["person:wang, own words: A caption."]
    assert not (diff.claims_added or diff.claims_removed or diff.claims_changed)
    assert not (diff.conclusion or diff.evidence_changed)
    assert [item.id for item in diff.sections] == [section.id]


def test_a_placeholder_in_own_words_stays_bound(report) -> None:
    claim = next(item for item in report.claims if item.kind == "number")
    text = f"Measured: {{claim:{claim.id}}}."
    made = apply_edits(report, [edit("replace", "summary.1", text)], write)
    (said,) = [item for item in made.sections[0].sentences if item.own is not None]
    assert said.claims == claims_in(text) == (claim.id,)
    assert claim_problems(made, load_release()) == ()


@pytest.mark.parametrize("text", ["It fell to 12 degrees.", "It came from the north.", "Above."])
def test_own_words_are_marked_and_not_checked_and_others_are(report, text) -> None:
    change = edit("replace", "summary.1", text)
    assert claim_problems(apply_edits(report, [change], write), load_release()) == ()
    bare = apply_edits(report, [change], lambda item: Sentence(text=item.text))
    assert {item.where for item in claim_problems(bare, load_release())} == {"summary, sentence 1"}


def test_a_report_without_own_words_has_the_digest_that_it_had(report) -> None:
    """Sentences without an author have no such field: stored digests stay true."""
    document = report.model_dump_json()
    assert all(f'"own":{start}' not in document for start in ("null", "{"))
    assert '"detection"' not in document
    assert report_digest(report) == report.report_digest


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "two\nlines", "<b>bold</b>", "a `code`", "[a](http://x)", "![a](x)"),
        *("{claim:c1", "{value}", "a | b", "# Head", "- item", "back\\slash", "nul\x00"),
    ],
)
@pytest.mark.parametrize("op", ["replace", "insert_after"])
def test_markup_and_emptiness_are_refused(op, text) -> None:
    with pytest.raises(ValidationError):
        edit(op, "summary.1", text)


def test_a_removal_has_no_text() -> None:
    with pytest.raises(ValidationError, match="no text"):
        edit("remove", "summary.1", "x")


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ([("replace", "a.1", "x"), ("remove", "a.1", "")], "a.1"),
        ([("replace", "a.1", "x"), ("replace", "a.1", "y")], "a.1"),
        ([("remove", "title", "")], "title"),
        ([("insert_after", "caption:figures/a.png", "x")], "caption:figures/a.png"),
        ([("replace", "title", "x")], "title"),
        ([("replace", "a.2", "x"), ("insert_after", "a.1", "x"), ("remove", "a.1", "")], None),
    ],
)
def test_edits_that_exclude_each_other_are_named(edits, said) -> None:
    problem = edit_problem([edit(*item) for item in edits])
    assert (problem is None) is (said is None)
    assert said is None or said in problem
