"""Composed charts: what is wrong with one, the nearest that is right, and its specification.

Every rule looks at the chart as the rules before it left it, says what it found, and hands on a
chart that satisfies it: the last one handed on is the nearest valid composition.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue, ValidationError

from diagnostics.contracts.charts import MAX_LAYERS, CustomChart, CustomLayer
from diagnostics.contracts.validation import joined, path_of, what
from diagnostics.errors import ArgumentError
from diagnostics.figures.composition_draft import CompositionDraft, Problem
from diagnostics.figures.composition_rules import RULES
from diagnostics.figures.defaults import specification
from diagnostics.figures.spec import ChartSpec
from diagnostics.messages import message

KIND_WORDS = {
    "fill": "shading",
    "filled": "shading",
    "contourf": "shading",
    "raster": "shading",
    "shade": "shading",
    "isolines": "contour",
    "contours": "contour",
    "barbs": "barb",
    "wind": "barb",
    "arrows": "quiver",
    "vectors": "quiver",
}
"""What others call the kinds of a layer."""


@dataclass(frozen=True)
class Verdict:
    """What the rules say of a composition: nothing, or problems and the nearest valid one."""

    problems: tuple[Problem, ...]
    nearest: CustomChart | None

    def document(self) -> JsonValue:
        """The nearest composition as it would be written; None where none is near."""
        if self.nearest is None:
            return None
        shown: JsonValue = self.nearest.model_dump(mode="json", exclude_defaults=True)
        return shown


def compose_chart(
    document: Mapping[str, Any] | CustomChart,
) -> ChartSpec:
    """Return the specification of a composed chart.

    Parameters
    ----------
    document : mapping or CustomChart
        As read from YAML or JSON.

    Raises
    ------
    ArgumentError
        With code ``invalid_composition``: the message gives every reason, the data the problems
        by layer and, under ``nearest``, the nearest valid composition.
    """
    verdict = judge_composition(document)
    if verdict.problems or verdict.nearest is None:
        problems = sorted(verdict.problems, key=lambda item: item.layer or 0)
        reasons = [item.wording for item in problems]
        nearest = verdict.document()
        if nearest:
            reasons.append(message("compose-nearest", layers=_layers_text(verdict.nearest)))
        raise ArgumentError(
            joined(reasons),
            code="invalid_composition",
            data={
                "problems": [
                    {"rule": item.rule, "layer": item.layer, "reason": item.text}
                    for item in problems
                ],
                "nearest": nearest,
            },
        )
    return specification(verdict.nearest)


def judge_composition(
    document: Mapping[str, Any] | CustomChart,
) -> Verdict:
    """Hold every rule against a composition; see `compose_chart`."""
    if isinstance(document, CustomChart):
        problems: tuple[Problem, ...] = ()
        chart: CustomChart | None = document
    else:
        problems, chart = _read(document)
    if chart is None:
        return Verdict(problems, None)
    draft = CompositionDraft(chart, tuple(enumerate(chart.layers, start=1)), problems)
    for rule in RULES:
        draft = rule(draft)
        if not draft.layers:
            empty = Problem("empty", None, message("compose-empty"))
            return Verdict((*draft.problems, empty) if not draft.problems else draft.problems, None)
    layers = tuple(layer for _, layer in draft.layers)
    return Verdict(draft.problems, draft.chart.model_copy(update={"layers": layers}))


def _layers_text(chart: CustomChart | None) -> str:
    return ", ".join(f"{layer.kind} {layer.quantity}" for layer in chart.layers) if chart else ""


def _read(document: Mapping[str, Any]) -> tuple[tuple[Problem, ...], CustomChart | None]:
    """Read a document, and repair what is not in the grammar's form."""
    problems: list[Problem] = []
    repaired: dict[str, Any] = _known_keys(document, CustomChart, None, problems)
    _known_detectors(repaired, problems)
    layers = repaired.get("layers")
    if not isinstance(layers, list) or not layers:
        problems.append(Problem("layers", None, message("compose-layers")))
        return tuple(problems), None
    found = []
    for number, layer in enumerate(layers, start=1):
        if not isinstance(layer, Mapping):
            problems.append(
                Problem("form", number, message("compose-no_mapping", layer=str(number)))
            )
            continue
        known = _known_keys(layer, CustomLayer, number, problems)
        found.append(_known_kind(known, number, problems))
    if len(found) > MAX_LAYERS:
        problems.append(
            Problem(
                "too_many_layers",
                None,
                message("compose-too_many_layers", count=str(len(found)), most=str(MAX_LAYERS)),
            )
        )
        found = found[:MAX_LAYERS]
    repaired["layers"] = found
    chart, wrong = _validated(repaired)
    return (*problems, *wrong), chart


def _known_keys(
    document: Mapping[str, Any], contract: Any, number: int | None, problems: list[Problem]
) -> dict[str, Any]:
    """Keep the keys of the grammar; take an unknown one for the nearest that is not used."""
    names = list(contract.model_fields)
    kept = {key: value for key, value in document.items() if key in names}
    for key in document:
        if key in names:
            continue
        near = difflib.get_close_matches(str(key), names, n=1, cutoff=0.6)
        text = message("compose-no_key", key=repr(key), known=", ".join(names))
        if near:
            text = message("compose-no_key_near", key=repr(key), near=near[0])
        if number:
            text = message("compose-at_layer", layer=str(number), problem=text)
        problems.append(Problem("unknown_key", number, text))
        if near and near[0] not in kept:
            kept[near[0]] = document[key]
    return kept


def _known_detectors(document: dict[str, Any], problems: list[Problem]) -> None:
    """Take a detector's bare name for the detector with its defaults."""
    named = document.get("detectors")
    if isinstance(named, str):
        named = [named]
    if not isinstance(named, list):
        return
    for bare in (item for item in named if isinstance(item, str)):
        text = message("compose-detector_form", written=f"{{detector: {bare}}}")
        problems.append(Problem("form", None, text))
    document["detectors"] = [
        {"detector": item} if isinstance(item, str) else item for item in named
    ]


def _known_kind(layer: dict[str, Any], number: int, problems: list[Problem]) -> dict[str, Any]:
    kinds = ("shading", "contour", "barb", "quiver", "line")
    kind = layer.get("kind")
    if kind in kinds:
        return layer
    word = str(kind).lower()
    near = KIND_WORDS.get(word) or next(
        iter(difflib.get_close_matches(word, kinds, n=1, cutoff=0.5)), "contour"
    )
    text = message("compose-layer_kind", layer=str(number), kind=repr(kind), kinds=", ".join(kinds))
    if kind is None:
        text = message("compose-layer_no_kind", layer=str(number), kinds=", ".join(kinds))
    problems.append(Problem("unknown_kind", number, text))
    return {**layer, "kind": near}


def _validated(document: dict[str, Any]) -> tuple[CustomChart | None, tuple[Problem, ...]]:
    """Validate; a field with a wrong value is a problem, and left out of the nearest chart."""
    try:
        return CustomChart.model_validate(document), ()
    except ValidationError as error:
        problems = []
        trimmed = {**document, "layers": [dict(layer) for layer in document["layers"]]}
        for item in error.errors():
            place = item["loc"]
            if place == ("layers",):
                continue  # counts the layers that are faulty themselves
            number = None
            if len(place) >= 3 and place[0] == "layers":
                number = int(place[1]) + 1
                trimmed["layers"][int(place[1])].pop(str(place[2]), None)
            elif place:
                trimmed.pop(str(place[0]), None)
            else:
                trimmed.pop("projection", None)
            text = message(
                "problem-line", path=path_of(place[2:] if number else place), problem=what(item)
            )
            if number:
                text = message("compose-at_layer", layer=str(number), problem=text)
            problems.append(Problem("invalid_value", number, text))
    trimmed["layers"] = [layer for layer in trimmed.get("layers", []) if "quantity" in layer]
    try:
        return CustomChart.model_validate(trimmed), tuple(problems)
    except ValidationError:
        return None, tuple(problems)
