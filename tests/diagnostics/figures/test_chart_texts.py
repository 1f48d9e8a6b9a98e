"""Every text on a chart comes from the catalogue of messages."""

from __future__ import annotations

import ast
import re
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from matplotlib.text import Text

from diagnostics import figures
from diagnostics.contracts.enums import EventType, Language
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.detection.systems import find_systems
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import chart_ids, get_chart, render_custom, render_figure, typography
from diagnostics.figures.chart_canvas import ChartCanvas
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.event_map import EventMapCall, render_event_map
from diagnostics.figures.marks import CENTRES, NAMED
from diagnostics.figures.multiples import render_multiples
from diagnostics.figures.situation_map import render_situation_map
from diagnostics.figures.spec import LayerKind
from diagnostics.grid.gazetteer import places
from diagnostics.messages import catalogue
from diagnostics.messages.catalogue import SOURCE
from diagnostics.quantities.registry import QUANTITIES
from tests.diagnostics.messages.made_up_language import made_up_language, words_in_english

BEFORE, TIME = datetime(2026, 7, 2, 0, tzinfo=UTC), datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)
SYMBOLS = frozenset(
    [
        "hPa",
        "gpm",
        "m",
        "s",
        "K",
        "C",
        "UTC",
        "km",
        "mm",
        "g",
        "kg",
        "J",
        "Pa",
        "PVU",
        "h",
        "E",
        "W",
        "N",
        "S",
        "cm",
    ]
)
"""Units and points of the compass, the same in every language."""
COMPOSED = {
    "map": {
        "layers": [
            {"kind": "shading", "quantity": "temperature@850"},
            {"kind": "contour", "quantity": "index:temp_change_24h?hours=12@850"},
        ]
    },
    "hovmoller": {"kind": "hovmoller", "layers": [{"kind": "shading", "quantity": "height@500"}]},
}


@pytest.fixture
def written(monkeypatch):
    """The texts of every canvas that is drawn, in the made-up language."""
    found: list[str] = []
    finish = ChartCanvas.finish

    def finished(canvas, recorder):
        pixels = finish(canvas, recorder)
        found.extend(text.get_text() for text in canvas.figure.findobj(Text))
        return pixels

    made_up = made_up_language()
    monkeypatch.setattr(ChartCanvas, "finish", finished)
    monkeypatch.setattr(
        import_module("diagnostics.messages.catalogue"), "catalogue", lambda *asked: made_up
    )
    monkeypatch.setattr(typography, "DPI", 50)
    return found


@pytest.fixture(scope="module")
def unnamed(make_dataset):
    """The synthetic case without a title, which would be a text of the data."""
    return MemorySource(make_dataset().assign_attrs(title=""))


def plain(texts: list[str]) -> dict[str, set[str]]:
    """Return the texts that have words of no catalogue, with those words; towns have names."""
    assert any("〖" in text for text in texts)
    names = {place.name for place in places()}
    words = {text: words_in_english(text) - SYMBOLS for text in texts if text not in names}
    return {text: found for text, found in words.items() if found}


@pytest.mark.parametrize("name", chart_ids())
@pytest.mark.sweep(10)
def test_a_chart_in_another_language_has_no_english(name, unnamed, around, wet, written):
    source, context = wet if name == "spi_map" else (unnamed, around)
    render_figure(name, source, time=TIME, region=REGION, scene_context=context, max_rounds=1)
    assert plain(written) == {}


@pytest.mark.parametrize("kind", COMPOSED)
def test_a_composed_chart_in_another_language_has_no_english(kind, unnamed, around, written):
    render_custom(
        COMPOSED[kind], unnamed, time=TIME, region=REGION, scene_context=around, max_rounds=1
    )
    assert plain(written) == {}


def test_small_multiples_in_another_language_have_no_english(unnamed, written):
    render_multiples("gh500_map", unnamed, times=[BEFORE, TIME], region=REGION)
    assert plain(written) == {}


@pytest.mark.parametrize("event", [EventType.RAINSTORM, EventType.COLD_WAVE])
def test_the_map_of_an_event_in_another_language_has_no_english(event, unnamed, written):
    call = EventMapCall(event, REGION, TimeWindow(start=BEFORE, end=TIME))
    assert render_event_map(unnamed, call, look=ChartStyle()) is not None
    assert plain(written) == {}


def test_the_synoptic_chart_in_another_language_has_no_english(unnamed, written):
    systems = find_systems(unnamed, region=REGION, time=TIME, days=1.0)
    assert render_situation_map(unnamed, systems, REGION) is not None
    assert plain(written) == {}


def entries_of(section: str) -> set[str]:
    """Return what follows the section in the identifiers of its entries."""
    names = catalogue(SOURCE).variables()
    return {name.partition("-")[2] for name in names if name.startswith(f"{section}-")}


def test_every_chart_and_quantity_has_a_name_and_no_other_has() -> None:
    hemispheric = {name for name in chart_ids() if get_chart(name).domain == "nh_polar"}
    assert hemispheric
    assert entries_of("figure") == {*chart_ids(), *(f"{name}_southern" for name in hemispheric)}
    assert entries_of("quantity") == set(QUANTITIES)


def test_every_mark_and_kind_of_layer_has_a_name_and_no_other_has() -> None:
    def of_kind(start: str) -> set[str]:
        return {name.removeprefix(start) for name in entries_of("map") if name.startswith(start)}

    assert of_kind("kind_") == {*get_args(LayerKind), "dashed"}
    assert of_kind("letter_") == {letter for letter, _ in CENTRES.values()}
    assert of_kind("mark_") == {*NAMED, "with_value"}


def test_the_code_of_charts_has_no_chinese() -> None:
    folder = Path(figures.__file__).parent
    sources = [*folder.rglob("*.py"), *(folder.parent / "quantities").rglob("*.py")]
    assert len(sources) > 60
    chinese = {
        f"{path.name}:{node.lineno}": node.value
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.search("[\u4e00-\u9fff]", node.value)
        and node.value not in ("\u4e00", "\u9fff")
    }
    assert chinese == {}


def test_only_names_of_towns_are_chosen_by_language() -> None:
    """What else differs between languages differs in the files of their texts."""
    choosing = {
        path.name
        for path in Path(figures.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == Language.ZH.name
    }
    assert choosing == {"towns_and_borders.py", "__init__.py"}
