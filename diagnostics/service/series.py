"""An index over a box or an outline through time, with the climatological band."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnostics.contracts.computations import SeriesAnswer, SeriesValue
from diagnostics.contracts.evidence import ClimatologyContext, SeriesPoint
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.service.checks import check_fields, doubts_of, period_of
from diagnostics.service.data import OpenSource
from diagnostics.service.requests import IndexRequest

if TYPE_CHECKING:
    from diagnostics.climatology import Climatologies
    from diagnostics.grid.regions import ResolvedRegion

MOST_TIMES = 5_000
"""Times of one series."""


def answer_series(
    request: IndexRequest,
    area: Region | ResolvedRegion | None,
    open_source: OpenSource,
    *,
    climatology: Climatologies | None = None,
) -> SeriesAnswer:
    """Compute an index over an area at each time of a period.

    Parameters
    ----------
    request : IndexRequest
        ``reduction`` may be among its parameters; its region is not read.
    area : Region, ResolvedRegion or None
        A box, an outline, or the whole grid.
    open_source : callable
        Opens the source.
    climatology : Climatologies, optional
        Of the reduced index over this very box, or of cells for an extreme, gives the band.

    Raises
    ------
    ArgumentError
        ``series_too_long``, and as `diagnostics.catalog.compute_index`.
    InputDataError
        ``missing_input`` where the data lack what the index needs, and as `compute_index`.
    """
    from diagnostics.catalog import compute_index_series
    from diagnostics.errors import InputDataError

    source = open_source()
    times = source.inventory().times_in(period_of(request.time))
    if len(times) > MOST_TIMES:
        raise ArgumentError(
            Message(
                id="error-series_too_long",
                params={"count": f"{len(times):,}", "limit": f"{MOST_TIMES:,}"},
            ),
            code="series_too_long",
            data={"limit": MOST_TIMES},
        )
    chosen = dict(request.params)
    reduction = chosen.pop("reduction", None)
    if reduction is not None and not isinstance(reduction, str):
        raise ArgumentError(Message(id="serviceerror-reduction_name"), code="invalid_parameter")
    answer, contexts = compute_index_series(
        request.name,
        source,
        time=request.time,
        region=area,
        level=request.level,
        mode=request.mode,
        reduction=reduction,
        params=chosen,
        baseline=climatology,
    )
    if not answer.series:
        raise InputDataError(
            answer.wording or Message(id="lack-input_everywhere"),
            code="missing_input",
            data={"index": answer.name},
        )
    region = answer.provenance.domain or answer.region
    assert region is not None, "a computed index has a region"
    checked = check_fields(source, answer.provenance.inputs, region, period_of(request.time))
    return SeriesAnswer(
        name=answer.name,
        unit=answer.unit,
        level=request.level,
        reduction=answer.reduction,
        region=region,
        baseline=next((item.baseline for item in contexts if item is not None), None),
        values=tuple(
            _value(point, context) for point, context in zip(answer.series, contexts, strict=True)
        ),
        warnings=answer.provenance.warnings,
        doubts=doubts_of(checked),
    )


def _value(point: SeriesPoint, context: ClimatologyContext | None) -> SeriesValue:
    return SeriesValue(
        time=point.time,
        value=point.value,
        latitude=point.latitude,
        longitude=point.longitude,
        valid_fraction=point.valid_fraction,
        mean=None if context is None else context.mean,
        std=None if context is None else context.std,
        z=point.z,
        percentile=point.percentile,
        sample_count=point.sample_count,
    )
