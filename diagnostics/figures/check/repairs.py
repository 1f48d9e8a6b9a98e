"""What the Plotter does with the Image Checker's findings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from diagnostics.contracts.evidence import FigureFinding
from diagnostics.figures.check.rules import BARBS, LEAST_MARGIN_DEG, SMALLEST_TEXT
from diagnostics.figures.spec import ChartSpec, Layer
from diagnostics.messages import message

LAYER_KEYS = frozenset(
    {
        "interval", "density", "levels", "extend", "smooth_km", "color", "linewidth", "colormap",
        "center", "labels",
    }
)  # fmt: skip
MAX_LABEL_STEP = 6
WIDEST_STEP_DEG = 30.0


def apply_changes(
    spec: ChartSpec, findings: Iterable[FigureFinding], used_step: float
) -> ChartSpec:
    """Return the chart with the changes that the findings ask for.

    Parameters
    ----------
    spec : ChartSpec
    findings : iterable of FigureFinding
    used_step : float
        The graticule step of the present drawing, in degrees.
    """
    layers = list(spec.layers)
    update: dict[str, Any] = {}
    order: list[int] | None = None
    for item in findings:
        change: Any = item.change
        if isinstance(index := change.get("layer"), int):
            layers[index] = _changed(layers[index], change)
        if isinstance(hidden := change.get("thin_others"), int):
            layers = [layer if k == hidden else _thinner(layer) for k, layer in enumerate(layers)]
        if "order" in change:
            order = [int(k) for k in change["order"]]
        update.update(_chart_changes(spec, change, used_step))
    if order is not None:
        layers = [layers[k] for k in order]
    return spec.model_copy(update={"layers": tuple(layers), **update})


def _changed(layer: Layer, change: dict[str, Any]) -> Layer:
    parts = {key: value for key, value in change.items() if key in LAYER_KEYS}
    if "levels" in parts:
        parts["levels"] = tuple(float(level) for level in parts["levels"])
    if "interval" in parts and layer.wide_interval is not None:
        # The checker's interval is the one to draw, whatever the range.
        parts["wide_interval"] = None
    return layer.model_copy(update=parts)


def _thinner(layer: Layer) -> Layer:
    """Return a layer that hides less of the others."""
    if layer.kind in ("barb", "quiver"):
        return layer.model_copy(update={"density": max(BARBS[0], round(0.75 * layer.density))})
    if layer.kind in ("contour", "line"):
        thin = min(layer.linewidth, max(0.8, 0.5 * layer.linewidth))
        return layer.model_copy(update={"linewidth": thin})
    return layer


def _chart_changes(spec: ChartSpec, change: dict[str, Any], used_step: float) -> dict[str, Any]:
    update: dict[str, Any] = {}
    size = change.get("layer_text_size")
    if size == "smaller":
        update["layer_text_size"] = max(SMALLEST_TEXT, spec.layer_text_size - 1.0)
    elif size is not None:
        update["layer_text_size"] = float(size)
    if change.get("graticule_step") == "wider":
        update["graticule_step"] = min(WIDEST_STEP_DEG, 2 * used_step)
    elif change.get("graticule_step") == "narrower":
        update["graticule_step"] = used_step / 2
    if change.get("label_step") == "wider":
        update["label_step"] = min(MAX_LABEL_STEP, max(2, spec.label_step + 1))
    margin = change.get("margin_deg")
    if margin == "smaller":
        update["margin_deg"] = max(LEAST_MARGIN_DEG, spec.margin_deg - 3.0)
    elif margin is not None:
        update["margin_deg"] = float(margin)
    if "title" in change:
        update["title"] = message("map-name", name=str(change["title"]))
    return update
