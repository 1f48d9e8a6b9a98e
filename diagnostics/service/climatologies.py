"""Build a climatology of reduced indices or of grid points, or describe a file of one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.contracts.base import format_instant
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, InputDataError
from diagnostics.messages import Listing, Message, Param
from diagnostics.service.data import OpenSource

if TYPE_CHECKING:
    from diagnostics.catalog.grid_climatology_quantities import GridQuantity
    from diagnostics.catalog.index_climatology_build import ReducedIndex
    from diagnostics.climatology import BaselineSummary
    from diagnostics.climatology.stored_parts import Blocks, PartStore, Stretches
    from diagnostics.contracts.climatology import GridClimatologySummary
    from diagnostics.ports import FieldSource

Progress = Callable[[Message], None]
"""Is called with a line for people."""
PartEnded = Callable[[str, int, int], None]
"""Is called with the label of a part, how many are done, and how many there are."""


@dataclass(frozen=True)
class Building:
    """How a climatology is built.

    Parameters
    ----------
    open_source : callable
        Opens the data.
    out : Path
        The file to write; what was done is kept beside it until the file is whole.
    name : str
    excluded_years : tuple of int
    years_needed : int
        Years that the data must have.
    workers : int
        Processes.
    scheduler : str, optional
        Address of a dask.distributed scheduler that does the work.
    parts : PartStore, optional
        Keeps what was done in the place of a file beside `out`.
    ended : callable, optional
        Called after each part; what it raises ends the call, and the part is kept.
    """

    open_source: OpenSource
    out: Path
    name: str
    excluded_years: tuple[int, ...]
    years_needed: int
    workers: int
    scheduler: str | None = None
    parts: PartStore | None = None
    ended: PartEnded | None = None


def describe_climatology(
    path: str, *, verify: bool = False
) -> BaselineSummary | GridClimatologySummary:
    """Return what a climatology contains.

    Parameters
    ----------
    path : str
        A climatology file or a store of WeatherBench2.
    verify : bool
        Read a gridded file to its end against its checksum.

    Raises
    ------
    InputDataError
        For a file that cannot be read or does not fit its checksum.
    """
    from diagnostics.climatology import GridClimatology
    from diagnostics.climatology.gridfile import verify as verify_file
    from diagnostics.climatology.open_climatology import open_one
    from diagnostics.climatology.summary import summarise_grid

    opened = open_one(path)
    if not isinstance(opened, GridClimatology):
        return opened.summary()
    if verify and opened.leap_calendar:
        verify_file(Path(path))
    return summarise_grid(opened)


def require_folder(out: Path) -> None:
    """Refuse a file whose folder does not exist.

    Raises
    ------
    ArgumentError
        With code ``output_folder_missing``.
    """
    if not out.parent.is_dir():
        raise ArgumentError(
            Message(id="serviceerror-output_folder_missing", params={"parent": f"{out.parent}"}),
            code="output_folder_missing",
        )


def build_reduced(
    building: Building,
    region: Region,
    indices: tuple[ReducedIndex, ...],
    *,
    stretch_times: int,
    progress: Progress,
) -> BaselineSummary:
    """Build, or go on with, a climatology of reduced indices.

    Parameters
    ----------
    building : Building
    region : Region
    indices : tuple of ReducedIndex
    stretch_times : int
        Times in memory at once.
    progress : callable

    Raises
    ------
    InputDataError
        ``too_few_years``, ``partial_differs``.
    ExecutionError
        ``worker_lost``, ``scheduler_unreachable``.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.catalog.index_climatology_build import (
        Reducing,
        base_times,
        build_from_source,
        stretches_of,
    )
    from diagnostics.climatology.baseline_file import write_series
    from diagnostics.climatology.partial_build_file import PartialBuild
    from diagnostics.climatology.stored_parts import StoredStretches

    source = building.open_source()
    times = base_times(
        source.inventory().times,
        exclude=building.excluded_years,
        years_needed=building.years_needed,
    )
    progress(Message(id="progress-data_digest"))
    reducing = Reducing(source, source.digest(), region, indices)
    stretches = stretches_of(times, stretch_times)
    recipe = {
        "data_digest": reducing.digest,
        "catalogue_digest": get_catalog().digest,
        "region": region.bounds(),
        "indices": [item.label for item in indices],
        "stretches": [item.label for item in stretches],
    }
    partial: Stretches = (
        PartialBuild(building.out, recipe)
        if building.parts is None
        else StoredStretches(building.parts, recipe, [item.label for item in stretches])
    )
    if partial.done:
        params: dict[str, Param] = {"done": str(len(partial.done)), "all": str(len(stretches))}
        progress(Message(id="progress-parts_done", params=params))
    excluded = sorted(set(building.excluded_years))
    baseline = build_from_source(
        reducing,
        stretches,
        attributes={
            "name": building.name,
            "base_period": f"{format_instant(times[0])} to {format_instant(times[-1])}",
            "provenance": source.inventory().title,
            "excluded_years": ", ".join(map(str, excluded)),
            "data_digest": reducing.digest,
            "catalogue_digest": get_catalog().digest,
        },
        workers=building.workers,
        scheduler=building.scheduler,
        done=partial.done,
        keep=partial.add,
        progress=_counting(progress, building.ended),
    )
    summary = baseline.summary()
    missing = sorted({item.name for item in indices} - {item.key for item in summary.indices})
    if missing:
        listed = Listing(items=tuple(missing))
        progress(Message(id="progress-not_given", params={"names": listed}))
    write_series(building.out, baseline.series, dict(baseline.attributes))
    partial.remove()
    return summary


def build_gridded(
    building: Building,
    region: Region | None,
    wanted: tuple[GridQuantity, ...],
    *,
    mode: str,
    quantiles: tuple[float, ...],
    timezone: str,
    block_bytes: float,
    progress: Progress,
) -> GridClimatologySummary:
    """Build, or go on with, a climatology of grid points.

    Parameters
    ----------
    building : Building
    region : Region, optional
        The whole grid by default.
    wanted : tuple of GridQuantity
        What the data lack is left out and reported.
    mode : str
        Of indices, for the recipe.
    quantiles : tuple of float
        Per cent.
    timezone : str
        Of daily values.
    block_bytes : float
        Memory of one block in one process.
    progress : callable

    Raises
    ------
    InputDataError
        ``too_few_years``, ``nothing_to_build``, ``partial_differs``.
    ExecutionError
        ``worker_lost``, ``scheduler_unreachable``.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.catalog.grid_climatology_build import build_grid
    from diagnostics.catalog.grid_climatology_statistics import Gridding, blocks_of, plane_of
    from diagnostics.catalog.index_climatology_build import base_times
    from diagnostics.climatology.gridfile import open_gridded
    from diagnostics.climatology.partial_build_folder import BlockFolder
    from diagnostics.climatology.stored_parts import StoredBlocks
    from diagnostics.climatology.summary import summarise_grid

    source = building.open_source()
    quantities = given_by(wanted, source, progress)
    inventory = source.inventory()
    times = base_times(
        inventory.times, exclude=building.excluded_years, years_needed=building.years_needed
    )
    progress(Message(id="progress-data_digest"))
    digest = source.digest()
    grid = plane_of(source, region)
    flat = grid.mapping is None
    gridding = Gridding(
        source,
        digest,
        region,
        grid.latitude[:, 0] if flat else grid.latitude,
        grid.longitude[0] if flat else grid.longitude,
        quantities,
        times,
        quantiles,
        timezone,
    )
    blocks = blocks_of(gridding, block_bytes)
    excluded = sorted(set(building.excluded_years))
    recipe = {
        "data_digest": digest,
        "catalogue_digest": get_catalog().digest,
        "region": None if region is None else region.bounds(),
        "quantities": [item.label for item in quantities],
        "mode": mode,
        "quantiles": list(quantiles),
        "timezone": timezone,
        "times": [len(times), format_instant(times[0]), format_instant(times[-1])],
        "excluded_years": excluded,
        "blocks": [block.label for block in blocks],
    }
    folder: Blocks = (
        BlockFolder(building.out, recipe)
        if building.parts is None
        else StoredBlocks(building.parts, recipe)
    )
    done = sum(folder.has(number) for number in range(len(blocks)))
    if done:
        params: dict[str, Param] = {"done": str(done), "all": str(len(blocks))}
        progress(Message(id="progress-parts_done", params=params))
    build_grid(
        gridding,
        blocks,
        folder,
        building.out,
        attributes={
            "name": building.name,
            "base_period": f"{format_instant(times[0])} to {format_instant(times[-1])}",
            "provenance": inventory.title or "not stated",
            "excluded_years": ", ".join(map(str, excluded)),
            "data_digest": digest,
            "catalogue_digest": get_catalog().digest,
        },
        workers=building.workers,
        scheduler=building.scheduler,
        progress=_counting(progress, building.ended),
    )
    return summarise_grid(open_gridded(building.out))


def _counting(progress: Progress, ended: PartEnded | None) -> PartEnded:
    """Return a callback that reports parts of the work with the seconds since now."""
    started = time.monotonic()

    def report(label: str, done: int, total: int) -> None:
        params: dict[str, Param] = {
            "done": str(done),
            "all": str(total),
            "label": label,
            "seconds": f"{time.monotonic() - started:.0f}",
        }
        progress(Message(id="progress-part", params=params))
        if ended is not None:
            ended(label, done, total)

    return report


def given_by(
    wanted: tuple[GridQuantity, ...], source: FieldSource, progress: Progress
) -> tuple[GridQuantity, ...]:
    """Leave out what the data lack, and report it.

    Raises
    ------
    InputDataError
        ``nothing_to_build`` where they lack everything.
    """
    from diagnostics.catalog.grid_climatology_quantities import why_not

    reasons = {item.label: why_not(item, source) for item in wanted}
    for label, reason in reasons.items():
        if reason is not None:
            why: dict[str, Param] = {"name": label, "reason": reason}
            progress(Message(id="progress-not_given_because", params=why))
    found = tuple(item for item in wanted if reasons[item.label] is None)
    if not found:
        raise InputDataError(
            Message(
                id="serviceerror-nothing_to_build",
                params={
                    "reasons": "; ".join(f"{label}: {reason}" for label, reason in reasons.items())
                },
            ),
            code="nothing_to_build",
        )
    return found
