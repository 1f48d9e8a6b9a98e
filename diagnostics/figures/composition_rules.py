"""The rules of composed charts, in the order in which they are held against one."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, replace

from diagnostics.contracts.charts import CustomChart, CustomLayer
from diagnostics.detection.features.registry import get_detector
from diagnostics.errors import ArgumentError
from diagnostics.figures.composition_words import meant
from diagnostics.figures.library import chart_ids, get_chart
from diagnostics.figures.section_chart import SECTION_FIELDS
from diagnostics.figures.verticals import COLUMN_FIELDS
from diagnostics.quantities.operators import operators
from diagnostics.quantities.refs import INDEX
from diagnostics.quantities.registry import QUANTITIES, Reference, resolve

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
SPEEDS = {"wind_speed": "wind", "wind_speed_10m": "wind_10m", "ivt": "ivt"}
UNSMOOTHED = ("wind", "precipitation", "snowfall")


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a composition; `layer` counts from 1."""

    rule: str
    layer: int | None
    text: str


@dataclass(frozen=True)
class Draft:
    """A composition on its way through the rules; layers keep the number they were given."""

    chart: CustomChart
    layers: tuple[tuple[int, CustomLayer], ...]
    problems: tuple[Problem, ...] = ()

    def mended(self, rule: str, number: int, text: str, layer: CustomLayer | None) -> Draft:
        """Note a problem; put `layer` in the place of the faulty one, or leave that out."""
        layers = tuple(
            (own, layer if own == number else held)
            for own, held in self.layers
            if own != number or layer is not None
        )
        found = Problem(rule, number, f"layer {number}: {text}")
        kept = tuple((own, held) for own, held in layers if held is not None)
        return replace(self, layers=kept, problems=(*self.problems, found))

    def named(self, number: int, quantity: str) -> Draft:
        """Write a short name of a quantity, such as ``T850``, in full."""
        layers = tuple(
            (own, held.model_copy(update={"quantity": quantity}) if own == number else held)
            for own, held in self.layers
        )
        return replace(self, layers=layers)

    def change(self, number: int, **update: object) -> CustomLayer:
        """Return a layer with other values."""
        return dict(self.layers)[number].model_copy(update=update)


Rule = Callable[[Draft], Draft]


def quantity_names() -> tuple[str, ...]:
    """Return the quantities that a map can draw."""
    return tuple(name for name in QUANTITIES if name not in BUNDLES)


def known_fields(kind: str) -> tuple[str, ...] | None:
    """Return what a vertical chart can draw; None for maps and longitude-time sections."""
    return {"section": SECTION_FIELDS, "time_height": COLUMN_FIELDS}.get(kind)


def typical_level(name: str) -> float:
    """Return the level at which the catalogue's charts draw a quantity; 850 hPa or 315 K."""
    for chart in chart_ids():
        for layer in get_chart(chart).layers:
            base, _, level = layer.quantity.partition("@")
            if base == name and level:
                return float(level)
    return 850.0 if QUANTITIES[name].level_unit == "hPa" else 315.0


def quantities_exist(draft: Draft) -> Draft:
    """Every quantity is one that this kind of chart can draw, at a level it has."""
    fields = known_fields(draft.chart.kind)
    for number, layer in draft.layers:
        if fields is not None:
            draft = _vertical_quantity(draft, number, layer, fields)
        elif layer.quantity.startswith(INDEX):
            draft = _index_quantity(draft, number, layer)
        else:
            draft = _map_quantity(draft, number, layer)
    return draft


def _vertical_quantity(
    draft: Draft, number: int, layer: CustomLayer, fields: tuple[str, ...]
) -> Draft:
    if layer.kind in ("barb", "quiver"):
        if layer.quantity == "wind" and layer.kind == "barb":
            return draft
        mended = draft.change(number, kind="barb", quantity="wind")
        text = f"a {draft.chart.kind} chart draws barbs of wind, without a level"
        return draft.mended("vectors", number, text, mended)
    name, _, level = layer.quantity.partition("@")
    if name in fields and not level:
        return draft
    what = draft.chart.kind.replace("_", "-")
    if name in fields:
        text = f"a {what} chart shows every level: write {name}, without {level}"
        return draft.mended("level", number, text, draft.change(number, quantity=name))
    near = difflib.get_close_matches(name, fields, n=1, cutoff=0.5)
    text = f"a {what} chart cannot show {layer.quantity!r}; it shows {', '.join(fields)}"
    mended_layer = draft.change(number, quantity=near[0]) if near else None
    return draft.mended("unknown_quantity", number, text, mended_layer)


def _index_quantity(draft: Draft, number: int, layer: CustomLayer) -> Draft:
    if draft.chart.kind != "map":
        text = f"a {draft.chart.kind} chart cannot show an index"
        return draft.mended("unknown_quantity", number, text, None)
    try:
        resolve(layer.quantity)
    except ArgumentError as error:
        return draft.mended(
            "unknown_quantity", number, error.message, _nearest_index(draft, number, layer)
        )
    return draft


def _nearest_index(draft: Draft, number: int, layer: CustomLayer) -> CustomLayer | None:
    asked = layer.quantity.removeprefix(INDEX)
    name = asked.partition("@")[0].partition("?")[0]
    names = (name, *difflib.get_close_matches(name, tuple(operators()), n=3, cutoff=0.5))
    level = asked.partition("@")[2]
    for candidate in names:
        with_level = (f"{INDEX}{candidate}@{level}",) if level else ()
        for text in (*with_level, f"{INDEX}{candidate}"):
            try:
                resolve(text)
            except ArgumentError:
                continue
            return draft.change(number, quantity=text)
    return None


def _map_quantity(draft: Draft, number: int, layer: CustomLayer) -> Draft:
    name, at, level_text = layer.quantity.partition("@")
    try:
        reference = resolve(layer.quantity)
        if reference.quantity.name in BUNDLES:
            raise ArgumentError(f"{name} cannot be drawn on a map", code="unknown_quantity")
    except ArgumentError as error:
        return _unresolved(draft, number, layer, error)
    quantity = reference.quantity
    if at and not quantity.has_level:
        text = f"{quantity.name} has no levels: leave @{level_text} out"
        return draft.mended("level", number, text, draft.change(number, quantity=quantity.name))
    low, high = HPA if quantity.level_unit == "hPa" else KELVIN
    if reference.level is not None and not low <= reference.level <= high:
        level = typical_level(quantity.name)
        text = (
            f"{reference.level:g} {quantity.level_unit} is no level of {quantity.name}: "
            f"from {low:g} to {high:g}"
        )
        mended = draft.change(number, quantity=f"{quantity.name}@{level:g}")
        return draft.mended("level", number, text, mended)
    return draft.named(number, reference.text)


def _unresolved(draft: Draft, number: int, layer: CustomLayer, error: ArgumentError) -> Draft:
    name, _, level_text = layer.quantity.partition("@")
    if level_text and _resolves(name):
        text = f"{name} has no levels: leave @{level_text} out"
        mended = draft.change(number, quantity=resolve(name).text)
        return draft.mended("level", number, text, mended)
    names = quantity_names()
    indices = tuple(operators()) if draft.chart.kind == "map" else ()
    if name in QUANTITIES and name not in BUNDLES:
        mended = draft.change(number, quantity=f"{name}@{typical_level(name):g}")
        return draft.mended("level", number, error.message, mended)
    if name in indices:
        text = f"{name!r} is an index: write {INDEX}{layer.quantity}"
        mended = draft.change(number, quantity=f"{INDEX}{layer.quantity}")
        return draft.mended("unknown_quantity", number, text, mended)
    common = meant(layer.quantity)
    if common is not None:
        found = _at_a_level(*common)
        text = f"there is no field {layer.quantity!r}: write {found}"
        mended = draft.change(number, quantity=found)
        return draft.mended("unknown_quantity", number, text, mended)
    near = difflib.get_close_matches(name, (*names, *indices), n=4, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "`hvrmet catalog` lists the fields"
    text = f"there is no field {name!r}; {hint}"
    if not near:
        return draft.mended("unknown_quantity", number, text, None)
    found = near[0]
    if found in indices and found not in names:
        return draft.mended(
            "unknown_quantity", number, text, draft.change(number, quantity=f"{INDEX}{found}")
        )
    mended = draft.change(number, quantity=_at_a_level(found, level_text))
    return draft.mended("unknown_quantity", number, text, mended)


def _at_a_level(name: str, level_text: str) -> str:
    """Write a quantity at a level, the usual one where the text names none."""
    if not QUANTITIES[name].has_level:
        return name
    level = level_text if _is_number(level_text) else f"{typical_level(name):g}"
    return f"{name}@{level}"


def _resolves(name: str) -> bool:
    try:
        return resolve(name).quantity.name not in BUNDLES
    except ArgumentError:
        return False


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit() and float(text) > 0


def vectors_are_vectors(draft: Draft) -> Draft:
    """Barbs and arrows draw vectors; barbs are for winds; a line needs its values."""
    if known_fields(draft.chart.kind) is not None:
        return _no_lines(draft)
    for number, layer in draft.layers:
        reference = resolve(layer.quantity)
        quantity = reference.quantity
        if layer.kind in ("barb", "quiver") and draft.chart.kind == "hovmoller":
            text = "a longitude-time chart draws no vectors"
            draft = draft.mended("vectors", number, text, draft.change(number, kind="contour"))
        elif layer.kind in ("barb", "quiver") and quantity.vector is None:
            draft = _scalar_as_vector(draft, number, layer, reference)
        elif layer.kind == "barb" and quantity.unit != "m s⁻¹":
            text = f"barbs count wind speed; {quantity.name} is in {quantity.unit}: draw arrows"
            draft = draft.mended("vectors", number, text, draft.change(number, kind="quiver"))
    return _no_lines(draft)


def _no_lines(draft: Draft) -> Draft:
    for number, layer in draft.layers:
        if layer.kind == "line" and not layer.levels:
            text = "a line needs `levels`, the values at which it runs"
            draft = draft.mended("levels", number, text, draft.change(number, kind="contour"))
    return draft


def _scalar_as_vector(draft: Draft, number: int, layer: CustomLayer, reference: Reference) -> Draft:
    name = reference.quantity.name
    text = f"{name} is a scalar: {layer.kind}s need a vector such as wind@850 or wind_10m"
    vector = SPEEDS.get(name)
    if vector is None:
        return draft.mended("vectors", number, text, draft.change(number, kind="contour"))
    level = f"@{reference.level:g}" if reference.level is not None else ""
    return draft.mended("vectors", number, text, draft.change(number, quantity=f"{vector}{level}"))


def one_of_each(draft: Draft) -> Draft:
    """No layer twice, one shading, one field of vectors."""
    seen: dict[tuple[str, str], int] = {}
    for number, layer in draft.layers:
        key = (layer.kind, layer.quantity)
        if key in seen:
            text = f"it repeats layer {seen[key]}, {layer.kind} {layer.quantity}"
            draft = draft.mended("repeated", number, text, None)
        else:
            seen[key] = number
    shaded = [number for number, layer in draft.layers if layer.kind == "shading"]
    for number in shaded[1:]:
        text = f"a second shading would hide layer {shaded[0]}: draw it as contours"
        draft = draft.mended("two_shadings", number, text, _as_contour(draft, number))
    arrows = [number for number, layer in draft.layers if layer.kind in ("barb", "quiver")]
    for number in arrows[1:]:
        text = f"a second field of vectors cannot be told from layer {arrows[0]}"
        draft = draft.mended("two_vectors", number, text, None)
    return draft


def _as_contour(draft: Draft, number: int) -> CustomLayer | None:
    layer = dict(draft.layers)[number]
    again = any(
        held.kind == "contour" and held.quantity == layer.quantity for _, held in draft.layers
    )
    if again:
        return None
    update = {"kind": "contour", "colors": None, "colormap": None, "center": None, "blank": None}
    return layer.model_copy(update={**update, "extend": "auto"})


def in_order(draft: Draft) -> Draft:
    """Shading lies lowest, then lines, then vectors, so that no layer hides another."""
    ranks = [ORDER[layer.kind] for _, layer in draft.layers]
    if ranks == sorted(ranks):
        return draft
    number, layer = next(
        item
        for place, item in enumerate(draft.layers)
        if any(rank > ORDER[item[1].kind] for rank in ranks[:place])
    )
    text = f"layer {number}: {layer.kind} would cover what is drawn before it"
    ordered = tuple(sorted(draft.layers, key=lambda item: ORDER[item[1].kind]))
    problem = Problem(
        "order", number, f"{text}; the order is shading, contours and lines, then vectors"
    )
    return replace(draft, layers=ordered, problems=(*draft.problems, problem))


def detectors_exist(draft: Draft) -> Draft:
    """Detectors are known, with known parameters."""
    kept = []
    for item in draft.chart.detectors:
        try:
            detector = get_detector(item.detector)
        except ArgumentError as error:
            draft = replace(
                draft, problems=(*draft.problems, Problem("detector", None, error.message))
            )
            continue
        known = {spec.name for spec in detector.parameters}
        unknown = sorted(set(item.params) - known)
        if unknown:
            text = f"{item.detector} has no parameter {', '.join(unknown)}; it has " + ", ".join(
                sorted(known)
            )
            draft = replace(draft, problems=(*draft.problems, Problem("detector", None, text)))
            chosen = {name: value for name, value in item.params.items() if name in known}
            item = item.model_copy(update={"params": chosen})
        kept.append(item)
    return replace(draft, chart=draft.chart.model_copy(update={"detectors": tuple(kept)}))


def _rules() -> tuple[Rule, ...]:
    from diagnostics.figures.composition_values import VALUE_RULES

    return (
        quantities_exist,
        vectors_are_vectors,
        one_of_each,
        in_order,
        *VALUE_RULES,
        detectors_exist,
    )


RULES: tuple[Rule, ...] = _rules()
"""Every rule, in order."""
