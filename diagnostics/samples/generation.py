"""Generate a sample as a canonical dataset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from scipy.fft import next_fast_len

from diagnostics.contracts.space_time import Region
from diagnostics.errors import ArgumentError
from diagnostics.fields.canonical import CANONICAL, INTERVAL_KINDS, attributes
from diagnostics.messages import Message
from diagnostics.samples.cases import EVENTS
from diagnostics.samples.event import Event
from diagnostics.samples.recipe import STEP_HOURS, Forcing, compute_atmosphere, compute_surface
from diagnostics.samples.sample_grid import LEVELS_HPA, SPACING_DEG, FloatArray, Lattice
from diagnostics.samples.variability import SynopticWaves

if TYPE_CHECKING:
    import xarray as xr

HALO_DEG = 4.0
"""How far the computation reaches beyond the data, so that its own edges stay outside."""


@dataclass(frozen=True)
class Perturbation:
    """Replaces the event by the season's random weather (with_event False), or adds to it.

    Parameters
    ----------
    seed : int
        Fixes the random waves.
    scale : float
        Factor on the season's variability.
    with_event : bool
        Whether the event's own ingredients stay.
    """

    seed: int
    scale: float = 1.0
    with_event: bool = False


def event_of(name: str) -> Event:
    """Return the description of a sample.

    Raises
    ------
    ArgumentError
        ``unknown_sample`` with the names that exist.
    """
    try:
        return EVENTS[name]
    except KeyError:
        names = ", ".join(EVENTS)
        raise ArgumentError(
            Message(
                id="sampleerror-unknown_sample", params={"name": f"{name!r}", "names": f"{names}"}
            ),
            code="unknown_sample",
            data={"name": name, "available": list(EVENTS)},
        ) from None


def generate(
    name: str,
    seed: int | None = None,
    region: Region | None = None,
    times: Sequence[datetime] | None = None,
    perturbation: Perturbation | None = None,
) -> xr.Dataset:
    """Generate one sample, or the same season without its event.

    Parameters
    ----------
    name : str
        One of `diagnostics.samples.SAMPLES`.
    seed : int, optional
        Fixes the weak random waves that give the event texture; the case's own by default. The
        same seed gives the same bytes.
    region : Region, optional
        Generate only this box (it may be smaller or larger than the sample's own).
    times : sequence of datetime, optional
        Equidistant UTC times, six hours apart; the event's own by default.
    perturbation : Perturbation, optional
        Random weather of the season, in place of the event or on top of it.

    Returns
    -------
    xarray.Dataset
        Canonical: dims time, level (hPa), latitude, longitude, ascending, float32, SI units.

    Raises
    ------
    ArgumentError
        ``unknown_sample``, or ``irregular_times`` when the times are not six hours apart.
    """
    event = event_of(name)
    lattice, inner = _lattices(event, region)
    hours = _hours(event, times)
    if perturbation is None:
        waves = SynopticWaves(
            event.variability, event.seed if seed is None else seed, event.texture
        )
        forcing = Forcing(True, waves)
    else:
        waves = SynopticWaves(event.variability, perturbation.seed, perturbation.scale)
        forcing = Forcing(perturbation.with_event, waves)
    with_lead = np.concatenate([[hours[0] - STEP_HOURS], hours])
    atmosphere = compute_atmosphere(event, forcing, lattice, with_lead)
    arrays = {key: values[1:] for key, values in atmosphere.fields.items()}
    arrays.update(compute_surface(event, atmosphere, lattice, with_lead))
    return _dataset(event, arrays, lattice, inner, hours)


def _lattices(event: Event, region: Region | None) -> tuple[Lattice, Lattice]:
    """The grid to compute on and the grid to keep."""
    if region is None:
        west, south, east, north = event.data
    else:
        west, east = (np.round(np.array([region.west, region.east]) / SPACING_DEG)) * SPACING_DEG
        south, north = (
            np.round(np.array([region.south, region.north]) / SPACING_DEG)
        ) * SPACING_DEG
    inner = Lattice(float(west), float(south), float(east), float(north))
    outer = Lattice(
        inner.west - HALO_DEG,
        max(inner.south - HALO_DEG, 8.0),
        _fast_edge(inner.west - HALO_DEG, inner.east + HALO_DEG),
        min(_fast_edge(max(inner.south - HALO_DEG, 8.0), inner.north + HALO_DEG), 82.0),
    )
    return outer, inner


def _fast_edge(low: float, high: float) -> float:
    """Move the upper edge outward to where sine transforms of this many points are fast."""
    count = round((high - low) / SPACING_DEG) + 1
    # a type-I sine transform of n points is a Fourier transform of 2 (n + 1)
    return low + (int(next_fast_len(count + 1, real=True)) - 2) * SPACING_DEG


def _hours(event: Event, times: Sequence[datetime] | None) -> FloatArray:
    if times is None:
        return np.asarray(STEP_HOURS * np.arange(event.steps + 1, dtype=np.float64))
    hours = np.array([(time - event.start) / timedelta(hours=1) for time in times])
    if hours.size > 1 and not np.allclose(np.diff(hours), STEP_HOURS):
        raise ArgumentError(
            Message(id="sampleerror-irregular_times", params={"step_hours": f"{STEP_HOURS}"}),
            code="irregular_times",
        )
    return hours


def _dataset(
    event: Event, arrays: dict[str, FloatArray], outer: Lattice, inner: Lattice, hours: FloatArray
) -> xr.Dataset:
    import xarray as xr

    row = round((inner.south - outer.south) / SPACING_DEG)
    column = round((inner.west - outer.west) / SPACING_DEG)
    rows, columns = inner.shape
    start = np.datetime64(event.start.astimezone(UTC).replace(tzinfo=None), "ns")
    variables = {}
    for name, field in CANONICAL.items():
        if name not in arrays:  # types of precipitation, which the cases do not hold
            continue
        values = arrays[name][..., row : row + rows, column : column + columns]
        extra: dict[str, object] = {}
        if field.kind in INTERVAL_KINDS:
            extra["interval_hours"] = float(STEP_HOURS)
        variables[name] = (
            field.dims(("latitude", "longitude")),
            values.astype(np.float32),
            attributes(name, **extra),
        )
    coordinates = {
        "time": start + (hours * 3600).astype("timedelta64[s]").astype("timedelta64[ns]"),
        "level": ("level", LEVELS_HPA, {"units": "hPa", "positive": "down"}),
        "latitude": ("latitude", inner.latitude, {"units": "degrees_north"}),
        "longitude": ("longitude", inner.longitude, {"units": "degrees_east"}),
    }
    return xr.Dataset(
        variables,
        coordinates,
        {
            "title": f"Idealised case: {event.title}",
            "Conventions": "CF-1.10",
            "origin": "idealised",
            "attribution": "Generated by HVR-Met; not an observation of real weather",
        },
    )
