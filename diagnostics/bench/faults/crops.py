"""False alarms: the checks on many boxes and periods of clean real files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from diagnostics.bench.faults.cases import PROJECTED, REAL
from diagnostics.bench.known_cases import DATA_VARIABLE
from diagnostics.contracts.checking import CheckFinding, Weight
from diagnostics.contracts.inventory import Inventory
from diagnostics.contracts.space_time import Region, TimeWindow
from diagnostics.data_checks import examine
from diagnostics.errors import DiagnosticsError
from diagnostics.fields import open_source

CROPS = 18
"""Of each file."""
TRUE_OF_THE_FILE = frozenset(
    {
        ("S01", "sudden_step"),
        ("S01", "gap_in_time"),
        ("S01", "break_in_course"),
        ("S01", "warned_by_reader"),
    }
)
"""What the checks rightly find in a file as it was published.

The sea-level pressure of the blizzard of 1996 at 00 and 06 UTC on 14 January has nothing in common
with the time before (correlation 0.19, at other times 0.9), nor have temperature and wind of 12 UTC
with 06 UTC. Its files name no levels: the reader takes them from file names, or as near the
surface.
"""


@dataclass(frozen=True)
class Crop:
    """One box and period of a clean file, with what was wrongly found in it."""

    file: str
    region: Region
    window: TimeWindow
    alarms: tuple[CheckFinding, ...]
    told: int


def clean_crops(count: int = CROPS) -> Iterator[Crop]:
    """Yield crops of each real file that is at hand, the same ones at every call.

    Parameters
    ----------
    count : int
        Of each file; the first is the whole of it.
    """
    root = os.environ.get(DATA_VARIABLE)
    for name, path, origin in (*REAL, *PROJECTED) if root else ():
        target = Path(str(root)) / path
        if not target.exists():
            continue
        source = open_source(target, origin=origin)
        inventory = source.inventory()
        generator = np.random.default_rng(sum(name.encode()))
        for number in range(count):
            region, window = _box(inventory, generator, whole=number == 0)
            try:
                check = examine(source, region, window)
            except DiagnosticsError:
                continue
            found = check.of(Weight.DOUBT, Weight.REFUSE)
            yield Crop(
                name,
                region,
                window,
                tuple(item for item in found if (name, item.rule) not in TRUE_OF_THE_FILE),
                len(check.of(Weight.TELL)),
            )


def _box(
    inventory: Inventory, generator: np.random.Generator, *, whole: bool
) -> tuple[Region, TimeWindow]:
    grid = inventory.grid
    assert grid is not None
    region, times = grid.region, inventory.times
    if whole:
        return region, TimeWindow(start=times[0], end=times[-1])
    height = region.north - region.south
    tall = height * generator.uniform(0.25, 0.9)
    wide = region.width * generator.uniform(0.25, 0.9)
    south = region.south + generator.uniform(0.0, height - tall)
    west = region.west + generator.uniform(0.0, region.width - wide)
    first = int(generator.integers(0, max(1, len(times) - 1)))
    last = int(generator.integers(first, len(times)))
    box = Region.model_validate((west, south, west + wide, south + tall))
    return box, TimeWindow(start=times[first], end=times[last])
