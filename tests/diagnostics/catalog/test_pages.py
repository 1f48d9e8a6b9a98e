"""The knowledge base: in step with the declarations, every example true, found by words."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from diagnostics.catalog import get_catalog
from diagnostics.catalog.pages import ExampleCases, build_page, run_example
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.pages import ToolPage
from diagnostics.documentation.packaged import tool_pages
from diagnostics.documentation.search import retrieve, words_of
from diagnostics.documentation.text import page_markdown, result_text
from diagnostics.quantities.tool import Tool

SCRIPT = Path(__file__).parents[3] / "scripts" / "build_pages.py"
REMADE = "run `make catalog`"
VALUE_TOLERANCE = 1e-5
"""Relative: examples are stored with six digits."""

TOOLS = (*get_catalog().indices(), *get_catalog().detectors(), *get_catalog().figures())


@pytest.fixture(scope="module")
def cases() -> ExampleCases:
    return ExampleCases()


def page_of(tool: Tool) -> ToolPage:
    assert tool.name in tool_pages(), REMADE
    return tool_pages()[tool.name]


def test_the_file_is_in_step() -> None:
    script = runpy.run_path(str(SCRIPT))
    text: Callable[..., str] = script["pages_text"]
    stored: Path = script["TARGET"]
    assert stored.read_text(encoding="utf-8") == text(script["stored_examples"]()), REMADE


@pytest.mark.sweep(0)
@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_example_gives_what_the_page_says(tool: Tool, cases: ExampleCases) -> None:
    shown = page_of(tool).example
    assert shown is not None, REMADE
    result = run_example(tool, shown, cases)
    if shown.value is not None:
        assert result.value == pytest.approx(shown.value, rel=VALUE_TOLERANCE), REMADE
    else:
        assert result.value is None, REMADE
    assert result.score == pytest.approx(shown.score, abs=1e-3), REMADE
    for name in ("status", "unit", "passed", "found", "answers"):
        assert getattr(result, name) == getattr(shown, name), f"{name}: {REMADE}"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_the_example_shows_the_tool_at_work(tool: Tool) -> None:
    shown = page_of(tool).example
    assert shown is not None
    message = f"choose data for {tool.name} in catalog/pages/examples.yaml: {shown.message}"
    if tool.spec.kind is ToolKind.INDEX:
        assert shown.value is not None, message
    elif tool.spec.kind is ToolKind.DETECTOR:
        assert shown.passed is not None, message
    else:
        assert shown.status == "ok", message
        assert len(shown.answers) == len(tool.spec.questions)


def test_a_page_names_every_parameter_and_its_meaning() -> None:
    assert get_catalog().indices()
    for tool in get_catalog().indices():
        page = build_page(tool, None)
        for parameter in page.parameters:
            assert parameter.description, (tool.name, parameter.name)


def test_the_text_of_a_page_holds_its_parts() -> None:
    page = tool_pages()["k_index"]
    text = page_markdown(page)
    assert page.example is not None
    for part in (
        "K index · K指数",
        "(t850 - t500) + td850 - (t700 - td700)",
        "`q` Specific humidity, at 850 hPa (kg kg-1)",
        "metpy.calc.k_index",
        "hvrmet index k_index --data rainstorm.nc",
        result_text(page.example),
        "George",
    ):
        assert part in text
    chart = page_markdown(tool_pages()["gale_composite"])
    for part in ("850 hPa wind speed", "every 2.5", "Is the strong wind", "`allobaric_couplet`"):
        assert part in chart


@pytest.mark.parametrize(
    ("query", "kind", "wanted"),
    [
        ("lifted index", ToolKind.INDEX, "lifted_index"),
        ("低空急流", ToolKind.DETECTOR, "llj_object"),
        ("水汽输送", ToolKind.INDEX, "ivt"),
        ("where is the jet at upper levels", ToolKind.DETECTOR, "jet_core"),
        ("frontogenesis chart at 850 hPa", ToolKind.FIGURE, "frontogenesis850"),
        ("沙氏指数", ToolKind.INDEX, "showalter_index"),
    ],
)
def test_pages_are_found_by_words(query: str, kind: ToolKind, wanted: str) -> None:
    found = retrieve(query, kinds=(kind,), limit=3)
    assert wanted in [entry.name for entry in found]
    assert all(entry.kind is kind and entry.score > 0 for entry in found)
    assert [entry.score for entry in found] == sorted((e.score for e in found), reverse=True)


def test_nothing_is_found_for_words_that_no_page_has() -> None:
    assert retrieve("quantum chromodynamics") == ()
    assert retrieve("") == ()
    assert retrieve("jet", limit=0) == ()


def test_words_of_both_languages() -> None:
    assert words_of("The jets_at 850 hPa") == ["jet", "850", "hpa"]
    assert words_of("低空急流") == ["低空", "空急", "急流"]
