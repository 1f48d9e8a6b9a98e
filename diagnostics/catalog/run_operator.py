"""The two questions that the catalogue answers: an index's value, and its map."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

import xarray
from pydantic import JsonValue

from diagnostics.catalog.climatology_context import key_of, level_of, place_in_climatology
from diagnostics.catalog.registry import get_catalog
from diagnostics.contracts.choice import DataChoice
from diagnostics.contracts.enums import IndexStatus, Mode
from diagnostics.contracts.evidence import (
    ClimatologyContext,
    IndexAnswer,
    Provenance,
)
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.grid.regions import ResolvedRegion
from diagnostics.messages import Message, render
from diagnostics.messages.catalogue import SOURCE
from diagnostics.ports import FieldSource
from diagnostics.quantities.arguments import Call, Level, check_call
from diagnostics.quantities.cache import FieldCache
from diagnostics.quantities.compute import Computed, evaluate
from diagnostics.quantities.field_array import field_array
from diagnostics.quantities.index_tool import IndexTool
from diagnostics.quantities.operators import index_tool
from diagnostics.quantities.reduce import reduce_result
from diagnostics.quantities.results import Maps, MissingInputError, NoIndexError, NotApplicableError

if TYPE_CHECKING:
    from diagnostics.climatology import Baseline, Climatologies, GridClimatology, IndexKey

    Climatology = Baseline | GridClimatology | Climatologies

When = datetime | TimeWindow | None
Where = Region | ResolvedRegion | None


def compute_index(
    name: str,
    source: FieldSource,
    *,
    time: When = None,
    region: Where = None,
    level: Level | None = None,
    mode: Mode = Mode.QA,
    reduction: str | None = None,
    params: Mapping[str, JsonValue] | None = None,
    baseline: Climatology | None = None,
    cache: FieldCache | None = None,
) -> IndexAnswer:
    """Compute one index over a region and period.

    Parameters
    ----------
    name : str
        Identifier of the index.
    source : FieldSource
    time : datetime, TimeWindow or None
        One time of the data, a period, or all of them. Space is reduced first, then time with
        the same reducer; ``series`` of the answer holds the value at every time.
    region : Region, ResolvedRegion or None
        Box or outline; None for the whole grid. A box without extent is the nearest cell.
    level : float, "2m" or None
        Pressure level in hPa; the index's own by default, ignored with a warning where it has
        none.
    mode : Mode
        ``qa``: the box as given, no masks, no smoothing. ``diagnose``: domain, mask of what is
        below ground and smoothing as catalogued.
    reduction : str, optional
        One of the index's reductions, or any percentile ``pNN``.
    params : mapping, optional
        Parameters of the index.
    baseline : Baseline, GridClimatology or Climatologies, optional
        Climatology in which the value is placed: of the reduced index (mode A) where there is
        one, else of the grid points (mode B). Standardised anomalies and the like need the latter.
    cache : FieldCache, optional
        Shared by the calls of one run.

    Returns
    -------
    IndexAnswer
        Value and unit with status; a field or default level that the data lack is the status
        ``missing_input``, never a number.

    Raises
    ------
    ArgumentError
        ``unknown_tool``, ``unknown_parameter``, ``invalid_parameter``, ``unknown_reduction``.
    InputDataError
        ``missing_level``, ``period_without_data``, ``region_outside_data``.
    """
    return compute_index_series(
        name,
        source,
        time=time,
        region=region,
        level=level,
        mode=mode,
        reduction=reduction,
        params=params,
        baseline=baseline,
        cache=cache,
    )[0]


def compute_index_series(
    name: str,
    source: FieldSource,
    *,
    time: When = None,
    region: Where = None,
    level: Level | None = None,
    mode: Mode = Mode.QA,
    reduction: str | None = None,
    params: Mapping[str, JsonValue] | None = None,
    baseline: Climatology | None = None,
    cache: FieldCache | None = None,
) -> tuple[IndexAnswer, tuple[ClimatologyContext | None, ...]]:
    """Compute one index, and where each value of its series stands in the climatology.

    Parameters and exceptions are those of :func:`compute_index`.

    Returns
    -------
    IndexAnswer
    tuple of ClimatologyContext or None
        One for each point of ``series``; None where there is no climatology of it.
    """
    tool = index_tool(name)
    call = check_call(tool, level=level, reduction=reduction, params=params)
    cache = cache or FieldCache()
    known = _collected(baseline)
    choice = cache.inventory(source).choice
    try:
        computed = evaluate(
            tool, call, source, cache, time=time, region=region, mode=mode, climatology=known
        )
    except (MissingInputError, NotApplicableError) as reason:
        lacks = isinstance(reason, MissingInputError)
        status = IndexStatus.MISSING_INPUT if lacks else IndexStatus.UNDETERMINED
        provenance = provenance_of(tool, call, mode, None, choice)
        return _without_value(tool, call, region, time, provenance, status, reason), ()
    reduced = reduce_result(tool, call, computed)
    outlined = isinstance(region, ResolvedRegion) and region.polygon is not None
    placed = place_in_climatology(
        tool,
        call,
        computed,
        reduced,
        known,
        _box(region),
        mode,
        outlined=outlined and computed.domain == _box(region),
    )
    noted = (*reduced.warnings, *placed.warnings)
    answer = IndexAnswer(
        name=tool.name,
        value=reduced.value,
        unit=call.reduction.unit,
        status=reduced.status,
        time=_time_of(computed, time),
        region=_box(region) or computed.domain or computed.grid.bounds,
        latitude=reduced.latitude,
        longitude=reduced.longitude,
        extra=reduced.extra,
        anomaly=placed.context,
        provenance=provenance_of(tool, call, mode, computed, choice, noted),
        message=render(reduced.message, SOURCE) if reduced.message else "",
        wording=reduced.message,
        level=level_of(call),
        reduction=call.reduction.name,
        series=placed.series,
        packing_step=reduced.packing_step,
    )
    return answer, placed.contexts


def index_key(
    name: str,
    *,
    level: Level | None = None,
    reduction: str | None = None,
    params: Mapping[str, JsonValue] | None = None,
    mode: Mode | None = None,
) -> IndexKey:
    """Return the key under which :func:`compute_index` looks a value up in a baseline.

    Parameters
    ----------
    name, level, reduction, params, mode
        As for :func:`compute_index`; whoever builds a baseline names its series so.
    """
    tool = index_tool(name)
    return key_of(tool, check_call(tool, level=level, reduction=reduction, params=params), mode)


def compute_field(
    name: str,
    source: FieldSource,
    *,
    time: When = None,
    region: Where = None,
    level: Level | None = None,
    mode: Mode = Mode.QA,
    params: Mapping[str, JsonValue] | None = None,
    baseline: Climatology | None = None,
    cache: FieldCache | None = None,
) -> xarray.DataArray:
    """Compute the map of an index before its reduction, in the unit shown.

    Parameters
    ----------
    name, source, time, region, level, mode, params, baseline, cache
        As for :func:`compute_index`.

    Returns
    -------
    xarray.DataArray
        Dims (time, latitude, longitude) or (time, y, x), cropped to the domain, NaN where the
        index has no value; attributes ``units``, ``long_name`` and ``warnings``.

    Raises
    ------
    InputDataError
        ``missing_input`` where the data lack what the index needs, and as
        :func:`compute_index`.
    ArgumentError
        ``no_map`` for an index that is a number by definition.
    """
    tool = index_tool(name)
    call = check_call(tool, level=level, params=params)
    cache = cache or FieldCache()
    known = _collected(baseline)
    try:
        computed = evaluate(
            tool, call, source, cache, time=time, region=region, mode=mode, climatology=known
        )
    except (MissingInputError, NotApplicableError) as reason:
        raise InputDataError(
            reason.text, code="missing_input", data={"index": tool.name}
        ) from reason
    if not isinstance(computed.result, Maps):
        raise ArgumentError(
            Message(id="error-no_map", params={"name": f"{tool.name}"}),
            code="no_map",
            data={"index": tool.name},
        )
    if tool.spec.climatology and not computed.present.any():
        raise InputDataError(
            computed.result.lacking or Message(id="lack-input_everywhere"),
            code="missing_input",
            data={"index": tool.name},
        )
    return field_array(
        tool.unit.show(computed.result.value),
        computed.times,
        computed.grid,
        computed.mask,
        name=tool.name,
        unit=tool.spec.unit or "",
        title=tool.spec.title_en,
        warnings=computed.warnings,
    )


def _collected(baseline: Climatology | None) -> Climatologies | None:
    if baseline is None:
        return None
    from diagnostics.climatology import Climatologies

    return Climatologies.of(baseline)


def _without_value(
    tool: IndexTool,
    call: Call,
    region: Where,
    time: When,
    provenance: Provenance,
    status: IndexStatus,
    reason: NoIndexError,
) -> IndexAnswer:
    return IndexAnswer(
        name=tool.name,
        value=None,
        unit=call.reduction.unit,
        status=status,
        time=time,
        region=_box(region),
        provenance=provenance,
        message=str(reason),
        wording=reason.text,
        level=level_of(call),
        reduction=call.reduction.name,
    )


def provenance_of(
    tool: IndexTool,
    call: Call,
    mode: Mode,
    computed: Computed | None,
    choice: DataChoice | None,
    noted: tuple[str, ...] = (),
) -> Provenance:
    """Say how the result of a call came to be.

    Parameters
    ----------
    tool : IndexTool
    call : Call
    mode : Mode
    computed : Computed or None
        None where nothing could be computed.
    choice : DataChoice or None
        Run and member of the source that were chosen.
    noted : tuple of str
        Warnings beside those of call and computation.
    """
    return Provenance(
        tool=tool.name,
        tool_version=tool.spec.version,
        catalogue_digest=get_catalog().digest,
        input_digest=computed.input_digest if computed else "",
        mode=mode.value,
        kernel=getattr(computed.result, "kernel", "numpy") if computed else "numpy",
        domain=computed.domain if computed else None,
        warnings=(*call.warnings, *(computed.warnings if computed else ()), *noted),
        inputs=computed.inputs if computed else (),
        parameters={
            name: list(value) if isinstance(value, tuple) else value
            for name, value in call.values.items()
        },
        smoothed_km=_smoothed_km(tool, call, computed) if mode is Mode.DIAGNOSE else None,
        choice=choice,
    )


def _smoothed_km(tool: IndexTool, call: Call, computed: Computed | None) -> float | None:
    """Sigma behind the number; None where the grid is too coarse for it to change anything."""
    smoothing = tool.record.smoothing
    asked = call.values.get("sigma_km") if smoothing.in_value else None
    sigma = smoothing.value_km if asked is None else float(asked)
    if not sigma or computed is None:
        return sigma or None
    about = None if computed.domain is None else computed.domain.center[0]
    return sigma if computed.grid.smooths(sigma, about) else None


def _box(region: Where) -> Region | None:
    return region.region if isinstance(region, ResolvedRegion) else region


def _time_of(computed: Computed, time: When) -> When:
    """Return the instant, or the period from the first to the last time used."""
    if isinstance(time, datetime):
        return time
    if len(computed.asked) == 1:
        return computed.asked[0]
    if not computed.asked:
        return time
    return TimeWindow(start=computed.asked[0], end=computed.asked[-1])
