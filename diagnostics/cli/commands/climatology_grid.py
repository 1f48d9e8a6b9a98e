"""The part of ``climatology build`` that makes climatologies of grid points."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.cli.output import Output
from diagnostics.contracts.enums import Mode
from diagnostics.errors import ArgumentError
from diagnostics.service.climatologies import build_gridded
from diagnostics.service.parsing import (
    parse_choice,
    parse_region,
)

if TYPE_CHECKING:
    from diagnostics.catalog.gridquantities import GridQuantity
    from diagnostics.climatology.summary import GridClimatologySummary

BLOCK_MEGABYTES = 256
"""Of one block in one process."""


def run_gridded(options: argparse.Namespace, output: Output, out: Path) -> GridClimatologySummary:
    """Build, or go on with, the climatology of grid points that the options describe.

    Raises
    ------
    ArgumentError
        For words that are not understood.
    InputDataError, ExecutionError
        As `diagnostics.service.climatologies.build_gridded`.
    """
    from diagnostics.cli.commands.climatology import building_of, positive
    from diagnostics.quantities.timeline import zone_of

    zone_of(options.timezone)
    quantiles = _quantiles(options.quantiles)
    wanted = _wanted(options)
    memory = positive(options.memory, "--memory", BLOCK_MEGABYTES)
    region = parse_region(options.region)
    return build_gridded(
        building_of(options, out),
        region,
        wanted,
        mode=options.mode,
        quantiles=quantiles,
        timezone=options.timezone,
        block_bytes=memory * 1e6,
        progress=output.progress,
    )


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
