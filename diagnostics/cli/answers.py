"""The answers of single requests, shared by the commands that ask one and by ``batch``.

A source is opened by a function given to each: what can be refused by its words alone is refused
before any file is touched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from diagnostics.cli.arguments import parse_index_level
from diagnostics.cli.files import write_whole
from diagnostics.contracts.enums import Mode, ToolKind
from diagnostics.contracts.evidence import FeaturesAnswer, FigureAnswer, IndexAnswer
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.ports import FieldSource

if TYPE_CHECKING:
    from diagnostics.catalog import FieldCache
    from diagnostics.climatology import Climatologies
    from diagnostics.figures.look import Look

Opening = Callable[[], FieldSource]


def answer_index(
    name: str,
    opening: Opening,
    *,
    time: datetime | TimeWindow | None = None,
    region: Region | None = None,
    level: float | str | None = None,
    mode: Mode = Mode.QA,
    params: Mapping[str, JsonValue] | None = None,
    baseline: Climatologies | None = None,
    cache: FieldCache | None = None,
) -> IndexAnswer:
    """Compute one index.

    Parameters
    ----------
    name : str
        An index of the catalogue.
    opening : callable
        Opens the source.
    time, region, mode, baseline, cache
        As for `diagnostics.catalog.compute_index`.
    level : float or "2m", optional
        Pressure level in hPa.
    params : mapping, optional
        Parameters of the index; ``reduction`` and ``level`` may be among them.

    Raises
    ------
    DiagnosticsError
        As `diagnostics.catalog.compute_index`.
    """
    from diagnostics.catalog import compute_index, get_catalog

    get_catalog().tool(name, ToolKind.INDEX)
    chosen = dict(params or {})
    reduction = chosen.pop("reduction", None)
    if reduction is not None and not isinstance(reduction, str):
        raise ArgumentError("reduction is a name, such as max or mean", code="invalid_parameter")
    if chosen.get("level") is not None:
        level = parse_index_level(str(chosen.pop("level")))
    return compute_index(
        name,
        opening(),
        time=time,
        region=region,
        level=level,
        mode=mode,
        reduction=reduction,
        params=chosen,
        baseline=baseline,
        cache=cache,
    )


def answer_features(
    name: str | None,
    opening: Opening,
    *,
    time: datetime | None = None,
    region: Region | None = None,
    level: float | None = None,
    params: Mapping[str, JsonValue] | None = None,
) -> tuple[FeaturesAnswer, ...]:
    """Run one detector at one time, or every detector of the catalogue.

    Parameters
    ----------
    name : str or None
        A detector; None for all, each with its own parameters and `level` where it takes one.
    opening : callable
        Opens the source.
    time : datetime, optional
        May be left out where the data have one time.
    region, level, params
        As for `diagnostics.figures.detect_features`.

    Raises
    ------
    ArgumentError
        ``time_needed``, ``invalid_parameter``, and as `diagnostics.figures.detect_features`.
    InputDataError
        As `diagnostics.figures.detect_features`.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.figures import detect_features

    catalogue = get_catalog()
    if name is None and params:
        raise ArgumentError(
            "parameters belong to one detector: name it, or leave them out",
            code="invalid_parameter",
        )
    tools = catalogue.detectors() if name is None else (catalogue.tool(name, ToolKind.DETECTOR),)
    source = opening()
    moment = only_time(source, time)
    answers = []
    for tool in tools:
        takes_level = any(spec.name == "level" for spec in tool.spec.parameters)
        answers.append(
            detect_features(
                tool.name,
                source,
                time=moment,
                region=region,
                level=level if name is not None or takes_level else None,
                params=params,
            )
        )
    return tuple(answers)


def features_document(
    name: str | None, answers: tuple[FeaturesAnswer, ...]
) -> dict[str, JsonValue]:
    """Return the one answer of a named detector, or the list of all under ``features``."""
    documents: list[JsonValue] = [item.model_dump(mode="json") for item in answers]
    if name is None:
        return {"features": documents}
    return answers[0].model_dump(mode="json")


def answer_figure(
    chart: str | Mapping[str, Any],
    opening: Opening,
    out: Path,
    *,
    time: datetime | None = None,
    region: Region | None = None,
    level: float | None = None,
    look: Look | None = None,
    climatology: Climatologies | None = None,
    times: Sequence[datetime] = (),
) -> FigureAnswer:
    """Draw one chart and write it to a file.

    Parameters
    ----------
    chart : str or mapping
        A figure of the catalogue, or a composed one.
    opening : callable
        Opens the source.
    out : Path
        Where the picture goes.
    time : datetime, optional
        May be left out where the data have one time.
    region : Region, optional
        The whole grid by default.
    level, look
        As for `diagnostics.figures.render_figure`.
    climatology : Climatologies, optional
        For charts of anomalies.
    times : sequence of datetime
        Several times for small multiples, in the place of `time`.

    Raises
    ------
    ArgumentError
        ``time_needed``, ``output_folder_missing``, ``invalid_composition``, and as
        `diagnostics.figures.render_figure`.
    InputDataError
        As `diagnostics.figures.render_figure`.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.catalog.chart_fields import chart_surroundings
    from diagnostics.figures import compose_chart, render_custom, render_figure, render_multiples

    around = chart_surroundings(climatology)
    if isinstance(chart, str):
        get_catalog().tool(chart, ToolKind.FIGURE)
    else:
        if level is not None:
            raise ArgumentError(
                "a composed chart names its levels itself: leave the level out",
                code="invalid_level",
            )
        compose_chart(chart, around.operators)
    source = opening()
    box = region or _whole_grid(source)
    if times:
        if not isinstance(chart, str) or level is not None or time is not None:
            raise ArgumentError(
                "small multiples are a map of the catalogue at its own levels: leave the spec, "
                "the level and the single time out",
                code="invalid_argument",
            )
        rendered = render_multiples(
            chart, source, times=times, region=box, look=look, surroundings=around
        )
        write_whole(out, rendered.encoded(look.format if look is not None else "png"))
        return rendered.answer.model_copy(update={"path": str(out)})
    moment = only_time(source, time)
    if isinstance(chart, str):
        rendered = render_figure(
            chart, source, time=moment, region=box, level=level, look=look, surroundings=around
        )
    else:
        rendered = render_custom(
            chart, source, time=moment, region=box, look=look, surroundings=around
        )
    write_whole(out, rendered.encoded(look.format if look is not None else "png"))
    return rendered.answer.model_copy(update={"path": str(out)})


def only_time(source: FieldSource, time: datetime | None) -> datetime:
    """Return the time that was named, or the only one of the data.

    Raises
    ------
    ArgumentError
        With code ``time_needed`` where the data have several.
    """
    if time is not None:
        return time
    times = source.inventory().times
    if len(times) != 1:
        raise ArgumentError(
            f"the data have {len(times)} times: name one with the time option", code="time_needed"
        )
    return times[0]


def _whole_grid(source: FieldSource) -> Region:
    grid = source.inventory().grid
    if grid is None:
        raise InputDataError("the data have no grid: name a region", code="no_grid")
    return grid.region
