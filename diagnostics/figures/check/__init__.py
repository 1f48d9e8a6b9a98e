"""The Image Checker: whether a chart is fit to be read, and what would repair it.

Measurements of artists and pixels are recorded while a chart is drawn (`measure`, `pixels`); every
rule reads that record, so a stored chart can be checked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.evidence import FigureAnswer, FigureCheck, FigureFinding
from diagnostics.figures.check.canvas_rules import canvas_findings
from diagnostics.figures.check.layers import layer_findings
from diagnostics.figures.check.panels import (
    panel_findings,
    panels_of,
    shared_findings,
    times_of,
)
from diagnostics.figures.check.repairs import apply_changes
from diagnostics.figures.check.rules import RULES, finding, score_of


class Rendered(Protocol):
    """A finished chart: what counts is its record."""

    @property
    def answer(self) -> FigureAnswer:
        """The record."""


__all__ = ["RULES", "apply_changes", "check_answer", "check_figure"]

Facts = Mapping[str, Any]


def check_figure(rendered: Rendered, *, rounds: int = 1) -> FigureCheck:
    """Check one finished chart.

    Parameters
    ----------
    rendered : RenderedFigure
    rounds : int
        How often it has been drawn, for the record.

    Returns
    -------
    FigureCheck
        The score is 5 without a finding; 4 with hidden layers or a lack of balance; 3 with faults
        of contours, barbs, type or colours; 2 with wrong values, place, labels or colour bar; 1
        with a layer missing; 0 when the canvas is blank.
    """
    return check_answer(rendered.answer, rounds=rounds)


def check_answer(answer: FigureAnswer, *, rounds: int = 1) -> FigureCheck:
    """Check a chart from its record alone; see `check_figure`."""
    layers: dict[str, Facts] = dict(answer.layers)
    canvas = layers.pop("sheet", {})
    specification: dict[str, Any] = dict(answer.specification)
    times = times_of(specification)
    panels = panels_of(layers, len(times)) if times else [layers]
    drawn = [list(_drawn_findings(panel, specification)) for panel in panels]
    findings = [*panel_findings(drawn, times), *shared_findings(panels)] if times else drawn[0]
    findings += canvas_findings(canvas, panels, specification, answer.region)
    return FigureCheck(score=score_of(findings), findings=tuple(findings), rounds=rounds)


def _drawn_findings(layers: Mapping[str, Facts], specification: Facts) -> Iterator[FigureFinding]:
    """Judge every layer of one map or diagram."""
    specs = specification.get("layers")
    for index, item in enumerate(specs if isinstance(specs, list) else ()):
        name = _layer_name(item, layers)
        if name is None:
            yield finding(
                "layer_missing",
                f"the layer {item['kind']} {item['quantity']} was not drawn",
                severity=Severity.ERROR,
            )
            continue
        kind = str(specification.get("kind", "map"))
        yield from layer_findings(index, item, layers[name], kind)


def _layer_name(item: Facts, layers: Mapping[str, Facts]) -> str | None:
    for name, facts in layers.items():
        if facts.get("kind") == item["kind"] and facts.get("quantity") == item["quantity"]:
            return name
    return None
