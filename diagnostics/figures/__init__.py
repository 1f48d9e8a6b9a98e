"""Weather charts: specifications as data, one renderer, and the checker of what was drawn."""

from diagnostics.figures.library import chart_ids, get_chart
from diagnostics.figures.render import RenderedFigure, render_figure
from diagnostics.figures.spec import ChartSpec

__all__ = ["ChartSpec", "RenderedFigure", "chart_ids", "get_chart", "render_figure"]
