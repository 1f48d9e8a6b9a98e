"""The rules of composed charts, in the order in which they are held against one."""

from __future__ import annotations

import difflib
from dataclasses import replace

from diagnostics.contracts.charts import CustomLayer
from diagnostics.detection.features.registry import get_detector
from diagnostics.errors import ArgumentError
from diagnostics.figures.composition_draft import CompositionDraft, Problem, Rule, known_fields
from diagnostics.figures.composition_names import meant
from diagnostics.figures.composition_values import VALUE_RULES
from diagnostics.figures.library import chart_ids, get_chart
from diagnostics.messages import Message, Term, message
from diagnostics.quantities.operators import operators
from diagnostics.quantities.refs import (
    QuantityRef,
    WrittenReference,
    read_reference,
    written_parts,
)
from diagnostics.quantities.registry import QUANTITIES, SPEEDS, Reference, resolve

BUNDLES = frozenset(
    {
        "section", "section_humidity", "section_wind", "section_omega", "sounding",
        "surface_series", "column_series",
    }
)  # fmt: skip
"""Quantities that are read whole by vertical charts and cannot be drawn themselves."""
ORDER = {"shading": 0, "contour": 1, "line": 1, "barb": 2, "quiver": 2}
HPA = (1.0, 1100.0)
KELVIN = (200.0, 1000.0)
UNSMOOTHED = ("wind", "precipitation", "snowfall")


def quantity_names() -> tuple[str, ...]:
    """Return the quantities that a map can draw."""
    return tuple(name for name in QUANTITIES if name not in BUNDLES)


def typical_level(name: str) -> float:
    """Return the level at which the catalogue's charts draw a quantity; 850 hPa or 315 K."""
    for chart in chart_ids():
        for layer in get_chart(chart).layers:
            drawn = read_reference(layer.quantity)
            if drawn.name == name and not drawn.index and drawn.level is not None:
                return drawn.level
    return 850.0 if QUANTITIES[name].level_unit == "hPa" else 315.0


def quantities_exist(draft: CompositionDraft) -> CompositionDraft:
    """Every quantity is one that this kind of chart can draw, at a level it has."""
    fields = known_fields(draft.chart.kind)
    for number, layer in draft.layers:
        if fields is not None:
            draft = _vertical_quantity(draft, number, layer, fields)
        elif written_parts(layer.quantity).index:
            draft = _index_quantity(draft, number, layer)
        else:
            draft = _map_quantity(draft, number, layer)
    return draft


def _vertical_quantity(
    draft: CompositionDraft, number: int, layer: CustomLayer, fields: tuple[str, ...]
) -> CompositionDraft:
    if layer.kind in ("barb", "quiver"):
        if layer.quantity == "wind" and layer.kind == "barb":
            return draft
        repaired = draft.change(number, kind="barb", quantity="wind")
        text = message("compose-barbs_only", chart=_chart(draft))
        return draft.repaired("vectors", number, text, repaired)
    name, level = _name_and_level(layer)
    if name in fields and not level:
        return draft
    if name in fields:
        text = message("compose-every_level", chart=_chart(draft), name=name, level=level or "")
        return draft.repaired("level", number, text, draft.change(number, quantity=name))
    near = difflib.get_close_matches(name, fields, n=1, cutoff=0.5)
    text = message(
        "compose-cannot_show",
        chart=_chart(draft),
        name=repr(layer.quantity),
        fields=", ".join(fields),
    )
    mended_layer = draft.change(number, quantity=near[0]) if near else None
    return draft.repaired("unknown_quantity", number, text, mended_layer)


def _index_quantity(draft: CompositionDraft, number: int, layer: CustomLayer) -> CompositionDraft:
    if draft.chart.kind != "map":
        text = message("compose-no_index", chart=_chart(draft))
        return draft.repaired("unknown_quantity", number, text, None)
    try:
        resolve(layer.quantity)
    except ArgumentError as error:
        return draft.repaired(
            "unknown_quantity", number, error.text, _nearest_index(draft, number, layer)
        )
    return draft


def _nearest_index(draft: CompositionDraft, number: int, layer: CustomLayer) -> CustomLayer | None:
    asked = written_parts(layer.quantity)
    near = difflib.get_close_matches(asked.name, tuple(operators()), n=3, cutoff=0.5)
    for candidate in (asked.name, *near):
        for level in dict.fromkeys((asked.level or None, None)):
            text = WrittenReference(candidate, level=level, index=True).text
            try:
                resolve(text)
            except ArgumentError:
                continue
            return draft.change(number, quantity=text)
    return None


def _map_quantity(draft: CompositionDraft, number: int, layer: CustomLayer) -> CompositionDraft:
    name, level_text = _name_and_level(layer)
    try:
        reference = resolve(layer.quantity)
        if reference.quantity.name in BUNDLES:
            raise ArgumentError(
                Message(id="figureerror-not_on_a_map", params={"name": f"{name}"}),
                code="unknown_quantity",
            )
    except ArgumentError as error:
        return _unresolved(draft, number, layer, error)
    quantity = reference.quantity
    if level_text is not None and not quantity.has_level:
        text = message("compose-no_levels", name=quantity.name, level=level_text)
        return draft.repaired("level", number, text, draft.change(number, quantity=quantity.name))
    low, high = HPA if quantity.level_unit == "hPa" else KELVIN
    if reference.level is not None and not low <= reference.level <= high:
        level = typical_level(quantity.name)
        text = message(
            "compose-no_such_level",
            level=f"{reference.level:g} {quantity.level_unit}",
            name=quantity.name,
            low=f"{low:g}",
            high=f"{high:g}",
        )
        repaired = draft.change(number, quantity=QuantityRef(quantity.name, level).text)
        return draft.repaired("level", number, text, repaired)
    return draft.named(number, reference.text)


def _unresolved(
    draft: CompositionDraft, number: int, layer: CustomLayer, error: ArgumentError
) -> CompositionDraft:
    name, level_text = _name_and_level(layer)
    if level_text and _resolves(name):
        text = message("compose-no_levels", name=name, level=level_text)
        repaired = draft.change(number, quantity=resolve(name).text)
        return draft.repaired("level", number, text, repaired)
    names = quantity_names()
    indices = tuple(operators()) if draft.chart.kind == "map" else ()
    if name in QUANTITIES and name not in BUNDLES:
        repaired = draft.change(number, quantity=QuantityRef(name, typical_level(name)).text)
        return draft.repaired("level", number, error.text, repaired)
    if name in indices:
        written = replace(written_parts(layer.quantity), index=True).text
        text = message("compose-is_index", name=repr(name), written=written)
        repaired = draft.change(number, quantity=written)
        return draft.repaired("unknown_quantity", number, text, repaired)
    common = meant(layer.quantity)
    if common is not None:
        found = _at_a_level(*common)
        text = message("compose-write_instead", name=repr(layer.quantity), written=found)
        repaired = draft.change(number, quantity=found)
        return draft.repaired("unknown_quantity", number, text, repaired)
    near = difflib.get_close_matches(name, (*names, *indices), n=4, cutoff=0.5)
    text = message("compose-no_field_near", name=repr(name), near=", ".join(near))
    if not near:
        text = message("compose-no_field", name=repr(name))
        return draft.repaired("unknown_quantity", number, text, None)
    found = near[0]
    if found in indices and found not in names:
        index = QuantityRef(found, index=True).text
        return draft.repaired(
            "unknown_quantity", number, text, draft.change(number, quantity=index)
        )
    repaired = draft.change(number, quantity=_at_a_level(found, level_text))
    return draft.repaired("unknown_quantity", number, text, repaired)


def _name_and_level(layer: CustomLayer) -> tuple[str, str | None]:
    """What stands before the level, and the level, as a layer writes them."""
    written = written_parts(layer.quantity)
    return replace(written, level=None).text, written.level


def _at_a_level(name: str, level_text: str | None) -> str:
    """Write a quantity at a level, the usual one where the text names none."""
    if not QUANTITIES[name].has_level:
        return name
    if level_text and _is_number(level_text):
        return WrittenReference(name, level=level_text).text
    return QuantityRef(name, typical_level(name)).text


def _resolves(name: str) -> bool:
    try:
        return resolve(name).quantity.name not in BUNDLES
    except ArgumentError:
        return False


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit() and float(text) > 0


def vectors_are_vectors(draft: CompositionDraft) -> CompositionDraft:
    """Barbs and arrows draw vectors; barbs are for winds; a line needs its values."""
    if known_fields(draft.chart.kind) is not None:
        return _no_lines(draft)
    for number, layer in draft.layers:
        reference = resolve(layer.quantity)
        quantity = reference.quantity
        if layer.kind in ("barb", "quiver") and draft.chart.kind == "hovmoller":
            text = message("compose-no_vectors")
            draft = draft.repaired("vectors", number, text, draft.change(number, kind="contour"))
        elif layer.kind in ("barb", "quiver") and quantity.vector is None:
            draft = _scalar_as_vector(draft, number, layer, reference)
        elif layer.kind == "barb" and quantity.unit != "m s⁻¹":
            text = message("compose-draw_arrows", name=quantity.name, unit=quantity.unit)
            draft = draft.repaired("vectors", number, text, draft.change(number, kind="quiver"))
    return _no_lines(draft)


def _no_lines(draft: CompositionDraft) -> CompositionDraft:
    for number, layer in draft.layers:
        if layer.kind == "line" and not layer.levels:
            text = message("compose-line_levels")
            draft = draft.repaired("levels", number, text, draft.change(number, kind="contour"))
    return draft


def _scalar_as_vector(
    draft: CompositionDraft, number: int, layer: CustomLayer, reference: Reference
) -> CompositionDraft:
    name = reference.quantity.name
    text = message("compose-is_scalar", name=name, kind=layer.kind)
    vector = SPEEDS.get(name)
    if vector is None:
        return draft.repaired("vectors", number, text, draft.change(number, kind="contour"))
    quantity = QuantityRef(vector, reference.level).text
    return draft.repaired("vectors", number, text, draft.change(number, quantity=quantity))


def one_of_each(draft: CompositionDraft) -> CompositionDraft:
    """No layer twice, one shading, one field of vectors."""
    seen: dict[tuple[str, str], int] = {}
    for number, layer in draft.layers:
        key = (layer.kind, layer.quantity)
        if key in seen:
            text = message(
                "compose-repeats", layer=str(seen[key]), what=f"{layer.kind} {layer.quantity}"
            )
            draft = draft.repaired("repeated", number, text, None)
        else:
            seen[key] = number
    shaded = [number for number, layer in draft.layers if layer.kind == "shading"]
    for number in shaded[1:]:
        text = message("compose-second_shading", layer=str(shaded[0]))
        draft = draft.repaired("two_shadings", number, text, _as_contour(draft, number))
    arrows = [number for number, layer in draft.layers if layer.kind in ("barb", "quiver")]
    for number in arrows[1:]:
        text = message("compose-second_vectors", layer=str(arrows[0]))
        draft = draft.repaired("two_vectors", number, text, None)
    return draft


def _as_contour(draft: CompositionDraft, number: int) -> CustomLayer | None:
    layer = dict(draft.layers)[number]
    again = any(
        held.kind == "contour" and held.quantity == layer.quantity for _, held in draft.layers
    )
    if again:
        return None
    update = {"kind": "contour", "colors": None, "colormap": None, "center": None, "blank": None}
    return layer.model_copy(update={**update, "extend": "auto"})


def in_order(draft: CompositionDraft) -> CompositionDraft:
    """Shading lies lowest, then lines, then vectors, so that no layer hides another."""
    ranks = [ORDER[layer.kind] for _, layer in draft.layers]
    if ranks == sorted(ranks):
        return draft
    number, layer = next(
        item
        for place, item in enumerate(draft.layers)
        if any(rank > ORDER[item[1].kind] for rank in ranks[:place])
    )
    ordered = tuple(sorted(draft.layers, key=lambda item: ORDER[item[1].kind]))
    covers = message("compose-covers", layer=str(number), kind=layer.kind)
    problem = Problem("order", number, covers)
    return replace(draft, layers=ordered, problems=(*draft.problems, problem))


def detectors_exist(draft: CompositionDraft) -> CompositionDraft:
    """Detectors are known, with known parameters."""
    kept = []
    for item in draft.chart.detectors:
        try:
            detector = get_detector(item.detector)
        except ArgumentError as error:
            draft = replace(
                draft, problems=(*draft.problems, Problem("detector", None, error.text))
            )
            continue
        known = {spec.name for spec in detector.parameters}
        unknown = sorted(set(item.params) - known)
        if unknown:
            text = message(
                "compose-detector_parameter",
                name=item.detector,
                unknown=", ".join(unknown),
                known=", ".join(sorted(known)),
            )
            draft = replace(draft, problems=(*draft.problems, Problem("detector", None, text)))
            chosen = {name: value for name, value in item.params.items() if name in known}
            item = item.model_copy(update={"params": chosen})
        kept.append(item)
    return replace(draft, chart=draft.chart.model_copy(update={"detectors": tuple(kept)}))


def _chart(draft: CompositionDraft) -> Term:
    return Term(term=f"kind_{draft.chart.kind}")


RULES: tuple[Rule, ...] = (
    quantities_exist,
    vectors_are_vectors,
    one_of_each,
    in_order,
    *VALUE_RULES,
    detectors_exist,
)
"""Every rule, in order."""
