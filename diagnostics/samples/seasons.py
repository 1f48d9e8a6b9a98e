"""The seasons behind a sample as files, from which a climatology of grid points is built."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.errors import ArgumentError, reason_of
from diagnostics.messages import Message
from diagnostics.samples.generation import event_of
from diagnostics.samples.sample_climatology import FIRST_YEAR, YEARS, days_before, season
from diagnostics.samples.writing import SeasonFiles, write_dataset

if TYPE_CHECKING:
    import xarray as xr

DAYS_BEFORE = 33
"""What the excess heat factor and the precipitation of 30 days look back on."""
_MARGIN_DEG = 1.0
_HIGHEST_HPA = 300.0
_MOTION = ("u", "v", "w")
_OF_DAYS = ("t2m", "mx2t", "mn2t", "tp")


def write_seasons(
    name: str,
    folder: str | Path,
    *,
    years: int = YEARS,
    progress: Callable[[str, int, int], None] | None = None,
) -> SeasonFiles:
    """Write seasons of a sample's recipe without its event, and the days before the event.

    ``years/YEAR.nc`` holds the fields near the ground, and temperature, geopotential and humidity
    from 300 hPa down, over the event's region and a degree around it; ``before.nc`` the
    temperatures and precipitation of the 33 days before the sample, on the sample's grid. Files
    that are there stay, so that a broken run goes on.

    Parameters
    ----------
    name : str
        One of `diagnostics.samples.SAMPLES`.
    folder : path
        Made where it is missing; its parent must be there.
    years : int
        Seasons; a climatology wants 20.
    progress : callable, optional
        Called with (label, done, total) after each file.

    Returns
    -------
    SeasonFiles

    Raises
    ------
    ArgumentError
        ``unknown_sample``, ``invalid_argument``; ``not_writable`` when the folder cannot be used;
        ``other_sample`` when it holds the seasons of another sample.
    """
    event = event_of(name)
    if years < 1:
        raise ArgumentError(Message(id="sampleerror-one_season"), code="invalid_argument")
    home = Path(folder)
    try:
        home.mkdir(exist_ok=True)
        mark = home / "sample.txt"
        if mark.is_file() and mark.read_text(encoding="utf-8").strip() != name:
            raise ArgumentError(
                Message(id="sampleerror-other_sample", params={"home": f"{str(home)!r}"}),
                code="other_sample",
                data={"path": str(home)},
            )
        mark.write_text(f"{name}\n", encoding="utf-8")
        (home / "years").mkdir(exist_ok=True)
    except OSError as error:
        raise ArgumentError(
            Message(
                id="sampleerror-folder_not_usable",
                params={"home": f"{str(home)!r}", "reason": reason_of(error)},
            ),
            code="not_writable",
            data={"path": str(home)},
        ) from error
    edges = event.region.bounds()

    def around(block: xr.Dataset) -> xr.Dataset:
        return block.drop_vars(_MOTION).sel(
            longitude=slice(edges[0] - _MARGIN_DEG, edges[2] + _MARGIN_DEG),
            latitude=slice(edges[1] - _MARGIN_DEG, edges[3] + _MARGIN_DEG),
            level=slice(_HIGHEST_HPA, None),
        )

    def of_days(block: xr.Dataset) -> xr.Dataset:
        return block[list(_OF_DAYS)]

    before = home / "before.nc"
    targets = [home / "years" / f"{FIRST_YEAR + k}.nc" for k in range(years)]
    for done, target in enumerate((before, *targets), start=1):
        if not target.is_file():
            if target == before:
                made = days_before(name, DAYS_BEFORE, keep=of_days)
            else:
                made = season(name, int(target.stem), keep=around)
            write_dataset(made, target)
        if progress is not None:
            progress(target.name, done, years + 1)
    return SeasonFiles(years=str(home / "years"), before=str(before))
