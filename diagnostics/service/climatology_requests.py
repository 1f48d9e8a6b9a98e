"""Climatologies that a request asks for: read, checked against data, built in parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.contracts.climatology_requests import ClimatologyRequest
from diagnostics.contracts.enums import EventType, Mode
from diagnostics.errors import ArgumentError
from diagnostics.messages import Message
from diagnostics.ports import FieldSource
from diagnostics.service.climatologies import (
    Building,
    PartEnded,
    build_gridded,
    build_reduced,
    given_by,
)
from diagnostics.service.data import OpenSource
from diagnostics.service.parsing import parse_index_level

if TYPE_CHECKING:
    from diagnostics.catalog.grid_climatology_quantities import GridQuantity
    from diagnostics.catalog.index_climatology_build import ReducedIndex
    from diagnostics.climatology import BaselineSummary
    from diagnostics.climatology.stored_parts import PartStore
    from diagnostics.contracts.climatology import GridClimatologySummary
    from diagnostics.contracts.guidelines import GuidelineRelease

_INDEX = re.compile(r"(?P<name>\w+)(@(?P<level>[^:]+))?(:(?P<reduction>\w+))?$")


def read_reduced_index(text: str) -> ReducedIndex:
    """Read ``NAME[@LEVEL][:REDUCTION]``.

    Raises
    ------
    ArgumentError
        ``invalid_argument`` for another form, ``unknown_tool`` for another name.
    """
    from diagnostics.catalog import index_key
    from diagnostics.catalog.index_climatology_build import ReducedIndex

    match = _INDEX.match(text)
    if match is None:
        raise ArgumentError(
            Message(id="commanderror-index_form", params={"text": text}),
            code="invalid_argument",
        )
    level = parse_index_level(match["level"])
    key = index_key(match["name"], level=level, reduction=match["reduction"])
    return ReducedIndex(key.name, level, key.reduction)


def read_grid_quantities(words: Iterable[str], mode: Mode) -> tuple[GridQuantity, ...]:
    """Read ``NAME[@LEVEL]``, each once; ``standard`` is all that indices and presets look for.

    Raises
    ------
    ArgumentError
        For a name that is none.
    """
    from diagnostics.catalog.grid_climatology_quantities import STANDARD, read_quantity

    every = [word for text in words for word in (STANDARD if text == "standard" else (text,))]
    found = {item.label: item for item in (read_quantity(word, mode) for word in every)}
    return tuple(found.values())


def check_climatology(
    request: ClimatologyRequest, source: FieldSource, release: GuidelineRelease | None
) -> None:
    """Refuse what cannot be built from the data, before anything is computed.

    Parameters
    ----------
    request : ClimatologyRequest
    source : FieldSource
    release : GuidelineRelease or None
        Whose indices are built where the request names none; None where it does.

    Raises
    ------
    ArgumentError
        For a quantity, an index or a time zone that does not exist.
    InputDataError
        ``too_few_years``; ``nothing_to_build`` where the data have none of the fields.
    """
    from diagnostics.catalog.index_climatology_build import YEARS_NEEDED, base_times
    from diagnostics.quantities.timeline import zone_of

    zone_of(request.timezone)
    if request.fields:
        given_by(read_grid_quantities(request.fields, request.mode), source, _unsaid)
    else:
        _reduced(request, release)
    base_times(
        source.inventory().times,
        exclude=request.exclude_years,
        years_needed=request.years_needed or YEARS_NEEDED,
    )


def building_of(
    request: ClimatologyRequest,
    open_source: OpenSource,
    out: Path,
    *,
    parts: PartStore,
    ended: PartEnded,
) -> Building:
    """Return how a request is built, by this process alone.

    Parameters
    ----------
    request : ClimatologyRequest
    open_source : callable
    out : Path
        The file to write.
    parts : PartStore
        Keeps what was done.
    ended : callable
        Called after each part.
    """
    from diagnostics.catalog.index_climatology_build import YEARS_NEEDED

    return Building(
        open_source,
        out,
        name=request.name,
        excluded_years=request.exclude_years,
        years_needed=request.years_needed or YEARS_NEEDED,
        workers=1,
        parts=parts,
        ended=ended,
    )


def build_climatology(
    request: ClimatologyRequest,
    building: Building,
    release: GuidelineRelease | None,
    *,
    block_bytes: float,
) -> BaselineSummary | GridClimatologySummary:
    """Build, or go on with, what a request asks for.

    Parameters
    ----------
    request : ClimatologyRequest
    building : Building
    release : GuidelineRelease or None
        As in `check_climatology`.
    block_bytes : float
        Memory of one block of a grid.

    Raises
    ------
    DiagnosticsError
        As `check_climatology`, and for data that cannot be read.
    """
    from diagnostics.catalog.index_climatology_build import STRETCH_TIMES
    from diagnostics.climatology.statistics import QUANTILES

    if request.fields:
        return build_gridded(
            building,
            request.region,
            read_grid_quantities(request.fields, request.mode),
            mode=request.mode.value,
            quantiles=QUANTILES
            if request.quantiles is None
            else tuple(sorted(set(request.quantiles))),
            timezone=request.timezone,
            block_bytes=block_bytes,
            progress=_unsaid,
        )
    assert request.region is not None
    return build_reduced(
        building,
        request.region,
        _reduced(request, release),
        stretch_times=STRETCH_TIMES,
        progress=_unsaid,
    )


def _reduced(
    request: ClimatologyRequest, release: GuidelineRelease | None
) -> tuple[ReducedIndex, ...]:
    """Return the indices that are named, or those that the library judges."""
    from diagnostics.catalog.index_climatology_build import library_indices

    if request.indices:
        found = {item.label: item for item in map(read_reduced_index, request.indices)}
        return tuple(found.values())
    assert release is not None
    return library_indices(release, request.events or EventType)


def _unsaid(_: Message) -> None:
    """Say nothing: parts are events of their own."""
