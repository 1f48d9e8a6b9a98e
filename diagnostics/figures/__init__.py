"""Weather charts: specifications as data, one renderer, and the checker of what was drawn."""

from diagnostics.figures.chart_detectors import detect_features, detect_figure, read_figure
from diagnostics.figures.check import check_figure
from diagnostics.figures.compose import RenderedFigure
from diagnostics.figures.composition import compose_chart, judge_composition
from diagnostics.figures.index_map import index_map_region, render_index_map
from diagnostics.figures.levels import index_levels
from diagnostics.figures.library import chart_ids, get_chart
from diagnostics.figures.multiples import render_multiples
from diagnostics.figures.render import render_custom, render_figure
from diagnostics.figures.spec import ChartSpec

__all__ = [
    "ChartSpec",
    "RenderedFigure",
    "chart_ids",
    "check_figure",
    "compose_chart",
    "detect_features",
    "detect_figure",
    "get_chart",
    "index_levels",
    "index_map_region",
    "judge_composition",
    "read_figure",
    "render_custom",
    "render_figure",
    "render_index_map",
    "render_multiples",
]
