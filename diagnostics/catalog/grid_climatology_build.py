"""Building a grid climatology: every block once, then one file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from diagnostics.catalog.grid_climatology_statistics import Block, Gridding, heads_of
from diagnostics.catalog.workers import in_order
from diagnostics.climatology.gridfile import GridWriter
from diagnostics.climatology.stored_parts import Blocks


def build_grid(
    gridding: Gridding,
    blocks: Sequence[Block],
    folder: Blocks,
    target: Path,
    *,
    attributes: Mapping[str, str],
    workers: int = 1,
    scheduler: str | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> str:
    """Work the blocks that are not done yet, and write the file.

    Parameters
    ----------
    gridding : Gridding
    blocks : sequence of Block
        In the order of quantities and rows.
    folder : Blocks
        Keeps what is done; it is removed in the end.
    target : Path
    attributes : mapping
        Of the climatology: ``name``, ``base_period``, ``provenance``.
    workers, scheduler
        As for :func:`~diagnostics.catalog.workers.in_order`.
    progress : callable, optional
        Called with (label, done, total) after each block.

    Returns
    -------
    str
        Digest of the climatology.

    Raises
    ------
    InputDataError
        As the source raises it.
    ExecutionError
        As :func:`~diagnostics.catalog.workers.in_order`.
    """
    left = [number for number in range(len(blocks)) if not folder.has(number)]
    done = len(blocks) - len(left)
    pieces = [blocks[number] for number in left]
    for number, tables in zip(
        left, in_order(gridding, pieces, workers=workers, scheduler=scheduler), strict=True
    ):
        folder.put(number, tables)
        done += 1
        if progress is not None:
            progress(blocks[number].label, done, len(blocks))
    writer = GridWriter(
        target,
        heads_of(gridding),
        gridding.latitude,
        gridding.longitude,
        gridding.quantiles,
        attributes,
    )
    with writer:
        for number, block in enumerate(blocks):
            writer.add(block.quantity, block.first_row, folder.get(number))
    folder.remove()
    return writer.digest
