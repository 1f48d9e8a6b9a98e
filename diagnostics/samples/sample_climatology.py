"""The samples' climatology: where it lies, and the seasons from which it is drawn.

A season is the recipe of `docs/use/samples.md` without the event: the same background, land and
daily course, with random synoptic waves and slow changes of warmth and humidity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.climatology import Draws
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.messages import Message
from diagnostics.samples.generation import Perturbation, event_of, generate
from diagnostics.samples.recipe import STEP_HOURS

if TYPE_CHECKING:
    import xarray as xr

    Keep = Callable[[xr.Dataset], xr.Dataset]

FIRST_YEAR = 2001
YEARS = 20
_HALF_WINDOW_DAYS = 15
_LEAD_DAYS = 3
_BLOCK_TIMES = 16


def climatology_path(name: str) -> Path:
    """Return the baseline file that belongs to a sample (one file serves all six).

    Raises
    ------
    ArgumentError
        ``unknown_sample``.
    InputDataError
        ``climatology_missing`` when the installation lacks the file.
    """
    event_of(name)
    path = Path(str(files("diagnostics.samples") / "data" / "climatology.nc"))
    if not path.is_file():
        raise InputDataError(
            Message(id="sampleerror-climatology_missing", params={"name": f"{path.name!r}"}),
            code="climatology_missing",
        )
    return path


def season_draws(
    name: str, years: int = YEARS, region: Region | None = None
) -> Iterator[Draws[MemorySource]]:
    """Generate the seasons of a sample's climatology, one year at a time.

    Each year runs from 15 days before the event's first day to 15 days after its last, so that
    every day of the event has its full 31-day window: at least 31 values per year and hour. Three
    days before serve changes over 24 to 72 hours only.

    Parameters
    ----------
    name : str
        One of `diagnostics.samples.SAMPLES`.
    years : int
        20 give 620 values and more.
    region : Region, optional
        Of the data; the sample's own by default, so that domains that reach beyond the event's
        region end at the same edges.
    """
    event = event_of(name)
    for year in range(FIRST_YEAR, FIRST_YEAR + years):
        first = event.start.replace(year=year, hour=0) - timedelta(days=_HALF_WINDOW_DAYS)
        source = MemorySource(season(name, year, region=region))
        yield Draws(str(year), source, np.datetime64(first.replace(tzinfo=None), "m"))


def season(
    name: str, year: int, *, region: Region | None = None, keep: Keep | None = None
) -> xr.Dataset:
    """Generate the season of one year, from three days before the first that counts.

    Parameters
    ----------
    name : str
        One of `diagnostics.samples.SAMPLES`.
    year : int
        Fixes the random weather.
    region : Region, optional
        Of the data; the sample's own by default.
    keep : callable, optional
        Takes the part that is wanted of every four days, so that the whole is never in memory.
    """
    event = event_of(name)
    days = 2 * _HALF_WINDOW_DAYS + 1 + event.steps * STEP_HOURS // 24 + _LEAD_DAYS
    start = event.start.replace(year=year, hour=0) - timedelta(days=_HALF_WINDOW_DAYS + _LEAD_DAYS)
    return _in_blocks(name, start, days, region, Perturbation(seed=event.seed + year), keep)


def days_before(name: str, days: int, *, keep: Keep | None = None) -> xr.Dataset:
    """Generate the days before a sample begins: its own weak waves without the event.

    Parameters
    ----------
    name : str
        One of `diagnostics.samples.SAMPLES`.
    days : int
    keep : callable, optional
        As for `season`.
    """
    event = event_of(name)
    quiet = Perturbation(seed=event.seed, scale=event.texture)
    return _in_blocks(name, event.start - timedelta(days=days), days, None, quiet, keep)


def _in_blocks(
    name: str,
    start: datetime,
    days: int,
    region: Region | None,
    perturbation: Perturbation,
    keep: Keep | None,
) -> xr.Dataset:
    """Generate in blocks of four days: the whole would not fit a small worker."""
    import xarray as xr

    count = days * 24 // STEP_HOURS
    times = [start + timedelta(hours=STEP_HOURS * step) for step in range(count)]
    blocks = []
    for k in range(0, count, _BLOCK_TIMES):
        block = generate(
            name, times=times[k : k + _BLOCK_TIMES], region=region, perturbation=perturbation
        )
        blocks.append(block if keep is None else keep(block))
    return xr.concat(blocks, dim="time", data_vars="minimal", coords="minimal", compat="override")
