"""A quantity through time, at points or over a region."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.extracts import PlaceSeries, SeriesAnswer, SeriesRequest
from diagnostics.contracts.inventory import Inventory
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Message, Param
from diagnostics.service.data import OpenSource
from diagnostics.service.extract_parts import (
    Extracted,
    drawable,
    facts_of,
    file_of,
    point_region,
    require_level,
    stem,
    with_file,
)

if TYPE_CHECKING:
    from datetime import datetime

    from diagnostics.climatology import Climatologies

MOST_TIMES = 2000
"""Times of one series."""


def extract_series(
    request: SeriesRequest, open_source: OpenSource, *, climatology: Climatologies | None = None
) -> Extracted:
    """Compute a series for each point, or for the region.

    Raises
    ------
    ArgumentError
        ``too_many_times``; as `diagnostics.service.extracts.extract`.
    InputDataError
        ``period_without_data``; as `diagnostics.extracts.series.series_at`.
    """
    asked = drawable(request.quantity)
    from diagnostics.data_checks import RecordingSource
    from diagnostics.extracts.netcdf import MEDIA_TYPE, series_netcdf
    from diagnostics.extracts.series import POINT, series_at
    from diagnostics.quantities.scene_context import chart_scene_context

    watched = RecordingSource(open_source())
    require_level(asked, watched)
    times = _times(request, watched.inventory())
    context = chart_scene_context(climatology)
    places: list[PlaceSeries] = []
    names: dict[str, None] = {}
    for point in request.points:
        found = series_at(watched, asked, times, point_region(point), POINT, context)
        names[found.climatology] = None
        places.append(
            PlaceSeries(point=point, cell=found.cell, reduction=POINT, values=found.values)
        )
    if request.region is not None:
        found = series_at(watched, asked, times, request.region, request.reduction.value, context)
        names[found.climatology] = None
        places.append(
            PlaceSeries(
                region=request.region, reduction=request.reduction.value, values=found.values
            )
        )
    answer = SeriesAnswer(
        **facts_of(asked, watched),
        places=tuple(places),
        climatology=", ".join(name for name in names if name),
    )
    return with_file(answer, file_of(f"series/{stem(asked)}.nc", series_netcdf(answer), MEDIA_TYPE))


def _times(request: SeriesRequest, inventory: Inventory) -> list[datetime]:
    """Return the times of the data in the period."""
    window = request.window
    times = [
        time for time in inventory.times if window is None or window.start <= time <= window.end
    ]
    if not times:
        assert window is not None or not inventory.times
        held = inventory.times
        params: dict[str, Param] = {
            "start": format_instant(window.start) if window else "-",
            "end": format_instant(window.end) if window else "-",
            "span": f"{format_instant(held[0])} to {format_instant(held[-1])}" if held else "-",
        }
        raise InputDataError(
            Message(id="detectionerror-period_without_data", params=params),
            code="period_without_data",
        )
    if len(times) > MOST_TIMES:
        raise ArgumentError(
            Message(
                id="extracterror-too_many_times", params={"count": len(times), "most": MOST_TIMES}
            ),
            code="too_many_times",
        )
    return times
