"""The rules of the Image Checker: what each one asks, and how a miss weighs in the score.

The families are those of the scoring rubric for figures: F1 a picture at all, F2 its layers, F3
their values, place and time, F4 labels and colour bar, F5 contours and barbs, F6 type sizes, F7
layers that hide one another, F8 colours, F9 balance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pydantic import JsonValue

from diagnostics.contracts.enums import Severity
from diagnostics.contracts.evidence import FigureFinding
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE

BARBS = (350, 900)
BARB_SPACING_PT = 10.0
CONTOURS = (4, 30)
CLASSES = 14
LEAST_VISIBLE = 0.6
LEAST_INK = 0.002
"""Share of the map from which a layer is large enough to be hidden by another."""
LARGEST_CLASS = 0.6
DROWNED_CLASS = 0.85
"""Share of one fixed class from which a shading shows nothing, so its classes are set again."""
OUTSIDE_COLOURS = 0.002
LEAST_COVERAGE = 0.995
LEAST_REGION = 0.75
"""Share of the event region that the data must reach."""
MOST_MISSING = 0.002
"""Share of the data's cells on the map that may lack a value unsaid."""
LEAST_DPI = 150
SMALLEST_TEXT = 8.0
STANDARD_TEXT = 10.5
LEAST_CONTRAST = 1.5
MOST_TURNING_DEG = 25.0
LINEWIDTHS = (0.4, 3.0)
LEAST_ENTROPY = 0.05
LEAST_TILES = 0.6
LEAST_ROOM_DEG = 2.0
LEAST_MARGIN_DEG = 5.0
STANDARD_MARGIN_DEG = 10.0
SMALLEST_REGION = 0.08
"""Share of the map's width or height, whichever is larger, that the event region must take."""
ASPECTS = (1.0, 1.8)
"""Map width over height, as the charts' specification asks; frames are widened to it."""
CROWDED = 0.15
"""Share of the labels inside the map that may touch another."""
ROUND_STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5, 8.0)
RAINBOWS = frozenset({"rainbow", "gist_rainbow", "hsv", "nipy_spectral", "gist_ncar", "turbo"})


@dataclass(frozen=True)
class Rule:
    """One rule: its family in the rubric, and what it asks in one sentence."""

    name: str
    family: str
    asks: str


_RULES = (
    Rule("blank_sheet", "F1", "something is drawn, on most of the map"),
    Rule("layer_missing", "F2", "every layer of the chart is drawn and has values"),
    Rule("value_range", "F3", "values lie inside what the quantity can be"),
    Rule("wrong_extent", "F3", "the event region lies on the map, with room around it"),
    Rule("title_missing", "F3", "title, valid time, layers with their levels are written"),
    Rule("attribution_missing", "F3", "the data's and the boundaries' sources are named"),
    Rule("labels_missing", "F4", "at least two meridians or parallels are labelled"),
    Rule("labels_overlap", "F4", "no texts lie on one another"),
    Rule("labels_clipped", "F4", "no text runs off the sheet"),
    Rule("labels_crowded", "F4", "contour labels and centres keep clear of one another"),
    Rule("colour_bar", "F4", "each shading has a bar with its unit, its limits and its colours"),
    Rule("contour_count", "F5", "4 to 30 contours lie on the map"),
    Rule("contour_interval", "F5", "the contour interval is a round number"),
    Rule("contours_none", "F5", "at least one of the contour values lies on the map"),
    Rule("contour_jagged", "F5", "contours turn by at most 25 degrees from piece to piece"),
    Rule("barb_count", "F5", "350 to 900 barbs, or every cell where there are fewer"),
    Rule("barb_spacing", "F5", "neighbouring barbs stand at least 10 points apart"),
    Rule("line_weight", "F5", "lines are 0.4 to 3 points wide"),
    Rule("contour_width", "F5", "contours are 0.8 to 1.2 points wide, or the chart says why not"),
    Rule("pressure_interval", "F5", "isobars are 2.5 or 4 hPa apart, or the chart says why not"),
    Rule("height_interval", "F5", "heights of 500 hPa are 40 gpm apart, or the chart says why not"),
    Rule("resolution", "F5", "at least 150 pixels per inch"),
    Rule("type_hierarchy", "F6", "the title is the largest, tick labels are the smallest"),
    Rule("text_size", "F6", "no text is smaller than 8 points"),
    Rule("layer_hidden", "F7", "at least 60 % of what a layer draws stays visible"),
    Rule("layer_order", "F7", "shading lies below contours, contours below barbs"),
    Rule("colour_map", "F8", "no rainbow"),
    Rule("colour_centre", "F8", "signed fields are coloured symmetrically about zero"),
    Rule("colour_classes", "F8", "at most 14 classes of colour"),
    Rule("colour_range", "F8", "values beyond the last limit are coloured, with an arrow"),
    Rule("shading_saturated", "F8", "no coloured class covers more than 60 % of the map"),
    Rule("shading_blank", "F8", "some value reaches a coloured class"),
    Rule("contrast", "F9", "lines stand out from what lies under them"),
    Rule("white_margin", "F9", "no empty strip along a side of the map"),
    Rule("data_edge", "F9", "the data reach the map's edge, and most of the event region"),
    Rule("data_holes", "F9", "a shading has values everywhere the data reach"),
    Rule("proportions", "F9", "the map is 1 to 1.8 times as wide as high"),
)

RULES: Mapping[str, Rule] = MappingProxyType({rule.name: rule for rule in _RULES})
"""Every rule by name."""

CAPS: Mapping[str, float] = MappingProxyType(
    {"F1": 0.0, "F2": 1.0, "F3": 2.0, "F4": 2.0, "F5": 3.0, "F6": 3.0, "F8": 3.0, "F7": 4.0,
     "F9": 4.0}
)  # fmt: skip
"""The best score that a chart can have with a finding of a family."""
BEST = 5.0


def score_of(findings: Iterable[FigureFinding]) -> float:
    """Return the rubric's score: 5 without a finding, else the cap of the gravest family.

    Findings of severity ``info`` tell something of the data and cost nothing.
    """
    return min(
        (CAPS[RULES[item.rule].family] for item in findings if item.severity is not Severity.INFO),
        default=BEST,
    )


def finding(
    rule: str,
    wording: str | Message,
    *,
    severity: Severity = Severity.WARNING,
    value: JsonValue = None,
    limit: JsonValue = None,
    change: Mapping[str, Any] | None = None,
) -> FigureFinding:
    """Return a finding of a rule that exists.

    Parameters
    ----------
    rule : str
        A key of `RULES`.
    wording : str or Message
        For the reader.
    severity : Severity
    value, limit : JSON
        What was measured and what it is held against.
    change : mapping, optional
        What `repairs` shall change; nothing where no change of the chart helps.
    """
    return FigureFinding(
        rule=RULES[rule].name,
        severity=severity,
        message=render(wording, SOURCE) if isinstance(wording, Message) else wording,
        wording=wording if isinstance(wording, Message) else None,
        value=value,
        limit=limit,
        change=dict(change or {}),
    )


def round_step(span: float, parts: int) -> float:
    """Return a round step that cuts `span` into about `parts`."""
    from math import floor, log10

    wanted = span / parts
    power = 10.0 ** floor(log10(wanted))
    return min((power * step for step in (1.0, 2.0, 2.5, 5.0, 10.0)), key=lambda s: abs(s - wanted))
