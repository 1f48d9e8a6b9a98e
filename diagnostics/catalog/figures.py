"""The figures as the catalogue lists them."""

from __future__ import annotations

from functools import partial

from diagnostics.catalog.tool import Tool
from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.tools import ParameterSpec, ToolSpec
from diagnostics.detection.features.needs import input_specs
from diagnostics.figures import chart_ids, get_chart, render_figure
from diagnostics.figures.spec import ChartSpec

_LANGUAGE = ParameterSpec(
    name="language",
    kind="choice",
    default="en",
    choices=("en", "zh"),
    description="language of titles and labels",
)
_LEVEL = ParameterSpec(
    name="level",
    kind="number",
    unit="hPa",
    minimum=1.0,
    maximum=1100.0,
    description="draw the chart's level fields at this level instead",
)


def _tool(chart: ChartSpec) -> Tool:
    on_levels = any("@" in quantity for quantity in chart.quantities)
    spec = ToolSpec(
        name=chart.id,
        kind=ToolKind.FIGURE,
        version=chart.version,
        title_en=chart.title_en,
        title_zh=chart.title_zh,
        summary=chart.summary,
        category=chart.category,
        difficulty=chart.difficulty,
        events=chart.events,
        inputs=input_specs(chart.reads),
        parameters=(_LANGUAGE, _LEVEL) if on_levels and chart.kind == "map" else (_LANGUAGE,),
        domain=chart.domain,
        references=chart.references,
        detectors=tuple(dict.fromkeys(item.detector for item in chart.detectors)),
        questions=tuple(item.text for item in chart.questions),
        layers=tuple(f"{layer.kind} {layer.quantity}" for layer in chart.layers),
    )
    return Tool(spec, partial(render_figure, chart.id))


TOOLS: tuple[Tool, ...] = tuple(_tool(get_chart(name)) for name in chart_ids())
