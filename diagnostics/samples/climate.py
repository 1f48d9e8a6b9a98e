"""The samples' climatology: where it lies, and the seasons from which it is drawn.

A season is the recipe of `docs/samples.md` without the event: the same background, land and
daily course, with random synoptic waves and slow changes of warmth and humidity.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from diagnostics.climatology import Draws
from diagnostics.contracts.space_time import Region
from diagnostics.errors import InputDataError
from diagnostics.fields.memory import MemorySource
from diagnostics.samples.generation import Perturbation, event_of, generate
from diagnostics.samples.recipe import STEP_HOURS

if TYPE_CHECKING:
    import xarray as xr

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
            f"the samples' climatology is not at {path.name!r} in the package; "
            "install the package again or build it with scripts/build_sample_climatology.py",
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
        days = 2 * _HALF_WINDOW_DAYS + 1 + event.steps * STEP_HOURS // 24
        start = first - timedelta(days=_LEAD_DAYS)
        count = (days + _LEAD_DAYS) * 24 // STEP_HOURS
        times = [start + timedelta(hours=STEP_HOURS * step) for step in range(count)]
        source = MemorySource(_season(name, year, times, region))
        yield Draws(str(year), source, np.datetime64(first.replace(tzinfo=None), "m"))


def _season(name: str, year: int, times: list[datetime], region: Region | None) -> xr.Dataset:
    """Generate a season in blocks of four days: the whole would not fit a small worker."""
    import xarray as xr

    perturbation = Perturbation(seed=event_of(name).seed + year)
    blocks = [
        generate(name, times=times[k : k + _BLOCK_TIMES], region=region, perturbation=perturbation)
        for k in range(0, len(times), _BLOCK_TIMES)
    ]
    return xr.concat(blocks, dim="time", data_vars="minimal", coords="minimal", compat="override")
