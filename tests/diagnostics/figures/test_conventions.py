"""Specifications keep the conventions of charts, or say why they do not."""

from __future__ import annotations

import ast
import io
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

import diagnostics.figures
from diagnostics.contracts.charts import CustomKind
from diagnostics.contracts.space_time import Region
from diagnostics.figures import compose_chart, render_custom, typography
from diagnostics.figures.check import check_answer
from diagnostics.figures.conventions import SIZES, departures, remaining, size_departures
from diagnostics.figures.formats import encode_png, webp_of
from diagnostics.figures.library import chart_ids, get_chart
from diagnostics.figures.raster import RasterCanvas
from diagnostics.figures.spec import ChartSpec
from diagnostics.figures.typography import CHART_SIZES
from diagnostics.messages import render

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)
CONVENTIONS = {"contour_width", "pressure_interval", "height_interval"}
FIGURES = Path(diagnostics.figures.__file__).parent


@pytest.mark.parametrize("name", chart_ids())
def test_every_chart_keeps_the_conventions_or_says_why(name: str) -> None:
    assert departures(get_chart(name)) == ()


def test_a_reason_is_given_for_a_departure_only() -> None:
    for name in chart_ids():
        spec = get_chart(name)
        bare = spec.model_copy(update={"reasons": {}})
        assert {item.convention for item in departures(bare)} == set(spec.reasons)
        assert all(len(reason) > 20 for reason in spec.reasons.values())


BROKEN = [
    ("gh500_map", {"linewidth": 0.7}, "contour_width"),
    ("gh500_map", {"linewidth": 1.3}, "contour_width"),
    ("mslp_map", {"interval": 3.0, "wide_interval": None}, "pressure_interval"),
    ("gh500_map", {"interval": 60.0}, "height_interval"),
]


@pytest.mark.parametrize(("name", "change", "convention"), BROKEN)
def test_a_broken_convention_is_found_unless_a_reason_is_stated(
    name: str, change: dict[str, Any], convention: str
) -> None:
    spec = get_chart(name).model_copy(update={"reasons": {}})
    layers = tuple(
        layer.model_copy(update=change) if layer.kind == "contour" else layer
        for layer in spec.layers
    )
    broken = spec.model_copy(update={"layers": layers})
    assert {item.convention for item in departures(broken)} == {convention}
    stated: ChartSpec = broken.model_copy(update={"reasons": {convention: "for a good reason"}})
    assert departures(stated) == ()


PRESSURE = "mean_sea_level_pressure"
ASKED = [
    ("height@500", "linewidth", 2.7, "contour_width", ("contours 2.7 pt wide", "0.8 to 1.2 pt")),
    ("height@500", "interval", 60.0, "height_interval", ("every 60 gpm", "40 gpm")),
    (PRESSURE, "interval", 2.0, "pressure_interval", ("every 2 hPa", "2.5 or 4 hPa")),
]


@pytest.mark.parametrize(("quantity", "key", "value", "convention", "words"), ASKED)
def test_a_chart_that_somebody_composes_is_judged_by_the_conventions(
    source: Any,
    monkeypatch: pytest.MonkeyPatch,
    quantity: str,
    key: str,
    value: float,
    convention: str,
    words: tuple[str, str],
) -> None:
    monkeypatch.setattr(typography, "DPI", 70)
    layer = {"kind": "contour", "quantity": quantity}
    drawn = [
        render_custom({"layers": [{**layer, **more}]}, source, time=TIME, region=REGION).answer
        for more in ({}, {key: value})
    ]
    checks = [item.check for item in drawn]
    assert all(check is not None for check in checks)
    named = [[f for f in check.findings if f.rule in CONVENTIONS] for check in checks if check]
    assert named[0] == []
    (found,) = named[1]
    assert found.rule == convention
    assert all(part in found.message for part in ("layer 1: ", *words))
    assert found.wording is not None
    assert render(found.wording, "zh").startswith("第1层：")
    assert checks[1].score == 3.0
    (asked,) = drawn[1].specification["layers"]
    assert asked[key] == value, "drawn as it was asked for"
    stored = type(drawn[1]).model_validate_json(drawn[1].model_dump_json())
    assert check_answer(stored).findings == checks[1].findings


def test_what_a_composed_chart_leaves_unsaid_is_no_departure() -> None:
    """It is as the catalogue's chart of the quantity has it, with that chart's reasons."""
    layers = {
        (spec.kind, layer.kind, layer.quantity)
        for spec in map(get_chart, chart_ids())
        for layer in spec.layers
        if spec.kind in get_args(CustomKind) and layer.kind == "contour"
    }
    made = [
        compose_chart({"kind": kind, "layers": [{"kind": drawn, "quantity": quantity}]})
        for kind, drawn, quantity in sorted(layers)
    ]
    assert len(made) > 10
    assert [item for spec in made for item in departures(spec)] == []
    inherited = [spec for spec in made if departures(spec.model_copy(update={"reasons": {}}))]
    assert inherited, "some of them depart, with a reason"


def test_what_the_checker_changes_is_no_departure_of_who_asked() -> None:
    asked = get_chart("gh500_map")
    (layer,) = asked.layers
    changed = layer.model_copy(update={"interval": 80.0})
    drawn = asked.model_copy(update={"layers": (changed,)})
    assert departures(drawn)
    assert remaining(asked, drawn) == ()


@pytest.mark.parametrize("name", SIZES)
def test_each_size_of_the_sheet_has_its_limits(name: str) -> None:
    low, high = SIZES[name]
    for value in (low - 0.1, high + 0.1):
        changed: dict[str, Any] = {name: value, "reasons": ()}
        sheet = replace(CHART_SIZES, **changed)
        found = {item.convention: item.value for item in size_departures(sheet)}
        assert found[name] == value
        assert name not in {
            item.convention for item in size_departures(replace(sheet, reasons=((name, "so"),)))
        }


def test_the_sheet_itself_keeps_them_with_one_family_of_type() -> None:
    assert size_departures() == ()
    mixed = replace(CHART_SIZES, faces=("NotoSansSC-Regular.otf", "DejaVuSans-Bold.ttf"))
    assert {item.convention for item in size_departures(mixed)} == {"font_family"}
    sizes = {item.name for item in fields(CHART_SIZES)} - {"faces", "reasons"}
    assert sizes == set(SIZES)


def test_reasons_change_no_picture_and_no_record() -> None:
    spec = get_chart("mslp_map")
    assert spec.reasons
    assert "reasons" not in spec.model_dump()


def test_sizes_of_ticks_and_barbs_stand_in_the_sheet_alone() -> None:
    """A size written where it is drawn would escape the limits."""
    written = []
    for path in FIGURES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.For) and "ticklabels" in ast.unparse(node.iter):
                calls = [item for item in ast.walk(node) if isinstance(item, ast.Call)]
                sizes = [item.args[0] for item in calls if ast.unparse(item.func) == "style.font"]
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("barbs"):
                sizes = [word.value for word in node.keywords if word.arg == "length"]
            else:
                continue
            written += [
                f"{path.name}:{size.lineno}" for size in sizes if isinstance(size, ast.Constant)
            ]
    assert written == []


def test_a_picture_is_what_was_drawn_without_sharpening() -> None:
    """The file holds the pixels of the drawing library as they are: no filter came between."""
    canvas: Any = RasterCanvas(Figure(figsize=(2.0, 1.0), dpi=100))
    canvas.figure.add_subplot().plot([0, 1, 0, 1], linewidth=1.0)
    canvas.draw()
    drawn = np.asarray(canvas.buffer_rgba())[..., :3]
    png = encode_png(drawn)
    for picture in (png, webp_of(png)):
        with Image.open(io.BytesIO(picture)) as image:
            assert (np.asarray(image.convert("RGB")) == drawn).all()
    soft = set(map(tuple, drawn.reshape(-1, 3).tolist()))
    assert len(soft) > 20, "edges are smoothed, which a sharpening filter would show on"


def test_no_chart_is_filtered_or_resampled() -> None:
    """The path that was tested above is the only one: nothing else touches the pixels."""
    touching = {"ImageFilter", "ImageEnhance", "resize", "filter", "savefig", "thumbnail"}
    found = [
        f"{path.name}: {word}"
        for path in FIGURES.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for word in [getattr(node, "attr", None) or getattr(node, "name", None)]
        if word in touching
    ]
    assert found == []
