"""What a composed chart leaves unsaid: how the catalogue draws the same quantity, else the data."""

from __future__ import annotations

from typing import Any

from diagnostics.contracts.charts import CustomChart, CustomLayer
from diagnostics.contracts.enums import Category
from diagnostics.figures.composition_draft import known_fields
from diagnostics.figures.composition_values import LINE_COLOURS
from diagnostics.figures.conventions import departures
from diagnostics.figures.library import chart_ids, get_chart
from diagnostics.figures.spec import ChartDetector, ChartSpec, Layer
from diagnostics.messages import Listing, Message, message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.quantities.refs import read_reference
from diagnostics.quantities.registry import QUANTITIES, label_message, level_measure, resolve

CUSTOM = "custom"
"""The id of every composed chart."""
_NOT_OF_LEVEL = ("emphasis", "levels", "first_level", "last_level", "anchor")
_LEVELS = ("levels", "interval", "first_level", "last_level", "wide_interval", "wide_range")
_DRAWN_LEVELS = ("shading", "contour", "line")


def specification(chart: CustomChart) -> ChartSpec:
    """Return the whole specification of a valid composition."""
    layers: list[Layer] = []
    free = iter(LINE_COLOURS)
    for item in chart.layers:
        layer = _layer(item, chart.kind)
        if item.kind in ("contour", "line") and item.color is None:
            used = {held.color for held in layers} | {held.color for held in chart.layers}
            colour = layer.color
            if colour in used and any(held.kind == "contour" for held in layers):
                colour = next((name for name in free if name not in used), colour)
            layer = layer.model_copy(update={"color": colour})
        layers.append(layer)
    spec = ChartSpec(
        id=CUSTOM,
        title=_title(chart),
        category=Category.DYNAMICS,
        kind=chart.kind,
        events=(),
        domain={"map": "padded_10deg", "hovmoller": "sector"}.get(chart.kind, "point"),
        projection=chart.projection,
        layers=tuple(layers),
        detectors=tuple(
            ChartDetector(detector=item.detector, params=item.params) for item in chart.detectors
        ),
        margin_deg=chart.margin_deg,
    )
    return spec.model_copy(update={"reasons": _reasons(chart, spec)})


def _reasons(chart: CustomChart, spec: ChartSpec) -> dict[str, str]:
    """Say why what the chart leaves unsaid may depart: it is as the catalogue has it."""
    stated = {
        f"layers.{number}.{key}"
        for number, layer in enumerate(chart.layers)
        for key in layer.model_dump(exclude_none=True)
    }
    return {
        item.where: "as the catalogue's chart of this quantity draws it"
        for item in departures(spec)
        if item.where not in stated
    }


def _layer(item: CustomLayer, kind: str) -> Layer:
    base = _from_catalogue(item)
    if not base:
        base = _from_nothing(item, kind)
    given: dict[str, Any] = item.model_dump(exclude_none=True, exclude={"unit"})
    given = {key: value for key, value in given.items() if value != "auto"}
    if "levels" in given or "interval" in given:
        base = {key: value for key, value in base.items() if key not in _LEVELS}
    if "colors" in given or "colormap" in given:
        base = {key: value for key, value in base.items() if key not in ("colors", "colormap")}
        base.pop("anchor", None)
    if "colormap" in given and "center" not in given and given["colormap"] != base.get("colormap"):
        base.pop("center", None)
    return Layer.model_validate({**base, **given})


def _from_catalogue(item: CustomLayer) -> dict[str, Any]:
    """How a chart of the catalogue draws the same kind of layer of the same quantity."""
    near: dict[str, Any] = {}
    drawn = read_reference(item.quantity).at(None)
    for name in chart_ids():
        for layer in get_chart(name).layers:
            if layer.kind != item.kind:
                continue
            if layer.quantity == item.quantity:
                return layer.model_dump(exclude_defaults=True)
            same_name = drawn == read_reference(layer.quantity).at(None)
            if same_name and not near and (layer.interval is not None or item.kind == "barb"):
                near = layer.model_dump(exclude_defaults=True, exclude=set(_NOT_OF_LEVEL))
    return near


def _from_nothing(item: CustomLayer, kind: str) -> dict[str, Any]:
    """Colours by the sign of the quantity; levels are left to the data."""
    if item.kind not in _DRAWN_LEVELS:
        return {"color": "#333333"}
    if item.kind != "shading":
        return {"color": "black"}
    low, high = _range_of(item, kind)
    signed = low < 0 < high and min(-low, high) >= 0.25 * max(-low, high)
    return {
        "colormap": "RdBu_r" if signed else "YlGnBu",
        "extend": "both",
        **({"center": 0.0} if signed else {}),
    }


def _range_of(item: CustomLayer, kind: str) -> tuple[float, float]:
    if known_fields(kind) is not None:
        return QUANTITIES[item.quantity].valid_range
    return resolve(item.quantity).quantity.valid_range


def _title(chart: CustomChart) -> Message:
    """The title that the chart states, else the names of what it draws."""
    names = {
        render(name, SOURCE): name for name in (_name(item, chart.kind) for item in chart.layers)
    }
    drawn = Listing(items=tuple(names.values()), style="comma")
    own = chart.title or drawn
    return message("chart-name", english=own, chinese=chart.title_zh or own)


def _name(item: CustomLayer, kind: str) -> Message:
    if known_fields(kind) is not None:
        return QUANTITIES[item.quantity].label
    reference = resolve(item.quantity)
    if not reference.index:
        return label_message(reference)
    name = reference.quantity.label
    if reference.level is None:
        return name
    return message("map-at_level", name=name, level=level_measure(reference.level))
