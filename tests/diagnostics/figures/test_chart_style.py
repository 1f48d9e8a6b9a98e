"""Themes, boundaries and formats: legible, attributed, and the same bytes every time."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from datetime import UTC, datetime
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib import colormaps
from PIL import Image

from diagnostics.contracts.enums import Language
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.figures import chart_ids, get_chart, render_figure, typography
from diagnostics.figures.boundaries import read_boundaries
from diagnostics.figures.chart_style import ChartStyle
from diagnostics.figures.formats import webp_of
from diagnostics.figures.themes import DARK, LIGHT

TIME = datetime(2026, 7, 2, 12, tzinfo=UTC)
REGION = Region(west=110, south=30, east=122, north=40)
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
"""Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB."""
LEAST_STEP = 2.3
"""The just noticeable difference in CIELAB, between neighbouring classes."""


def drawn(source, name="mslp_wind10", **look):
    return render_figure(
        name, source, time=TIME, region=REGION, detectors=(), look=ChartStyle(**look), max_rounds=1
    )


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(float)


def test_a_dark_chart_is_dark_and_legible(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    light, dark = drawn(source), drawn(source, theme=DARK)
    assert pixels(light.png)[:5].mean() > 250
    assert pixels(dark.png)[:5].mean() < 40
    assert light.answer.digest != dark.answer.digest
    assert dark.answer.specification["theme"] == "dark"
    assert "theme" not in light.answer.specification
    rules = {item.rule for item in dark.answer.check.findings if item.severity != "info"}
    assert not rules & {"labels_overlap", "labels_clipped", "layer_missing"}


@pytest.mark.parametrize("colour", ["black", "#333333", "#16326b", "#c4001d", "#00734a"])
def test_lines_are_lightened_on_dark_paper(colour):
    from matplotlib.colors import to_rgb

    def luminance(value):
        return float(np.dot([0.2126, 0.7152, 0.0722], to_rgb(value)))

    assert luminance(DARK.line(colour)) > luminance(DARK.panel) + 0.2
    assert LIGHT.line(colour) == colour


def lab(rgb):
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ DEUTERANOPIA.T, 0, 1)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = linear @ to_xyz.T / np.array([0.9505, 1.0, 1.089])
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack(
        [116 * root[:, 1] - 16, 500 * (root[:, 0] - root[:, 1]), 200 * (root[:, 1] - root[:, 2])],
        axis=1,
    )


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("name", chart_ids())
def test_neighbouring_colours_differ_for_the_colour_blind(name, theme):
    assert get_chart(name).layers
    for layer in get_chart(name).layers:
        if layer.kind != "shading":
            continue
        middle = layer.center if layer.center is not None else layer.first_level or 0.0
        if layer.anchor is not None:
            middle = sum(layer.anchor) / 2
        step = layer.interval or 1.0
        levels = layer.levels or tuple(round(middle / step) * step + np.arange(-4, 5) * step)
        colormap, _ = typography.colour_classes(layer, tuple(levels), theme)
        body = colormap(np.arange(colormap.N))
        seen = lab(body[body[:, 3] > 0][:, :3])
        # anchored colours tell values apart across the whole map, in steps of two classes
        apart = 2 if layer.anchor is not None else 1
        steps = np.linalg.norm(seen[apart:] - seen[:-apart], axis=1)
        assert steps.min() >= LEAST_STEP, f"{name} {layer.quantity}: {steps.round(1)}"


def test_no_chart_has_a_rainbow():
    used = {layer.colormap for name in chart_ids() for layer in get_chart(name).layers}
    used -= set(typography.PALETTES)
    assert not used & {"jet", "rainbow", "hsv", "nipy_spectral", "gist_rainbow"}
    assert used - {""} <= set(colormaps)


def collection(features, **more):
    head = {"type": "FeatureCollection", "attribution": "Own borders", **more}
    return json.dumps({**head, "features": features})


def line(*points, kind="border"):
    return {
        "type": "Feature",
        "properties": {"kind": kind},
        "geometry": {"type": "LineString", "coordinates": [list(item) for item in points]},
    }


def test_own_boundaries_are_drawn_and_credited(source, tmp_path, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    path = tmp_path / "own.geojson"
    path.write_text(collection([line((100, 35), (130, 35))]), encoding="utf-8")
    own = read_boundaries(path)
    assert own.credit == "Own borders"
    points, starts = own.lines("borders", "50m")
    assert points.shape[0] == 7  # thirty degrees in steps of five
    assert starts.tolist() == [True] + [False] * 6
    assert len(own.lines("coastline", "50m")[0]) > 1000  # still Natural Earth's
    with_own, without = drawn(source, boundaries=own), drawn(source)
    assert with_own.png != without.png
    assert with_own.answer.specification["boundaries"] == own.digest
    assert read_boundaries(path).digest == own.digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ('{"type": "Feature"}', "FeatureCollection"),
        (json.dumps({"type": "FeatureCollection", "features": []}), "attribution"),
        (collection([]), "no features"),
        (collection([{"type": "Feature", "geometry": None}]), "feature 1 has no geometry"),
        (collection([{"geometry": {"type": "Point", "coordinates": [1, 2]}}]), "Point"),
        (collection([line((1, 2))]), "fewer than two"),
        (collection([line((1, 2), (3, 95))]), "degrees"),
        (collection([line((1, 2), ("x", 5))]), "no numbers"),
    ],
)
def test_boundaries_that_cannot_be_used_are_refused(text, said, tmp_path):
    path = tmp_path / "bad.geojson"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArgumentError, match=said) as caught:
        read_boundaries(path)
    assert caught.value.code == "invalid_boundaries"
    with pytest.raises(ArgumentError, match="no boundaries file"):
        read_boundaries(tmp_path / "missing.geojson")


def test_polygons_of_a_file_are_outlined(tmp_path):
    ring = [[100, 30], [103, 30], [103, 33], [100, 30]]
    shape = {"geometry": {"type": "MultiPolygon", "coordinates": [[ring], [ring]]}}
    path = tmp_path / "own.geojson"
    path.write_text(collection([shape, line((1, 2), (3, 4), kind="coastline")]), encoding="utf-8")
    own = read_boundaries(path)
    assert own.lines("borders", "50m")[1].sum() == 2
    assert own.lines("coastline", "110m")[0].tolist() == [[1, 2], [3, 4]]


def test_webp_holds_the_same_pixels(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    chart = drawn(source)
    again = webp_of(chart.png)
    assert again == chart.encoded("webp")
    assert Image.open(io.BytesIO(again)).format == "WEBP"
    np.testing.assert_array_equal(pixels(again), pixels(chart.png))


def test_svg_has_layers_in_order_and_no_date(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    chart = drawn(source, name="t850_wind850", format="svg", language=Language.ZH)
    assert chart.svg == drawn(source, name="t850_wind850", format="svg", language=Language.ZH).svg
    text = chart.svg.decode()
    assert "<dc:date>" not in text
    root = ElementTree.fromstring(chart.svg)
    names = [item.get("id", "") for item in root.iter() if item.get("id")]
    assert any(name.startswith("QuadContourSet") for name in names)
    assert next(k for k, name in enumerate(names) if "QuadContourSet" in name) < next(
        k for k, name in enumerate(names) if "Barbs" in name
    )
    assert not list(root.iter("{http://www.w3.org/2000/svg}text"))  # outlines need no font
    assert chart.png == drawn(source, name="t850_wind850", language=Language.ZH).png
    with pytest.raises(ArgumentError, match="draw it again"):
        drawn(source).encoded("svg")


SCRIPT = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from conftest import TIME, synthetic_dataset
from diagnostics.contracts.space_time import Region
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import render_figure, typography
from diagnostics.figures.chart_style import ChartStyle
typography.DPI = 70
chart = render_figure("mslp_wind10", MemorySource(synthetic_dataset(step=2.0)), time=TIME,
    region=Region(west=110, south=30, east=122, north=40), look=ChartStyle(format="svg"),
    max_rounds=1)
for name in ("png", "svg", "webp"):
    print(name, hashlib.sha256(chart.encoded(name)).hexdigest())
"""


@pytest.mark.slow
def test_another_process_gives_the_same_bytes(request):
    folder = str(request.path.parent)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, folder],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(request.config.rootpath), "PATH": ""},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("\n") == 3


def test_a_sounding_has_its_hodograph(source, monkeypatch):
    monkeypatch.setattr(typography, "DPI", 70)
    chart = drawn(source, name="skewt_point")
    facts = chart.answer.layers["hodograph"]
    assert facts["points"] >= 6
    assert facts["ink"] > 0
    assert facts["reach"] >= 15
