"""The part of ``climatology build`` that makes climatologies of grid points."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.arguments import open_data, parse_choice, parse_region
from diagnostics.cli.output import Output
from diagnostics.contracts.base import format_instant
from diagnostics.contracts.enums import Mode
from diagnostics.errors import ArgumentError, InputDataError

if TYPE_CHECKING:
    from diagnostics.catalog.gridquantities import GridQuantity
    from diagnostics.climatology.summary import GridClimatologySummary
    from diagnostics.ports import FieldSource

BLOCK_MEGABYTES = 256
"""Of one block in one process."""


def build_gridded(options: argparse.Namespace, output: Output, out: Path) -> GridClimatologySummary:
    """Build, or go on with, the climatology of grid points that the options describe.

    Raises
    ------
    ArgumentError
        For words that are not understood.
    InputDataError
        ``too_few_years``, ``nothing_to_build``, ``partial_differs``.
    ExecutionError
        ``worker_lost``, ``scheduler_unreachable``.
    """
    from diagnostics.catalog import get_catalog
    from diagnostics.catalog.baselines import YEARS_NEEDED, base_times
    from diagnostics.catalog.gridbuild import build_grid
    from diagnostics.catalog.gridding import Gridding, blocks_of, plane_of
    from diagnostics.cli.commands.climatology import positive, worker_count
    from diagnostics.climatology.blocks import BlockFolder
    from diagnostics.climatology.gridfile import open_gridded
    from diagnostics.climatology.summary import summarise_grid
    from diagnostics.quantities.timeline import zone_of

    zone_of(options.timezone)
    quantiles = _quantiles(options.quantiles)
    wanted = _wanted(options)
    memory = positive(options.memory, "--memory", BLOCK_MEGABYTES)
    region = parse_region(options.region)
    source = open_data(options.data, options)
    quantities = _given(wanted, source, output)
    inventory = source.inventory()
    times = base_times(
        inventory.times,
        exclude=options.exclude_year,
        years_needed=positive(options.years, "--years", YEARS_NEEDED),
    )
    output.progress("reading the data's digest")
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
        options.timezone,
    )
    blocks = blocks_of(gridding, memory * 1e6)
    recipe = {
        "data_digest": digest,
        "catalogue_digest": get_catalog().digest,
        "region": None if region is None else region.bounds(),
        "quantities": [item.label for item in quantities],
        "mode": options.mode,
        "quantiles": list(quantiles),
        "timezone": options.timezone,
        "times": [len(times), format_instant(times[0]), format_instant(times[-1])],
        "excluded_years": sorted(set(options.exclude_year)),
        "blocks": [block.label for block in blocks],
    }
    folder = BlockFolder(out, recipe)
    done = sum(folder.has(number) for number in range(len(blocks)))
    if done:
        output.progress(f"going on: {done} of {len(blocks)} blocks are done")
    started = time.monotonic()

    def tell(label: str, done: int, total: int) -> None:
        output.progress(f"[{done}/{total}] {label}, {time.monotonic() - started:.0f} s")

    build_grid(
        gridding,
        blocks,
        folder,
        out,
        attributes={
            "name": options.name or out.stem,
            "base_period": f"{format_instant(times[0])} to {format_instant(times[-1])}",
            "provenance": inventory.title or "not stated",
            "excluded_years": ", ".join(map(str, recipe["excluded_years"])),
            "data_digest": digest,
            "catalogue_digest": get_catalog().digest,
        },
        workers=worker_count(options),
        scheduler=options.scheduler,
        progress=tell,
    )
    return summarise_grid(open_gridded(out))


def _quantiles(text: str | None) -> tuple[float, ...]:
    from diagnostics.climatology.statistics import QUANTILES

    if text is None:
        return QUANTILES
    if text.strip().lower() == "none":
        return ()
    try:
        found = tuple(sorted({float(part) for part in text.split(",")}))
    except ValueError:
        found = (-1.0,)
    if not all(0.0 <= percent <= 100.0 for percent in found):
        raise ArgumentError(
            f"--quantiles {text}: numbers from 0 to 100 with commas between, or none",
            code="invalid_argument",
        )
    return found


def _wanted(options: argparse.Namespace) -> tuple[GridQuantity, ...]:
    from diagnostics.catalog.gridquantities import STANDARD, read_quantity

    mode = parse_choice(Mode, options.mode, "--mode")
    words = [
        word for text in options.field for word in (STANDARD if text == "standard" else (text,))
    ]
    found = {item.label: item for item in (read_quantity(word, mode) for word in words)}
    return tuple(found.values())


def _given(
    wanted: tuple[GridQuantity, ...], source: FieldSource, output: Output
) -> tuple[GridQuantity, ...]:
    """Leave out what the data lack, and say so."""
    from diagnostics.catalog.gridquantities import why_not

    reasons = {item.label: why_not(item, source) for item in wanted}
    for label, reason in reasons.items():
        if reason is not None:
            output.progress(f"the data do not give {label}: {reason}")
    found = tuple(item for item in wanted if reasons[item.label] is None)
    if not found:
        raise InputDataError(
            "the data give none of the quantities: "
            + "; ".join(f"{label}: {reason}" for label, reason in reasons.items()),
            code="nothing_to_build",
        )
    return found
