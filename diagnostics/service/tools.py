"""Answer requests to one tool of the catalogue: an index, features or a chart.

A source is opened by a function given to each: what can be refused by its words alone is refused
before any file is touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from diagnostics.contracts.enums import IndexStatus, ToolKind
from diagnostics.contracts.evidence import FeaturesAnswer, FigureCheck, IndexAnswer
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message
from diagnostics.service.checks import check_fields, check_reads, doubts_of, period_of
from diagnostics.service.data import OpenSource, only_time, whole_region
from diagnostics.service.parsing import parse_index_level
from diagnostics.service.requests import (
    DrawnFigure,
    FeaturesRequest,
    FigureRequest,
    IndexRequest,
)

if TYPE_CHECKING:
    from diagnostics.catalog import FieldCache
    from diagnostics.climatology import Climatologies
    from diagnostics.data_checks import RecordingSource

_ALL_LAYERS = 2.0
"""The least score of a chart with every layer: with less, one has no values, or nothing is seen."""


def answer_index(
    request: IndexRequest,
    open_source: OpenSource,
    *,
    baseline: Climatologies | None = None,
    cache: FieldCache | None = None,
) -> IndexAnswer:
    """Compute one index.

    Parameters
    ----------
    request : IndexRequest
    open_source : callable
        Opens the source.
    baseline, cache
        As for `diagnostics.catalog.compute_index`.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.catalog.compute_index`.
    """
    from diagnostics.catalog import compute_index, get_catalog

    get_catalog().tool(request.name, ToolKind.INDEX)
    chosen = dict(request.params)
    level = request.level
    reduction = chosen.pop("reduction", None)
    if reduction is not None and not isinstance(reduction, str):
        raise ArgumentError(Message(id="serviceerror-reduction_name"), code="invalid_parameter")
    if chosen.get("level") is not None:
        level = parse_index_level(str(chosen.pop("level")))
    source = open_source()
    answer = compute_index(
        request.name,
        source,
        time=request.time,
        region=request.region,
        level=level,
        mode=request.mode,
        reduction=reduction,
        params=chosen,
        baseline=baseline,
        cache=cache,
    )
    box = answer.provenance.domain or request.region
    checked = check_fields(source, answer.provenance.inputs, box, period_of(request.time))
    answer = answer.model_copy(update={"doubts": doubts_of(checked)})
    if not request.second_opinion:
        return answer
    from diagnostics.quantities.second_opinion import second_opinion

    opinion = second_opinion(answer, source, level=level, params=chosen, cache=cache)
    return answer.model_copy(update={"second_opinion": opinion})


def answer_features(
    request: FeaturesRequest, open_source: OpenSource
) -> tuple[FeaturesAnswer, ...]:
    """Run one detector at one time, or every detector of the catalogue.

    Raises
    ------
    ArgumentError
        ``time_needed``, ``invalid_parameter``, and as `diagnostics.figures.detect_features`.
    InputDataError
        As `diagnostics.figures.detect_features`.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.data_checks import RecordingSource
    from diagnostics.figures import detect_features

    catalogue = get_catalog()
    name = request.name
    if name is None and request.params:
        raise ArgumentError(
            Message(id="serviceerror-parameters_of_one"),
            code="invalid_parameter",
        )
    tools = catalogue.detectors() if name is None else (catalogue.tool(name, ToolKind.DETECTOR),)
    source = open_source()
    moment = only_time(source, request.time)
    answers = []
    for tool in tools:
        takes_level = any(spec.name == "level" for spec in tool.spec.parameters)
        watched = RecordingSource(source)
        found = detect_features(
            tool.name,
            watched,
            time=moment,
            region=request.region,
            level=request.level if name is not None or takes_level else None,
            params=request.params,
        )
        answers.append(_with_doubts(found, watched, alone=name is not None))
    return tuple(answers)


def _with_doubts(
    answer: FeaturesAnswer, watched: RecordingSource, *, alone: bool
) -> FeaturesAnswer:
    """Add the doubts about what was read; of many detectors the one with refused fields is mute."""
    try:
        return answer.model_copy(update={"doubts": doubts_of(check_reads(watched))})
    except InputDataError as error:
        if alone:
            raise
        return FeaturesAnswer(
            detector=answer.detector,
            passed=None,
            time=answer.time,
            status=IndexStatus.MISSING_INPUT,
            message=error.message,
            provenance=answer.provenance,
        )


def shows_all(check: FigureCheck | None) -> bool:
    """Whether a chart shows something of each of its layers, as far as it was checked."""
    return check is None or check.score >= _ALL_LAYERS


def features_document(
    name: str | None, answers: tuple[FeaturesAnswer, ...]
) -> dict[str, JsonValue]:
    """Return the one answer of a named detector, or the list of all under ``features``."""
    documents: list[JsonValue] = [item.model_dump(mode="json") for item in answers]
    if name is None:
        return {"features": documents}
    return answers[0].model_dump(mode="json")


def draw_figure(
    request: FigureRequest, open_source: OpenSource, *, climatology: Climatologies | None = None
) -> DrawnFigure:
    """Draw one chart.

    Parameters
    ----------
    request : FigureRequest
    open_source : callable
        Opens the source.
    climatology : Climatologies, optional
        For charts of anomalies.

    Raises
    ------
    ArgumentError
        ``time_needed``, ``invalid_composition``, ``invalid_level``, ``invalid_argument``, and as
        `diagnostics.figures.render_figure`.
    InputDataError
        As `diagnostics.figures.render_figure`.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.data_checks import RecordingSource
    from diagnostics.figures import compose_chart, render_custom, render_figure, render_multiples
    from diagnostics.quantities.scene_context import chart_scene_context

    chart, level, look = request.chart, request.level, request.look
    around = chart_scene_context(climatology)
    if isinstance(chart, str):
        get_catalog().tool(chart, ToolKind.FIGURE)
    else:
        if level is not None:
            raise ArgumentError(
                Message(id="serviceerror-levels_of_chart"),
                code="invalid_level",
            )
        compose_chart(chart)
    source = RecordingSource(open_source())
    box = request.region or whole_region(source)
    if request.times:
        if not isinstance(chart, str) or level is not None or request.time is not None:
            raise ArgumentError(
                Message(id="serviceerror-multiples_alone"),
                code="invalid_argument",
            )
        rendered = render_multiples(
            chart, source, times=request.times, region=box, look=look, scene_context=around
        )
    elif isinstance(chart, str):
        moment = only_time(source, request.time)
        rendered = render_figure(
            chart, source, time=moment, region=box, level=level, look=look, scene_context=around
        )
    else:
        moment = only_time(source, request.time)
        rendered = render_custom(
            chart, source, time=moment, region=box, look=look, scene_context=around
        )
    answer = rendered.answer.model_copy(update={"doubts": doubts_of(check_reads(source))})
    return DrawnFigure(answer, rendered.encoded(look.format if look is not None else "png"))
