"""Examples of the pages: which call is shown, and what it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from diagnostics.catalog.pages.example_climatology import (
    WARM_MONTH,
    WARM_MONTH_REGION,
    WARM_MONTH_TIME,
    warm_month_climatology,
    warm_month_state,
)
from diagnostics.catalog.pages.example_states import (
    HEMISPHERE,
    VALLEY,
    hemisphere_state,
    valley_state,
)
from diagnostics.catalog.run_operator import compute_index
from diagnostics.climatology import GridClimatology
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import IndexStatus, Mode, ToolKind
from diagnostics.contracts.pages import ExampleAnswer, PageExample
from diagnostics.contracts.space_time import Region
from diagnostics.documents import read_yaml
from diagnostics.errors import DiagnosticsError
from diagnostics.fields.memory import MemorySource
from diagnostics.figures import detect_features, read_figure
from diagnostics.ports import FieldSource
from diagnostics.quantities.cache import FieldCache
from diagnostics.quantities.scene_context import chart_scene_context
from diagnostics.quantities.tool import Tool
from diagnostics.samples import SAMPLES, generate, sample_info

_PREFERRED = ("rainstorm", "heat_wave", "gale", "snowstorm", "cold_wave")
_DIGITS = 6
_HEMISPHERE_REGION = Region(west=40.0, south=45.0, east=80.0, north=70.0)
_HEMISPHERE_TIME = datetime(2026, 1, 15, tzinfo=UTC)
_ANALYTIC = {
    HEMISPHERE: (_HEMISPHERE_REGION, _HEMISPHERE_TIME),
    VALLEY: (Region(west=6.5, south=44.0, east=11.5, north=46.0), _HEMISPHERE_TIME),
    WARM_MONTH: (WARM_MONTH_REGION, WARM_MONTH_TIME),
}
"""States that are no samples, with the region and time of their examples."""
_STATES = {HEMISPHERE: hemisphere_state, VALLEY: valley_state, WARM_MONTH: warm_month_state}


def analytic_place(name: str) -> tuple[Region, datetime]:
    """Return the region and the time of an analytic state's examples."""
    return _ANALYTIC[name]


class ExampleCases:
    """The data of the examples, each made at its first use and kept."""

    def __init__(self) -> None:
        self._sources: dict[str, FieldSource] = {}

    @cached_property
    def cache(self) -> FieldCache:
        """What the examples have read already."""
        return FieldCache()

    def source(self, name: str) -> FieldSource:
        """Return a sample, or an analytic state."""
        if name not in self._sources:
            dataset = _STATES[name]() if name in _STATES else generate(name)
            self._sources[name] = MemorySource(dataset, title=name)
        return self._sources[name]

    def climatology(self, name: str) -> GridClimatology | None:
        """Return the climatology of an analytic state, where it has one."""
        return warm_month_climatology() if name == WARM_MONTH else None


@cache
def _chosen() -> Mapping[str, Mapping[str, Any]]:
    text = files("diagnostics.catalog.pages").joinpath("examples.yaml").read_text(encoding="utf-8")
    chosen: Mapping[str, Mapping[str, Any]] = read_yaml(text)
    return chosen


def choose_example(tool: Tool, cases: ExampleCases) -> PageExample:
    """Return the example of a tool, executed.

    ``examples.yaml`` may choose; otherwise it is the first sample of the tool's events, at its
    peak and over its region, in which an index has a value or a detector finds something.

    Parameters
    ----------
    tool : Tool
    cases : ExampleCases

    Returns
    -------
    PageExample
        With the reason as its message where no sample gives a result.
    """
    results = []
    for call in _calls(tool):
        result = run_example(tool, call, cases)
        if result.value is not None or result.passed or _answered(result):
            return result
        results.append(result)
    return max(results, key=lambda item: (item.passed is not None, item.found or 0))


def _answered(result: PageExample) -> bool:
    return bool(result.answers) and result.status == "ok"


def _calls(tool: Tool) -> Iterator[PageExample]:
    chosen = _chosen().get(tool.name)
    if chosen is not None:
        yield _call(tool, **chosen)
        return
    events = {event.value for event in tool.spec.events}
    order = [name for name in _PREFERRED if name in events or not events]
    for name in order:
        yield _call(tool, name)
    if tool.spec.kind is ToolKind.INDEX:
        for name in order:
            yield _call(tool, name, mode=Mode.DIAGNOSE.value)


def _call(
    tool: Tool,
    data: str,
    *,
    mode: str | None = None,
    level: float | None = None,
    region: tuple[float, float, float, float] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> PageExample:
    """Describe a call before it is made."""
    sample = sample_info(data) if data in SAMPLES else None
    box = sample.region if sample else _ANALYTIC[data][0]
    if region is not None:
        west, south, east, north = region
        box = Region(west=west, south=south, east=east, north=north)
    example = PageExample(
        data=data,
        time=sample.peak_time if sample else _ANALYTIC[data][1],
        region=box,
        mode=mode or (Mode.QA.value if tool.spec.kind is ToolKind.INDEX else None),
        level=level,
        parameters=dict(parameters or {}),
    )
    return example.model_copy(update={"commands": _commands(tool, example)})


def _commands(tool: Tool, example: PageExample) -> tuple[str, ...]:
    box = ",".join(f"{edge:g}" for edge in example.region.bounds())
    if example.data in _ANALYTIC:
        return _python(tool, example, box)
    verb = {ToolKind.INDEX: "index", ToolKind.DETECTOR: "features", ToolKind.FIGURE: "figure"}
    words = [
        f"hvrmet {verb[tool.spec.kind]} {tool.name} --data {example.data}.nc",
        f"--time {format_instant(example.time)} --region {box}",
    ]
    if example.level is not None:
        words.append(f"--level {example.level:g}")
    if example.mode not in (None, Mode.QA.value):
        words.append(f"--mode {example.mode}")
    words += [f"-p {name}={value}" for name, value in example.parameters.items()]
    if tool.spec.kind is ToolKind.FIGURE:
        words.append(f"--out {tool.name}.png")
    return f"hvrmet sample {example.data} --out {example.data}.nc", " ".join(words)


def _python(tool: Tool, example: PageExample, box: str) -> tuple[str, ...]:
    """Write the call in Python: an analytic state is no file."""
    lines = [
        "from diagnostics.catalog.pages.examples import ExampleCases",
        "from diagnostics.service.parsing import parse_region, parse_time",
        f'cases, name = ExampleCases(), "{example.data}"',
        "source = cases.source(name)",
        f'region, time = parse_region("{box}"), parse_time("{format_instant(example.time)}")',
    ]
    if tool.spec.kind is ToolKind.INDEX:
        lines.insert(0, "from diagnostics.catalog import compute_index")
        call = f'compute_index("{tool.name}", source, time=time, region=region'
        call += f', mode="{example.mode}"' if example.mode != Mode.QA.value else ""
        call += ", baseline=cases.climatology(name)" if tool.spec.climatology else ""
    elif tool.spec.kind is ToolKind.DETECTOR:
        lines.insert(0, "from diagnostics.figures import detect_features")
        call = f'detect_features("{tool.name}", source, time=time, region=region'
    else:
        lines[:0] = [
            "from diagnostics.quantities.scene_context import chart_scene_context",
            "from diagnostics.figures import render_figure",
        ]
        lines.append("around = chart_scene_context(cases.climatology(name))")
        call = f'render_figure("{tool.name}", source, time=time, region=region'
        call += ", scene_context=around"
    call += f", params={dict(example.parameters)!r}" if example.parameters else ""
    return (*lines, call + ")")


def run_example(tool: Tool, example: PageExample, cases: ExampleCases) -> PageExample:
    """Make the call of an example and return it with the results.

    Parameters
    ----------
    tool : Tool
    example : PageExample
        What it says of results is replaced.
    cases : ExampleCases

    Returns
    -------
    PageExample
    """
    source = cases.source(example.data)
    run = {
        ToolKind.INDEX: _run_index,
        ToolKind.DETECTOR: _run_detector,
        ToolKind.FIGURE: _run_figure,
    }
    try:
        results = run[tool.spec.kind](tool, example, source, cases)
    except DiagnosticsError as error:
        results = {"status": error.code, "message": error.message}
    empty: dict[str, Any] = {
        "status": "ok",
        "value": None,
        "unit": None,
        "passed": None,
        "score": None,
        "found": None,
        "answers": (),
        "message": "",
    }
    return example.model_copy(update={**empty, **results})


def _run_index(
    tool: Tool, example: PageExample, source: FieldSource, cases: ExampleCases
) -> dict[str, Any]:
    parameters = dict(example.parameters)
    reduction = parameters.pop("reduction", None)
    answer = compute_index(
        tool.name,
        source,
        time=example.time,
        region=example.region,
        level=example.level,
        mode=Mode(example.mode or Mode.QA.value),
        reduction=str(reduction) if reduction else None,
        params=parameters,
        baseline=cases.climatology(example.data),
        cache=cases.cache,
    )
    valued = answer.status is IndexStatus.OK
    return {
        "status": answer.status.value,
        "value": _rounded(answer.value) if valued else None,
        "unit": answer.unit,
        "message": "" if valued else answer.message,
    }


def _run_detector(
    tool: Tool, example: PageExample, source: FieldSource, cases: ExampleCases
) -> dict[str, Any]:
    answer = detect_features(
        tool.name,
        source,
        time=example.time,
        region=example.region,
        level=example.level,
        params=example.parameters,
    )
    return {
        "status": answer.status.value,
        "passed": answer.passed,
        "score": round(answer.score, 4),
        "found": len(answer.features),
        "message": answer.message,
    }


def _run_figure(
    tool: Tool, example: PageExample, source: FieldSource, cases: ExampleCases
) -> dict[str, Any]:
    answers = read_figure(
        tool.name,
        source,
        time=example.time,
        region=example.region,
        scene_context=chart_scene_context(cases.climatology(example.data), cases.cache),
    )
    return {
        "answers": tuple(
            ExampleAnswer(question=item.question, answer=item.answer) for item in answers
        ),
        "message": "; ".join(item.detail for item in answers),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{_DIGITS}g}")
