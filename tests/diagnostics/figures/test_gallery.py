"""The published gallery holds every chart of the catalogue, and none with a fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagnostics.figures import chart_ids, get_chart
from diagnostics.figures.check import RULES

GALLERY = Path(__file__).resolve().parents[3] / "docs" / "gallery"
MOST_BYTES = 3_000_000


@pytest.fixture(scope="module")
def records():
    return json.loads((GALLERY / "gallery.json").read_text(encoding="utf-8"))


def test_every_chart_is_there_and_no_other(records):
    assert sorted(records) == list(chart_ids())
    assert sorted(path.stem for path in GALLERY.glob("*.webp")) == list(chart_ids())
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    for name in chart_ids():
        assert page.count(f"({name}.webp)") == 1, name
        assert get_chart(name).title_zh in page


def test_no_published_chart_has_a_fault(records):
    assert records
    for name, item in records.items():
        assert item["score"] == 5.0, name
        # Samples end at 100 hPa: where the tropopause lies above, its map has nothing to show.
        expected = {"data_holes"} if name == "dt_pressure" else set()
        assert set(item["findings"]) == expected, name


def test_every_question_is_answered_with_a_reason(records):
    assert records
    for name, item in records.items():
        assert [reply["question"] for reply in item["answers"]] == [
            question.text for question in get_chart(name).questions
        ]
        assert all(reply["detail"] for reply in item["answers"]), name


def test_the_pictures_are_small():
    assert sum(path.stat().st_size for path in GALLERY.iterdir()) < MOST_BYTES


def test_the_checker_s_page_names_every_rule():
    page = (GALLERY.parent / "use" / "image-checker.md").read_text(encoding="utf-8")
    for rule in RULES.values():
        assert f"| `{rule.name}` | {rule.family} |" in page, rule.name
