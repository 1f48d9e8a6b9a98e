"""The Image Checker: whether a chart is fit to be read, and what would mend it.

Every rule reads what was recorded while drawing, so a stored chart can be checked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.evidence import FigureAnswer, FigureCheck, FigureFinding
from diagnostics.figures.spec import ChartSpec

if TYPE_CHECKING:
    from diagnostics.figures.compose import RenderedFigure

BARBS = (350, 900)
CONTOURS = (4, 30)
LEAST_VISIBLE = 0.6
LARGEST_CLASS = 0.6
LEAST_COVERAGE = 0.995
LEAST_DPI = 150
SMALLEST_TEXT = 8.0

BLANK_RULES = frozenset({"layer_missing"})
READING_RULES = frozenset({"value_range", "labels_missing", "labels_overlap", "colour_bar"})
CARTOGRAPHY_RULES = frozenset({"barb_count", "contour_count", "labels_clipped", "resolution"})

Facts = Mapping[str, Any]


def check_figure(rendered: RenderedFigure, *, rounds: int = 1) -> FigureCheck:
    """Check one finished chart.

    Parameters
    ----------
    rendered : RenderedFigure
    rounds : int
        How often it has been drawn, for the record.

    Returns
    -------
    FigureCheck
        The score is 5 without a finding; 4 with hidden layers, margins or saturated colours; 3 with
        too many or too few barbs or contours; 2 with wrong values, labels or colour bar; 1 with a
        layer missing; 0 when the sheet is blank.
    """
    return check_answer(rendered.answer, rounds=rounds)


def check_answer(answer: FigureAnswer, *, rounds: int = 1) -> FigureCheck:
    """Check a chart from its record alone; see `check_figure`."""
    layers: dict[str, Facts] = dict(answer.layers)
    sheet = layers.pop("sheet", {})
    specification = answer.specification.get("layers")
    specs: list[Any] = specification if isinstance(specification, list) else []
    findings: list[FigureFinding] = []
    for index, item in enumerate(specs):
        name = _layer_name(item, layers)
        if name is None:
            findings.append(
                _finding(
                    "layer_missing",
                    Severity.ERROR,
                    f"the layer {item['kind']} {item['quantity']} was not drawn",
                )
            )
            continue
        findings += _layer_findings(index, item, layers[name])
    findings += _sheet_findings(sheet, layers, specs)
    return FigureCheck(score=_score(findings, layers), findings=tuple(findings), rounds=rounds)


def _layer_name(item: Facts, layers: Mapping[str, Facts]) -> str | None:
    for name, facts in layers.items():
        if facts.get("kind") == item["kind"] and facts.get("quantity") == item["quantity"]:
            return name
    return None


def _finding(
    rule: str, severity: Severity, message: str, change: dict[str, JsonValue] | None = None
) -> FigureFinding:
    return FigureFinding(rule=rule, severity=severity, message=message, change=change or {})


def _layer_findings(index: int, item: Facts, facts: Facts) -> Iterable[FigureFinding]:
    name = f"{facts.get('label') or facts.get('quantity')}"
    if facts.get("minimum") is None:
        yield _finding("layer_missing", Severity.ERROR, f"{name}: no valid value on the map")
        return
    yield from _range_findings(name, facts)
    if item["kind"] == "shading":
        yield from _shading_findings(index, item, facts, name)
    elif item["kind"] == "contour":
        yield from _contour_findings(index, item, facts, name)
    elif item["kind"] == "barb":
        yield from _barb_findings(index, item, facts, name)
    if facts.get("ink", 0.0) > 0 and facts.get("visible", 1.0) < LEAST_VISIBLE:
        share = round(100 * float(facts["visible"]))
        yield _finding(
            "layer_hidden",
            Severity.WARNING,
            f"{name}: only {share} % of what was drawn is still visible",
            {"thin_others": index},
        )


def _range_findings(name: str, facts: Facts) -> Iterable[FigureFinding]:
    low, high = facts.get("valid_range") or (None, None)
    least, most = facts["minimum"], facts["maximum"]
    if (low is not None and least < low) or (high is not None and most > high):
        yield _finding(
            "value_range",
            Severity.ERROR,
            f"{name}: {least:g} to {most:g} {facts.get('unit', '')} lies outside "
            f"{low} to {high}; the unit or the data are wrong",
        )


def _shading_findings(index: int, item: Facts, facts: Facts, name: str) -> Iterable[FigureFinding]:
    if not facts.get("unit") and facts.get("unit") != "":
        yield _finding("colour_bar", Severity.ERROR, f"{name}: the colour bar has no unit")
    if facts.get("coloured", 1.0) == 0.0:
        yield _finding(
            "shading_blank", Severity.INFO, f"{name}: no value reaches the first class on this map"
        )
    elif facts.get("largest_coloured_class", 0.0) > LARGEST_CLASS:
        share = round(100 * float(facts["largest_coloured_class"]))
        change: dict[str, JsonValue] = {}
        if item.get("interval"):
            change = {"layer": index, "interval": float(item["interval"]) / 2}
        severity = Severity.WARNING if change else Severity.INFO
        yield _finding(
            "shading_saturated", severity, f"{name}: one colour covers {share} % of the map", change
        )


def _contour_findings(index: int, item: Facts, facts: Facts, name: str) -> Iterable[FigureFinding]:
    count, interval = int(facts.get("contours", 0)), facts.get("interval")
    if interval is None:
        if count == 0:
            yield _finding(
                "contours_none",
                Severity.INFO,
                f"{name}: none of the fixed contour values lies on the map",
            )
        return
    if count > CONTOURS[1]:
        yield _finding(
            "contour_count",
            Severity.WARNING,
            f"{name}: {count} contours are too many to read",
            {"layer": index, "interval": 2 * float(interval)},
        )
    elif count == 0:
        yield _finding(
            "contours_none", Severity.INFO, f"{name}: nearly uniform, no contour falls on the map"
        )
    elif count < CONTOURS[0]:
        yield _finding(
            "contour_count",
            Severity.WARNING,
            f"{name}: only {count} contours",
            {"layer": index, "interval": float(interval) / 2},
        )


def _barb_findings(index: int, item: Facts, facts: Facts, name: str) -> Iterable[FigureFinding]:
    points, low, high = int(facts.get("points", 0)), *BARBS
    density = int(item.get("density", 600))
    if points > high:
        yield _finding(
            "barb_count",
            Severity.WARNING,
            f"{name}: {points} barbs crowd the map",
            {"layer": index, "density": round(density * 600 / points)},
        )
    elif points < low and not facts.get("all_cells"):
        yield _finding(
            "barb_count",
            Severity.WARNING,
            f"{name}: only {points} barbs",
            {"layer": index, "density": round(density * 600 / max(points, 100))},
        )


def _sheet_findings(
    sheet: Facts, layers: Mapping[str, Facts], specs: list[Any]
) -> Iterable[FigureFinding]:
    shadings = sum(item["kind"] == "shading" for item in specs)
    if sheet.get("colour_bars", 0) < shadings:
        yield _finding("colour_bar", Severity.ERROR, "a shaded layer has no colour bar")
    for text in sheet.get("clipped", ()):
        yield _finding(
            "labels_clipped",
            Severity.WARNING,
            f"the text {text!r} runs off the sheet",
            {"layer_text_size": "smaller"},
        )
    for one, other in sheet.get("overlaps", ()):
        yield _finding(
            "labels_overlap",
            Severity.WARNING,
            f"{one!r} and {other!r} overlap",
            {"graticule_step": "wider", "layer_text_size": "smaller"},
        )
    base = layers.get("base map", {})
    if base and base.get("graticule_labels", 0) < 2:
        yield _finding(
            "labels_missing",
            Severity.WARNING,
            "fewer than two graticule labels",
            {"graticule_step": "narrower"},
        )
    if base.get("coverage", 1.0) < LEAST_COVERAGE:
        share = round(100 * (1 - float(base["coverage"])))
        yield _finding(
            "data_edge", Severity.INFO, f"{share} % of the map's edge lies outside the data"
        )
    if sheet.get("dpi", LEAST_DPI) < LEAST_DPI:
        yield _finding("resolution", Severity.WARNING, f"{sheet['dpi']} dpi is too coarse")


def _score(findings: list[FigureFinding], layers: Mapping[str, Facts]) -> float:
    if not any(float(facts.get("ink", 0.0)) > 0 for facts in layers.values()):
        return 0.0
    rules = {item.rule for item in findings if item.severity is not Severity.INFO}
    for score, family in ((1.0, BLANK_RULES), (2.0, READING_RULES), (3.0, CARTOGRAPHY_RULES)):
        if rules & family:
            return score
    return 4.0 if rules else 5.0


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
    for finding in findings:
        change = finding.change
        if isinstance(index := change.get("layer"), int):
            parts = {key: value for key, value in change.items() if key in ("interval", "density")}
            layers[index] = layers[index].model_copy(update=parts)
        if isinstance(hidden := change.get("thin_others"), int):
            for k, layer in enumerate(layers):
                if k != hidden and layer.kind in ("barb", "quiver"):
                    thinner = max(BARBS[0], round(0.75 * layer.density))
                    layers[k] = layer.model_copy(update={"density": thinner})
        if change.get("layer_text_size") == "smaller":
            update["layer_text_size"] = max(SMALLEST_TEXT, spec.layer_text_size - 1.0)
        if change.get("graticule_step") == "wider":
            update["graticule_step"] = 2 * used_step
        elif change.get("graticule_step") == "narrower":
            update["graticule_step"] = used_step / 2
    return spec.model_copy(update={"layers": tuple(layers), **update})
