"""Contours of an index or a quantity, as lines: those that charts draw."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from diagnostics.contracts.computations import ContourLine, ContourParameters, ContoursAnswer
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.service.checks import check_reads, doubts_of
from diagnostics.service.data import OpenSource, only_time, whole_region

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies

MOST_POINTS = 50_000
"""Positions of all lines of one answer."""
MOST_LEVELS = 200
"""Contours of the whole range of a field."""
_DECIMALS = 4


@dataclass(frozen=True)
class ContoursRequest:
    """Contours at one time.

    Parameters
    ----------
    name : str
        Of an index, or of a quantity; where both have it, the index is meant.
    time : datetime, optional
        May be left out where the data have one time.
    region : Region, optional
        The whole grid by default.
    level : float or "2m", optional
    parameters : ContourParameters
    """

    name: str
    time: datetime | None = None
    region: Region | None = None
    level: float | str | None = None
    parameters: ContourParameters = field(default_factory=ContourParameters)


def draw_contours(
    request: ContoursRequest, open_source: OpenSource, *, climatology: Climatologies | None = None
) -> ContoursAnswer:
    """Find the contours that a chart of the region would draw.

    Parameters
    ----------
    request : ContoursRequest
    open_source : callable
        Opens the source.
    climatology : Climatologies, optional
        For anomalies.

    Raises
    ------
    ArgumentError
        ``contours_too_fine``, ``time_needed``, ``unknown_quantity``, ``missing_level``.
    InputDataError
        As `diagnostics.quantities.scene_loading.load_scene`.
    """
    from diagnostics.data_checks import RecordingSource
    from diagnostics.figures.contour_lines import contour_lines
    from diagnostics.figures.layer_data import layer_data
    from diagnostics.figures.spec import Layer
    from diagnostics.quantities.registry import label_message, resolve
    from diagnostics.quantities.scene_context import chart_scene_context
    from diagnostics.quantities.scene_loading import load_scene
    from diagnostics.service.fields import quantity_of

    asked = quantity_of(request.name, request.level)
    source = RecordingSource(open_source())
    time = only_time(source, request.time)
    region = request.region or whole_region(source)
    layer = Layer(
        kind="contour",
        quantity=asked.text,
        **request.parameters.model_dump(),
    )
    around = chart_scene_context(climatology)
    scene = load_scene(source, [asked], region=region, time=time, scene_context=around)
    data = layer_data(scene, layer, SOURCE)
    if layer.interval is not None and np.isfinite(data.field).any():
        _require_few(
            float(np.nanmax(data.field) - np.nanmin(data.field)) / layer.interval, MOST_LEVELS
        )
    found = contour_lines(scene.grid, region, layer, data)
    _require_few(sum(len(line) for _, line in found.lines), MOST_POINTS)
    return ContoursAnswer(
        name=request.name,
        title=render(label_message(resolve(asked)), SOURCE),
        unit=data.unit,
        level=request.level,
        time=time,
        region=region,
        interval=found.interval,
        levels=found.levels,
        lines=tuple(
            ContourLine(
                value=value,
                closed=bool(np.array_equal(line[0], line[-1])),
                line=tuple(
                    (float(longitude), float(latitude))
                    for longitude, latitude in _from_the_west(line).round(_DECIMALS)
                ),
            )
            for value, line in found.lines
        ),
        doubts=doubts_of(check_reads(source)),
    )


def _require_few(count: float, limit: int) -> None:
    if count > limit:
        raise ArgumentError(
            Message(
                id="error-contours_too_fine",
                params={"count": f"{count:,.0f}", "limit": f"{limit:,}"},
            ),
            code="contours_too_fine",
            data={"limit": limit},
        )


def _from_the_west(line: NDArray[Any]) -> NDArray[Any]:
    """Return a line whose least longitude lies in -180..180."""
    turns = np.floor((line[:, 0].min() + 180.0) / 360.0)
    return np.asarray(line - [360.0 * turns, 0.0])
