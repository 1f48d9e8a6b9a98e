"""Write a sample to a file."""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from diagnostics.contracts.base import Contract, Instant
from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError, reason_of
from diagnostics.messages import Message
from diagnostics.samples.generation import event_of, generate
from diagnostics.samples.recipe import STEP_HOURS

if TYPE_CHECKING:
    import xarray as xr

_DIGITS = {"u": 5, "v": 5, "w": 4, "t": 6, "q": 5}
"""Significant decimal digits kept of the level fields, so that the file compresses well."""


class SeasonFiles(Contract):
    """Where the seasons of a sample are, and the days before it."""

    years: str
    before: str


class SampleInfo(Contract):
    """Where a written sample is and what it shows."""

    name: str
    title: str
    path: str
    region: Region
    times: tuple[Instant, ...]
    peak_time: Instant
    seasons: SeasonFiles | None = None


def sample_info(name: str, path: str | Path = "") -> SampleInfo:
    """Describe a sample: its event region, times and peak.

    Raises
    ------
    ArgumentError
        ``unknown_sample``.
    """
    event = event_of(name)
    times = tuple(event.start + timedelta(hours=STEP_HOURS * k) for k in range(event.steps + 1))
    return SampleInfo(
        name=name,
        title=event.title,
        path=str(path),
        region=event.region,
        times=times,
        peak_time=event.start + timedelta(hours=event.peak_hour),
    )


def write_sample(name: str, path: str | Path, *, seed: int | None = None) -> SampleInfo:
    """Generate a sample and write it as compressed NetCDF-4, whole or not at all.

    Parameters
    ----------
    name : str
        One of `diagnostics.samples.SAMPLES`.
    path : path
        File to write; an existing one is replaced.
    seed : int, optional
        See `generate`.

    Returns
    -------
    SampleInfo

    Raises
    ------
    ArgumentError
        ``unknown_sample``; ``no_such_folder`` when the folder of `path` does not exist;
        ``not_writable`` when the file cannot be written there.
    """
    target = Path(path)
    event_of(name)
    if not target.parent.is_dir():
        raise ArgumentError(
            Message(id="sampleerror-no_such_folder", params={"parent": f"{str(target.parent)!r}"}),
            code="no_such_folder",
            data={"path": str(target)},
        )
    write_dataset(generate(name, seed=seed), target)
    return sample_info(name, target)


def write_dataset(dataset: xr.Dataset, target: Path) -> None:
    """Write generated fields as compressed NetCDF-4, whole or not at all.

    Raises
    ------
    ArgumentError
        ``not_writable`` when the file cannot be written there.
    """
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        dataset.to_netcdf(temporary, engine="netcdf4", encoding=_encoding(dataset))
        temporary.replace(target)
    except OSError as error:
        raise ArgumentError(
            Message(
                id="sampleerror-not_writable",
                params={"target": f"{str(target)!r}", "reason": reason_of(error)},
            ),
            code="not_writable",
            data={"path": str(target)},
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def _encoding(dataset: xr.Dataset) -> dict[str, dict[str, object]]:
    """Zlib with byte shuffle; the level fields keep the digits that a sample needs."""
    encoding: dict[str, dict[str, object]] = {}
    for name in dataset.data_vars:
        options: dict[str, object] = {"zlib": True, "complevel": 1, "shuffle": True}
        digits = _DIGITS.get(str(name))
        if digits is not None:
            options["significant_digits"] = digits
            options["quantize_mode"] = "GranularBitRound"
        encoding[str(name)] = options
    encoding["time"] = {"units": "hours since 1970-01-01T00:00:00", "dtype": "int64"}
    return encoding
