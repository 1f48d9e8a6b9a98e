"""The generated catalogue is in step, complete and readable by people."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

import diagnostics.documentation
from diagnostics.catalog import get_catalog
from diagnostics.catalog.registry import Catalog
from diagnostics.contracts.enums import Category, ToolKind
from diagnostics.contracts.tools import ToolSpec
from diagnostics.errors import ArgumentError
from diagnostics.guidelines import load_release

SCRIPT = Path(__file__).parents[3] / "scripts" / "build_catalog.py"


def test_the_file_is_in_step() -> None:
    text = runpy.run_path(str(SCRIPT))["catalog_text"]()
    stored = Path(diagnostics.documentation.__file__).parent / "catalog.json"
    assert stored.read_text(encoding="utf-8") == text, "run `make catalog`"
    document = json.loads(text)
    assert document["digest"] == get_catalog().digest
    for tool in document["tools"]:
        ToolSpec.model_validate(tool)


def test_each_event_type_that_is_explained_has_two_indices_of_each_category() -> None:
    """A type without entries in the library is classified and drawn, and needs no index."""
    explained = {event for entry in load_release().entries for event in entry.event_types}
    assert len(explained) >= 5
    for event in explained:
        for category in Category:
            found = [
                tool.name
                for tool in get_catalog().indices()
                if event in tool.spec.events and tool.spec.category is category
            ]
            assert len(found) >= 2, (event, category)


@pytest.mark.parametrize("tool", get_catalog().indices(), ids=lambda tool: tool.name)
def test_an_index_says_what_a_reader_needs(tool: object) -> None:
    spec: ToolSpec = tool.spec  # type: ignore[attr-defined]
    assert spec.title_en
    assert any("\u4e00" <= letter <= "\u9fff" for letter in spec.title_zh)
    assert len(spec.summary) > 20
    assert spec.summary.endswith(".")
    assert spec.formula
    assert spec.references
    assert spec.inputs
    assert spec.valid_range is not None
    assert spec.valid_range[0] < spec.valid_range[1]
    assert spec.default_reduction in {item.name for item in spec.reductions}
    document = tool.run.__doc__  # type: ignore[attr-defined]
    assert "Parameters" in document
    assert "Returns" in document
    for name in tool.signature.parameters:  # type: ignore[attr-defined]
        assert name in document, f"the docstring does not speak of {name}"


def test_an_unknown_tool_names_the_nearest() -> None:
    with pytest.raises(ArgumentError, match="surface_wind_speed") as caught:
        get_catalog().tool("surface_wind", ToolKind.INDEX)
    assert caught.value.code == "unknown_tool"
    assert "surface_wind_speed" in caught.value.data["nearest"]


def test_even_a_name_like_none_gets_the_nearest() -> None:
    with pytest.raises(ArgumentError, match="the nearest are ") as caught:
        get_catalog().tool("zzz")
    assert len(caught.value.data["nearest"]) == 3


def test_a_tool_of_another_kind_is_unknown() -> None:
    with pytest.raises(ArgumentError):
        get_catalog().tool("cape", ToolKind.FIGURE)


def test_names_are_unique() -> None:
    tool = get_catalog().tool("cape")
    with pytest.raises(ValueError, match="cape"):
        Catalog([tool, tool])


def test_the_digest_depends_on_content_not_on_order() -> None:
    tools = get_catalog().indices()
    assert Catalog(tools).digest == Catalog(tools[::-1]).digest
    assert Catalog(tools[1:]).digest != Catalog(tools).digest
