"""The figures as the catalogue lists them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from diagnostics.contracts.enums import ToolKind
from diagnostics.contracts.quantities import QuantityRef
from diagnostics.contracts.tools import ParameterSpec, ToolSpec
from diagnostics.figures import chart_ids, get_chart, render_figure
from diagnostics.figures.spec import ChartSpec
from diagnostics.quantities.needs import input_specs
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.registry import resolve
from diagnostics.quantities.tool import Tool

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


def _operator(asked: QuantityRef) -> ToolSpec:
    """Return the specification of the index behind a layer."""
    return index_tool(asked.name).spec


def _climatology(chart: ChartSpec, operators: Sequence[ToolSpec]) -> str:
    """What a gridded climatology must hold for the chart, for readers."""
    if chart.kind != "map":
        return ""
    needed = [resolve(name).quantity.climatology for name in chart.quantities]
    found = [*needed, *(spec.climatology for spec in operators)]
    return "; ".join(dict.fromkeys(text for text in found if text))


def _tool(chart: ChartSpec) -> Tool:
    on_levels = chart.kind == "map" and any(
        resolve(quantity).pressure is not None for quantity in chart.quantities
    )
    operators = [_operator(item) for item in chart.reads if item.index]
    own = input_specs(item for item in chart.reads if not item.index)
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
        inputs=(*own, *(item for spec in operators for item in spec.inputs)),
        parameters=(_LANGUAGE, _LEVEL) if on_levels else (_LANGUAGE,),
        domain=chart.domain,
        references=chart.references,
        climatology=_climatology(chart, operators),
        detectors=tuple(dict.fromkeys(item.detector for item in chart.detectors)),
        questions=tuple(item.text for item in chart.questions),
        layers=tuple(f"{layer.kind} {layer.quantity.text}" for layer in chart.layers),
    )
    return Tool(spec, partial(render_figure, chart.id))


TOOLS: tuple[Tool, ...] = tuple(_tool(get_chart(name)) for name in chart_ids())
