"""The published gallery holds every chart of the catalogue, and none with a fault."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from diagnostics.catalog.pages import ExampleCases
from diagnostics.contracts.enums import Language
from diagnostics.figures import chart_ids, get_chart
from diagnostics.figures.check import RULES

ROOT = Path(__file__).resolve().parents[3]
GALLERY = ROOT / "docs" / "gallery"
MOST_BYTES = 3_000_000


@pytest.fixture(scope="module")
def records():
    return json.loads((GALLERY / "gallery.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def builder():
    """The program that draws the gallery."""
    path = ROOT / "scripts" / "build_gallery.py"
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(path.parent)
        specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def cases():
    return ExampleCases()


def test_every_chart_is_there_and_no_other(records):
    assert sorted(records) == list(chart_ids())
    assert sorted(path.stem for path in GALLERY.glob("*.webp")) == list(chart_ids())
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    for name in chart_ids():
        assert page.count(f"({name}.webp)") == 1, name
        assert get_chart(name).title_zh in page


def test_no_published_chart_has_a_fault(records):
    for name, item in records.items():
        assert item["score"] == 5.0, name
        # Samples end at 100 hPa: where the tropopause lies above, its map has nothing to show.
        told = {"data_holes"} if name == "dt_pressure" else set()
        assert set(item["findings"]) == told, name


@pytest.mark.slow
@pytest.mark.parametrize("name", chart_ids())
def test_the_record_is_that_of_the_chart_drawn_now(name, records, builder, cases):
    """The gate draws every chart of a small case; here it is the chart that is published."""
    drawn = builder.record(builder.draw(name, cases, Language.EN)[0], builder.choice(name)["data"])
    # The digest is that of the pixels, whose last bits another processor may set otherwise.
    assert {**drawn, "digest": ""} == {**records[name], "digest": ""}


def test_the_page_is_written_from_the_records(records, builder):
    assert (GALLERY / "README.md").read_text(encoding="utf-8") == builder.page(records)


def test_every_question_is_answered_with_a_reason(records):
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
