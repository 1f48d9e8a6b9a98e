"""The rules of composed charts that look at numbers and colours: units, levels, colour maps."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

import numpy as np

from diagnostics.contracts.charts import CustomLayer
from diagnostics.errors import UnitsError
from diagnostics.figures import typography
from diagnostics.figures.composition_draft import CompositionDraft, Rule, known_fields
from diagnostics.figures.levels import MAX_CLASSES
from diagnostics.messages import Message, message
from diagnostics.quantities.registry import QUANTITIES, resolve
from diagnostics.quantities.written_references import asked_reference
from diagnostics.units import convert

MAX_CONTOURS = 40
RAINBOWS = frozenset({"jet", "rainbow", "gist_rainbow", "nipy_spectral", "hsv", "gist_ncar"})
"""Colour maps whose lightness goes up and down: they invent edges, and fail the colour-blind."""
INSTEAD = "viridis"
LINE_COLOURS = ("black", "#c4001d", "#16326b", "#00734a")
"""Colours of the contour layers of one chart, in order."""
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SHADING_ONLY = ("colors", "colormap", "center")
_UNSMOOTHED = ("wind", "precipitation", "snowfall", "moisture_flux", "ivt", "q_vector")


def unit_text(unit: str) -> str:
    """Write a chart's unit for the parser of units: ``10⁻⁵ s⁻¹`` as ``1e-5 s-1``."""
    text = unit.translate(_RAISED).replace("σ", "1").replace("gpm", "m")
    return re.sub(r"\b10(-?\d+)\s", r"1e\1 ", text)


def shown_unit_of(draft: CompositionDraft, layer: CustomLayer) -> tuple[str, tuple[float, float]]:
    """Return the unit in which a layer's quantity is drawn, and its valid range."""
    if known_fields(draft.chart.kind) is not None:
        quantity = QUANTITIES[layer.quantity]
        return quantity.unit, quantity.valid_range
    quantity = resolve(asked_reference(layer.quantity)).quantity
    return quantity.unit, quantity.valid_range


def units_match(draft: CompositionDraft) -> CompositionDraft:
    """Levels are in the quantity's own unit; others are refused, converted in the nearest."""
    for number, layer in draft.layers:
        if layer.unit is None:
            continue
        unit, _ = shown_unit_of(draft, layer)
        if unit_text(layer.unit).strip() == unit_text(unit).strip():
            continue
        said = message(
            "compose-unit",
            given=repr(layer.unit),
            name=layer.quantity,
            unit=unit or message("compose-no_unit"),
        )
        try:
            repaired = _converted(layer, unit_text(layer.unit), unit_text(unit))
        except UnitsError:
            repaired = layer.model_copy(
                update={"unit": None, "levels": None, "interval": None, "blank": None}
            )
            said = message("compose-other_quantity", problem=said)
        draft = draft.repaired(
            "unit", number, said, repaired.model_copy(update={"unit": unit or None})
        )
    return draft


def _converted(layer: CustomLayer, own: str, wanted: str) -> CustomLayer:
    def values(given: Sequence[float] | None) -> tuple[float, ...] | None:
        if given is None:
            return None
        found = np.asarray(convert(np.asarray(given, dtype=np.float64), own, wanted))
        return tuple(float(f"{value:.6g}") for value in found)

    interval = layer.interval
    if interval is not None:
        zero, one = (float(np.asarray(convert(at, own, wanted))) for at in (0.0, interval))
        interval = float(f"{abs(one - zero):.6g}")
    values(layer.levels or (1.0,))  # units of other quantities are refused even without levels
    return layer.model_copy(
        update={"levels": values(layer.levels), "interval": interval, "blank": values(layer.blank)}
    )


def levels_fit(draft: CompositionDraft) -> CompositionDraft:
    """Levels or an interval, ascending, few enough to read, within what the quantity can be."""
    for number, layer in draft.layers:
        if layer.levels is not None and layer.interval is not None:
            text = message("compose-levels_or_interval")
            draft = draft.repaired("levels", number, text, draft.change(number, interval=None))
    for number, layer in draft.layers:
        if layer.levels is None:
            continue
        ordered = tuple(sorted(set(layer.levels)))
        if not ordered:
            text = message("compose-levels_empty")
            draft = draft.repaired("levels", number, text, draft.change(number, levels=None))
            continue
        if ordered != layer.levels:
            text = message("compose-levels_ascend")
            draft = draft.repaired("levels", number, text, draft.change(number, levels=ordered))
        draft = _few_enough(draft, number, ordered)
        draft = _possible(draft, number, ordered)
    for number, layer in draft.layers:
        if layer.blank is not None and layer.blank[0] >= layer.blank[1]:
            text = message(
                "compose-blank_empty", low=f"{layer.blank[0]:g}", high=f"{layer.blank[1]:g}"
            )
            turned = (layer.blank[1], layer.blank[0]) if layer.blank[0] > layer.blank[1] else None
            draft = draft.repaired("levels", number, text, draft.change(number, blank=turned))
    return draft


def _few_enough(
    draft: CompositionDraft, number: int, levels: tuple[float, ...]
) -> CompositionDraft:
    layer = dict(draft.layers)[number]
    most = MAX_CLASSES + 1 if layer.kind == "shading" else MAX_CONTOURS
    if layer.kind == "shading" and len(levels) < 2:
        text = message("compose-two_levels")
        return draft.repaired("levels", number, text, draft.change(number, levels=None))
    if len(levels) <= most:
        return draft
    many = "compose-many_classes" if layer.kind == "shading" else "compose-many_contours"
    every = -(-len(levels) // most)
    text = Message(id=many, params={"count": str(len(levels)), "most": str(most)})
    return draft.repaired("levels", number, text, draft.change(number, levels=levels[::every]))


def _possible(draft: CompositionDraft, number: int, levels: tuple[float, ...]) -> CompositionDraft:
    layer = dict(draft.layers).get(number)
    if layer is None or layer.levels is None or layer.kind in ("barb", "quiver"):
        return draft
    unit, (low, high) = shown_unit_of(draft, layer)
    if levels[-1] >= low and levels[0] <= high:
        return draft
    text = message(
        "compose-levels_outside",
        first=f"{levels[0]:g}",
        last=f"{levels[-1]:g}",
        name=layer.quantity,
        low=f"{low:g}",
        high=f"{high:g} {unit}",
    )
    return draft.repaired("levels", number, text, draft.change(number, levels=None))


def colours_exist(draft: CompositionDraft) -> CompositionDraft:
    """Colours and colour maps are known, and no rainbow; each belongs to its kind of layer."""
    from matplotlib.colors import is_color_like

    for number, layer in draft.layers:
        strange = [name for name in _SHADING_ONLY if getattr(layer, name) is not None]
        if layer.kind != "shading" and strange:
            text = message("compose-of_shadings", names=", ".join(strange), kind=layer.kind)
            update = dict.fromkeys(strange)
            draft = draft.repaired("colours", number, text, draft.change(number, **update))
    for number, layer in draft.layers:
        if layer.colormap is not None:
            draft = _colormap(draft, number, layer.colormap)
        wrong = [name for name in layer.colors or () if not is_color_like(name)]
        if wrong:
            text = message("compose-no_colours", names=", ".join(map(repr, wrong)))
            draft = draft.repaired("colours", number, text, draft.change(number, colors=None))
        for name in ("color", "negative_color"):
            value = getattr(layer, name)
            if value is not None and not is_color_like(value):
                near = _near_colour(str(value))
                text = message("compose-no_colour_hint", name=repr(value))
                if near:
                    text = message("compose-no_colour_near", name=repr(value), near=near)
                draft = draft.repaired(
                    "colours", number, text, draft.change(number, **{name: near})
                )
        bad = [item for item in layer.emphasis or () if not is_color_like(item.color)]
        if bad:
            text = message("compose-no_colour", name=repr(bad[0].color))
            draft = draft.repaired("colours", number, text, draft.change(number, emphasis=None))
    return draft


def _near_colour(value: str) -> str | None:
    from matplotlib.colors import CSS4_COLORS

    return next(iter(difflib.get_close_matches(value, CSS4_COLORS, n=1, cutoff=0.6)), None)


def _colormap(draft: CompositionDraft, number: int, name: str) -> CompositionDraft:
    from matplotlib import colormaps

    if name.removesuffix("_r") in RAINBOWS:
        text = message("compose-rainbow", name=name, instead=INSTEAD)
        return draft.repaired("colours", number, text, draft.change(number, colormap=INSTEAD))
    if name in colormaps or name in typography.PALETTES:
        return draft
    known = [item for item in (*colormaps, *typography.PALETTES) if item not in RAINBOWS]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    text = message("compose-no_colour_map", name=repr(name), instead=INSTEAD)
    if near:
        text = message("compose-no_colour_map_near", name=repr(name), near=near[0])
    repaired = draft.change(number, colormap=near[0] if near else INSTEAD)
    return draft.repaired("colours", number, text, repaired)


def lines_differ(draft: CompositionDraft) -> CompositionDraft:
    """Two layers of contours do not look the same."""
    seen: dict[tuple[str, str], int] = {}
    for number, layer in draft.layers:
        if layer.kind not in ("contour", "line") or layer.color is None:
            continue
        key = (layer.color, layer.linestyle)
        if key in seen:
            used = {held.color for _, held in draft.layers}
            free = next(colour for colour in (*LINE_COLOURS, "#7a3b00") if colour not in used)
            text = message("compose-alike", layer=str(seen[key]))
            draft = draft.repaired("alike", number, text, draft.change(number, color=free))
        else:
            seen[key] = number
    return draft


def smoothing_fits(draft: CompositionDraft) -> CompositionDraft:
    """Only contours of smooth fields are smoothed; winds and precipitation never."""
    for number, layer in draft.layers:
        if not layer.smooth_km:
            continue
        if layer.kind != "contour":
            text = message("compose-only_contours_smoothed", kind=layer.kind)
        elif layer.quantity.startswith(_UNSMOOTHED):
            text = message("compose-never_smoothed", name=layer.quantity)
        else:
            continue
        draft = draft.repaired("smoothing", number, text, draft.change(number, smooth_km=None))
    for number, layer in draft.layers:
        if layer.extrema and (layer.kind != "contour" or draft.chart.kind != "map"):
            text = message("compose-extrema_on_maps")
            draft = draft.repaired("smoothing", number, text, draft.change(number, extrema=None))
    return draft


VALUE_RULES: tuple[Rule, ...] = (
    units_match,
    levels_fit,
    colours_exist,
    lines_differ,
    smoothing_fits,
)
"""The rules of this module, in order."""
